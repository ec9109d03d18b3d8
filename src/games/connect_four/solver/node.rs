//! The solver's recursion: is a position's score at least so much?

use super::super::word::Word;
use super::bound::{Follower, NONE, select};
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
const FEW_EMPTY: u32 = 8;

/// Less than any score.
const LEAST: i32 = -100;

/// Less than the points of any move.
const LEAST_ORDER: i32 = -1000;

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
    pub(super) const FORCED_REPLY: u32 = 100;
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
    beta: i32,
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

    /// The hash of a position, which its mirror image may share.
    #[inline(always)]
    pub(super) fn hash(&self, own: W, occupied: W) -> u64 {
        let hash = self.plain_hash(own, occupied);
        if occupied.count_ones() > MIRROR_STONES {
            return hash;
        }
        let mirrored = self.shape.geometry.mirror(self.key(own, occupied));
        hash.min(mirrored.scatter(self.shape.key_bits))
    }

    /// The hash of a position that it shares with none.
    #[inline(always)]
    fn plain_hash(&self, own: W, occupied: W) -> u64 {
        self.key(own, occupied).scatter(self.shape.key_bits)
    }

    #[inline(always)]
    fn key(&self, own: W, occupied: W) -> W {
        (occupied + self.shape.bottom) | own
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
        let hash = self.hash(quiet.own, quiet.occupied);
        let known = self.store.get(hash)?;
        (known.is_lower == (known.score >= beta)).then_some(known.is_lower)
    }

    /// The column of the move that was good in a position before, or [`NO_COLUMN`].
    pub(super) fn remembered(&self, Quiet { own, occupied, .. }: Quiet<W>) -> u32 {
        let hash = self.hash(own, occupied);
        let is_mirrored = hash != self.plain_hash(own, occupied);
        let column = self.store.get(hash).map_or(NO_COLUMN, |known| known.column);
        self.column_there(column, is_mirrored)
    }

    #[inline(always)]
    fn question(&self, own: W, occupied: W, beta: i32) -> Visit<W> {
        Visit { own, occupied, hash: self.hash(own, occupied), beta }
    }

    /// What [`node`](Self::node) asks of a position, with its hash; meaningless once `stopped` is set. It is inlined into
    /// one function for each [`Processor`], with all that it calls.
    #[inline(always)]
    pub(super) fn visit<const N: usize, C: Processor>(
        &mut self,
        processor: C,
        Visit { own, occupied, hash, beta }: Visit<W>,
    ) -> i32 {
        let shape = self.shape;
        let empty = self.empty(occupied);
        let is_mirrored = hash != self.plain_hash(own, occupied);
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

        // Step 2. All moves that do not lose at once, side by side; there is one, as the position is quiet. In the lanes
        // that are left over the first one is made again.
        let other = own ^ occupied;
        let dangers = shape.threats(other, occupied);
        let mut open = shape.playable(occupied) & !(dangers >> 1);
        let mut cells = [open.lowest(); N];
        let mut count = 0;
        while !open.is_zero() {
            cells[count] = open.lowest();
            open = open.without_lowest();
            count += 1;
        }
        let stones: [W; N] = lanes(|i| own | cells[i]);
        let mut filled: [W; N] = lanes(|i| occupied | cells[i]);
        let mut threats: [W; N] = lanes(|i| shape.threats(stones[i], filled[i]));
        let mut playable: [W; N] = lanes(|i| shape.playable(filled[i]));
        let mut forced: [W; N] = lanes(|i| threats[i] & playable[i]);
        let mut lost: [bool; N] = lanes(|i| is_lost(forced[i], threats[i], playable[i]));
        // Step 3. One that leaves the opponent without a good reply.
        if lost.contains(&true) {
            return most;
        }
        // The entries of positions that no forced reply follows are asked for now: they take long to come.
        let mut hashes: [u64; N] = if occupied.count_ones() < MIRROR_STONES {
            std::array::from_fn(|i| self.hash(other, filled[i]))
        } else {
            lanes(|i| self.plain_hash(other, filled[i]))
        };
        for i in 0..count {
            if forced[i].is_zero() {
                self.store.prefetch(hashes[i]);
            }
        }
        let orders: [u32; N] = lanes(|i| {
            let count = |cells: W| cells.count_ones();
            worth::NEAR_THREAT * count(threats[i] & playable[i] << 1)
                + worth::SECOND_THREAT * count(threats[i] & playable[i] << 2)
                + worth::THREAT * count(threats[i] & !(dangers << 1))
                + worth::LOST_REPLY * count(playable[i] & threats[i] >> 1)
                + select(forced[i].is_zero(), 0, worth::FORCED_REPLY)
        });

        // Step 4. Forced replies, as long as there are any.
        let mut movers = [other; N];
        let mut has_replies = false;
        loop {
            let replies: [W; N] = lanes(|i| select(lost[i], W::ZERO, forced[i]));
            if replies.iter().all(|reply| reply.is_zero()) {
                break;
            }
            has_replies = true;
            movers = lanes(|i| select(replies[i].is_zero(), movers[i], movers[i] ^ filled[i]));
            filled = lanes(|i| filled[i] | replies[i]);
            threats = lanes(|i| shape.threats(movers[i] ^ filled[i], filled[i]));
            playable = lanes(|i| shape.playable(filled[i]));
            forced = lanes(|i| threats[i] & playable[i]);
            lost =
                lanes(|i| is_lost(forced[i], threats[i], playable[i]) & (filled[i] != shape.cells));
        }
        if has_replies {
            for i in 0..count {
                if movers[i] != other {
                    hashes[i] = self.hash(movers[i], filled[i]);
                    self.store.prefetch(hashes[i]);
                }
            }
        }

        // Step 5. What that leads to, at a glance.
        let empties: [i32; N] = lanes(|i| self.empty(filled[i]) as i32);
        // Whether the same player is to move as here.
        let is_same: [bool; N] = lanes(|i| (empties[i] ^ empty as i32) & 1 == 0);
        let follower = |i: usize| Follower {
            stones: movers[i] ^ filled[i],
            threats: threats[i],
            occupied: filled[i],
            playable: playable[i],
            is_odd: empties[i] & 1 != 0,
        };
        let mut bounds: [i32; N] = lanes(|i| shape.bound(follower(i)));
        let doubtful: [bool; N] =
            lanes(|i| (bounds[i] == NONE) & shape.has_other_bound(follower(i)));
        if doubtful.contains(&true) {
            let others: [i32; N] = lanes(|i| shape.other_bound(follower(i)));
            bounds = lanes(|i| bounds[i].min(others[i]));
        }
        // Of two cells left the second one would have been threatened.
        let decided: [bool; N] = lanes(|i| lost[i] | (empties[i] <= 2));
        let scores: [i32; N] = lanes(|i| {
            let score = select(lost[i], empties[i] / 2, 0);
            select(is_same[i], -score, score)
        });
        let lower: [i32; N] =
            lanes(|i| select(decided[i], scores[i], select(is_same[i], LEAST, -bounds[i])));
        let upper: [i32; N] =
            lanes(|i| select(decided[i], scores[i], select(is_same[i], bounds[i], -LEAST)));
        let sure = lower.into_iter().fold(LEAST, i32::max);
        if sure >= beta {
            return sure;
        }
        let refuted: [i32; N] = lanes(|i| select(upper[i] < beta, upper[i], LEAST));
        let mut best = refuted.into_iter().fold(LEAST, i32::max);

        // Step 6. What is known here, or one move ahead (enhanced transposition cutoffs).
        let mut remembered = NO_COLUMN;
        if let Some(known) = self.store.get(hash) {
            if known.is_lower == (known.score >= beta) {
                return known.score;
            }
            remembered = self.column_there(known.column, is_mirrored);
        }
        // Each candidate's order, and its lane for a tie; 0 if it is none.
        let mut keys = [0; N];
        for i in 0..count {
            if upper[i] < beta {
                continue;
            }
            if empty > FEW_EMPTY
                && let Some(known) = self.store.get(hashes[i])
            {
                let score = if is_same[i] { known.score } else { -known.score };
                let is_lower = known.is_lower == is_same[i];
                if is_lower && score >= beta {
                    return score;
                }
                if !is_lower && score < beta {
                    best = best.max(score);
                    continue;
                }
            }
            let cell = cells[i].trailing_zeros();
            let history = self.history[(empty % 2) as usize][cell as usize] >> 6;
            let mut order =
                orders[i] as i32 + i32::from(shape.places[cell as usize]) + i32::from(history);
            if cell / shape.stride == remembered {
                order += worth::REMEMBERED;
            }
            keys[i] = ((order - LEAST_ORDER) as u32) << 8 | (N - i) as u32;
        }

        // Step 7. The others, the likeliest first.
        let before = self.nodes;
        let busy = if empty > SHARED_EMPTY { self.watch.busy.as_ref() } else { None };
        // What another thread is at is left for later.
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
            let beta_there = if is_same[i] { beta } else { 1 - beta };
            let visit =
                Visit { own: movers[i], occupied: filled[i], hash: hashes[i], beta: beta_there };
            let score = processor.visit::<W, N>(self, visit);
            if let Some(busy) = busy {
                busy.leave(hashes[i]);
            }
            if self.stopped {
                return 0;
            }
            let score = if is_same[i] { score } else { -score };
            if score >= beta {
                let cell = cells[i].trailing_zeros();
                self.remember(hash, score, true, cell / shape.stride, is_mirrored, before);
                let history = &mut self.history[(empty % 2) as usize];
                if failed != 0 {
                    let worth = &mut history[cell as usize];
                    *worth += (worth::HISTORY - i32::from(*worth)) as i16 / 16;
                }
                while failed != 0 {
                    let cell = cells[failed.trailing_zeros() as usize].trailing_zeros();
                    let worth = &mut history[cell as usize];
                    *worth -= (i32::from(*worth) + worth::HISTORY) as i16 / 16;
                    failed &= failed - 1;
                }
                return score;
            }
            best = best.max(score);
            failed |= 1 << i;
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
