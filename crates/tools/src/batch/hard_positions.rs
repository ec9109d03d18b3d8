//! Positions beyond a book of everything for which the game's own solver needs long.
//!
//! The owner of the book plays its moves, and the opponent plays any move. Where the book has no
//! move any more, the solver has to find one. If it visits more positions for that than it should,
//! the position is hard, and the book learns its value and a move that keeps it. Then the walk goes
//! on after that move. Where the solver is soon done, the walk ends: what it has learnt there helps
//! it with what comes later.

use std::collections::{BTreeMap, HashSet};

use sarsen_core::game::value::{Value, to_node};
use sarsen_core::game::{Effort, Player};
use sarsen_core::search::Control;
use sarsen_core::sys::threads::ThreadKind;
use sarsen_engine::book::{Book, BookEntry, Growth, Learner};
use sarsen_engine::session::Session;

/// Which positions are hard, and by what means they are solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hardness {
    /// A position is hard if the solver, with nothing in its memory, visits more than this number
    /// of positions before it has a move.
    pub nodes: u64,
    /// The memory of each solver, in bytes.
    pub bytes: usize,
}

/// The hard positions of one ply, while they are sought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HardProgress {
    /// The number of plies from the start.
    pub ply: usize,
    /// The number of positions of this ply that the solver has to try.
    pub tried: usize,
    /// The number of these that have been tried.
    pub done: usize,
}

/// What has come out when the solver tried a position.
enum Tried {
    /// It is not hard.
    Easy,
    /// It is hard, and this is what the book learns.
    Hard {
        value: Value,
        /// The position after a move that keeps the value, with its key, its text and its value.
        /// None if the move ends the game.
        after: Option<(u64, String, Value)>,
    },
}

/// Takes a position that has been tried, with its key.
type TakeTried<'a, E> = dyn FnMut(&(u64, String), Tried) -> Result<(), E> + 'a;

/// Positions by their keys.
type PositionsByKey = BTreeMap<u64, String>;

/// Teaches a book the hard positions, and the positions after the moves to be played there, until
/// there are no more or `control` says stop. `sessions` must be of the book's game. Each works on
/// its own thread. `tell` is called after each position. If it fails, the work ends.
///
/// # Errors
///
/// The error of `tell`.
pub fn learn_hard_positions<E>(
    growth: &mut Growth,
    sessions: &mut [Box<dyn Session>],
    hardness: Hardness,
    control: &Control,
    tell: &mut dyn FnMut(&Growth, HardProgress) -> Result<(), E>,
) -> Result<(), E> {
    let mut easy = HashSet::new();
    loop {
        let before = growth.learnt();
        for owner in [Player::First, Player::Second] {
            walk(growth, sessions, (owner, hardness), control, &mut easy, tell)?;
        }
        // What one owner has learnt may lead the other one further.
        if growth.learnt() == before || control.poll(0) {
            return Ok(());
        }
    }
}

/// Walks through the book with one player as its owner, ply by ply. `easy` has the keys of the
/// positions that need not be tried again.
fn walk<E>(
    growth: &mut Growth,
    sessions: &mut [Box<dyn Session>],
    (owner, hardness): (Player, Hardness),
    control: &Control,
    easy: &mut HashSet<u64>,
    tell: &mut dyn FnMut(&Growth, HardProgress) -> Result<(), E>,
) -> Result<(), E> {
    sessions[0].restart();
    let start = (sessions[0].key(), sessions[0].canonical_position());
    let mut layer = PositionsByKey::from([start]);
    for ply in 0.. {
        if layer.is_empty() || control.poll(0) {
            break;
        }
        let book = growth.book();
        let (mut next, mut open) = (PositionsByKey::new(), Vec::new());
        for (key, position) in layer {
            let goes_on = follow(&book, &mut *sessions[0], owner, &position, &mut next);
            if !goes_on && !easy.contains(&key) {
                open.push((key, position));
            }
        }
        let mut progress = HardProgress { ply, tried: open.len(), done: 0 };
        try_all(&book, sessions, &open, hardness, control, &mut |(key, position), tried| {
            progress.done += 1;
            match tried {
                Tried::Easy => {
                    easy.insert(*key);
                }
                Tried::Hard { value, after } => {
                    growth.learn(position, BookEntry::proven(value));
                    if let Some((key, text, value)) = after {
                        growth.learn(&text, BookEntry::proven(value));
                        next.insert(key, text);
                    }
                }
            }
            tell(growth, progress)
        })?;
        layer = next;
    }
    Ok(())
}

/// Adds the positions to which play goes on from a position: after any move of the opponent, or
/// after the owner's move out of the book. False if the book has no move for its owner.
fn follow(
    book: &Book,
    session: &mut dyn Session,
    owner: Player,
    position: &str,
    next: &mut PositionsByKey,
) -> bool {
    // A session can read each text that it wrote.
    let _ = session.set_position(Some(position), "");
    let moves = if session.to_move() == Some(owner) {
        let Some((_, line)) = book.line(session, None) else { return false };
        line.into_iter().take(1).collect()
    } else {
        session.moves()
    };
    for m in moves {
        let _ = session.set_position(Some(position), &m);
        if session.to_move().is_some() {
            next.insert(session.key(), session.canonical_position());
        }
    }
    true
}

/// Lets the solvers try positions, on all threads. Calls `take` with each position that has been
/// tried.
fn try_all<E>(
    book: &Book,
    sessions: &mut [Box<dyn Session>],
    positions: &[(u64, String)],
    hardness: Hardness,
    control: &Control,
    take: &mut TakeTried<'_, E>,
) -> Result<(), E> {
    ThreadKind::searching("book").share_with(
        sessions,
        positions.len(),
        |session, number| try_one(book, &mut **session, &positions[number].1, hardness, control),
        |number, tried| take(&positions[number], tried),
    )
}

/// Lets the solver try a position. None if it was interrupted.
fn try_one(
    book: &Book,
    session: &mut dyn Session,
    position: &str,
    Hardness { nodes, bytes }: Hardness,
    control: &Control,
) -> Option<Tried> {
    session.set_position(Some(position), "").ok()?;
    session.forget();
    let known = book.exact_value(session);
    let must_end = |_| control.poll(0);
    let all = Effort { known, must_end: &must_end, ..Effort::UNLIMITED };
    let solver = session.solver(bytes).ok()?;
    let soon = solver.solve(&Effort { nodes, ..all })?;
    if soon.keeps.is_some() && soon.value().is_some() {
        return Some(Tried::Easy);
    }
    let found = solver.solve(&all)?;
    drop(solver);
    let (value, m) = (found.value()?, found.keeps?);
    let mover = session.to_move();
    session.play(&m).ok()?;
    let after = session.to_move().map(|next| {
        let seen = if Some(next) == mover { value } else { -value };
        (session.key(), session.canonical_position(), to_node(seen, 1))
    });
    Some(Tried::Hard { value, after })
}
