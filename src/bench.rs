//! The bench: fixed positions searched to fixed depths. Its node count is the signature of the search,
//! the same on every machine; a change of the search that changes it says so.

use crate::search::Control;
use crate::session::{Registry, Request};
use crate::table::Table;

/// Table size in MiB.
const HASH: usize = 16;

/// Game, setup, depth, and the moves that lead to the position.
const SUITE: [(&str, &str, u32, &str); 10] = [
    ("connect4", "", 14, ""),
    ("connect4", "", 14, "4 4 4 4 3"),
    ("connect4", "", 16, "4 4 4 4 4 2 2 3 5 5 6 3"),
    ("connect4", "", 18, "2 7 5 2 7 5 3 3 1 1 4 3 3 6 7 7 4"),
    ("connect4", "9x8", 11, "5 5 6"),
    ("stonehenge", "", 3, ""),
    ("stonehenge", "", 4, "6@7 5@8"),
    ("stonehenge", "", 5, "3@7 6@2 5@12 4@4"),
    ("stonehenge", "", 6, "3@7 6@2 5@12 4@4 2@9 1@16"),
    ("stonehenge", "", 20, "6@1 5@5 4@13 6@8 1@18 3@10 2@3 2@15 3@6"),
];

/// Searches all positions, reports each in a line, and returns the sum of the nodes.
///
/// # Errors
///
/// If one of the games is not in the registry.
pub fn run(
    registry: &Registry,
    report: &mut dyn FnMut(String),
) -> Result<u64, Box<dyn std::error::Error>> {
    let mut table = Table::new(HASH)?;
    let mut sum = 0;
    for (game, setup, depth, moves) in SUITE {
        let mut session = registry.open(game, setup)?;
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        session.set_position(None, &moves)?;
        table.clear();
        let request = Request { depth: Some(depth), ..Request::default() };
        let control = Control::new();
        let answer = session.search(&request, &table, &control, &mut |_| {});
        let best = answer.ok_or("a bench position is finished")?.best;
        report(format!(
            "{} depth {} nodes {} time {} bestmove {}",
            session.game(),
            best.depth,
            best.nodes,
            control.elapsed().as_millis(),
            best.variation[0]
        ));
        sum += best.nodes;
    }
    Ok(sum)
}
