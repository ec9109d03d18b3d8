//! Stonehenge as text: notation and drawings.

mod diagram;
mod notation;
mod picture;
mod rules;

pub(super) use picture::draw;
pub(super) use rules::RULES;
