//! Promise 12: a closed output, or one that nobody reads, does no harm.

use std::time::{Duration, Instant};

use crate::client::Parting;
use crate::client::conform::breach::{Breach, ensure, patiently};
use crate::client::conform::heard::count;
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

/// A server keeps no more than 8 MiB of answers for a connection. Then there is what the system
/// keeps for both sides.
const TOO_MUCH_FOR_A_SERVER: usize = 24 << 20;

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
    let LongAnswer { line, bytes, lines } = long_answer(trial)?;
    let mut peer = trial.start_unheard()?;
    flood(&mut peer, trial, line, (6 << 20) / (bytes + 64 * lines))?;
    neighbour.notices_nothing()?;
    peer.exit(trial.subject.patience + Duration::from_secs(5))?;
    neighbour.notices_nothing()
}

fn read_late(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.start_unheard()?;
    flood(&mut peer, trial, "query p1turn", UNREAD)?;
    std::thread::sleep(Duration::from_millis(200));
    peer.listen()?;
    let (lines, parting) = peer.farewell()?;
    let due = count(&lines, "response");
    ensure(due == UNREAD, || format!("{due} of {UNREAD} answers came"))?;
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

/// Finds the command with the longest answer.
fn long_answer(trial: &Trial<'_>) -> Result<LongAnswer, Breach> {
    let mut peer = trial.engine()?;
    let mut longest = LongAnswer { line: "", bytes: 0, lines: 0 };
    for line in ["help", "ugi", "show", "query moves"] {
        peer.send(line)?;
        let mut lines = peer.ready()?;
        lines.pop();
        let bytes = lines.iter().map(|line| line.len() + 1).sum();
        if bytes > longest.bytes {
            longest = LongAnswer { line, bytes, lines: lines.len() };
        }
    }
    ensure(longest.bytes > 0, || "none of these commands was answered".to_owned())?;
    Ok(longest)
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
    let pause = time_for_too_much(trial, long)?;
    let mut pauses = [1, 2, 3, 4].into_iter();
    patiently(|| {
        let mut peer = trial.start_unheard()?;
        flood(&mut peer, trial, long.line, TOO_MUCH / long.bytes)?;
        std::thread::sleep(pause * pauses.next().unwrap_or(1));
        peer.listen()?;
        let (_, parting) = peer.farewell()?;
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

/// How long it takes to make more answers than a server keeps. Only after this time does the client
/// read, because the close message waits behind what is under way already.
fn time_for_too_much(trial: &Trial<'_>, long: &LongAnswer) -> Result<Duration, Breach> {
    let parts = 16;
    let mut peer = trial.engine()?;
    let lines = format!("{}\n", long.line).repeat(TOO_MUCH_FOR_A_SERVER / parts / long.bytes);
    let began = Instant::now();
    peer.send(lines.trim_end())?;
    peer.ready()?;
    Ok(began.elapsed() * parts as u32 + Duration::from_millis(50))
}
