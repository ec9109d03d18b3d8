//! Adds games to files.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::game::GameInProgress;
use sarsen_core::sys::file_lock::is_busy;
use sarsen_tools::matches::record::RecordStore;

/// Why a game could not be saved.
#[derive(Debug, thiserror::Error)]
#[error("the game could not be saved in {}: {source}", file.display())]
pub(super) struct SaveError {
    file: PathBuf,
    source: io::Error,
}

told!(SaveError);

/// How long to wait for other processes that add a game to the same file.
const PATIENCE: Duration = Duration::from_secs(1);

/// Opens a file as soon as no other process adds to it.
fn open(file: &Path) -> io::Result<RecordStore> {
    let end = Instant::now() + PATIENCE;
    loop {
        match RecordStore::open(file) {
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

/// Adds the record of a game to a file. Returns a sentence about it.
pub(super) fn save(game: &GameInProgress, file: &Path) -> Result<String, SaveError> {
    let exists = file.exists();
    append(file, &game.record().to_string())
        .map_err(|source| SaveError { file: file.to_owned(), source })?;
    let how = if exists { "added to" } else { "saved in" };
    Ok(format!("The game has been {how} {}.", file.display()))
}

/// Tests whether games can be added to a file, and leaves the file as it is.
pub(super) fn check(file: &Path) -> io::Result<()> {
    let exists = file.exists();
    open(file)?;
    if exists { Ok(()) } else { std::fs::remove_file(file) }
}
