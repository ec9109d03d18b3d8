//! EinStein as text: notation, rules, facts and drawings.

mod diagram;
mod explain;
mod move_reader;
mod names;
mod notation;
mod picture;
mod position_reader;
mod rules;

pub(super) use explain::explain;
pub(super) use picture::draw;
pub(super) use rules::RULES;
