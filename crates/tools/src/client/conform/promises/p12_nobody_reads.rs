//! Promise 12: a closed output, or one that nobody reads, does no harm.

mod behind_a_socket;
mod flood;

use std::time::Duration;

use crate::client::conform::breach::{Breach, ensure};
use crate::client::conform::heard::count;
use crate::client::conform::promise::Promise;
use crate::client::conform::trial::Trial;
use flood::{END, flood, long_answer};

pub(crate) const PROMISE: Promise = Promise {
    number: 12,
    title: "an output that is closed or not read does no harm",
    checks: &[
        ("closed output", closed),
        ("thousands of answers that nobody reads", unread),
        ("thousands of answers, read late", read_late),
        ("more answers than are kept", too_much),
    ],
};

/// The number of answers left unread.
const UNREAD: usize = 50_000;

/// An amount of answers that is too much, in bytes.
const TOO_MUCH: usize = 100 << 20;

fn closed(trial: &Trial<'_>) -> Result<(), Breach> {
    let works = ["go depth 2", "go infinite", "isready", "show"];
    if trial.is_remote() {
        return behind_a_socket::cut(trial, &works);
    }
    for asked in works {
        if trial.only_plays() && asked == "show" {
            continue;
        }
        let mut peer = trial.start_unheard()?;
        peer.close_output();
        // An engine that watches its output ends before it is asked anything.
        peer.send_in_vain(&trial.new_game());
        peer.send_in_vain(asked);
        // The input stays open.
        let parting = peer.exit(trial.subject.patience)?;
        ensure(parting.is_clean(), || format!("not quietly: {parting}"))?;
        ensure(peer.errors().is_empty(), || "not quietly: standard error was used".to_owned())?;
    }
    Ok(())
}

fn unread(trial: &Trial<'_>) -> Result<(), Breach> {
    if trial.is_remote() {
        return behind_a_socket::unread(trial);
    }
    let mut peer = trial.start_unheard()?;
    let asked = if trial.only_plays() { "isready" } else { "query moves" };
    flood(&mut peer, trial, (asked, UNREAD), END)?;
    let parting = peer.exit(trial.subject.patience + Duration::from_secs(5))?;
    ensure(parting.is_clean(), || format!("not as it should: {parting}"))
}

fn read_late(trial: &Trial<'_>) -> Result<(), Breach> {
    if trial.is_remote() {
        return behind_a_socket::read_late(trial);
    }
    let mut peer = trial.start_unheard()?;
    let (asked, answer) = match trial.only_plays() {
        true => ("isready", "readyok"),
        false => ("query p1turn", "response"),
    };
    flood(&mut peer, trial, (asked, UNREAD), END)?;
    std::thread::sleep(Duration::from_millis(200));
    peer.listen()?;
    let (lines, parting) = peer.farewell()?;
    let due = count(&lines, answer);
    ensure(due == UNREAD, || format!("{due} of {UNREAD} answers came"))?;
    ensure(count(&lines, "bestmove") == 1, || "one 'bestmove' was due".to_owned())?;
    ensure(parting.is_clean(), || format!("not as it should: {parting}"))
}

fn too_much(trial: &Trial<'_>) -> Result<(), Breach> {
    if trial.is_remote() {
        return behind_a_socket::too_much(trial);
    }
    let long = long_answer(trial)?;
    let mut peer = trial.start_unheard()?;
    flood(&mut peer, trial, (long.line, TOO_MUCH / long.bytes), END)?;
    let parting = peer.exit(trial.subject.patience + Duration::from_secs(15))?;
    ensure(!parting.is_clean() && !peer.errors().is_empty(), || {
        format!("it has to say on standard error why it ends; {parting}")
    })
}
