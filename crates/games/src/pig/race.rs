//! The evaluation of Pig: the odds of winning, from the points that both players still need.

use super::die::{FACES, PigPosition};
use super::state::{GOALS, PigMove};
use sarsen_core::game::value::{EVAL_MAX, Value};
use sarsen_core::game::{Evaluator, Levels, Player};

/// At the beginning of a turn: what one point that the opponent needs more counts, and to be the
/// one who rolls. Both are divided by the points that the nearer player needs, and by some more.
///
/// The weights were fitted to the exact odds of 1194 positions with a goal of 100. There the mean
/// error of the odds is 0.011.
const POINT: f64 = 2.0;
const TO_ROLL: f64 = 11.5;
const MORE: f64 = 52.0;

/// With this turn total, a player holds, or goes for all.
const ENOUGH: u16 = 20;

/// The chance to gain at least so many points in one turn if the player never holds.
const REACH: [f64; *GOALS.end() as usize + 1] = {
    let mut reach = [1.0; *GOALS.end() as usize + 1];
    let mut points = 1;
    while points < reach.len() {
        let mut sum = 0.0;
        let mut number = 2;
        while number <= FACES as usize {
            sum += if number < points { reach[points - number] } else { 1.0 };
            number += 1;
        }
        reach[points] = sum / FACES as f64;
        points += 1;
    }
    reach
};

/// The odds that a player wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PigRace;

/// The odds of a player who begins a turn and needs `own` points, where the opponent needs `other`.
/// Both are at least 1.
fn begin(own: u16, other: u16) -> f64 {
    let (need, theirs) = (f64::from(own), f64::from(other));
    let z = (POINT * (theirs - need) + TO_ROLL) / (need.min(theirs) + MORE);
    (1.0 + z / (1.0 + z * z).sqrt()) / 2.0
}

/// The odds of a player who has this turn total, and chooses. The player holds when there is
/// enough, or never.
fn choose(own: u16, other: u16, turn_total: u16) -> f64 {
    if turn_total >= own {
        return 1.0;
    }
    let held = |total: u16| if total >= own { 1.0 } else { 1.0 - begin(other, own - total) };
    let enough = ENOUGH.min(own);
    let cautious = if turn_total >= enough {
        held(turn_total)
    } else {
        let now = begin(own, other);
        now + (held(enough) - now) * f64::from(turn_total) / f64::from(enough)
    };
    let reached = REACH[usize::from(own - turn_total)];
    let bold = reached + (1.0 - reached) * (1.0 - begin(other, own));
    cautious.max(bold)
}

/// The odds of a player whose die is in the air.
fn roll(own: u16, other: u16, turn_total: u16) -> f64 {
    let lost = 1.0 - begin(other, own);
    let kept = (2..=FACES).map(|number| choose(own, other, turn_total + u16::from(number)));
    (lost + kept.sum::<f64>()) / f64::from(FACES)
}

impl Evaluator<PigPosition> for PigRace {
    fn evaluate(&self, position: &PigPosition, player: Player) -> Value {
        let turn = position.to_move();
        let [own, other] =
            [turn, turn.other()].map(|player| position.goal() - position.score(player));
        let odds = if position.is_due() { roll } else { choose };
        let odds = odds(own, other, position.turn_total());
        let value = ((2.0 * odds - 1.0) * f64::from(EVAL_MAX)) as Value;
        if player == turn { value } else { -value }
    }

    /// Near even odds, odds of e to 1 are 0.46 on a scale that ends at 1.
    fn scale(&self) -> Value {
        EVAL_MAX / 2
    }

    fn levels(&self) -> Levels {
        Levels([0, 200, 330, 410, 475, 540, 600, 670, 735, 820, 1000])
    }

    /// A hold first where there is enough, otherwise a roll.
    fn order(&self, position: &PigPosition, moves: &[PigMove], scores: &mut [i32]) {
        for (m, score) in moves.iter().zip(scores) {
            if *m == PigMove::Hold {
                *score += i32::from(position.turn_total()) - i32::from(ENOUGH);
            }
        }
    }
}
