//! Evaluators of checkers.

mod material;
mod structure;

pub use material::Material;
pub use structure::Structure;
pub(super) use structure::built_in;
