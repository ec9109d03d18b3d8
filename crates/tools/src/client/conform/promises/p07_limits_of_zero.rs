//! Promise 7: limits of zero and empty clocks still give a legal move. The clock of a search starts
//! when its turn comes.

use std::time::Instant;

use crate::client::conform::breach::{Breach, ensure, in_time, ms, patiently};
use crate::client::conform::promise::Promise;
use crate::client::conform::trial::{NO_TIME_TAKEN, Trial};

pub(crate) const PROMISE: Promise = Promise {
    number: 7,
    title: "limits of zero give a legal move at once; waiting costs no time",
    checks: &[("no time, no depth, no nodes", nothing_left), ("two searches in one write", turns)],
};

fn nothing_left(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    peer.reach_a_choice()?;
    // Whether a move is legal shows when it is played, too.
    let legal = match peer.moves() {
        Err(Breach::Unasked) => None,
        moves => Some(moves?),
    };
    for go in [
        "go movetime 0",
        "go depth 0",
        "go nodes 0",
        "go p1time 0 p2time 0",
        "go wtime 0 btime 0 winc 0 binc 0",
        "go p1time -500 p2time -500",
        "go p1time 1 p2time 1 movestogo 0",
    ] {
        let search = peer.search(go)?;
        let is_legal = match &legal {
            Some(moves) => moves.iter().any(|m| m == search.best()),
            None => {
                let is_played = search.best() != "0000" && peer.position(&[search.best()]).is_ok();
                peer.position::<&str>(&[])?;
                is_played
            }
        };
        ensure(is_legal, || format!("'{go}' gives '{}', which is not legal", search.best()))?;
        patiently(|| {
            let took = peer.search(go)?.took;
            in_time(took <= trial.subject.grace, || format!("'{go}' took {}", ms(took)))
        })?;
    }
    Ok(())
}

fn turns(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    if !peer.takes_its_time()? {
        return trial.cannot_see(NO_TIME_TAKEN);
    }
    let began = Instant::now();
    peer.send("go movetime 200\ngo movetime 200")?;
    peer.until("bestmove")?;
    peer.until("bestmove")?;
    let took = began.elapsed().as_millis();
    in_time(took >= 350, || format!("twice 200 ms took {took} ms"))
}
