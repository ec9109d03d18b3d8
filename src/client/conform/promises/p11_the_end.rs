//! Promise 11: the engine ends at the end of input, at `quit`, and if its client is killed.

use std::time::{Duration, Instant};

use crate::client::conform::breach::{Breach, ensure, ms};
use crate::client::conform::heard::count;
use crate::client::conform::promise::Promise;
use crate::client::conform::trial::{NO_TIME_TAKEN, Trial};

pub(crate) const PROMISE: Promise = Promise {
    number: 11,
    title: "it ends when its input does, at 'quit', and with its client",
    checks: &[
        ("the end of input, bounded searches", bounded),
        ("the end of input, endless searches", endless),
        ("the end of input, a count without an end in sight", count_without_end),
        ("'quit'", quit),
        ("a client that is killed", killed),
    ],
};

/// After `quit`, or after its client is killed, the engine ends within this time.
const ORPHANED: Duration = Duration::from_secs(2);

fn bounded(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    let takes_its_time = peer.takes_its_time()?;
    peer.send("go movetime 300\ngo depth 2\nquery p1turn\ngo movetime 100")?;
    let began = Instant::now();
    peer.close_input();
    let (lines, status) = peer.farewell()?;
    let took = began.elapsed().as_millis();
    if !takes_its_time {
        trial.cannot_see(NO_TIME_TAKEN)?;
    }
    ensure(count(&lines, "bestmove") == 3 && count(&lines, "response") == 1, || {
        "not everything was answered".to_owned()
    })?;
    ensure(took >= 350 || !takes_its_time, || {
        format!("searches of 400 ms were cut short after {took} ms")
    })?;
    ensure(status.success(), || format!("it ended with {status}"))
}

fn endless(trial: &Trial<'_>) -> Result<(), Breach> {
    for asked in ["go infinite", "go", "go ponder movetime 100", "go depth 1\ngo\ngo ponder"] {
        let mut peer = trial.engine()?;
        peer.send(asked)?;
        peer.close_input();
        let (lines, status) = peer.farewell()?;
        let due = asked.lines().count();
        ensure(count(&lines, "bestmove") == due, || format!("{due} answers were due"))?;
        ensure(status.success(), || format!("it ended with {status}"))?;
    }
    Ok(())
}

fn count_without_end(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    peer.send("query perft 300\nquery perft 2")?;
    peer.close_input();
    let (lines, status) = peer.farewell()?;
    ensure(count(&lines, "response") == 2, || "two answers were due".to_owned())?;
    ensure(lines.last().is_some_and(|line| line != "response stopped"), || {
        "a short count did not come to its end".to_owned()
    })?;
    ensure(status.success(), || format!("it ended with {status}"))
}

fn quit(trial: &Trial<'_>) -> Result<(), Breach> {
    for asked in ["", "go infinite", "go movetime 60000", "query perft 40"] {
        let mut peer = trial.engine()?;
        peer.send(asked)?;
        let mut lines = peer.ready()?;
        let began = Instant::now();
        peer.send("quit")?;
        let (rest, status) = peer.farewell()?;
        let took = began.elapsed();
        lines.extend(rest);
        let answers = count(&lines, "bestmove") + count(&lines, "response");
        ensure(answers == usize::from(!asked.is_empty()), || {
            format!("{answers} answers came to '{asked}'")
        })?;
        ensure(took < ORPHANED, || format!("it ended only after {}", ms(took)))?;
        ensure(status.success(), || format!("it ended with {status}"))?;
    }
    Ok(())
}

fn killed(trial: &Trial<'_>) -> Result<(), Breach> {
    for asked in ["", "go infinite", "go movetime 60000", "query perft 40", "go ponder", "go solve"]
    {
        let mut peer = trial.start_unheard()?;
        peer.send(&trial.new_game())?;
        peer.send(asked)?;
        peer.close_input();
        peer.close_output();
        peer.exit(ORPHANED)?;
    }
    Ok(())
}
