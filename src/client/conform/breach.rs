//! A broken promise, and the conditions that checks demand.

use std::time::Duration;

use crate::client::ClientError;

/// A measurement of time is tried this often before the blame falls on the engine.
const TRIES: usize = 4;

/// How a promise was broken.
#[derive(Debug)]
pub(super) struct Breach(pub(super) String);

impl From<ClientError> for Breach {
    fn from(error: ClientError) -> Self {
        Self(error.to_string())
    }
}

/// Returns an error unless a condition holds.
pub(super) fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), Breach> {
    if holds { Ok(()) } else { Err(Breach(otherwise())) }
}

/// A time for people to read.
pub(super) fn ms(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

/// Repeats an attempt until it succeeds, because it depends on how prompt the machine is.
pub(super) fn patiently(mut attempt: impl FnMut() -> Result<(), Breach>) -> Result<(), Breach> {
    (1..TRIES).find_map(|_| attempt().ok()).map_or_else(attempt, Ok)
}
