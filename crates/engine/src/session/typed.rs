//! A session of one statically typed game.

mod ask;
mod describe;
mod follow;
mod learn;
mod lookup;
mod play;
mod prove;
mod solve;
mod tabled;
mod think;
mod tune;

use std::sync::{Arc, OnceLock};

use super::Knowledge;
use super::openings::TypedOpenings;
use crate::learned::{AskedPositions, BoardFacts, LEARNED, Learned};
use sarsen_core::game::value::Value;
use sarsen_core::game::{
    Actor, Evaluator, Game, MoveOf, NamedEvaluator, Notation, Oracle, Player, Position, Solver,
    Written,
};

/// A game in progress.
pub struct GameSession<G: Game> {
    game: Arc<G>,
    evaluators: Vec<NamedEvaluator<G::Position>>,
    evaluator: usize,
    /// Positions that the evaluator `learned` is asked about, while something is learnt.
    asked: Option<Arc<AskedPositions<G::Position>>>,
    oracle: Option<Box<dyn Oracle<G::Position>>>,
    /// The game's own solver. None until it is first needed, or if there is none.
    solver: Option<Box<dyn Solver<G::Position>>>,
    /// The memory that the solver was made with.
    solver_bytes: usize,
    knowledge: Knowledge,
    /// The numbering of the positions near the start. Empty until it is first needed.
    openings: OnceLock<Option<TypedOpenings<G>>>,
    notations: Vec<Box<dyn Notation<G::Position>>>,
    notation: Option<usize>,
    /// The position as it was set up, and the moves played since.
    from: G::Position,
    played: Vec<MoveOf<G>>,
    /// After how many of these moves a draw was not claimed, in order.
    passed_over: Vec<usize>,
    /// Which of these moves are passes that the texts left out: their indices, in order.
    left_out: Vec<usize>,
    /// Which of these moves had several readings: their indices, in order.
    settled: Vec<usize>,
    position: G::Position,
}

impl<G: Game> GameSession<G> {
    /// The game at its start.
    #[must_use]
    pub fn new(game: Arc<G>) -> Self {
        let position = game.start();
        Self {
            evaluators: evaluators(&game),
            evaluator: 0,
            asked: None,
            oracle: game.oracle(),
            solver: None,
            solver_bytes: 0,
            knowledge: Knowledge::default(),
            openings: OnceLock::new(),
            notations: game.notations(),
            notation: None,
            from: position.clone(),
            played: Vec::new(),
            passed_over: Vec::new(),
            left_out: Vec::new(),
            settled: Vec::new(),
            position,
            game,
        }
    }

    fn notation(&self) -> Option<&dyn Notation<G::Position>> {
        self.notation.map(|index| &*self.notations[index])
    }

    fn format_move(&self, position: &G::Position, m: MoveOf<G>) -> String {
        match self.notation() {
            Some(notation) => notation.format_move(position, m),
            None => position.format_move(m),
        }
    }

    /// Where the evaluators begin that the game brings itself.
    fn own(&self) -> usize {
        usize::from(self.evaluators[0].0 == LEARNED)
    }

    /// Replaces one of the game's evaluators. All others are the built-in ones again.
    fn replace_evaluator(&mut self, at: usize, by: Box<dyn Evaluator<G::Position>>) {
        let mut all = evaluators(&self.game);
        all[at].1 = by;
        self.use_evaluators(all);
    }

    /// Replaces the evaluators. The one in use is made ready at once, before any clock runs.
    fn use_evaluators(&mut self, evaluators: Vec<NamedEvaluator<G::Position>>) {
        self.evaluators = evaluators;
        self.evaluators[self.evaluator].1.prepare();
    }

    /// Makes the game's own solver with this number of bytes, unless it is there already.
    fn open_solver(&mut self, bytes: usize) {
        if self.solver.is_none() || self.solver_bytes != bytes {
            self.solver = self.game.solver(bytes);
            self.solver_bytes = bytes;
        }
    }
}

/// The evaluators of a game, at least one.
fn evaluators<G: Game>(game: &Arc<G>) -> Vec<NamedEvaluator<G::Position>> {
    let mut evaluators = game.evaluators();
    match BoardFacts::check(game.board()) {
        Ok(()) => {
            let learned = Box::new(Learned::built_in(Arc::clone(game)));
            let is_default = game.learned().is_some() && !learned.is_blind();
            evaluators.insert(if is_default { 0 } else { evaluators.len() }, (LEARNED, learned));
        }
        Err(error) if game.learned().is_some() => {
            log::warn!(
                "the learned weights that come with {} cannot be used: {error}",
                game.name()
            );
        }
        Err(_) => {}
    }
    if evaluators.iter().all(|(name, _)| *name != NONE) {
        evaluators.push((NONE, Box::new(NoEvaluator)));
    }
    evaluators
}

/// The name of the evaluator that every game has.
const NONE: &str = "none";

/// No evaluator: all positions are even, and the search plays by results.
struct NoEvaluator;

impl<P: Position> Evaluator<P> for NoEvaluator {
    fn evaluate(&self, _: &P, _: Player) -> Value {
        0
    }

    fn is_blind(&self) -> bool {
        true
    }
}

/// The player who is to move. None if the game is over or chance is to act.
fn to_move(position: &impl Position) -> Option<Player> {
    match position.actor() {
        Actor::Player(player) if position.outcome().is_none() => Some(player),
        _ => None,
    }
}

/// The player whose turn it is: who is to move, or who rolls. None if the game is over.
fn turn(position: &impl Position) -> Option<Player> {
    position.outcome().is_none().then(|| position.actor().turn())
}
