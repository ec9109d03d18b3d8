//! [`Tune`] for a typed session: the weights of the game's own evaluator.

use super::{GameSession, NONE, evaluators};
use crate::learned::LEARNED;
use crate::session::{Ask, SparseFacts, Tune};
use sarsen_core::game::{Game, Position, SparseWeights, Tunable, Weights, WeightsError};

impl<G: Game> Tune for GameSession<G> {
    fn own_evaluator(&self) -> Option<&'static str> {
        let (name, _) = self.evaluators.get(self.own())?;
        (![LEARNED, NONE].contains(name)).then_some(*name)
    }

    fn weights(&self) -> Option<Weights> {
        self.game.tunable().map(Tunable::weights)
    }

    fn set_weights(&mut self, weights: Option<&Weights>) -> Result<(), WeightsError> {
        let Some(weights) = weights else {
            self.use_evaluators(evaluators(&self.game));
            return Ok(());
        };
        let tunable = self.game.tunable().ok_or_else(|| {
            let game = self.game.name().to_owned();
            match self.evaluators[self.own()].1.sparse() {
                Some(_) => WeightsError::NotNamed(game),
                None => WeightsError::None(game),
            }
        })?;
        weights.check_names(&tunable.weights())?;
        let weighted = tunable.weighted(weights)?;
        self.replace_evaluator(self.own(), weighted);
        Ok(())
    }

    fn sparse(&self) -> Option<SparseFacts> {
        let model = self.evaluators[self.own()].1.sparse()?;
        let (weights, unit, kinds) = (model.weights().clone(), model.unit(), model.kinds());
        Some(SparseFacts { weights, unit, kinds })
    }

    fn set_sparse(&mut self, weights: Option<&SparseWeights>) -> Result<(), WeightsError> {
        let Some(weights) = weights else {
            self.use_evaluators(evaluators(&self.game));
            return Ok(());
        };
        let model = self.evaluators[self.own()].1.sparse();
        let model = model.ok_or_else(|| {
            if self.game.tunable().is_some() {
                WeightsError::NotSparse(self.game.name().to_owned())
            } else {
                WeightsError::None(self.title())
            }
        })?;
        let weighted = model.with(weights)?;
        self.replace_evaluator(self.own(), weighted);
        Ok(())
    }

    fn active_weights(&self, out: &mut Vec<u32>) {
        if let Some(model) = self.evaluators[self.own()].1.sparse()
            && self.position.outcome().is_none()
        {
            model.active(&self.position, out);
        }
    }
}
