//! The solver's recursion: is a position's score at least `beta`?

use super::super::word::BoardWord;
use super::lanes::{Bounds, Lanes};
use super::order;
use super::search::{Question, ThreadSearch};
use super::store::NO_COLUMN;
use super::technique::Technique;
use crate::solvers::techniques::TechniqueSet;
use crate::sys::processor::{Computation, Processor};

/// With more empty cells than this, threads keep out of each other's way.
const SHARED_EMPTY: u32 = 16;

/// With no more empty cells than this, the entries of the positions one move ahead are not looked
/// up.
const FEW_EMPTY: u32 = 8;

/// Less than the points of any move.
const LEAST_ORDER: i32 = -1000;

/// A visit of a quiet position, to be compiled for a kind of processor. `N` is the number of lanes,
/// at least the number of columns.
///
/// It finds a score that is no more than the true one if it is `beta` or more, and no less
/// otherwise. The score is meaningless once the search has stopped.
pub(super) struct Visit<'s, 'a, W, T, const N: usize> {
    pub(super) search: &'s mut ThreadSearch<'a, W>,
    pub(super) techniques: T,
    pub(super) question: Question<W>,
}

impl<W: BoardWord, T: TechniqueSet<Technique>, const N: usize> Computation
    for Visit<'_, '_, W, T, N>
{
    type Found = i32;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> i32 {
        visit::<W, P, T, N>(self.search, processor, self.techniques, self.question)
    }
}

/// A position that is being visited, and its moves.
struct VisitedNode<W, const N: usize> {
    question: Question<W>,
    /// How many cells are empty.
    empty: u32,
    /// Whether the hash is the mirror image's.
    is_mirrored: bool,
    lanes: Lanes<W, N>,
    /// The hashes of the positions that the moves lead to.
    hashes: [u64; N],
    bounds: Bounds<N>,
}

/// Visits a position. Everything that it calls is inlined into one function for each kind of
/// processor.
#[inline(always)]
fn visit<W: BoardWord, P: Processor, T: TechniqueSet<Technique>, const N: usize>(
    search: &mut ThreadSearch<'_, W>,
    processor: P,
    techniques: T,
    question: Question<W>,
) -> i32 {
    let Question { own, occupied, hash, beta } = question;
    let shape = search.shape;
    let empty = shape.empty(occupied);
    let is_mirrored = hash != search.plain_hash(own, occupied);
    // Step 1. Neither player wins with the next stone.
    let most = (empty as i32 - 1) / 2;
    let least = -((empty as i32 - 2) / 2);
    if most < beta {
        return most;
    }
    if least >= beta {
        return least;
    }
    if search.is_check_due() && search.must_end() {
        search.stopped = true;
        return 0;
    }
    search.nodes += 1;

    // Step 2. All moves that do not lose at once, side by side.
    let other = own ^ occupied;
    let dangers = shape.threats(other, occupied);
    let mut lanes = Lanes::<W, N>::new(shape, techniques, own, occupied, dangers);
    // Step 3. A move that leaves the opponent without a good reply.
    if lanes.any_wins() {
        return most;
    }
    // The entries of positions without a forced reply are asked for now, as they take long to come.
    let mut hashes = lanes.hashes(search);
    for (i, &hash) in hashes[..lanes.count].iter().enumerate() {
        if !lanes.has_reply(i) {
            search.store.prefetch(hash);
        }
    }
    let orders = lanes.orders(techniques, dangers);

    // Step 4. Forced replies, as long as there are any.
    if techniques.has(Technique::ForcedReplies) && lanes.follow_replies(shape) {
        for (i, hash) in hashes[..lanes.count].iter_mut().enumerate() {
            if lanes.movers[i] != other {
                *hash = search.hash(lanes.movers[i], lanes.filled[i]);
                search.store.prefetch(*hash);
            }
        }
    }

    // Step 5. What that leads to, at a glance.
    let bounds = lanes.bounds(shape, techniques, empty);
    let sure = bounds.sure();
    if sure >= beta {
        return sure;
    }

    // Step 6. What is known here, or one move ahead.
    let node = VisitedNode { question, empty, is_mirrored, lanes, hashes, bounds };
    let mut best = node.bounds.best_refuted(beta);
    let keys = match candidates(search, techniques, &node, &orders, &mut best) {
        Ok(keys) => keys,
        Err(score) => return score,
    };

    // Step 7. The others, the likeliest first.
    search_candidates(search, processor, techniques, &node, keys, best)
}

/// The moves that have to be searched, after a look at the entry of this position and at those of
/// the positions one move ahead (enhanced transposition cutoffs). For each lane: the points of its
/// move, and the lane for a tie; 0 if there is nothing to search. An entry may also answer the
/// question: that score is the error.
#[inline(always)]
fn candidates<W: BoardWord, T: TechniqueSet<Technique>, const N: usize>(
    search: &ThreadSearch<'_, W>,
    techniques: T,
    node: &VisitedNode<W, N>,
    orders: &[u32; N],
    best: &mut i32,
) -> Result<[u32; N], i32> {
    let Question { hash, beta, .. } = node.question;
    let VisitedNode { empty, ref lanes, ref bounds, .. } = *node;
    let shape = search.shape;
    let mut remembered = NO_COLUMN;
    if let Some(known) = search.store.get(hash) {
        if known.is_lower == (known.score >= beta) {
            return Err(known.score);
        }
        if techniques.has(Technique::RememberedMoves) {
            remembered = search.column_there(known.column, node.is_mirrored);
        }
    }
    let mut keys = [0; N];
    for i in 0..lanes.count {
        if bounds.upper[i] < beta {
            continue;
        }
        if empty > FEW_EMPTY
            && techniques.has(Technique::ChildEntries)
            && let Some(known) = search.store.get(node.hashes[i])
        {
            let is_same = bounds.is_same[i];
            let score = if is_same { known.score } else { -known.score };
            let is_lower = known.is_lower == is_same;
            if is_lower && score >= beta {
                return Err(score);
            }
            if !is_lower && score < beta {
                *best = (*best).max(score);
                continue;
            }
        }
        let cell = lanes.cells[i].trailing_zeros();
        let mut order = orders[i] as i32 + i32::from(shape.places[cell as usize]);
        if techniques.has(Technique::History) {
            order += search.history.points(empty, cell);
        }
        if cell / shape.stride == remembered {
            order += order::REMEMBERED;
        }
        keys[i] = ((order - LEAST_ORDER) as u32) << 8 | (N - i) as u32;
    }
    Ok(keys)
}

/// Searches the candidates until one reaches `beta`. A move that another thread is searching is put
/// off.
#[inline(always)]
fn search_candidates<W: BoardWord, P: Processor, T: TechniqueSet<Technique>, const N: usize>(
    search: &mut ThreadSearch<'_, W>,
    processor: P,
    techniques: T,
    node: &VisitedNode<W, N>,
    mut keys: [u32; N],
    mut best: i32,
) -> i32 {
    let Question { hash, beta, .. } = node.question;
    let VisitedNode { empty, is_mirrored, ref lanes, ref hashes, ref bounds, .. } = *node;
    let before = search.nodes;
    let busy = if empty > SHARED_EMPTY { search.watch.busy.as_ref() } else { None };
    let mut put_off = [0; N];
    let mut puts_off = busy.is_some();
    let mut failed = 0u32;
    loop {
        let key = keys.into_iter().fold(0, u32::max);
        if key == 0 {
            if !puts_off {
                break;
            }
            puts_off = false;
            keys = put_off;
            continue;
        }
        let i = N - (key & 255) as usize;
        keys[i] = 0;
        if let Some(busy) = busy {
            if puts_off && failed != 0 && busy.contains(hashes[i]) {
                put_off[i] = key;
                continue;
            }
            busy.enter(hashes[i]);
        }
        let is_same = bounds.is_same[i];
        let question = Question {
            own: lanes.movers[i],
            occupied: lanes.filled[i],
            hash: hashes[i],
            beta: if is_same { beta } else { 1 - beta },
        };
        let score = processor.run(Visit::<W, T, N> { search, techniques, question });
        if let Some(busy) = busy {
            busy.leave(hashes[i]);
        }
        if search.stopped {
            return 0;
        }
        let score = if is_same { score } else { -score };
        if score >= beta {
            let cell = lanes.cells[i].trailing_zeros();
            let column = cell / search.shape.stride;
            search.remember(hash, score, true, column, is_mirrored, before);
            if failed != 0 {
                search.history.reward(empty, cell);
            }
            while failed != 0 {
                let cell = lanes.cells[failed.trailing_zeros() as usize].trailing_zeros();
                search.history.penalize(empty, cell);
                failed &= failed - 1;
            }
            return score;
        }
        best = best.max(score);
        failed |= 1 << i;
    }
    search.remember(hash, best, false, NO_COLUMN, is_mirrored, before);
    best
}
