//! Promise 1: the engine is silent until spoken to, and answers a second handshake in full, too.

use crate::client::conform::breach::{Breach, ensure};
use crate::client::conform::promise::Promise;
use crate::client::conform::trial::Trial;

pub(crate) const PROMISE: Promise = Promise {
    number: 1,
    title: "silent until spoken to; a handshake can be repeated",
    checks: &[("the start", silence), ("'ugi' twice", twice)],
};

fn silence(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.start()?;
    peer.silent()?;
    let lines = peer.ready()?;
    ensure(lines == ["readyok"], || "more than 'readyok' answers 'isready'".to_owned())
}

fn twice(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.start()?;
    peer.send("ugi")?;
    let first = peer.until("ugiok")?;
    for part in ["id name ", "id author "] {
        ensure(first.iter().any(|line| line.starts_with(part)), || format!("no '{part}...'"))?;
    }
    peer.send("ugi")?;
    let second = peer.until("ugiok")?;
    ensure(first == second, || "the second answer differs from the first".to_owned())?;
    peer.silent()
}
