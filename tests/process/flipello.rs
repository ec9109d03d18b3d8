//! Othello as Fairy-Stockfish writes it: that program's rules as a second referee along random
//! games, and whole games by the protocol of a front end.

use crate::support::Random;
use crate::support::process::Engine;
use crate::support::referee::Referee;
use sarsen::game::{Game, Outcome, Position};
use sarsen::games::othello::Othello;

#[test]
fn random_games_agree_with_fairy_stockfish() {
    let (package, variable) = ("pyffish", "SARSEN_FLIPELLO_GAMES");
    Referee { script: "flipello.py", package, games: 10, variable }.agrees();
}

/// Plays a game as a front end does, after two random moves. Returns its moves.
fn played(engine: &mut Engine, random: &mut Random) -> Vec<String> {
    let notation = Othello::USUAL.notations().into_iter().find(|known| known.name() == "flipello");
    let notation = notation.unwrap();
    let mut position = Othello::USUAL.start();
    let mut moves = Vec::new();
    for _ in 0..2 {
        let legal = position.legal_moves();
        let m = legal[random.below(legal.len())];
        moves.push(notation.format_move(&position, m));
        position.make(m);
    }
    engine.send("ucinewgame");
    while position.outcome().is_none() {
        engine.send(&format!("position startpos moves {}", moves.join(" ")));
        engine.send("go nodes 200");
        let answer = engine.until("bestmove ").pop().unwrap();
        let best = answer.split(' ').nth(1).unwrap().to_owned();
        let m = notation.parse_move(&position, &best).unwrap_or_else(|e| panic!("{best}: {e}"));
        position.make(m);
        moves.push(best);
    }
    assert!(matches!(position.outcome(), Some(Outcome::Win(_) | Outcome::Draw)));
    // The same position as text, and nothing left to play.
    engine.send(&format!("position fen {}", notation.format(&position)));
    engine.send("go nodes 200");
    assert_eq!(engine.until("bestmove ").pop().unwrap(), "bestmove 0000");
    moves
}

#[test]
fn whole_games_are_played_in_flipello() {
    let mut engine = Engine::start();
    engine.send("uci");
    assert!(engine.until("uciok").iter().any(|line| line.contains("UCI_Variant")));
    engine.send("setoption name UCI_Variant value flipello");
    assert_eq!(engine.ask("isready"), "readyok");
    let mut passes = 0;
    let mut random = Random(6);
    for _ in 0..6 {
        let moves = played(&mut engine, &mut random);
        let (drops, others): (Vec<_>, Vec<_>) = moves.iter().partition(|m| m.starts_with("P@"));
        // In this notation, a pass is a move of a disc to where it is.
        assert!(others.iter().all(|m| m.len() == 4 && m[..2] == m[2..]), "{others:?}");
        assert!((40..=60).contains(&drops.len()), "{moves:?}");
        passes += others.len();
    }
    assert!(passes > 0, "nobody had to pass");
    engine.send("quit");
    assert!(engine.wait().success());
}
