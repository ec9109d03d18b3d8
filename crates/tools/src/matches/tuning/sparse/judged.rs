//! Positions with their scores, and the file that keeps them.

use std::fmt::Write;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use sarsen_core::game::excerpt;
use sarsen_core::sys::atomic_file;
use sarsen_core::sys::text_lines::TextLines;

/// A position and its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// Its text, in the game's own notation.
    pub position: String,
    /// The score for the player to act (see
    /// [`literature_score`](sarsen_core::game::Game::literature_score)).
    pub score: i32,
    /// The number of its game, from 0.
    pub game: usize,
}

/// A file of positions cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JudgedError {
    /// It cannot be read.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// It is something else.
    #[error(
        "this is no file of positions, because its first line is not '{}GAME'",
        JudgedFile::TITLE
    )]
    Title,
    /// It is of another game.
    #[error("these are positions of {found}, not of {wanted}")]
    OtherGame {
        /// Its game.
        found: String,
        /// The game that is meant.
        wanted: String,
    },
    /// A line is wrong.
    #[error("line {0}: a line is SCORE GAME POSITION, not '{1}'")]
    Line(usize, String),
    /// A line cannot be read, or its position cannot be used.
    #[error("line {0}: {1}")]
    Unusable(usize, String),
}

/// A file of positions: a title with the game, then lines `SCORE GAME POSITION`.
pub struct JudgedFile;

impl JudgedFile {
    /// How the first line begins. The game and its setup follow.
    const TITLE: &'static str = "# positions of ";

    /// Reads a file of positions of a game (with its setup). Gives each position to `take`, which
    /// may refuse it.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is something else, or if a position is refused.
    pub fn read(
        path: &Path,
        game: &str,
        take: &mut dyn FnMut(Judged) -> Result<(), String>,
    ) -> Result<(), JudgedError> {
        atomic_file::refuse_no_file(path)?;
        let mut lines = TextLines::new(BufReader::new(File::open(path)?));
        let title = lines.next().and_then(Result::ok).ok_or(JudgedError::Title)?;
        let found = title.trim_end().strip_prefix(Self::TITLE).ok_or(JudgedError::Title)?;
        if found != game {
            let (found, wanted) = (excerpt(found, 40), game.to_owned());
            return Err(JudgedError::OtherGame { found, wanted });
        }
        for (line, number) in lines.zip(2..) {
            let line = line.map_err(|bad| JudgedError::Unusable(number, bad.why))?;
            let judged = parse(line.trim_end());
            let judged = judged.ok_or_else(|| JudgedError::Line(number, excerpt(&line, 40)))?;
            take(judged).map_err(|why| JudgedError::Unusable(number, why))?;
        }
        Ok(())
    }

    /// Whether this may be replaced by a file of positions: it is one, or there is nothing yet.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn is_replaceable(path: &Path) -> std::io::Result<bool> {
        if !path.exists() {
            return Ok(true);
        }
        let mut begin = Vec::new();
        File::open(path)?.take(Self::TITLE.len() as u64).read_to_end(&mut begin)?;
        Ok(begin.is_empty() || begin == Self::TITLE.as_bytes())
    }

    /// Writes a file of positions.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(path: &Path, game: &str, all: &[Judged]) -> std::io::Result<()> {
        let mut text = format!("{}{game}\n", Self::TITLE);
        for Judged { position, score, game } in all {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{score} {game} {position}");
        }
        atomic_file::replace(path, text.as_bytes())
    }
}

/// Reads a line.
fn parse(line: &str) -> Option<Judged> {
    let (score, rest) = line.split_once(' ')?;
    let (game, position) = rest.split_once(' ')?;
    Some(Judged {
        position: position.to_owned(),
        score: score.parse().ok()?,
        game: game.parse().ok()?,
    })
}
