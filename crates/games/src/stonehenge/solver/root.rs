//! The solver's root: the winner, and a move that wins or that makes the win hardest to show.

use super::super::board::{CELLS, LINES_OF};
use super::super::moves::Move;
use super::best_first::BestFirstTree;
use super::glance::{Glanced, glance, lines_ahead};
use super::memory::{NO_MOVE, key, recall};
use super::order::LineModel;
use super::search::ThreadSearch;
use super::state::SolverState;
use super::tables::parts;
use super::technique::Technique;
use super::visit;
use sarsen_core::solvers::techniques::AllBut;

/// The winner and a move. The move wins, or it is the one that is hardest to refute.
#[derive(Clone, Copy)]
pub(super) struct Solution {
    /// Whether the player to move wins.
    pub(super) is_won: bool,
    pub(super) best: Move,
}

/// Solves an unfinished position. None if the search had to stop.
pub(super) fn solve_root(
    search: &mut ThreadSearch<'_>,
    techniques: AllBut<Technique>,
    tree: &BestFirstTree,
    state: &SolverState,
) -> Option<Solution> {
    let proof = tree.solve(search, techniques)?;
    let best = if proof.is_won {
        winning(search, techniques, state)?
    } else {
        hardest(search, techniques, state)
    };
    Some(Solution { is_won: proof.is_won, best: Move(best) })
}

/// All moves by their codes.
fn moves(state: &SolverState) -> impl Iterator<Item = u8> + use<> {
    let (empty, pieces) = (state.empty, state.own.distinct());
    (0..6 * CELLS as u8)
        .filter(move |code| empty >> (code / 6) & pieces as u32 >> (code % 6) & 1 == 1)
}

fn after(state: &SolverState, code: u8) -> SolverState {
    let (cell, piece) = parts(code);
    state.after(cell, piece)
}

/// After a move, the lines that the mover owns for good less those of the opponent.
fn lead_after(state: &SolverState, code: u8) -> i32 {
    -lines_ahead(&after(state, code))
}

/// A move that wins a won position. If a glance shows that some moves win, it is the one of these
/// with the best lead in lines. None if the search has to stop.
fn winning(
    search: &mut ThreadSearch<'_>,
    techniques: AllBut<Technique>,
    state: &SolverState,
) -> Option<u8> {
    let is_lost_at_once = |code: &u8| match glance(&after(state, *code), techniques) {
        Glanced::Decided(proof) => !proof.is_won,
        Glanced::Open(_) => false,
    };
    let at_once = moves(state).filter(is_lost_at_once);
    if let Some(code) = at_once.max_by_key(|&code| lead_after(state, code)) {
        return Some(code);
    }
    // The remembered move probably wins. But it may belong to another position with the same key.
    let mut likely = NO_MOVE;
    if let Glanced::Open(seen) = glance(state, techniques) {
        let store = search.store(state.count());
        recall(store, state, &seen, key(state, &seen, techniques), &mut likely);
    }
    let likely = moves(state).filter(|&code| code == likely);
    for code in likely.chain(moves(state)) {
        let proof = visit::solve(search, techniques, after(state, code));
        if search.stopped {
            return None;
        }
        if !proof.is_won {
            return Some(code);
        }
    }
    unreachable!("a won position has a move that wins")
}

/// The move of a lost position whose refutation took the most positions, as far as the stores
/// remember. Among equal moves it is the one with the best lead in lines, and among these the one
/// with the most points of the model.
fn hardest(search: &ThreadSearch<'_>, techniques: AllBut<Technique>, state: &SolverState) -> u8 {
    let mut model = LineModel::new();
    if let Glanced::Open(seen) = glance(state, techniques) {
        model.learn(state, &seen);
    }
    let work = |code: u8| {
        let after = after(state, code);
        let Glanced::Open(seen) = glance(&after, techniques) else { return 0 };
        let hash = key(&after, &seen, techniques).hash;
        let known = search.store(after.count()).get(hash).into_iter().flatten();
        known.filter(|known| known.is_won).map(|known| known.work).max().unwrap_or(0)
    };
    let points = |code: u8| {
        let (cell, piece) = parts(code);
        model.points(LINES_OF[cell], piece.into())
    };
    moves(state)
        .max_by_key(|&code| (work(code), lead_after(state, code), points(code)))
        .unwrap_or(NO_MOVE)
}
