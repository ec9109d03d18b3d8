//! Connect Four as text: notations, drawings, explanations.

mod cfour;
mod explain;
mod notation;
mod picture;

pub(super) use cfour::Cfour;
pub(super) use explain::explain;
pub(super) use picture::draw;
