//! What people and files read: positions, moves, pictures, rules and facts.

mod diagram;
mod explain;
mod notation;
mod picture;
mod rules;

pub(super) use explain::explain;
pub(super) use picture::draw;
pub(super) use rules::RULES;
