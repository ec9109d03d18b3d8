//! Promise 9: the engine reports a mistake in `go` and obeys the rest. A mistake never makes a
//! search endless.

use crate::client::conform::breach::{Breach, ensure};
use crate::client::conform::heard::count;
use crate::client::conform::promise::Promise;
use crate::client::conform::trial::Trial;

pub(crate) const PROMISE: Promise = Promise {
    number: 9,
    title: "a mistake in 'go' is told and never means 'infinite'",
    checks: &[("nothing that can be used", useless), ("something that can be used", obeyed)],
};

fn useless(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    for go in [
        "go dpeth 5",
        "go depth x",
        "go depth",
        "go depth -3",
        "go nodes -99999999999999999999999999",
        "go movetime soon",
        "go movetime 1e9",
        "go p1time x p2time y",
        "go depth nodes",
        "go movestogo 5",
    ] {
        let search = peer.search(go)?;
        ensure(count(&search.lines, "info string error: ") > 0, || {
            format!("'{go}' is not called a mistake")
        })?;
        ensure(search.depth() <= 1, || format!("'{go}' searches to depth {}", search.depth()))?;
    }
    // A search that ponders still waits for `ponderhit`.
    peer.send("go ponder movetime x")?;
    peer.until("info string error: ")?;
    peer.unanswered()?;
    peer.send("ponderhit")?;
    peer.until("bestmove")?;
    peer.silent()
}

fn obeyed(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    let depth = peer.search("go depth 3")?.depth();
    for go in ["go depth 3 nodes many", "go quickly depth 3", "go depth 3 now movetime x"] {
        peer.send(&trial.new_game())?;
        let search = peer.search(go)?;
        ensure(count(&search.lines, "info string error: ") > 0, || {
            format!("'{go}' is not called a mistake")
        })?;
        ensure(search.depth() == depth, || format!("'{go}' searches to depth {}", search.depth()))?;
    }
    Ok(())
}
