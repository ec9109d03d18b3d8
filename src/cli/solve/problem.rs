//! Positions as lines of text: moves, or a position, and perhaps the known score.

use crate::game::{MoveError, excerpt};
use crate::protocol::{Command, parse};
use crate::session::Play;

/// A line, in its parts as they were written.
pub(super) struct Problem<'a> {
    /// The position, and the moves from there.
    pub(super) place: &'a str,
    /// What is said to be its score.
    expected: Option<&'a str>,
}

/// Where a game begins, and what is played from there.
struct Way {
    position: Option<String>,
    moves: String,
}

impl<'a> Problem<'a> {
    /// Takes a line apart. The score stands behind a colon with blanks around it. Without one the
    /// last word is the score where it cannot be meant as a move: it has a sign, or is a number
    /// after a single word that is `-` or holds several moves, or is no move. The session is at its
    /// start.
    pub(super) fn read(line: &'a str, session: &dyn Play) -> Self {
        let line = line.trim();
        if let Some(at) = last_colon(line) {
            let (place, score) = (line[..at].trim_end(), line[at + 1..].trim_start());
            return Self { place, expected: Some(score) };
        }
        let (place, last) = line.rsplit_once(char::is_whitespace).unwrap_or((line, ""));
        let place = place.trim_end();
        let is_number = last.parse::<i32>().is_ok();
        let is_score = match place.contains(char::is_whitespace) {
            _ if last.is_empty() || is_position(line) => false,
            true => is_number && last.starts_with(['+', '-']),
            false => check(last, session).is_err() || is_number && !is_one_move(place, session),
        };
        match is_score {
            true => Self { place, expected: Some(last) },
            false => Self { place: line, expected: None },
        }
    }

    /// Leads a session to the position; the known score, if there is one. The start has no moves,
    /// or `-` in their place.
    pub(super) fn set_up(&self, session: &mut dyn Play) -> Result<Option<i32>, String> {
        let expected = self.expected.map(|score| read_score(score, session)).transpose()?;
        let Way { position, moves } = self.way()?;
        let moves = session.split_moves(&moves).map_err(|error| error.to_string())?;
        let moves = moves.join(" ");
        session.set_position(position.as_deref(), &moves).map_err(|error| error.to_string())?;
        if session.outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        Ok(expected)
    }

    /// The position as it was written, if it was, and the moves.
    pub(super) fn parts(&self) -> (Option<String>, String) {
        match self.way() {
            Ok(way) if way.position.is_some() => (way.position, way.moves),
            _ => (None, self.place.to_owned()),
        }
    }

    fn way(&self) -> Result<Way, String> {
        match self.place {
            "-" => Ok(Way { position: None, moves: String::new() }),
            place if is_position(place) => match parse(&format!("position {place}")) {
                Ok(Some(Command::Position { text, moves })) => Ok(Way { position: text, moves }),
                Ok(_) => Err("this is no position".to_owned()),
                Err(error) => Err(error.to_string()),
            },
            moves => Ok(Way { position: None, moves: moves.to_owned() }),
        }
    }
}

/// Whether a line is what the protocol's `position` takes.
fn is_position(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("fen" | "startpos"))
}

/// Where the last colon is that has blanks around it.
fn last_colon(line: &str) -> Option<usize> {
    let is_blank = |other: Option<char>| other.is_none_or(char::is_whitespace);
    let stands_alone = |at: usize| {
        is_blank(line[..at].chars().next_back()) && is_blank(line[at + 1..].chars().next())
    };
    line.rmatch_indices(':').map(|(at, _)| at).find(|&at| stands_alone(at))
}

/// Whether a word is one move, as far as can be seen.
fn is_one_move(word: &str, session: &dyn Play) -> bool {
    word != "-" && session.split_moves(word).is_ok_and(|moves| moves.len() == 1)
}

/// What a word has that no move has.
fn check(word: &str, session: &dyn Play) -> Result<(), String> {
    let moves = session.split_moves(word).map_err(|error| error.to_string())?;
    for text in moves {
        if let Err(MoveError::Malformed { reason, .. }) = session.check_move(&text) {
            return Err(reason);
        }
    }
    Ok(())
}

fn read_score(text: &str, session: &dyn Play) -> Result<i32, String> {
    text.parse().map_err(|_| match (text, check(text, session)) {
        ("", _) => "a score is missing after ':'".to_owned(),
        (_, Ok(())) => format!("'{}' is no score", excerpt(text, 40)),
        (_, Err(reason)) => format!("'{}' is no score, and no move: {reason}", excerpt(text, 40)),
    })
}
