//! [`Learn`] for a typed session.

use std::sync::Arc;

use super::GameSession;
use crate::learned::{
    AskedPositions, BoardFacts, LEARNED, Learned, LearnedWeights, NoLearning, PositionView,
};
use crate::session::Learn;
use sarsen_core::game::board::PlaceCode;
use sarsen_core::game::{Game, Player, Position, WeightsError, Written, mix_bytes, sample};

impl<G: Game> Learn for GameSession<G> {
    fn board_facts(&self) -> Result<BoardFacts, NoLearning> {
        BoardFacts::of(self.game.board(), &self.game.start())
    }

    fn samples(&self) -> [u32; 2] {
        let start = self.game.start();
        let evaluator = &self.evaluators[self.evaluator].1;
        let text = |position: &G::Position| mix_bytes(position.format().bytes());
        let opinion = |position: &G::Position| match position.outcome() {
            Some(_) => 0,
            None => evaluator.evaluate(position, Player::First) as u64,
        };
        [sample(&start, text), sample(&start, opinion)]
    }

    fn is_blind(&self) -> bool {
        self.evaluators[self.evaluator].1.is_blind()
    }

    fn view(&self, facts: &BoardFacts, codes: &mut Vec<PlaceCode>) -> Option<PositionView> {
        let evaluator = &self.evaluators[self.evaluator].1;
        if self.position.outcome().is_some() || !evaluator.is_stable(&self.position) {
            return None;
        }
        let first = codes.len();
        codes.resize(first + facts.slots(), PlaceCode::EMPTY);
        Some(facts.view(self.game.board()?, &self.position, &mut codes[first..]))
    }

    fn set_learner(
        &mut self,
        weights: Option<&LearnedWeights>,
        one_in: Option<u32>,
    ) -> Result<(), WeightsError> {
        let game = Arc::clone(&self.game);
        let mut learned = match weights {
            Some(weights) => Learned::new(game, weights)?,
            None => Learned::nothing(game),
        };
        let at = self.evaluators.iter().position(|(name, _)| *name == LEARNED);
        let at = at.ok_or_else(|| WeightsError::None(self.game.name().to_owned()))?;
        self.asked = one_in.map(|one_in| Arc::new(AskedPositions::new(one_in)));
        if let Some(asked) = &self.asked {
            learned = learned.keeping(Arc::clone(asked));
        }
        self.replace_evaluator(at, Box::new(learned));
        Ok(())
    }

    fn take_asked(&mut self) -> Vec<String> {
        let asked = self.asked.iter().flat_map(|asked| asked.take());
        asked.map(|position| position.format()).collect()
    }
}
