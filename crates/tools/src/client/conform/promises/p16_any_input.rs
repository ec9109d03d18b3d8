//! Promise 16: no input makes the engine panic, hang, forget or grow.

use crate::client::conform::breach::{Breach, ensure};
use crate::client::conform::heard::count;
use crate::client::conform::peer::Peer;
use crate::client::conform::promise::Promise;
use crate::client::conform::trial::{NO_MEMORY_SEEN, Trial};

pub(crate) const PROMISE: Promise = Promise {
    number: 16,
    title: "no input makes it panic, hang, forget or grow",
    checks: &[
        ("mistakes in every command", mistakes),
        ("a position that is refused", refused),
        ("random bytes", noise),
        ("a thousand games", no_growth),
    ],
};

/// The first moves of a game: at most two, and never its last.
fn beginning(game: &[String]) -> &[String] {
    &game[..game.len().saturating_sub(1).min(2)]
}

/// The facts that an error must not change.
fn state(peer: &mut Peer) -> Result<Vec<String>, Breach> {
    ["fen", "moves", "eval", "game", "result"].iter().map(|what| peer.query(what)).collect()
}

fn mistakes(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    let game = peer.whole_game(6)?;
    peer.position(beginning(&game))?;
    let before = state(&mut peer)?;
    for line in [
        "nonsense",
        "newgame no-such-game",
        "newgame ../../etc/passwd",
        "move",
        "move nowhere",
        "undo 3",
        "undo -1",
        "undo 99999999999999999999999",
        "query",
        "query nothing",
        "query perft",
        "query perft -1",
        "setoption",
        "setoption name",
        "setoption name No Such Option value 1",
        "setoption name Hash",
        "setoption name Hash value -1",
        "setoption name Hash value many",
        "setoption name MultiPV value 0",
        "setoption name Ponder value perhaps",
        "go_",
        "\u{1f600} \u{e9}t\u{e9}",
        "%s%s%s%n",
    ] {
        peer.send(line)?;
        let answer = peer.ready()?;
        ensure(answer.len() == 2 && answer[0].starts_with("info string error: "), || {
            format!("one line 'info string error: ...' was due for '{line}'")
        })?;
    }
    let after = state(&mut peer)?;
    ensure(after == before, || format!("mistakes have changed {before:?} to {after:?}"))
}

fn refused(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    let game = peer.whole_game(7)?;
    peer.position(&game)?;
    let mut lines = ["position", "position fen x", "position startpos moves nowhere"].to_vec();
    let beyond = format!("position startpos moves {} {}", game.join(" "), game[0]);
    // Moves may go on after a draw that somebody would have had to claim.
    if peer.query("result")? != "draw" {
        lines.push(&beyond);
    }
    peer.position(beginning(&game))?;
    let before = state(&mut peer)?;
    for line in lines {
        peer.send(line)?;
        let errors = count(&peer.ready()?, "info string error: ");
        ensure(errors == 1, || format!("'{line}' was answered with {errors} errors"))?;
        let after = state(&mut peer)?;
        ensure(after == before, || format!("'{line}' has changed {before:?} to {after:?}"))?;
        let search = peer.search("go depth 1")?;
        ensure(search.best() == "0000", || {
            format!("'{}' is a move for the wrong position", search.best())
        })?;
        peer.position(beginning(&game))?;
        still_plays(&mut peer, "go depth 1")?;
    }
    Ok(())
}

fn noise(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % below
    };
    let words = [
        "position",
        "startpos",
        "fen",
        "moves",
        "undo",
        "move",
        "newgame",
        "setoption",
        "name",
        "value",
        "Hash",
        "MultiPV",
        "help",
        "query",
        "show",
        "1",
        "-1",
        "stop",
        "ponderhit",
        "x/y",
    ];
    for round in 0..300 {
        let mut line: Vec<u8> = if round % 2 == 0 {
            (0..random(60)).map(|_| random(256) as u8).filter(|b| *b != b'\n').collect()
        } else {
            (0..random(7))
                .flat_map(|_| [words[random(words.len())], " "].concat().into_bytes())
                .collect()
        };
        line.push(b'\n');
        // With a letter in front, random bytes cannot be a command by accident.
        let line = &[b"z", &line[..]].concat()[usize::from(round % 2 == 1)..];
        match (trial.is_remote(), round % 4) {
            (false, _) => peer.write(line)?,
            (true, 0) => peer.send_binary(line)?,
            // What is not UTF-8 would end the connection.
            (true, _) => peer.write(String::from_utf8_lossy(line).as_bytes())?,
        }
        if round % 10 == 9 {
            peer.ready()?;
        }
    }
    peer.send(&trial.new_game())?;
    peer.ready()?;
    still_plays(&mut peer, "go depth 2")
}

/// A search has a move, unless a die or a card is due.
fn still_plays(peer: &mut Peer, go: &str) -> Result<(), Breach> {
    let has_move = peer.search(go)?.best() != "0000" || peer.is_chances_turn()?;
    ensure(has_move, || "no move any more".to_owned())
}

fn no_growth(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    let mut resident = |rounds: usize| -> Result<Option<u64>, Breach> {
        for _ in 0..rounds / 100 {
            let new_game = trial.new_game();
            let round = format!("{new_game}\ngo nodes 200\nposition startpos moves x\nundo 1\n");
            peer.write(round.repeat(100).as_bytes())?;
            for _ in 0..100 {
                peer.until("bestmove")?;
            }
            peer.ready()?;
        }
        Ok(peer.resident())
    };
    let (Some(before), Some(after)) = (resident(500)?, resident(1000)?) else {
        return trial.cannot_see(match trial.is_remote() {
            true => NO_MEMORY_SEEN,
            false => "the system does not tell the memory of a process",
        });
    };
    ensure(after * 100 <= before * 105 + 102_400, || {
        format!("{before} KiB after 500 games, {after} KiB after 1500")
    })
}
