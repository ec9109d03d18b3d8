//! Promise 12: a closed output, or one that nobody reads, does no harm.

use std::io::Write;
use std::time::Duration;

use crate::client::conform::breach::{Breach, ensure};
use crate::client::conform::heard::count;
use crate::client::conform::peer::Peer;
use crate::client::conform::promise::Promise;
use crate::client::conform::trial::Trial;
use crate::sys::threads::ThreadKind;

pub(crate) const PROMISE: Promise = Promise {
    number: 12,
    title: "an output that is closed or not read does no harm",
    checks: &[
        ("closed output", closed),
        ("50,000 answers that nobody reads", unread),
        ("50,000 answers, read late", read_late),
        ("more than 64 MiB of answers", too_much),
    ],
};

/// The number of answers left unread.
const UNREAD: usize = 50_000;

/// The commands sent after the flood.
const END: &str = "go infinite\nstop\nquit\n";

/// Sends a line `count` times from another thread, to an engine that may not read, or may end.
fn flood(
    peer: &mut Peer,
    trial: &Trial<'_>,
    line: &'static str,
    count: usize,
) -> Result<(), Breach> {
    trial.note('>', &format!("{count} times: {line}"));
    END.lines().for_each(|line| trial.note('>', line));
    let Some(mut input) = peer.take_input() else { return Ok(()) };
    let write = move || {
        let many = format!("{line}\n").repeat(1000);
        // The engine may end before it has read everything.
        let _ = (0..count.div_ceil(1000)).try_for_each(|_| input.write_all(many.as_bytes()));
        let _ = input.write_all(END.as_bytes());
        let _ = input.flush();
        // The input stays open: `quit` has to be enough.
        std::thread::sleep(Duration::from_secs(60));
    };
    let started = ThreadKind::named("flood").detach(write);
    started.map_err(|error| Breach(format!("no thread: {error}")))
}

fn closed(trial: &Trial<'_>) -> Result<(), Breach> {
    for asked in ["go depth 2", "go infinite", "isready", "show"] {
        let mut peer = trial.start_unheard()?;
        peer.close_output();
        peer.send(&trial.new_game())?;
        peer.send(asked)?;
        // The input stays open.
        let status = peer.exit(trial.subject.patience)?;
        ensure(status.success(), || format!("not quietly: {status}"))?;
        ensure(peer.errors().is_empty(), || "not quietly: standard error was used".to_owned())?;
    }
    Ok(())
}

fn unread(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.start_unheard()?;
    flood(&mut peer, trial, "query moves", UNREAD)?;
    let status = peer.exit(trial.subject.patience + Duration::from_secs(5))?;
    ensure(status.success(), || format!("it ended with {status}"))
}

fn read_late(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.start_unheard()?;
    flood(&mut peer, trial, "query p1turn", UNREAD)?;
    std::thread::sleep(Duration::from_millis(200));
    peer.listen()?;
    let (lines, status) = peer.farewell()?;
    let due = count(&lines, "response");
    ensure(due == UNREAD, || format!("{due} of {UNREAD} answers came"))?;
    ensure(count(&lines, "bestmove") == 1, || "one 'bestmove' was due".to_owned())?;
    ensure(status.success(), || format!("it ended with {status}"))
}

fn too_much(trial: &Trial<'_>) -> Result<(), Breach> {
    // Finds the command with the longest answer.
    let mut peer = trial.engine()?;
    let mut longest = ("", 0);
    for line in ["help", "ugi", "show", "query moves"] {
        peer.send(line)?;
        let mut lines = peer.ready()?;
        lines.pop();
        let bytes = lines.iter().map(|line| line.len() + 1).sum();
        if bytes > longest.1 {
            longest = (line, bytes);
        }
    }
    let (line, bytes) = longest;
    ensure(bytes > 0, || "none of these commands was answered".to_owned())?;
    let mut peer = trial.start_unheard()?;
    flood(&mut peer, trial, line, (100 << 20) / bytes)?;
    let status = peer.exit(trial.subject.patience + Duration::from_secs(15))?;
    ensure(!status.success() && !peer.errors().is_empty(), || {
        format!("it has to say on standard error why it ends; it ended with {status}")
    })
}
