//! The rules of the house: which crate and room knows which, what things are called, and how wide a
//! line is.
//!
//! `CONTRIBUTING.md` has these rules in words. The tests read the source as text.

mod arrows;
mod doors;
mod names;
mod source;
mod width;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folder of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The crates by their names, each with the folder of its source. The name of the one at the top is
/// empty.
fn crates() -> BTreeMap<String, PathBuf> {
    let mut crates = BTreeMap::from([(String::new(), root().join("src"))]);
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        crates.insert(name, entry.path().join("src"));
    }
    crates
}

/// All source files of all crates.
fn crate_files() -> Vec<PathBuf> {
    crates().values().flat_map(|folder| source::files(folder, "rs")).collect()
}

/// Files with this ending that belong to the project, below these folders.
fn project_files(folders: &[&str], ending: &str) -> Vec<PathBuf> {
    folders.iter().flat_map(|folder| source::files(&root().join(folder), ending)).collect()
}
