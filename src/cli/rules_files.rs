//! Games from files of rules: those that the arguments name become games of the program.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::failure::Failure;
use super::file_error::InFile;
use sarsen_core::sys::input::read_file;
use sarsen_core::sys::stderr::complain;
use sarsen_engine::learned::LearnedWeights;
use sarsen_engine::session::Registry;
use sarsen_rbg::{LONGEST_TEXT, LoadError, LoadedGame, name_of};

/// The ending of a file of rules.
const ENDING: &str = "rbg";

/// The ending of a file beside it with what was learnt about the game.
const LEARNED: &str = "learned";

/// The largest such file, in bytes.
const LARGEST_LEARNED: u64 = 256 << 20;

/// The option that names files of rules.
pub(super) const OPTION: &str = "--rules";

/// The subcommand that takes files of rules as they are.
const CHECK: &str = "check";

told!(LoadError);

/// The arguments and the games of a program, once all files of rules are read.
pub(super) struct Added {
    /// The arguments. Where a file of rules stood for a game, there is the name of the game.
    pub(super) arguments: Vec<OsString>,
    /// The games.
    pub(super) registry: Registry,
    /// The files that some of them come from, in the order in which they were read.
    pub(super) files: Vec<PathBuf>,
}

/// Adds the games that the arguments name: behind `--rules`, and where a file of rules stands for a
/// game. There, the name of the game takes the place of the file.
///
/// # Errors
///
/// If a file cannot be read, or its game not be played.
pub(super) fn add(
    arguments: impl Iterator<Item = OsString>,
    registry: Registry,
) -> Result<Added, Failure> {
    let mut games = Games { registry, known: Vec::new(), files: Vec::new() };
    let mut kept: Vec<OsString> = Vec::new();
    let mut arguments = arguments.peekable();
    let mut is_check = false;
    kept.extend(arguments.next());
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            kept.push(argument);
            break;
        }
        let text = argument.to_string_lossy();
        is_check |= kept.len() == 1 && argument == CHECK;
        if let Some(path) = text.strip_prefix(OPTION).and_then(|rest| rest.strip_prefix('=')) {
            games.add_all(Path::new(path))?;
            kept.push(argument);
        } else if argument == OPTION {
            if let Some(path) = arguments.peek() {
                games.add_all(Path::new(path))?;
            }
            kept.push(argument);
            kept.extend(arguments.next());
        } else if !is_check && is_rules(&argument) {
            kept.push(games.add(Path::new(&argument))?.into());
        } else {
            kept.push(argument);
        }
    }
    kept.extend(arguments);
    Ok(Added { arguments: kept, registry: games.registry, files: games.files })
}

/// Whether an argument is a file of rules.
fn is_rules(argument: &OsStr) -> bool {
    let path = Path::new(argument);
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(ENDING))
        && !argument.to_string_lossy().starts_with('-')
}

/// The games of the program, and the files that some come from: as they are, and as they were
/// named.
struct Games {
    registry: Registry,
    known: Vec<(PathBuf, String)>,
    files: Vec<PathBuf>,
}

impl Games {
    /// Adds the game of a file, or the games of all files of rules in a folder. There, a file that
    /// has no game is left out with a warning, if another has one.
    fn add_all(&mut self, path: &Path) -> Result<(), Failure> {
        if !path.is_dir() {
            self.add(path)?;
            return Ok(());
        }
        let entries = std::fs::read_dir(path).in_file(path.display())?;
        let mut files = Vec::new();
        for entry in entries {
            let file = entry.in_file(path.display())?.path();
            if is_rules(file.as_os_str()) {
                files.push(file);
            }
        }
        if files.is_empty() {
            return Err(format!("{}: no file there ends in .{ENDING}", path.display()).into());
        }
        files.sort();
        let mut good = 0;
        for file in &files {
            match self.add(file) {
                Ok(_) => good += 1,
                Err(why) => complain(format_args!("warning: {why}")),
            }
        }
        if good == 0 {
            return Err(format!("{}: no file there has a game", path.display()).into());
        }
        Ok(())
    }

    /// Adds the game of a file. Returns its name.
    fn add(&mut self, path: &Path) -> Result<String, Failure> {
        let real = path.canonicalize().in_file(path.display())?;
        if let Some((_, name)) = self.known.iter().find(|(known, _)| *known == real) {
            return Ok(name.clone());
        }
        let text = read(path)?;
        let file = path.to_string_lossy();
        let name = self.free_name(&name_of(&file));
        let mut game = LoadedGame::named(&name, &file, &text)?;
        for setup in [String::new()].into_iter().chain(game.setups()) {
            let Some(learned) = learned_beside(path, &name, &setup) else { continue };
            match read_learned(&learned, format!("{name} {setup}").trim_end()) {
                // The games of the program are there as long as the program is.
                Ok(bytes) => game = game.with_learned(&setup, Vec::leak(bytes)),
                Err(why) => complain(format_args!("warning: {}: {why}", learned.display())),
            }
        }
        self.registry.add(game.entry());
        self.known.push((real, name.clone()));
        self.files.push(path.to_owned());
        Ok(name)
    }

    /// A name that no game has yet.
    fn free_name(&self, name: &str) -> String {
        let is_free = |name: &String| self.registry.names().all(|known| known != name);
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut names = [name.to_owned(), format!("{name}-{ENDING}")].into_iter().chain(numbered);
        names.find(is_free).unwrap_or_default()
    }
}

/// The file beside a file of rules that has what was learnt about one of the setups, if there is
/// one: `hex.learned` for the usual one, `hex-7x7.learned` for another. It has the name of the file
/// or that of the game, as `sarsen learn` calls it.
fn learned_beside(path: &Path, name: &str, setup: &str) -> Option<PathBuf> {
    let stem = path.file_stem()?.to_string_lossy();
    let files = [&*stem, name].map(|name| path.with_file_name(learned_file(name, setup)));
    files.into_iter().find(|file| file.is_file())
}

/// The usual name of the file with what was learnt about a setup of a game.
pub(super) fn learned_file(game: &str, setup: &str) -> String {
    if setup.is_empty() {
        return format!("{game}.{LEARNED}");
    }
    // Setups of some games have signs that divide folders.
    let is_plain = |c: char| c.is_alphanumeric() || "-_.+,".contains(c);
    let setup: String = setup.chars().map(|c| if is_plain(c) { c } else { '-' }).collect();
    format!("{game}-{setup}.{LEARNED}")
}

/// What was learnt about the game with this name and setup.
///
/// # Errors
///
/// Says why it cannot be used.
fn read_learned(path: &Path, name: &str) -> Result<Vec<u8>, String> {
    let size = path.metadata().map_err(|error| error.to_string())?.len();
    if size > LARGEST_LEARNED {
        return Err("is too large for learned weights".to_owned());
    }
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let weights = LearnedWeights::from_bytes(&bytes).map_err(|error| error.to_string())?;
    if weights.game() != name {
        return Err(format!("has weights for {}, not for {name}", weights.game()));
    }
    Ok(bytes)
}

/// The text of a file of rules.
pub(super) fn read(path: &Path) -> Result<String, Failure> {
    let bytes = read_file(path, b"", LONGEST_TEXT as u64).in_file(path.display())?;
    Ok(sarsen_rbg::text_of(&path.to_string_lossy(), bytes).map_err(LoadError::from)?)
}
