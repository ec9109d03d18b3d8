//! The two-sided table of the bear-off: the value of every pair of positions before a throw.

use super::super::dice::Dice;
use super::index::{ALL_OFF, COUNT};
use super::plays::BearOffPlays;
use sarsen_core::game::value::{PROVEN_WIN, Value, from_share};

/// The number of ways in which two dice fall.
const FALLS: f64 = 36.0;

/// Values for the player whose throw is due, and what can be played.
pub(super) struct BearOffTable {
    values: Vec<Value>,
    plays: BearOffPlays,
}

impl BearOffTable {
    /// Computes all values: the mean over all throws of the best that each allows. A play leads to
    /// a lower number, so pairs of lower numbers come first.
    pub(super) fn new() -> Self {
        let plays = BearOffPlays::new();
        let mut shares = vec![0.0; COUNT * COUNT];
        for high in 0..COUNT as u16 {
            for low in 0..=high {
                shares[at(high, low)] = share(&shares, &plays, high, low);
                shares[at(low, high)] = share(&shares, &plays, low, high);
            }
        }
        Self { values: shares.into_iter().map(value_of).collect(), plays }
    }

    /// The value before a throw of the player with the position `own`. Nobody has won yet.
    #[inline]
    pub(super) fn before_throw(&self, own: u16, other: u16) -> Value {
        self.values[at(own, other)]
    }

    /// The value for the player who is to play these dice. None if the play wins the game at once.
    #[inline]
    pub(super) fn to_play(&self, own: u16, other: u16, dice: Dice) -> Option<Value> {
        let mut best = -PROVEN_WIN;
        for &after in self.plays.after(own, dice) {
            if after == ALL_OFF {
                return None;
            }
            best = best.max(-self.before_throw(other, after));
        }
        Some(best)
    }
}

/// Where a pair of positions is in the table.
#[inline]
fn at(own: u16, other: u16) -> usize {
    usize::from(own) * COUNT + usize::from(other)
}

/// The share of wins of the player with the position `own`, whose throw is due. The shares of all
/// pairs to which plays lead are known.
fn share(shares: &[f64], plays: &BearOffPlays, own: u16, other: u16) -> f64 {
    if own == ALL_OFF {
        return 1.0;
    }
    let others = &shares[at(other, 0)..][..COUNT];
    let mut wins = 0.0;
    for dice in Dice::all() {
        let after = plays.after(own, dice).iter().map(|&after| others[usize::from(after)]);
        // Faster than `f64::min`, which heeds NaN.
        let least = after.fold(1.0, |least, share| if share < least { share } else { least });
        wins += if dice.is_double() { 1.0 - least } else { 2.0 * (1.0 - least) };
    }
    wins / FALLS
}

/// The value of a share of wins. Sums of certain wins, and of certain losses, are exact.
fn value_of(share: f64) -> Value {
    if share == 1.0 {
        PROVEN_WIN
    } else if share == 0.0 {
        -PROVEN_WIN
    } else {
        from_share(share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::game::value::is_win;

    #[test]
    fn certain_values_and_others_are_far_apart() {
        let table = BearOffTable::new();
        let (mut certain, mut greatest) = (0, 0);
        for own in ALL_OFF + 1..COUNT as u16 {
            for other in ALL_OFF + 1..COUNT as u16 {
                match table.before_throw(own, other) {
                    value if is_win(value.abs()) => certain += 1,
                    value => greatest = greatest.max(value.abs()),
                }
            }
        }
        // No rounding has made a win of what may go wrong.
        let least_risk = f64::from(PROVEN_WIN - greatest) / f64::from(PROVEN_WIN);
        assert!(certain > 1000 && least_risk > 1e-8, "{certain} {least_risk}");
    }
}
