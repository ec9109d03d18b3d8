//! Reading the text of a position, character by character.

use super::super::board::CHAMPION;
use sarsen_core::game::{Player, TextError, excerpt};

/// A place in a text that is being read.
pub(super) struct Cursor<'a> {
    rest: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// The beginning of a text.
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text, at: 1 }
    }

    /// The number of the next character, counted from 1.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// An error that quotes the next character.
    fn expected(&self, what: &str) -> TextError {
        match self.rest.chars().next() {
            None => TextError::new(self.at, format!("{what} expected, but the text ends")),
            Some(c) => {
                let found = excerpt(c.encode_utf8(&mut [0; 4]), 1);
                TextError::new(self.at, format!("{what} expected, not '{found}'"))
            }
        }
    }

    /// Skips a word of ASCII if it comes next.
    pub(super) fn skip_word(&mut self, word: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(word) else { return false };
        self.rest = rest;
        self.at += word.len();
        true
    }

    /// Skips a character that must come next.
    pub(super) fn take(&mut self, wanted: char, what: &str) -> Result<(), TextError> {
        let mut buffer = [0; 4];
        if self.skip_word(wanted.encode_utf8(&mut buffer)) {
            Ok(())
        } else {
            Err(self.expected(what))
        }
    }

    /// Nothing may come any more.
    pub(super) fn end(&self, what: &str) -> Result<(), TextError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.expected(what)) }
    }

    /// The letter of a player.
    pub(super) fn player(&mut self, what: &str) -> Result<Player, TextError> {
        if self.skip_word("g") {
            Ok(Player::First)
        } else if self.skip_word("r") {
            Ok(Player::Second)
        } else {
            Err(self.expected(what))
        }
    }

    /// The name of a piece.
    pub(super) fn piece(&mut self) -> Result<u8, TextError> {
        let piece = self.rest.chars().next().and_then(piece_of);
        let piece = piece.ok_or_else(|| self.expected("a piece ('1' to '9' or 'X')"))?;
        self.rest = &self.rest[1..];
        self.at += 1;
        Ok(piece)
    }
}

/// The number of a piece that is named so.
pub(super) const fn piece_of(name: char) -> Option<u8> {
    match name {
        '1'..='9' => Some(name as u8 - b'0'),
        'X' => Some(CHAMPION),
        _ => None,
    }
}
