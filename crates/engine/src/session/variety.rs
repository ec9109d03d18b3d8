//! The random choice of a move among those that are hardly worse than the best. Better moves are
//! chosen more often.

use sarsen_core::game::value::{Value, is_loss, is_win};
use sarsen_core::game::{mix64, split_mix};

/// A random choice. It is the same for the same seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variety {
    /// How many points of the evaluation a move may be worse than the best.
    pub margin: Value,
    /// The seed of the random numbers. Different seeds choose differently.
    pub seed: u64,
}

impl Variety {
    /// Chooses among the moves of the position with this `key`. `values` are those of the moves,
    /// the best first. Returns the index of the chosen one.
    ///
    /// If the best move is proven to win, it is chosen. So it is if every move is proven to lose.
    /// Otherwise a move that is proven to lose is never chosen. Each other move within the margin
    /// may be chosen. The odds fall evenly from the best move to the margin.
    ///
    /// # Panics
    ///
    /// If there are no values.
    #[must_use]
    pub fn choose(&self, values: &[Value], key: u64) -> usize {
        let best = values[0];
        if is_win(best) || is_loss(best) {
            return 0;
        }
        let margin = i64::from(self.margin);
        let weight = |value: Value| match i64::from(best) - i64::from(value) {
            loss if loss <= margin && !is_loss(value) => (margin + 1 - loss) as u64,
            _ => 0,
        };
        let sum: u64 = values.iter().map(|&value| weight(value)).sum();
        let mut state = mix64(self.seed) ^ key;
        let mut left = split_mix(&mut state) % sum;
        for (index, &value) in values.iter().enumerate() {
            let share = weight(value);
            if left < share {
                return index;
            }
            left -= share;
        }
        unreachable!("the draw is below the sum of all weights")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::game::value::{EVAL_MAX, loss_in, win_in};

    fn counts(margin: Value, values: &[Value]) -> Vec<u32> {
        let mut counts = vec![0; values.len()];
        for seed in 0..10_000 {
            counts[Variety { margin, seed }.choose(values, 77)] += 1;
        }
        counts
    }

    #[test]
    fn better_moves_are_chosen_more_often() {
        // The weights are 11, 6, 1 and 0.
        let counts = counts(10, &[40, 35, 30, 29]);
        for (count, share) in counts.iter().zip([11.0, 6.0, 1.0, 0.0]) {
            assert!((f64::from(*count) - 10_000.0 * share / 18.0).abs() < 200.0, "{counts:?}");
        }
    }

    #[test]
    fn without_a_margin_it_is_the_best() {
        assert_eq!(counts(0, &[5, 4, 3]), [10_000, 0, 0]);
    }

    #[test]
    fn nothing_proven_is_thrown_away() {
        assert_eq!(counts(EVAL_MAX, &[win_in(9), win_in(11), 70]), [10_000, 0, 0]);
        let open = counts(EVAL_MAX, &[3, -3, loss_in(8)]);
        assert!(open[0] > 4_000 && open[1] > 4_000 && open[2] == 0);
        assert_eq!(counts(EVAL_MAX, &[loss_in(8), loss_in(4)]), [10_000, 0]);
    }
}
