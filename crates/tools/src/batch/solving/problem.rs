//! A position as a line of text: moves, or a position text, and perhaps the known score.

use super::score::KnownScore;
use sarsen_core::game::{MoveError, excerpt, is_pass_text};
use sarsen_engine::protocol::PositionLine;
use sarsen_engine::session::{Ask, Play};

/// The parts of a line, as they were written.
pub(super) struct Problem<'a> {
    /// The position, and the moves from there.
    pub(super) place: &'a str,
    /// The known score.
    expected: Option<&'a str>,
}

/// A start position and the moves from there. The position is `None` for the game's start.
struct PositionAndMoves {
    position: Option<String>,
    moves: String,
}

impl<'a> Problem<'a> {
    /// Splits a line. The score is what follows a colon with blanks around it. Without such a
    /// colon, the last word is the score if it cannot be a move. That is so if it has a sign, if it
    /// is a number after a single word that is `-` or has several moves, or if it is not a move at
    /// all. A [pass](is_pass_text) is a move. The session is at its start.
    pub(super) fn read(line: &'a str, session: &dyn Ask) -> Self {
        let line = line.trim();
        if let Some(at) = last_colon(line) {
            let (place, score) = (line[..at].trim_end(), line[at + 1..].trim_start());
            return Self { place, expected: Some(score) };
        }
        let (place, last) = line.rsplit_once(char::is_whitespace).unwrap_or((line, ""));
        let place = place.trim_end();
        let is_number = last.parse::<i32>().is_ok();
        let is_score = match place.contains(char::is_whitespace) {
            _ if last.is_empty() || is_pass_text(last) || is_position(line) => false,
            true => is_number && last.starts_with(['+', '-']),
            false => check(last, session).is_err() || is_number && !is_one_move(place, session),
        };
        match is_score {
            true => Self { place, expected: Some(last) },
            false => Self { place: line, expected: None },
        }
    }

    /// Sets a session to the position, and returns the known score if there is one. A line without
    /// moves, or `-`, is the start position.
    pub(super) fn set_up(&self, session: &mut dyn Play) -> Result<Option<KnownScore>, String> {
        let expected = self.expected.map(|score| read_score(score, session)).transpose()?;
        let PositionAndMoves { position, moves } = self.split()?;
        let moves = session.split_moves(&moves).map_err(|error| error.to_string())?;
        let moves = moves.join(" ");
        session.set_position(position.as_deref(), &moves).map_err(|error| error.to_string())?;
        if session.outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        Ok(expected)
    }

    /// The text of the position as it was written, if there is one, and the moves.
    pub(super) fn parts(&self) -> (Option<String>, String) {
        match self.split() {
            Ok(split) if split.position.is_some() => (split.position, split.moves),
            _ => (None, self.place.to_owned()),
        }
    }

    fn split(&self) -> Result<PositionAndMoves, String> {
        match self.place {
            "-" => Ok(PositionAndMoves { position: None, moves: String::new() }),
            place if is_position(place) => match PositionLine::parse(place) {
                Ok(PositionLine { text, moves }) => Ok(PositionAndMoves { position: text, moves }),
                Err(error) => Err(error.to_string()),
            },
            moves => Ok(PositionAndMoves { position: None, moves: moves.to_owned() }),
        }
    }
}

/// Whether a line has the arguments of the protocol's command `position`.
fn is_position(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("fen" | "startpos"))
}

/// The index of the last colon with blanks around it.
fn last_colon(line: &str) -> Option<usize> {
    let is_blank = |other: Option<char>| other.is_none_or(char::is_whitespace);
    let stands_alone = |at: usize| {
        is_blank(line[..at].chars().next_back()) && is_blank(line[at + 1..].chars().next())
    };
    line.rmatch_indices(':').map(|(at, _)| at).find(|&at| stands_alone(at))
}

/// Whether a word is one move, judged by its form.
fn is_one_move(word: &str, session: &dyn Ask) -> bool {
    word != "-" && session.split_moves(word).is_ok_and(|moves| moves.len() == 1)
}

/// Fails if a word cannot be moves, judged by its form.
fn check(word: &str, session: &dyn Ask) -> Result<(), String> {
    let moves = session.split_moves(word).map_err(|error| error.to_string())?;
    for text in moves {
        if let Err(MoveError::Malformed { reason, .. }) = session.check_move(&text) {
            return Err(reason);
        }
    }
    Ok(())
}

fn read_score(text: &str, session: &dyn Ask) -> Result<KnownScore, String> {
    let score = KnownScore::parse(text, session.has_chance());
    score.ok_or_else(|| match (text, check(text, session)) {
        ("", _) => "a score is missing after ':'".to_owned(),
        _ if session.has_chance() => {
            format!("'{}' is no share of a win from 0 to 1", excerpt(text, 40))
        }
        (_, Ok(())) => format!("'{}' is no score", excerpt(text, 40)),
        (_, Err(reason)) => format!("'{}' is no score, and no move: {reason}", excerpt(text, 40)),
    })
}
