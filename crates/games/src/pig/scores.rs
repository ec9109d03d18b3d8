//! The scores as facts and as a picture.

use super::state::{LuckSource, PigMove, PigState};
use sarsen_core::game::{Drawing, Fact, Ink, Outcome, Player, Position, Stress, View, side_number};

/// The scores, the turn total and the goal.
pub(super) fn facts<S: LuckSource>(position: &PigState<S>) -> Vec<Fact> {
    let number = |name, number: u16, about| Fact::new(name, &number.to_string()).about(about);
    let [first, second] = [Player::First, Player::Second].map(|player| position.score(player));
    vec![
        number("score-1", first, "The points that player 1 has banked."),
        number("score-2", second, "The points that player 2 has banked."),
        number("turn", position.turn_total(), "The points of this turn, which a 1 loses."),
        number("goal", position.goal(), "The points that win."),
    ]
}

/// The scores, one below the other, with the turn total beside the player whose turn it is, and the
/// goal. The score of the player `marked` is marked as having won.
pub(super) fn draw<S: LuckSource>(
    position: &PigState<S>,
    view: View<PigMove>,
    marked: Option<Player>,
) -> Drawing {
    let mut drawing = Drawing::default();
    let mut order = [Player::First, Player::Second];
    if view.turned {
        order.reverse();
    }
    for player in order {
        let is_last = view.last == Some(PigMove::Hold) && player != position.to_move();
        let stress = match marked {
            Some(winner) if winner == player => Stress::Won,
            _ if is_last => Stress::Last,
            _ => Stress::None,
        };
        drawing.write(&format!("player {}: ", side_number(player)));
        drawing.add(&format!("{:>3}", position.score(player)), Ink::Of(player), stress);
        if player == position.to_move() {
            let stress = match view.last {
                _ if position.outcome() == Some(Outcome::Win(player)) => Stress::Won,
                Some(PigMove::Value(_)) => Stress::Last,
                _ => Stress::None,
            };
            drawing.write(" + ");
            drawing.add(&position.turn_total().to_string(), Ink::Of(player), stress);
        }
        drawing.write("\n");
    }
    drawing.write(&format!("goal:     {:>3}", position.goal()));
    drawing
}
