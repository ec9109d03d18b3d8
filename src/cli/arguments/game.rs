//! The game that a subcommand is about. It is named in one way everywhere: `GAME [SETUP]`.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::Args;

use sarsen_engine::session::{OpenError, Registry, Session, WORDS_OF_NAME};

/// Help on the first word.
const GAME: &str = "The game, as the subcommand 'games' lists it [default: that of the given file or engine, \
                    otherwise the first game]";

/// Help on the second word.
const SETUP: &str = "Its setup, such as 8x7 for the size of a board [default: the usual setup]";

/// A word is no file, and neither a game nor a setup.
#[derive(Debug, thiserror::Error)]
#[error("there is no file '{word}', and no such {kind}: {error}")]
pub(crate) struct UnknownWord {
    word: String,
    /// What else it could be: a game or a setup.
    kind: &'static str,
    /// Why it is not that.
    error: OpenError,
}

told!(UnknownWord);

/// A game, by its name and its setup.
#[derive(Args)]
pub(crate) struct GameArguments {
    #[arg(value_name = "GAME", help = GAME)]
    game: Option<String>,
    #[arg(value_name = "SETUP", help = SETUP)]
    setup: Option<String>,
}

/// Two words that name a game and its setup, or are something else, such as files.
#[derive(Args)]
pub(crate) struct GameWords {
    #[arg(value_name = "GAME", help = GAME)]
    game: Option<OsString>,
    #[arg(value_name = "SETUP", help = SETUP)]
    setup: Option<OsString>,
}

/// A game, and files behind it.
#[derive(Args)]
pub(crate) struct GameAndFiles {
    #[command(flatten)]
    game: GameWords,
    /// Files to read [default: standard input]
    ///
    /// A word is the game if it is the name of one. The next word is its setup if the game has such
    /// a setup. All other words are files. If a file has the name of a game or a setup, write
    /// './8x7', or put it behind '--'.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Files, whatever their names are
    #[arg(last = true, value_name = "FILE")]
    surely_files: Vec<PathBuf>,
}

impl GameArguments {
    /// The game with its setup, as [`open`] takes it. Empty if the user named none.
    pub(crate) fn title(&self, registry: &Registry) -> String {
        let words: Vec<&str> = self.game.iter().chain(&self.setup).map(String::as_str).collect();
        title(&words.join(" "), registry)
    }
}

impl GameWords {
    /// The words that the user gave.
    pub(crate) fn words(&self) -> impl Iterator<Item = &OsStr> {
        self.game.iter().chain(&self.setup).map(OsString::as_os_str)
    }
}

impl GameAndFiles {
    /// The game with its setup (empty if the user named none), and the files.
    pub(crate) fn read(&self, registry: &Registry) -> Result<(String, Vec<PathBuf>), UnknownWord> {
        let files = self.files.iter().map(|file| file.as_os_str());
        let words: Vec<&OsStr> = self.game.words().chain(files).collect();
        let count = leading(&words, registry);
        check_next(&words, count, registry)?;
        let files = words[count..].iter().map(PathBuf::from);
        let files = files.chain(self.surely_files.iter().cloned()).collect();
        Ok((title(&joined(&words[..count]), registry), files))
    }
}

/// The number of words at the beginning that name a game and its setup. 0 if none do.
pub(crate) fn leading(words: &[&OsStr], registry: &Registry) -> usize {
    let count = words_of_name(words, registry);
    let name = joined(&words[..count]);
    let is_setup = |word: &&OsStr| registry.open(&name, &word.to_string_lossy()).is_ok();
    // One word in quotes may be both.
    let is_bare = count > 0 && parts(&name, registry).1.is_empty();
    count + usize::from(is_bare && words.get(count).is_some_and(is_setup))
}

/// The number of words at the beginning that are a name of a game, with a setup if a word in quotes
/// is both.
fn words_of_name(words: &[&OsStr], registry: &Registry) -> usize {
    let is_name = |count: &usize| {
        let split =
            registry.split_title(&joined(&words[..*count])).map(|(_, setup)| setup.is_empty());
        split.is_some_and(|is_bare| is_bare || *count == 1)
    };
    (1..=words.len().min(WORDS_OF_NAME)).rev().find(is_name).unwrap_or(0)
}

/// Refuses the word after those that name a game if it is not a file. The error says why it is not
/// the game, or not its setup.
fn check_next(words: &[&OsStr], count: usize, registry: &Registry) -> Result<(), UnknownWord> {
    let Some(next) = words.get(count).filter(|word| !is_file(word)) else { return Ok(()) };
    let text = next.to_string_lossy();
    let named = joined(&words[..count]);
    let opened = match count {
        0 => registry.open_title(&text),
        _ if parts(&named, registry).1.is_empty() => registry.open(&named, &text),
        _ => return Ok(()),
    };
    let kind = if count == 0 { "game" } else { "setup" };
    opened.map(drop).map_err(|error| UnknownWord { word: text.into_owned(), kind, error })
}

/// Words as they were written, separated by blanks.
pub(crate) fn joined(words: &[&OsStr]) -> String {
    words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Whether a word means a file, even one that does not exist.
fn is_file(word: &OsStr) -> bool {
    let path = Path::new(word);
    word == "-" || path.components().count() > 1 || path.is_absolute() || path.exists()
}

/// A session of a game, by its name and setup. An empty title means the default game.
pub(crate) fn open(title: &str, registry: &Registry) -> Result<Box<dyn Session>, OpenError> {
    registry.open_title(if title.is_empty() { default_game(registry) } else { title })
}

/// The game if the user names none: the first one.
fn default_game(registry: &Registry) -> &str {
    registry.names().next().unwrap_or_default()
}

/// A game as the user named it, with the name that the registry has.
pub(crate) fn title(named: &str, registry: &Registry) -> String {
    let (name, setup) = parts(named, registry);
    format!("{name} {setup}").trim().to_owned()
}

/// The name of a game as the registry has it, and its setup. An unknown name is one word.
fn parts<'a>(title: &'a str, registry: &'a Registry) -> (&'a str, &'a str) {
    let title = title.trim();
    match registry.split_title(title) {
        Some((game, setup)) => (game.name(), setup),
        None => {
            let (name, setup) = title.split_once(char::is_whitespace).unwrap_or((title, ""));
            (name, setup.trim())
        }
    }
}
