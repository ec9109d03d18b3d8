//! The evaluators of Stonehenge. The user chooses one of them.

mod chapter;
mod lines;

pub use chapter::Chapter;
pub use lines::LeyLines;
pub(super) use lines::built_in;
