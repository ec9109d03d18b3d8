//! Files that are not complete yet: each is beside the file that it will replace, and locked while
//! its process works on it. So those of dead processes can be told, and cleared.

use std::ffi::OsStr;
use std::fs::{File, TryLockError};
use std::io::Error;
use std::path::Path;

use tempfile::NamedTempFile;

use super::file_lock::is_at;

/// The end of their names.
const END: &str = ".partial";

/// The number of random letters and digits between the name of the file and the end.
const RANDOM: usize = 6;

/// Makes a new file that will replace another one. Other processes leave it alone until it is
/// closed or this process ends.
pub(super) fn new_partial(path: &Path) -> std::io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(path.file_name().unwrap_or_default()).suffix(END).rand_bytes(RANDOM);
    // The permissions are those of the old file. If there is none, they are the usual ones.
    let permissions = std::fs::metadata(path).map(|metadata| metadata.permissions());
    #[cfg(unix)]
    let permissions = permissions.or_else(|_| {
        use std::os::unix::fs::PermissionsExt;
        std::io::Result::Ok(std::fs::Permissions::from_mode(0o666))
    });
    if let Ok(permissions) = permissions {
        builder.permissions(permissions);
    }
    loop {
        let partial = builder.tempfile_in(directory(path)).map_err(unnamed)?;
        let is_ours = match partial.as_file().try_lock() {
            // Between its creation and the lock, it looked like that of a dead process.
            Ok(()) => is_at(partial.as_file(), partial.path()),
            Err(TryLockError::WouldBlock) => false,
            // Without locks, nobody clears anything.
            Err(TryLockError::Error(_)) => true,
        };
        if is_ours {
            return Ok(partial);
        }
    }
}

/// An error about a temporary file, in the words of the system: `tempfile` puts the path behind
/// them, which nobody knows.
pub(super) fn unnamed(error: Error) -> Error {
    let said = error.to_string();
    match said.split_once(" at path \"") {
        Some((why, _)) => Error::new(error.kind(), why),
        None => error,
    }
}

/// Removes the files that dead processes have left of their work on a file.
pub(super) fn clear_partial(path: &Path) {
    let Some(name) = path.file_name() else { return };
    let Ok(entries) = std::fs::read_dir(directory(path)) else { return };
    for entry in entries.flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && is_partial(&entry.file_name(), name) {
            clear(&entry.path());
        }
    }
}

/// Removes a file if no process works on it. What cannot be removed does no harm.
fn clear(path: &Path) {
    let Ok(file) = File::open(path) else { return };
    if file.try_lock().is_ok() && is_at(&file, path) {
        match std::fs::remove_file(path) {
            Ok(()) => log::info!("{}: removed what a dead process had left", path.display()),
            Err(error) => log::debug!("{}: {error}", path.display()),
        }
    }
}

/// Whether a name is that of a partial file for the file with another name.
fn is_partial(found: &OsStr, name: &OsStr) -> bool {
    let found = found.as_encoded_bytes().strip_prefix(name.as_encoded_bytes());
    let random = found.and_then(|rest| rest.strip_suffix(END.as_bytes()));
    random.is_some_and(|signs| signs.len() == RANDOM && signs.iter().all(u8::is_ascii_alphanumeric))
}

/// The folder that a file is in.
pub(super) fn directory(path: &Path) -> &Path {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    directory.unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_dead_processes_left_is_cleared_and_nothing_else() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("my.book");
        let left = ["my.bookAb3xYz.partial", "my.book000000.partial"];
        let others = [
            "my.book",
            "my.book.partial",
            "my.bookAb3x.partial",
            "my.bookAb3xYz.partial.txt",
            "my.bookAb-xYz.partial",
            "your.bookAb3xYz.partial",
            "Ab3xYz.partial",
        ];
        let write = |name: &&str| std::fs::write(place.path().join(name), "x").unwrap();
        left.iter().chain(&others).for_each(write);
        std::fs::create_dir(place.path().join("my.bookFolder.partial")).unwrap();
        let alive = new_partial(&path).unwrap();
        clear_partial(&path);
        assert!(alive.path().exists());
        assert!(place.path().join("my.bookFolder.partial").exists());
        assert!(left.iter().all(|name| !place.path().join(name).exists()));
        assert!(others.iter().all(|name| place.path().join(name).exists()));
    }
}
