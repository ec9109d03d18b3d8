//! Reading a game: without chance, or with it.

use std::sync::Arc;
use std::time::Duration;

use super::entry::entry;
use super::examination::RulesCheck;
use super::facts::LoadError;
use super::rules_game::RulesGame;
use super::setups::GameSetups;
use super::shared::GameFacts;
use sarsen_core::game::SetupError;
use sarsen_engine::session::GameEntry;

/// A game that is given by its rules, without chance or with it.
#[derive(Clone)]
pub enum LoadedGame {
    /// The players decide all.
    Certain(RulesGame<false>),
    /// There is a player `random`, in the dialect.
    OfChance(RulesGame<true>),
}

impl LoadedGame {
    /// Reads the rules of a game. The game gets the name of the file.
    ///
    /// # Errors
    ///
    /// If the rules cannot be read, or not be played by two players.
    pub fn read(file: &str, text: &str) -> Result<Self, LoadError> {
        Self::named(&name_of(file), file, text)
    }

    /// Reads the rules of a game with a name of its own.
    ///
    /// # Errors
    ///
    /// As for [`read`](Self::read).
    pub fn named(name: &str, file: &str, text: &str) -> Result<Self, LoadError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let usual = Arc::new(GameFacts::read(name, file, text, None)?);
        let has_chance = usual.chance.is_some();
        let setups = Arc::new(GameSetups::new(usual, file, text));
        Ok(match has_chance {
            false => Self::Certain(RulesGame::new(setups)),
            true => Self::OfChance(RulesGame::new(setups)),
        })
    }

    /// The names of the start positions and boards that the author gives, besides the usual ones.
    #[must_use]
    pub fn setups(&self) -> Vec<String> {
        match self {
            Self::Certain(game) => game.setups().map(str::to_owned).collect(),
            Self::OfChance(game) => game.setups().map(str::to_owned).collect(),
        }
    }

    /// The same game from one of its start positions, or on one of its boards.
    ///
    /// # Errors
    ///
    /// If there is no such setup, or if its board cannot be read.
    pub fn with_setup(&self, name: &str) -> Result<Self, SetupError> {
        Ok(match self {
            Self::Certain(game) => Self::Certain(game.with_setup(name)?),
            Self::OfChance(game) => Self::OfChance(game.with_setup(name)?),
        })
    }

    /// The same game with what `sarsen learn` has learnt about one of its setups, as the bytes of
    /// its file. The engine plays with it.
    #[must_use]
    pub fn with_learned(mut self, setup: &str, bytes: &'static [u8]) -> Self {
        let learned = match &mut self {
            Self::Certain(game) => &mut game.learned,
            Self::OfChance(game) => &mut game.learned,
        };
        learned.push((setup.to_owned(), bytes));
        self
    }

    /// Offers the game.
    #[must_use]
    pub fn entry(&self) -> GameEntry {
        match self {
            Self::Certain(game) => entry(game),
            Self::OfChance(game) => entry(game),
        }
    }

    /// Examines the game for about this time.
    #[must_use]
    pub fn check(&self, time: Duration) -> RulesCheck {
        match self {
            Self::Certain(game) => RulesCheck::of(game, time),
            Self::OfChance(game) => RulesCheck::of(game, time),
        }
    }

    /// The proper name, if the author has given one.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        match self {
            Self::Certain(game) => game.title(),
            Self::OfChance(game) => game.title(),
        }
    }
}

impl RulesGame {
    /// Reads the rules of a game without chance. The game gets the name of the file.
    ///
    /// # Errors
    ///
    /// If the rules cannot be read, or not be played by two players, or if chance has a part.
    pub fn read(file: &str, text: &str) -> Result<Self, LoadError> {
        match LoadedGame::read(file, text)? {
            LoadedGame::Certain(game) => Ok(game),
            LoadedGame::OfChance(_) => Err(LoadError::Chance { file: file.to_owned() }),
        }
    }
}

/// A name for the engine: that of the file without its ending, in small letters, digits and `-`.
#[must_use]
pub fn name_of(file: &str) -> String {
    let stem = std::path::Path::new(file).file_stem().map(|stem| stem.to_string_lossy());
    let stem = stem.unwrap_or_default().to_lowercase();
    let known = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name: String = stem.chars().map(known).collect();
    let name = name.trim_matches('-');
    if name.is_empty() { "game".to_owned() } else { name.to_owned() }
}
