//! Promise 13: the engine refuses a table that is too large. Changes of options wait for a search.

use crate::client::conform::breach::{Breach, ensure, in_time};
use crate::client::conform::heard::count;
use crate::client::conform::promise::Promise;
use crate::client::conform::trial::{NO_TIME_TAKEN, Trial};

pub(crate) const PROMISE: Promise = Promise {
    number: 13,
    title: "'Hash' too large is refused; changes wait for a search",
    checks: &[
        ("sizes", sizes),
        ("a change during a search", waits),
        ("files of the server", files),
    ],
};

fn sizes(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    let options = peer.options()?;
    let hash = options.iter().find(|line| line.starts_with("option name Hash type spin"));
    let Some((_, most)) = hash.and_then(|line| line.split_once(" max ")) else {
        return trial.cannot_see("it has no option Hash");
    };
    // A server may have little room for each connection.
    let some = most.parse().unwrap_or(8).min(8).to_string();
    for (value, fits) in
        [(some.as_str(), true), ("99999999999", false), (most, false), ("0", false), ("1", true)]
    {
        peer.send(&format!("setoption name Hash value {value}"))?;
        let errors = count(&peer.ready()?, "info string error: ");
        let right = if fits { errors == 0 } else { errors == 1 };
        // A large machine may have room even for the greatest size that an engine offers.
        ensure(right || value == most, || format!("'{value}' was answered with {errors} errors"))?;
        peer.search("go depth 2")?;
    }
    Ok(())
}

fn waits(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    if !peer.takes_its_time()? {
        return trial.cannot_see(NO_TIME_TAKEN);
    }
    peer.send("go movetime 300\nsetoption name Hash value many\nsetoption name Clear Hash")?;
    let mut lines = peer.ready()?;
    in_time(count(&lines, "bestmove") == 0, || "the search was cut short".to_owned())?;
    lines.extend(peer.until("bestmove")?);
    ensure(count(&lines, "info string error") == 0, || {
        "an option was looked at before the search had ended".to_owned()
    })?;
    peer.until("info string error")?;
    peer.search("go depth 2")?;
    peer.silent()
}

/// A server does not read files for its clients. The engine in a process may.
fn files(trial: &Trial<'_>) -> Result<(), Breach> {
    if !trial.is_remote() {
        return Ok(());
    }
    let mut peer = trial.engine()?;
    let options = peer.options()?;
    for name in ["Book", "Weights"] {
        let offer = format!("option name {name} type ");
        if !options.iter().any(|line| line.starts_with(&offer)) {
            continue;
        }
        for path in ["/etc/hostname", "Cargo.toml", "../../no/such/file"] {
            peer.send(&format!("setoption name {name} value {path}"))?;
            let answers = peer.ready()?;
            ensure(count(&answers, "info string error: ") == 1 && answers.len() == 2, || {
                format!("one line 'info string error: ...' was due for {name} '{path}'")
            })?;
        }
    }
    peer.search("go depth 2")?;
    Ok(())
}
