//! The pages of the documentation and the code blocks in them.

use std::path::{Path, PathBuf};

/// The folder of the whole project.
pub const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A Markdown file.
pub struct Page {
    /// Its path below `ROOT`.
    pub name: String,
    pub text: String,
}

/// The lines between two fences.
pub struct Block<'a> {
    /// The word after the opening fence.
    pub language: &'a str,
    /// The number of its first line, counted from 1.
    pub line: usize,
    pub lines: Vec<&'a str>,
}

/// Every Markdown file of the project.
pub fn pages() -> Vec<Page> {
    let mut paths = Vec::new();
    collect(Path::new(ROOT), &mut paths);
    paths.sort();
    let name = |path: &PathBuf| path.strip_prefix(ROOT).unwrap().to_str().unwrap().to_owned();
    paths.iter().map(|path| page(&name(path))).collect()
}

/// One page, by its name.
pub fn page(name: &str) -> Page {
    let text = std::fs::read_to_string(Path::new(ROOT).join(name)).unwrap();
    Page { name: name.to_owned(), text }
}

/// Folders of what is built or fetched.
const NOT_OURS: [&str; 2] = ["node_modules", "target"];

/// Looks into every folder, except hidden ones and those that are not ours.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let is_folder = entry.file_type().unwrap().is_dir();
        if is_folder && !name.starts_with('.') && !NOT_OURS.contains(&&*name) {
            collect(&entry.path(), paths);
        } else if !is_folder && name.ends_with(".md") {
            paths.push(entry.path());
        }
    }
}

impl Page {
    /// All of its code blocks.
    pub fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks = Vec::new();
        let mut lines = self.text.lines().enumerate();
        while let Some((number, line)) = lines.next() {
            let Some(language) = line.strip_prefix("```") else { continue };
            let mut body = Vec::new();
            loop {
                match lines.next() {
                    Some((_, "```")) => break,
                    Some((_, line)) => body.push(line),
                    None => panic!("{}:{}: no fence ends this", self.name, number + 1),
                }
            }
            blocks.push(Block { language, line: number + 2, lines: body });
        }
        blocks
    }

    /// Its lines outside of code blocks.
    pub fn prose(&self) -> Vec<&str> {
        let mut in_block = false;
        let is_prose = |line: &&str| {
            let is_fence = line.starts_with("```");
            in_block ^= is_fence;
            !in_block && !is_fence
        };
        self.text.lines().filter(is_prose).collect()
    }
}
