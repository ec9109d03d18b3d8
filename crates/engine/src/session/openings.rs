//! All positions near the start, by their places, without the types of a game.

use std::sync::Arc;

use sarsen_core::game::value::Value;
use sarsen_core::game::{
    Bound, Game, NumberedPlace, Numbering, Oracle, Position, Symmetric, Written, final_value,
};

/// The positions that a game [numbers](Numbering), for a book that has them all.
pub trait NumberedOpenings: Send + Sync {
    /// The number of plies up to which positions are numbered.
    fn plies(&self) -> u32;

    /// The number of pages of positions with this many plies.
    fn pages(&self, ply: u32) -> u32;

    /// The number of slots on each of these pages.
    fn slots(&self, ply: u32) -> u32;

    /// What has to be kept at a place. None if no position has it.
    fn kept(&self, place: NumberedPlace) -> Option<KeptValue>;

    /// The text of the position at a place, in the game's own notation. None if there is none.
    fn text(&self, place: NumberedPlace) -> Option<String>;

    /// Where the moves from a place lead. Nowhere if no position has it.
    fn next(&self, place: NumberedPlace) -> Vec<NextPlace>;
}

/// What has to be kept of an unfinished position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeptValue {
    /// Nothing: the game's oracle knows this value.
    Nothing(Value),
    /// The value. This is the [class](Numbering::class) of the position.
    OfClass(u8),
}

/// Where a move leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextPlace {
    /// It ends the game. This is what that is worth for the player who moves, one ply before.
    End(Value),
    /// It leads to a place.
    Place {
        /// The place.
        place: NumberedPlace,
        /// Whether the same player moves again there.
        is_same: bool,
    },
    /// It leads to a position that is not numbered.
    Beyond,
}

/// The openings of one game.
pub(super) struct TypedOpenings<G: Game> {
    pub(super) numbering: Arc<dyn Numbering<G::Position>>,
    oracle: Box<dyn Oracle<G::Position>>,
}

impl<G: Game> TypedOpenings<G> {
    /// None if the game does not number its positions.
    pub(super) fn new(game: &G) -> Option<Self> {
        let oracle = game.oracle()?;
        Some(Self { numbering: oracle.numbering(&game.start())?, oracle })
    }
}

impl<G: Game> NumberedOpenings for TypedOpenings<G> {
    fn plies(&self) -> u32 {
        self.numbering.plies()
    }

    fn pages(&self, ply: u32) -> u32 {
        self.numbering.pages(ply)
    }

    fn slots(&self, ply: u32) -> u32 {
        self.numbering.slots(ply)
    }

    fn kept(&self, place: NumberedPlace) -> Option<KeptValue> {
        let position = self.numbering.position(place)?;
        let known = self.oracle.probe(&position).filter(|known| known.bound == Bound::Exact);
        Some(match known {
            Some(known) => KeptValue::Nothing(known.value),
            None => KeptValue::OfClass(self.numbering.class(&position)),
        })
    }

    fn text(&self, place: NumberedPlace) -> Option<String> {
        // The book names positions as it names them without numbers.
        let position = self.numbering.position(place)?;
        let (_, symmetry) = position.canonical();
        Some(position.image(symmetry).format())
    }

    fn next(&self, place: NumberedPlace) -> Vec<NextPlace> {
        let Some(position) = self.numbering.position(place) else { return Vec::new() };
        let player = position.actor().turn();
        let moves = position.legal_moves();
        let next = |m| {
            let mut after = position.clone();
            after.make(m);
            match (final_value(&after, player, 1), self.numbering.place(&after)) {
                (Some(value), _) => NextPlace::End(value),
                (None, Some(place)) => {
                    NextPlace::Place { place, is_same: after.actor().turn() == player }
                }
                (None, None) => NextPlace::Beyond,
            }
        };
        moves.into_iter().map(next).collect()
    }
}
