//! A line out of a book, in the form of a search report.

use crate::book::BookEntry;
use sarsen_core::game::Bound;
use sarsen_core::search::{Control, Info};

/// The report of a line out of a book, with this rank. The game may be one of chance.
pub(super) fn known_line(
    entry: BookEntry,
    variation: Vec<String>,
    rank: usize,
    has_chance: bool,
    control: &Control,
) -> Info<String> {
    let length = variation.len() as u32;
    let depth = if entry.is_proven() { length } else { u32::from(entry.depth) };
    Info {
        depth,
        seldepth: depth.max(length),
        rank,
        score: entry.score(has_chance),
        bound: Bound::Exact,
        margin: None,
        nodes: 0,
        time: control.elapsed(),
        hashfull: 0,
        variation,
    }
}
