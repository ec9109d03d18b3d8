//! The end of a race: certain values where both players have at most six checkers left, all of them
//! at home.

mod index;
mod plays;
mod table;

use std::sync::LazyLock;

use super::position::{BackgammonPosition, MOST_POINTS};
use index::number;
use sarsen_core::game::value::{EVAL_MAX, Value, win_in};
use sarsen_core::game::{Known, Oracle};
use table::BearOffTable;

/// The table, once for all games of the process.
static TABLE: LazyLock<BearOffTable> = LazyLock::new(BearOffTable::new);

/// Knows the exact odds where both players have at most six checkers left, all in their home
/// boards: 853,776 pairs of positions. They are computed when they are needed first, in a fraction
/// of a second.
///
/// A win that is certain, but not with the next play, is of unknown length. Where gammons count, it
/// is an expectation: that of a simple win.
#[derive(Clone, Copy, Default, Debug)]
pub struct BearOff;

impl Oracle<BackgammonPosition> for BearOff {
    fn probe(&self, position: &BackgammonPosition) -> Option<Known> {
        let turn = position.to_move();
        let own = number(position.checkers(turn))?;
        let other = number(position.checkers(turn.other()))?;
        let value = match position.dice() {
            None => TABLE.before_throw(own, other),
            Some(dice) => TABLE.to_play(own, other, dice).unwrap_or(win_in(1)),
        };
        if position.counts_gammons() {
            // Both have borne off checkers, so that only one point of three is left to win.
            return Some(Known::exact(value.clamp(-EVAL_MAX, EVAL_MAX) / MOST_POINTS as Value));
        }
        Some(Known::exact(value))
    }

    fn prepare(&self) {
        LazyLock::force(&TABLE);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::board::{CHECKERS, HOME, Men, OFF, PLACES};
    use super::super::dice::Dice;
    use super::*;
    use crate::backgammon::Backgammon;
    use sarsen_core::game::value::{PROVEN_WIN, is_loss, is_win, share};
    use sarsen_core::game::{Bound, Game, Player, Position, Written, split_mix};

    /// The share of wins of the player whose turn it is, by the rules alone.
    fn plain(position: &BackgammonPosition, known: &mut HashMap<u64, f64>) -> f64 {
        if let Some(winner) = position.winner() {
            return f64::from(u8::from(winner == position.to_move()));
        }
        if let Some(&share) = known.get(&position.key()) {
            return share;
        }
        let moves = position.legal_moves();
        let (mut sum, mut weights, mut best) = (0.0, 0.0, 0.0_f64);
        for m in moves {
            let mut after = *position;
            after.make(m);
            let share = plain(&after, known);
            if position.actor().is_chance() {
                let weight = f64::from(position.weight(m));
                (sum, weights) = (sum + weight * share, weights + weight);
            } else {
                best = best.max(1.0 - share);
            }
        }
        let share = if position.actor().is_chance() { sum / weights } else { best };
        known.insert(position.key(), share);
        share
    }

    /// Random checkers of a player in the home board.
    fn few(most: u64, seed: &mut u64) -> [u8; PLACES] {
        let mut men = [0; PLACES];
        for _ in 0..1 + split_mix(seed) % most {
            men[1 + (split_mix(seed) % u64::from(HOME)) as usize] += 1;
        }
        men[usize::from(OFF)] = CHECKERS - men.iter().sum::<u8>();
        men
    }

    fn agrees(position: &BackgammonPosition, known: &mut HashMap<u64, f64>) {
        let text = position.format();
        let Some(Known { value, bound: Bound::Exact }) = BearOff.probe(position) else {
            panic!("{text}: nothing is known")
        };
        let right = plain(position, known);
        assert!((share(value) - right).abs() < 1e-9, "{text}: {} {right}", share(value));
        assert_eq!((is_loss(value), is_win(value)), (right == 0.0, right == 1.0), "{text}");
    }

    #[test]
    fn a_plain_recursion_finds_the_same_odds() {
        let (mut known, mut seed) = (HashMap::new(), 1);
        for i in 0..400 {
            let men: Men = [few(4, &mut seed), few(3, &mut seed)];
            let turn = if i % 2 == 0 { Player::First } else { Player::Second };
            let mut position = BackgammonPosition::new(men, turn, None);
            agrees(&position, &mut known);
            for dice in Dice::all() {
                position.show(Some(dice));
                agrees(&position, &mut known);
            }
        }
    }

    /// The value of a position for the player whose turn it is.
    fn value(text: &str) -> Option<Value> {
        let position = Backgammon::SINGLE.start().parse(text).unwrap();
        BearOff.probe(&position).map(|known| known.value)
    }

    #[test]
    fn endings_that_everybody_knows() {
        let odds = |text: &str| value(text).map(|value| (share(value) * 36.0 * 36.0).round());
        let of = |falls: u32| Some(f64::from(falls * 36));
        // A checker on the ace point leaves with every throw.
        assert_eq!(value("-A----------------------a- 1 -"), Some(PROVEN_WIN));
        assert_eq!(value("-A----------------------a- 2 -"), Some(PROVEN_WIN));
        assert_eq!(value("-A----------------------a- 1 21"), Some(win_in(1)));
        assert_eq!(value("-C----------------------a- 1 21"), Some(-PROVEN_WIN));
        // Odds of bearing off with one throw, against an opponent who will.
        assert_eq!(odds("------A-----------------a- 1 -"), of(27));
        assert_eq!(odds("--A--A------------------a- 1 -"), of(19));
        assert_eq!(odds("------B-----------------a- 1 -"), of(4));
        assert_eq!(odds("-C----------------------a- 1 -"), of(6));
        // The player loses if 27 falls of the opponent follow 9 of the player's own.
        assert_eq!(odds("------A------------a------ 1 -"), Some(36.0 * 36.0 - 9.0 * 27.0));
        // Too many checkers, one that is not at home, one on the bar.
        assert_eq!(value("------G-----------------a- 1 -"), None);
        assert_eq!(value("-------A----------------a- 1 -"), None);
        assert_eq!(value("aA------------------------ 1 -"), None);
        assert_eq!(value("-b----E-C---eE---c-e----B- - -"), None);
    }
}
