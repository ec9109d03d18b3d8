//! The opinion that every player of the game begins with: marbles in the middle, close together,
//! and none lost. And what is about to be pushed off.

use serde::Deserialize;

use super::cells::RINGS;
use super::lanes::{Lanes, Stride, both, size, strides, walk};
use super::moves::{MarbleMove, MoveParts};
use super::position::{AbalonePosition, MARBLES, TO_WIN};
use super::reach::Pushes;
use sarsen_core::game::value::Value;
use sarsen_core::game::{Evaluator, Levels, Player, Weights, WeightsError};
use sarsen_core::sys::processor::{Computation, Processor, run_at_best};

/// The weights, as in their file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Points {
    lost: [Value; TO_WIN as usize],
    ring: [Value; 5],
    pair: Value,
    three: Value,
    wedge: Value,
    front: Value,
    backed: Value,
    off_at_once: [Value; 3],
    off_later: [Value; 3],
    push_at_once: Value,
    push_later: Value,
    turn: Value,
}

/// Ordering: a move that pushes a marble off the board. It comes before all others.
const OFF: i32 = 1_000_000;
/// Ordering: a move that pushes.
const PUSH: i32 = 4_000;

/// Counts marbles, how far they are from the middle, how many of them lie next to each other, how
/// they stand against the opponent's (O. Aichholzer, F. Aurenhammer and T. Werner, "Algorithmic
/// fun: Abalone", 2002), and the pushes that threaten.
///
/// The weights are in `formation.toml`. Matches chose them: weights that predict results a little
/// better, as `sarsen tune` finds them, play worse.
#[derive(Clone, Debug)]
pub struct Formation {
    points: Points,
}

impl Formation {
    /// With these weights.
    ///
    /// # Errors
    ///
    /// If the weights have other names than those of the game.
    pub fn with(weights: &Weights) -> Result<Self, WeightsError> {
        Ok(Self { points: weights.read()? })
    }
}

impl Evaluator<AbalonePosition> for Formation {
    fn evaluate(&self, position: &AbalonePosition, player: Player) -> Value {
        let value = run_at_best(Judge { points: &self.points, position });
        if player == position.to_move() { value } else { -value }
    }

    fn scale(&self) -> Value {
        600
    }

    fn levels(&self) -> Levels {
        Levels([150, 218, 291, 406, 453, 502, 624, 725, 797, 899, 1000])
    }

    fn order(&self, position: &AbalonePosition, moves: &[MarbleMove], scores: &mut [i32]) {
        run_at_best(MarbleOrder { position, moves, scores });
    }
}

/// Judges a position for the player to move.
struct Judge<'a> {
    points: &'a Points,
    position: &'a AbalonePosition,
}

impl Computation for Judge<'_> {
    type Found = Value;

    #[inline(always)]
    fn run<P: Processor>(self, _: P) -> Value {
        let turn = self.position.to_move();
        let [own, other] = [turn, turn.other()].map(|player| self.position.marbles(player));
        let back = &strides().back;
        // The cells that have a marble of each player, or none, next to them, for each direction.
        let [by_own, by_other] = [walk([own; 8], back), walk([other; 8], back)];
        let to_empty = walk([self.position.empty(); 8], back);
        let points = self.points;
        let mut value = points.turn;
        value += points.side(own, other, by_own, by_other, back);
        value -= points.side(other, own, by_other, by_own, back);
        let mine = Pushes::of(own, other, to_empty, back);
        let theirs = Pushes::of(other, own, to_empty, back);
        value += points.pushes(&mine, points.off_at_once, points.push_at_once);
        value - points.pushes(&theirs, points.off_later, points.push_later)
    }
}

impl Points {
    /// What speaks for the player with the marbles `own`.
    #[inline(always)]
    fn side(&self, own: u64, other: u64, by_own: Lanes, by_other: Lanes, back: &Stride) -> Value {
        let lost = MARBLES - own.count_ones();
        let mut value = self.lost[lost.min(TO_WIN - 1) as usize];
        for (ring, worth) in RINGS.iter().zip(self.ring) {
            value += worth * (own & ring).count_ones() as Value;
        }
        let [mine, theirs] = [[own; 8], [other; 8]];
        // Rows are found once in each direction.
        let pairs = both(mine, by_own);
        let threes = both(mine, walk(pairs, back));
        let facing = walk(both(mine, by_other), back);
        let fronts = both(mine, facing);
        let backed = both(mine, walk(fronts, back));
        let wedges = both(theirs, facing);
        let count = |rows: Lanes| size(rows) as Value;
        value += self.pair * (count(pairs) / 2) + self.three * (count(threes) / 2);
        value += self.front * count(fronts) + self.backed * count(backed);
        value + self.wedge * (count(wedges) / 2)
    }

    /// What a player's pushes are worth.
    #[inline(always)]
    fn pushes(&self, pushes: &Pushes, off: [Value; 3], on: Value) -> Value {
        let [offs, ons] = [size(pushes.off), size(pushes.on)];
        let off = if offs == 0 { 0 } else { off[(offs as usize - 1).min(2)] };
        off + on * ons as Value
    }
}

/// Finds the moves that push.
struct MarbleOrder<'a> {
    position: &'a AbalonePosition,
    moves: &'a [MarbleMove],
    scores: &'a mut [i32],
}

impl Computation for MarbleOrder<'_> {
    type Found = ();

    #[inline(always)]
    fn run<P: Processor>(self, _: P) {
        let found = self.position.pushes();
        for (m, score) in self.moves.iter().zip(self.scores) {
            // The moves sideways come after all others.
            let MoveParts::Inline { rear, direction, .. } = m.parts() else { break };
            let is_in = |set: u64| set >> rear & 1 != 0;
            if is_in(found.off[direction]) {
                *score += OFF;
            } else if is_in(found.on[direction]) {
                *score += PUSH;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::setup::Abalone;
    use sarsen_core::game::{Tunable, Weighted};

    #[test]
    fn the_weights_that_come_with_the_game_can_be_read() {
        let formation = Abalone::STANDARD.usual_evaluator();
        assert_eq!(Abalone::STANDARD.weights().values()[..6], formation.points.lost);
    }
}
