//! The interface for learning: a position as learning sees it, and what was learnt.

use super::{AnyWeights, Tune};
use crate::learned::{BoardFacts, LEARNED, LearnedWeights, NoLearning, PositionView};
use sarsen_core::game::WeightsError;
use sarsen_core::game::board::PlaceCode;

/// A game in progress, to learn about it.
pub trait Learn: Tune {
    /// What learning knows of the board.
    ///
    /// # Errors
    ///
    /// If nothing can be learnt about this game.
    fn board_facts(&self) -> Result<BoardFacts, NoLearning>;
    /// Numbers of the rules and of the evaluator in use: a [`sample`](sarsen_core::game::sample) of
    /// what they say.
    fn samples(&self) -> [u32; 2];
    /// Whether the evaluator in use has nothing to judge by, so that all positions are even to it:
    /// `none`, or `learned` without weights.
    fn is_blind(&self) -> bool;
    /// Appends the codes of the current position, as it is seen. The facts are those of this
    /// session. None if the game is over, or the evaluator finds the position not quiet enough:
    /// then a search never asks it here.
    fn view(&self, facts: &BoardFacts, codes: &mut Vec<PlaceCode>) -> Option<PositionView>;
    /// Gives the evaluator `learned` these weights. `None` makes it one that has learnt nothing,
    /// whatever comes with the game. Older table entries are no longer true.
    ///
    /// # Errors
    ///
    /// If they are not for this game, or were learnt with other features. The old weights stay.
    fn set_learned(&mut self, weights: Option<&LearnedWeights>) -> Result<(), WeightsError> {
        self.set_learner(weights, None)
    }
    /// The same, for learning. If `one_in` is given, one in so many positions that a search asks
    /// the evaluator `learned` about is kept for [`take_asked`](Self::take_asked).
    ///
    /// # Errors
    ///
    /// As above.
    fn set_learner(
        &mut self,
        weights: Option<&LearnedWeights>,
        one_in: Option<u32>,
    ) -> Result<(), WeightsError>;
    /// Takes the positions that were kept since they were last taken, as texts.
    fn take_asked(&mut self) -> Vec<String>;
    /// The name of the evaluator that takes weights of this kind: the game's
    /// [own](Tune::own_evaluator) one, or `learned`.
    fn taker(&self, weights: &AnyWeights) -> &'static str {
        match weights {
            AnyWeights::Learned(_) => LEARNED,
            AnyWeights::Named(_) | AnyWeights::Sparse(_) => {
                self.own_evaluator().unwrap_or_else(|| self.evaluators()[0])
            }
        }
    }
    /// Gives the evaluator that [takes](Self::taker) weights of this kind other weights. All others
    /// get the built-in ones. Without weights, so does every evaluator.
    ///
    /// # Errors
    ///
    /// If they are not weights of such an evaluator. The old weights stay.
    fn use_weights(&mut self, weights: Option<&AnyWeights>) -> Result<(), WeightsError> {
        match weights {
            None => self.set_weights(None),
            Some(AnyWeights::Named(weights)) => self.set_weights(Some(weights)),
            Some(AnyWeights::Sparse(weights)) => self.set_sparse(Some(weights)),
            Some(AnyWeights::Learned(weights)) => self.set_learned(Some(weights)),
        }
    }
}
