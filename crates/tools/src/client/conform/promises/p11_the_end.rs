//! Promise 11: the engine ends at the end of input, at `quit`, and if its client is killed. Behind
//! a WebSocket, the connection ends, and so does everything that was asked for there.

use std::time::{Duration, Instant};

use crate::client::Departure;
use crate::client::conform::breach::{Breach, ensure, in_time, ms};
use crate::client::conform::heard::count;
use crate::client::conform::neighbour::Neighbour;
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

/// Nobody counts so many lines of play within minutes.
const COUNTLESS: f64 = 1e15;

/// The seeds of games along which the number of lines is estimated.
const COUNTED_ALONG: [usize; 3] = [1, 2, 3];

/// How many connections are lost, each with a search under way.
const LOST: usize = 50;

/// What may run when a client is killed.
const WORK: [&str; 6] =
    ["", "go infinite", "go movetime 60000", "query perft 40", "go ponder", "go solve"];

fn clean(parting: &Departure) -> Result<(), Breach> {
    ensure(parting.is_clean(), || format!("not as it should: {parting}"))
}

fn bounded(trial: &Trial<'_>) -> Result<(), Breach> {
    if trial.is_remote() {
        return closed(trial, &["go movetime 60000", "go movetime 60000\ngo depth 2\nquery moves"]);
    }
    let mut peer = trial.engine()?;
    let takes_its_time = peer.takes_its_time()?;
    let asked = match trial.only_plays() {
        true => "go movetime 300\ngo depth 2\ngo movetime 100",
        false => "go movetime 300\ngo depth 2\nquery p1turn\ngo movetime 100",
    };
    peer.send(asked)?;
    let began = Instant::now();
    peer.close_input();
    let (lines, parting) = peer.farewell()?;
    let took = began.elapsed().as_millis();
    if !takes_its_time {
        trial.cannot_see(NO_TIME_TAKEN)?;
    }
    let facts = usize::from(!trial.only_plays());
    ensure(count(&lines, "bestmove") == 3 && count(&lines, "response") == facts, || {
        "not everything was answered".to_owned()
    })?;
    in_time(took >= 350 || !takes_its_time, || {
        format!("searches of 400 ms were cut short after {took} ms")
    })?;
    clean(&parting)
}

fn endless(trial: &Trial<'_>) -> Result<(), Breach> {
    if trial.is_remote() {
        return closed(trial, &["go infinite", "go", "go ponder movetime 100", "go ponder"]);
    }
    for asked in ["go infinite", "go", "go ponder movetime 100", "go depth 1\ngo\ngo ponder"] {
        let mut peer = trial.engine()?;
        peer.send(asked)?;
        peer.close_input();
        let (lines, parting) = peer.farewell()?;
        let due = asked.lines().count();
        ensure(count(&lines, "bestmove") == due, || format!("{due} answers were due"))?;
        clean(&parting)?;
    }
    Ok(())
}

fn count_without_end(trial: &Trial<'_>) -> Result<(), Breach> {
    let asked = "query perft 300\nquery perft 2";
    if !trial.engine()?.has_many_lines(&COUNTED_ALONG, COUNTLESS)? {
        return trial.cannot_see("all lines of play of this game may be counted soon");
    }
    if trial.is_remote() {
        return closed(trial, &[asked]);
    }
    let mut peer = trial.engine()?;
    peer.send(asked)?;
    peer.close_input();
    let (lines, parting) = peer.farewell()?;
    ensure(count(&lines, "response") == 2, || "two answers were due".to_owned())?;
    ensure(lines.last().is_some_and(|line| line != "response stopped"), || {
        "a short count did not come to its end".to_owned()
    })?;
    clean(&parting)
}

/// Closes a connection while something runs there: it is closed soon, and nothing more is answered.
fn closed(trial: &Trial<'_>, works: &[&str]) -> Result<(), Breach> {
    let takes_its_time = trial.engine()?.takes_its_time()?;
    for asked in works {
        let mut peer = trial.engine()?;
        peer.send(asked)?;
        if takes_its_time || !asked.contains("movetime 60000") {
            peer.unanswered()?;
        } else {
            trial.cannot_see(NO_TIME_TAKEN)?;
        }
        let began = Instant::now();
        peer.close_input();
        let (lines, parting) = peer.farewell()?;
        let took = began.elapsed();
        in_time(took < ORPHANED, || format!("it was closed only after {}", ms(took)))?;
        let answers = count(&lines, "bestmove") + count(&lines, "response");
        ensure(answers == 0 || !takes_its_time, || {
            format!("{answers} answers to '{asked}' came after the close message")
        })?;
        clean(&parting)?;
    }
    Ok(())
}

fn quit(trial: &Trial<'_>) -> Result<(), Breach> {
    for asked in ["", "go infinite", "go movetime 60000", "query perft 40"] {
        if trial.only_plays() && asked.starts_with("query") {
            continue;
        }
        let mut peer = trial.engine()?;
        peer.send(asked)?;
        let mut lines = peer.ready()?;
        let began = Instant::now();
        peer.send("quit")?;
        let (rest, parting) = peer.farewell()?;
        let took = began.elapsed();
        lines.extend(rest);
        let answers = count(&lines, "bestmove") + count(&lines, "response");
        ensure(answers == usize::from(!asked.is_empty()), || {
            format!("{answers} answers came to '{asked}'")
        })?;
        in_time(took < ORPHANED, || format!("it ended only after {}", ms(took)))?;
        clean(&parting)?;
    }
    Ok(())
}

fn killed(trial: &Trial<'_>) -> Result<(), Breach> {
    if trial.is_remote() {
        return lost(trial);
    }
    for asked in WORK {
        let mut peer = trial.start_unheard()?;
        peer.send(&trial.new_game())?;
        peer.send(asked)?;
        peer.vanish();
        peer.exit(ORPHANED)?;
    }
    Ok(())
}

/// Loses many connections, each with something under way. The server cannot say that it has ended,
/// but what runs on would slow the others.
fn lost(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut neighbour = Neighbour::new(trial)?;
    // If much is left running, not even a new connection is answered in time.
    let slowed =
        |breach: Breach| breach.told(|what| format!("after lost ones, another connection: {what}"));
    for asked in WORK.iter().cycle().take(LOST) {
        lose(trial, asked).map_err(slowed)?;
    }
    std::thread::sleep(ORPHANED / 4);
    neighbour.notices_nothing()?;
    Neighbour::new(trial).map_err(slowed)?.notices_nothing()
}

/// Connects, asks for this, and is gone.
fn lose(trial: &Trial<'_>, asked: &str) -> Result<(), Breach> {
    let mut peer = trial.start()?;
    peer.send(&trial.new_game())?;
    peer.send(asked)?;
    peer.ready()?;
    peer.vanish();
    Ok(())
}
