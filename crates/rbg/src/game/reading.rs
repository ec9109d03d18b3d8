//! Reading what all positions of a game share.

use std::sync::OnceLock;

use super::boards::BoardMark;
use super::chance::{self, ChanceFacts};
use super::facts::LoadError;
use super::marks::{Marks, SetupMark, mistake_in_line};
use super::numbers::numbers;
use super::pieces::PieceTable;
use super::places::{rows, spots};
use super::points;
use super::shared::GameFacts;
use super::symmetries::FoundSymmetries;
use super::texts::read_state;
use crate::language::description::Asides;
use crate::language::expression::Mover;
use crate::machine::code::Code;
use crate::machine::op::{Address, Op};
use crate::machine::pattern::PlacePattern;
use crate::machine::rules::{Form, Rules};

impl GameFacts {
    /// Reads the rules of a game with a name of its own: on its own board, or on another one that
    /// the text has. The text has no byte order mark.
    pub(super) fn read(
        name: &str,
        file: &str,
        text: &str,
        board: Option<&BoardMark>,
    ) -> Result<Self, LoadError> {
        let asides = Asides {
            conditions: points::conditions(text),
            board: board.map_or(Vec::new(), |board| board.stretches.clone()),
        };
        let rules = Rules::load_with(Form::MachineCode, file, text, &asides)?;
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
        // Start positions are those of the game's own board.
        let setups = if board.is_none() { &shared.marks.setups[..] } else { &[] };
        for SetupMark { name, position, line } in setups {
            let state = read_state(&shared, position).map_err(|error| {
                mistake_in_line(file, text, *line, format!("the setup '{name}': {error}"))
            })?;
            shared.setups.push((name.clone(), state));
        }
        Ok(shared)
    }
}

/// Where in the code a player may be to move.
fn states(code: &Code, player: u8) -> Vec<Address> {
    let ops = code.ops.iter().enumerate();
    let is_hand =
        |op: &Op| matches!(op, Op::Hand { side: Mover::Player(next), .. } if *next == player);
    ops.filter(|(_, op)| is_hand(op)).map(|(at, _)| at as Address + 1).collect()
}
