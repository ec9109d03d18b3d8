//! The root: who wins, and with which move; or how the loser makes it hardest.

use super::super::board::{CELLS, LINES_OF};
use super::super::moves::Move;
use super::best_first::Tree;
use super::glance::{Seen, ahead, glance};
use super::key::key;
use super::order::Model;
use super::search::Search;
use super::state::State;
use super::store::NO_MOVE;
use super::tables::parts;
use super::technique::Technique;
use super::visit;
use crate::solvers::techniques::Techniques;
use crate::sys::processor::{Processor, Work};

/// Who wins, and a move: one that wins, or one that is hard to refute.
#[derive(Clone, Copy)]
pub(super) struct Answer {
    pub(super) is_won: bool,
    pub(super) best: Move,
}

/// An unfinished position to be solved.
pub(super) struct Root<'s, 'a, T> {
    pub(super) search: &'s mut Search<'a>,
    pub(super) techniques: T,
    pub(super) tree: &'s Tree,
    pub(super) state: State,
}

impl<T: Techniques<Technique>> Work for Root<'_, '_, T> {
    /// None if the search had to stop.
    type Found = Option<Answer>;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> Option<Answer> {
        let Self { search, techniques, tree, state } = self;
        let proof = tree.solve(search, processor, techniques)?;
        let best = if proof.is_won {
            winning(search, processor, techniques, &state)?
        } else {
            hardest(search, techniques, &state)
        };
        Some(Answer { is_won: proof.is_won, best: Move(best) })
    }
}

/// All moves by their codes.
fn moves(state: &State) -> impl Iterator<Item = u8> + use<> {
    let (empty, pieces) = (state.empty, state.own.distinct());
    (0..6 * CELLS as u8)
        .filter(move |code| empty >> (code / 6) & pieces as u32 >> (code % 6) & 1 == 1)
}

fn after(state: &State, code: u8) -> State {
    let (cell, piece) = parts(code);
    state.after(cell, piece)
}

/// By how many lines a move puts who makes it ahead, of those that are somebody's for good.
fn margin(state: &State, code: u8) -> i32 {
    -ahead(&after(state, code))
}

/// A move that wins a won position, of those after which that is seen at a glance the one with the
/// greatest margin of lines; none if the search has to stop.
fn winning<P: Processor, T: Techniques<Technique>>(
    search: &mut Search<'_>,
    processor: P,
    techniques: T,
    state: &State,
) -> Option<u8> {
    let is_lost_at_once = |code: &u8| matches!(glance(&after(state, *code), techniques), Seen::Decided(proof) if !proof.is_won);
    let at_once = moves(state).filter(is_lost_at_once);
    if let Some(code) = at_once.max_by_key(|&code| margin(state, code)) {
        return Some(code);
    }
    // Most likely what is remembered, which may have been a move of another position that shares
    // the proof.
    let mut likely = NO_MOVE;
    if let Seen::Open(seen) = glance(state, techniques) {
        let store = search.store(state.count());
        visit::recall(store, state, &seen, key(state, &seen, techniques), &mut likely);
    }
    let likely = moves(state).filter(|&code| code == likely);
    for code in likely.chain(moves(state)) {
        let proof = visit::solve(search, processor, techniques, after(state, code));
        if search.stopped {
            return None;
        }
        if !proof.is_won {
            return Some(code);
        }
    }
    unreachable!("a won position has a move that wins")
}

/// The move of a lost position whose refutation took most positions, as far as that is remembered;
/// of equals the one with the best margin of lines, and of these the one that the model likes best.
fn hardest<T: Techniques<Technique>>(search: &Search<'_>, techniques: T, state: &State) -> u8 {
    let mut model = Model::new();
    if let Seen::Open(seen) = glance(state, techniques) {
        model.learn(state, &seen);
    }
    let work = |code: u8| {
        let after = after(state, code);
        let Seen::Open(seen) = glance(&after, techniques) else { return 0 };
        let hash = key(&after, &seen, techniques).hash;
        let known = search.store(after.count()).get(hash).into_iter().flatten();
        known.filter(|known| known.is_won).map(|known| known.work).max().unwrap_or(0)
    };
    let points = |code: u8| {
        let (cell, piece) = parts(code);
        model.points(LINES_OF[cell], piece.into())
    };
    moves(state)
        .max_by_key(|&code| (work(code), margin(state, code), points(code)))
        .unwrap_or(NO_MOVE)
}
