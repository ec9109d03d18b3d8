//! Saves the record of the game: on command, or at the end.

use std::io;
use std::path::PathBuf;

use super::PlayConversation;
use crate::cli::subcommands::play::saving::{SaveError, save};

/// Where 'save' saves games by default.
const DEFAULT_FILE: &str = "sarsen-games.txt";

impl PlayConversation<'_> {
    /// Saves the game in this file, or in the file for games. Prints an error instead of ending the
    /// conversation.
    pub(super) fn save_as_told(&mut self, file: Option<PathBuf>) -> io::Result<()> {
        if self.game.record().plies.is_empty() {
            return writeln!(self.out, "No move has been played yet, there is nothing to save.");
        }
        let file = file.or_else(|| self.file.clone()).unwrap_or_else(|| DEFAULT_FILE.into());
        let saved = save(&self.game, &file);
        // A copy in another file does not count, unless the file for games cannot be written.
        if saved.is_ok() && (self.refused || self.file.as_ref().is_none_or(|usual| *usual == file))
        {
            self.game.note_saved();
            self.refused = false;
        }
        self.say_saved(saved.map(Some))?;
        Ok(())
    }

    /// Saves an unsaved game in the file for games, if there is one. Returns a sentence about it.
    pub(super) fn keep(&mut self) -> Result<Option<String>, SaveError> {
        match &self.file {
            Some(file) if self.game.is_unsaved() => {
                let saved = save(&self.game, file);
                self.refused = saved.is_err();
                let said = saved?;
                self.game.note_saved();
                Ok(Some(said))
            }
            _ => Ok(None),
        }
    }

    /// Like `keep`, and prints the sentence or the error. Returns whether nothing is left to save.
    pub(super) fn keep_or_say(&mut self) -> io::Result<bool> {
        let saved = self.keep();
        self.say_saved(saved)
    }

    /// Prints what was saved, or why not. Returns whether there was no error.
    fn say_saved(&mut self, saved: Result<Option<String>, SaveError>) -> io::Result<bool> {
        let is_saved = saved.is_ok();
        match saved {
            Ok(Some(said)) => writeln!(self.out, "{said}")?,
            Ok(None) => {}
            Err(error) => writeln!(self.out, "Sorry, {error}. 'save FILE' takes another file.")?,
        }
        Ok(is_saved)
    }
}
