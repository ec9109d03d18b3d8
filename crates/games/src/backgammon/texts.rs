//! Backgammon as text: notation, rules, facts and drawings.

mod diagram;
mod explain;
mod gnubg;
mod notation;
mod parts;
mod picture;
mod position_id;
mod read_play;
mod reader;
mod rules;

pub(super) use explain::explain;
pub(super) use gnubg::Gnubg;
pub(super) use picture::draw;
pub(super) use rules::RULES;
