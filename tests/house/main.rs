//! The rules of the house: which room knows which, what things are called, and how wide a line is.
//!
//! `CONTRIBUTING.md` has these rules in words. The tests read the source as text.

mod arrows;
mod names;
mod source;
mod width;

use std::path::{Path, PathBuf};

/// The folder of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// Files with this ending that belong to the project, below these folders.
fn project_files(folders: &[&str], ending: &str) -> Vec<PathBuf> {
    folders.iter().flat_map(|folder| source::files(&root().join(folder), ending)).collect()
}
