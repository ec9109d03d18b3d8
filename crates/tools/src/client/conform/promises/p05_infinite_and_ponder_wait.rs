//! Promise 5: `infinite` and `ponder` answer only after a command.

use std::time::Instant;

use crate::client::conform::breach::{Breach, ensure, in_time, ms, patiently};
use crate::client::conform::heard::count;
use crate::client::conform::peer::{Peer, several};
use crate::client::conform::promise::Promise;
use crate::client::conform::trial::{NO_TIME_TAKEN, Trial};

pub(crate) const PROMISE: Promise = Promise {
    number: 5,
    title: "'infinite' waits for 'stop', 'ponder' for 'ponderhit' or 'stop'",
    checks: &[
        ("'go infinite'", infinite),
        ("'go ponder'", ponder),
        ("'ponderhit' starts the clock", clock),
        ("a stray 'ponderhit'", stray),
    ],
};

/// Makes a check at the start of a game, one move before its end, and at its end.
fn at_each_stage(
    trial: &Trial<'_>,
    check: impl Fn(&mut Peer) -> Result<(), Breach>,
) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    let game = peer.known_game(1)?;
    for length in several([0, game.len().saturating_sub(1), game.len()]) {
        peer.position(&game[..length])?;
        check(&mut peer)?;
    }
    Ok(())
}

fn infinite(trial: &Trial<'_>) -> Result<(), Breach> {
    at_each_stage(trial, |peer| {
        peer.send("go infinite")?;
        peer.unanswered()?;
        peer.send("stop")?;
        peer.until("bestmove")?;
        Ok(())
    })
}

fn ponder(trial: &Trial<'_>) -> Result<(), Breach> {
    at_each_stage(trial, |peer| {
        for (go, end) in [
            ("go ponder depth 1", "ponderhit"),
            ("go ponder movetime 10", "stop"),
            ("go ponder p1time 1000 p2time 1000", "stop"),
            ("go ponder nodes 1", "ponderhit"),
            ("go ponder", "ponderhit"),
        ] {
            patiently(|| {
                peer.send(go)?;
                peer.unanswered()?;
                peer.send(end)?;
                let began = Instant::now();
                peer.until("bestmove")?;
                let took = began.elapsed();
                in_time(took <= trial.subject.grace, || {
                    format!("the work was done, but the answer took {}", ms(took))
                })
            })?;
        }
        Ok(())
    })
}

fn clock(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    if !peer.takes_its_time()? {
        return trial.cannot_see(NO_TIME_TAKEN);
    }
    peer.send("go ponder movetime 200")?;
    peer.unanswered()?;
    let began = Instant::now();
    peer.send("ponderhit")?;
    peer.until("bestmove")?;
    let took = began.elapsed().as_millis();
    in_time((150..1000).contains(&took), || {
        format!("'bestmove' came {took} ms after 'ponderhit', not 200")
    })?;
    // `ponderhit` also reaches a search that waits for its turn.
    peer.send("go movetime 100\ngo ponder depth 2\nponderhit")?;
    peer.until("bestmove")?;
    peer.until("bestmove")?;
    peer.silent()
}

fn stray(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    peer.send("ponderhit")?;
    peer.silent()?;
    peer.send("go infinite\nponderhit")?;
    peer.unanswered()?;
    peer.send("stop")?;
    let lines = peer.until("bestmove")?;
    ensure(count(&lines, "info string error") == 0, || {
        "an error came for a stray 'ponderhit'".to_owned()
    })?;
    peer.silent()
}
