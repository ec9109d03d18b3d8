//! The solver's recursion. It answers the question: does the player to move win?

use super::super::board::{CELLS, LINE_SET, LINES_OF};
use super::ending;
use super::glance::{Glance, Glanced, glance};
use super::lanes::{ANY, least};
use super::level::{LEVELS, Level};
use super::memory::{NO_MOVE, key, recall, remember};
use super::order;
use super::proof::SlackProof;
use super::search::ThreadSearch;
use super::state::SolverState;
use super::tables::{code, parts};
use super::technique::Technique;
use sarsen_core::solvers::techniques::{AllBut, AllTechniques, TechniqueSet};
use sarsen_core::sys::processor::{self, Computation, Processor};

/// With fewer empty cells than this, it costs more to remember a position than to solve it again.
const REMEMBERED_FROM: u32 = 6;

/// With fewer empty cells than this, the model costs more than its move order saves.
const MODEL_FROM: u32 = 7;

/// Solves a position with the best code for this processor. The result is meaningless once the
/// search has stopped.
pub(super) fn solve(
    search: &mut ThreadSearch<'_>,
    techniques: AllBut<Technique>,
    state: SolverState,
) -> SlackProof {
    match techniques {
        AllBut(None) => processor::run(SolveState { search, techniques: AllTechniques, state }),
        without => processor::run(SolveState { search, techniques: without, state }),
    }
}

/// A position to solve, with everything for which the recursion is compiled.
struct SolveState<'s, 'a, T> {
    search: &'s mut ThreadSearch<'a>,
    techniques: T,
    state: SolverState,
}

impl<T: TechniqueSet<Technique>> Computation for SolveState<'_, '_, T> {
    type Found = SlackProof;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> SlackProof {
        solve_on(self.search, processor, self.techniques, self.state)
    }
}

/// A position to search, which is not decided at a glance.
struct Visit<'s, 'a, T> {
    search: &'s mut ThreadSearch<'a>,
    techniques: T,
    state: SolverState,
    seen: Glance,
}

impl<T: TechniqueSet<Technique>> Computation for Visit<'_, '_, T> {
    type Found = SlackProof;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> SlackProof {
        let Self { search, techniques, state, seen } = self;
        visit(search, processor, techniques, &state, &seen)
    }
}

/// Solves a position on one kind of processor.
#[inline(always)]
fn solve_on<P: Processor, T: TechniqueSet<Technique>>(
    search: &mut ThreadSearch<'_>,
    processor: P,
    techniques: T,
    state: SolverState,
) -> SlackProof {
    match glance(&state, techniques) {
        Glanced::Decided(proof) => proof,
        Glanced::Open(_)
            if state.count() == ending::ENDING_CELLS as u32
                && techniques.has(Technique::Ending) =>
        {
            search.nodes += 1;
            ending::solve(&state)
        }
        Glanced::Open(seen) => processor.run(Visit { search, techniques, state, seen }),
    }
}

#[inline(always)]
fn visit<P: Processor, T: TechniqueSet<Technique>>(
    search: &mut ThreadSearch<'_>,
    processor: P,
    techniques: T,
    state: &SolverState,
    seen: &Glance,
) -> SlackProof {
    search.level(state.count()).clear();
    let lost = SlackProof { is_won: false, slack: ANY };
    if search.visit_ends() {
        return lost;
    }
    let empty = state.count();
    let remembers = empty >= REMEMBERED_FROM;
    let key = key(state, seen, techniques);
    let store = search.store(empty);
    if remembers {
        store.prefetch(key.hash);
    }

    // List the moves while the entries arrive from memory.
    list(search, techniques, state, seen, empty);
    if remembers {
        let mut code = NO_MOVE;
        match recall(store, state, seen, key, &mut code) {
            Some(proof) => return proof,
            None if techniques.has(Technique::RememberedMoves) && code != NO_MOVE => {
                search.level(empty).moves.reward(code, order::REMEMBERED);
            }
            None => {}
        }
    }

    let before = search.nodes;
    let mut slack = seen.slack;
    let mut winner = None;
    while let Some(code) = search.level(empty).moves.next() {
        let (cell, piece) = parts(code);
        if techniques.has(Technique::LargerPieces)
            && let Some(covered) = search.level(empty).refuted.covers(cell, piece)
        {
            slack = least(slack, covered);
            continue;
        }
        let proof = solve_on(search, processor, techniques, state.after(cell, piece));
        if search.stopped {
            return lost;
        }
        if !proof.is_won {
            winner = Some((code, proof.slack));
            break;
        }
        slack = least(slack, proof.slack);
        search.level(empty).refute(code, proof.slack);
    }
    let (proof, code) = match winner {
        Some((code, slack)) => {
            search.reward(empty, code);
            (SlackProof { is_won: true, slack }, code)
        }
        None => (SlackProof { is_won: false, slack }, NO_MOVE),
    };
    let proof = seen.with_owned(proof);
    if remembers {
        let nodes = search.nodes - before;
        remember(store, state, seen, key, proof, code, nodes);
    }
    proof
}

/// Lists the moves to try, with their points.
#[inline(always)]
fn list<T: TechniqueSet<Technique>>(
    search: &mut ThreadSearch<'_>,
    techniques: T,
    state: &SolverState,
    seen: &Glance,
    empty: u32,
) {
    let ThreadSearch { history, levels, .. } = search;
    let Level { model, moves, .. } = &mut levels[empty as usize % LEVELS];
    let has_model = empty >= MODEL_FROM && techniques.has(Technique::Model);
    if has_model {
        model.learn(state, seen);
    }
    candidates(techniques, state, seen, |cell, piece, lines| {
        let code = code(cell, piece);
        let mut points = if has_model {
            model.points(LINES_OF[cell], piece)
        } else {
            let claims = (lines & seen.claimable).count_ones() as i32;
            256 * claims + 128 * lines.count_ones() as i32 - 20 * piece as i32
        };
        if techniques.has(Technique::History) {
            points += history.points(empty, code);
        }
        moves.push(points, code);
    });
}

/// Calls `tell` with each move to try: the cell, the piece, and the undecided lines of the cell.
#[inline(always)]
pub(super) fn candidates<T: TechniqueSet<Technique>>(
    techniques: T,
    state: &SolverState,
    seen: &Glance,
    mut tell: impl FnMut(usize, usize, u32),
) {
    let kinds = state.own.distinct();
    let (mut has_dead, mut private) = (false, 0);
    let mut cells = seen.cells;
    while cells != 0 {
        let cell = cells.trailing_zeros() as usize % CELLS;
        cells &= cells - 1;
        let lines = u32::from(LINE_SET[cell]) & seen.open;
        let mut pieces = kinds;
        if lines == 0 && techniques.has(Technique::DeadCells) {
            if has_dead {
                continue;
            }
            has_dead = true;
            // The smallest piece.
            pieces &= pieces.wrapping_neg();
        } else if lines & lines.wrapping_sub(1) == 0 && techniques.has(Technique::PrivateCells) {
            if private & lines != 0 {
                continue;
            }
            private |= lines;
        }
        while pieces != 0 {
            let piece = pieces.trailing_zeros() as usize + 1;
            pieces &= pieces - 1;
            tell(cell, piece, lines);
        }
    }
}
