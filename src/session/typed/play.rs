//! [`Play`] and [`Chance`] for a typed session: positions, moves, dice and the rules.

use super::{GameSession, MoveOf, to_move, turn};
use crate::game::{Actor, Game, MoveError, Outcome, Player, Position, Written};
use crate::session::{Chance, Play, PositionError, SplitError, UndoError};

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
    }

    fn set_position(&mut self, text: Option<&str>, moves: &str) -> Result<(), PositionError> {
        let start = self.game.start();
        let from = match (text, self.notation()) {
            (None, _) => start,
            (Some(text), None) => start.parse(text)?,
            (Some(text), Some(notation)) => notation.parse(&start, text)?,
        };
        let way = self.follow(&from, moves, Claims::Open)?;
        self.restart();
        self.from = from;
        self.take(way);
        Ok(())
    }

    fn play(&mut self, moves: &str) -> Result<(), PositionError> {
        let way = self.follow(&self.position, moves, Claims::Made)?;
        self.take(way);
        Ok(())
    }

    fn play_on(&mut self, moves: &str) -> Result<(), PositionError> {
        let way = self.follow(&self.position, moves, Claims::Open)?;
        self.take(way);
        Ok(())
    }

    fn split_moves(&self, text: &str) -> Result<Vec<String>, SplitError> {
        let mut moves = Vec::new();
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        if parts.len() > 1 && parts.contains(&"") {
            return Err(SplitError);
        }
        for word in parts.into_iter().flat_map(str::split_whitespace) {
            match self.notation() {
                None => moves.extend(self.position.spread(word).into_iter().map(str::to_owned)),
                Some(_) => moves.push(word.to_owned()),
            }
        }
        Ok(moves)
    }

    fn undo(&mut self, count: usize) -> Result<(), UndoError> {
        let played = self.played.len();
        let kept = played.checked_sub(count).ok_or(UndoError { asked: count, played })?;
        self.played.truncate(kept);
        self.passed_over.retain(|&ply| ply < kept);
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
        let mut moves = Vec::new();
        to_move(&self.position)?;
        self.position.moves(&mut moves);
        match moves[..] {
            [m] if self.position.is_pass(m) => Some(self.format_move(&self.position, m)),
            _ => None,
        }
    }

    fn position(&self) -> String {
        match self.notation() {
            Some(notation) => notation.format(&self.position),
            None => self.position.format(),
        }
    }
}

/// Whether a draw that can be claimed ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Claims {
    /// Somebody claims it.
    Made,
    /// Nobody does, if there are more moves.
    Open,
}

/// Moves, and where they lead.
struct Way<G: Game> {
    position: G::Position,
    moves: Vec<MoveOf<G>>,
    /// After how many of them a draw was not claimed.
    passed_over: Vec<usize>,
}

impl<G: Game> GameSession<G> {
    /// Goes a way.
    fn take(&mut self, way: Way<G>) {
        let before = self.played.len();
        self.position = way.position;
        self.played.extend(way.moves);
        self.passed_over.extend(way.passed_over.into_iter().map(|ply| before + ply));
    }

    /// The legal moves. Empty if the game is over.
    pub(super) fn legal(&self) -> Vec<MoveOf<G>> {
        let mut moves = Vec::new();
        if self.position.outcome().is_none() {
            self.position.moves(&mut moves);
        }
        moves
    }

    /// Plays moves on a copy of a position.
    fn follow(
        &self,
        position: &G::Position,
        moves: &str,
        claims: Claims,
    ) -> Result<Way<G>, PositionError> {
        let mut position = position.clone();
        let (mut played, mut passed_over) = (Vec::new(), Vec::new());
        let words: Vec<&str> = moves.split_whitespace().collect();
        let mut rest = &words[..];
        while !rest.is_empty() {
            let count = match self.notation() {
                None => position.words_of_move(rest).clamp(1, rest.len()),
                Some(_) => 1,
            };
            let (text, after) = rest.split_at(count);
            let unclaimed = if claims == Claims::Open { position.unclaimed() } else { None };
            passed_over.extend(unclaimed.as_ref().map(|_| played.len()));
            let m = self
                .parse_move(unclaimed.as_ref().unwrap_or(&position), &text.join(" "))
                .map_err(|error| PositionError::Move { number: played.len() + 1, error })?;
            position.make(m);
            played.push(m);
            rest = after;
        }
        Ok(Way { position, moves: played, passed_over })
    }
}
