//! The file for what was fitted.

use std::path::Path;

use sarsen_core::sys::atomic_file;

/// Refuses a file that cannot be written, or that holds something else, before the work takes
/// hours. `kind` says what the file is to hold. `is_ours` tells whether the old file does.
pub(crate) fn check(
    path: Option<&Path>,
    kind: &str,
    is_ours: impl FnOnce(&Path) -> bool,
) -> Result<(), String> {
    let Some(path) = path else { return Ok(()) };
    let wrong = |why: String| Err(format!("{}: {why}", path.display()));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return wrong(format!("there is no folder {}", folder.display()));
    }
    if path.exists() && !is_ours(path) {
        return wrong(format!("is no file of {kind}, and stays as it is"));
    }
    atomic_file::can_replace(path).or_else(|error| wrong(error.to_string()))
}

/// Writes the file, if there is to be one.
pub(crate) fn write(path: Option<&Path>, bytes: &[u8]) -> Result<(), String> {
    let Some(path) = path else { return Ok(()) };
    atomic_file::replace(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}
