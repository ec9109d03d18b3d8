//! The evaluator that plays with what was learnt.

use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

use super::asked::AskedPositions;
use super::board_facts::MOST_SLOTS;
use super::insight::Insight;
use super::learned_weights::LearnedWeights;
use super::network::{Network, Sums, WORD};
use super::scales::POINTS;
use sarsen_core::game::board::PlaceCode;
use sarsen_core::game::value::{Value, from_share};
use sarsen_core::game::{
    Evaluator, Forecasts, Game, Levels, MoveOf, NamedEvaluator, Player, Position, WeightsError,
};

/// The name of the evaluator.
pub const LEARNED: &str = "learned";

/// So many sums are kept in a thread: for two evaluators, and the eyes of both players.
const KEPT_SUMS: usize = 4;

/// The sums of positions that were evaluated before.
struct KeptSums {
    sums: [Sums; KEPT_SUMS],
    /// The ones to be given up next.
    next: usize,
}

thread_local! {
    static KEPT: RefCell<KeptSums> =
        const { RefCell::new(KeptSums { sums: [const { Sums::NONE }; KEPT_SUMS], next: 0 }) };
}

impl KeptSums {
    /// The sums to begin with.
    #[inline]
    fn of(&mut self, network: &Network, eyes: Player) -> &mut Sums {
        let at = |pair| 2 * pair + eyes.index();
        let known = (0..KEPT_SUMS / 2).find(|&pair| self.sums[at(pair)].are_of(network));
        let pair = known.unwrap_or_else(|| {
            self.next = (self.next + 1) % (KEPT_SUMS / 2);
            self.next
        });
        &mut self.sums[at(pair)]
    }
}

/// An evaluator that knows of a game only what was learnt from its board. As long as nothing was
/// learnt, all positions are even.
///
/// What its values mean: [`POINTS`] multiply the odds of winning by e. If the game has an evaluator
/// of its own, that one's hints for move ordering and quiet positions count here, and its levels.
/// If that one counts in units, such as discs, a unit is worth the same odds here.
pub struct Learned<G: Game> {
    game: Arc<G>,
    /// What was learnt. If it comes with the game, it is made ready when it is first needed.
    insight: OnceLock<Option<Arc<Insight>>>,
    /// The game's own evaluator, if it has one. It is made when it is first needed.
    hints: OnceLock<Option<NamedEvaluator<G::Position>>>,
    /// Where positions are kept for learning, if it is going on.
    asked: Option<Arc<AskedPositions<G::Position>>>,
}

impl<G: Game> Learned<G> {
    /// An evaluator with the weights that come with the game. Without any, or if they cannot be
    /// used, it is one that has learnt nothing.
    #[must_use]
    pub fn built_in(game: Arc<G>) -> Self {
        Self::with(game, OnceLock::new())
    }

    /// An evaluator that has learnt nothing yet.
    #[must_use]
    pub fn nothing(game: Arc<G>) -> Self {
        Self::with(game, OnceLock::from(None))
    }

    /// An evaluator with these weights.
    ///
    /// # Errors
    ///
    /// If they are not for this game in this setup, or were learnt with other features.
    pub fn new(game: Arc<G>, weights: &LearnedWeights) -> Result<Self, WeightsError> {
        let insight = Insight::new(&*game, weights)?;
        Ok(Self::with(game, OnceLock::from(Some(Arc::new(insight)))))
    }

    fn with(game: Arc<G>, insight: OnceLock<Option<Arc<Insight>>>) -> Self {
        Self { game, insight, hints: OnceLock::new(), asked: None }
    }

    /// The same evaluator. It keeps some of the positions that it is asked about.
    pub(crate) fn keeping(mut self, asked: Arc<AskedPositions<G::Position>>) -> Self {
        self.asked = Some(asked);
        self
    }

    #[inline]
    fn hints(&self) -> Option<&dyn Evaluator<G::Position>> {
        let hints = self.hints.get_or_init(|| self.game.evaluators().into_iter().next());
        hints.as_ref().map(|(_, hints)| &**hints)
    }

    #[inline]
    fn insight(&self) -> Option<&Insight> {
        self.insight.get_or_init(|| Insight::shipped(&*self.game)).as_deref()
    }
}

impl<G: Game> Evaluator<G::Position> for Learned<G> {
    fn evaluate(&self, position: &G::Position, player: Player) -> Value {
        if let Some(asked) = &self.asked {
            asked.add(position);
        }
        let (Some(Insight { features, network, .. }), Some(board)) =
            (self.insight(), self.game.board())
        else {
            return 0;
        };
        let slots = features.facts.slots();
        let mut codes = [PlaceCode::EMPTY; MOST_SLOTS];
        let view = features.facts.look(board, position, &mut codes[..slots]);
        let codes = &codes[..slots.next_multiple_of(WORD)];
        let set = |filled| features.set(filled, view);
        let value = KEPT.with_borrow_mut(|kept| {
            network.value(codes, view.eyes, set, kept.of(network, view.eyes))
        });
        let value = match G::Position::HAS_CHANCE {
            true => expectation(value.log_odds()),
            false => value.points(),
        };
        if player == view.eyes { value } else { -value }
    }

    fn prepare(&self) {
        self.insight();
        self.hints();
    }

    fn scale(&self) -> Value {
        POINTS
    }

    fn unit(&self) -> Option<(Value, &'static str)> {
        let hints = self.hints()?;
        let (points, units) = hints.unit()?;
        Some(((points * POINTS / hints.scale().max(1)).max(1), units))
    }

    fn levels(&self) -> Levels {
        self.hints().map_or(Levels::EVEN, Evaluator::levels)
    }

    fn is_blind(&self) -> bool {
        self.insight().is_none()
    }

    fn forecasts(&self, _from: &G::Position) -> Option<&Forecasts> {
        self.insight().filter(|_| !G::Position::HAS_CHANCE).map(|insight| &insight.forecasts)
    }

    fn order(&self, position: &G::Position, moves: &[MoveOf<G>], scores: &mut [i32]) {
        if let Some(hints) = self.hints() {
            hints.order(position, moves, scores);
        }
    }

    fn is_stable(&self, position: &G::Position) -> bool {
        self.hints().is_none_or(|hints| hints.is_stable(position))
    }
}

/// The expectation for the logarithm of the odds of winning.
///
/// It has six digits, so that it does not depend on how a machine rounds.
fn expectation(log_odds: f64) -> Value {
    const DIGITS: f64 = 1e6;
    let share = 1.0 / (1.0 + (-log_odds).exp());
    from_share((share * DIGITS).round() / DIGITS)
}
