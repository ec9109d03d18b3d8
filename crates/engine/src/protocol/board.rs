//! How a board is told: as JSON, and as a picture. Both are made from what the game describes.

mod json;
mod pen;
mod style;
mod svg;

pub use json::{LayoutJson, ViewJson, line};
pub use style::BOARD_STYLE;
pub use svg::{picture, standalone};
