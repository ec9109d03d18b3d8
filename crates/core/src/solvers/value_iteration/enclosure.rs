//! Enclosures of a value: two bounds that are sure in spite of every rounding.

use crate::game::{Outcome, Player};

/// Two numbers that surely enclose a share of a win, from 0 to 1. A draw counts one half.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Enclosure {
    /// The share is at least this.
    pub low: f64,
    /// The share is at most this.
    pub high: f64,
}

impl Enclosure {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self { low: 0.0, high: 1.0 };

    /// A finished game, for the first player. A win is worth the part `won` of the greatest one.
    pub(super) fn of_outcome(outcome: Outcome, [won, most]: [u32; 2]) -> Self {
        let exact = |share: f64| Self { low: share, high: share };
        match outcome {
            Outcome::Win(Player::First) if won == most => exact(1.0),
            Outcome::Win(Player::Second) if won == most => exact(0.0),
            Outcome::Draw => exact(0.5),
            Outcome::Win(winner) => {
                let share = f64::from(most + won) / f64::from(2 * most);
                Self { low: down(share, 1), high: up(share, 1) }.seen_by(winner)
            }
        }
    }

    /// The middle between the two.
    #[must_use]
    pub fn middle(self) -> f64 {
        self.low.midpoint(self.high)
    }

    /// How far apart they are.
    #[must_use]
    pub fn width(self) -> f64 {
        self.high - self.low
    }

    /// The same share seen by the other player.
    #[must_use]
    pub fn opposite(self) -> Self {
        // A number that is subtracted from 1 may be rounded.
        let (low, high) = (1.0 - self.high, 1.0 - self.low);
        Self { low: down(low, 1), high: up(high, 1) }.within(Self::UNKNOWN)
    }

    /// The same share seen by this player, if this is that of the first.
    #[must_use]
    pub fn seen_by(self, player: Player) -> Self {
        match player {
            Player::First => self,
            Player::Second => self.opposite(),
        }
    }

    /// What both say together.
    pub(super) fn within(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// The best of several for the first player, or for the second one.
    pub(super) fn best(player: Player, all: impl Iterator<Item = Self>) -> Self {
        match player {
            Player::First => all.fold(Self { low: 0.0, high: 0.0 }, |best, next| Self {
                low: best.low.max(next.low),
                high: best.high.max(next.high),
            }),
            Player::Second => all.fold(Self { low: 1.0, high: 1.0 }, |best, next| Self {
                low: best.low.min(next.low),
                high: best.high.min(next.high),
            }),
        }
    }

    /// The mean of several with these weights.
    pub(super) fn mean(all: impl Iterator<Item = (u32, Self)>) -> Self {
        let (mut weights, mut low, mut high, mut count) = (0.0, 0.0, 0.0, 0);
        let (mut least, mut most) = (1.0_f64, 0.0_f64);
        for (weight, next) in all {
            let weight = f64::from(weight);
            weights += weight;
            low += weight * next.low;
            high += weight * next.high;
            (least, most) = (least.min(next.low), most.max(next.high));
            count += 1;
        }
        // One rounding for each product, each sum of products, and the division. No mean is outside
        // of what it is the mean of: so a certain win stays one.
        let roundings = 2 * count + 1;
        Self { low: down(low / weights, roundings), high: up(high / weights, roundings) }
            .within(Self { low: least, high: most })
    }
}

/// A number that is surely no greater than what this one was before so many roundings.
fn down(number: f64, roundings: u32) -> f64 {
    number * (1.0 - f64::from(roundings) * f64::EPSILON)
}

/// A number that is surely no less than what this one was before so many roundings.
fn up(number: f64, roundings: u32) -> f64 {
    number * (1.0 + f64::from(roundings) * f64::EPSILON)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF: Enclosure = Enclosure { low: 0.5, high: 0.5 };

    #[test]
    fn a_mean_encloses_the_true_one() {
        let third = Enclosure::mean(
            [(1, Enclosure::of_outcome(Outcome::Win(Player::First), [1, 1]))]
                .into_iter()
                .chain([(2, Enclosure::of_outcome(Outcome::Win(Player::Second), [1, 1]))]),
        );
        let double = Enclosure::of_outcome(Outcome::Win(Player::Second), [2, 3]);
        assert!(double.low <= 1.0 / 6.0 && double.high >= 1.0 / 6.0 && double.width() < 1e-14);
        assert!(third.low < 1.0 / 3.0 && third.high > 1.0 / 3.0 && third.width() < 1e-14);
        let seen = third.seen_by(Player::Second);
        assert!(seen.low < 2.0 / 3.0 && seen.high > 2.0 / 3.0 && seen.width() < 1e-14);
        assert_eq!(Enclosure::UNKNOWN.opposite(), Enclosure::UNKNOWN);
    }

    #[test]
    fn each_player_takes_the_best() {
        let all = || [Enclosure::UNKNOWN, HALF].into_iter();
        assert_eq!(Enclosure::best(Player::First, all()), Enclosure { low: 0.5, high: 1.0 });
        assert_eq!(Enclosure::best(Player::Second, all()), Enclosure { low: 0.0, high: 0.5 });
        assert!((HALF.middle() - 0.5).abs() < 1e-15);
    }
}
