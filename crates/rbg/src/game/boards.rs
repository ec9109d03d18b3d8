//! Other boards for the same rules: `//@ board 6x6 rectangle(up, down, ..)`.

use std::ops::Range;

use super::marked_lines::{bytes_of, values};
use crate::language::error::RulesMistake;
use sarsen_core::game::excerpt;

/// The most boards, and the most start positions.
pub(super) const MOST_SETUPS: usize = 64;

/// The length limit of the name of a setup.
const LONGEST_NAME: usize = 40;

/// Another board, which is a setup of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BoardMark {
    /// The name of the setup.
    pub(super) name: String,
    /// The bytes of the board in the text. Each line with the name has a stretch of it.
    pub(super) stretches: Vec<Range<usize>>,
}

/// The boards of a text, in order.
///
/// # Errors
///
/// If one has no name or a strange one, if there is nothing behind the name, or if there are too
/// many.
pub(super) fn boards(file: &str, text: &str) -> Result<Vec<BoardMark>, RulesMistake> {
    let mut found: Vec<BoardMark> = Vec::new();
    for value in values(text, "board") {
        let wrong =
            |message| Err(RulesMistake::at(file, text, bytes_of(text, value).start, message));
        let Some((name, board)) = value.split_once(char::is_whitespace) else {
            return wrong(format!("write 'board NAME BOARD', not 'board {}'", excerpt(value, 40)));
        };
        if let Err(message) = check_name(name) {
            return wrong(message);
        }
        let bytes = bytes_of(text, board.trim_start());
        match found.iter().position(|known| known.name == name) {
            Some(known) => found[known].stretches.push(bytes),
            None if found.len() == MOST_SETUPS => {
                return wrong(format!("there are more than {MOST_SETUPS} boards"));
            }
            None => found.push(BoardMark { name: name.to_owned(), stretches: vec![bytes] }),
        }
    }
    Ok(found)
}

/// Whether a setup may be called so. It is a word of the protocol, and a part of names of files.
pub(super) fn check_name(name: &str) -> Result<(), String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.+,".contains(c);
    if name.len() <= LONGEST_NAME && name.chars().all(is_plain) {
        return Ok(());
    }
    let name = excerpt(name, 40);
    Err(format!("'{name}' is no name for a setup: up to {LONGEST_NAME} letters, digits and -_.+,"))
}
