//! A handicap: an engine plays worse on purpose, as a weaker player would.

use sarsen_core::game::{Skill, mix64, split_mix};

/// How well an engine plays on purpose. Its choices are the same for the same seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handicap {
    /// How well it plays.
    pub skill: Skill,
    /// The seed of the random numbers. With different seeds, different moves are overlooked.
    pub seed: u64,
}

impl Handicap {
    /// The rank of the move that is played in the position with this `key`, which has so many
    /// moves. The best move has rank 0. Each move is [overlooked](Skill::oversight) by chance, and
    /// the best of the others is played. If all are overlooked, it is any move.
    #[must_use]
    pub fn rank(&self, key: u64, moves: usize) -> usize {
        let mut state = mix64(self.seed) ^ key;
        let oversight = self.skill.oversight();
        (0..moves)
            .find(|_| chance(&mut state) >= oversight)
            .unwrap_or_else(|| (split_mix(&mut state) % moves.max(1) as u64) as usize)
    }

    /// Whether the player looks at the board once more before a move that everybody would see to be
    /// wrong. Who overlooks much does so here, too.
    #[must_use]
    pub fn looks_again(&self, key: u64) -> bool {
        let mut state = mix64(self.seed ^ AGAIN) ^ key;
        chance(&mut state) >= self.skill.oversight()
    }
}

/// So that the second look is not decided by the same numbers as the first.
const AGAIN: u64 = 0x6167_6169_6e21;

/// A number from 0 to 1.
fn chance(state: &mut u64) -> f64 {
    (split_mix(state) >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(skill: u16) -> [u32; 4] {
        let mut counts = [0; 4];
        for seed in 0..10_000 {
            counts[Handicap { skill: Skill(skill), seed }.rank(77, 4)] += 1;
        }
        counts
    }

    #[test]
    fn the_better_moves_are_overlooked_more_and_more() {
        assert_eq!(counts(1000), [10_000, 0, 0, 0]);
        // Three quarters of the moves are seen.
        for (count, share) in counts(500).into_iter().zip([0.75, 0.1875, 0.0469, 0.0117]) {
            assert!((f64::from(count) - 10_000.0 * share).abs() < 150.0, "{count}");
        }
        assert!(counts(0).iter().all(|count| (2_300..2_700).contains(count)));
    }

    #[test]
    fn choices_differ_between_positions_and_seeds() {
        let rank = |seed, key| Handicap { skill: Skill(100), seed }.rank(key, 20);
        assert!((0..20).any(|key| rank(1, key) != rank(1, 0)));
        assert!((0..20).any(|seed| rank(seed, 1) != rank(0, 1)));
        assert_eq!(rank(3, 4), rank(3, 4));
    }
}
