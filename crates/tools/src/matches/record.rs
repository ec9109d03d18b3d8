//! Game records: one readable text format for all games. It has the tags and the movetext of PGN
//! (Steven J. Edwards, *Portable Game Notation Specification*, 1994), and moves in the game's own
//! notation.
//!
//! ```text
//! [Game "connect4 7x6"]
//! [First "threats"]
//! [Second "a person"]
//! [Result "1-0"]
//!
//! 1. 4 {eval 3, depth 12} 1 2. 4 1 3. 4 1 4. 4 {win 1} 1-0
//! ```
//!
//! Numbers count pairs of plies from the first ply of the record, even if the second player makes
//! it. A record that does not begin at the start of the game has a tag `Position`.

mod foreign;
mod heading;
mod notes;
mod parse;
mod passes;
mod pdn;
mod read;
mod reading;
mod results;
mod scan;
mod store;
mod tag;
mod taken_for;

pub use notes::{Assumption, RecordNote};
pub use parse::{RecordError, Records};
pub use passes::PassesPutIn;
pub use pdn::PdnError;
pub use read::{ReadError, RecordReader};
pub use store::RecordStore;
pub use taken_for::TakenFor;

use std::fmt::{Display, Formatter};

use sarsen_core::game::{Outcome, Player, printable};
use sarsen_engine::session::{Describe, OpenError, PositionError, Registry, Session};

/// The length limit of a line of movetext, in columns.
const WIDTH: usize = 80;

/// A move of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move in the game's own notation.
    pub text: String,
    /// A comment on it, which cannot contain braces.
    pub comment: Option<String>,
}

/// A game as it was played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The tags except the result, in order: name and value.
    pub tags: Vec<(String, String)>,
    /// The moves from its first position on.
    pub plies: Vec<Ply>,
    /// How it ended. `None` if it did not end.
    pub outcome: Option<Outcome>,
    /// What its reader has assumed.
    pub notes: Vec<RecordNote>,
    /// Which game it was taken for, and why. `None` if it names its game.
    pub taken_for: Option<TakenFor>,
}

/// Why a record cannot be played through.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// It has no tag for the game.
    #[error("there is no tag 'Game' that names the game, and no 'GameType', as PDN names it")]
    NoGame,
    /// There is no such game or setup.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Its first position cannot be read, or a move cannot be played.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// Its result is not that of the rules.
    #[error("the record says {said}, but the moves lead to {found}")]
    Result {
        /// The record's result.
        said: &'static str,
        /// The result by the rules.
        found: &'static str,
    },
    /// It may be of another game than that for which it was taken.
    #[error("{taken_for}: {error}")]
    TakenFor {
        /// The game, and why.
        taken_for: TakenFor,
        /// What is wrong if it is of that game.
        error: Box<ReplayError>,
    },
}

/// A result in the form of PGN.
#[must_use]
pub fn result(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "*",
        Some(Outcome::Draw) => "1/2-1/2",
        Some(Outcome::Win(Player::First)) => "1-0",
        Some(Outcome::Win(Player::Second)) => "0-1",
    }
}

impl Record {
    /// The record of a game that has not begun.
    #[must_use]
    pub fn new(game: &str, setup: &str) -> Self {
        let mut record = Self::default();
        record.set("Game", format!("{game} {setup}").trim_end());
        record
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The text of its first position. `None` for the start of the game. The tag `Position` names
    /// it, or else `FEN`, as in PGN.
    #[must_use]
    pub fn position(&self) -> Option<&str> {
        let named = self.tag("Position").or_else(|| self.tag("FEN"));
        named.filter(|text| !text.trim().is_empty())
    }

    /// Sets a tag. A tag with this name is replaced in its place.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some(tag) => tag.1 = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }

    /// Adds a move.
    pub fn push(&mut self, text: impl Into<String>, comment: Option<String>) {
        self.plies.push(Ply { text: text.into(), comment });
    }

    /// The moves, separated by blanks.
    #[must_use]
    pub fn moves(&self) -> String {
        self.plies.iter().map(|ply| ply.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Plays the record through and returns a session at its end. Checks the moves and the result
    /// by the rules. Accepts any result if the moves do not end the game (resignation, time, a draw
    /// that nobody claims), or if the record has a tag `Termination`, which says that the game did
    /// not end by the rules alone. A record without a result may have ended in any way.
    ///
    /// # Errors
    ///
    /// If there is no such game, a move is not legal, or the result is wrong.
    pub fn replay(&self, registry: &Registry) -> Result<Box<dyn Session>, ReplayError> {
        let mut session = registry.open_title(self.game()?)?;
        self.lead(&mut *session)?;
        Ok(session)
    }

    /// The game and its setup.
    ///
    /// # Errors
    ///
    /// If the record has no tag for it.
    pub fn game(&self) -> Result<&str, ReplayError> {
        self.tag("Game").ok_or(ReplayError::NoGame)
    }

    /// The game and its setup as the [session](sarsen_engine::session::Ask::title) writes them.
    /// None if the record names none that is known.
    #[must_use]
    pub fn title(&self, registry: &Registry) -> Option<String> {
        let session = self.game().ok().and_then(|game| registry.open_title(game).ok());
        session.map(|session| session.title())
    }

    /// Leads a session of its game to its end, as [`replay`](Self::replay) does.
    ///
    /// # Errors
    ///
    /// If a move is not legal (then the session stays as it was), or the result is wrong.
    pub fn lead(&self, session: &mut dyn Describe) -> Result<(), ReplayError> {
        self.lead_as_named(session).map_err(|error| match self.taken_for.clone() {
            None => error,
            Some(taken_for) => ReplayError::TakenFor { taken_for, error: Box::new(error) },
        })
    }

    fn lead_as_named(&self, session: &mut dyn Describe) -> Result<(), ReplayError> {
        session.set_position(self.position(), &self.moves())?;
        match self.outcome_by_rules(session) {
            Some(found) if self.outcome.is_some_and(|said| said != found) => {
                let (said, found) = (result(self.outcome), result(Some(found)));
                Err(ReplayError::Result { said, found })
            }
            _ => Ok(()),
        }
    }

    /// How the game ended by the rules, at the end of its moves in a session. None if it did not,
    /// or not by the rules alone.
    fn outcome_by_rules(&self, session: &dyn Describe) -> Option<Outcome> {
        let is_claim = session.claims().last() == Some(&session.ply());
        session.outcome().filter(|_| !is_claim && self.tag("Termination").is_none())
    }
}

impl Display for Record {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let result = ("Result".to_owned(), result(self.outcome).to_owned());
        for (name, value) in self.tags.iter().chain([&result]) {
            let value = printable(value).replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        let mut words = Vec::new();
        for (at, Ply { text, comment }) in self.plies.iter().enumerate() {
            if at.is_multiple_of(2) {
                words.push(format!("{}.", at / 2 + 1));
            }
            words.push(text.clone());
            if let Some(comment) = comment {
                let comment: String = comment.chars().filter(|c| !"{}".contains(*c)).collect();
                let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
                let comment = printable(&comment);
                words.extend(format!("{{{comment}}}").split_whitespace().map(str::to_owned));
            }
        }
        words.push(result.1);
        writeln!(f)?;
        let mut column = 0;
        for word in words {
            if column > 0 && column + 1 + word.len() > WIDTH {
                writeln!(f)?;
                column = 0;
            }
            let blank = if column > 0 { " " } else { "" };
            write!(f, "{blank}{word}")?;
            column += blank.len() + word.len();
        }
        writeln!(f)
    }
}
