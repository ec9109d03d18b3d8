//! How a game makes and checks its endgame tables.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::{EndgameError, EndgameFile, EndgameSet};

/// A part of the endgame tables of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndgamePart {
    /// Its name: a word.
    pub name: String,
    /// The number of pieces.
    pub pieces: u32,
    /// Parts with the same number of pieces and the same level do not need each other.
    pub level: u32,
    /// The number of values in it.
    pub size: u64,
}

/// What somebody who waits for the work wants.
#[derive(Clone, Copy)]
pub struct EndgameWatch<'a> {
    /// Whether the work should end.
    pub stop: &'a AtomicBool,
    /// Called often with the share of the work that is done, from 0 to 1.
    pub progress: &'a (dyn Fn(f64) + Sync),
}

impl EndgameWatch<'_> {
    /// Tells how far the work is.
    ///
    /// # Errors
    ///
    /// If the work should end.
    pub fn tell(&self, share: f64) -> Result<(), EndgameError> {
        (self.progress)(share);
        if self.stop.load(Relaxed) { Err(EndgameError::Stopped) } else { Ok(()) }
    }
}

/// Which positions of a part are checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndgameSamples {
    /// All of them.
    All,
    /// Some, chosen at random.
    Some {
        /// How many.
        count: u64,
        /// The seed of the choice.
        seed: u64,
    },
}

/// Makes the endgame tables of a game, part by part, and checks them.
pub trait EndgameMaker: Send + Sync {
    /// The numbers of pieces for which it makes tables.
    fn pieces(&self) -> RangeInclusive<u32>;

    /// The parts with this number of pieces. Each needs only parts before it, and parts with fewer
    /// pieces.
    fn parts(&self, pieces: u32) -> Vec<EndgamePart>;

    /// The parts that come with the game.
    fn built_in(&self) -> EndgameSet;

    /// Makes a part with the help of those before it. The same call gives the same bytes.
    ///
    /// # Errors
    ///
    /// If there is no such part, one that it needs is missing, or the work is stopped.
    fn make(
        &self,
        part: &str,
        from: &EndgameSet,
        watch: &EndgameWatch<'_>,
    ) -> Result<EndgameFile, EndgameError>;

    /// Checks that the value of each position follows from those after its moves. Returns the
    /// number of positions that were checked.
    ///
    /// # Errors
    ///
    /// If a value is wrong, a part is missing, or the work is stopped.
    fn check(
        &self,
        part: &str,
        set: &EndgameSet,
        samples: EndgameSamples,
        watch: &EndgameWatch<'_>,
    ) -> Result<u64, EndgameError>;

    /// Plays positions of a part that are won or lost to the end, both sides by the tables. Checks
    /// that each game ends when and as the table says. Returns the number of games.
    ///
    /// # Errors
    ///
    /// As [`check`](Self::check) has.
    fn play_out(
        &self,
        part: &str,
        set: &EndgameSet,
        samples: EndgameSamples,
        watch: &EndgameWatch<'_>,
    ) -> Result<u64, EndgameError>;
}
