//! Files that are written whole or not at all.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes a file: whenever the process or the machine goes down, either what was there is there or the new one. Where the path is
/// a link, what it leads to is written.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let path = real(path);
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let directory = directory.unwrap_or(Path::new("."));
    let mut partial = tempfile::Builder::new();
    let name = path.file_name().unwrap_or_default();
    partial.prefix(name).suffix(".partial");
    // What others may do with it is what they could do before, or with any new file.
    let permissions = std::fs::metadata(&path).map(|metadata| metadata.permissions());
    #[cfg(unix)]
    let permissions = permissions.or_else(|_| {
        use std::os::unix::fs::PermissionsExt;
        std::io::Result::Ok(std::fs::Permissions::from_mode(0o666))
    });
    if let Ok(permissions) = permissions {
        partial.permissions(permissions);
    }
    let mut partial = partial.tempfile_in(directory)?;
    partial.write_all(bytes)?;
    partial.as_file().sync_all()?;
    partial.persist(&path).map_err(|error| error.error)?;
    // The new name has to last, too; where directories cannot be opened it does.
    if let Ok(directory) = File::open(directory) {
        directory.sync_all()?;
    }
    Ok(())
}

/// What a path leads to, if it leads anywhere yet.
pub(crate) fn real(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}
