//! What is known of a score, and where the next question is asked.

/// What is known of a score: it lies between these, both included.
#[derive(Clone, Copy)]
pub(super) struct ScoreRange {
    pub(super) least: i32,
    pub(super) most: i32,
}

impl ScoreRange {
    pub(super) fn exactly(score: i32) -> Self {
        Self { least: score, most: score }
    }

    /// The same for the other player.
    pub(super) fn reversed(self) -> Self {
        Self { least: -self.most, most: -self.least }
    }

    /// Whether it is known that one of the players cannot win.
    fn is_one_sided(self) -> bool {
        self.least >= 0 || self.most <= 0
    }

    pub(super) fn is_exact(self) -> bool {
        self.least >= self.most
    }

    /// The score that divides the range: the next question is whether it is reached.
    fn middle(self) -> i32 {
        if self.least >= 0 {
            self.least + 1
        } else if self.most <= 0 {
            self.most
        } else {
            1
        }
    }
}

/// The part of the possible scores in which the next question is asked.
#[derive(Clone, Copy)]
pub(super) enum Region {
    Top,
    Bottom,
    Middle,
}

impl Region {
    /// The score that the next question asks for. None if this end has reached the draw.
    pub(super) fn next(self, range: ScoreRange) -> Option<i32> {
        match self {
            Self::Top => (range.most > 0).then_some(range.most),
            Self::Bottom => (range.least < 0).then_some(range.least + 1),
            Self::Middle => Some(range.middle()),
        }
    }

    /// How many positions a question may visit here, if a far end of an open range may visit
    /// `share`.
    pub(super) fn limit(self, range: ScoreRange, share: u64) -> u64 {
        match (self, range.is_one_sided()) {
            (Self::Top | Self::Bottom, false) => share,
            (Self::Middle, false) => 2 * share,
            // The other end then comes nearer sooner than the middle.
            (Self::Top | Self::Bottom, true) => share + share / 2,
            (Self::Middle, true) => share / 4,
        }
    }
}
