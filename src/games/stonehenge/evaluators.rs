//! The evaluators of Stonehenge from which users choose.

mod chapter;
mod lines;

pub use chapter::Chapter;
pub use lines::LeyLines;
pub(super) use lines::built_in;
