//! The evaluator `pips`: who wins the race, if hits and lost turns are counted in pips.

use super::board::{ALL_POINTS, AT_HOME, BAR, HOME, OFF, across, all_across, bit, descending};
use super::position::{BackgammonPosition, MOST_POINTS};
use sarsen_core::game::value::{EVAL_MAX, Value};
use sarsen_core::game::{Evaluator, Levels, Player, Position};

/// The pips of an average roll, and half of them: what it is worth to be on roll.
const ROLL: f64 = 49.0 / 6.0;
const ON_ROLL: f64 = 4.0;

/// The part of the pips that a hit costs which a blot within a direct shot is charged.
const SHOT: f64 = 1.0 / 3.0;

/// How far a direct shot reaches.
const DIRECT: u8 = 6;

/// The turns that a player on the bar is thought to lose before a closed board opens.
const CLOSED: f64 = 5.0;

/// An estimate of the odds of winning, from the pips that both players need.
///
/// Each player's pips are the pip count and what is likely to be added to it:
///
/// - For a player on the bar, the average roll for each turn that will be lost because all points
///   shown are made by the opponent.
/// - For the player who is not to act, a third of what a hit would cost for each blot that the
///   opponent can hit with one die. (The other player can still cover blots.)
///
/// The odds are those of D. Kleinman's count ("Vision Laughs at Counting", 1980): with a lead of
/// `d` pips before the own roll, and `s` pips in all, a normal distribution of the difference of
/// mean `d + 4` and variance `2 (s - 4)`. The value is the expectation: the odds of winning less
/// those of losing.
///
/// Where gammons count, the odds of each player's gammon are added. They are those of a race
/// against the pips that the opponent needs to bring all checkers home and to bear off one of them.
/// Backgammons are left out.
#[derive(Clone, Copy, Debug)]
pub struct Pips;

impl Evaluator<BackgammonPosition> for Pips {
    fn evaluate(&self, position: &BackgammonPosition, player: Player) -> Value {
        let turn = position.to_move();
        let value = (f64::from(EVAL_MAX) * expectation(position)) as Value;
        if player == turn { value } else { -value }
    }

    /// Measured with the learned evaluator, which is the default.
    fn levels(&self) -> Levels {
        Levels([0, 29, 54, 78, 103, 144, 235, 400, 580, 730, 1000])
    }

    /// A thrown position is worth as much as its best play, which is quickly found.
    fn is_stable(&self, position: &BackgammonPosition) -> bool {
        position.actor().is_chance()
    }
}

/// The expectation of the player to act.
fn expectation(position: &BackgammonPosition) -> f64 {
    if position.is_opening() {
        return 0.0;
    }
    let turn = position.to_move();
    let own = f64::from(position.pips(turn)) + waiting(position, turn);
    let other = turn.other();
    let others =
        f64::from(position.pips(other)) + waiting(position, other) + exposed(position, other);
    // Dice that are to be played are as good as played. Then the opponent is on roll.
    let lead = match position.dice() {
        None => others - own + ON_ROLL,
        Some(dice) => others - own + f64::from(dice.pips()) - ON_ROLL,
    };
    let wins = normal(lead, own + others);
    if !position.counts_gammons() {
        return wins;
    }
    // The odds that a lead of so many pips of the same race more wins twice.
    let twice = |player: Player, lead: f64, pips: f64| {
        let spared = pips - first_off(position, player.other());
        if position.count(player.other(), OFF) > 0 {
            return 0.0;
        }
        0.5 + 0.5 * normal(lead - spared, own + others - spared)
    };
    (wins + twice(turn, lead, others) - twice(other, -lead, own)) / f64::from(MOST_POINTS)
}

/// The odds of winning less those of losing, with such a lead in a race of so many pips.
fn normal(lead: f64, pips: f64) -> f64 {
    let variance = 2.0 * (pips - 4.0).max(2.0);
    error_function(lead / (2.0 * variance).sqrt())
}

/// The pips that a player needs to bring all checkers home and to bear off one of them.
fn first_off(position: &BackgammonPosition, player: Player) -> f64 {
    let men = position.checkers(player);
    let outside =
        (HOME + 1..=BAR).map(|place| u32::from(place - HOME) * u32::from(men[usize::from(place)]));
    let least = (1..=HOME).find(|&place| men[usize::from(place)] > 0).unwrap_or(HOME);
    f64::from(outside.sum::<u32>() + u32::from(least))
}

/// The pips that a player on the bar is likely to lose while no point is open.
fn waiting(position: &BackgammonPosition, player: Player) -> f64 {
    if position.occupied(player) & bit(BAR) == 0 {
        return 0.0;
    }
    let closed = f64::from((position.blocked(player) & all_across(AT_HOME)).count_ones());
    // Both dice show closed points.
    let lost = (closed / 6.0) * (closed / 6.0);
    ROLL * if lost < 1.0 { lost / (1.0 - lost) } else { CLOSED }
}

/// The pips that a player is likely to lose because the opponent hits blots.
fn exposed(position: &BackgammonPosition, player: Player) -> f64 {
    let hitters = position.occupied(player.other());
    let blots = position.blots(player) & ALL_POINTS;
    let lost = |blot: u8| {
        let seen = across(blot);
        let near = (bit(DIRECT + 1) - 2) << seen;
        if hitters & near != 0 { f64::from(across(blot)) } else { 0.0 }
    };
    SHOT * descending(blots).map(lost).sum::<f64>()
}

/// The error function, to within 0.0005 (M. Abramowitz and I. Stegun, "Handbook of Mathematical
/// Functions", 1964, 7.1.27). It only adds, multiplies and divides, so it is the same everywhere.
fn error_function(x: f64) -> f64 {
    let size = x.abs();
    let sum = 1.0 + size * (0.278393 + size * (0.230389 + size * (0.000972 + size * 0.078108)));
    let squared = sum * sum;
    (1.0 - 1.0 / (squared * squared)).copysign(x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backgammon::Backgammon;
    use sarsen_core::game::{Game, Position, Written};

    /// The expectation of the first player, in thousandths.
    fn value(text: &str) -> i64 {
        let position = Backgammon::SINGLE.start().parse(text).unwrap();
        i64::from(Pips.evaluate(&position, Player::First)) * 1000 / i64::from(EVAL_MAX)
    }

    #[test]
    fn the_error_function_is_as_in_tables() {
        for (x, right) in [(0.0, 0.0), (0.5, 0.5205), (1.0, 0.8427), (-1.0, -0.8427), (2.0, 0.9953)]
        {
            assert!((error_function(x) - right).abs() < 5e-4, "{x}");
        }
    }

    #[test]
    fn a_lead_of_an_eighth_wins_78_races_of_100() {
        // 100 pips to 112, which is where a double can just be taken.
        let race = value("------J-E--------k-d------ 1 -");
        assert!((550..=580).contains(&race), "{race}");
        assert_eq!(Pips.evaluate(&Backgammon::SINGLE.start(), Player::First), 0);
    }

    #[test]
    fn a_hit_and_a_closed_board_are_bad() {
        let start = "-b----E-C---eE---c-e----B-";
        let [rolls, waits] = ["1 -", "2 -"].map(|rest| value(&format!("{start} {rest}")));
        assert!(rolls > 0 && rolls == -waits, "{rolls} {waits}");
        // The second player's checker on the bar, with one closed point, and with five.
        let one = value("a----AD-C---eE---c-e----a- 2 -");
        let five = value("a-BBBBC-B---bB---c-i------ 2 -");
        assert!(one > 0 && five > one, "{one} {five}");
        // The blot of the player who is not on roll is in the way.
        let [safe, blot] =
            ["-b----E-C---eE---c-e----B- 2 -", "-b---AE-B---eE---c-e----B- 2 -"].map(value);
        assert!(blot < safe, "{blot} {safe}");
        assert!(Backgammon::SINGLE.start().plies_left() > 60);
    }
}
