//! A session of one statically typed game.

mod describe;
mod lookup;
mod play;
mod prove;
mod solve;
mod tabled;
mod think;

use std::sync::Arc;

use super::Knowledge;
use crate::game::{
    Actor, Game, MoveError, MoveOf, NamedEvaluator, Notation, Oracle, Player, Position, Solver,
    Written,
};

/// A game in progress.
pub struct GameSession<G: Game> {
    game: Arc<G>,
    evaluators: Vec<NamedEvaluator<G::Position>>,
    evaluator: usize,
    oracle: Option<Box<dyn Oracle<G::Position>>>,
    /// The game's own solver. None until it is first needed, or if there is none.
    solver: Option<Box<dyn Solver<G::Position>>>,
    /// The memory that the solver was made with.
    solver_bytes: usize,
    knowledge: Knowledge,
    notations: Vec<Box<dyn Notation<G::Position>>>,
    notation: Option<usize>,
    /// The position as it was set up, and the moves played since.
    from: G::Position,
    played: Vec<MoveOf<G>>,
    position: G::Position,
}

impl<G: Game> GameSession<G> {
    /// The game at its start.
    ///
    /// # Panics
    ///
    /// If the game offers no evaluator.
    #[must_use]
    pub fn new(game: Arc<G>) -> Self {
        let evaluators = game.evaluators();
        assert!(!evaluators.is_empty(), "a game has at least one evaluator");
        let position = game.start();
        Self {
            evaluators,
            evaluator: 0,
            oracle: game.oracle(),
            solver: None,
            solver_bytes: 0,
            knowledge: Knowledge::default(),
            notations: game.notations(),
            notation: None,
            from: position.clone(),
            played: Vec::new(),
            position,
            game,
        }
    }

    fn notation(&self) -> Option<&dyn Notation<G::Position>> {
        self.notation.map(|index| &*self.notations[index])
    }

    fn parse_move(&self, position: &G::Position, text: &str) -> Result<MoveOf<G>, MoveError> {
        match self.notation() {
            Some(notation) => notation.parse_move(position, text),
            None => position.parse_move(text),
        }
    }

    fn format_move(&self, position: &G::Position, m: MoveOf<G>) -> String {
        match self.notation() {
            Some(notation) => notation.format_move(position, m),
            None => position.format_move(m),
        }
    }

    /// Makes the game's own solver with this number of bytes, unless it is there already.
    fn open_solver(&mut self, bytes: usize) {
        if self.solver.is_none() || self.solver_bytes != bytes {
            self.solver = self.game.solver(bytes);
            self.solver_bytes = bytes;
        }
    }
}

/// The player who is to move. None if the game is over or chance is to act.
fn to_move(position: &impl Position) -> Option<Player> {
    match position.actor() {
        Actor::Player(player) if position.outcome().is_none() => Some(player),
        _ => None,
    }
}
