//! The solver's recursion. It answers the question: is a position's score at least `beta`?

use super::super::word::BoardWord;
use super::bound::{Follower, select};
use super::lanes::{LEAST, best_refuted, bounds, each, greatest, list_moves, orders};
use super::order;
use super::search::{Question, ThreadSearch};
use super::shape::is_lost;
use super::store::NO_COLUMN;
use super::technique::Technique;
use crate::solvers::techniques::TechniqueSet;
use crate::sys::processor::{Computation, Processor};

/// With more empty cells than this, a thread puts off moves that another thread is searching.
const SHARED_EMPTY: u32 = 16;

/// With this many empty cells or fewer, the search does not look up the positions one move ahead.
const FEW_EMPTY: u32 = 8;

/// Less than the points of any move.
const LEAST_ORDER: i32 = -1000;

/// A visit of a quiet position, compiled for each kind of processor. `N` is the number of lanes, at
/// least the number of columns.
///
/// The result is a bound. If it is `beta` or more, the true score is at least this result.
/// Otherwise the true score is at most this result. The result is meaningless once the search has
/// stopped.
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

/// A position that is being visited, and its moves by their lanes.
struct VisitedNode<'n, W, const N: usize> {
    question: Question<W>,
    /// The number of empty cells.
    empty: u32,
    /// Whether the hash is that of the mirror image.
    is_mirrored: bool,
    /// The number of moves.
    count: usize,
    /// The cell of each move.
    cells: &'n [W; N],
    /// After each move and its forced replies, the stones of the player to move.
    movers: &'n [W; N],
    /// All stones at that point.
    filled: &'n [W; N],
    /// The hash of the position at that point.
    hashes: &'n [u64; N],
    /// Whether the player to move at that point is the same as before the move.
    is_same: &'n [bool; N],
    /// The upper bound of the score of each move.
    upper: &'n [i32; N],
}

/// Visits a position. The compiler inlines everything that it calls into one function for each kind
/// of processor.
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
    // Step 1. The limits of the score, since neither player wins with the next stone.
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

    // Step 2. Make all moves that do not lose at once, side by side.
    let other = own ^ occupied;
    let dangers = shape.threats(other, occupied);
    let mut cells = [W::ZERO; N];
    let count = list_moves(techniques, shape.playable(occupied), dangers, &mut cells);
    let stones: [W; N] = each(|i| own | cells[i]);
    let mut filled: [W; N] = each(|i| occupied | cells[i]);
    let mut threats: [W; N] = each(|i| shape.threats(stones[i], filled[i]));
    let mut playable: [W; N] = each(|i| shape.playable(filled[i]));
    let mut forced: [W; N] = each(|i| threats[i] & playable[i]);
    let mut lost: [bool; N] = each(|i| is_lost(forced[i], threats[i], playable[i]));
    // Step 3. Return if a move leaves the opponent without a good reply.
    if lost.contains(&true) {
        return most;
    }
    // Prefetch the entries of positions without a forced reply now, because that takes long.
    let mut hashes: [u64; N] = if search.may_be_mirrored(filled[0]) {
        std::array::from_fn(|i| search.hash(other, filled[i]))
    } else {
        each(|i| search.plain_hash(other, filled[i]))
    };
    for i in 0..count {
        if forced[i].is_zero() {
            search.store.prefetch(hashes[i]);
        }
    }
    let orders = orders::<W, P, T, N>(techniques, dangers, &threats, &playable, &forced);

    // Step 4. Make forced replies until there are no more.
    let mut movers = [other; N];
    let mut has_replies = false;
    while techniques.has(Technique::ForcedReplies) {
        let replies: [W; N] = each(|i| select(lost[i], W::ZERO, forced[i]));
        if replies.iter().all(|reply| reply.is_zero()) {
            break;
        }
        has_replies = true;
        movers = each(|i| select(replies[i].is_zero(), movers[i], movers[i] ^ filled[i]));
        filled = each(|i| filled[i] | replies[i]);
        threats = each(|i| shape.threats(movers[i] ^ filled[i], filled[i]));
        playable = each(|i| shape.playable(filled[i]));
        forced = each(|i| threats[i] & playable[i]);
        lost = each(|i| is_lost(forced[i], threats[i], playable[i]) & (filled[i] != shape.cells));
    }
    if has_replies {
        for i in 0..count {
            if movers[i] != other {
                hashes[i] = search.hash(movers[i], filled[i]);
                search.store.prefetch(hashes[i]);
            }
        }
    }

    // Step 5. Find the bounds of the new positions at a glance.
    let empties: [i32; N] = each(|i| shape.empty(filled[i]) as i32);
    let is_same: [bool; N] = each(|i| (empties[i] ^ empty as i32) & 1 == 0);
    let follower = |i: usize| Follower {
        stones: movers[i] ^ filled[i],
        threats: threats[i],
        occupied: filled[i],
        playable: playable[i],
        is_odd: empties[i] & 1 != 0,
    };
    let bounds: [i32; N] = bounds::<W, P, T, N>(shape, techniques, follower);
    // If two cells are left, the opponent does not threaten the second one: that would have been a
    // loss.
    let decided: [bool; N] = each(|i| lost[i] | (empties[i] <= 2));
    let scores: [i32; N] = each(|i| {
        let score = select(lost[i], empties[i] / 2, 0);
        select(is_same[i], -score, score)
    });
    let lower: [i32; N] =
        each(|i| select(decided[i], scores[i], select(is_same[i], LEAST, -bounds[i])));
    let upper: [i32; N] =
        each(|i| select(decided[i], scores[i], select(is_same[i], bounds[i], -LEAST)));
    let sure = greatest(lower);
    if sure >= beta {
        return sure;
    }

    // Step 6. Look up what is known about this position and those one move ahead.
    let node = VisitedNode {
        question,
        empty,
        is_mirrored,
        count,
        cells: &cells,
        movers: &movers,
        filled: &filled,
        hashes: &hashes,
        is_same: &is_same,
        upper: &upper,
    };
    let mut best = best_refuted(&upper, beta);
    let mut keys = [0; N];
    if let Some(score) = candidates(search, techniques, &node, &orders, &mut keys, &mut best) {
        return score;
    }

    // Step 7. Search the remaining moves, the most promising first.
    search_candidates(search, processor, techniques, &node, keys, best)
}

/// Looks up this position and the positions one move ahead (enhanced transposition cutoffs).
/// Returns the score if an entry answers the question. Otherwise sets the keys of the moves that
/// have to be searched. A key holds the points of the move, and its lane to settle ties. It stays 0
/// if the move needs no search.
#[inline(always)]
fn candidates<W: BoardWord, T: TechniqueSet<Technique>, const N: usize>(
    search: &ThreadSearch<'_, W>,
    techniques: T,
    node: &VisitedNode<'_, W, N>,
    orders: &[u32; N],
    keys: &mut [u32; N],
    best: &mut i32,
) -> Option<i32> {
    let Question { hash, beta, .. } = node.question;
    let VisitedNode { empty, count, cells, hashes, is_same, upper, .. } = *node;
    let shape = search.shape;
    let mut remembered = NO_COLUMN;
    if let Some(known) = search.store.get(hash) {
        if known.is_lower == (known.score >= beta) {
            return Some(known.score);
        }
        if techniques.has(Technique::RememberedMoves) {
            remembered = search.column_there(known.column, node.is_mirrored);
        }
    }
    for i in 0..count {
        if upper[i] < beta {
            continue;
        }
        if empty > FEW_EMPTY
            && techniques.has(Technique::ChildEntries)
            && let Some(known) = search.store.get(hashes[i])
        {
            let score = if is_same[i] { known.score } else { -known.score };
            let is_lower = known.is_lower == is_same[i];
            if is_lower && score >= beta {
                return Some(score);
            }
            if !is_lower && score < beta {
                *best = (*best).max(score);
                continue;
            }
        }
        let cell = cells[i].trailing_zeros();
        let mut order = orders[i] as i32 + i32::from(shape.places[cell as usize]);
        if techniques.has(Technique::History) {
            order += search.history.points(empty, cell);
        }
        if cell / shape.stride == remembered {
            order += order::REMEMBERED;
        }
        keys[i] = ((order - LEAST_ORDER) as u32) << 8 | (N - i) as u32;
    }
    None
}

/// Searches the candidates until one reaches `beta`. Puts off a move that another thread is
/// searching.
#[inline(always)]
fn search_candidates<W: BoardWord, P: Processor, T: TechniqueSet<Technique>, const N: usize>(
    search: &mut ThreadSearch<'_, W>,
    processor: P,
    techniques: T,
    node: &VisitedNode<'_, W, N>,
    mut keys: [u32; N],
    mut best: i32,
) -> i32 {
    let Question { hash, beta, .. } = node.question;
    let VisitedNode { empty, is_mirrored, cells, movers, filled, hashes, is_same, .. } = *node;
    let before = search.nodes;
    let in_flight = if empty > SHARED_EMPTY { search.watch.in_flight.as_ref() } else { None };
    let mut put_off = [0; N];
    let mut puts_off = in_flight.is_some();
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
        if let Some(in_flight) = in_flight {
            if puts_off && failed != 0 && in_flight.contains(hashes[i]) {
                put_off[i] = key;
                continue;
            }
            in_flight.enter(hashes[i]);
        }
        let question = Question {
            own: movers[i],
            occupied: filled[i],
            hash: hashes[i],
            beta: if is_same[i] { beta } else { 1 - beta },
        };
        let score = processor.run(Visit::<W, T, N> { search, techniques, question });
        if let Some(in_flight) = in_flight {
            in_flight.leave(hashes[i]);
        }
        if search.stopped {
            return 0;
        }
        let score = if is_same[i] { score } else { -score };
        if score >= beta {
            let cell = cells[i].trailing_zeros();
            let column = cell / search.shape.stride;
            search.remember(hash, score, true, column, is_mirrored, before);
            if failed != 0 {
                search.history.reward(empty, cell);
            }
            while failed != 0 {
                let cell = cells[failed.trailing_zeros() as usize].trailing_zeros();
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
