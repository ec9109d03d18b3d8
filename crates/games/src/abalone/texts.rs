//! What people and files read: positions, moves, pictures, rules and facts.

mod diagram;
mod explain;
mod names;
mod notation;
mod picture;
mod refusal;
mod rules;

pub(super) use explain::explain;
pub(super) use names::letter;
pub(super) use picture::draw;
pub(super) use rules::RULES;
