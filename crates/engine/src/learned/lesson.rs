//! Positions with targets, to learn from or to judge by.

use super::alphabet::filled_places;
use super::board_facts::PositionView;
use super::features::Features;
use sarsen_core::game::Player;
use sarsen_core::game::board::PlaceCode;

/// Views of positions, and how well they turned out for the one who sees them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lesson {
    codes: Vec<PlaceCode>,
    seconds: Vec<bool>,
    /// The points: 1 for a win, 1/2 for a draw.
    targets: Vec<f32>,
}

impl Lesson {
    /// Adds a view with its codes and its target.
    pub fn push(&mut self, codes: &[PlaceCode], is_second: bool, target: f32) {
        self.codes.extend(codes);
        self.seconds.push(is_second);
        self.targets.push(target);
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The views: the codes of all slots, and whether the players differ and the second one is to
    /// move.
    pub fn views(&self) -> impl Iterator<Item = (&[PlaceCode], bool)> {
        let slots = self.codes.len() / self.len().max(1);
        self.codes.chunks_exact(slots.max(1)).zip(self.seconds.iter().copied())
    }

    /// The targets of all positions.
    pub(super) fn targets(&self) -> &[f32] {
        &self.targets
    }

    /// The same lesson with these targets.
    #[must_use]
    pub fn with_targets(mut self, targets: Vec<f32>) -> Self {
        self.targets = targets;
        self.targets.resize(self.seconds.len(), 0.5);
        self
    }

    /// Writes the digits of a position, and returns its set of weights.
    pub(super) fn spell(&self, features: &Features, at: usize, digits: &mut [u8]) -> usize {
        let codes = &self.codes[at * digits.len()..][..digits.len()];
        features.alphabet.spell(codes, digits);
        let view = PositionView { eyes: Player::First, is_second: self.seconds[at] };
        features.set(filled_places(&features.facts, codes), view)
    }
}
