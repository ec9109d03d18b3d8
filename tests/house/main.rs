//! The rules of the house: which crate and room knows which, what things are called, how wide a
//! line is, and that the paths in texts lead somewhere.
//!
//! `CONTRIBUTING.md` has these rules in words. The tests read the source as text.

mod arrows;
mod doors;
mod names;
mod paths;
#[path = "../support/skipped.rs"]
mod skipped;
#[path = "../support/slow.rs"]
mod slow;
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

/// All Rust files of the project.
fn rust_files() -> Vec<PathBuf> {
    project_files(&["crates", "src", "tests", "benches", "examples", "fuzz"], "rs")
}

/// All pages of the project: those at the top, and those below its folders.
fn pages() -> Vec<PathBuf> {
    let mut pages =
        project_files(&["docs", "benches", "crates", "examples", "tests", "fuzz"], "md");
    let at_the_root = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "protocol.md"];
    pages.extend(at_the_root.map(|name| root().join(name)));
    pages
}

/// Files with this ending that belong to the project, below these folders.
fn project_files(folders: &[&str], ending: &str) -> Vec<PathBuf> {
    folders.iter().flat_map(|folder| source::files(&root().join(folder), ending)).collect()
}
