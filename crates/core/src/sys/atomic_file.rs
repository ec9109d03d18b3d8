//! Files that are written whole or not at all, and checks of the files to which paths lead.

use std::fs::File;
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::partial_file::{clear_partial, directory, new_partial, unnamed};

/// Replaces a file. If the process or the machine fails meanwhile, either the old file is there or
/// the new one. If the path is a link, the file to which it leads is replaced.
pub fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let path = real(path);
    let directory = directory(&path);
    clear_partial(&path);
    let mut partial = new_partial(&path).map_err(|error| {
        Error::new(error.kind(), format!("cannot write into {}: {error}", directory.display()))
    })?;
    // The error of the file alone does not name the partial file, which nobody knows.
    partial.as_file_mut().write_all(bytes)?;
    partial.as_file().sync_all()?;
    partial.persist(&path).map_err(|error| error.error)?;
    // The new name must survive a power failure, too. A directory that cannot be opened needs no
    // sync.
    if let Ok(directory) = File::open(directory) {
        directory.sync_all()?;
    }
    Ok(())
}

/// Refuses a path that leads to a folder or a device. Reading from some of these never ends, and
/// none of them may be replaced.
pub fn refuse_no_file(path: &Path) -> std::io::Result<()> {
    match std::fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            Err(Error::new(ErrorKind::InvalidInput, "this is no file"))
        }
        _ => Ok(()),
    }
}

/// Checks whether a file can be replaced here, as far as that can be known now. Call this before
/// long work whose result goes to the file.
pub fn can_replace(path: &Path) -> std::io::Result<()> {
    refuse_no_file(path)?;
    let path = real(path);
    clear_partial(&path);
    can_write_into(directory(&path))
}

/// Checks whether new files can be written into a folder, as far as that can be known now.
pub fn can_write_into(folder: &Path) -> std::io::Result<()> {
    tempfile::tempfile_in(folder).map(drop).map_err(unnamed)
}

/// The limit of links to follow, one after another.
const LINKS: usize = 40;

/// The real path to which a path leads. If nothing is there yet, the path that a new file would
/// have.
pub fn real(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        if let Ok(real) = std::fs::canonicalize(&path) {
            return real;
        }
        match std::fs::read_link(&path) {
            Ok(target) => path = directory(&path).join(target),
            Err(_) => break,
        }
    }
    match (std::fs::canonicalize(directory(&path)), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}

/// A file beside the one to which a path leads: its name has this end in addition.
pub fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = real(path).into_os_string();
    name.push(end);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_write_one_file_at_the_same_time() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("shared");
        std::thread::scope(|scope| {
            for number in 0..4_u8 {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..50 {
                        replace(path, &[number; 100]).unwrap();
                    }
                });
            }
        });
        let written = std::fs::read(&path).unwrap();
        assert!(written.len() == 100 && written.iter().all(|byte| *byte == written[0]));
        assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 1);
    }

    #[test]
    fn errors_name_the_folder_and_no_file_that_nobody_knows() {
        let missing = std::fs::read("/no/such/folder").unwrap_err();
        let error = replace(Path::new("/no/such/folder/file"), b"x").unwrap_err();
        assert_eq!(error.to_string(), format!("cannot write into /no/such/folder: {missing}"));
        assert_eq!(error.kind(), ErrorKind::NotFound);
        let error = can_write_into(Path::new("/no/such/folder")).unwrap_err();
        assert_eq!(error.to_string(), missing.to_string());
    }
}
