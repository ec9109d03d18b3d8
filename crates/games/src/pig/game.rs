//! Pig with a die: its setups, its solver, and all that the engine asks of a game.

use std::time::Duration;

use super::die::{Die, PigPosition};
use super::race::PigRace;
use super::scores;
use super::state::{GOALS, PigMove, read_goal};
use super::track::Track;
use sarsen_core::game::board::{Contents, Diagram, Gesture, Layout, Outline};
use sarsen_core::game::{
    Drawing, Fact, Game, NamedEvaluator, Player, Position, Presentation, SetupError, Solver, View,
};
use sarsen_core::solvers::ValueIteration;

/// The name of the game.
pub const NAME: &str = "pig";

/// The rules, in words.
const RULES: &str = "\
Each player collects points with a die. The first to reach the goal wins. It is 100 points, unless \
the setup says otherwise.

The players take turns, player 1 first. In a turn you roll the die. If it shows 2 to 6, this \
number is added to the turn total, and you choose: roll again, or hold. If you hold, the turn \
total is added to your score, and the turn ends. If the die shows 1, the turn total is lost, and \
the turn ends. Your score is safe.

The first roll of a turn is a duty. You win at once if your score and the turn total together \
reach the goal. You need not hold.

- Example: you have 30 points and roll 4, 6 and 5. The turn total is 15. You hold and have 45 \
points.
- Example: you have 30 points and roll 4, 6 and 1. You still have 30 points, and it is the other \
player's turn.

A move is the word roll or hold. What the die shows is a number from 1 to 6.";

/// Pig with a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pig {
    goal: u16,
}

impl Pig {
    /// The usual goal of 100 points.
    pub const USUAL: Self = Self { goal: 100 };

    /// Reads a setup: the goal. An empty text is the usual one.
    ///
    /// # Errors
    ///
    /// If it is not a number from 2 to 250.
    pub fn parse(setup: &str) -> Result<Self, SetupError> {
        if setup.is_empty() {
            return Ok(Self::USUAL);
        }
        let goal = read_goal(setup).ok_or_else(|| {
            let (least, most) = (GOALS.start(), GOALS.end());
            let reason =
                format!("the setup is the goal, a number from {least} to {most}, such as 100");
            SetupError::new(setup, reason)
        })?;
        Ok(Self { goal })
    }

    /// The points that win.
    #[must_use]
    pub const fn goal(self) -> u16 {
        self.goal
    }
}

impl Game for Pig {
    type Position = PigPosition;

    fn name(&self) -> &str {
        NAME
    }

    fn setup(&self) -> String {
        self.goal.to_string()
    }

    fn start(&self) -> PigPosition {
        PigPosition::start(self.goal, Die)
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<PigPosition>> {
        vec![("race", Box::new(PigRace))]
    }

    fn solver(&self, bytes: usize) -> Option<Box<dyn Solver<PigPosition>>> {
        Some(solver(bytes))
    }
}

impl Presentation<PigPosition> for Pig {
    fn explain(&self, position: &PigPosition) -> Vec<Fact> {
        scores::facts(position)
    }

    fn marks(&self) -> [&str; 2] {
        ["1", "2"]
    }

    fn rules(&self) -> &str {
        RULES
    }

    fn board(&self) -> Option<&dyn Diagram<PigPosition>> {
        Some(self)
    }

    fn draw(&self, position: &PigPosition, view: View<PigMove>) -> Drawing {
        let mut drawing = scores::draw(position, view, None);
        if position.is_due() && position.outcome().is_none() {
            drawing.write("\n\nthe die is rolling");
        }
        drawing
    }
}

impl Diagram<PigPosition> for Pig {
    fn layout(&self) -> Layout {
        Track::new(self.goal).layout::<Die>(Outline::Die)
    }

    fn contents(&self, position: &PigPosition, last: Option<PigMove>) -> Contents {
        Track::new(self.goal).contents(position, last)
    }

    fn gesture(&self, _: &PigPosition, m: PigMove) -> Gesture {
        Track::new(self.goal).gesture(m)
    }

    fn opposite(&self, place: usize) -> Option<usize> {
        Some(Track::new(self.goal).opposite(place))
    }
}

/// About so many positions are settled in a microsecond.
const SPEED: u64 = 1;

/// So many sums of a turn reach the goal, besides the one that just reaches it.
const BEYOND: u64 = 4;

/// The number of positions that can be reached, or a few more: two scores and a sum of the turn,
/// for each player, before and after the player's choice.
fn positions(position: &PigPosition) -> u64 {
    let left = |player| u64::from(position.goal() - position.score(player)) + BEYOND;
    let (one, other) = (left(Player::First), left(Player::Second));
    one * other * (one + other)
}

/// A solver with this many bytes.
fn solver(bytes: usize) -> Box<dyn Solver<PigPosition>> {
    let estimate = |position: &PigPosition| Duration::from_micros(positions(position) / SPEED);
    Box::new(ValueIteration::new(bytes, estimate).counting(positions))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::game::{Effort, Stress, Written};

    #[test]
    fn a_setup_is_a_goal() {
        for (setup, goal) in [("", 100), ("100", 100), ("2", 2), ("250", 250)] {
            assert_eq!(Pig::parse(setup).map(Pig::goal), Ok(goal));
        }
        for setup in ["1", "0", "251", "99999", "-5", "+50", "050", " 50", "fifty", "50/6"] {
            let error = Pig::parse(setup).unwrap_err().to_string();
            assert!(error.contains("a number from 2 to 250"), "{error}");
        }
    }

    #[test]
    fn positions_are_not_more_than_counted() {
        for (goal, text) in [(2, "0 0 0 1"), (20, "0 0 0 1"), (60, "0 0 0 1"), (60, "31 12 7 2")] {
            let start = Pig::parse(&goal.to_string()).unwrap().start().parse(text).unwrap();
            let counted = positions(&start);
            let solver = solver(ValueIteration::<PigPosition>::bytes_for(counted));
            let visited = solver.expect(&start, &Effort::UNLIMITED).unwrap().nodes;
            assert!(visited <= counted && counted < 4 * visited + 500, "{visited} of {counted}");
        }
    }

    #[test]
    fn the_turn_total_is_drawn_beside_the_score() {
        let mut position = Pig::USUAL.start().parse("30 15 7 2 rolling").unwrap();
        let drawing = Pig::USUAL.draw(&position, View::default()).to_string();
        let lines = "player 1:  30\nplayer 2:  15 + 7\ngoal:     100";
        assert_eq!(drawing, format!("{lines}\n\nthe die is rolling"));
        position.make(PigMove::Value(4));
        let drawing =
            Pig::USUAL.draw(&position, View { turned: true, last: Some(PigMove::Value(4)) });
        let lines = "player 2:  15 + 11\nplayer 1:  30\ngoal:     100";
        assert_eq!(drawing.to_string(), lines);
        assert!(
            drawing.spans().iter().any(|span| span.stress == Stress::Last && span.text == "11")
        );
        let won = Pig::USUAL.start().parse("95 0 6 1").unwrap();
        let drawing = Pig::USUAL.draw(&won, View::default());
        assert!(drawing.to_string().ends_with("\ngoal:     100"));
        assert!(drawing.spans().iter().any(|span| span.stress == Stress::Won && span.text == "6"));
    }
}
