//! [`Ask`] and [`Chance`] for a typed session: the game, its rules and its dice.

use super::follow::forced_pass;
use super::{GameSession, to_move, turn};
use crate::session::{Ask, Chance, SplitError};
use sarsen_core::game::{Actor, Game, MoveError, Outcome, Player, Position, Written};

impl<G: Game> Chance for GameSession<G> {
    fn has_chance(&self) -> bool {
        G::Position::HAS_CHANCE
    }

    fn turn(&self) -> Option<Player> {
        turn(&self.position)
    }

    fn odds(&self) -> Vec<u32> {
        match self.position.actor() {
            Actor::Player(_) => Vec::new(),
            Actor::Chance(_) => {
                self.position.legal_moves().into_iter().map(|m| self.position.weight(m)).collect()
            }
        }
    }
}

impl<G: Game> Ask for GameSession<G> {
    fn game(&self) -> &str {
        self.game.name()
    }

    fn setup(&self) -> String {
        self.game.setup()
    }

    fn ply(&self) -> usize {
        self.played.len()
    }

    fn to_move(&self) -> Option<Player> {
        to_move(&self.position)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn plies_left(&self) -> u32 {
        self.position.plies_left()
    }

    fn moves(&self) -> Vec<String> {
        self.position
            .legal_moves()
            .into_iter()
            .map(|m| self.format_move(&self.position, m))
            .collect()
    }

    fn check_move(&self, text: &str) -> Result<String, MoveError> {
        let m = self.parse_move(&self.position, text)?;
        Ok(self.format_move(&self.position, m))
    }

    fn forced_pass(&self) -> Option<String> {
        forced_pass(&self.position).map(|m| self.format_move(&self.position, m))
    }

    fn position(&self) -> String {
        match self.notation() {
            Some(notation) => notation.format(&self.position),
            None => self.position.format(),
        }
    }

    fn split_moves(&self, text: &str) -> Result<Vec<String>, SplitError> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        if parts.len() > 1 && parts.contains(&"") {
            return Err(SplitError);
        }
        let words = parts.into_iter().flat_map(str::split_whitespace);
        Ok(words.flat_map(|word| self.spread(word)).map(str::to_owned).collect())
    }
}
