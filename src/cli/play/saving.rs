//! Games added to files.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::game::Game;
use crate::matches::record::Store;
use crate::sys::file_lock::is_busy;

/// A game that no file could take.
#[derive(Debug, thiserror::Error)]
#[error("the game could not be saved in {}: {source}", file.display())]
pub(super) struct SaveError {
    file: PathBuf,
    source: io::Error,
}

/// How long to wait for others who add to the same file; a game takes them a moment.
const PATIENCE: Duration = Duration::from_secs(1);

/// Opens a file as soon as nobody else adds to it.
fn open(file: &Path) -> io::Result<Store> {
    let end = Instant::now() + PATIENCE;
    loop {
        match Store::open(file) {
            Err(error) if is_busy(&error) && Instant::now() < end => {
                std::thread::sleep(Duration::from_millis(10));
            }
            store => return store,
        }
    }
}

/// Adds a record to a file.
pub(super) fn append(file: &Path, record: &str) -> io::Result<()> {
    open(file)?.add([record])
}

/// Adds the record of a game to a file; gives what there is to say of it.
pub(super) fn save(game: &Game, file: &Path) -> Result<String, SaveError> {
    let exists = file.exists();
    append(file, &game.record().to_string())
        .map_err(|source| SaveError { file: file.to_owned(), source })?;
    let how = if exists { "added to" } else { "saved in" };
    Ok(format!("The game has been {how} {}.", file.display()))
}

/// Makes sure that games can be added to a file, and leaves it as it is.
pub(super) fn check(file: &Path) -> io::Result<()> {
    let exists = file.exists();
    open(file)?;
    if exists { Ok(()) } else { std::fs::remove_file(file) }
}
