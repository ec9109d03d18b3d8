//! A broken promise, and the conditions that checks demand.

use std::io::ErrorKind;
use std::time::Duration;

use crate::client::ClientError;

/// A measurement of time is tried this often before the blame falls on the engine.
const TRIES: usize = 4;

/// How a promise was broken, or why a check ended early.
#[derive(Debug)]
pub(super) enum Breach {
    /// Something is wrong, however fast the machine is.
    Wrong(String),
    /// Something came too late, too early or not at all. A busy machine may be the reason.
    Untimely(String),
    /// What has to be known cannot be asked of an engine that only plays.
    Unasked,
}

impl Breach {
    /// What was wrong.
    pub(super) fn what(&self) -> &str {
        match self {
            Self::Wrong(what) | Self::Untimely(what) => what,
            Self::Unasked => "it only plays, and is not asked this",
        }
    }

    /// The same breach, told in other words.
    pub(super) fn told(self, tell: impl FnOnce(&str) -> String) -> Self {
        match self {
            Self::Wrong(what) => Self::Wrong(tell(&what)),
            Self::Untimely(what) => Self::Untimely(tell(&what)),
            Self::Unasked => Self::Unasked,
        }
    }
}

impl From<ClientError> for Breach {
    fn from(error: ClientError) -> Self {
        let is_untimely = match &error {
            ClientError::Silent(_) | ClientError::Lingers(_) | ClientError::Open(_) => true,
            ClientError::Write(error) => error.kind() == ErrorKind::TimedOut,
            _ => false,
        };
        let what = error.to_string();
        if is_untimely { Self::Untimely(what) } else { Self::Wrong(what) }
    }
}

/// Returns an error unless a condition holds.
pub(super) fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), Breach> {
    if holds { Ok(()) } else { Err(Breach::Wrong(otherwise())) }
}

/// Returns an error unless a condition holds that depends on how prompt the machine is.
pub(super) fn in_time(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), Breach> {
    if holds { Ok(()) } else { Err(Breach::Untimely(otherwise())) }
}

/// A time for people to read.
pub(super) fn ms(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

/// Repeats an attempt until it succeeds, because it depends on how prompt the machine is.
pub(super) fn patiently(mut attempt: impl FnMut() -> Result<(), Breach>) -> Result<(), Breach> {
    (1..TRIES).find_map(|_| attempt().ok()).map_or_else(attempt, Ok)
}
