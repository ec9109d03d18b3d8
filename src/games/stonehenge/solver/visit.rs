//! The solver's recursion: who wins?

use super::super::board::{CELLS, LINE_SET, LINES_OF};
use super::ending;
use super::glance::{Glance, Seen, glance};
use super::key::{Key, key};
use super::lanes::{ANY, NONE, choose, each, least, reaches, reordered};
use super::level::{LEVELS, Level};
use super::order;
use super::proof::{Proof, within};
use super::search::Search;
use super::state::State;
use super::store::{Known, NO_MOVE, Store};
use super::tables::{FROM_IMAGE, TO_IMAGE, code, image_of, original_of, parts};
use super::technique::Technique;
use crate::solvers::techniques::Techniques;
use crate::sys::processor::{Processor, Work};

/// With fewer empty cells than this it costs more to remember a position than to solve it again.
const REMEMBERED_FROM: u32 = 6;

/// With fewer empty cells than this the order of moves is worth no model.
const MODEL_FROM: u32 = 7;

/// A position that is not decided at a glance, to be searched.
pub(super) struct Visit<'s, 'a, T> {
    pub(super) search: &'s mut Search<'a>,
    pub(super) techniques: T,
    pub(super) state: State,
    pub(super) seen: Glance,
}

impl<T: Techniques<Technique>> Work for Visit<'_, '_, T> {
    type Found = Proof;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> Proof {
        let Self { search, techniques, state, seen } = self;
        visit(search, processor, techniques, &state, &seen)
    }
}

/// Solves a position; meaningless once the search has stopped.
#[inline(always)]
pub(super) fn solve<P: Processor, T: Techniques<Technique>>(
    search: &mut Search<'_>,
    processor: P,
    techniques: T,
    state: State,
) -> Proof {
    match glance(&state, techniques) {
        Seen::Decided(proof) => proof,
        Seen::Open(_)
            if state.count() == ending::CELLS as u32 && techniques.has(Technique::Ending) =>
        {
            search.nodes += 1;
            ending::solve(&state)
        }
        Seen::Open(seen) => processor.run(Visit { search, techniques, state, seen }),
    }
}

#[inline(always)]
fn visit<P: Processor, T: Techniques<Technique>>(
    search: &mut Search<'_>,
    processor: P,
    techniques: T,
    state: &State,
    seen: &Glance,
) -> Proof {
    search.level(state.count()).clear();
    let lost = Proof { is_won: false, slack: ANY };
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

    // The moves, while the memory is on its way.
    list(search, techniques, state, seen, empty);
    if remembers {
        let mut code = NO_MOVE;
        match recall(store, state, seen, key, &mut code) {
            Some(proof) => return proof,
            None if techniques.has(Technique::RememberedMoves) && code != NO_MOVE => {
                search.level(empty).moves.praise(code, order::REMEMBERED);
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
        let proof = solve(search, processor, techniques, state.after(cell, piece));
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
            search.praise(empty, code);
            (Proof { is_won: true, slack }, code)
        }
        None => (Proof { is_won: false, slack }, NO_MOVE),
    };
    let proof = seen.with_owned(proof);
    if remembers {
        let nodes = search.nodes - before;
        remember(store, state, seen, key, proof, code, nodes);
    }
    proof
}

/// Lists the moves that need to be tried.
#[inline(always)]
fn list<T: Techniques<Technique>>(
    search: &mut Search<'_>,
    techniques: T,
    state: &State,
    seen: &Glance,
    empty: u32,
) {
    let Search { history, levels, .. } = search;
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

/// The moves that need to be tried: the cell, the piece, and the undecided lines there.
#[inline(always)]
pub(super) fn candidates<T: Techniques<Technique>>(
    techniques: T,
    state: &State,
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
            // The smallest.
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

/// What is remembered of a position: the proof, or at least a good move.
#[inline(always)]
pub(super) fn recall(
    store: &Store,
    state: &State,
    seen: &Glance,
    Key { hash, symmetry }: Key,
    code: &mut u8,
) -> Option<Proof> {
    let lead = if symmetry == 0 { state.lead } else { reordered(state.lead, &TO_IMAGE[symmetry]) };
    for known in store.get(hash).into_iter().flatten() {
        let lead = if known.is_won { lead } else { NONE - lead };
        if known.code != NO_MOVE {
            *code = if symmetry == 0 { known.code } else { original_of(known.code, symmetry) };
        }
        if reaches(lead, known.leads) {
            let slack = lead.saturating_sub(known.leads);
            let slack = if symmetry == 0 { slack } else { reordered(slack, &FROM_IMAGE[symmetry]) };
            let slack = within(seen.undecided, slack);
            return Some(seen.with_owned(Proof { is_won: known.is_won, slack }));
        }
    }
    None
}

/// Remembers a proof.
#[inline(always)]
pub(super) fn remember(
    store: &Store,
    state: &State,
    seen: &Glance,
    Key { hash, symmetry }: Key,
    proof: Proof,
    code: u8,
    nodes: u64,
) {
    let lead = if proof.is_won { state.lead } else { NONE - state.lead };
    let leads = choose(seen.undecided, lead.saturating_sub(proof.slack), each(i8::MIN));
    let (leads, code) = if symmetry == 0 {
        (leads, code)
    } else {
        let code = if code == NO_MOVE { code } else { image_of(code, symmetry) };
        (reordered(leads, &TO_IMAGE[symmetry]), code)
    };
    let work = (nodes + 1).ilog2() as u8;
    store.put(hash, Known { is_won: proof.is_won, leads, code, work });
}
