//! Promise 12: a closed output, or one that nobody reads, does no harm.

use std::time::Duration;

use crate::client::Parting;
use crate::client::conform::breach::{Breach, ensure, patiently};
use crate::client::conform::heard::{count, is_report};
use crate::client::conform::neighbour::Neighbour;
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
        ("more answers than are kept", too_much),
    ],
};

/// The number of answers left unread.
const UNREAD: usize = 50_000;

/// The commands sent after the flood.
const END: &str = "go infinite\nstop\nquit\n";

/// An amount of answers that is too much, in bytes.
const TOO_MUCH: usize = 100 << 20;

/// How long a client does not read when it is sent too much. The close message can arrive only when
/// the client reads.
const FIRST_PAUSE: Duration = Duration::from_millis(700);

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
        let _ = (0..count / 1000).try_for_each(|_| input.write_all(many.as_bytes()));
        let _ = input.write_all(format!("{line}\n").repeat(count % 1000).as_bytes());
        let _ = input.write_all(END.as_bytes());
        let _ = input.flush();
        // The input stays open: `quit` has to be enough.
        std::thread::sleep(Duration::from_secs(60));
    };
    let started = ThreadKind::named("flood").detach(write);
    started.map_err(|error| Breach(format!("no thread: {error}")))
}

fn closed(trial: &Trial<'_>) -> Result<(), Breach> {
    let works = ["go depth 2", "go infinite", "isready", "show"];
    if trial.is_remote() {
        return cut(trial, &works);
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

/// A socket has no halves that could be closed. So the connection is cut with answers on their way.
fn cut(trial: &Trial<'_>, works: &[&str]) -> Result<(), Breach> {
    let mut neighbour = Neighbour::new(trial)?;
    for asked in works {
        let mut peer = trial.start_unheard()?;
        peer.send(&trial.new_game())?;
        peer.send(asked)?;
        peer.close_output();
    }
    neighbour.notices_nothing()
}

fn unread(trial: &Trial<'_>) -> Result<(), Breach> {
    if trial.is_remote() {
        return unread_by_one(trial);
    }
    let mut peer = trial.start_unheard()?;
    flood(&mut peer, trial, "query moves", UNREAD)?;
    let parting = peer.exit(trial.subject.patience + Duration::from_secs(5))?;
    ensure(parting.is_clean(), || format!("not as it should: {parting}"))
}

/// The same where other connections must not notice it. The close message cannot arrive, so the
/// server has to cut the connection after `quit`. The answers are more than the system keeps: a
/// server that writes before it reads on never hears `quit`.
fn unread_by_one(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut neighbour = Neighbour::new(trial)?;
    let long = long_answer(trial)?;
    let mut peer = trial.start_unheard()?;
    flood(&mut peer, trial, long.line, long.kept())?;
    neighbour.notices_nothing()?;
    peer.exit(trial.subject.patience + Duration::from_secs(5))?;
    neighbour.notices_nothing()
}

fn read_late(trial: &Trial<'_>) -> Result<(), Breach> {
    let (line, asked, due) = if trial.is_remote() {
        let long = long_answer(trial)?;
        (long.line, long.kept(), long.kept() * long.lines)
    } else {
        ("query p1turn", UNREAD, UNREAD)
    };
    let mut peer = trial.start_unheard()?;
    flood(&mut peer, trial, line, asked)?;
    std::thread::sleep(Duration::from_millis(200));
    peer.listen()?;
    let (lines, parting) = peer.farewell()?;
    let is_answer = |line: &&String| !is_report(line) && !line.starts_with("bestmove");
    let came = lines.iter().filter(is_answer).count();
    ensure(came == due, || format!("{came} of {due} lines came"))?;
    ensure(count(&lines, "bestmove") == 1, || "one 'bestmove' was due".to_owned())?;
    ensure(parting.is_clean(), || format!("not as it should: {parting}"))
}

/// A command with a long answer.
struct LongAnswer {
    line: &'static str,
    /// The length of the answer, with line ends.
    bytes: usize,
    lines: usize,
}

/// A server that nobody reads keeps at least this many bytes of answers, and of memory for their
/// lines.
const KEPT: usize = 7 << 20;
const LINE_MEMORY: usize = 64;

impl LongAnswer {
    /// How many of such answers a server keeps at least.
    fn kept(&self) -> usize {
        KEPT / (self.bytes + LINE_MEMORY * self.lines)
    }
}

/// Finds the command with the longest lines in its answer.
fn long_answer(trial: &Trial<'_>) -> Result<LongAnswer, Breach> {
    let mut peer = trial.engine()?;
    let mut longest: Option<LongAnswer> = None;
    for line in ["help", "ugi", "show", "query moves", "query board"] {
        peer.send(line)?;
        let mut lines = peer.ready()?;
        lines.pop();
        let answer = LongAnswer {
            line,
            bytes: lines.iter().map(|line| line.len() + 1).sum(),
            lines: lines.len(),
        };
        let is_longer =
            |other: &LongAnswer| answer.bytes * other.lines > other.bytes * answer.lines;
        if answer.bytes > 0 && longest.as_ref().is_none_or(is_longer) {
            longest = Some(answer);
        }
    }
    longest.ok_or_else(|| Breach("none of these commands was answered".to_owned()))
}

fn too_much(trial: &Trial<'_>) -> Result<(), Breach> {
    let long = long_answer(trial)?;
    if trial.is_remote() {
        return too_much_by_one(trial, &long);
    }
    let mut peer = trial.start_unheard()?;
    flood(&mut peer, trial, long.line, TOO_MUCH / long.bytes)?;
    let parting = peer.exit(trial.subject.patience + Duration::from_secs(15))?;
    ensure(!parting.is_clean() && !peer.errors().is_empty(), || {
        format!("it has to say on standard error why it ends; {parting}")
    })
}

/// The code of a close message for a connection that costs too much.
const TRY_AGAIN_LATER: u16 = 1013;

/// The same where the server goes on: this connection is closed with a reason, and others notice
/// nothing.
fn too_much_by_one(trial: &Trial<'_>, long: &LongAnswer) -> Result<(), Breach> {
    let mut neighbour = Neighbour::new(trial)?;
    let mut pause = FIRST_PAUSE;
    patiently(|| {
        let mut peer = trial.start_unheard()?;
        flood(&mut peer, trial, long.line, TOO_MUCH / long.bytes)?;
        std::thread::sleep(pause);
        peer.listen()?;
        let parting = peer.farewell().map(|(_, parting)| parting);
        // Who reads too early gets everything, and who reads too late finds nobody.
        pause = if matches!(parting, Ok(Parting::Lost(_))) { pause / 2 } else { pause * 2 };
        let parting = parting?;
        let told = matches!(
            &parting,
            Parting::Closed { code: Some(TRY_AGAIN_LATER), reason } if !reason.is_empty()
        );
        ensure(told, || {
            format!("it was to be closed with {TRY_AGAIN_LATER} and a reason, but {parting}")
        })
    })?;
    neighbour.notices_nothing()
}
