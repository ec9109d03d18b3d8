//! The game that rules describe.

use std::sync::Arc;
use std::time::Duration;

use super::evaluator::evaluators;
use super::position::RulesPosition;
use super::setups::{GameSetups, GameStart};
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
    pub(super) setups: Arc<GameSetups>,
    /// Where this game starts.
    start: GameStart,
    /// What was learnt, by setup.
    pub(super) learned: Vec<(String, &'static [u8])>,
}

impl<const CHANCE: bool> RulesGame<CHANCE> {
    /// The game in its usual setup.
    pub(super) fn new(setups: Arc<GameSetups>) -> Self {
        let shared = Arc::clone(&setups.usual);
        Self { shared, setups, start: GameStart::Usual, learned: Vec::new() }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.shared.rules
    }

    /// The names of the start positions and boards that the author gives, besides the usual ones.
    pub fn setups(&self) -> impl Iterator<Item = &str> {
        self.setups.names()
    }

    /// The same game from one of these start positions, or on one of these boards. An empty name is
    /// the usual setup.
    ///
    /// # Errors
    ///
    /// If there is no such setup, or if its board cannot be read.
    pub fn with_setup(&self, name: &str) -> Result<Self, SetupError> {
        let start = self.setups.find(name).ok_or_else(|| {
            let known: Vec<&str> = self.setups().collect();
            let reason = if known.is_empty() {
                format!("{} has only one setup", self.shared.name)
            } else {
                format!("the setups are {}", known.join(", "))
            };
            SetupError::new(name, reason)
        })?;
        let facts = self.setups.facts(start).map_err(|error| {
            // The first line says where, and what is wrong.
            let text = error.to_string();
            SetupError::new(name, text.lines().next().unwrap_or_default())
        })?;
        Ok(Self { shared: Arc::clone(facts), start, ..self.clone() })
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
        self.setups.name(self.start).to_owned()
    }

    fn start(&self) -> RulesPosition<CHANCE> {
        let shared = &self.shared;
        let state = match self.start {
            GameStart::Position(at) => &shared.setups[at].1,
            GameStart::Usual | GameStart::Board(_) => shared.table.state(),
        };
        RulesPosition::new(Arc::clone(shared), state.clone())
    }

    fn solver(&self, bytes: usize) -> Option<Box<dyn Solver<RulesPosition<CHANCE>>>> {
        let solver = || {
            ValueIteration::new(bytes, |_| SETTLING)
                .holding(RulesPosition::without_past, RulesPosition::heap_bytes)
        };
        CHANCE.then(|| Box::new(solver()) as _)
    }

    fn learned(&self) -> Option<&'static [u8]> {
        let name = self.setups.name(self.start);
        let found = self.learned.iter().find(|(setup, _)| setup == name);
        found.map(|(_, bytes)| *bytes)
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
