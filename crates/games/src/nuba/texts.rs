//! Nuba as text: notation, rules, facts and drawings.

mod diagram;
mod explain;
mod notation;
mod picture;
mod reader;
mod rules;

pub(super) use explain::explain;
pub(super) use picture::draw;
pub(super) use rules::rules;
