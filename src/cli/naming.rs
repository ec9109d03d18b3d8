//! How a game is named on the command line, the same for all commands: `GAME [SETUP]`.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::session::{OpenError, Registry, Session};

/// What is said of the first word.
pub(crate) const GAME: &str =
    "The game; if left out that of the record, book or proof, else the first there is";

/// What is said of the second.
pub(crate) const SETUP: &str =
    "Its setup, such as 8x7 for the size of a board; the usual one if left out";

/// A game, by words of which the last are its name and its setup.
#[derive(Args)]
pub(crate) struct GameArguments {
    #[arg(value_name = "GAME", help = GAME)]
    game: Option<String>,
    #[arg(value_name = "SETUP", help = SETUP)]
    setup: Option<String>,
    #[command(flatten)]
    flags: GameFlags,
}

/// A game, and files behind it.
#[derive(Args)]
pub(crate) struct GameAndFiles {
    #[arg(value_name = "GAME", help = GAME)]
    game: Option<OsString>,
    #[arg(value_name = "SETUP", help = SETUP)]
    setup: Option<OsString>,
    /// Files to read; standard input if there are none
    ///
    /// A word is the game if it is the name of one, and the next its setup if the game has such a
    /// setup; the others are files. What is to be a file all the same is written './8x7', or stands
    /// behind '--'.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Files, whatever they are called
    #[arg(last = true, value_name = "FILE")]
    surely_files: Vec<PathBuf>,
    #[command(flatten)]
    flags: GameFlags,
}

/// The same as flags, as they once were written.
#[derive(Args)]
pub(crate) struct GameFlags {
    #[arg(long = "game", value_name = "GAME [SETUP]", hide = true)]
    game_flag: Option<String>,
    #[arg(long = "size", value_name = "SETUP", hide = true)]
    setup_flag: Option<String>,
}

/// A game that is named in two ways which do not agree.
#[derive(Debug, thiserror::Error)]
#[error("the game is named twice: '{0}', but --{1} says '{2}'")]
pub(crate) struct Contradiction(String, &'static str, String);

impl GameArguments {
    /// The game with its setup, as [`open`] takes it; empty if none is named.
    pub(crate) fn title(&self, registry: &Registry) -> Result<String, Contradiction> {
        let words = self.game.iter().chain(&self.setup).map(String::as_str);
        self.flags.title(&words.collect::<Vec<_>>().join(" "), registry)
    }
}

impl GameFlags {
    /// The game that is named by words, or by the flags.
    pub(crate) fn title(&self, named: &str, registry: &Registry) -> Result<String, Contradiction> {
        let (mut name, mut setup) = parts(named);
        if let Some(flag) = &self.game_flag {
            let (other, its) = parts(flag);
            // A single word beside the flag may be the setup.
            if setup.is_empty() && its.is_empty() && !registry.names().any(|known| known == name) {
                (name, setup) = ("", name);
            }
            let differs = |named: &str, says: &str| !named.is_empty() && named != says;
            if differs(name, other) || !its.is_empty() && differs(setup, its) {
                return Err(Contradiction(named.to_owned(), "game", flag.clone()));
            }
            (name, setup) = (other, if its.is_empty() { setup } else { its });
        }
        if let Some(flag) = &self.setup_flag {
            if !setup.is_empty() && setup != flag.trim() {
                return Err(Contradiction(title(name, setup), "size", flag.clone()));
            }
            setup = flag.trim();
        }
        if name.is_empty() && !setup.is_empty() {
            name = usual(registry);
        }
        Ok(title(name, setup))
    }
}

impl GameAndFiles {
    /// The game with its setup, empty if none is named, and the files.
    pub(crate) fn read(
        &self,
        registry: &Registry,
    ) -> Result<(String, Vec<PathBuf>), Box<dyn Error>> {
        let words = self.game.iter().chain(&self.setup).map(OsString::as_os_str);
        let words: Vec<&OsStr> =
            words.chain(self.files.iter().map(|file| file.as_os_str())).collect();
        let count = match (&self.flags.game_flag, words.first()) {
            (Some(game), Some(word)) if is_setup_of(game, word, registry) => 1,
            _ => leading(&words, registry),
        };
        if count > 0 || self.flags.game_flag.is_none() {
            check_next(&words, count, registry)?;
        }
        let files = words[count..].iter().map(PathBuf::from);
        let files = files.chain(self.surely_files.iter().cloned()).collect();
        Ok((self.flags.title(&joined(&words[..count]), registry)?, files))
    }
}

/// Whether a word is the setup of a game that is named without one, and no file.
fn is_setup_of(game: &str, word: &OsStr, registry: &Registry) -> bool {
    let (name, setup) = parts(game);
    let opens = || registry.open(name, &word.to_string_lossy()).is_ok();
    setup.is_empty() && !is_file(word) && opens()
}

/// How many of the first words name a game and its setup: as many as these are names of.
pub(crate) fn leading(words: &[&OsStr], registry: &Registry) -> usize {
    let is_name = |name: &str| registry.names().any(|known| known == name);
    let Some(game) = words.first().and_then(|word| word.to_str()) else { return 0 };
    let (name, setup) = parts(game);
    let is_setup = |word: &&OsStr| registry.open(name, &word.to_string_lossy()).is_ok();
    match words.get(1) {
        _ if !is_name(name) => 0,
        // In quotes one word may be both.
        Some(second) if setup.is_empty() && is_setup(second) => 2,
        _ => 1,
    }
}

/// What is wrong with the next word after those that name a game, if it is neither what is missing
/// of its name nor a file.
fn check_next(words: &[&OsStr], count: usize, registry: &Registry) -> Result<(), String> {
    let Some(next) = words.get(count).filter(|word| !is_file(word)) else { return Ok(()) };
    let text = next.to_string_lossy();
    let opened = match (count, words[0].to_str()) {
        (0, _) => registry.open_title(&text),
        (1, Some(game)) if parts(game).1.is_empty() => registry.open(game, &text),
        _ => return Ok(()),
    };
    opened.map(|_| ()).map_err(|error| format!("{error} (and there is no file '{text}')"))
}

/// Words as they were written, with blanks between.
pub(crate) fn joined(words: &[&OsStr]) -> String {
    words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Whether a word is meant as a file, whether or not there is one.
fn is_file(word: &OsStr) -> bool {
    let path = Path::new(word);
    word == "-" || path.components().count() > 1 || path.is_absolute() || path.exists()
}

/// A session of a game, by its name and setup, or of the first there is.
pub(crate) fn open(title: &str, registry: &Registry) -> Result<Box<dyn Session>, OpenError> {
    registry.open_title(if title.is_empty() { usual(registry) } else { title })
}

/// The game that is meant where none is named.
fn usual(registry: &Registry) -> &str {
    registry.names().next().unwrap_or_default()
}

/// A game by its name and its setup.
fn title(name: &str, setup: &str) -> String {
    format!("{name} {setup}").trim().to_owned()
}

/// The name of a game, and its setup.
fn parts(title: &str) -> (&str, &str) {
    let title = title.trim();
    let (name, setup) = title.split_once(char::is_whitespace).unwrap_or((title, ""));
    (name, setup.trim())
}
