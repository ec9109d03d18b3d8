//! The trait of players in a match, and the player that thinks in this process.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::spec::PlayerSpec;
use sarsen_core::search::time::Clock;
use sarsen_core::search::{Control, Limits};
use sarsen_engine::engine::{Engine, Purpose};
use sarsen_engine::protocol::reply;
use sarsen_engine::session::Session;

/// The default table size of a player in MiB. It is small because several short games run at once.
const USUAL_HASH: usize = 16;

/// The time lost between a player in this process and the clock.
const OVERHEAD: Duration = Duration::from_millis(1);

/// Why a player cannot play, or cannot play on.
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
    /// It went away or no longer answers.
    #[error("{0}")]
    Lost(String),
}

impl PlayerError {
    /// This player cannot play the match.
    pub(super) fn unfit(spec: &PlayerSpec, why: String) -> Self {
        Self::Unfit { name: spec.name.clone(), why }
    }
}

/// A game in progress, as a player sees it.
pub(super) struct Situation<'a> {
    /// The text of its first position. `None` for the start of the game.
    pub(super) from: Option<&'a str>,
    /// The moves since then, including the opening.
    pub(super) moves: &'a [String],
    /// Which player is to move, 0 or 1.
    pub(super) mover: usize,
    /// The clock of each player.
    pub(super) clocks: [Option<Clock>; 2],
    /// The mover's limits, with the clock as it was when the game began.
    pub(super) pace: Limits,
    /// How late a move may be.
    pub(super) grace: Duration,
}

impl Situation<'_> {
    /// The limits of the mover's next move.
    fn limits(&self) -> Limits {
        let mut limits = self.pace;
        limits.clock = self.clocks[self.mover];
        limits
    }
}

/// A move and its player's comment.
pub(super) struct ChosenMove {
    pub(super) text: String,
    pub(super) comment: Option<String>,
}

/// A player in a match.
pub(super) trait MatchPlayer {
    /// Begins the game with this number.
    fn begin(&mut self, number: u64) -> Result<(), PlayerError>;
    /// Chooses a move. The caller checks the move and the time.
    fn choose(&mut self, situation: &Situation<'_>) -> Result<ChosenMove, PlayerError>;
    /// Ends the game. An error if the player has said anything unasked.
    fn end(&mut self) -> Result<(), PlayerError> {
        Ok(())
    }
}

/// This engine as a player.
pub(super) struct OwnPlayer {
    engine: Engine,
    /// Ends the search if set.
    stop: Arc<AtomicBool>,
}

impl OwnPlayer {
    /// The engine for a game, with the options of a player.
    pub(super) fn new(
        spec: &PlayerSpec,
        session: Box<dyn Session>,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, PlayerError> {
        let unfit = |why: String| PlayerError::unfit(spec, why);
        let mut engine =
            Engine::new(session, USUAL_HASH).map_err(|error| unfit(error.to_string()))?;
        // The match chooses the openings.
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

impl MatchPlayer for OwnPlayer {
    fn begin(&mut self, number: u64) -> Result<(), PlayerError> {
        self.engine.restart();
        self.engine.count_as_game(number);
        Ok(())
    }

    fn choose(&mut self, situation: &Situation<'_>) -> Result<ChosenMove, PlayerError> {
        let began = Instant::now();
        let lost = |why: String| PlayerError::Lost(why);
        self.engine
            .session_mut()
            .set_position(situation.from, &situation.moves.join(" "))
            .map_err(|error| lost(error.to_string()))?;
        let control = Control::since(began).with_switch(Arc::clone(&self.stop));
        let limits = situation.limits();
        if let Some(budget) = self.engine.budget(&limits, OVERHEAD) {
            control.start_clock(budget, began);
        }
        let request = limits.into();
        let answer = self.engine.think(&request, Purpose::Move, &control, &mut |_| {});
        let answer = answer.ok_or_else(|| lost("it has no move".to_owned()))?;
        let comment = Some(reply::remark(&answer.best));
        Ok(ChosenMove { text: answer.best.variation[0].clone(), comment })
    }
}
