//! The bench: fixed positions of each game, searched within fixed limits.
//!
//! Its node count is the signature of the search. It is the same on every machine. If a commit
//! changes the signature, its message says so.

use std::io::{self, Write};

use sarsen_core::game::{mix64, split_mix};
use sarsen_core::search::{Control, Limits};
use sarsen_core::transposition::{Table, TableError};
use sarsen_engine::engine::DEFAULT_SELECTIVITY;
use sarsen_engine::session::{
    Exercise, OpenError, Play, PositionError, Registry, Request, Think, UndoError,
};

/// The size of the table in MiB.
const HASH: usize = 16;

/// The number of positions for a game without [exercises](Exercise): its start, and others after
/// random moves.
const PLAYOUTS: u64 = 6;

/// Each of these positions has this number of random plies more than the one before.
const STRIDE: u64 = 3;

/// The limit for the nodes in the search of each of these positions.
const NODES: u64 = 100_000;

/// Why there is no signature.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BenchError {
    /// There is no memory for the table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The setup of an exercise is wrong.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The moves of an exercise are wrong.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// An exercise has nothing to search.
    #[error("{0}: a position of the bench is finished")]
    Finished(String),
    /// A move cannot be taken back.
    #[error(transparent)]
    Undo(#[from] UndoError),
    /// The figures cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// Searches the positions of all games, writes a line for each, and returns the sum of the nodes.
///
/// The positions of a game are its [exercises](Exercise). If it has none, they are its start and
/// positions after random moves.
///
/// # Errors
///
/// If a position cannot be set up, or nothing can be written.
pub fn run(registry: &Registry, out: &mut dyn Write) -> Result<u64, BenchError> {
    let mut table = Table::new(HASH)?;
    let mut sum = 0;
    for (game, exercises) in registry.exercises() {
        for Exercise { setup, depth, moves, .. } in exercises {
            let mut session = registry.open(game, setup)?;
            session.set_position(None, moves)?;
            let request = request(Limits::depth(*depth));
            let nodes = search_one(&mut *session, &request, &mut table, out)?;
            sum += nodes.ok_or_else(|| BenchError::Finished(game.to_owned()))?;
        }
        for number in (0..PLAYOUTS).filter(|_| exercises.is_empty()) {
            let mut session = registry.open(game, "")?;
            play_out(&mut *session, number)?;
            let request = request(Limits::nodes(NODES));
            sum += search_one(&mut *session, &request, &mut table, out)?.unwrap_or(0);
        }
    }
    Ok(sum)
}

/// A request with the default selectivity.
fn request(limits: Limits) -> Request {
    Request { limits, selectivity: DEFAULT_SELECTIVITY as u32, ..Request::default() }
}

/// Searches the position of a session. Returns the number of nodes; `None` if there is nothing to
/// search.
fn search_one(
    session: &mut dyn Think,
    request: &Request,
    table: &mut Table,
    out: &mut dyn Write,
) -> Result<Option<u64>, BenchError> {
    table.clear();
    let control = Control::new();
    let Some(answer) = session.search(request, table, &control, &mut |_| {}) else {
        return Ok(None);
    };
    let best = answer.best;
    writeln!(
        out,
        "{} depth {} nodes {} time {} bestmove {}",
        session.game(),
        best.depth,
        best.nodes,
        control.elapsed().as_millis(),
        best.variation[0]
    )?;
    Ok(Some(best.nodes))
}

/// Plays random moves to a position where a player is to move. The same number plays the same
/// moves.
fn play_out(session: &mut dyn Play, number: u64) -> Result<(), BenchError> {
    let mut state = mix64(number);
    let mut played = 0;
    // This goes on while chance is to act. The loop below goes back from the end of the game.
    while session.outcome().is_none() && (played < number * STRIDE || session.to_move().is_none()) {
        let moves = session.moves();
        session.play(&moves[(split_mix(&mut state) % moves.len() as u64) as usize])?;
        played += 1;
    }
    while played > 0 && session.to_move().is_none() {
        session.undo(1)?;
        played -= 1;
    }
    Ok(())
}
