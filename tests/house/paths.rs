//! Paths in prose and comments lead somewhere.

use crate::{pages, root, rust_files};

/// What a path in a text begins with: a folder at the top of the tree.
const BEGINNINGS: [&str; 8] =
    [".ci/", "benches/", "crates/", "docs/", "examples/", "fuzz/", "src/", "tests/"];

/// It tells how things were.
const HISTORY: &str = "benches/notebook.md";

/// The paths between backticks in a line.
fn paths(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split('`').skip(1).step_by(2);
    let is_plain = |text: &&str| {
        text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-'))
    };
    code.filter(is_plain).filter(|text| BEGINNINGS.iter().any(|begin| text.starts_with(begin)))
}

#[test]
fn every_path_in_a_text_exists() {
    let (mut count, mut lost) = (0, Vec::new());
    for file in rust_files().into_iter().chain(pages()) {
        let name = file.strip_prefix(root()).unwrap().display().to_string();
        if name == HISTORY {
            continue;
        }
        let is_prose = name.ends_with(".md");
        let text = std::fs::read_to_string(&file).unwrap();
        for line in text.lines().filter(|l| is_prose || l.trim_start().starts_with("//")) {
            for path in paths(line) {
                count += 1;
                if !root().join(path).exists() {
                    lost.push(format!("{name}: {path}"));
                }
            }
        }
    }
    assert!(lost.is_empty(), "{lost:#?}");
    assert!(count > 150, "{count} paths");
}

#[test]
fn paths_are_found() {
    let line = "see `src/a.rs` and `tests/b`, not `a/b`, `src/*.rs` or src/c.rs";
    assert_eq!(paths(line).collect::<Vec<_>>(), ["src/a.rs", "tests/b"]);
}
