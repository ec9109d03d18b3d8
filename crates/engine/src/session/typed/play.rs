//! [`Play`] for a typed session: positions and moves.

use super::GameSession;
use super::follow::Claims;
use crate::session::{Play, PositionError, UndoError};
use sarsen_core::game::{Game, Position, Written};

impl<G: Game> Play for GameSession<G> {
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
}
