//! The notation of positions and moves.

use super::deck::{CardDeck, HIGHEST};
use super::moves::DeckMove;
use super::position::DeckPigPosition;
use sarsen_core::game::{
    TextError, Written, excerpt, numbered_words, read_points, read_side, side_number,
};

/// The word for a card that is being drawn.
const DRAWING: &str = "drawing";

impl Written for DeckPigPosition {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let words = numbered_words(text);
        let ([first, second, total, side, left] | [first, second, total, side, left, _]) =
            words[..]
        else {
            let reason = format!(
                "both scores, the turn total, the side to move and the cards left expected, such \
                 as '4 3 2 1 {}', and 'drawing' where a card is due",
                self.setup.deck
            );
            return Err(TextError::at_end_of(text, reason));
        };
        let mut read = Self::start(self.setup);
        for (score, word) in read.scores.iter_mut().zip([first, second]) {
            *score = read_points(word)?;
            if *score >= self.goal() {
                let reason = format!("a player with {score} points has won before this turn");
                return Err(TextError::new(word.0, reason));
            }
        }
        read.turn_total = read_points(total)?;
        read.turn = read_side(side)?;
        read.left = CardDeck::parse(left.1).map_err(|reason| TextError::new(left.0, reason))?;
        read.check(total.0, left.0)?;
        let Some(&(at, word)) = words.get(5) else { return Ok(read) };
        if word != DRAWING {
            let reason = format!("'{DRAWING}' or nothing expected, not '{}'", excerpt(word, 20));
            return Err(TextError::new(at, reason));
        }
        if read.result().is_some() {
            return Err(TextError::new(at, "the game is over, so no card is due"));
        }
        read.is_drawing = true;
        Ok(read)
    }

    fn format(&self) -> String {
        let [first, second] = self.scores;
        let (total, side, left) = (self.turn_total, side_number(self.turn), self.left);
        let drawing = if self.is_drawing { " drawing" } else { "" };
        format!("{first} {second} {total} {side} {left}{drawing}")
    }

    fn format_move(&self, m: DeckMove) -> String {
        match m {
            DeckMove::Draw => "draw".to_owned(),
            DeckMove::Hold => "hold".to_owned(),
            DeckMove::Card(value) => value.to_string(),
        }
    }
}

impl DeckPigPosition {
    /// Whether the cards that are gone can have brought the points.
    fn check(&self, total_at: usize, left_at: usize) -> Result<(), TextError> {
        let deck = self.setup.deck;
        if let Some(value) =
            (1..=HIGHEST).find(|&value| self.left.copies(value) > deck.copies(value))
        {
            let (left, all) = (self.left.copies(value), deck.copies(value));
            let reason = format!("{left} cards of value {value} are left of {all}");
            return Err(TextError::new(left_at, reason));
        }
        let (own, other) = (self.score(self.turn), self.score(self.turn.other()));
        let gone = deck.points() - self.left.points();
        if own + other + self.turn_total > gone {
            let reason = format!("more points than the {gone} of the cards that are gone");
            return Err(TextError::new(left_at, reason));
        }
        // The total before the last card had not won yet.
        if own + self.turn_total >= self.goal() + u16::from(HIGHEST) {
            let (points, goal) = (own + self.turn_total, self.goal());
            let reason = format!("{points} points in all: the game was over at {goal}");
            return Err(TextError::new(total_at, reason));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::setup::DeckPig;
    use super::*;
    use sarsen_core::game::{Actor, Game, Outcome, Player, Position};

    fn read(text: &str) -> DeckPigPosition {
        DeckPig::parse("").unwrap().start().parse(text).unwrap()
    }

    /// The position after some moves.
    fn after(text: &str, moves: &str) -> DeckPigPosition {
        let mut position = read(text);
        for m in moves.split_whitespace() {
            let m = position.parse_move(m).unwrap_or_else(|error| panic!("{text}: {error}"));
            position.make(m);
        }
        position
    }

    #[test]
    fn cards_are_not_put_back() {
        let start = "0 0 0 1 1:4,2:4,3:4,4:4";
        assert_eq!(after(start, "draw").format(), format!("{start} drawing"));
        assert_eq!(after(start, "draw 4 draw 2").format(), "0 0 6 1 1:4,2:3,3:4,4:3");
        assert_eq!(after(start, "draw 4 hold").format(), "4 0 0 2 1:4,2:4,3:4,4:3");
        assert_eq!(after(start, "draw 4 draw 1").format(), "0 0 0 2 1:3,2:4,3:4,4:3");
        let position = after("0 0 0 2 1:1,3:4 drawing", "");
        let mut moves = Vec::new();
        position.moves(&mut moves);
        assert_eq!(moves, [DeckMove::Card(1), DeckMove::Card(3)]);
        assert_eq!(moves.iter().map(|&m| position.weight(m)).collect::<Vec<_>>(), [1, 4]);
    }

    #[test]
    fn the_goal_wins_at_once_and_the_last_card_ends_the_game() {
        let [first, second] = [Player::First, Player::Second].map(|it| Some(Outcome::Win(it)));
        let position = after("9 3 4 1 1:4,2:4,4:1", "draw 2");
        assert_eq!(
            (position.format().as_str(), position.outcome()),
            ("9 3 6 1 1:4,2:3,4:1", first)
        );
        assert_eq!(position.actor(), Actor::Player(Player::First));
        // The turn total is banked.
        assert_eq!(after("3 5 0 1 3:1", "draw 3").outcome(), first);
        assert_eq!(after("3 5 0 1 2:1", "draw 2").outcome(), Some(Outcome::Draw));
        assert_eq!(after("3 9 0 1 3:1", "draw 3").outcome(), second);
        // Unless the last card is a 1.
        let position = after("3 5 4 1 1:1", "draw 1");
        assert_eq!((position.format().as_str(), position.outcome()), ("3 5 0 2 -", second));
        assert_eq!(after("3 5 4 1 1:1", "hold draw 1").outcome(), first);
        assert_eq!(read("7 7 0 2 -").outcome(), Some(Outcome::Draw));
    }

    #[test]
    fn a_wrong_text_is_told_where() {
        for (text, at, part) in [
            ("", 0, "such as '4 3 2 1 1:4,2:4,3:4,4:4', and 'drawing'"),
            ("0 0 0 1", 7, "the cards left expected"),
            ("0 0 0 1 1:4 drawing x", 21, "both scores"),
            ("x 0 0 1 1:4", 1, "a number of points expected, not 'x'"),
            ("0 0 03 1 1:4", 5, "not '03'"),
            ("15 0 0 1 1:4", 1, "a player with 15 points has won before this turn"),
            ("0 0 0 3 1:4", 7, "'3' is no side to move"),
            ("0 0 0 1 1:4,", 9, "a list of value:copies"),
            ("0 0 0 1 1:5", 9, "5 cards of value 1 are left of 4"),
            ("0 0 0 1 5:1", 9, "1 cards of value 5 are left of 0"),
            ("4 3 2 1 1:4,2:4,3:4,4:3", 9, "more points than the 4 of the cards that are gone"),
            ("14 0 10 1 -", 6, "24 points in all: the game was over at 15"),
            ("0 0 0 1 1:4,2:4,3:4,4:4 draw", 25, "'drawing' or nothing expected, not 'draw'"),
            ("0 0 0 1 - drawing", 11, "the game is over, so no card is due"),
        ] {
            let error = DeckPig::parse("").unwrap().start().parse(text).unwrap_err();
            assert!(error.reason.contains(part) && error.at == at, "{text}: {error}");
        }
    }
}
