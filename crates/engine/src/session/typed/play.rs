//! [`Play`] and [`Chance`] for a typed session: positions, moves, dice and the rules.

use super::follow::{Claims, forced_pass};
use super::{GameSession, MoveOf, to_move, turn};
use crate::session::{Chance, Play, PositionError, SplitError, UndoError};
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
            Actor::Chance(_) => self.legal().into_iter().map(|m| self.position.weight(m)).collect(),
        }
    }
}

impl<G: Game> Play for GameSession<G> {
    fn game(&self) -> &str {
        self.game.name()
    }

    fn setup(&self) -> String {
        self.game.setup()
    }

    fn use_notation(&mut self, name: Option<&str>) -> bool {
        self.notation = name
            .and_then(|name| self.notations.iter().position(|notation| notation.name() == name));
        name.is_none() || self.notation.is_some()
    }

    fn restart(&mut self) {
        self.from = self.game.start();
        self.position = self.from.clone();
        self.played.clear();
        self.passed_over.clear();
        self.left_out.clear();
        self.settled.clear();
    }

    fn set_position(&mut self, text: Option<&str>, moves: &str) -> Result<(), PositionError> {
        let start = self.game.start();
        let from = match (text, self.notation()) {
            (None, _) => start,
            (Some(text), None) => start.parse(text)?,
            (Some(text), Some(notation)) => notation.parse(&start, text)?,
        };
        let line = self.follow(&from, moves, Claims::Open)?;
        self.restart();
        self.from = from;
        self.go_along(line);
        Ok(())
    }

    fn play(&mut self, moves: &str) -> Result<(), PositionError> {
        let line = self.follow(&self.position, moves, Claims::Made)?;
        self.go_along(line);
        Ok(())
    }

    fn play_on(&mut self, moves: &str) -> Result<(), PositionError> {
        let line = self.follow(&self.position, moves, Claims::Open)?;
        self.go_along(line);
        Ok(())
    }

    fn split_moves(&self, text: &str) -> Result<Vec<String>, SplitError> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        if parts.len() > 1 && parts.contains(&"") {
            return Err(SplitError);
        }
        let words = parts.into_iter().flat_map(str::split_whitespace);
        Ok(words.flat_map(|word| self.spread(word)).map(str::to_owned).collect())
    }

    fn undo(&mut self, count: usize) -> Result<(), UndoError> {
        let played = self.played.len();
        let kept = played.checked_sub(count).ok_or(UndoError { asked: count, played })?;
        self.played.truncate(kept);
        self.passed_over.retain(|&ply| ply < kept);
        self.left_out.retain(|&at| at < kept);
        self.settled.retain(|&at| at < kept);
        self.position = self.from.clone();
        for &m in &self.played {
            self.position.make(m);
        }
        Ok(())
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
        self.legal().into_iter().map(|m| self.format_move(&self.position, m)).collect()
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
}

impl<G: Game> GameSession<G> {
    /// The legal moves. Empty if the game is over.
    pub(super) fn legal(&self) -> Vec<MoveOf<G>> {
        let mut moves = Vec::new();
        if self.position.outcome().is_none() {
            self.position.moves(&mut moves);
        }
        moves
    }
}
