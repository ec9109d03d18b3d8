//! The engine to be judged, and how patient the judge is.

use std::ffi::OsString;
use std::time::Duration;

/// The engine to be judged, the game, and how patient the judge is.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// What follows `newgame`, such as `connect4 8x7`. If empty, the engine's first game.
    pub game: String,
    /// An answer that should come at once counts as missing after this time.
    pub patience: Duration,
    /// How late a move may be.
    pub grace: Duration,
}

impl Subject {
    /// An engine and a game, judged with a patience of five seconds and a grace of 25 ms.
    #[must_use]
    pub fn new(command: Vec<OsString>, game: impl Into<String>) -> Self {
        Self {
            command,
            game: game.into(),
            patience: Duration::from_secs(5),
            grace: Duration::from_millis(25),
        }
    }
}
