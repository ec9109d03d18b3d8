//! Stonehenge as text: notation and drawings.

mod notation;
mod picture;

pub(super) use picture::draw;
