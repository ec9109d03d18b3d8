//! The notation of positions and moves.
//!
//! A position is the board, the side and the dice: `-b----E-C---eE---c-e----B- 1 31`. The board has
//! the 26 characters of an XGID: the bar of the second player, the points from 1 to 24 of the first
//! player, and the first player's bar. `A` to `O` are one to fifteen checkers of the first player,
//! `a` to `o` the second player's, `-` is none. A [position ID](super::position_id) does, too.

use super::super::board::{BAR, OFF, across};
use super::super::moves::BackgammonMove;
use super::super::position::BackgammonPosition;
use super::parts;
use super::read_play::read_play;
use super::reader::{self, dice_of};
use sarsen_core::game::{MoveError, Player, Position, TextError, Written};

/// A play has at most so many parts.
const MOST_PARTS: usize = 4;

impl Written for BackgammonPosition {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        reader::read(text).map(|read| read.counting_gammons(self.counts_gammons()))
    }

    fn format(&self) -> String {
        let letter = |place: u8| {
            let [own, other] =
                [self.count(Player::First, place), self.count(Player::Second, across(place))];
            match (own, other) {
                (1.., _) if place != OFF => char::from(b'A' + own - 1),
                (_, 1..) if place != BAR => char::from(b'a' + other - 1),
                _ => '-',
            }
        };
        let board: String = (OFF..=BAR).map(letter).collect();
        format!("{board} {} {}", side(self), dice_text(self))
    }

    fn parse_move(&self, text: &str) -> Result<BackgammonMove, MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::GameOver);
        }
        match self.dice() {
            Some(dice) => read_play(self, dice, text),
            None => read_throw(self, text),
        }
    }

    /// All parts of a play have a stroke, and a throw has none.
    fn words_of_move(&self, words: &[&str]) -> usize {
        words.iter().take_while(|word| word.contains('/')).take(MOST_PARTS).count().max(1)
    }

    fn format_move(&self, m: BackgammonMove) -> String {
        match m.thrown() {
            Some([first, second]) => format!("{first}{second}"),
            None if m.is_pass() => "pass".to_owned(),
            None => parts::text(&parts::parts(self, m)),
        }
    }

    fn is_pass(&self, m: BackgammonMove) -> bool {
        m.is_pass()
    }
}

/// The side to move. A dash stands for the opening roll.
pub(super) fn side(position: &BackgammonPosition) -> &'static str {
    match position.to_move() {
        _ if position.is_opening() => "-",
        Player::First => "1",
        Player::Second => "2",
    }
}

/// The dice. A dash means that they are to be rolled, or the game is over.
pub(super) fn dice_text(position: &BackgammonPosition) -> String {
    position.dice().map_or("-".to_owned(), |dice| format!("{}{}", dice.high(), dice.low()))
}

/// Reads a throw of the dice.
fn read_throw(position: &BackgammonPosition, text: &str) -> Result<BackgammonMove, MoveError> {
    let Some([first, second]) = dice_of(text) else {
        let reason = "the dice are to be rolled: a move is both dice, such as 31";
        return Err(MoveError::malformed(text, reason));
    };
    if !position.is_opening() {
        return Ok(BackgammonMove::throw(first.max(second), first.min(second)));
    }
    if first == second {
        let reason = "no double opens a game: each player throws one die, again if they are equal";
        return Err(MoveError::illegal(text, reason));
    }
    Ok(BackgammonMove::throw(first, second))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backgammon::Backgammon;
    use sarsen_core::game::Game;

    const START: &str = "-b----E-C---eE---c-e----B-";

    fn position(text: &str) -> BackgammonPosition {
        Backgammon::SINGLE.start().parse(text).unwrap()
    }

    #[test]
    fn a_play_is_read_however_it_is_written() {
        for (text, written, ways) in [
            (
                format!("{START} 1 31"),
                "8/5+6/5",
                &["6/5+8/5", "8/5 6/5", "8/5, 6/5", "6/5 + 8/5", "08"][..4],
            ),
            (format!("{START} 2 31"), "24/20", &["24/23/20", "24/21/20", "24/21+23/20"][..2]),
            (format!("{START} 1 31"), "24/20", &["24/21+21/20", "21/20+24/21", "23/20 24/23"]),
            (
                format!("{START} 1 33"),
                "24/18(2)",
                &["24/21(2)+21/18(2)", "24/21/18(2)", "24/18+24/18", "21/18 24/21/18 24/21"],
            ),
            (
                format!("{START} 1 33"),
                "13/10+8/5(2)+6/3",
                &["8/5+13/10+8/5+6/3", "6/3(1)+13/10(1)+8/5(2)"],
            ),
            (
                "-b-a--E-C---eD---c-d----BA 1 63".to_owned(),
                "bar/22+8/2",
                &["BAR/22+8/2", "25/22 8/2"],
            ),
            ("-b-a--E-C---eD---c-d----BA 2 61".to_owned(), "24/23+13/7", &["13/7+24/23"]),
            ("-a-A---a-----A----------a- 1 64".to_owned(), "13/7*/3", &["13/7/3", "13/7*+7/3"]),
            ("-a-A---a-----A----------a- 1 64".to_owned(), "13/3", &["13/9/3", "13/9+9/3"]),
            ("-a-A---b-----A----------a- 1 64".to_owned(), "13/3", &["13/9/3"]),
            ("---A---a-b---A----------a- 1 64".to_owned(), "13/7*/3", &["13/3", "13/7/3"]),
            ("---B-------------------a-- 1 64".to_owned(), "3/off(2)", &["3/0(2)", "3/OFF+3/off"]),
        ] {
            let position = position(&text);
            let m = position.parse_move(written).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(position.format_move(m), written, "{text}");
            for way in ways {
                assert_eq!(position.parse_move(way), Ok(m), "{text}: {way}");
            }
        }
        let dancing = position("--------------b----bbbbbbA 1 31");
        assert!(dancing.is_pass(dancing.parse_move("PASS").unwrap()));
    }

    #[test]
    fn a_refused_play_is_told_why() {
        let both = "-------a-a---A----------a- 1 64";
        for (text, m, part) in [
            (&*format!("{START} 1 31"), "", "a play is written like"),
            (&format!("{START} 1 31"), "8", "a play is written like"),
            (&format!("{START} 1 31"), "8/5(5)", "a play is written like"),
            (&format!("{START} 1 31"), "8/5+06/5", "a play is written like"),
            (&format!("{START} 1 31"), "8*/5+6/5", "a play is written like"),
            (&format!("{START} 1 31"), "8/5(4)+6/5", "a play is written like"),
            (&format!("{START} 1 31"), "31", "a play is written like"),
            (&format!("{START} 1 31"), "pass", "one may pass only without a play; legal: 24/"),
            (&format!("{START} 1 31"), "5/8", "not from 5 to 8"),
            (&format!("{START} 1 31"), "8/5", "the dice are 3 and 1, as many as possible; legal:"),
            (&format!("{START} 1 31"), "8/5+6/4", "the dice are 3 and 1"),
            (&format!("{START} 1 33"), "8/5(2)", "the dice are four times 3"),
            (&format!("{START} 1 31"), "9/6+6/5", "there is no checker of yours on 9"),
            (&format!("{START} 1 51"), "6/1+8/7", "the opponent holds 1"),
            (&format!("{START} 1 31"), "8/5*+6/5", "nothing is hit on 5"),
            (&format!("{START} 1 -"), "8/5+6/5", "the dice are to be rolled"),
            (&format!("{START} - -"), "33", "no double opens a game"),
            (&format!("{START} 1 -"), "71", "a move is both dice, such as 31"),
            ("--------------b----bbbbbbA 1 31", "bar/22", "nothing can be played, but pass"),
            (both, "13/3", "it can hit on several ways"),
            ("-M------------------------", "pass", "the game is over"),
        ] {
            let error = position(text).parse_move(m).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn a_position_says_whose_turn_it_is() {
        let start = Backgammon::SINGLE.start();
        assert_eq!(start.format(), format!("{START} - -"));
        for (text, written) in [
            (START.to_owned(), format!("{START} 1 -")),
            (format!("{START} 2"), format!("{START} 2 -")),
            (format!(" {START}  2  13 "), format!("{START} 2 31")),
            ("4HPwATDgc/ABMA".to_owned(), format!("{START} 1 -")),
            ("4HPwATDgc/ABMA - -".to_owned(), format!("{START} - -")),
            ("4HPwATDgc/ABMA 2 66".to_owned(), format!("{START} 2 66")),
        ] {
            assert_eq!(position(&text).format(), written, "{text}");
        }
    }

    #[test]
    fn an_impossible_position_is_told_where_it_is_wrong() {
        for (text, at, part) in [
            ("", 1, "the board is missing"),
            ("-b", 3, "point 2 ('-', 'A' to 'O' or 'a' to 'o') expected, but the text ends"),
            ("Ab----E-C---eE---c-e----B-", 1, "the bar of the second player"),
            ("-b----E-C---eE---c-e----Ba", 26, "the bar of the first player"),
            (
                " -b----E?C---eE---c-e----B-",
                9,
                "point 7 ('-', 'A' to 'O' or 'a' to 'o') expected, not",
            ),
            ("-b----E-C---eE---c-e----B--", 27, "the board ends after 26 characters"),
            ("-b----E-C---eF---c-e----B-", 1, "the first player has 16 checkers instead of 15"),
            ("ab----E-C---eE---c-e----B-", 1, "the second player has 16 checkers"),
            ("--------------------------", 1, "only one player can have borne off"),
            ("-b----E-C---eE---c-e----B- 3", 28, "'3' is no side"),
            ("-b----E-C---eE---c-e----B- 1 7", 30, "'7' is no throw"),
            ("-b----E-C---eE---c-e----B- 1 17", 30, "'17' is no throw"),
            ("-b----E-C---eE---c-e----B- 1 31 x", 33, "nothing follows, not 'x'"),
            ("-b----E-C---eE---c-e----B- - 31", 30, "belong to a side"),
            ("-b----E-C---eE---c-d----B- - -", 28, "only at the start"),
            ("-M------------------------ 1 31", 30, "the game is over"),
            ("bBBBBBB------------bbbbbbA", 1, "closed board"),
            ("4HPwATDgc/ABM?", 14, "'?' is no character of a position ID"),
            ("4HPwATDgc/ABMB", 14, "ends with zeros"),
            ("4AMAAAAAHwAAAA", 1, "both players have checkers on point 19 of the first"),
            ("8PsfAAACAAAAAA 2", 1, "the first player has 16 checkers"),
            ("/P8DAAACAAAAAA", 1, "16 checkers at one place"),
            ("AAAAAAAAAAAAAA", 1, "only one player can have borne off"),
            ("AAAAAAAAAAAAgA", 14, "ends with zeros"),
            ("27YBANC2bQAAHA", 1, "closed board"),
        ] {
            let error = Backgammon::SINGLE.start().parse(text).unwrap_err();
            assert!(error.reason.contains(part), "{text}: {error}");
            assert_eq!(error.at, at, "{text}: {error}");
        }
        for (setup, part) in [("money", "single or gammons"), ("Gammons", "single or gammons")] {
            assert!(Backgammon::parse(setup).unwrap_err().reason.contains(part));
        }
        assert_eq!(Backgammon::parse("single"), Backgammon::parse(""));
    }
}
