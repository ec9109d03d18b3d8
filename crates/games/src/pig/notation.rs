//! The notation of positions and moves.

use super::state::{LuckSource, PigMove, PigState};
use sarsen_core::game::{
    Position, TextError, Written, excerpt, numbered_words, read_points, read_side, side_number,
};

impl<S: LuckSource> Written for PigState<S> {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let words = numbered_words(text);
        let expected = || TextError::at_end_of(text, self.source.expected());
        let [first, second, total, side, ref rest @ ..] = words[..] else {
            return Err(expected());
        };
        let (left, due) = rest.split_at_checked(S::WORDS).ok_or_else(expected)?;
        if due.len() > 1 {
            return Err(expected());
        }
        let mut read = Self::start(self.goal, self.source);
        for (score, word) in read.scores.iter_mut().zip([first, second]) {
            *score = read_points(word)?;
            if *score >= self.goal {
                let reason = format!("a player with {score} points has won before this turn");
                return Err(TextError::new(word.0, reason));
            }
        }
        read.turn_total = read_points(total)?;
        read.turn = read_side(side)?;
        let all = read.scores[0] + read.scores[1] + read.turn_total;
        read.left = self.source.read_left(left, all)?;
        // The total before the last value had not won yet.
        let points = read.score(read.turn) + read.turn_total;
        if points >= self.goal + u16::from(S::HIGHEST) {
            let reason = format!("{points} points in all: the game was over at {}", self.goal);
            return Err(TextError::new(total.0, reason));
        }
        let Some(&(at, word)) = due.first() else { return Ok(read) };
        if word != S::DUE {
            let reason = format!("'{}' or nothing expected, not '{}'", S::DUE, excerpt(word, 20));
            return Err(TextError::new(at, reason));
        }
        if read.outcome().is_some() {
            return Err(TextError::new(at, format!("the game is over, so {}", S::NOT_DUE)));
        }
        read.is_due = true;
        Ok(read)
    }

    fn format(&self) -> String {
        let [first, second] = self.scores;
        let (total, side, left) = (self.turn_total, side_number(self.turn), self.left.text());
        let (blank, due) = if self.is_due { (" ", S::DUE) } else { ("", "") };
        format!("{first} {second} {total} {side}{left}{blank}{due}")
    }

    fn format_move(&self, m: PigMove) -> String {
        match m {
            PigMove::More => S::MORE.to_owned(),
            PigMove::Hold => "hold".to_owned(),
            PigMove::Value(value) => value.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::deck::DeckPigPosition;
    use super::super::deck_game::DeckPig;
    use super::super::die::PigPosition;
    use super::super::game::Pig;
    use super::*;
    use sarsen_core::game::{Actor, Game, Outcome, Player};

    fn die() -> PigPosition {
        Pig::USUAL.start()
    }

    fn deck() -> DeckPigPosition {
        DeckPig::parse("").unwrap().start()
    }

    fn read<S: LuckSource>(start: &PigState<S>, text: &str) -> PigState<S> {
        start.parse(text).unwrap()
    }

    /// The position after some moves.
    fn after<S: LuckSource>(start: &PigState<S>, text: &str, moves: &str) -> PigState<S> {
        let mut position = read(start, text);
        for m in moves.split_whitespace() {
            let m = position.parse_move(m).unwrap_or_else(|error| panic!("{text}: {error}"));
            position.make(m);
        }
        position
    }

    #[test]
    fn a_turn_is_banked_or_lost() {
        assert_eq!(after(&die(), "0 0 0 1", "roll").format(), "0 0 0 1 rolling");
        assert_eq!(after(&die(), "0 0 0 1", "roll 6 roll 2").format(), "0 0 8 1");
        assert_eq!(after(&die(), "0 0 0 1", "roll 6 hold").format(), "6 0 0 2");
        assert_eq!(after(&die(), "6 0 0 2", "roll 6 roll 1").format(), "6 0 0 1");
        assert_eq!(after(&die(), "6 9 0 2", "roll 3 hold roll").format(), "6 12 0 1 rolling");
    }

    #[test]
    fn the_goal_wins_at_once() {
        let position = after(&die(), "60 90 7 2", "roll 3");
        assert_eq!(position.format(), "60 90 10 2");
        assert_eq!(position.outcome(), Some(Outcome::Win(Player::Second)));
        assert_eq!(position.actor(), Actor::Player(Player::Second));
        assert_eq!(read(&die(), "60 90 9 2").outcome(), None);
        assert_eq!(read(&die(), "94 0 0 1 rolling").actor(), Actor::Chance(Player::First));
    }

    #[test]
    fn a_wrong_text_is_told_where() {
        for (text, at, part) in [
            ("", 0, "both scores, the turn total and the side to move expected"),
            ("0 0 0", 5, "'20 15 7 1'"),
            ("0 0 0 1 rolling x", 17, "both scores"),
            ("0 0 0 1 ", 9, "'rolling' or nothing expected, not ''"),
            ("0 0 0 1 rollin", 9, "not 'rollin'"),
            ("0  0 0 1", 3, "a number of points expected, not ''"),
            ("x 0 0 1", 1, "not 'x'"),
            ("0 07 0 1", 3, "not '07'"),
            ("0 +7 0 1", 3, "not '+7'"),
            ("0 -7 0 1", 3, "not '-7'"),
            ("0 0 99999 1", 5, "not '99999'"),
            ("100 0 0 1", 1, "a player with 100 points has won before this turn"),
            ("0 120 0 1", 3, "120 points"),
            ("0 0 0 3", 7, "'3' is no side to move: '1' or '2'"),
            ("90 0 16 1", 6, "106 points in all: the game was over at 100"),
            ("90 0 15 1 rolling", 11, "the game is over, so no die is rolling"),
        ] {
            let error = die().parse(text).unwrap_err();
            assert!(error.reason.contains(part) && error.at == at, "{text}: {error}");
        }
        assert_eq!(read(&die(), "90 0 15 1").outcome(), Some(Outcome::Win(Player::First)));
        assert!(Pig::parse("50").unwrap().start().parse("60 0 0 1").is_err());
    }

    #[test]
    fn a_wrong_move_is_told_why() {
        for (text, m, part) in [
            ("0 0 0 1", "hold", "legal: roll"),
            ("0 0 0 1", "5", "legal: roll"),
            ("0 0 5 1", "Roll", "legal: roll hold"),
            ("0 0 5 1 rolling", "hold", "legal: 1 2 3 4 5 6"),
            ("0 0 5 1 rolling", "7", "legal: 1 2 3 4 5 6"),
            ("90 0 12 1", "roll", "the game is over"),
        ] {
            let error = read(&die(), text).parse_move(m).unwrap_err().to_string();
            assert!(error.contains(part), "{text}, {m}: {error}");
        }
    }

    #[test]
    fn cards_are_not_put_back() {
        let start = "0 0 0 1 1:4,2:4,3:4,4:4";
        assert_eq!(after(&deck(), start, "draw").format(), format!("{start} drawing"));
        assert_eq!(after(&deck(), start, "draw 4 draw 2").format(), "0 0 6 1 1:4,2:3,3:4,4:3");
        assert_eq!(after(&deck(), start, "draw 4 hold").format(), "4 0 0 2 1:4,2:4,3:4,4:3");
        assert_eq!(after(&deck(), start, "draw 4 draw 1").format(), "0 0 0 2 1:3,2:4,3:4,4:3");
        let position = after(&deck(), "0 0 0 2 1:1,3:4 drawing", "");
        let moves = position.legal_moves();
        assert_eq!(moves, [PigMove::Value(1), PigMove::Value(3)]);
        assert_eq!(moves.iter().map(|&m| position.weight(m)).collect::<Vec<_>>(), [1, 4]);
    }

    #[test]
    fn the_goal_wins_at_once_and_the_last_card_ends_the_game() {
        let [first, second] =
            [Player::First, Player::Second].map(|player| Some(Outcome::Win(player)));
        let position = after(&deck(), "9 3 4 1 1:4,2:4,4:1", "draw 2");
        assert_eq!(
            (position.format().as_str(), position.outcome()),
            ("9 3 6 1 1:4,2:3,4:1", first)
        );
        assert_eq!(position.actor(), Actor::Player(Player::First));
        // The turn total is banked.
        assert_eq!(after(&deck(), "3 5 0 1 3:1", "draw 3").outcome(), first);
        assert_eq!(after(&deck(), "3 5 0 1 2:1", "draw 2").outcome(), Some(Outcome::Draw));
        assert_eq!(after(&deck(), "3 9 0 1 3:1", "draw 3").outcome(), second);
        // Unless the last card is a 1.
        let position = after(&deck(), "3 5 4 1 1:1", "draw 1");
        assert_eq!((position.format().as_str(), position.outcome()), ("3 5 0 2 -", second));
        assert_eq!(after(&deck(), "3 5 4 1 1:1", "hold draw 1").outcome(), first);
        assert_eq!(read(&deck(), "7 7 0 2 -").outcome(), Some(Outcome::Draw));
    }

    #[test]
    fn a_wrong_text_with_cards_is_told_where() {
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
            let error = deck().parse(text).unwrap_err();
            assert!(error.reason.contains(part) && error.at == at, "{text}: {error}");
        }
    }
}
