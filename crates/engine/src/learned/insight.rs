//! What was learnt, ready to judge positions. What comes with games is made ready once.

use std::sync::{Arc, Mutex, PoisonError};

use super::board_facts::{BoardFacts, NoLearning};
use super::features::Features;
use super::learned_weights::LearnedWeights;
use super::model::Model;
use super::network::Network;
use super::scales::to_model;
use sarsen_core::game::{Forecasts, Game, WeightsError};

/// What was learnt, ready to judge positions: a network, and the features that it is for.
pub(super) struct Insight {
    pub(super) features: Features,
    pub(super) network: Network,
    pub(super) forecasts: Forecasts,
}

/// What comes with a game in a setup: the bytes of its file, and what they are when they are ready.
/// That is nothing if they cannot be used.
struct Shipped {
    title: String,
    bytes: &'static [u8],
    insight: Option<Arc<Insight>>,
}

/// What is ready. All sessions of a process share it. There is little: a program has it inside.
static SHIPPED: Mutex<Vec<Shipped>> = Mutex::new(Vec::new());

impl Insight {
    /// What these weights tell about a game.
    ///
    /// # Errors
    ///
    /// If they are not for this game in this setup, or were learnt with other features.
    pub(super) fn new(game: &impl Game, weights: &LearnedWeights) -> Result<Self, WeightsError> {
        let wrong = |problem: String| WeightsError::Learned(problem);
        let facts = BoardFacts::of(game.board(), &game.start());
        let facts = facts.map_err(|error| wrong(error.to_string()))?;
        let features = weights.features(&title(game), facts)?;
        let network = Network::new(&to_model(weights, &features)?, &features);
        let network = network.ok_or_else(|| wrong(NoLearning::TooComplicated.to_string()))?;
        Ok(Self { features, network, forecasts: weights.forecasts().clone() })
    }

    /// What comes with a game. Nothing if it cannot be used. The log says why.
    pub(super) fn shipped(game: &impl Game) -> Option<Arc<Self>> {
        let (title, bytes) = (title(game), game.learned()?);
        let mut all = SHIPPED.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = |known: &&Shipped| known.title == title && std::ptr::eq(known.bytes, bytes);
        if let Some(known) = all.iter().find(is_known) {
            return known.insight.clone();
        }
        let read = LearnedWeights::from_bytes(bytes).and_then(|weights| Self::new(game, &weights));
        if let Err(error) = &read {
            log::error!("the learned weights that come with {title} cannot be used: {error}");
        }
        let insight = read.ok().map(Arc::new);
        all.push(Shipped { title, bytes, insight: insight.clone() });
        insight
    }
}

/// Whether the engine can play with what is learnt with these features.
///
/// # Errors
///
/// If the board is too complicated.
pub fn features_can_play(features: &Features) -> Result<(), NoLearning> {
    let network = Network::new(&Model::even(features), features);
    network.map(drop).ok_or(NoLearning::TooComplicated)
}

/// A game with its setup.
fn title(game: &impl Game) -> String {
    format!("{} {}", game.name(), game.setup()).trim_end().to_owned()
}
