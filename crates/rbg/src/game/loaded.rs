//! Reading a game: without chance, or with it.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::chance::{self, ChanceFacts};
use super::entry::entry;
use super::examination::RulesCheck;
use super::facts::LoadError;
use super::marks::{MARK, Marks, SetupMark, mistake_in_line};
use super::numbers::numbers;
use super::pieces::PieceTable;
use super::places::{rows, spots};
use super::points;
use super::rules_game::RulesGame;
use super::shared::GameFacts;
use super::symmetries::FoundSymmetries;
use super::texts::read_state;
use crate::language::expression::Mover;
use crate::machine::code::Code;
use crate::machine::op::{Address, Op};
use crate::machine::pattern::PlacePattern;
use crate::machine::rules::{Form, Rules};
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
        let conditions = points::conditions(text, MARK);
        let rules = Rules::load_with(Form::MachineCode, file, text, &conditions)?;
        let description = rules.description();
        let for_two = description.players == chance::PLAYERS;
        if !for_two && !chance::is_declared(description) {
            return Err(LoadError::players(file, description));
        }
        let mut spots = spots(&description.board);
        let marks = Marks::read(file, text, description, &spots)?;
        for &(place, [x, y]) in &marks.display.coordinates {
            (spots[place].x, spots[place].y) = (x, y);
        }
        if !for_two && !marks.has_dialect {
            return Err(LoadError::players(file, description));
        }
        let table = rules.table().map_err(LoadError::endless(file))?;
        LoadError::check_moves(file, &mut table.clone())?;
        let code = rules.shared_code();
        let chance = (!for_two).then(|| ChanceFacts::of(&code, marks.weight));
        let first = match (table.state().side(), &chance) {
            (Mover::Player(ChanceFacts::NUMBER), Some(chance)) => chance.turn(table.state().at()),
            (Mover::Player(player), _) => player,
            (Mover::Keeper, _) => 0,
        };
        let drawn = chance.as_ref().map_or(&[][..], |chance| &chance.drawn);
        let pieces = PieceTable::of(description, &code, &marks);
        let is_owned = |piece| pieces.owner(piece).is_some();
        if let Some((line, message)) = marks.points.ownerless(is_owned, description) {
            return Err(mistake_in_line(file, text, line, message).into());
        }
        let patterns = description.conditions.iter();
        let patterns = patterns.map(|condition| PlacePattern::of(description, condition));
        let mut shared = GameFacts {
            name: name.to_owned(),
            names: [0, 1].map(|player| marks.display.name_of(player, description)),
            numbers: numbers(description, &marks.display, drawn, &spots),
            spots,
            setups: Vec::new(),
            rows: rows(&description.board.shape, code.places),
            pieces,
            patterns: patterns.collect::<Result<_, _>>()?,
            guess: OnceLock::new(),
            first,
            states: (0..description.players).map(|player| states(&code, player as u8)).collect(),
            chance,
            symmetries: FoundSymmetries::default(),
            table,
            code,
            marks,
            rules,
        };
        for SetupMark { name, position, line } in &shared.marks.setups {
            let state = read_state(&shared, position).map_err(|error| {
                mistake_in_line(file, text, *line, format!("the setup '{name}': {error}"))
            })?;
            shared.setups.push((name.clone(), state));
        }
        let shared = Arc::new(shared);
        Ok(match for_two {
            true => Self::Certain(RulesGame { shared, setup: None, learned: None }),
            false => Self::OfChance(RulesGame { shared, setup: None, learned: None }),
        })
    }

    /// The same game with what `sarsen learn` has learnt about it, as the bytes of its file. The
    /// engine plays with it.
    #[must_use]
    pub fn with_learned(mut self, bytes: &'static [u8]) -> Self {
        match &mut self {
            Self::Certain(game) => game.learned = Some(bytes),
            Self::OfChance(game) => game.learned = Some(bytes),
        }
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

/// Where in the code a player may be to move.
fn states(code: &Code, player: u8) -> Vec<Address> {
    let ops = code.ops.iter().enumerate();
    let is_hand =
        |op: &Op| matches!(op, Op::Hand { side: Mover::Player(next), .. } if *next == player);
    ops.filter(|(_, op)| is_hand(op)).map(|(at, _)| at as Address + 1).collect()
}
