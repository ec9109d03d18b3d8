//! The solver's recursion. It answers the question: is a position's score at least `beta`?
//!
//! It computes the moves of a position side by side, with a lane for each column. A column without
//! a good move has an idle lane.

use super::super::word::BoardWord;
use super::bound::Follower;
use super::lanes::{Moved, lanes_of, orders};
use super::order;
use super::search::{Question, ThreadSearch};
use super::shape::{LANES, is_lost};
use super::store::NO_COLUMN;
use super::technique::Technique;
use sarsen_core::solvers::techniques::TechniqueSet;
use sarsen_core::sys::lanes::{LaneMask, LaneNumbers, LaneWords};
use sarsen_core::sys::processor::{Computation, Processor};

/// With more empty cells than this, a thread puts off moves that another thread is searching.
const SHARED_EMPTY: u32 = 16;

/// With this many empty cells or fewer, the search does not look up the positions one move ahead.
const FEW_EMPTY: u32 = 8;

/// Less than any score.
const LEAST: i32 = -100;

/// Less than the points of any move.
const LEAST_ORDER: i32 = -1000;

/// A visit of a quiet position, compiled for each kind of processor. There are `N` lanes in `G`
/// vectors of eight, at least as many as columns.
///
/// The result is a bound. If it is `beta` or more, the true score is at least this result.
/// Otherwise the true score is at most this result. The result is meaningless once the search has
/// stopped.
pub(super) struct Visit<'s, 'a, W, T, const G: usize, const N: usize> {
    pub(super) search: &'s mut ThreadSearch<'a, W>,
    pub(super) techniques: T,
    pub(super) question: Question<W>,
}

impl<W: BoardWord, T: TechniqueSet<Technique>, const G: usize, const N: usize> Computation
    for Visit<'_, '_, W, T, G, N>
{
    type Found = i32;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> i32 {
        visit::<W, P, T, G, N>(self.search, processor, self.techniques, self.question)
    }
}

/// A position that is being visited, and its moves by their lanes.
struct VisitedNode<'n, W, const N: usize> {
    question: Question<W>,
    /// The number of empty cells.
    empty: u32,
    /// The cell of each move.
    cells: &'n [W; N],
    /// After each move and its forced replies, the stones of the player to move.
    movers: &'n [W; N],
    /// All stones at that point.
    filled: &'n [W; N],
    /// The cells that would complete four for the opponent of the player to move at that point.
    dangers: &'n [W; N],
    /// The hash of the position at that point.
    hashes: &'n [u64; N],
    /// A bit for each lane where the player to move at that point is the same as before the move.
    is_same: u32,
}

impl<W, const N: usize> VisitedNode<'_, W, N> {
    /// The score of a move for the player to move now, from the score at the point after it.
    #[inline(always)]
    fn score_here(&self, lane: usize, score: i32) -> i32 {
        if self.is_same_at(lane) { score } else { -score }
    }

    #[inline(always)]
    fn is_same_at(&self, lane: usize) -> bool {
        self.is_same >> lane & 1 != 0
    }
}

/// Visits a position. The compiler inlines everything that it calls into one function for each kind
/// of processor.
#[inline(always)]
fn visit<W: BoardWord, P: Processor, T: TechniqueSet<Technique>, const G: usize, const N: usize>(
    search: &mut ThreadSearch<'_, W>,
    processor: P,
    techniques: T,
    question: Question<W>,
) -> i32 {
    const { assert!(N == G * LANES) };
    let Question { own, occupied, dangers, beta, .. } = question;
    let shape = search.shape;
    let empty = shape.empty(occupied);
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
    let open = {
        let playable = shape.playable(occupied);
        let forced = playable & dangers;
        if !techniques.has(Technique::ForcedReplies) && !forced.is_zero() {
            forced
        } else {
            playable & !(dangers >> 1)
        }
    };
    let cells = W::load::<P, G>(processor, &shape.columns) & open;
    let is_move = cells.is_some();
    let filled_now = cells | occupied;
    let threats = shape.threats(cells | own, filled_now);
    let playable = shape.playable(filled_now);
    let forced = threats & playable;
    let moved = Moved { threats, playable, forced };
    let mut lost = is_lost(forced, threats, playable) & is_move;
    // Step 3. Return if a move leaves the opponent without a good reply.
    if lost.any() {
        return most;
    }
    // So a win takes one stone more.
    if most - 1 < beta {
        return most - 1;
    }
    // Prefetch the entries of positions without a forced reply now, because that takes long.
    let mut filled = [W::ZERO; N];
    filled_now.write(&mut filled);
    let mut hashes: [u64; N] = if search.may_be_mirrored(filled[0]) {
        std::array::from_fn(|i| search.hash(other, filled[i]))
    } else {
        std::array::from_fn(|i| search.plain_hash(other, filled[i]))
    };
    for i in lanes_of(is_move & !forced.is_some()) {
        search.store.prefetch(hashes[i]);
    }

    // Step 4. Make forced replies until there are no more. No move has lost so far.
    let (mut filled_now, mut movers_now) = (filled_now, cells.splat(other));
    let (mut threats, mut playable, mut forced) = (threats, playable, forced);
    let (mut is_same, mut has_reply) = (lost, lost);
    let mut empties = filled_now.splat(W::ZERO).ones() + (empty as i32 - 1);
    loop {
        let is_reply = forced.is_some() & !lost;
        if !techniques.has(Technique::ForcedReplies) || !is_reply.any() {
            break;
        }
        has_reply = has_reply | is_reply;
        is_same = is_same ^ is_reply;
        empties = (empties + -1).where_else(is_reply, empties);
        movers_now = (movers_now ^ filled_now).where_else(is_reply, movers_now);
        filled_now = filled_now | forced.only(is_reply);
        threats = shape.threats(movers_now ^ filled_now, filled_now);
        playable = shape.playable(filled_now);
        forced = threats & playable;
        lost = is_lost(forced, threats, playable) & is_move & empties.is_at_least(1);
    }
    let mut movers = [other; N];
    if has_reply.any() {
        filled_now.write(&mut filled);
        movers_now.write(&mut movers);
        for i in lanes_of(has_reply) {
            hashes[i] = search.hash(movers[i], filled[i]);
            search.store.prefetch(hashes[i]);
        }
    }

    // Step 5. Find the bounds of the new positions at a glance.
    let follower = Follower {
        stones: movers_now ^ filled_now,
        threats,
        occupied: filled_now,
        playable,
        is_odd: is_same ^ is_same.splat(!empty.is_multiple_of(2)) ^ is_same.splat(true),
    };
    let bounds = shape.bound(techniques, follower);
    // If two cells are left, the opponent does not threaten the second one: that would have been a
    // loss.
    let is_decided = lost | !empties.is_at_least(3);
    let no_score = empties.splat(0);
    let scores = empties.halved().where_else(lost, no_score);
    let scores = (-scores).where_else(is_same, scores);
    let lower = scores.where_else(is_decided, no_score.splat(LEAST).where_else(is_same, -bounds));
    let upper = scores.where_else(is_decided, bounds.where_else(is_same, no_score.splat(-LEAST)));
    let lower = lower.where_else(is_move, no_score.splat(LEAST));
    let is_sure = lower.is_at_least(beta);
    if is_sure.any() {
        return lower.greatest();
    }

    // Step 6. Look up what is known about this position and those one move ahead.
    let is_open = upper.is_at_least(beta) & is_move;
    let mut best = no_score.splat(LEAST).where_else(is_open | !is_move, upper).greatest();
    let (mut cells_of, mut dangers_of) = ([W::ZERO; N], [W::ZERO; N]);
    cells.write(&mut cells_of);
    threats.write(&mut dangers_of);
    let node = VisitedNode {
        question,
        empty,
        cells: &cells_of,
        movers: &movers,
        filled: &filled,
        dangers: &dangers_of,
        hashes: &hashes,
        is_same: is_same.bits(),
    };
    let mut points = [0; N];
    if techniques.has(Technique::ThreatOrder) {
        orders(empty, dangers, moved).write(&mut points);
    }
    let mut keys = [0; N];
    if let Some(score) =
        candidates(search, techniques, &node, is_open, &points, &mut keys, &mut best)
    {
        return score;
    }

    // Step 7. Search the remaining moves, the most promising first.
    search_candidates::<W, P, T, G, N>(search, processor, techniques, &node, keys, best)
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
    is_open: impl LaneMask,
    points: &[i32; N],
    keys: &mut [u32; N],
    best: &mut i32,
) -> Option<i32> {
    let Question { own, occupied, hash, beta, .. } = node.question;
    let shape = search.shape;
    let mut remembered = NO_COLUMN;
    if let Some(known) = search.store.get(hash) {
        if known.is_lower == (known.score >= beta) {
            return Some(known.score);
        }
        if techniques.has(Technique::RememberedMoves) {
            remembered = search.column_there(known.column, search.is_mirrored(own, occupied, hash));
        }
    }
    for i in lanes_of(is_open) {
        if node.empty > FEW_EMPTY
            && techniques.has(Technique::ChildEntries)
            && let Some(known) = search.store.get(node.hashes[i])
        {
            let score = node.score_here(i, known.score);
            let is_lower = known.is_lower == node.is_same_at(i);
            if is_lower && score >= beta {
                return Some(score);
            }
            if !is_lower && score < beta {
                *best = (*best).max(score);
                continue;
            }
        }
        let cell = node.cells[i].trailing_zeros();
        let place = shape.places[(node.empty % 2) as usize][cell as usize];
        let mut order = points[i] + i32::from(place);
        if techniques.has(Technique::History) {
            order += search.history.points(node.empty, cell);
        }
        if i as u32 == remembered {
            order += order::REMEMBERED;
        }
        keys[i] = ((order - LEAST_ORDER) as u32) << 8 | (N - i) as u32;
    }
    None
}

/// Searches the candidates until one reaches `beta`. Puts off a move that another thread is
/// searching.
#[inline(always)]
fn search_candidates<
    W: BoardWord,
    P: Processor,
    T: TechniqueSet<Technique>,
    const G: usize,
    const N: usize,
>(
    search: &mut ThreadSearch<'_, W>,
    processor: P,
    techniques: T,
    node: &VisitedNode<'_, W, N>,
    mut keys: [u32; N],
    mut best: i32,
) -> i32 {
    let Question { own, occupied, hash, beta, .. } = node.question;
    let VisitedNode { empty, cells, movers, filled, dangers, hashes, .. } = *node;
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
            dangers: dangers[i],
            hash: hashes[i],
            beta: if node.is_same_at(i) { beta } else { 1 - beta },
        };
        let score = processor.run(Visit::<W, T, G, N> { search, techniques, question });
        if let Some(in_flight) = in_flight {
            in_flight.leave(hashes[i]);
        }
        if search.stopped {
            return 0;
        }
        let score = node.score_here(i, score);
        let is_mirrored = |search: &ThreadSearch<'_, W>| search.is_mirrored(own, occupied, hash);
        if score >= beta {
            let cell = cells[i].trailing_zeros();
            let column = search.column_there(i as u32, is_mirrored(search));
            search.remember(hash, score, true, column, before);
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
    search.remember(hash, best, false, NO_COLUMN, before);
    best
}
