//! What a reader of records has assumed where a text is irregular, but clear.

use std::fmt::{Display, Formatter};

use sarsen_core::game::excerpt;

/// The length limit of a text in a note, in characters.
const SHOWN: usize = 40;

/// The length limit of a position in a note, in characters.
const LONG: usize = 100;

/// An assumption of a reader, and the line that it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordNote {
    /// The line, counted from 1. `None` if it is about the record as a whole.
    pub line: Option<usize>,
    /// What was assumed.
    pub assumed: Assumption,
}

/// What a reader assumes where a text is irregular, but its meaning is clear.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Assumption {
    /// No result stands at the end.
    #[error("there is no result at the end; {0} was assumed")]
    NoResult(&'static str),
    /// There is no result, but the moves end the game.
    #[error("there is no result; the moves lead to {0}")]
    ResultOfMoves(&'static str),
    /// The result is written in other words than those of PGN.
    #[error("the result '{}' was read as {taken}", excerpt(said, SHOWN))]
    ResultWords {
        /// The words.
        said: String,
        /// The result in the form of PGN.
        taken: &'static str,
    },
    /// The tag and the end of the moves differ, but only one of them says how the game ended.
    #[error(
        "the tag 'Result' says '{}', but the moves end in '{written}'; {taken} was assumed",
        excerpt(tag, SHOWN)
    )]
    ResultsDiffer {
        /// What the tag says.
        tag: String,
        /// What stands at the end of the moves.
        written: &'static str,
        /// The result in the form of PGN.
        taken: &'static str,
    },
    /// The tag `Result` says something else.
    #[error("the tag 'Result' says '{}', which is no result, and was dropped", excerpt(.0, SHOWN))]
    NoResultTag(String),
    /// There are two first positions, with different texts.
    #[error("the tags 'Position' and 'FEN' differ; 'Position' counts")]
    TwoPositions,
    /// A tag has no value, or no name.
    #[error("'{}' is no tag, and was dropped", excerpt(.0, SHOWN))]
    NoTag(String),
    /// A text stands before the tags of a record.
    #[error("the text before the tags was dropped: '{}'", excerpt(.0, SHOWN))]
    Heading(String),
    /// A tag stands twice, with different values.
    #[error("the tag '{}' stands twice; the first one counts", excerpt(.0, SHOWN))]
    TagTwice(String),
    /// A tag is not written as tags are.
    #[error("a tag was read as [{} \"{}\"]", excerpt(name, SHOWN), excerpt(value, SHOWN))]
    LooseTag {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// A move has blanks in it.
    #[error("the parts of '{}' were joined", excerpt(.0, SHOWN))]
    Joined(String),
    /// A remark follows a move with nothing between them.
    #[error("the words in '{}' were taken for a remark", excerpt(.0, SHOWN))]
    Remark(String),
    /// A comment has a comment in it.
    #[error("braces inside a comment were dropped")]
    InnerBraces,
    /// The first position is not written as its game has it.
    #[error("the position '{}' was read as '{}'", excerpt(said, LONG), excerpt(taken, LONG))]
    Position {
        /// How it is written.
        said: String,
        /// The position.
        taken: String,
    },
    /// A move has several readings, but only one fits the moves behind it.
    #[error(
        "'{}' has several readings; {taken} is the one that fits the moves after",
        excerpt(said, SHOWN)
    )]
    Settled {
        /// The move as it is written.
        said: String,
        /// The move.
        taken: String,
    },
    /// The numbers of the moves begin again.
    #[error("the moves begin again at number 1, so another record begins here")]
    NumbersBeginAgain,
}

impl Display for RecordNote {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.assumed),
            None => write!(f, "{}", self.assumed),
        }
    }
}
