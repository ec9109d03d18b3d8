//! Games added to files.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::game::Game;

/// A game that no file could take.
#[derive(Debug, thiserror::Error)]
#[error("the game could not be saved in {}: {source}", file.display())]
pub(super) struct SaveError {
    file: PathBuf,
    source: io::Error,
}

/// Adds the record of a game to a file; gives what there is to say of it.
pub(super) fn save(game: &mut Game, file: &Path) -> Result<String, SaveError> {
    let exists = file.exists();
    let text = format!("{}\n", game.record());
    let written = OpenOptions::new()
        .append(true)
        .create(true)
        .open(file)
        .and_then(|mut to| to.write_all(text.as_bytes()));
    written.map_err(|source| SaveError { file: file.to_owned(), source })?;
    game.note_saved();
    let how = if exists { "added to" } else { "saved in" };
    Ok(format!("The game has been {how} {}.", file.display()))
}
