//! Stonehenge as text: notation and drawings.

mod notation;
mod picture;

pub(super) use notation::{format, parse, parse_move};
pub(super) use picture::draw;
