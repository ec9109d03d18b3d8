//! Promise 10: a scored report comes before every answer, variations are legal, and long searches
//! do not flood their reader.

use crate::client::conform::breach::{Breach, ensure};
use crate::client::conform::heard::{HeardSearch, variation};
use crate::client::conform::peer::{Peer, several};
use crate::client::conform::promise::Promise;
use crate::client::conform::trial::Trial;

pub(crate) const PROMISE: Promise = Promise {
    number: 10,
    title: "a report comes before every 'bestmove', and its moves are legal",
    checks: &[
        ("along a game", along_a_game),
        ("'ponder' in the answer", expected_reply),
        ("several lines", several_lines),
        ("a long search", not_too_many),
    ],
};

/// Two searches that come to an end soon. Where a throw comes with each ply, a depth alone may take
/// minutes.
const SHORT: &str = "go depth 3 nodes 30000";
const LONGER: &str = "go depth 4 nodes 30000";

/// Whether the moves of `line` can be played in order after those of `played`.
fn is_legal(peer: &mut Peer, played: &[String], line: &[&str]) -> Result<bool, Breach> {
    let all: Vec<&str> = played.iter().map(String::as_str).chain(line.iter().copied()).collect();
    let legal = peer.position(&all).is_ok();
    peer.position(played)?;
    Ok(legal)
}

fn examine(peer: &mut Peer, played: &[String], search: &HeardSearch) -> Result<(), Breach> {
    let Some(last) = search.last_report() else {
        return Err(Breach::Wrong("no report with a score came before 'bestmove'".to_owned()));
    };
    peer.position(played)?;
    if peer.is_chances_turn()? {
        // There is no move to choose, and no line.
        let has_line = search.reports().any(|report| !variation(report).is_empty());
        return ensure(search.best() == "0000" && !has_line, || {
            format!("chance is to act, but there is a move in '{last}' or '{}'", search.best())
        });
    }
    ensure(variation(last).first() == Some(&search.best()), || {
        format!("'{}' is not the first move of '{last}'", search.best())
    })?;
    for report in search.reports() {
        let line = variation(report);
        ensure(!line.is_empty(), || format!("no variation in '{report}'"))?;
        ensure(is_legal(peer, played, &line)?, || format!("cannot be played: '{report}'"))?;
    }
    Ok(())
}

fn along_a_game(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    let game = peer.known_game(3)?;
    for length in 0..game.len().max(1) {
        let played = &game[..length];
        peer.position(played)?;
        for go in [SHORT, "go nodes 1", "go movetime 5", "go movetime 0"] {
            let search = peer.search(go)?;
            examine(&mut peer, played, &search)?;
        }
    }
    Ok(())
}

fn expected_reply(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    let game = peer.known_game(4)?;
    let search = peer.search(LONGER)?;
    ensure(search.ponder().is_none(), || "'Ponder' is off, but a reply is named".to_owned())?;
    peer.send("setoption name Ponder value true")?;
    for length in 0..game.len().max(1) {
        let played = &game[..length];
        peer.position(played)?;
        let search = peer.search(LONGER)?;
        let Some(reply) = search.ponder() else { continue };
        ensure(is_legal(&mut peer, played, &[search.best(), reply])?, || {
            format!("the reply '{reply}' to '{}' is not legal", search.best())
        })?;
    }
    Ok(())
}

fn several_lines(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    if !peer.options()?.iter().any(|option| option.starts_with("option name MultiPV ")) {
        return trial.cannot_see("it has no option MultiPV");
    }
    peer.send("setoption name MultiPV value 3")?;
    let game = peer.known_game(8)?;
    for length in several([0, game.len() / 2, game.len().saturating_sub(1)]) {
        let played = &game[..length];
        peer.position(played)?;
        let search = peer.search(SHORT)?;
        examine(&mut peer, played, &search)?;
    }
    Ok(())
}

fn not_too_many(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    let search = peer.search("go movetime 1500")?;
    let count = search.lines.len();
    ensure(count < 1000, || format!("{count} lines came in a search of 1.5 s"))
}
