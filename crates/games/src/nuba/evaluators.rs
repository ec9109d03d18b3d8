//! The evaluator of Nuba.

mod march;

pub use march::March;
pub(super) use march::built_in;
