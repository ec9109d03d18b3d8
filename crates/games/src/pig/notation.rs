//! The notation of positions and moves.

use super::moves::{FACES, PigMove};
use super::position::PigPosition;
use sarsen_core::game::{
    TextError, Written, excerpt, numbered_words, read_points, read_side, side_number,
};

/// The word for a die in the air.
const ROLLING: &str = "rolling";

impl Written for PigPosition {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let words = numbered_words(text);
        let ([first, second, total, side] | [first, second, total, side, _]) = words[..] else {
            let reason = "both scores, the turn total and the side to move expected, such as \
                          '20 15 7 1', and 'rolling' where the die is in the air";
            return Err(TextError::at_end_of(text, reason));
        };
        let mut read = Self::start(self.goal);
        for (score, word) in read.scores.iter_mut().zip([first, second]) {
            *score = read_points(word)?;
            if *score >= self.goal {
                let reason = format!("a player with {score} points has won before this turn");
                return Err(TextError::new(word.0, reason));
            }
        }
        read.turn_total = read_points(total)?;
        read.turn = read_side(side)?;
        // The total before the last roll had not won yet.
        let points = read.score(read.turn) + read.turn_total;
        if points >= self.goal + u16::from(FACES) {
            let reason = format!("{points} points in all: the game was over at {}", self.goal);
            return Err(TextError::new(total.0, reason));
        }
        let Some(&(at, word)) = words.get(4) else { return Ok(read) };
        if word != ROLLING {
            let reason = format!("'{ROLLING}' or nothing expected, not '{}'", excerpt(word, 20));
            return Err(TextError::new(at, reason));
        }
        if read.winner().is_some() {
            return Err(TextError::new(at, "the game is over, so no die is rolling"));
        }
        read.is_rolling = true;
        Ok(read)
    }

    fn format(&self) -> String {
        let [first, second] = self.scores;
        let (total, side) = (self.turn_total, side_number(self.turn));
        let rolling = if self.is_rolling { " rolling" } else { "" };
        format!("{first} {second} {total} {side}{rolling}")
    }

    fn format_move(&self, m: PigMove) -> String {
        match m {
            PigMove::Roll => "roll".to_owned(),
            PigMove::Hold => "hold".to_owned(),
            PigMove::Face(number) => number.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::setup::Pig;
    use sarsen_core::game::{Actor, Game, Outcome, Player, Position, Written};

    fn read(text: &str) -> super::PigPosition {
        Pig::USUAL.start().parse(text).unwrap()
    }

    /// The text after some moves.
    fn after(text: &str, moves: &str) -> String {
        let mut position = read(text);
        for m in moves.split_whitespace() {
            let m = position.parse_move(m).unwrap_or_else(|error| panic!("{text}: {error}"));
            position.make(m);
        }
        position.format()
    }

    #[test]
    fn a_turn_is_banked_or_lost() {
        assert_eq!(after("0 0 0 1", "roll"), "0 0 0 1 rolling");
        assert_eq!(after("0 0 0 1", "roll 6 roll 2"), "0 0 8 1");
        assert_eq!(after("0 0 0 1", "roll 6 hold"), "6 0 0 2");
        assert_eq!(after("6 0 0 2", "roll 6 roll 1"), "6 0 0 1");
        assert_eq!(after("6 9 0 2", "roll 3 hold roll"), "6 12 0 1 rolling");
    }

    #[test]
    fn the_goal_wins_at_once() {
        let position = read(&after("60 90 7 2", "roll 3"));
        assert_eq!(position.format(), "60 90 10 2");
        assert_eq!(position.outcome(), Some(Outcome::Win(Player::Second)));
        assert_eq!(position.actor(), Actor::Player(Player::Second));
        assert_eq!(read("60 90 9 2").outcome(), None);
        assert_eq!(read("94 0 0 1 rolling").actor(), Actor::Chance(Player::First));
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
            let error = Pig::USUAL.start().parse(text).unwrap_err();
            assert!(error.reason.contains(part) && error.at == at, "{text}: {error}");
        }
        assert_eq!(read("90 0 15 1").outcome(), Some(Outcome::Win(Player::First)));
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
            let error = read(text).parse_move(m).unwrap_err().to_string();
            assert!(error.contains(part), "{text}, {m}: {error}");
        }
    }
}
