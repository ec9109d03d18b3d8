//! The solver's recursion: is a position's score at least so much?

use super::super::word::Word;
use super::bound::Follower;
use super::processor::Processor;
use super::shape::Shape;
use super::store::{NO_COLUMN, Remembered, Store};
use super::watch::Watch;

/// Stones up to which mirror images share their entries.
const MIRROR_STONES: u32 = 14;

/// With more empty cells than this threads keep out of each other's way.
const SHARED_EMPTY: u32 = 16;

/// Positions that a thread visits between looking up.
const STRIDE: u64 = 1 << 11;

/// With no more empty cells than this the entries of the positions one move ahead are not looked at.
const FEW_EMPTY: u32 = 10;

/// Less than any score.
const LEAST: i32 = -100;

/// What speaks for a move, in points; settled by counting nodes.
mod worth {
    /// A threat just above a playable cell.
    pub(super) const NEAR_THREAT: u32 = 180;
    /// A threat two above one.
    pub(super) const SECOND_THREAT: u32 = 50;
    /// A threat, unless it lies just above one of the opponent's.
    pub(super) const THREAT: u32 = 30;
    /// A reply that the opponent must not make.
    pub(super) const LOST_REPLY: u32 = 10;
    /// A reply that he has to make.
    pub(super) const FORCED_REPLY: i32 = 100;
    /// The move that was good here before.
    pub(super) const REMEMBERED: i32 = 50;
    /// The most that history counts, times 64.
    pub(super) const HISTORY: i32 = 256;
}

/// One search: the words of a position are the stones of the player to move, and all stones.
pub(super) struct Search<'a, W> {
    pub(super) shape: &'a Shape<W>,
    /// What it remembers with: a small store at first, perhaps.
    store: &'a Store,
    large: &'a Store,
    /// Where it leaves the small store; 0 if it has.
    small_nodes: u64,
    watch: &'a Watch<'a>,
    nodes: u64,
    /// How many of them have been counted by all.
    counted: u64,
    /// Where it ends without an answer.
    node_limit: u64,
    /// Where it looks up.
    pause: u64,
    stopped: bool,
    history: [[i16; 128]; 2],
}

/// A position that is not decided at a glance.
#[derive(Clone, Copy)]
pub(super) struct Quiet<W> {
    /// Stones of the player to move, who cannot win at once, nor has he to prevent the other from doing so.
    pub(super) own: W,
    pub(super) occupied: W,
    /// Whether the player to move is the one from whom it was asked.
    pub(super) is_same: bool,
}

/// What a position comes to when all forced moves have been made.
pub(super) enum Resolved<W> {
    Score(i32),
    Quiet(Quiet<W>),
}

/// What is asked of a quiet position: whether its score is at least `beta`.
#[derive(Clone, Copy)]
pub(super) struct Visit<W> {
    own: W,
    occupied: W,
    hash: u64,
    /// Whether the hash is that of the mirror image.
    is_mirrored: bool,
    beta: i32,
}

/// A move that is worth a search.
#[derive(Clone, Copy)]
struct Candidate<W> {
    order: i32,
    cell: u32,
    /// What is asked of the position that it leads to.
    visit: Visit<W>,
    /// Whether the same player is to move there.
    is_same: bool,
}

impl<'a, W: Word> Search<'a, W> {
    pub(super) fn new(shape: &'a Shape<W>, large: &'a Store, watch: &'a Watch<'a>) -> Self {
        Self {
            shape,
            store: large,
            large,
            small_nodes: 0,
            watch,
            nodes: 0,
            counted: 0,
            node_limit: u64::MAX,
            pause: 0,
            stopped: false,
            history: [[0; 128]; 2],
        }
    }

    /// Remembers with a small store for so many positions, at least 1.
    pub(super) fn begin_with(&mut self, small: &'a Store, nodes: u64) {
        self.store = small;
        self.small_nodes = self.nodes + nodes;
    }

    /// Leaves the small store and takes along what is in it.
    pub(super) fn leave_small(&mut self) {
        if self.small_nodes > 0 {
            self.store.pour_into(self.large);
            self.store = self.large;
            self.small_nodes = 0;
        }
    }

    /// For how many positions it would still remember with the small store; 0 if it does not.
    pub(super) fn left_with_small(&self) -> u64 {
        self.small_nodes.saturating_sub(self.nodes)
    }

    /// So many positions may be visited from now on, by this thread.
    pub(super) fn limit(&mut self, nodes: u64) {
        self.node_limit = self.nodes.saturating_add(nodes);
        self.pause = self.nodes;
    }

    /// Looks up: whether the search must end.
    #[cold]
    fn must_end(&mut self) -> bool {
        let left = self.watch.count(self.nodes - self.counted);
        self.counted = self.nodes;
        let left = left.min(self.node_limit - self.nodes);
        let mut stride = left.min(STRIDE);
        match self.left_with_small() {
            0 => self.leave_small(),
            small => stride = stride.min(small),
        }
        self.pause = self.nodes + stride;
        left == 0 || self.watch.is_answered()
    }

    /// Positions visited by this thread that have not been counted by all.
    pub(super) fn uncounted(&self) -> u64 {
        self.nodes - self.counted
    }

    #[inline(always)]
    pub(super) fn empty(&self, occupied: W) -> u32 {
        self.shape.geometry.size() - occupied.count_ones()
    }

    /// The hash of a position, and whether it is that of its mirror image.
    #[inline(always)]
    pub(super) fn hash(&self, own: W, occupied: W) -> (u64, bool) {
        let key = (occupied + self.shape.bottom) | own;
        let bits = self.shape.key_bits;
        let hash = key.scatter(bits);
        if occupied.count_ones() > MIRROR_STONES {
            return (hash, false);
        }
        let mirrored = self.shape.geometry.mirror(key).scatter(bits);
        (hash.min(mirrored), mirrored < hash)
    }

    /// Follows forced moves from an unfinished position in which the player to move cannot win at once: as long as a player
    /// has only one move that does not lose at once, it is made.
    #[inline(always)]
    pub(super) fn resolve(&self, mut own: W, mut occupied: W) -> Resolved<W> {
        let shape = self.shape;
        let mut is_same = true;
        loop {
            let empty = self.empty(occupied);
            let threats = shape.threats(own ^ occupied, occupied);
            let playable = shape.playable(occupied);
            let forced = threats & playable;
            if is_lost(forced, threats, playable) && empty > 0 {
                let score = (empty / 2) as i32;
                return Resolved::Score(if is_same { -score } else { score });
            }
            if forced.is_zero() {
                // Of two cells left the second one would have been threatened.
                return if empty <= 2 {
                    Resolved::Score(0)
                } else {
                    Resolved::Quiet(Quiet { own, occupied, is_same })
                };
            }
            own ^= occupied;
            occupied |= forced;
            is_same = !is_same;
        }
    }

    /// Whether the score of a quiet position is at least `beta`: a score that is no more than the true one if
    /// it is, no less if it is not; none if the search must end. `N` is the number of columns at least.
    pub(super) fn node<const N: usize, C: Processor>(
        &mut self,
        processor: C,
        Quiet { own, occupied, .. }: Quiet<W>,
        beta: i32,
    ) -> Option<i32> {
        self.stopped = false;
        let question = self.question(own, occupied, beta);
        let score = processor.visit::<W, N>(self, question);
        (!self.stopped).then_some(score)
    }

    /// The same, if it can be told without a search.
    pub(super) fn glance(&self, quiet: Quiet<W>, beta: i32) -> Option<bool> {
        if self.bound(quiet) < beta {
            return Some(false);
        }
        let (hash, _) = self.hash(quiet.own, quiet.occupied);
        let known = self.store.get(hash)?;
        (known.is_lower == (known.score >= beta)).then_some(known.is_lower)
    }

    /// The column of the move that was good in a position before, or [`NO_COLUMN`].
    pub(super) fn remembered(&self, Quiet { own, occupied, .. }: Quiet<W>) -> u32 {
        let (hash, is_mirrored) = self.hash(own, occupied);
        let column = self.store.get(hash).map_or(NO_COLUMN, |known| known.column);
        self.column_there(column, is_mirrored)
    }

    #[inline(always)]
    fn question(&self, own: W, occupied: W, beta: i32) -> Visit<W> {
        let (hash, is_mirrored) = self.hash(own, occupied);
        Visit { own, occupied, hash, is_mirrored, beta }
    }

    /// What [`node`](Self::node) asks of a position, with its hash; meaningless once `stopped` is set. It is inlined into one function for each [`Processor`], with all that
    /// it calls.
    #[inline(always)]
    pub(super) fn visit<const N: usize, C: Processor>(
        &mut self,
        processor: C,
        Visit { own, occupied, hash, is_mirrored, beta }: Visit<W>,
    ) -> i32 {
        let shape = self.shape;
        let empty = self.empty(occupied);
        // Step 1. Neither wins with the next stone.
        let most = (empty as i32 - 1) / 2;
        let least = -((empty as i32 - 2) / 2);
        if most < beta {
            return most;
        }
        if least >= beta {
            return least;
        }
        if self.nodes >= self.pause && self.must_end() {
            self.stopped = true;
            return 0;
        }
        self.nodes += 1;

        // Step 2. All moves that do not lose at once, side by side.
        let dangers = shape.threats(own ^ occupied, occupied);
        let mut open = shape.playable(occupied) & !(dangers >> 1);
        let mut cells = [W::ZERO; N];
        let mut count = 0;
        while !open.is_zero() {
            cells[count] = open.lowest();
            open = open.without_lowest();
            count += 1;
        }
        let stones: [W; N] = lanes(|i| own | cells[i]);
        let filled: [W; N] = lanes(|i| occupied | cells[i]);
        let threats: [W; N] = lanes(|i| shape.threats(stones[i], filled[i]));
        let playable: [W; N] = lanes(|i| shape.playable(filled[i]));
        let forced: [W; N] = lanes(|i| threats[i] & playable[i]);
        let wins: [bool; N] = lanes(|i| is_lost(forced[i], threats[i], playable[i]));
        // Step 3. One that leaves the opponent without a good reply.
        if wins[..count].contains(&true) {
            return most;
        }

        // Step 4. One after which the opponent cannot win.
        let is_odd = empty.is_multiple_of(2);
        let bounds: [i32; N] = lanes(|i| {
            let [stones, occupied, playable] = [stones[i], filled[i], playable[i]];
            shape.bound(Follower { stones, threats: threats[i], occupied, playable, is_odd })
        });
        for i in 0..count {
            if forced[i].is_zero() && -bounds[i] >= beta {
                return -bounds[i];
            }
        }

        // Step 5. What forced replies lead to, and an order.
        let orders: [u32; N] = lanes(|i| {
            let count = |cells: W| cells.count_ones();
            worth::NEAR_THREAT * count(threats[i] & playable[i] << 1)
                + worth::SECOND_THREAT * count(threats[i] & playable[i] << 2)
                + worth::THREAT * count(threats[i] & !(dangers << 1))
                + worth::LOST_REPLY * count(playable[i] & threats[i] >> 1)
        });
        let mut best = LEAST;
        let mut candidates = [const { None::<Candidate<W>> }; N];
        let mut open = 0;
        for i in 0..count {
            let cell = cells[i].trailing_zeros();
            let history = self.history[(empty % 2) as usize][cell as usize] >> 6;
            let mut order =
                orders[i] as i32 + i32::from(shape.places[cell as usize]) + i32::from(history);
            let to = if !forced[i].is_zero() {
                order += worth::FORCED_REPLY;
                let (own, occupied) = (stones[i], filled[i] | forced[i]);
                match self.resolve(own, occupied) {
                    Resolved::Score(score) if score >= beta => return score,
                    Resolved::Score(score) => {
                        best = best.max(score);
                        continue;
                    }
                    Resolved::Quiet(to) => {
                        let bound = self.bound(to);
                        if to.is_same && bound < beta {
                            best = best.max(bound);
                            continue;
                        }
                        if !to.is_same && -bound >= beta {
                            return -bound;
                        }
                        to
                    }
                }
            } else if empty <= 3 {
                // Two cells are left, and nobody wins in them.
                best = best.max(0);
                continue;
            } else {
                Quiet { own: stones[i] ^ filled[i], occupied: filled[i], is_same: false }
            };
            let Quiet { own, occupied, is_same } = to;
            let visit = self.question(own, occupied, if is_same { beta } else { 1 - beta });
            self.store.prefetch(visit.hash);
            candidates[open] = Some(Candidate { order, cell, visit, is_same });
            open += 1;
        }
        if best >= beta {
            return best;
        }

        // Step 6. What is known here, or one move ahead (enhanced transposition cutoffs).
        let mut remembered = NO_COLUMN;
        if let Some(known) = self.store.get(hash) {
            if known.is_lower == (known.score >= beta) {
                return known.score;
            }
            remembered = self.column_there(known.column, is_mirrored);
        }
        if empty > FEW_EMPTY {
            for candidate in &mut candidates[..open] {
                let Some(Candidate { visit, is_same, .. }) = candidate else { continue };
                let Some(known) = self.store.get(visit.hash) else { continue };
                let score = if *is_same { known.score } else { -known.score };
                let is_lower = known.is_lower == *is_same;
                if is_lower && score >= beta {
                    return score;
                }
                if !is_lower && score < beta {
                    best = best.max(score);
                    *candidate = None;
                }
            }
        }

        // Step 7. The others, the likeliest first.
        let mut sorted = [0; N];
        let mut open_moves = 0;
        for i in 0..open {
            let Some(candidate) = &mut candidates[i] else { continue };
            if candidate.cell / shape.stride == remembered {
                candidate.order += worth::REMEMBERED;
            }
            let order = candidate.order;
            let is_before = |j: usize| candidates[j].is_some_and(|other| other.order >= order);
            let mut place = open_moves;
            while place > 0 && !is_before(sorted[place - 1]) {
                sorted[place] = sorted[place - 1];
                place -= 1;
            }
            sorted[place] = i;
            open_moves += 1;
        }
        let before = self.nodes;
        let busy = if empty > SHARED_EMPTY { self.watch.busy.as_ref() } else { None };
        let mut put_off = [0; N];
        let mut late_moves = 0;
        for n in 0.. {
            let i = if n < open_moves {
                sorted[n]
            } else if n - open_moves < late_moves {
                put_off[n - open_moves]
            } else {
                break;
            };
            let Some(Candidate { cell, visit, is_same, .. }) = candidates[i] else {
                continue;
            };
            if let Some(busy) = busy {
                if n > 0 && n < open_moves && busy.contains(visit.hash) {
                    put_off[late_moves] = i;
                    late_moves += 1;
                    continue;
                }
                busy.enter(visit.hash);
            }
            let score = processor.visit::<W, N>(self, visit);
            if let Some(busy) = busy {
                busy.leave(visit.hash);
            }
            let score = if is_same { score } else { -score };
            if self.stopped {
                return 0;
            }
            if score >= beta {
                self.remember(hash, score, true, cell / shape.stride, is_mirrored, before);
                let history = &mut self.history[(empty % 2) as usize];
                for &j in &sorted[..n.min(open_moves)] {
                    if let Some(failed) = candidates[j] {
                        let worth = &mut history[failed.cell as usize];
                        *worth -= (i32::from(*worth) + worth::HISTORY) as i16 / 16;
                    }
                }
                if n > 0 {
                    let worth = &mut history[cell as usize];
                    *worth += (worth::HISTORY - i32::from(*worth)) as i16 / 16;
                }
                return score;
            }
            best = best.max(score);
        }
        self.remember(hash, best, false, NO_COLUMN, is_mirrored, before);
        best
    }

    /// The bound at a glance of one position.
    #[inline(always)]
    fn bound(&self, Quiet { own, occupied, .. }: Quiet<W>) -> i32 {
        let stones = own ^ occupied;
        self.shape.bound(Follower {
            stones,
            threats: self.shape.threats(stones, occupied),
            occupied,
            playable: self.shape.playable(occupied),
            is_odd: !self.empty(occupied).is_multiple_of(2),
        })
    }

    /// A column, or [`NO_COLUMN`], as it is called in the mirror image if the entry is that one's.
    #[inline(always)]
    fn column_there(&self, column: u32, is_mirrored: bool) -> u32 {
        if is_mirrored && column != NO_COLUMN {
            u32::from(self.shape.geometry.width()) - 1 - column
        } else {
            column
        }
    }

    #[inline(always)]
    fn remember(
        &self,
        hash: u64,
        score: i32,
        is_lower: bool,
        column: u32,
        is_mirrored: bool,
        before: u64,
    ) {
        let column = self.column_there(column, is_mirrored);
        self.store.put(hash, Remembered { score, is_lower, column }, self.nodes - before);
    }
}

/// Something for each move, without branches, so that the compiler takes several at once.
#[inline(always)]
fn lanes<T: Copy + Default, const N: usize>(of: impl Fn(usize) -> T) -> [T; N] {
    let mut out = [T::default(); N];
    for (i, out) in out.iter_mut().enumerate() {
        *out = of(i);
    }
    out
}

/// Whether the player to move, who cannot win at once, loses with the opponent's next stone: the opponent threatens to win in two
/// cells at once, or just above the one that has to be taken, or above every cell there is.
#[inline(always)]
fn is_lost<W: Word>(forced: W, threats: W, playable: W) -> bool {
    let two = !forced.without_lowest().is_zero();
    let stacked = !(forced << 1 & threats).is_zero();
    let nothing = forced.is_zero() & (playable & !(threats >> 1)).is_zero();
    two | stacked | nothing
}
