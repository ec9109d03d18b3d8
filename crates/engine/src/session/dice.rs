//! Dice and cards: fair outcomes of chance, which a seed decides.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::Ask;

/// The name of the generator, as records have it.
const GENERATOR: &str = "chacha8";

/// Dice for one game. The outcome depends on the seed and on the number of plies played, and on
/// nothing else: who takes moves back gets the same roll again, and the games of a pair can have
/// the same dice.
///
/// The generator is ChaCha8 (D. Bernstein, 2008), the same on all machines. Each ply has a stream
/// of its own. Every outcome is exactly as likely as its weight says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FairDice {
    seed: u64,
}

impl FairDice {
    /// The dice with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// The dice that a record names, as [`name`](Self::name) writes them.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let seed = name.strip_prefix(GENERATOR)?.strip_prefix(' ')?;
        seed.parse().ok().map(Self::new)
    }

    /// The generator and the seed, for a record.
    #[must_use]
    pub fn name(self) -> String {
        format!("{GENERATOR} {}", self.seed)
    }

    /// The dice of the next game.
    #[must_use]
    pub const fn next(self) -> Self {
        Self::new(self.seed.wrapping_add(1))
    }

    /// The outcome of the die or card that is due. None if chance is not to act.
    #[must_use]
    pub fn roll(self, session: &dyn Ask) -> Option<String> {
        let odds = session.odds();
        let at = self.choose(session.ply() as u64, &odds)?;
        session.moves().into_iter().nth(at)
    }

    /// One of several outcomes with these weights, after this many plies. None if there is nothing
    /// to choose from.
    #[must_use]
    pub fn choose(self, ply: u64, odds: &[u32]) -> Option<usize> {
        let sum: u64 = odds.iter().map(|&weight| u64::from(weight)).sum();
        if sum == 0 {
            return None;
        }
        let mut generator = ChaCha8Rng::seed_from_u64(self.seed);
        generator.set_stream(ply);
        Some(outcome_of(generator.random_range(0..sum), odds))
    }
}

/// The outcome that a random number stands for. If each number below the sum of the weights is as
/// likely as any other, each outcome is as likely as its weight says.
#[must_use]
pub fn outcome_of(number: u64, odds: &[u32]) -> usize {
    let sum: u64 = odds.iter().map(|&weight| u64::from(weight)).sum();
    let mut left = number % sum.max(1);
    let is_it = |&weight: &u32| {
        let is_it = left < u64::from(weight);
        left = left.saturating_sub(u64::from(weight));
        is_it
    };
    odds.iter().position(is_it).unwrap_or(0)
}

/// The legal move, or the roll by its odds, that a random number stands for. There must be one.
pub fn move_of(number: u64, session: &dyn Ask) -> String {
    let (mut legal, mut odds) = (session.moves(), session.odds());
    if odds.is_empty() {
        odds.resize(legal.len(), 1);
    }
    legal.swap_remove(outcome_of(number, &odds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_decides_every_roll() {
        let roll = |seed, ply| FairDice::new(seed).choose(ply, &[1; 6]).unwrap();
        // Another generator would break the promise of every record.
        let rolled: Vec<usize> = (0..12).map(|ply| roll(1, ply)).collect();
        assert_eq!(rolled, [2, 5, 5, 3, 3, 2, 3, 2, 0, 2, 3, 3]);
        let dice = FairDice::new(1);
        let again: Vec<usize> =
            (0..12).rev().map(|ply| dice.choose(ply, &[1; 6]).unwrap()).collect();
        assert!(again.into_iter().rev().eq(rolled), "the order does not matter");
        assert_eq!(FairDice::named(&dice.name()).map(|dice| dice.seed), Some(1));
        for wrong in ["", "chacha8", "chacha8 x", "chacha20 1", "chacha8  1", "chacha8 -1"] {
            assert!(FairDice::named(wrong).is_none(), "{wrong}");
        }
        assert_eq!((dice.choose(0, &[]), dice.choose(0, &[0, 0])), (None, None));
    }

    /// Counts of many rolls, and how far they are from what is expected (chi-squared: K. Pearson,
    /// 1900).
    fn surprise(odds: &[u32], rolls: impl Iterator<Item = usize>) -> f64 {
        let mut counts = vec![0_u32; odds.len()];
        rolls.for_each(|at| counts[at] += 1);
        let (all, weights) = (counts.iter().sum::<u32>(), odds.iter().sum::<u32>());
        let parts = counts.iter().zip(odds).map(|(&count, &weight)| {
            let expected = f64::from(all) * f64::from(weight) / f64::from(weights);
            (f64::from(count) - expected).powi(2) / expected
        });
        parts.sum()
    }

    #[test]
    fn the_dice_are_fair() {
        const ROLLS: u64 = 120_000;
        let pair: Vec<u32> = (0..21).map(|at| if at < 6 { 1 } else { 2 }).collect();
        // With as many degrees of freedom, one fair sample in 100,000 has a greater surprise.
        for (odds, most) in [(vec![1; 6], 30.9), (pair, 61.5), (vec![3, 1, 4], 23.0)] {
            // Along one long game, at the same ply of many games, and of each roll with the next.
            let dice = FairDice::new(7);
            let long = |ply| dice.choose(ply, &odds).unwrap();
            assert!(surprise(&odds, (0..ROLLS).map(long)) < most);
            let first = |seed| FairDice::new(seed).choose(3, &odds).unwrap();
            assert!(surprise(&odds, (0..ROLLS).map(first)) < most);
        }
        let dice = FairDice::new(9);
        let roll = |ply| dice.choose(ply, &[1; 6]).unwrap();
        let pairs = (0..ROLLS).map(|at| 6 * roll(2 * at) + roll(2 * at + 1));
        assert!(surprise(&[1; 36], pairs) < 85.0);
    }
}
