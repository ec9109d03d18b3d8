//! The game that rules describe.

use std::sync::Arc;
use std::time::Duration;

use super::evaluator::evaluators;
use super::position::RulesPosition;
use super::shared::GameFacts;
use crate::machine::rules::Rules;
use sarsen_core::game::board::Diagram;
use sarsen_core::game::{Game, NamedEvaluator, Player, Presentation, SetupError, Solver};
use sarsen_core::solvers::ValueIteration;

/// A game that is given by its rules.
///
/// ```
/// use sarsen_core::game::{Game, Position, Written, perft};
/// use sarsen_rbg::RulesGame;
///
/// let text = "
///     #players = white(1), black(1)
///     #pieces = e, w, b
///     #variables =
///     #board = rectangle(up,down,left,right, [b,b] [e,e] [w,w])
///     #any = ((up* + down*)(left* + right*))
///     #turn(me; mine; other; forward) =
///         ->me any {mine} [e] forward {e, other} ->> [mine] [$ me=1]
///         ({? forward} + {! forward} ->> {})
///     #rules = (turn(white; w; b; up) turn(black; b; w; down))*";
/// let game = RulesGame::read("tiny.rbg", text)?;
/// let mut position = game.start();
/// assert_eq!(position.format(), "bb/../ww white");
/// let m = position.parse_move("a1-a2")?;
/// position.make(m);
/// assert_eq!(position.format(), "bb/w./.w black white=1");
/// assert_eq!(perft(&mut position, 1), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Games without and with chance are two types, because the search treats them differently.
/// [`LoadedGame`](super::LoadedGame) is either.
#[derive(Clone)]
pub struct RulesGame<const CHANCE: bool = false> {
    pub(super) shared: Arc<GameFacts>,
    /// Which of the start positions that the author names, if it is not the usual one.
    pub(super) setup: Option<usize>,
    /// What was learnt about it.
    pub(super) learned: Option<&'static [u8]>,
}

impl<const CHANCE: bool> RulesGame<CHANCE> {
    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.shared.rules
    }

    /// The names of the start positions that the author gives, besides the usual one.
    pub fn setups(&self) -> impl Iterator<Item = &str> {
        self.shared.setups.iter().map(|(name, _)| &**name)
    }

    /// The same game from one of these start positions. An empty name is the usual one.
    ///
    /// # Errors
    ///
    /// If there is no such setup.
    pub fn with_setup(&self, name: &str) -> Result<Self, SetupError> {
        if name.is_empty() {
            return Ok(Self { setup: None, ..self.clone() });
        }
        let setup = self.setups().position(|known| known == name).ok_or_else(|| {
            let known: Vec<&str> = self.setups().collect();
            let reason = if known.is_empty() {
                format!("{} has only one setup", self.shared.name)
            } else {
                format!("the setups are {}", known.join(", "))
            };
            SetupError::new(name, reason)
        })?;
        Ok(Self { setup: Some(setup), ..self.clone() })
    }

    /// The proper name: the author's, or that of the file with a capital.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.shared.marks.title.as_deref()
    }

    /// A line about the game, if the author has written one.
    #[must_use]
    pub fn about(&self) -> Option<&str> {
        self.shared.marks.about.as_deref()
    }

    /// The names of the places, in order.
    pub fn place_names(&self) -> impl Iterator<Item = &str> {
        self.shared.spots.iter().map(|spot| spot.name.as_str())
    }
}

/// About how long it takes to settle a game of chance. It is not known how many positions there
/// are, so the engine does not try it while a clock runs; `sarsen solve` does.
const SETTLING: Duration = Duration::from_secs(3600);

impl<const CHANCE: bool> Game for RulesGame<CHANCE> {
    type Position = RulesPosition<CHANCE>;
    const HAS_SOLVER: bool = CHANCE;

    fn name(&self) -> &str {
        &self.shared.name
    }

    fn setup(&self) -> String {
        self.setup.map_or(String::new(), |setup| self.shared.setups[setup].0.clone())
    }

    fn start(&self) -> RulesPosition<CHANCE> {
        let Self { shared, setup, .. } = self;
        let state = setup.map_or(shared.table.state(), |setup| &shared.setups[setup].1);
        RulesPosition::new(Arc::clone(shared), state.clone())
    }

    fn solver(&self, bytes: usize) -> Option<Box<dyn Solver<RulesPosition<CHANCE>>>> {
        CHANCE.then(|| Box::new(ValueIteration::new(bytes, |_| SETTLING)) as _)
    }

    fn learned(&self) -> Option<&'static [u8]> {
        // It was learnt from the usual start.
        self.learned.filter(|_| self.setup.is_none())
    }

    fn prefers_learned(&self) -> bool {
        true
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<RulesPosition<CHANCE>>> {
        evaluators(&self.shared)
    }
}

impl<const CHANCE: bool> Presentation<RulesPosition<CHANCE>> for RulesGame<CHANCE> {
    fn marks(&self) -> [&str; 2] {
        let names = [Player::First, Player::Second].map(|player| self.shared.player_name(player));
        // One letter is enough if they differ. Names are ASCII.
        if names[0][..1] == names[1][..1] { names } else { names.map(|name| &name[..1]) }
    }

    fn player_names(&self) -> [&str; 2] {
        let Self { shared, .. } = self;
        [Player::First, Player::Second]
            .map(|player| &*shared.names[usize::from(shared.declared(player))])
    }

    fn rules(&self) -> &str {
        &self.shared.marks.rules
    }

    fn board(&self) -> Option<&dyn Diagram<RulesPosition<CHANCE>>> {
        Some(self)
    }
}
