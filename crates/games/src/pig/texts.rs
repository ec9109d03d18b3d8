//! Pig as text: rules, facts and pictures.

use super::moves::PigMove;
use super::position::PigPosition;
use sarsen_core::game::{Drawing, Fact, Ink, Player, Stress, View, side_number};

/// The rules, in words.
pub(super) const RULES: &str = "\
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

/// The scores, the turn total and the goal.
pub(super) fn explain(position: &PigPosition) -> Vec<Fact> {
    let number = |name, number: u16, about| Fact::new(name, &number.to_string()).about(about);
    let [first, second] = [Player::First, Player::Second].map(|player| position.score(player));
    vec![
        number("score-1", first, "The points that player 1 has banked."),
        number("score-2", second, "The points that player 2 has banked."),
        number("turn", position.turn_total(), "The points of this turn, which a 1 loses."),
        number("goal", position.goal(), "The points that win."),
    ]
}

/// The scores, one below the other, with the turn total beside the player whose turn it is.
pub(super) fn draw(position: &PigPosition, view: View<PigMove>) -> Drawing {
    let mut drawing = Drawing::default();
    let mut order = [Player::First, Player::Second];
    if view.turned {
        order.reverse();
    }
    for player in order {
        let is_last = view.last == Some(PigMove::Hold) && player != position.to_move();
        let stress = if is_last { Stress::Last } else { Stress::None };
        drawing.write(&format!("player {}: ", side_number(player)));
        drawing.add(&format!("{:>3}", position.score(player)), Ink::Of(player), stress);
        if player == position.to_move() {
            let stress = match view.last {
                _ if position.winner().is_some() => Stress::Won,
                Some(PigMove::Face(_)) => Stress::Last,
                _ => Stress::None,
            };
            drawing.write(" + ");
            drawing.add(&position.turn_total().to_string(), Ink::Of(player), stress);
        }
        drawing.write("\n");
    }
    drawing.write(&format!("goal:     {:>3}", position.goal()));
    if position.winner().is_none() && position.is_rolling() {
        drawing.write("\n\nthe die is rolling");
    }
    drawing
}

#[cfg(test)]
mod tests {
    use super::super::setup::Pig;
    use super::*;
    use sarsen_core::game::{Game, Position, Written};

    #[test]
    fn the_turn_total_is_drawn_beside_the_score() {
        let mut position = Pig::USUAL.start().parse("30 15 7 2 rolling").unwrap();
        let drawing = draw(&position, View::default()).to_string();
        let lines = "player 1:  30\nplayer 2:  15 + 7\ngoal:     100";
        assert_eq!(drawing, format!("{lines}\n\nthe die is rolling"));
        position.make(PigMove::Face(4));
        let drawing = draw(&position, View { turned: true, last: Some(PigMove::Face(4)) });
        let lines = "player 2:  15 + 11\nplayer 1:  30\ngoal:     100";
        assert_eq!(drawing.to_string(), lines);
        assert!(drawing.spans().iter().any(|it| it.stress == Stress::Last && it.text == "11"));
        let won = Pig::USUAL.start().parse("95 0 6 1").unwrap();
        let drawing = draw(&won, View::default());
        assert!(drawing.to_string().ends_with("\ngoal:     100"));
        assert!(drawing.spans().iter().any(|it| it.stress == Stress::Won && it.text == "6"));
    }
}
