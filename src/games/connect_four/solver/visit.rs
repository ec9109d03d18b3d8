//! The solver's recursion: is a position's score at least so much?

use super::super::word::Word;
use super::bound::{Follower, NONE, select};
use super::mode::Mode;
use super::order;
use super::search::Search;
use super::shape::is_lost;
use super::store::NO_COLUMN;
use super::technique::Technique;

/// With more empty cells than this threads keep out of each other's way.
const SHARED_EMPTY: u32 = 16;

/// With no more empty cells than this the entries of the positions one move ahead are not looked
/// at.
const FEW_EMPTY: u32 = 8;

/// Less than any score.
const LEAST: i32 = -100;

/// Less than the points of any move.
const LEAST_ORDER: i32 = -1000;

/// What is asked of a quiet position: whether its score is at least `beta`.
#[derive(Clone, Copy)]
pub(super) struct Visit<W> {
    pub(super) own: W,
    pub(super) occupied: W,
    pub(super) hash: u64,
    pub(super) beta: i32,
}

impl<W: Word> Search<'_, W> {
    /// A score that is no more than the true one if it is `beta` or more, else no less; meaningless
    /// once `stopped` is set. It is inlined into one function for each [`Mode`], with all that it
    /// calls.
    #[inline(always)]
    pub(super) fn visit<const N: usize, C: Mode>(
        &mut self,
        mode: C,
        Visit { own, occupied, hash, beta }: Visit<W>,
    ) -> i32 {
        let shape = self.shape;
        let empty = shape.empty(occupied);
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
        if self.is_due() && self.must_end() {
            self.stopped = true;
            return 0;
        }
        self.nodes += 1;

        // Step 2. All moves that do not lose at once, side by side; there is one, as the position
        // is not lost. In the lanes that are left over the first one is made again.
        let other = own ^ occupied;
        let dangers = shape.threats(other, occupied);
        let playable = shape.playable(occupied);
        let mut open = playable & !(dangers >> 1);
        if !mode.has(Technique::ForcedReplies) && !(playable & dangers).is_zero() {
            open = playable & dangers;
        }
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
        // The entries of positions that no forced reply follows are asked for now: they take long
        // to come.
        let mut hashes: [u64; N] = if self.may_be_mirrored(filled[0]) {
            std::array::from_fn(|i| self.hash(other, filled[i]))
        } else {
            lanes(|i| self.plain_hash(other, filled[i]))
        };
        for i in 0..count {
            if forced[i].is_zero() {
                self.store.prefetch(hashes[i]);
            }
        }
        let points = |technique, points| select(mode.has(technique), points, 0);
        let of_threat = |of_one| points(Technique::ThreatOrder, of_one);
        let of_lost_reply = points(Technique::LostReplies, order::LOST_REPLY);
        let orders: [u32; N] = lanes(|i| {
            let count = |cells: W| cells.count_ones();
            of_threat(order::NEAR_THREAT) * count(threats[i] & playable[i] << 1)
                + of_threat(order::SECOND_THREAT) * count(threats[i] & playable[i] << 2)
                + of_threat(order::THREAT) * count(threats[i] & !(dangers << 1))
                + of_lost_reply * count(playable[i] & threats[i] >> 1)
                + select(forced[i].is_zero(), 0, of_threat(order::FORCED_REPLY))
        });

        // Step 4. Forced replies, as long as there are any.
        let mut movers = [other; N];
        let mut has_replies = false;
        while mode.has(Technique::ForcedReplies) {
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
        let empties: [i32; N] = lanes(|i| shape.empty(filled[i]) as i32);
        // Whether the same player is to move as here.
        let is_same: [bool; N] = lanes(|i| (empties[i] ^ empty as i32) & 1 == 0);
        let follower = |i: usize| Follower {
            stones: movers[i] ^ filled[i],
            threats: threats[i],
            occupied: filled[i],
            playable: playable[i],
            is_odd: empties[i] & 1 != 0,
        };
        let mut bounds: [i32; N] = lanes(|i| shape.bound(mode, follower(i)));
        let doubtful: [bool; N] =
            lanes(|i| (bounds[i] == NONE) & shape.has_other_bound(follower(i)));
        if mode.has(Technique::OtherBound) && doubtful.contains(&true) {
            let others: [i32; N] = lanes(|i| shape.other_bound(mode, follower(i)));
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
            if mode.has(Technique::RememberedMoves) {
                remembered = self.column_there(known.column, is_mirrored);
            }
        }
        // Each candidate's order, and its lane for a tie; 0 if it is none.
        let mut keys = [0; N];
        for i in 0..count {
            if upper[i] < beta {
                continue;
            }
            if empty > FEW_EMPTY
                && mode.has(Technique::ChildEntries)
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
            let mut order = orders[i] as i32 + i32::from(shape.places[cell as usize]);
            if mode.has(Technique::History) {
                order += self.history.points(empty, cell);
            }
            if cell / shape.stride == remembered {
                order += order::REMEMBERED;
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
            let visit = Visit {
                own: movers[i],
                occupied: filled[i],
                hash: hashes[i],
                beta: if is_same[i] { beta } else { 1 - beta },
            };
            let score = mode.visit::<W, N>(self, visit);
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
                if failed != 0 {
                    self.history.praise(empty, cell);
                }
                while failed != 0 {
                    let cell = cells[failed.trailing_zeros() as usize].trailing_zeros();
                    self.history.blame(empty, cell);
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
