//! The evaluators of Connect Four. The user chooses one of them.

mod chapter;
mod patterns;
mod threats;
mod windows;

pub use chapter::Chapter;
pub use threats::Threats;
pub(super) use threats::built_in;
pub use windows::Windows;
