//! One search: what it remembers, when it ends, and what it can tell of a position.

use super::super::word::Word;
use super::bound::Follower;
use super::mode::Mode;
use super::order::History;
use super::shape::{Shape, is_lost};
use super::store::{NO_COLUMN, Remembered, Store};
use super::technique::Technique;
use super::visit::Visit;
use crate::solvers::techniques::Techniques;
use crate::solvers::watch::{Watch, stride};

/// Stones up to which mirror images share their entries.
const MIRROR_STONES: u32 = 14;

/// Positions that a thread visits at most between looking up.
const STRIDE: u64 = 1 << 11;

/// One search: the words of a position are the stones of the player to move, and all stones.
pub(super) struct Search<'a, W> {
    pub(super) shape: &'a Shape<W>,
    /// What it remembers with: a small store at first, perhaps.
    pub(super) store: &'a Store,
    large: &'a Store,
    /// Where it leaves the small store; 0 if it has.
    small_nodes: u64,
    pub(super) watch: &'a Watch<'a>,
    pub(super) nodes: u64,
    /// How many of them have been counted by all.
    counted: u64,
    /// Where it ends without an answer.
    node_limit: u64,
    /// Where it looks up.
    pause: u64,
    pub(super) stopped: bool,
    pub(super) history: History,
    /// Stones up to which mirror images share their entries.
    mirror_stones: u32,
}

/// A position that is not decided at a glance.
#[derive(Clone, Copy)]
pub(super) struct Quiet<W> {
    /// Stones of the player to move, who cannot win at once, nor has he to prevent the other from
    /// doing so.
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

impl<'a, W: Word> Search<'a, W> {
    pub(super) fn new(
        shape: &'a Shape<W>,
        large: &'a Store,
        watch: &'a Watch<'a>,
        techniques: impl Techniques<Technique>,
    ) -> Self {
        let has_mirror_images = techniques.has(Technique::MirrorImages);
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
            history: History::new(),
            mirror_stones: if has_mirror_images { MIRROR_STONES } else { 0 },
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

    /// Whether it is time to look up.
    #[inline(always)]
    pub(super) fn is_due(&self) -> bool {
        self.nodes >= self.pause
    }

    /// Looks up: whether the search must end.
    #[cold]
    pub(super) fn must_end(&mut self) -> bool {
        let left = self.watch.count(self.nodes - self.counted);
        self.counted = self.nodes;
        let left = left.min(self.node_limit - self.nodes);
        let mut stride = left.min(stride(self.nodes, STRIDE));
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

    /// The hash of a position, which its mirror image may share.
    #[inline(always)]
    pub(super) fn hash(&self, own: W, occupied: W) -> u64 {
        let hash = self.plain_hash(own, occupied);
        if !self.may_be_mirrored(occupied) {
            return hash;
        }
        let mirrored = self.shape.geometry.mirror(self.key(own, occupied));
        hash.min(mirrored.scatter(self.shape.key_bits))
    }

    /// Whether a position has few enough stones to share its hash.
    #[inline(always)]
    pub(super) fn may_be_mirrored(&self, occupied: W) -> bool {
        occupied.count_ones() <= self.mirror_stones
    }

    /// The hash of a position that it shares with none.
    #[inline(always)]
    pub(super) fn plain_hash(&self, own: W, occupied: W) -> u64 {
        self.key(own, occupied).scatter(self.shape.key_bits)
    }

    #[inline(always)]
    fn key(&self, own: W, occupied: W) -> W {
        (occupied + self.shape.bottom) | own
    }

    /// Follows forced moves from an unfinished position in which the player to move cannot win at
    /// once: as long as a player has only one move that does not lose at once, it is made.
    #[inline(always)]
    pub(super) fn resolve(&self, mut own: W, mut occupied: W) -> Resolved<W> {
        let shape = self.shape;
        let mut is_same = true;
        loop {
            let empty = shape.empty(occupied);
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

    /// Whether the score of a quiet position is at least `beta`: a score that is no more than the
    /// true one if it is, no less if it is not; none if the search must end. `N` is the number of
    /// columns at least.
    pub(super) fn node<const N: usize, C: Mode>(
        &mut self,
        mode: C,
        Quiet { own, occupied, .. }: Quiet<W>,
        beta: i32,
    ) -> Option<i32> {
        self.stopped = false;
        let question = self.question(own, occupied, beta);
        let score = mode.visit::<W, N>(self, question);
        (!self.stopped).then_some(score)
    }

    /// The same, if it can be told without a search.
    pub(super) fn glance<C: Mode>(&self, mode: C, quiet: Quiet<W>, beta: i32) -> Option<bool> {
        if self.bound(mode, quiet) < beta {
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

    /// The bound at a glance of one position.
    #[inline(always)]
    fn bound<C: Mode>(&self, mode: C, Quiet { own, occupied, .. }: Quiet<W>) -> i32 {
        let (stones, shape) = (own ^ occupied, self.shape);
        let follower = Follower {
            stones,
            threats: shape.threats(stones, occupied),
            occupied,
            playable: shape.playable(occupied),
            is_odd: !shape.empty(occupied).is_multiple_of(2),
        };
        shape.bound(mode, follower)
    }

    /// A column, or [`NO_COLUMN`], as it is called in the mirror image if the entry is that one's.
    #[inline(always)]
    pub(super) fn column_there(&self, column: u32, is_mirrored: bool) -> u32 {
        if is_mirrored && column != NO_COLUMN {
            u32::from(self.shape.geometry.width()) - 1 - column
        } else {
            column
        }
    }

    /// Remembers what was found since so many positions had been visited.
    #[inline(always)]
    pub(super) fn remember(
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
