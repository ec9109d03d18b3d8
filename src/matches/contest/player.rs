//! What a player is; and ours, which thinks in this process.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::spec::{Pace, PlayerSpec};
use crate::engine::{Engine, Purpose};
use crate::protocol::reply;
use crate::search::Control;
use crate::search::time::{Budget, Clock};
use crate::session::{Request, Session};

/// Table size in MiB of a player that is not told otherwise: several play at once, short games.
const USUAL_HASH: usize = 16;

/// Milliseconds lost between a player in this process and the clock.
const OVERHEAD: Duration = Duration::from_millis(1);

/// A player that did not do what it had to.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayerError {
    /// It cannot play this match at all.
    #[error("{name} cannot play: {why}")]
    Unfit {
        /// The player.
        name: String,
        /// Why not.
        why: String,
    },
    /// It went away, or does not answer any more.
    #[error("{0}")]
    Lost(String),
}

impl PlayerError {
    /// This player cannot play the match.
    pub(super) fn unfit(spec: &PlayerSpec, why: String) -> Self {
        Self::Unfit { name: spec.name.clone(), why }
    }
}

/// A game under way, as players are told of it.
pub(super) struct Situation<'a> {
    /// The text of its first position; none: the start of the game.
    pub(super) from: Option<&'a str>,
    /// The moves since, the opening's among them.
    pub(super) moves: &'a [String],
    /// Which player is to move, 0 or 1.
    pub(super) mover: usize,
    /// What the clocks show, and what they get after each move.
    pub(super) clocks: [Option<(Duration, Duration)>; 2],
    /// The mover's limits.
    pub(super) pace: Pace,
}

/// A move and what its player says of it.
pub(super) struct Choice {
    pub(super) text: String,
    pub(super) comment: Option<String>,
}

/// Somebody who plays.
pub(super) trait Player {
    /// A new game begins, the one of this number.
    fn begin(&mut self, number: u64) -> Result<(), PlayerError>;
    /// Chooses a move. The referee looks at the time and at the move.
    fn choose(&mut self, situation: &Situation<'_>) -> Result<Choice, PlayerError>;
    /// The game is over: has it said anything that nobody asked for?
    fn end(&mut self) -> Result<(), PlayerError> {
        Ok(())
    }
}

/// This engine.
pub(super) struct Own {
    engine: Engine,
    /// Ends whatever it thinks about.
    stop: Arc<AtomicBool>,
}

impl Own {
    /// The engine with a player's options, on a game.
    pub(super) fn new(
        spec: &PlayerSpec,
        session: Box<dyn Session>,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, PlayerError> {
        let unfit = |why: String| PlayerError::unfit(spec, why);
        let mut engine =
            Engine::new(session, USUAL_HASH).map_err(|error| unfit(error.to_string()))?;
        // Openings are the match's business.
        let no_book = [("Book".to_owned(), String::new())];
        for (name, value) in no_book.iter().chain(&spec.options) {
            match engine.set(name, Some(value)) {
                Ok(true) => {}
                Ok(false) => {
                    let offers = engine.options();
                    let known: Vec<&str> = offers.iter().map(|offer| offer.name).collect();
                    let known = known.join(", ");
                    return Err(unfit(format!(
                        "it has no option '{name}' in a match, only {known}"
                    )));
                }
                Err(error) => return Err(unfit(error.to_string())),
            }
        }
        Ok(Self { engine, stop })
    }
}

impl Player for Own {
    fn begin(&mut self, number: u64) -> Result<(), PlayerError> {
        self.engine.restart();
        self.engine.count_as_game(number);
        Ok(())
    }

    fn choose(&mut self, situation: &Situation<'_>) -> Result<Choice, PlayerError> {
        let began = Instant::now();
        let lost = |why: String| PlayerError::Lost(why);
        self.engine
            .session_mut()
            .set_position(situation.from, &situation.moves.join(" "))
            .map_err(|error| lost(error.to_string()))?;
        let Pace { depth, nodes, move_time, .. } = situation.pace;
        let control = Control::since(began).with_switch(Arc::clone(&self.stop));
        let budget = match (situation.clocks[situation.mover], move_time) {
            (Some((left, increment)), _) => {
                let clock = Clock { left, increment, moves_to_go: None };
                Some(Budget::allocate(clock, self.engine.session().plies_left(), OVERHEAD))
            }
            (None, Some(time)) => Some(Budget::fixed(time, OVERHEAD)),
            (None, None) => None,
        };
        if let Some(budget) = budget {
            control.start_clock(budget, began);
        }
        let request = Request { depth, nodes, ..Request::default() };
        let answer = self.engine.think(&request, Purpose::Move, &control, &mut |_| {});
        let answer = answer.ok_or_else(|| lost("it has no move".to_owned()))?;
        let comment = Some(reply::remark(&answer.best));
        Ok(Choice { text: answer.best.variation[0].clone(), comment })
    }
}
