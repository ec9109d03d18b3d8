//! How a board is told: as JSON, and as a picture. Both are made from what the game describes.

mod ground;
mod json;
mod names;
mod pen;
mod pieces;
mod style;
mod svg;

pub use json::{LayoutJson, ViewJson, line};
pub use style::BOARD_STYLE;
pub use svg::{Look, picture, standalone};
