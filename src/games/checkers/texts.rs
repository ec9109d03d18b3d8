//! Texts of checkers: positions, moves, pictures, facts and the rules.

mod explain;
mod fen;
mod notation;
mod picture;
mod rules;

pub(super) use explain::explain;
pub(super) use notation::way;
pub(super) use picture::draw;
pub(super) use rules::RULES;
