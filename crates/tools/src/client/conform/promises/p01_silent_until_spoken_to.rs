//! Promise 1: the engine is silent until spoken to, and answers a second handshake in full, too.

use crate::client::conform::breach::{Breach, ensure};
use crate::client::conform::promise::Promise;
use crate::client::conform::trial::Trial;

pub(crate) const PROMISE: Promise = Promise {
    number: 1,
    title: "silent until spoken to; a handshake can be repeated",
    checks: &[("the start", silence), ("the handshake twice", twice)],
};

fn silence(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.start()?;
    peer.silent()?;
    let lines = peer.ready()?;
    ensure(lines == ["readyok"], || "more than 'readyok' answers 'isready'".to_owned())
}

fn twice(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.start()?;
    let first = peer.introduction()?;
    for part in ["id name ", "id author "] {
        ensure(first.iter().any(|line| line.starts_with(part)), || format!("no '{part}...'"))?;
    }
    let second = peer.introduction()?;
    ensure(first == second, || "the second answer differs from the first".to_owned())?;
    peer.silent()
}
