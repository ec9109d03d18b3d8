//! The shell commands of all pages: transcripts are run, and other commands are checked against the
//! help texts.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::pages::{Block, Page, ROOT, pages};
use crate::support::transcript::matches_glob;

const SARSEN: &str = env!("CARGO_BIN_EXE_sarsen");

/// How many seconds a command may take. All pages are replayed at once, also on a busy machine, so
/// this only ends what hangs.
const PATIENCE: &str = "300";

/// Programs whose files are not in the folder of their kind have their names here.
const MANIFEST: &str = include_str!("../../../Cargo.toml");

/// The words that may follow a fence, so that a misspelled one does not escape the tests.
const LANGUAGES: [&str; 12] = [
    "", "session", "face", "analyze", "table", "console", "sh", "rust", "python", "text", "toml",
    "rbg",
];

#[test]
fn every_block_is_of_a_known_kind() {
    for page in pages() {
        for block in page.blocks() {
            let place = format!("{}:{}", page.name, block.line);
            assert!(LANGUAGES.contains(&block.language), "{place}: '{}'", block.language);
        }
    }
}

/// In a `console` block, a line that begins with `$ ` is a command, and the other lines are its
/// output. `*` stands for any text, and a line `...` for any lines. The blocks of a page share a
/// folder, which has the collection `games`.
#[test]
fn every_transcript_of_a_shell_is_true() {
    let commands = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for page in pages() {
            let commands = &commands;
            scope.spawn(move || commands.fetch_add(replay(&page), Relaxed));
        }
    });
    let commands = commands.into_inner();
    assert!(commands >= 15, "{commands} commands");
}

/// Compares the transcripts of a page with what its commands write. Returns how many there are.
fn replay(page: &Page) -> usize {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(Path::new(ROOT).join("games"), folder.path().join("games")).unwrap();
    let mut commands = 0;
    for block in page.blocks().iter().filter(|block| block.language == "console") {
        for (place, command, expected) in transcript(page, block) {
            let lines = run(&place, command, folder.path());
            agree(&expected, &lines).unwrap_or_else(|at| {
                panic!("{place}: $ {command}\nexpected\n{at}\nbut all of it is\n{lines:#?}")
            });
            commands += 1;
        }
    }
    commands
}

/// Every command of a block, with its place and the output that is expected.
fn transcript<'a>(page: &Page, block: &'a Block<'_>) -> Vec<(String, &'a str, Vec<&'a str>)> {
    let mut commands: Vec<(String, &str, Vec<&str>)> = Vec::new();
    for (number, line) in block.lines.iter().enumerate() {
        let place = format!("{}:{}", page.name, block.line + number);
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((place, command, Vec::new())),
            (None, Some((_, _, expected))) => expected.push(line),
            (None, None) => panic!("{place}: output without a command"),
        }
    }
    commands
}

/// The lines that a command writes to standard output and standard error.
fn run(place: &str, command: &str, folder: &Path) -> Vec<String> {
    let programs = Path::new(SARSEN).parent().unwrap().display();
    let path = std::env::var("PATH").unwrap();
    let output = Command::new("timeout")
        .args([PATIENCE, "bash", "-c", &format!("exec 2>&1; set -o pipefail; {command}")])
        .current_dir(folder)
        .env("PATH", format!("{programs}:{path}"))
        .env_remove("RUST_LOG")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{place}: $ {command}: {:?}: {text}", output.status);
    text.lines().map(str::to_owned).collect()
}

/// Compares output with what is expected. An error is the line that was not found.
fn agree(expected: &[&str], lines: &[String]) -> Result<(), String> {
    let mut lines = lines.iter();
    let mut skipping = false;
    for pattern in expected {
        if *pattern == "..." {
            skipping = true;
            continue;
        }
        let fits = |line: &&String| matches_glob(pattern, line);
        let found = if skipping { lines.find(fits) } else { lines.next().filter(fits) };
        found.ok_or_else(|| (*pattern).to_owned())?;
        skipping = false;
    }
    match lines.next() {
        Some(line) if !skipping => Err(format!("the end, not {line:?}")),
        _ => Ok(()),
    }
}

#[test]
fn outputs_are_compared() {
    let lines = ["one", "two", "three"].map(str::to_owned);
    let agrees = |expected: &[&str]| agree(expected, &lines).is_ok();
    assert!(
        agrees(&["one", "t*", "three"]) && agrees(&["...", "three"]) && agrees(&["one", "..."])
    );
    assert!(!agrees(&["one", "two"]) && !agrees(&["...", "four"]) && !agrees(&["two", "..."]));
    assert!(!agrees(&["one", "three"]) && !agrees(&["one", "two", "three", "four"]));
}

/// Commands of `sh` blocks may take hours, so this test only reads them.
#[test]
fn every_subcommand_and_option_in_the_pages_exists() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for page in pages() {
        for block in page.blocks() {
            if !matches!(block.language, "sh" | "console") {
                continue;
            }
            for command in commands(&block) {
                count += 1;
                if let Err(why) = exists(&command) {
                    wrong.push(format!("{}:{}: {command:?}: {why}", page.name, block.line));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count >= 60, "{count} commands");
}

/// The simple commands of a block, each as its words.
fn commands(block: &Block<'_>) -> Vec<Vec<String>> {
    let is_command = |line: &&&str| block.language == "sh" || line.starts_with("$ ");
    let lines: Vec<&str> = block.lines.iter().filter(is_command).copied().collect();
    let text = lines.join("\n").replace("\\\n", " ");
    let mut all = Vec::new();
    for line in text.lines() {
        let words = words(line.strip_prefix("$ ").unwrap_or(line));
        let ends = |word: &String| matches!(word.as_str(), "|" | "&&" | ";" | ">");
        all.extend(words.split(ends).filter(|words| !words.is_empty()).map(<[_]>::to_vec));
    }
    all
}

/// The words of a line, as a shell splits it.
fn words(line: &str) -> Vec<String> {
    shlex::split(line).unwrap_or_else(|| panic!("a quote is open: {line}"))
}

/// Whether the subcommand, the options and the names of a command are known.
fn exists(command: &[String]) -> Result<(), String> {
    match command[0].as_str() {
        "sarsen" => {
            let (help, rest) = help(&command[1..])?;
            let own = rest.iter().take_while(|word| *word != "--");
            for option in own.filter(|word| word.starts_with('-') && word.len() > 1) {
                let name = option.split('=').next().unwrap();
                let mut known = help.split(|c: char| !c.is_alphanumeric() && c != '-');
                known.find(|word| *word == name).ok_or(format!("no option {name}"))?;
            }
            Ok(())
        }
        "cargo" => command.windows(2).try_for_each(|pair| {
            let (folder, kind) = match pair[0].as_str() {
                "--bench" => ("benches", "bench"),
                "--example" => ("examples", "example"),
                _ => return Ok(()),
            };
            let file = Path::new(ROOT).join(folder).join(format!("{}.rs", pair[1]));
            let elsewhere = format!("[[{kind}]]\nname = \"{}\"\n", pair[1]);
            let exists = file.exists() || MANIFEST.contains(&elsewhere);
            exists.then_some(()).ok_or(format!("no {folder}/{}", pair[1]))
        }),
        _ => Ok(()),
    }
}

/// The help of the subcommand that these words begin with, and the words after it.
fn help(words: &[String]) -> Result<(String, &[String]), String> {
    let mut depth = 0;
    loop {
        let output = Command::new(SARSEN).args(&words[..depth]).arg("--help").output().unwrap();
        if !output.status.success() {
            return Err(format!("no subcommand {:?}", &words[..depth]));
        }
        let help = String::from_utf8(output.stdout).unwrap();
        let is_subcommand = words.get(depth).is_some_and(|word| {
            // Where arguments may stand instead, any other word is one.
            let is_listed = help.contains(&format!("\n  {word} "));
            !word.starts_with('-') && (is_listed || !help.contains("\nArguments:\n"))
        });
        if !help.contains("\nCommands:\n") || !is_subcommand {
            return Ok((help, &words[depth..]));
        }
        depth += 1;
    }
}

#[test]
fn what_does_not_exist_is_told() {
    let is_right = |line: &str| exists(&words(line)).is_ok();
    assert!(is_right("sarsen") && is_right("sarsen book build my.book --solve 8"));
    assert!(is_right("sarsen conform -- ./engine --its-option"));
    assert!(is_right("cargo run --example counted") && !is_right("cargo run --example nothing"));
    assert!(!is_right("sarsen bake") && !is_right("sarsen book burn"));
    assert!(!is_right("sarsen solve --sol 3") && !is_right("cargo bench --bench nothing"));
}
