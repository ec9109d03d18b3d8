//! Connect Four as text: notations, drawings, explanations.

mod cfour;
mod diagram;
mod explain;
mod notation;
mod picture;
mod rules;

pub(super) use cfour::Cfour;
pub(super) use explain::explain;
pub(super) use picture::draw;
pub(super) use rules::RULES;
