//! [`Describe`] for a typed session: the board and facts for people.

use super::{GameSession, MoveOf};
use crate::session::{Ask, Describe};
use sarsen_core::game::board::{Contents, Diagram, Gesture, Layout, Steps};
use sarsen_core::game::value::Value;
use sarsen_core::game::{
    Drawing, Fact, Game, Outcome, Player, PlayerName, Position, Skill, View, Written, final_value,
};

impl<G: Game> Describe for GameSession<G> {
    fn draw(&self, turned: bool) -> Drawing {
        let view = View { turned, last: self.played.last().copied() };
        let mut drawing = self.game.draw(&self.position, view);
        if self.outcome().is_none() {
            let chance = || "chance".to_owned();
            let actor =
                self.to_move().map_or_else(chance, |player| self.player(player).to_string());
            drawing.write_below(&format!("{actor} to move"));
        }
        drawing
    }

    fn player(&self, player: Player) -> PlayerName<'_> {
        self.game.player(player)
    }

    fn rules(&self) -> &str {
        self.game.rules()
    }

    fn layout(&self) -> Option<Layout> {
        self.game.board().map(Diagram::layout)
    }

    fn contents(&self) -> Contents {
        let last = self.played.last().copied();
        let contents = self.game.board().map(|board| board.contents(&self.position, last));
        contents.unwrap_or_default().sorted()
    }

    fn gestures(&self) -> Vec<(String, Gesture)> {
        let board = self.game.board();
        let gesture = |m| board.map(|board| board.gesture(&self.position, m)).unwrap_or_default();
        let text = |m| self.format_move(&self.position, m);
        self.position.legal_moves().into_iter().map(|m| (text(m), gesture(m))).collect()
    }

    fn steps(&self) -> Vec<Vec<Steps>> {
        let board = self.game.board();
        let steps = |m| board.map(|board| board.steps(&self.position, m)).unwrap_or_default();
        self.position.legal_moves().into_iter().map(steps).collect()
    }

    fn played(&self) -> Vec<String> {
        let mut position = self.from.clone();
        let text = |&m: &MoveOf<G>| {
            let text = self.format_move(&position, m);
            position.make(m);
            text
        };
        self.played.iter().map(text).collect()
    }

    fn claims(&self) -> Vec<usize> {
        let here = self.position.unclaimed().is_some().then_some(self.played.len());
        self.passed_over.iter().copied().chain(here).collect()
    }

    fn left_out(&self) -> &[usize] {
        &self.left_out
    }

    fn settled(&self) -> &[usize] {
        &self.settled
    }

    fn explain(&self) -> Vec<Fact> {
        self.game.explain(&self.position)
    }

    fn margin(&self) -> Option<String> {
        let has_margin = <G::Position as Position>::MOST_MARGIN > 0 && self.position.margin() > 0;
        let is_won = matches!(self.position.outcome(), Some(Outcome::Win(_)));
        let text = || match (self.position.margin(), self.game.margin_unit()) {
            (1, units) => format!("1 {}", units.strip_suffix('s').unwrap_or(units)),
            (margin, units) => format!("{margin} {units}"),
        };
        (has_margin && is_won).then(text)
    }

    fn final_value(&self, player: Player) -> Option<Value> {
        final_value(&self.position, player, 0)
    }

    fn skill(&self, strength: u8) -> Skill {
        self.evaluators[self.evaluator].1.levels().skill(strength)
    }

    fn literature_score(&self, value: Value) -> i32 {
        self.game.literature_score(&self.position, value)
    }
}
