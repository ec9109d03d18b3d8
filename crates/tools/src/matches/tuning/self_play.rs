//! Games of the engine with itself: how they are played, and which of their positions count.

use super::error::TuneError;
use crate::matches::contest::Openings;
use sarsen_core::game::{mix64, split_mix};
use sarsen_engine::engine::Engine;
use sarsen_engine::session::{Play, PositionError, move_of};

/// Games of the engine with itself.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The number of games.
    pub games: usize,
    /// Positions to visit for each move.
    pub nodes: u64,
    /// Games begin with random moves. Their number rises by one from game to game, from the first
    /// of these limits to the second, and then starts again.
    pub plies: [usize; 2],
    /// The limit of positions from one game.
    pub positions: usize,
    /// Chooses the random moves and the positions.
    pub seed: u64,
}

impl SelfPlay {
    /// Begins the game with this number: plays its random opening.
    pub(super) fn begin(&self, engine: &mut Engine, number: usize) -> Result<(), TuneError> {
        let opening = random_opening(self.plies, number);
        let opening = opening.nth(number, self.seed, engine.session_mut())?;
        engine.restart();
        engine.session_mut().set_position(None, &opening.moves.join(" "))?;
        Ok(())
    }

    /// The random choice in the game with this number.
    pub(super) fn choice(&self, number: usize) -> RandomChoice {
        RandomChoice::new(self.seed, number)
    }
}

/// The random opening with this number. The lengths of openings are used in turn.
pub(super) fn random_opening([least, most]: [usize; 2], number: usize) -> Openings {
    Openings::Random { plies: least + number % (most.saturating_sub(least) + 1) }
}

/// Random numbers for a game.
pub(crate) struct RandomChoice {
    state: u64,
}

impl RandomChoice {
    /// The random numbers for the game with this number.
    pub(crate) fn new(seed: u64, game: usize) -> Self {
        Self { state: mix64(seed) ^ mix64(!(game as u64)) }
    }

    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (split_mix(&mut self.state) % limit as u64) as usize
    }

    /// Plays any legal move, or throws the dice.
    pub(crate) fn play(&mut self, session: &mut dyn Play) -> Result<(), PositionError> {
        let m = move_of(split_mix(&mut self.state), session);
        session.play(&m)
    }

    /// At most `most` of these, in no order.
    pub(crate) fn some_of<T>(&mut self, mut all: Vec<T>, most: usize) -> Vec<T> {
        while all.len() > most {
            all.swap_remove(self.below(all.len()));
        }
        all
    }
}
