//! How long players in child processes may take, and waiting for what they say.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::player::Situation;
use crate::client::{Client, ClientError};

/// The time limit for an engine to introduce itself or to be ready.
pub(super) const READY: Duration = Duration::from_secs(10);

/// An engine that has gone wrong may be about to end. It has ended after this time.
const PARTING: Duration = Duration::from_millis(100);

/// An engine that has closed its pipes is about to end. It has ended after this time, even if the
/// system is busy.
const CLOSING: Duration = Duration::from_secs(2);

/// How long one waits for the answer to the first word, before one asks whether it was understood.
pub(super) const HELLO: Duration = Duration::from_secs(1);

/// The time by which an engine may exceed its limit and the grace before it counts as lost.
const SILENCE: Duration = Duration::from_secs(5);

/// The longest pause between two checks whether the match has been stopped.
const MOMENT: Duration = Duration::from_millis(50);

/// The time limit of a search that has none.
const UNTIMED: Duration = Duration::from_secs(600);

/// Why an engine is of no more use.
#[derive(Debug, thiserror::Error)]
pub(super) enum EngineTrouble {
    /// It gives no answer, or the match has been stopped.
    #[error("no answer came within {:.3} s", .0.as_secs_f64())]
    Late(Duration),
    /// It cannot be spoken to.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// It is not there any more.
    #[error("it is gone")]
    Gone,
    /// It says this, or something wrong.
    #[error("{0}")]
    Said(String),
}

impl EngineTrouble {
    /// How long one waits for it to end.
    pub(super) fn parting(&self) -> Duration {
        match self {
            Self::Client(ClientError::Ended | ClientError::Write(_)) => CLOSING,
            Self::Late(_) | Self::Client(_) | Self::Gone | Self::Said(_) => PARTING,
        }
    }
}

/// How long an engine may be silent over a move.
pub(super) fn for_a_move(situation: &Situation<'_>) -> Duration {
    let time = situation.clocks[situation.mover].map(|clock| clock.left);
    time.or(situation.pace.time)
        .map_or(UNTIMED, |time| time.saturating_add(situation.grace).saturating_add(SILENCE))
}

/// Gives lines to `heard` until it returns something.
///
/// # Errors
///
/// If `heard` returns an error, the time is up, or the match has been stopped.
pub(super) fn until<T>(
    client: &Client,
    patience: Duration,
    stop: &AtomicBool,
    mut heard: impl FnMut(&str) -> Option<Result<T, EngineTrouble>>,
) -> Result<T, EngineTrouble> {
    let end = Instant::now() + patience;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() || stop.load(Relaxed) {
            return Err(EngineTrouble::Late(patience));
        }
        match client.line(left.min(MOMENT)) {
            Ok(line) => {
                if let Some(found) = heard(line.trim_end()) {
                    return found;
                }
            }
            Err(ClientError::Silent(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::search::Limits;
    use sarsen_core::search::time::Clock;

    #[test]
    fn one_waits_longer_than_a_move_may_be_late() {
        let seconds = Duration::from_secs;
        let pace = Limits::time(seconds(1));
        let clocks = [None, Some(Clock { left: seconds(60), ..Clock::default() })];
        for grace in [Duration::ZERO, seconds(10)] {
            for (mover, limit) in [(0, seconds(1)), (1, seconds(60))] {
                let situation = Situation { from: None, moves: &[], mover, clocks, pace, grace };
                assert!(for_a_move(&situation) >= limit + grace + seconds(1));
            }
        }
    }
}
