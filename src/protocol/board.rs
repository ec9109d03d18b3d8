//! How a board is told: as JSON, and as a picture. Both are made from what the game describes.

mod json;
mod pen;
mod style;
mod svg;

pub(crate) use json::{LayoutJson, ViewJson, line};
pub(crate) use svg::{picture, standalone};
