//! Prose and comments are at most a hundred columns wide.

use std::path::PathBuf;

use crate::{pages, root, rust_files};

/// The limit for a line of prose, in columns.
const MAX_WIDTH: usize = 100;

/// The lines of these files that are too wide, with their places. `is_prose` gets each line, and
/// whether a block of code is open.
fn too_wide(files: &[PathBuf], is_prose: impl Fn(&str, bool) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).unwrap();
        let mut in_code = false;
        for line in text.lines() {
            in_code ^= line.trim_start_matches(['/', '!', ' ']).starts_with("```");
            if line.chars().count() > MAX_WIDTH && is_prose(line, in_code) {
                found.push(format!("{}: {line}", file.strip_prefix(root()).unwrap().display()));
            }
        }
    }
    found
}

#[test]
fn comments_are_not_wide() {
    let files = rust_files();
    assert!(files.len() > 250, "{} files", files.len());
    let wide = too_wide(&files, |line, in_code| !in_code && line.trim_start().starts_with("//"));
    assert!(wide.is_empty(), "{wide:#?}");
}

/// Tables and links cannot be broken. The output of programs stays as it is, in blocks of code.
#[test]
fn prose_is_not_wide() {
    let files = pages();
    assert!(files.len() > 15, "{} files", files.len());
    let wide = too_wide(&files, |line, in_code| {
        !in_code && !line.starts_with('|') && line.trim().contains(' ')
    });
    assert!(wide.is_empty(), "{wide:#?}");
}
