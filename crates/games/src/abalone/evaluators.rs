//! Opinions about positions of Abalone.

mod formation;

pub use formation::Formation;
pub(super) use formation::built_in;
