//! A position and moves from it, as the command `position` takes them. Files of openings and
//! problems have such lines, too.

use nom::branch::alt;
use nom::combinator::{map, opt, value};
use nom::multi::many0;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::grammar::{self, ParseError, keyword, trimmed, word, words_before};
use super::topic::Topic;

/// A position and moves from it: `startpos|fen <text> [moves <move>...]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionLine {
    /// The position as text. None means the start position.
    pub text: Option<String>,
    /// The moves to play from there, separated by blanks.
    pub moves: String,
}

impl PositionLine {
    /// Help on the command that takes it.
    pub const TOPIC: Topic = Topic {
        name: "position",
        aliases: &[],
        usage: "position startpos|fen <text> [moves <move>...]",
        about: "set up a position and play moves from it: all or none",
    };

    /// Reads what follows the word `position`.
    ///
    /// # Errors
    ///
    /// If the text has another form.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        grammar::whole(&Self::TOPIC, Self::read, text)
    }

    fn read(input: &str) -> IResult<&str, Self> {
        let start = value(None, keyword("startpos"));
        let text = map(preceded(keyword("fen"), words_before("moves")), Some);
        let moves =
            map(opt(preceded(keyword("moves"), trimmed(many0(word)))), Option::unwrap_or_default);
        map((alt((start, text)), moves), |(text, moves)| Self { text, moves }).parse(input)
    }
}
