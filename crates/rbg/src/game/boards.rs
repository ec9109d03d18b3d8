//! Other boards for the same rules: `//@ board 6x6 rectangle(up, down, ..)`.

use std::ops::Range;

use super::marked_lines::{bytes_of, values};
use crate::language::error::RulesMistake;

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
/// If one has no name, or nothing behind it.
pub(super) fn boards(file: &str, text: &str) -> Result<Vec<BoardMark>, RulesMistake> {
    let mut found: Vec<BoardMark> = Vec::new();
    for (_, value) in values(text, "board") {
        let Some((name, board)) = value.split_once(char::is_whitespace) else {
            let message = format!("write 'board NAME BOARD', not 'board {value}'");
            return Err(RulesMistake::at(file, text, bytes_of(text, value).start, message));
        };
        let bytes = bytes_of(text, board.trim_start());
        match found.iter_mut().find(|known| known.name == name) {
            Some(known) => known.stretches.push(bytes),
            None => found.push(BoardMark { name: name.to_owned(), stretches: vec![bytes] }),
        }
    }
    Ok(found)
}
