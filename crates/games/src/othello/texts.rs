//! What people and files read: positions, moves, pictures, rules and facts.

mod diagram;
mod explain;
mod flipello;
mod ggf;
mod notation;
mod picture;
mod rules;

pub(super) use explain::explain;
pub(super) use flipello::Flipello;
pub(super) use ggf::GgfNotation;
pub(super) use picture::draw;
pub(super) use rules::RULES;
