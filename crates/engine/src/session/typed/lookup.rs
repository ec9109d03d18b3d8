//! [`Lookup`] for a typed session: keys, and the positions that moves lead to.

use super::{GameSession, turn};
use crate::session::openings::TypedOpenings;
use crate::session::{Child, Lookup, NumberedOpenings};
use sarsen_core::game::value::{Value, win_in};
use sarsen_core::game::{
    Game, NumberedPlace, Position, Symmetric, Written, final_value, ranks_margins,
};

impl<G: Game> GameSession<G> {
    /// The numbering of the positions near the start, made when it is first needed.
    fn numbered(&self) -> Option<&TypedOpenings<G>> {
        self.openings.get_or_init(|| TypedOpenings::new(&*self.game)).as_ref()
    }

    fn place_of(&self, position: &G::Position) -> Option<NumberedPlace> {
        self.numbered()?.numbering.place(position)
    }
}

impl<G: Game> Lookup for GameSession<G> {
    fn key(&self) -> u64 {
        self.position.canonical().0
    }

    fn canonical_position(&self) -> String {
        let (_, symmetry) = self.position.canonical();
        self.position.image(symmetry).format()
    }

    fn start_key(&self) -> u64 {
        self.game.start().canonical().0
    }

    fn upholds(&self, value: Value) -> bool {
        self.position.path().is_none_or(|path| path.upholds(value))
    }

    fn children(&self) -> Vec<Child> {
        let moves = self.position.legal_moves();
        let child = |m| {
            let weight =
                if self.position.actor().is_chance() { self.position.weight(m) } else { 1 };
            let mut position = self.position.clone();
            position.make(m);
            let text = self.format_move(&self.position, m);
            let (key, outcome) = (position.canonical().0, position.outcome());
            let end = final_value(&position, self.position.actor().turn(), 1);
            let end = end.map(|value| match ranks_margins::<G::Position>() {
                true => value.signum() * win_in(1),
                false => value,
            });
            let is_back = position.path().is_some_and(|path| path.last_return().is_some());
            Child { text, key, turn: turn(&position), outcome, end, weight, is_back }
        };
        moves.into_iter().map(child).collect()
    }

    fn openings(&self) -> Option<&dyn NumberedOpenings> {
        self.numbered().map(|openings| openings as &dyn NumberedOpenings)
    }

    fn place(&self) -> Option<NumberedPlace> {
        self.place_of(&self.position)
    }

    fn place_after(&self, m: &str) -> Option<NumberedPlace> {
        let mut position = self.position.clone();
        position.make(self.parse_move(&position, m).ok()?);
        self.place_of(&position)
    }

    fn book(&self) -> Option<&'static [u8]> {
        self.game.book()
    }
}
