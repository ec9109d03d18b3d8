//! What all positions of a game share.

use std::sync::{Arc, OnceLock};

use super::chance::{ChanceFacts, PLAYERS};
use super::marks::Marks;
use super::numbers::ShownNumber;
use super::pieces::PieceTable;
use super::places::Spot;
use super::point_table::NamedTable;
use super::symmetries::FoundSymmetries;
use crate::machine::code::Code;
use crate::machine::op::Address;
use crate::machine::pattern::PlacePattern;
use crate::machine::rules::{Rules, RulesTable};
use crate::machine::state::State;
use crate::machine::symmetry::exchange::Exchange;
use crate::machine::symmetry::group::SymmetryGroup;
use sarsen_core::game::{IDENTITY, Player, Symmetry};

/// What all positions of a game share.
pub(super) struct GameFacts {
    pub(super) rules: Rules,
    pub(super) code: Arc<Code>,
    /// The name by which the engine knows the game.
    pub(super) name: String,
    pub(super) marks: Marks,
    /// What people call the players, in the order of declaration.
    pub(super) names: [String; PLAYERS],
    pub(super) spots: Vec<Spot>,
    /// The numbers that are shown beside the board.
    pub(super) numbers: Vec<ShownNumber>,
    /// Start positions besides the usual one, by their names.
    pub(super) setups: Vec<(String, State)>,
    /// The lengths of the rows in which the places are written.
    pub(super) rows: Vec<usize>,
    pub(super) pieces: PieceTable,
    /// The conditions for which the author gives points.
    pub(super) patterns: Vec<PlacePattern>,
    /// What quick random games suggest to count. Empty until it is first needed.
    pub(super) guess: OnceLock<Vec<NamedTable>>,
    /// The player who moves first, by its number in the order of declaration.
    pub(super) first: u8,
    /// Where in the code each player may be to move, and chance to act.
    pub(super) states: Vec<Vec<Address>>,
    /// Chance, if it has a part in the game.
    pub(super) chance: Option<ChanceFacts>,
    /// A table at the start.
    pub(super) table: RulesTable,
    pub(super) symmetries: FoundSymmetries,
}

impl GameFacts {
    /// The player with this number in the order of declaration.
    pub(super) fn player(&self, declared: u8) -> Player {
        if declared == self.first { Player::First } else { Player::Second }
    }

    /// The number of a player in the order of declaration.
    pub(super) fn declared(&self, player: Player) -> u8 {
        match player {
            Player::First => self.first,
            Player::Second => 1 - self.first,
        }
    }

    /// The variable that an outcome of chance sets to its weight.
    pub(super) fn weight(&self) -> Option<u16> {
        self.chance.as_ref()?.weight
    }

    /// Where in the code a player may be to move.
    pub(super) fn states_of(&self, declared: u8) -> &[Address] {
        &self.states[usize::from(declared)]
    }

    /// The symmetries. They are found when somebody asks for the first time.
    pub(super) fn symmetries(&self) -> &SymmetryGroup {
        self.symmetries.group(&self.rules, &self.table, self.chance.as_ref())
    }

    /// The least key of the images of a state, which has this key, and the symmetry that leads to
    /// the image with this key.
    pub(super) fn least_key(&self, state: &State, key: u64) -> (u64, Symmetry) {
        let group = self.symmetries();
        let key_of = |symmetry| (group.get(symmetry).hash(&self.code, state, key), symmetry);
        (1..group.len()).map(key_of).fold((key, IDENTITY), std::cmp::Ord::min)
    }

    /// What everything becomes if the players exchange their sides. None if they are not alike.
    pub(super) fn exchange(&self) -> Option<&Exchange> {
        let ignored = self.marks.repetition.iter().flatten().copied();
        let fixed: Vec<u16> = ignored.chain(self.weight()).collect();
        self.symmetries.exchange(&self.rules, &self.pieces, &fixed, self.chance.is_some())
    }

    /// The name of a player in the rules.
    pub(super) fn player_name(&self, player: Player) -> &str {
        let number = usize::from(self.declared(player));
        &self.rules.description().variables[number].name
    }
}
