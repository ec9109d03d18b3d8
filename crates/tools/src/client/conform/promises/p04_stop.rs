//! Promise 4: `stop` ends the searches asked before it, and no other.

use std::time::{Duration, Instant};

use crate::client::conform::breach::{Breach, in_time, ms, patiently};
use crate::client::conform::promise::Promise;
use crate::client::conform::trial::{NO_TIME_TAKEN, Trial};

pub(crate) const PROMISE: Promise = Promise {
    number: 4,
    title: "'stop' ends the searches asked before it, and no other",
    checks: &[
        ("a running search", running),
        ("'go' and 'stop' in one write", one_write),
        ("three searches, then 'stop'", waiting),
        ("'stop' without a search", idle),
        ("'stop' before 'go'", before),
    ],
};

fn running(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    for go in ["go infinite", "go movetime 60000", "go p1time 600000 p2time 600000"] {
        patiently(|| {
            peer.send(&trial.new_game())?;
            peer.send(go)?;
            std::thread::sleep(Duration::from_millis(20));
            let asked = Instant::now();
            peer.send("stop")?;
            peer.until("bestmove")?;
            let took = asked.elapsed();
            in_time(took <= trial.subject.grace, || format!("'bestmove' came after {}", ms(took)))
        })?;
        peer.silent()?;
    }
    Ok(())
}

fn one_write(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    for _ in 0..5 {
        peer.send("go infinite\nstop")?;
        peer.until("bestmove")?;
        peer.ready()?;
    }
    peer.silent()
}

fn waiting(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    peer.send("go movetime 60000\ngo depth 50\ngo nodes 999999999999\nstop")?;
    for _ in 0..3 {
        peer.until("bestmove")?;
    }
    peer.silent()
}

fn idle(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    peer.send("stop\nstop")?;
    peer.silent()?;
    peer.search("go depth 1")?;
    peer.send("stop")?;
    peer.silent()
}

fn before(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    if !peer.takes_its_time()? {
        return trial.cannot_see(NO_TIME_TAKEN);
    }
    // Once idle, once during another search.
    for (lines, answers) in
        [("stop\ngo movetime 200", 0), ("go infinite\nstop\ngo movetime 200", 1)]
    {
        peer.send(&trial.new_game())?;
        peer.send(lines)?;
        for _ in 0..answers {
            peer.until("bestmove")?;
        }
        let began = Instant::now();
        peer.until("bestmove")?;
        let took = began.elapsed().as_millis();
        in_time(took >= 150, || format!("the search after 'stop' took {took} ms, not 200"))?;
    }
    Ok(())
}
