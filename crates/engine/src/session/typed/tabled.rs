//! [`Tabled`] for a typed session: its oracle, as far as that has endgame tables.

use super::{GameSession, MoveOf, to_move};
use crate::session::Tabled;
use sarsen_core::game::endgames::{EndgameError, EndgameMaker, EndgameSet};
use sarsen_core::game::value::{Value, from_node};
use sarsen_core::game::{Bound, Game, Oracle, Position, final_value};

impl<G: Game> Tabled for GameSession<G> {
    fn endgames(&self) -> Option<&dyn EndgameMaker> {
        self.oracle.as_deref()?.endgames()
    }

    fn set_endgames(&mut self, set: Option<&EndgameSet>) -> Result<(), EndgameError> {
        let own = self.game.oracle();
        self.oracle = match (set, own) {
            (None, own) => own,
            (Some(set), Some(own)) if own.endgames().is_some() => Some(own.with_endgames(set)?),
            (Some(_), _) => return Err(EndgameError::None(self.game.name().to_owned())),
        };
        Ok(())
    }

    fn known(&self) -> Option<(Value, Option<String>)> {
        let oracle = self.oracle.as_deref().filter(|oracle| oracle.endgames().is_some())?;
        to_move(&self.position)?;
        let value = exact(oracle, &self.position)?;
        let best = best::<G>(oracle, &self.position, value);
        Some((value, best.map(|m| self.format_move(&self.position, m))))
    }
}

/// The value of an unfinished position, if it is known for certain.
fn exact<P: Position>(oracle: &dyn Oracle<P>, position: &P) -> Option<Value> {
    let known = oracle.probe(position)?;
    (known.bound == Bound::Exact).then_some(known.value)
}

/// A move that keeps the value of a position.
fn best<G: Game>(
    oracle: &dyn Oracle<G::Position>,
    position: &G::Position,
    value: Value,
) -> Option<MoveOf<G>> {
    let player = to_move(position)?;
    position.legal_moves().into_iter().find(|&m| {
        let mut after = position.clone();
        after.make(m);
        let found = match final_value(&after, player, 0) {
            Some(value) => Some(value),
            None => exact(oracle, &after).map(|value| match to_move(&after) {
                Some(next) if next == player => value,
                _ => -value,
            }),
        };
        found.is_some_and(|found| from_node(found, 1) == value)
    })
}
