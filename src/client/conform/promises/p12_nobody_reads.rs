//! Promise 12: a closed output, or one that nobody reads, does no harm.

mod behind_a_socket;

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
        ("thousands of answers that nobody reads", unread),
        ("thousands of answers, read late", read_late),
        ("more answers than are kept", too_much),
    ],
};

/// The number of answers left unread.
const UNREAD: usize = 50_000;

/// An amount of answers that is too much, in bytes.
const TOO_MUCH: usize = 100 << 20;

/// The commands sent after the flood.
const END: &str = "go infinite\nstop\nquit";

/// Begins the game, and sends a line `count` times from another thread, and then the last lines, to
/// an engine that may not read, or may end.
fn flood(
    peer: &mut Peer,
    trial: &Trial<'_>,
    (line, count): (&'static str, usize),
    last: &'static str,
) -> Result<(), Breach> {
    peer.send(&trial.new_game())?;
    trial.note('>', &format!("{count} times: {line}"));
    last.lines().for_each(|line| trial.note('>', line));
    let Some(mut input) = peer.take_input() else { return Ok(()) };
    let mut write = move || -> std::io::Result<()> {
        let lines = |count| format!("{line}\n").repeat(count);
        let many = lines(1000);
        (0..count / 1000).try_for_each(|_| input.write_all(many.as_bytes()))?;
        input.write_all(lines(count % 1000).as_bytes())?;
        input.write_all(format!("{last}\n").as_bytes())?;
        input.flush()?;
        // The input stays open: `quit` has to be enough.
        std::thread::sleep(Duration::from_secs(60));
        Ok(())
    };
    let write = move || {
        // The engine may end before it has read everything.
        let _ = write();
    };
    let started = ThreadKind::named("flood").detach(write);
    started.map_err(|error| Breach(format!("no thread: {error}")))
}

/// A command with a long answer.
struct LongAnswer {
    line: &'static str,
    /// The length of the answer, with line ends.
    bytes: usize,
    lines: usize,
}

/// Finds the command whose answer has the longest lines.
fn long_answer(trial: &Trial<'_>) -> Result<LongAnswer, Breach> {
    let mut peer = trial.engine()?;
    let mut longest: Option<LongAnswer> = None;
    for line in ["help", "ugi", "show", "query moves", "query board"] {
        peer.send(line)?;
        let mut said = peer.ready()?;
        said.pop();
        let bytes = said.iter().map(|line| line.len() + 1).sum();
        let answer = LongAnswer { line, bytes, lines: said.len() };
        let is_longer = |than: &LongAnswer| bytes * than.lines > than.bytes * answer.lines;
        if bytes > 0 && longest.as_ref().is_none_or(is_longer) {
            longest = Some(answer);
        }
    }
    longest.ok_or_else(|| Breach("none of these commands was answered".to_owned()))
}

fn closed(trial: &Trial<'_>) -> Result<(), Breach> {
    let works = ["go depth 2", "go infinite", "isready", "show"];
    if trial.is_remote() {
        return behind_a_socket::cut(trial, &works);
    }
    for asked in works {
        let mut peer = trial.start_unheard()?;
        peer.close_output();
        peer.send(&trial.new_game())?;
        peer.send(asked)?;
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
    flood(&mut peer, trial, ("query moves", UNREAD), END)?;
    let parting = peer.exit(trial.subject.patience + Duration::from_secs(5))?;
    ensure(parting.is_clean(), || format!("not as it should: {parting}"))
}

fn read_late(trial: &Trial<'_>) -> Result<(), Breach> {
    if trial.is_remote() {
        return behind_a_socket::read_late(trial);
    }
    let mut peer = trial.start_unheard()?;
    flood(&mut peer, trial, ("query p1turn", UNREAD), END)?;
    std::thread::sleep(Duration::from_millis(200));
    peer.listen()?;
    let (lines, parting) = peer.farewell()?;
    let due = count(&lines, "response");
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
