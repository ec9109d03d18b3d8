//! Rules, facts and pictures.

use super::moves::DeckMove;
use super::position::DeckPigPosition;
use sarsen_core::game::{Drawing, Fact, Ink, Outcome, Player, Stress, View, side_number};

/// The rules, in words.
pub(super) const RULES: &str = "\
Each player collects points with cards. The first to reach the goal wins.

There is one deck for both players. The setup says how many cards of each value it has: 1:4,2:4 \
are four cards of value 1 and four of value 2. Cards are drawn at random and not put back. Both \
players see which cards are left.

The players take turns, player 1 first. In a turn you draw a card. If it is not a 1, its value is \
added to the turn total, and you choose: draw again, or hold. If you hold, the turn total is added \
to your score, and the turn ends. If the card is a 1, the turn total is lost, and the turn ends. \
Your score is safe.

The first card of a turn is a duty. You win at once if your score and the turn total together \
reach the goal. You need not hold.

If nobody has won when the last card has been drawn, the turn total is added to the score of the \
player whose turn it is, unless the card is a 1. Then the higher score wins. Equal scores are a \
draw.

- Example: no 1 is left. Then it is best to draw all the other cards.

A move is the word draw or hold. A card that is drawn is its value. Positions show both scores, \
the turn total, whose turn it is, and the cards that are left.";

/// The scores, the turn total, the goal and the cards.
pub(super) fn explain(position: &DeckPigPosition) -> Vec<Fact> {
    let number = |name, number: u32, about| Fact::new(name, &number.to_string()).about(about);
    let [first, second] =
        [Player::First, Player::Second].map(|player| position.score(player).into());
    vec![
        number("score-1", first, "The points that player 1 has banked."),
        number("score-2", second, "The points that player 2 has banked."),
        number("turn", position.turn_total().into(), "The points of this turn, which a 1 loses."),
        number("goal", position.goal().into(), "The points that win."),
        number("cards", position.left().cards(), "How many cards are left."),
        number("ones", position.left().copies(1).into(), "How many of them are 1."),
    ]
}

/// The scores, one below the other, with the turn total beside the player whose turn it is. Then
/// the cards that are left.
pub(super) fn draw(position: &DeckPigPosition, view: View<DeckMove>) -> Drawing {
    let mut drawing = Drawing::default();
    let mut order = [Player::First, Player::Second];
    if view.turned {
        order.reverse();
    }
    let result = position.result();
    for player in order {
        let is_last = view.last == Some(DeckMove::Hold) && player != position.to_move();
        let stress = match result {
            Some(Outcome::Win(winner)) if winner == player => Stress::Won,
            _ if is_last => Stress::Last,
            _ => Stress::None,
        };
        drawing.write(&format!("player {}: ", side_number(player)));
        drawing.add(&format!("{:>3}", position.score(player)), Ink::Of(player), stress);
        if player == position.to_move() {
            let stress = match view.last {
                Some(DeckMove::Card(_)) if stress == Stress::None => Stress::Last,
                _ => stress,
            };
            drawing.write(" + ");
            drawing.add(&position.turn_total().to_string(), Ink::Of(player), stress);
        }
        drawing.write("\n");
    }
    drawing.write(&format!("goal:     {:>3}\n\ncards:", position.goal()));
    for (value, copies) in position.left().iter() {
        drawing.write(&format!(" {}", value.to_string().repeat(copies.into())));
    }
    if position.left().is_empty() {
        drawing.add(" none", Ink::Faint, Stress::None);
    }
    if result.is_none() && position.is_drawing() {
        drawing.write("\n\na card is drawn");
    }
    drawing
}

#[cfg(test)]
mod tests {
    use super::super::setup::DeckPig;
    use super::*;
    use sarsen_core::game::{Game, Written};

    #[test]
    fn the_cards_that_are_left_are_drawn() {
        let start = DeckPig::parse("").unwrap().start();
        let show = |text: &str| draw(&start.parse(text).unwrap(), View::default()).to_string();
        assert_eq!(
            show("4 3 2 2 1:2,3:4 drawing"),
            "player 1:   4\nplayer 2:   3 + 2\ngoal:      15\n\ncards: 11 3333\n\na card is drawn"
        );
        assert!(show("4 3 2 2 -").ends_with("cards: none"));
        assert!(show("4 4 0 2 -").ends_with("cards: none"));
    }
}
