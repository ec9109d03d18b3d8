//! The games that can be opened, by name.

use std::sync::Arc;

use super::{GameSession, Session};
use crate::game::{Game, SetupError, excerpt};
use crate::sys::stderr::program;
use crate::sys::suggestion::did_you_mean;

/// What a program runs on that has no version of its own.
const ENGINE: &str = concat!("(sarsen ", env!("CARGO_PKG_VERSION"), ")");

/// Who has made this engine.
const AUTHOR: &str = "the Sarsen founders";

type Open = Box<dyn Fn(&str) -> Result<Box<dyn Session>, SetupError> + Send + Sync>;

/// A position for the [bench](mod@crate::batch::bench).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exercise {
    /// The setup of the game; the usual one if empty.
    pub setup: &'static str,
    /// How many plies deep it is searched.
    pub depth: u32,
    /// The moves that lead to it from the start, separated by blanks.
    pub moves: &'static str,
}

impl Exercise {
    /// A position, and how deep it is searched.
    #[must_use]
    pub const fn new(setup: &'static str, depth: u32, moves: &'static str) -> Self {
        Self { setup, depth, moves }
    }
}

/// A game on offer.
pub struct GameEntry {
    name: String,
    variants: Vec<String>,
    exercises: &'static [Exercise],
    open: Open,
}

impl GameEntry {
    /// A game that comes in several setups; `game` makes the one of the setup it is given, the
    /// usual one if that is empty.
    ///
    /// ```
    /// use sarsen::games::connect_four::{Size, Small};
    /// use sarsen::session::{GameEntry, Registry};
    ///
    /// let entry = GameEntry::with_setups("four", |setup| Small::of_size(Size::parse(setup)?));
    /// assert!(Registry::new(entry).open("four", "6x5").is_ok());
    /// ```
    pub fn with_setups<G: Game>(
        name: impl Into<String>,
        game: impl Fn(&str) -> Result<G, SetupError> + Send + Sync + 'static,
    ) -> Self {
        Self::new(name, move |setup| Ok(Box::new(GameSession::new(Arc::new(game(setup)?)))))
    }

    /// A game whose setups differ in type; `open` makes a session of the setup it is given, of the
    /// usual one if that is empty.
    pub fn new(
        name: impl Into<String>,
        open: impl Fn(&str) -> Result<Box<dyn Session>, SetupError> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), variants: Vec::new(), exercises: &[], open: Box::new(open) }
    }

    /// A game that comes in one setup.
    pub fn of(game: impl Game) -> Self {
        let game = Arc::new(game);
        Self::new(game.name().to_owned(), move |setup| {
            if setup.is_empty() || setup == game.setup() {
                Ok(Box::new(GameSession::new(Arc::clone(&game))))
            } else {
                Err(SetupError::new(setup, format!("{} has only one setup", game.name())))
            }
        })
    }

    /// Names a notation of the game that UCI front ends know as a variant.
    #[must_use]
    pub fn with_uci_variant(mut self, name: impl Into<String>) -> Self {
        self.variants.push(name.into());
        self
    }

    /// Positions for the bench. A game without any is searched in its start position and in some
    /// that random play leads to.
    #[must_use]
    pub fn with_exercises(mut self, exercises: &'static [Exercise]) -> Self {
        self.exercises = exercises;
        self
    }

    /// The game's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// A game could not be opened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenError {
    /// There is no game of this name.
    #[error("unknown game '{name}'; there is {known}{guess}")]
    Unknown {
        /// The name asked for, shortened.
        name: String,
        /// The names there are.
        known: String,
        /// The end of the sentence: which of them was perhaps meant, or nothing.
        guess: String,
    },
    /// The game has no such setup.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// The games on offer, the first of which is the default, and what the program that offers them is
/// called.
///
/// ```
/// use sarsen::games::stonehenge::Stonehenge;
/// use sarsen::session::Registry;
///
/// let registry = Registry::of(Stonehenge).named("Lintel", "2.1").by("Ann");
/// assert_eq!(registry.name(), "Lintel");
/// assert_eq!([registry.version(), registry.author()], ["2.1", "Ann"]);
/// ```
pub struct Registry {
    entries: Vec<GameEntry>,
    /// Name and version.
    program: Option<(String, String)>,
    author: String,
}

impl Registry {
    /// One game; add others with [`and`](Self::and).
    #[must_use]
    pub fn new(entry: GameEntry) -> Self {
        Self { entries: vec![entry], program: None, author: AUTHOR.to_owned() }
    }

    /// One game in one setup.
    #[must_use]
    pub fn of(game: impl Game) -> Self {
        Self::new(GameEntry::of(game))
    }

    /// With one game more.
    #[must_use]
    pub fn and(mut self, entry: GameEntry) -> Self {
        self.entries.push(entry);
        self
    }

    /// With a name and a version of the program: what `id name` tells, and, of the version,
    /// `--version`. Without, the name is that by which the program was called, and the version this
    /// engine's.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        self.program = Some((name.into(), version.into()));
        self
    }

    /// With an author, whom `id author` tells; without, it is this engine's.
    #[must_use]
    pub fn by(mut self, author: impl Into<String>) -> Self {
        self.author = author.into();
        self
    }

    /// What the program is called.
    #[must_use]
    pub fn name(&self) -> String {
        self.program.as_ref().map_or_else(program, |(name, _)| name.clone())
    }

    /// The version of the program.
    #[must_use]
    pub fn version(&self) -> &str {
        self.program.as_ref().map_or(ENGINE, |(_, version)| version)
    }

    /// Who has made it.
    #[must_use]
    pub fn author(&self) -> &str {
        &self.author
    }

    /// The games with their positions for the bench, the default first.
    pub fn exercises(&self) -> impl Iterator<Item = (&str, &[Exercise])> {
        self.entries.iter().map(|entry| (entry.name.as_str(), entry.exercises))
    }

    /// The names of the games, the default first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(GameEntry::name)
    }

    /// The UCI variants on offer, each with the game it belongs to.
    pub fn uci_variants(&self) -> impl Iterator<Item = (&str, &str)> {
        self.entries.iter().flat_map(|entry| {
            entry.variants.iter().map(|variant| (variant.as_str(), entry.name.as_str()))
        })
    }

    /// A session of a game at its start, in a setup or, if that is empty, the usual one.
    ///
    /// # Errors
    ///
    /// If there is no such game or no such setup.
    pub fn open(&self, name: &str, setup: &str) -> Result<Box<dyn Session>, OpenError> {
        match self.entries.iter().find(|entry| entry.name == name) {
            Some(entry) => Ok((entry.open)(setup)?),
            None => {
                let known = self.names().collect::<Vec<_>>().join(", ");
                let guess = did_you_mean(name, self.names());
                Err(OpenError::Unknown { name: excerpt(name, 40), known, guess })
            }
        }
    }

    /// A session of a game that is named together with its setup, as in `connect4 8x7`.
    ///
    /// # Errors
    ///
    /// If there is no such game or no such setup.
    pub fn open_title(&self, title: &str) -> Result<Box<dyn Session>, OpenError> {
        let (name, setup) = title.trim().split_once(char::is_whitespace).unwrap_or((title, ""));
        self.open(name.trim(), setup.trim())
    }
}
