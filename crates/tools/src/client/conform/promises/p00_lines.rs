//! Lines: what counts as a line of input, and what every line of output looks like.

use crate::client::Departure;
use crate::client::conform::breach::{Breach, ensure};
use crate::client::conform::heard::count;
use crate::client::conform::peer::Peer;
use crate::client::conform::promise::Promise;
use crate::client::conform::trial::Trial;

pub(crate) const PROMISE: Promise = Promise {
    number: 0,
    title: "lines are plain: ASCII, no trailing blank, one for each fact",
    checks: &[
        ("the form of every answer", plain),
        ("the form of facts", facts),
        ("blanks and line ends on the way in", lenient),
        ("lines that are not text", skipped),
    ],
};

/// Checks the form of a line.
fn well_formed(line: String) -> Result<String, Breach> {
    ensure(!line.is_empty(), || "an empty line".to_owned())?;
    ensure(!line.contains('\n'), || format!("a line end inside a message: '{line}'"))?;
    ensure(!line.ends_with([' ', '\t', '\r']), || format!("a trailing blank: '{line}'"))?;
    ensure(line.bytes().all(|b| b == b' ' || b.is_ascii_graphic()), || {
        format!("more than printable ASCII: '{line}'")
    })?;
    Ok(line)
}

/// Sends `isready`, reads up to its answer, and checks the form of each line.
fn check_lines(peer: &mut Peer) -> Result<Vec<String>, Breach> {
    peer.send("isready")?;
    let mut lines = Vec::new();
    loop {
        let line = well_formed(peer.raw_line()?)?;
        if line == "readyok" {
            return Ok(lines);
        }
        lines.push(line);
    }
}

fn plain(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    let (hello, _) = trial.subject.dialect.handshake();
    peer.send(&format!("{hello}\nposition startpos moves nonsense\nposition startpos"))?;
    check_lines(&mut peer)?;
    peer.send("go depth 2\ngo movetime x")?;
    let answers = check_lines(&mut peer)?;
    let mut due = 2 - count(&answers, "bestmove").min(2);
    while due > 0 {
        let line = well_formed(peer.raw_line()?)?;
        due -= usize::from(line.starts_with("bestmove"));
    }
    Ok(())
}

fn facts(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    peer.knows_facts()?;
    peer.send("show\nhelp")?;
    check_lines(&mut peer)?;
    for what in ["p1turn", "gameover", "result", "moves", "fen", "eval", "game", "perft 2"] {
        peer.send(&format!("query {what}"))?;
        // A count runs beside the commands, so the answer of `isready` may overtake it.
        let mut answer = check_lines(&mut peer)?;
        answer
            .extend(answer.is_empty().then(|| peer.raw_line().and_then(well_formed)).transpose()?);
        ensure(answer.len() == 1 && answer[0].starts_with("response "), || {
            format!("'query {what}' wants one line that begins with 'response'")
        })?;
    }
    let words = |answer: &str| answer.split(' ').count();
    for what in ["p1turn", "gameover", "result"] {
        let answer = peer.query(what)?;
        ensure(words(&answer) == 1, || format!("'query {what}': one word, not '{answer}'"))?;
    }
    Ok(())
}

fn lenient(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    peer.write(b"\n  \t \r\n\n")?;
    peer.silent()?;
    for line in ["isready\r\n", "  isready\n", "isready \t \n", "\tisready\t\r\n", "isready\n\n"] {
        peer.write(line.as_bytes())?;
        peer.until("readyok")?;
    }
    if !trial.only_plays() {
        let turn = peer.query("p1turn")?;
        peer.write(b"position  startpos\t \r\nquery \t p1turn\r\n")?;
        peer.until(&format!("response {turn}"))?;
    }
    peer.write(b"isready")?;
    let lines = if trial.is_remote() {
        peer.until("readyok")?
    } else {
        peer.close_input();
        peer.farewell()?.0
    };
    ensure(lines == ["readyok"], || "a last line without an end counts too".to_owned())
}

/// The limit for a line on pipes, in bytes.
const MAX_LINE: usize = 1 << 20;

/// The limit for a message, in bytes.
const MAX_MESSAGE: usize = 1 << 16;

/// Makes sure that something was answered with one error.
fn one_error(peer: &mut Peer) -> Result<(), Breach> {
    let answers = peer.ready()?;
    let errors = answers.iter().filter(|line| line.starts_with("info string error: "));
    ensure(errors.count() == 1 && answers.len() == 2, || {
        "one line 'info string error: ...' was due, and nothing else".to_owned()
    })
}

fn skipped(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    for bad in [&b"isready\0\n"[..], b"no such command\n"] {
        peer.write(bad)?;
        one_error(&mut peer)?;
    }
    if trial.is_remote() {
        peer.send_binary(b"isready")?;
        one_error(&mut peer)?;
        return refused_messages(trial, peer);
    }
    let long = [vec![b'x'; MAX_LINE + 100], b"\n".to_vec()].concat();
    for bad in [&b"\xff\xfe isready\n"[..], &long] {
        peer.write(bad)?;
        one_error(&mut peer)?;
    }
    Ok(())
}

/// Some messages end the connection, each with its own code. A message may be just short enough.
fn refused_messages(trial: &Trial<'_>, mut peer: Peer) -> Result<(), Breach> {
    let just_short_enough = ["isready", &" ".repeat(MAX_MESSAGE - "isready".len())].concat();
    peer.send(&just_short_enough)?;
    peer.until("readyok")?;
    let long = vec![b' '; MAX_MESSAGE + 1];
    for (message, code) in [(&b"\xff\xfe isready"[..], 1007), (&long, 1009)] {
        let mut peer = trial.engine()?;
        peer.write(message)?;
        let (_, parting) = peer.farewell()?;
        let right = matches!(parting, Departure::Closed { code: Some(given), .. } if given == code);
        ensure(right, || format!("it was to be closed with {code}, but {parting}"))?;
    }
    Ok(())
}
