//! One thread's search: its stores, its limits, and what it can tell about a position at a glance.

use super::super::word::BoardWord;
use super::bound::Follower;
use super::order::History;
use super::shape::{Shape, is_lost};
use super::store::{BoundStore, NO_COLUMN, StoredBound};
use super::technique::Technique;
use sarsen_core::solvers::techniques::{AllBut, TechniqueSet};
use sarsen_core::solvers::watch::{Watch, check_interval};

/// Mirror images with up to this many stones share their entries.
const MIRROR_STONES: u32 = 14;

/// The limit of positions that a thread visits between two checks of the limits.
const LONGEST_INTERVAL: u64 = 1 << 11;

/// A question about a quiet position: is its score at least `beta`? A position is two words: the
/// stones of the player to move, and all stones.
#[derive(Clone, Copy)]
pub(super) struct Question<W> {
    pub(super) own: W,
    pub(super) occupied: W,
    /// The empty cells that would complete four for the opponent.
    pub(super) dangers: W,
    pub(super) hash: u64,
    pub(super) beta: i32,
}

/// The recursion, compiled for this machine. It answers a question.
pub(super) type Visitor<'v, W> = dyn Fn(&mut ThreadSearch<'_, W>, Question<W>) -> i32 + Sync + 'v;

/// One thread's search.
pub(super) struct ThreadSearch<'a, W> {
    pub(super) shape: &'a Shape<W>,
    /// The store that it uses now. At first it may be a small one.
    pub(super) store: &'a BoundStore,
    large: &'a BoundStore,
    /// The node count at which it leaves the small store. 0 if it does not use the small store.
    small_nodes: u64,
    pub(super) watch: &'a Watch<'a>,
    techniques: AllBut<Technique>,
    pub(super) nodes: u64,
    /// The number of its nodes that the watch has counted.
    counted: u64,
    /// The node count at which it ends without an answer.
    node_limit: u64,
    /// The node count at which it checks the limits again.
    next_check: u64,
    pub(super) stopped: bool,
    pub(super) history: History,
    /// Mirror images with up to this many stones share their entries.
    mirror_stones: u32,
}

/// A position in which no player wins with the next stone, and which is not decided at a glance.
#[derive(Clone, Copy)]
pub(super) struct Quiet<W> {
    /// The stones of the player to move. That player cannot win at once, and the opponent does not
    /// threaten to.
    pub(super) own: W,
    pub(super) occupied: W,
    /// Whether the player to move is the same as before the forced moves.
    pub(super) is_same: bool,
}

/// The result of all forced moves from a position.
pub(super) enum Resolved<W> {
    Score(i32),
    Quiet(Quiet<W>),
}

impl<'a, W: BoardWord> ThreadSearch<'a, W> {
    pub(super) fn new(
        shape: &'a Shape<W>,
        large: &'a BoundStore,
        watch: &'a Watch<'a>,
        techniques: AllBut<Technique>,
    ) -> Self {
        let has_mirror_images = techniques.has(Technique::MirrorImages);
        Self {
            shape,
            store: large,
            large,
            small_nodes: 0,
            watch,
            techniques,
            nodes: 0,
            counted: 0,
            node_limit: u64::MAX,
            next_check: 0,
            stopped: false,
            history: History::new(),
            mirror_stones: if has_mirror_images { MIRROR_STONES } else { 0 },
        }
    }

    /// Whether the root uses a technique. The recursion has a separate, compiled set of techniques.
    pub(super) fn has(&self, technique: Technique) -> bool {
        self.techniques.has(technique)
    }

    /// Uses a small store for the next `nodes` positions, at least 1.
    pub(super) fn begin_with(&mut self, small: &'a BoundStore, nodes: u64) {
        self.store = small;
        self.small_nodes = self.nodes + nodes;
    }

    /// Leaves the small store and pours its entries into the large one.
    pub(super) fn leave_small(&mut self) {
        if self.small_nodes > 0 {
            self.store.pour_into(self.large);
            self.store = self.large;
            self.small_nodes = 0;
        }
    }

    /// The number of further positions for which it uses the small store. 0 if it does not use it.
    pub(super) fn left_with_small(&self) -> u64 {
        self.small_nodes.saturating_sub(self.nodes)
    }

    /// Lets this thread visit `nodes` positions from now on.
    pub(super) fn limit(&mut self, nodes: u64) {
        self.node_limit = self.nodes.saturating_add(nodes);
        self.next_check = self.nodes;
    }

    /// Whether it is time to check the limits.
    #[inline(always)]
    pub(super) fn is_check_due(&self) -> bool {
        self.nodes >= self.next_check
    }

    /// Checks the limits: whether the search must end.
    #[cold]
    pub(super) fn must_end(&mut self) -> bool {
        let left = self.watch.count(self.nodes - self.counted);
        self.counted = self.nodes;
        let left = left.min(self.node_limit - self.nodes);
        let mut interval = left.min(check_interval(self.nodes, LONGEST_INTERVAL));
        match self.left_with_small() {
            0 => self.leave_small(),
            small => interval = interval.min(small),
        }
        self.next_check = self.nodes + interval;
        left == 0 || self.watch.is_answered()
    }

    /// The number of positions of this thread that the watch has not counted yet.
    pub(super) fn uncounted(&self) -> u64 {
        self.nodes - self.counted
    }

    /// The hash of a position. Its mirror image may have the same hash.
    #[inline(always)]
    pub(super) fn hash(&self, own: W, occupied: W) -> u64 {
        let hash = self.plain_hash(own, occupied);
        if !self.may_be_mirrored(occupied) {
            return hash;
        }
        let mirrored = self.shape.geometry.mirror(self.key(own, occupied));
        hash.min(mirrored.scatter(self.shape.key_bits))
    }

    /// Whether a position has few enough stones to share its hash with its mirror image.
    #[inline(always)]
    pub(super) fn may_be_mirrored(&self, occupied: W) -> bool {
        occupied.count_ones() <= self.mirror_stones
    }

    /// The hash of this position alone.
    #[inline(always)]
    pub(super) fn plain_hash(&self, own: W, occupied: W) -> u64 {
        self.key(own, occupied).scatter(self.shape.key_bits)
    }

    #[inline(always)]
    fn key(&self, own: W, occupied: W) -> W {
        (occupied + self.shape.bottom) | own
    }

    /// Makes all forced moves from an unfinished position in which the player to move cannot win at
    /// once. A move is forced if every other move loses at once.
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
                // If two cells are left, the opponent does not threaten the second one: that would
                // have been a loss.
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

    /// Asks whether the score of a quiet position is at least `beta`. The answer is a bound. If it
    /// is `beta` or more, the true score is at least the answer. If not, the true score is at most
    /// the answer. None if the search must end.
    pub(super) fn ask(
        &mut self,
        visitor: &Visitor<'_, W>,
        quiet: Quiet<W>,
        beta: i32,
    ) -> Option<i32> {
        let Quiet { own, occupied, .. } = quiet;
        self.stopped = false;
        let hash = self.hash(own, occupied);
        let dangers = self.shape.threats(own ^ occupied, occupied);
        let score = visitor(self, Question { own, occupied, dangers, hash, beta });
        (!self.stopped).then_some(score)
    }

    /// Whether the score is at least `beta`. None if this takes a search.
    pub(super) fn glance(&self, quiet: Quiet<W>, beta: i32) -> Option<bool> {
        if self.bound(quiet) < beta {
            return Some(false);
        }
        let hash = self.hash(quiet.own, quiet.occupied);
        let known = self.store.get(hash)?;
        (known.is_lower == (known.score >= beta)).then_some(known.is_lower)
    }

    /// The column of the move that was good in an earlier search of a position, or [`NO_COLUMN`].
    pub(super) fn remembered(&self, Quiet { own, occupied, .. }: Quiet<W>) -> u32 {
        let hash = self.hash(own, occupied);
        let column = self.store.get(hash).map_or(NO_COLUMN, |known| known.column);
        self.column_there(column, self.is_mirrored(own, occupied, hash))
    }

    /// The bound at a glance of one position.
    fn bound(&self, Quiet { own, occupied, .. }: Quiet<W>) -> i32 {
        let (stones, shape) = (own ^ occupied, self.shape);
        let follower = Follower {
            stones,
            threats: shape.threats(stones, occupied),
            occupied,
            playable: shape.playable(occupied),
            is_odd: !shape.empty(occupied).is_multiple_of(2),
        };
        shape.first_bound(self.techniques, follower)
    }

    /// Whether the hash of a position is that of its mirror image.
    #[inline(always)]
    pub(super) fn is_mirrored(&self, own: W, occupied: W, hash: u64) -> bool {
        self.may_be_mirrored(occupied) && hash != self.plain_hash(own, occupied)
    }

    /// A column, or [`NO_COLUMN`]. If the entry belongs to the mirror image, this converts the
    /// column between the image and the position.
    #[inline(always)]
    pub(super) fn column_there(&self, column: u32, is_mirrored: bool) -> u32 {
        if is_mirrored && column != NO_COLUMN {
            u32::from(self.shape.geometry.width()) - 1 - column
        } else {
            column
        }
    }

    /// Remembers a bound. The column is that of the position or its mirror image, as is the hash.
    /// The search for it began when `before` positions had been visited.
    #[inline(always)]
    pub(super) fn remember(&self, hash: u64, score: i32, is_lower: bool, column: u32, before: u64) {
        self.store.put(hash, StoredBound { score, is_lower, column }, self.nodes - before);
    }
}
