//! Evaluators whose weights are written in a text.

use super::{Evaluator, Game, Tunable, Weights, WeightsError};

/// A game whose first evaluator has its weights in a text. So the game is [`Tunable`].
pub trait Weighted: Game + Sized {
    /// The first evaluator.
    type Evaluator: Evaluator<Self::Position> + 'static;

    /// The text of the weights.
    const WEIGHTS: &'static str;

    /// The evaluator with these weights, or with others of the same names. As a rule, a structure
    /// [reads](Weights::read) them.
    ///
    /// # Errors
    ///
    /// If the evaluator cannot use these weights.
    fn evaluator(&self, weights: &Weights) -> Result<Self::Evaluator, WeightsError>;

    /// The evaluator with the weights of the text.
    ///
    /// # Panics
    ///
    /// If the evaluator cannot use them. The game has to test that it can.
    fn usual_evaluator(&self) -> Self::Evaluator {
        self.evaluator(&self.weights()).expect("the weights of the text are those of the evaluator")
    }
}

impl<G: Weighted> Tunable<G::Position> for G {
    fn weights(&self) -> Weights {
        Weights::parse(G::WEIGHTS).expect("the text has weights")
    }

    fn weighted(&self, weights: &Weights) -> Result<Box<dyn Evaluator<G::Position>>, WeightsError> {
        weights.check_names(&self.weights())?;
        Ok(Box::new(self.evaluator(weights)?))
    }
}
