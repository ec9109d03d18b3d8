//! [`Describe`] for a typed session: the board and facts for people.

use super::GameSession;
use crate::game::value::Value;
use crate::game::{Drawing, Fact, Game, Outcome, Player, Position, View};
use crate::session::{Describe, Play};

impl<G: Game> Describe for GameSession<G> {
    fn draw(&self, turned: bool) -> Drawing {
        let view = View { turned, last: self.played.last().copied() };
        let mut drawing = self.game.draw(&self.position, view);
        if self.outcome().is_none() {
            let actor = self.to_move().map_or("chance", |player| self.mark(player));
            drawing.write_below(&format!("{actor} to move"));
        }
        drawing
    }

    fn mark(&self, player: Player) -> &str {
        self.game.marks()[player.index()]
    }

    fn explain(&self) -> Vec<Fact> {
        self.game.explain(&self.position)
    }

    fn margin(&self) -> Option<String> {
        let has_margin = <G::Position as Position>::MOST_MARGIN > 0;
        let is_won = matches!(self.position.outcome(), Some(Outcome::Win(_)));
        let text = || format!("{} {}", self.position.margin(), self.game.margin_unit());
        (has_margin && is_won).then(text)
    }

    fn literature_score(&self, value: Value) -> i32 {
        self.game.literature_score(&self.position, value)
    }
}
