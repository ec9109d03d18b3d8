//! Texts of checkers: positions, moves, pictures, facts and the rules.

mod explain;
mod fen;
mod notation;
mod other_kinds;
mod picture;
mod rules;

pub(super) use explain::explain;
pub(crate) use fen::mended_position;
pub(super) use notation::way;
pub(crate) use other_kinds::other_kind;
pub(super) use picture::draw;
pub(super) use rules::RULES;
