//! Promise 2: every `go` gets exactly one `bestmove`. Commands wait for a search in order, and a
//! later command ends an endless search.

use crate::client::conform::breach::{Breach, ensure};
use crate::client::conform::heard::count;
use crate::client::conform::promise::Promise;
use crate::client::conform::trial::{NO_TIME_TAKEN, Trial};

pub(crate) const PROMISE: Promise = Promise {
    number: 2,
    title: "every 'go' gets one 'bestmove', in order; the rest waits",
    checks: &[
        ("one search after another", one_by_one),
        ("everything in one write", one_write),
        ("a query during a search", waits),
        ("an endless search, then something else", makes_way),
        ("endless searches that wait", all_make_way),
    ],
};

fn one_by_one(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    for go in ["go depth 1", "go depth 2", "go nodes 300", "go movetime 20"] {
        peer.search(go)?;
        peer.silent()?;
    }
    Ok(())
}

fn one_write(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    let moves = peer.moves()?;
    let next = moves.first().map_or("", String::as_str);
    let before = peer.query("fen")?;
    peer.position(&[next])?;
    let after = peer.query("fen")?;
    let new_game = trial.new_game();
    peer.send(&format!(
        "{new_game}\nquery fen\ngo depth 2\nposition startpos moves {next}\nquery fen\n\
         go nodes 200\n{new_game}\nquery fen\ngo depth 1"
    ))?;
    let said = peer.ready()?;
    let mut said: Vec<String> = said.into_iter().filter(|line| line != "readyok").collect();
    while count(&said, "bestmove") < 3 {
        said.extend(peer.until("bestmove")?);
    }
    said.retain(|line| line.starts_with("response") || line.starts_with("bestmove"));
    let kinds: Vec<&str> = said.iter().filter_map(|line| line.split(' ').next()).collect();
    ensure(
        kinds == ["response", "bestmove", "response", "bestmove", "response", "bestmove"],
        || format!("the order of the answers is {kinds:?}"),
    )?;
    ensure(
        said[0] == format!("response {before}")
            && said[2] == format!("response {after}")
            && said[4] == said[0],
        || "each answer is about the position that was set up before its question".to_owned(),
    )?;
    peer.silent()
}

fn waits(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    peer.knows_facts()?;
    if !peer.takes_its_time()? {
        return trial.cannot_see(NO_TIME_TAKEN);
    }
    peer.send("go movetime 200\nquery p1turn")?;
    let lines = peer.until("bestmove")?;
    ensure(count(&lines, "response") == 0, || "the query did not wait for its turn".to_owned())?;
    peer.until("response")?;
    peer.silent()
}

fn makes_way(trial: &Trial<'_>) -> Result<(), Breach> {
    for endless in ["go infinite", "go", "go ponder", "go ponder depth 2"] {
        let mut peer = trial.engine()?;
        let new_games = [&trial.new_game(), trial.subject.dialect.new_game()];
        for next in [new_games[0], "position startpos", "go depth 1", new_games[1]] {
            peer.send(endless)?;
            peer.unanswered()?;
            peer.send(next)?;
            peer.until("bestmove")?;
            if next.starts_with("go") {
                peer.until("bestmove")?;
            }
            peer.ready()?;
        }
        peer.silent()?;
    }
    Ok(())
}

fn all_make_way(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    peer.send("go infinite\ngo\ngo ponder\ngo infinite\ngo depth 1")?;
    for _ in 0..5 {
        peer.until("bestmove")?;
    }
    peer.silent()
}
