//! The bench: fixed positions searched to fixed depths. Its node count is the signature of the search,
//! the same on every machine; a change of the search that changes it says so.

use std::error::Error;
use std::io::Write;

use crate::engine::DEFAULT_SELECTIVITY;
use crate::search::Control;
use crate::session::{Registry, Request};
use crate::table::Table;

/// Table size in MiB.
const HASH: usize = 16;

/// Game, setup, depth, and the moves that lead to the position.
const SUITE: [(&str, &str, u32, &str); 10] = [
    ("connect4", "", 15, ""),
    ("connect4", "", 15, "4 4 4 4 3"),
    ("connect4", "", 18, "1 6 7 6 3 7 4 5 1 2 5"),
    ("connect4", "", 40, "7 4 6 2 4 5 1 7 4 2 2 4 5 6 1 6 4 2 4 1 3"),
    ("connect4", "9x8", 12, "5 5 6"),
    ("stonehenge", "", 4, ""),
    ("stonehenge", "", 5, "6@7 5@8"),
    ("stonehenge", "", 6, "3@7 6@2 5@12 4@4"),
    ("stonehenge", "", 7, "3@7 6@2 5@12 4@4 2@9 1@16"),
    ("stonehenge", "", 20, "4@11 3@9 3@13 1@10 5@5 2@16 1@18 5@2"),
];

/// Searches all positions, writes a line for each, and returns the sum of the nodes.
///
/// # Errors
///
/// If one of the games is not in the registry, or nothing can be written.
pub fn run(registry: &Registry, out: &mut dyn Write) -> Result<u64, Box<dyn Error>> {
    let mut table = Table::new(HASH)?;
    let mut sum = 0;
    for (game, setup, depth, moves) in SUITE {
        let mut session = registry.open(game, setup)?;
        session.set_position(None, moves)?;
        table.clear();
        let selectivity = DEFAULT_SELECTIVITY as u32;
        let request = Request { depth: Some(depth), selectivity, ..Request::default() };
        let control = Control::new();
        let answer = session.search(&request, &table, &control, &mut |_| {});
        let best = answer.ok_or("a bench position is finished")?.best;
        writeln!(
            out,
            "{} depth {} nodes {} time {} bestmove {}",
            session.game(),
            best.depth,
            best.nodes,
            control.elapsed().as_millis(),
            best.variation[0]
        )?;
        sum += best.nodes;
    }
    Ok(sum)
}
