//! Promise 3: the engine answers `isready` at once during a search, and the search goes on.
//! Otherwise it answers in order.

use std::time::Instant;

use crate::client::conform::breach::{Breach, ensure, in_time, ms, patiently};
use crate::client::conform::heard::count;
use crate::client::conform::promise::Promise;
use crate::client::conform::trial::Trial;

pub(crate) const PROMISE: Promise = Promise {
    number: 3,
    title: "'isready' is answered at once or in order; a search goes on",
    checks: &[
        ("during a search", during_a_search),
        ("without a search", in_order),
        ("just after a search was answered", after_an_answer),
    ],
};

/// The number of searches that are ended to see what happens just after. Only a few of them wind
/// down longer than usual.
const ENDS: usize = 500;

fn during_a_search(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    let bounded = if peer.takes_its_time()? { "go movetime 60000" } else { "go infinite" };
    for go in ["go infinite", bounded] {
        peer.send(go)?;
        patiently(|| {
            let asked = Instant::now();
            let lines = peer.ready()?;
            let took = asked.elapsed();
            ensure(count(&lines, "bestmove") == 0, || "the search has ended".to_owned())?;
            in_time(took <= trial.subject.grace, || format!("'readyok' came after {}", ms(took)))
        })?;
        peer.unanswered()?;
        peer.send("stop")?;
        peer.until("bestmove")?;
    }
    Ok(())
}

fn in_order(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    peer.knows_facts()?;
    peer.send("position startpos moves nowhere\nquery p1turn\nisready")?;
    let lines = peer.until("readyok")?;
    ensure(count(&lines, "info string error") == 1 && count(&lines, "response") == 1, || {
        "without a search 'isready' is answered after what was sent before it".to_owned()
    })
}

fn after_an_answer(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    let moves = peer.moves()?;
    let next = moves.first().map_or("", String::as_str);
    for _ in 0..ENDS {
        peer.send("go infinite\nstop")?;
        peer.until("bestmove")?;
        peer.send(&format!("position startpos moves {next}\nquery p1turn\nisready"))?;
        let lines = peer.until("readyok")?;
        ensure(count(&lines, "response") == 1, || {
            "'readyok' came before the answer to what was sent before it".to_owned()
        })?;
    }
    Ok(())
}
