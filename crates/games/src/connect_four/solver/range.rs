//! The known range of a score, and the regions of the range where the root asks questions.

/// The known range of a score. It includes both ends.
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

    /// Whether the range shows that one of the players cannot win.
    fn is_one_sided(self) -> bool {
        self.least >= 0 || self.most <= 0
    }

    pub(super) fn is_exact(self) -> bool {
        self.least >= self.most
    }

    /// The score that divides the range. The next question is whether the true score reaches it.
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

/// The part of the range in which the root asks the next question.
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

    /// The limit of positions that a question may visit here. `budget` is the limit for a question
    /// at a far end while both players may still win.
    pub(super) fn limit(self, range: ScoreRange, budget: u64) -> u64 {
        match (self, range.is_one_sided()) {
            (Self::Top | Self::Bottom, false) => budget,
            (Self::Middle, false) => 2 * budget,
            // Once one player cannot win, the far end narrows the range sooner than the middle.
            (Self::Top | Self::Bottom, true) => budget + budget / 2,
            (Self::Middle, true) => budget / 4,
        }
    }
}
