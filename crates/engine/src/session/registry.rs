//! The games that can be opened, by name.

use std::borrow::Cow;
use std::sync::Arc;

use super::{GameSession, Session};
use sarsen_core::game::{Game, SetupError, excerpt};
use sarsen_core::sys::stderr::program;
use sarsen_core::sys::suggestion::did_you_mean;

/// The version of a program that is given none: the one of this engine.
const ENGINE: &str = concat!("(sarsen ", env!("CARGO_PKG_VERSION"), ")");

/// The author of this engine.
const AUTHOR: &str = "the Sarsen founders";

/// A name of a game has at most this many words.
pub const WORDS_OF_NAME: usize = 5;

/// The name of the notation of games in the General Game Format.
pub const GGF: &str = "ggf";

/// The type of a game in PDN, as its tag `GameType` has it: a number, then the colour that moves
/// first, and more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PdnType(pub &'static str);

impl PdnType {
    /// Its number.
    #[must_use]
    pub fn number(self) -> &'static str {
        self.0.split(',').next().unwrap_or_default()
    }

    /// Whether white moves first.
    #[must_use]
    pub fn white_is_first(self) -> bool {
        self.0.split(',').nth(1) != Some("B")
    }

    /// The tags of the first player and of the second.
    #[must_use]
    pub fn colours(self) -> [&'static str; 2] {
        if self.white_is_first() { ["White", "Black"] } else { ["Black", "White"] }
    }
}

/// What people write in PDN, besides what it prescribes.
#[derive(Clone, Copy, Debug)]
pub struct PdnCustoms {
    /// Other games that PDN knows: the number of the type, and what people call the game. A record
    /// of one is refused by that name.
    pub other_types: &'static [(&'static str, &'static str)],
    /// What people call the other game to which a word belongs, a move or a position. None if the
    /// word may be of this game.
    pub other_game: fn(&str) -> Option<&'static str>,
    /// The text of a position that is written in an irregular way, but clear, as it should be. None
    /// for all others.
    pub mended_position: fn(&str) -> Option<String>,
}

impl Default for PdnCustoms {
    fn default() -> Self {
        Self { other_types: &[], other_game: |_| None, mended_position: |_| None }
    }
}

type Open = Box<dyn Fn(&str) -> Result<Box<dyn Session>, SetupError> + Send + Sync>;

/// A position for the bench.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Exercise {
    /// The setup of the game. If empty, the usual one.
    pub setup: &'static str,
    /// The depth of its search, in plies.
    pub depth: u32,
    /// The moves that lead to it from the start, separated by blanks.
    pub moves: &'static str,
}

impl Exercise {
    /// A position and the depth of its search.
    #[must_use]
    pub const fn new(setup: &'static str, depth: u32, moves: &'static str) -> Self {
        Self { setup, depth, moves }
    }
}

/// A game on offer.
pub struct GameEntry {
    name: String,
    title: Cow<'static, str>,
    sample: &'static str,
    other_names: &'static [&'static str],
    summary: Cow<'static, str>,
    solver_note: &'static str,
    variants: Vec<String>,
    ggf_type: Option<&'static str>,
    pdn_type: Option<PdnType>,
    pdn_customs: PdnCustoms,
    exercises: &'static [Exercise],
    suggestions: Vec<String>,
    open: Open,
}

impl GameEntry {
    /// A game with several setups. `game` makes the game in the setup that it is given, or in the
    /// usual one if that is empty.
    pub fn with_setups<G: Game>(
        name: impl Into<String>,
        game: impl Fn(&str) -> Result<G, SetupError> + Send + Sync + 'static,
    ) -> Self {
        Self::new(name, move |setup| Ok(Box::new(GameSession::new(Arc::new(game(setup)?)))))
    }

    /// A game whose setups have different types. `open` makes a session in the setup that it is
    /// given, or in the usual one if that is empty.
    pub fn new(
        name: impl Into<String>,
        open: impl Fn(&str) -> Result<Box<dyn Session>, SetupError> + Send + Sync + 'static,
    ) -> Self {
        let (name, open) = (name.into(), Box::new(open));
        Self {
            name,
            title: Cow::Borrowed(""),
            sample: "",
            other_names: &[],
            summary: Cow::Borrowed(""),
            solver_note: "",
            variants: Vec::new(),
            ggf_type: None,
            pdn_type: None,
            pdn_customs: PdnCustoms::default(),
            exercises: &[],
            suggestions: Vec::new(),
            open,
        }
    }

    /// A game with one setup.
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

    /// Sets the proper name of the game, such as `Connect Four`. Otherwise it is the name with a
    /// capital.
    #[must_use]
    pub fn titled(mut self, title: impl Into<Cow<'static, str>>) -> Self {
        self.title = title.into();
        self
    }

    /// Sets moves from the start of the usual setup, separated by blanks. Where people choose a
    /// game by its picture, it shows the position after them.
    #[must_use]
    pub fn shown_after(mut self, moves: &'static str) -> Self {
        self.sample = moves;
        self
    }

    /// Sets other names by which people call the game, such as `Connect Four`. Capitals, blanks and
    /// signs do not matter, in these names and in the game's own.
    #[must_use]
    pub fn called(mut self, names: &'static [&'static str]) -> Self {
        self.other_names = names;
        self
    }

    /// Sets a line about the game, for lists of games. Otherwise it is the first sentence of its
    /// [rules](sarsen_core::game::Presentation::rules).
    #[must_use]
    pub fn summed_up(mut self, line: impl Into<Cow<'static, str>>) -> Self {
        self.summary = line.into();
        self
    }

    /// Sets what the help of `solve` says about the game, in sentences: what its exact scores mean,
    /// and how long its solver takes.
    #[must_use]
    pub fn solved_so(mut self, note: &'static str) -> Self {
        self.solver_note = note;
        self
    }

    /// Adds the name of a notation that UCI front ends know as a variant.
    #[must_use]
    pub fn with_uci_variant(mut self, name: impl Into<String>) -> Self {
        self.variants.push(name.into());
        self
    }

    /// Sets the name of the game in the General Game Format, in which NBoard writes games. The game
    /// needs a notation called [`GGF`], and setups such as `8x8`.
    #[must_use]
    pub fn with_ggf_type(mut self, name: &'static str) -> Self {
        self.ggf_type = Some(name);
        self
    }

    /// Sets the type of the game in PDN, the notation of draughts: `21,B,8,8,N1,0` for example.
    #[must_use]
    pub fn with_pdn_type(mut self, text: &'static str) -> Self {
        self.pdn_type = Some(PdnType(text));
        self
    }

    /// Sets how people write records of the game in PDN, and what else they write in it.
    #[must_use]
    pub fn with_pdn_customs(mut self, customs: PdnCustoms) -> Self {
        self.pdn_customs = customs;
        self
    }

    /// Sets the positions for the bench. If a game has none, the bench searches its start position
    /// and some positions after random moves.
    #[must_use]
    pub fn with_exercises(mut self, exercises: &'static [Exercise]) -> Self {
        self.exercises = exercises;
        self
    }

    /// Sets setups that a front end may offer, the usual one first. The game may have others.
    #[must_use]
    pub fn suggesting(mut self, setups: impl IntoIterator<Item: Into<String>>) -> Self {
        self.suggestions = setups.into_iter().map(Into::into).collect();
        self
    }

    /// The game's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The game's proper name, for people.
    #[must_use]
    pub fn title(&self) -> String {
        if !self.title.is_empty() {
            return self.title.clone().into_owned();
        }
        let (first, rest) = self.name.split_at(self.name.chars().next().map_or(0, char::len_utf8));
        first.to_uppercase() + rest
    }

    /// Moves from the start of the usual setup to a position that shows what the game is like.
    #[must_use]
    pub fn sample(&self) -> &'static str {
        self.sample
    }

    /// Other names by which people call the game, the most usual one first.
    #[must_use]
    pub fn other_names(&self) -> &'static [&'static str] {
        self.other_names
    }

    /// The setups that a front end may offer, the usual one first.
    #[must_use]
    pub fn setups(&self) -> &[String] {
        &self.suggestions
    }

    /// A line about the game, without a full stop at its end. Empty if nobody has written one, and
    /// the game tells no rules.
    #[must_use]
    pub fn summary(&self) -> String {
        if !self.summary.is_empty() {
            return self.summary.clone().into_owned();
        }
        let session = (self.open)("");
        let rules = session.as_ref().map_or("", |session| session.rules());
        let paragraph = rules.split("\n\n").next().unwrap_or_default();
        let sentence = paragraph.split_once(". ").map_or(paragraph, |(sentence, _)| sentence);
        let words: Vec<&str> = sentence.split_whitespace().collect();
        words.join(" ").trim_end_matches('.').to_owned()
    }

    /// What the help of `solve` says about the game. Empty if it says nothing.
    #[must_use]
    pub fn solver_note(&self) -> &'static str {
        self.solver_note
    }

    /// Whether a text is a name of the game.
    fn is_called(&self, text: &str) -> bool {
        let text = folded(text);
        let names = std::iter::once(self.name.as_str()).chain(self.other_names.iter().copied());
        !text.is_empty() && names.into_iter().any(|name| folded(name) == text)
    }
}

/// A name without what does not matter in it.
fn folded(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The ways to cut a title after its first words, the longest way first.
fn cuts(title: &str) -> impl Iterator<Item = (&str, &str)> {
    let ends = title.match_indices(char::is_whitespace).map(|(end, _)| end);
    let is_end = |end: &usize| !title[..*end].ends_with(char::is_whitespace);
    let mut ends: Vec<usize> = ends.filter(is_end).take(WORDS_OF_NAME).collect();
    if ends.len() < WORDS_OF_NAME {
        ends.push(title.len());
    }
    ends.into_iter().rev().map(|end| title.split_at(end))
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
        /// The end of the sentence: the name that was perhaps meant, or nothing.
        guess: String,
    },
    /// The game has no such setup.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// The games on offer, and the name, version and author of the program that offers them. The first
/// game is the default.
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

    /// Adds a game.
    #[must_use]
    pub fn and(mut self, entry: GameEntry) -> Self {
        self.add(entry);
        self
    }

    /// Adds a game to these.
    pub fn add(&mut self, entry: GameEntry) {
        self.entries.push(entry);
    }

    /// Sets the name and the version of the program. `id name` tells both, and `--version` tells
    /// the version. Otherwise the name is the one that the program was started by, and the version
    /// is that of this engine.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        self.program = Some((name.into(), version.into()));
        self
    }

    /// Sets the author of the program, whom `id author` tells. Otherwise it is the author of this
    /// engine.
    #[must_use]
    pub fn by(mut self, author: impl Into<String>) -> Self {
        self.author = author.into();
        self
    }

    /// The name of the program.
    #[must_use]
    pub fn name(&self) -> String {
        self.program.as_ref().map_or_else(program, |(name, _)| name.clone())
    }

    /// The version of the program.
    #[must_use]
    pub fn version(&self) -> &str {
        self.program.as_ref().map_or(ENGINE, |(_, version)| version)
    }

    /// The author of the program.
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

    /// The UCI variants on offer, each with the name of its game.
    pub fn uci_variants(&self) -> impl Iterator<Item = (&str, &str)> {
        self.entries.iter().flat_map(|entry| {
            entry.variants.iter().map(|variant| (variant.as_str(), entry.name.as_str()))
        })
    }

    /// The games that the General Game Format knows: its names, each with the name here.
    pub fn ggf_types(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.entries.iter().filter_map(|entry| Some((entry.ggf_type?, entry.name.as_str())))
    }

    /// The games that PDN knows: their types, each with the name here.
    pub fn pdn_types(&self) -> impl Iterator<Item = (PdnType, &str)> {
        self.entries.iter().filter_map(|entry| Some((entry.pdn_type?, entry.name.as_str())))
    }

    /// What people write in PDN: the customs of each game that PDN knows.
    pub fn pdn_customs(&self) -> impl Iterator<Item = &PdnCustoms> {
        self.entries.iter().filter(|entry| entry.pdn_type.is_some()).map(|entry| &entry.pdn_customs)
    }

    /// The games, the default first.
    pub fn entries(&self) -> impl Iterator<Item = &GameEntry> {
        self.entries.iter()
    }

    /// The game that the first words of a title name, and what follows them: its setup. Capitals,
    /// blanks and signs in the name do not matter. None if there is no such game.
    #[must_use]
    pub fn split_title<'a>(&self, title: &'a str) -> Option<(&GameEntry, &'a str)> {
        let title = title.trim();
        let (first, rest) = title.split_once(char::is_whitespace).unwrap_or((title, ""));
        if let Some(entry) = self.entries.iter().find(|entry| entry.name == first) {
            return Some((entry, rest.trim()));
        }
        cuts(title).find_map(|(name, setup)| {
            let entry = self.entries.iter().find(|entry| entry.is_called(name))?;
            Some((entry, setup.trim()))
        })
    }

    /// Opens a session of a game at its start. If the setup is empty, it is the usual one. The name
    /// may be written as [`split_title`](Self::split_title) reads it.
    ///
    /// # Errors
    ///
    /// If there is no such game or no such setup.
    pub fn open(&self, name: &str, setup: &str) -> Result<Box<dyn Session>, OpenError> {
        match self.split_title(&format!("{name} {setup}")) {
            Some((entry, setup)) => Ok((entry.open)(setup)?),
            None => {
                let known = self.names().collect::<Vec<_>>().join(", ");
                let guess = did_you_mean(name, self.names());
                Err(OpenError::Unknown { name: excerpt(name, 40), known, guess })
            }
        }
    }

    /// Opens a session of a game that is named together with its setup, as in `connect4 8x7` or
    /// `Connect Four 8x7`.
    ///
    /// # Errors
    ///
    /// If there is no such game or no such setup.
    pub fn open_title(&self, title: &str) -> Result<Box<dyn Session>, OpenError> {
        let (name, setup) = title.trim().split_once(char::is_whitespace).unwrap_or((title, ""));
        self.open(name.trim(), setup.trim())
    }
}
