//! What this engine in particular says through a pipe. `promises.rs` tests what every engine
//! promises.

use crate::support::process::{Engine, answers, converse};
use sarsen::game::{Game, Outcome, Player, Position, Written};
use sarsen::games::connect_four::Small;
use sarsen::games::stonehenge::Stonehenge;
use std::time::{Duration, Instant};

/// A time longer than any thread waits for its turn on a busy machine.
const MOMENT: Duration = Duration::from_millis(300);

fn best_move(lines: &[String]) -> &str {
    let last = lines.last().unwrap();
    last.strip_prefix("bestmove ")
        .unwrap_or_else(|| panic!("no best move: {last}"))
        .split(' ')
        .next()
        .unwrap()
}

fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}

/// Plays a whole game. The engine and a fixed rule move in turn. Every answer is checked.
fn full_game<G: Game>(game: &G, name: &str, go: &str) {
    let mut engine = Engine::start();
    engine.send(&format!("newgame {name}"));
    let mut position = game.start();
    let mut played: Vec<String> = Vec::new();
    while position.outcome().is_none() {
        assert_eq!(engine.ask("query fen"), format!("response {}", position.format()));
        let moves: Vec<String> =
            position.legal_moves().into_iter().map(|m| position.format_move(m)).collect();
        assert_eq!(engine.ask("query moves"), format!("response {}", moves.join(" ")));
        let text = if played.len().is_multiple_of(2) {
            engine.send(go);
            let lines = engine.until("bestmove");
            let best = best_move(&lines).to_owned();
            let report = lines[lines.len() - 2].clone();
            let variation = report.split(" pv ").nth(1).unwrap();
            assert_eq!(variation.split(' ').next(), Some(best.as_str()), "{report}");
            let mut at = position.clone();
            for text in variation.split(' ') {
                let m = at.parse_move(text).unwrap_or_else(|error| panic!("{report}: {error}"));
                at.make(m);
            }
            best
        } else {
            moves[played.len() * 7 % moves.len()].clone()
        };
        let m = position.parse_move(&text).unwrap();
        position.make(m);
        played.push(text);
        engine.send(&format!("position startpos moves {}", played.join(" ")));
    }
    let result = match position.outcome() {
        Some(Outcome::Win(Player::First)) => "p1win",
        Some(Outcome::Win(Player::Second)) => "p2win",
        _ => "draw",
    };
    assert_eq!(engine.ask("query gameover"), "response true");
    assert_eq!(engine.ask("query result"), format!("response {result}"));
    assert_eq!(engine.ask("query moves"), "response none");
    assert_eq!(engine.ask("go movetime 1000"), "bestmove 0000");
    assert_eq!(result, "p1win", "against random play");
    let (rest, status) = engine.finish();
    assert!(rest.is_empty() && status.success());
}

#[test]
fn a_game_of_connect_four() {
    full_game(&Small::new(7, 6).unwrap(), "connect4", "go depth 6");
    full_game(&Small::new(7, 6).unwrap(), "connect4 7x6", "go movetime 10");
}

#[test]
fn a_game_of_stonehenge() {
    full_game(&Stonehenge, "stonehenge", "go depth 3");
}

#[test]
fn everything_in_one_write() {
    let lines = converse(
        "newgame connect4\nposition startpos moves 4\ngo depth 5\nquery p1turn\nmove 4\ngo nodes 500\n\
         newgame stonehenge\ngo depth 2\nquery game\ngo movetime 20",
    );
    assert_eq!(count(&lines, "bestmove"), 4);
    let kept = answers(&lines);
    assert!(kept[0].starts_with("bestmove") && kept[2].starts_with("bestmove"));
    assert_eq!((kept[1], kept[4]), ("response false", "response stonehenge"));
    assert!(kept[3].starts_with("bestmove") && kept[3].contains('@'), "{kept:?}");
    assert!(kept[5].contains('@'));
}

#[test]
fn handshakes_can_be_repeated_and_changed() {
    let mut engine = Engine::start();
    engine.send("ugi");
    let first = engine.until("ugiok");
    engine.send("uci");
    let uci = engine.until("uciok");
    engine.send("ugi");
    assert_eq!(engine.until("ugiok"), first);
    assert_eq!(uci.len(), first.len() + 1);
    assert!(uci.contains(
        &"option name UCI_Variant type combo default cfour var cfour var flipello".to_owned()
    ));
}

#[test]
fn a_uci_program_plays_cfour() {
    let mut engine = Engine::start();
    engine.send("uci");
    engine.until("uciok");
    engine.send("setoption name UCI_Variant value cfour");
    engine.send("setoption name Book value");
    engine.send("ucinewgame");
    assert_eq!(engine.ask("isready"), "readyok");
    engine.send("position fen 7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1 moves P@d1 P@a1");
    engine.send("go wtime 1000 btime 1000 winc 0 binc 0");
    let lines = engine.until("bestmove");
    assert!(best_move(&lines).starts_with("P@"));
    assert!(lines.iter().any(|line| line.contains(" score cp ")), "{lines:?}");
    engine.send("position startpos moves P@d1 P@a1 P@c1 P@a2 P@e1");
    engine.send("go depth 4");
    let lines = engine.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate -1 ")), "{lines:?}");
    // A game that UCI programs do not know keeps its own notation.
    engine.send("setoption name Game value stonehenge");
    engine.send("go depth 1");
    assert!(best_move(&engine.until("bestmove")).contains('@'));
    engine.send("setoption name uci_variant value CFOUR");
    engine.send("go depth 1");
    assert!(best_move(&engine.until("bestmove")).starts_with("P@"));
}

#[test]
fn a_refused_position_leaves_the_old_one_and_no_move_for_it() {
    let mut engine = Engine::start();
    engine.send("position startpos moves 4 4");
    let error = engine.ask("position startpos moves 4 4 4 4 4 4 4 1");
    assert_eq!(
        error,
        "info string error: position refused, the old one stays: move 7: '4' is not a legal move here: column 4 is full"
    );
    assert_eq!(engine.ask("query fen"), "response 7/7/7/7/3o3/3x3 x");
    assert!(engine.ask("go depth 3").starts_with("info string error"));
    assert_eq!(engine.line(), "bestmove 0000");
    engine.send("position startpos");
    engine.send("go depth 3");
    assert_ne!(best_move(&engine.until("bestmove")), "0000");
    // A mistake of grammar and a broken line are refused in the same way.
    for bad in [
        &b"position fen nothing like a position x\n"[..],
        b"position startpos 4 4\n",
        b"position\n",
        b"position startpos moves 4 \xff\n",
        b" position startpos moves 4 \x00\n",
        &[&b"position startpos moves"[..], &b" 4".repeat(1 << 20), b"\n"].concat(),
    ] {
        engine.send("newgame");
        engine.write(bad);
        assert!(engine.line().starts_with("info string error"));
        assert!(engine.ask("go infinite").starts_with("info string error"));
        assert_eq!(engine.line(), "bestmove 0000");
    }
    engine.send("newgame");
    engine.send("go depth 3");
    assert_ne!(best_move(&engine.until("bestmove")), "0000");
}

#[test]
fn errors_leave_everything_as_it_was() {
    let mut engine = Engine::start();
    engine.send("newgame connect4 8x7");
    engine.send("position startpos moves 4 5");
    let state = |engine: &mut Engine| {
        ["fen", "moves", "eval", "game", "result"].map(|what| engine.ask(&format!("query {what}")))
    };
    let before = state(&mut engine);
    for line in [
        "GO",
        "newgame chess",
        "newgame connect4 99x99",
        "newgame stonehenge 7x6",
        "move 9",
        "move 4 4 4 4 4 4 4 4 4",
        "undo x",
        "query fen fen",
        "query perft x",
        "setoption name Hash value 0",
        "setoption name Hash value 99999999",
        "setoption name Hash value 1048576",
        "setoption name Evaluator value best",
        "setoption name Knowledge value all",
        "setoption name Nothing value 1",
        "setoption name Ponder value 2",
        "setoption name MultiPV value -1",
        "setoption name Game value chess",
        "setoption name UCI_Variant value chess",
        "help me",
        "isready now",
        "stop it",
        "quit now",
        "ugi 2",
    ] {
        let answer = engine.ask(line);
        assert!(answer.starts_with("info string error: "), "{line}: {answer}");
        assert!(answer.len() < 300, "{answer}");
        assert_eq!(engine.ask("isready"), "readyok");
    }
    for bytes in [&b"\xff\xfe\n"[..], b"is\0ready\n", &[b'x'; (1 << 20) + 10][..], b"\n"] {
        engine.write(bytes);
    }
    for part in ["not UTF-8", "NUL", "more than 1048576 bytes"] {
        let line = engine.line();
        assert!(line.contains(part), "{line}");
    }
    assert_eq!(state(&mut engine), before);
    engine.send("go depth 3");
    assert_ne!(best_move(&engine.until("bestmove")), "0000");
}

#[test]
fn go_obeys_what_it_understands() {
    let mut engine = Engine::start();
    let depths = |lines: &[String]| count(lines, "info depth");
    for (go, errors) in [
        ("go dpeth 5", 2),
        ("go depth x", 1),
        ("go depth -3", 1),
        ("go depth -99999999999999999999", 1),
        ("go movetime", 1),
        ("go depth nodes", 2),
        ("go p2time 1000", 1),
        ("go p1inc 100", 1),
        ("go p1inc 0 p2inc 0", 1),
        ("go movestogo 5", 1),
        ("go searchmoves", 1),
        ("go searchmoves 9", 1),
        ("go searchmoves 4 movetiem 10", 2),
    ] {
        engine.send(go);
        let lines = engine.until("bestmove");
        assert_eq!(count(&lines, "info string error: go: "), errors, "{lines:?}");
        assert_eq!(depths(&lines), 1, "{go} is a search of depth 1: {lines:?}");
    }
    engine.send("go depth 4 fast searchmoves 1 9 2 nodes 100000");
    let lines = engine.until("bestmove");
    assert_eq!((count(&lines, "info string error: go: "), depths(&lines)), (2, 4));
    assert!(["1", "2"].contains(&best_move(&lines)));
}

#[test]
fn counting_can_be_stopped() {
    let mut engine = Engine::start();
    assert_eq!(engine.ask("query perft 0"), "response 1");
    assert_eq!(engine.ask("query perft 7"), "response 823536");
    engine.send("query perft 40");
    engine.stays_silent(MOMENT);
    assert_eq!(engine.ask("stop"), "response stopped");
    engine.send("newgame stonehenge");
    assert_eq!(engine.ask("query perft 2"), "response 11016");
}

#[test]
fn counting_beyond_the_end_of_the_game_can_be_stopped_too() {
    let mut engine = Engine::start();
    for (game, plies) in [("connect4 7x6", 43), ("connect4 25x4", 101), ("stonehenge", 19)] {
        engine.send(&format!("newgame {game}"));
        engine.send(&format!("query perft {plies}"));
        engine.stays_silent(MOMENT);
        assert_eq!(engine.ask("stop"), "response stopped", "{game}");
    }
}

#[test]
fn what_is_no_command_does_not_end_an_endless_search() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.send("nonsense");
    let lines = engine.until("info string error: unknown command");
    assert_eq!(count(&lines, "bestmove"), 0);
    engine.gives_no_answer(MOMENT);
    engine.send("stop");
    engine.until("bestmove");
}

#[test]
fn a_long_queue_does_not_slow_the_server() {
    // If each line caused a search through all that wait, this would take minutes.
    for (line, times) in [("go depth 1", 100_000), ("ponderhit\nundo 0", 50_000)] {
        let mut engine = Engine::start();
        // The limit of nodes keeps the book out.
        engine.send("go movetime 600000 nodes 999999999999");
        let began = Instant::now();
        engine.write(format!("{line}\n").repeat(times));
        engine.send("isready");
        assert_eq!(count(&engine.until("readyok"), "bestmove"), 0);
        assert!(began.elapsed() < Duration::from_secs(10), "{line}: {:?}", began.elapsed());
    }
}

#[test]
fn mistakes_are_told_in_their_turn() {
    let lines = converse("query perft 6\nbad\nquery game\ngo depth 2\nworse\nquery game\n");
    let kept = answers(&lines);
    assert_eq!((kept[0], kept[2]), ("response 117649", "response connect4 7x6"));
    assert!(
        kept[1].contains("'bad'") && kept[3].starts_with("bestmove") && kept[4].contains("'worse'")
    );
}

#[test]
fn a_glance_proves_nothing_that_is_not_so() {
    // This is a drawn position of a small board. The move looked at first loses.
    let lines = converse(
        "newgame connect4 4x4\nposition startpos moves 2 3 1 1 1 2 4 4 1 4\n\
         go nodes 1\ngo nodes 2\ngo nodes 3\ngo nodes 4\n",
    );
    assert!(lines.iter().all(|line| !line.contains(" loss")), "{lines:?}");
    assert_eq!(count(&lines, "bestmove"), 4);
}

#[test]
fn a_distance_is_told_when_it_is_certain() {
    // When the search of depth 3 begins, the table knows a win in 11 by column 3. Column 4 wins in
    // 9.
    let lines = converse(
        "setoption name Selectivity value 0\nnewgame connect4 5x4\n\
         position startpos moves 1 3 5 2 3 4 2 5\n\
         go depth 60 searchmoves 3\ngo depth 3\ngo depth 60\n",
    );
    let searches: Vec<&[String]> =
        lines.split_inclusive(|line| line.starts_with("bestmove")).collect();
    assert!(searches[0].iter().any(|line| line.contains(" score win 11 ")), "{lines:?}");
    assert!(searches[1].iter().any(|line| line.contains(" score win nodes ")), "{lines:?}");
    assert!(searches[1].iter().all(|line| !line.contains(" score win 11 ")), "{lines:?}");
    assert!(searches[2].iter().any(|line| line.contains(" score win 9 ")), "{lines:?}");
}

#[test]
fn what_is_solved_while_pondering_is_played_at_once() {
    let mut engine = Engine::start();
    engine.write(
        "newgame othello\nposition fen -XXXXXX---XXXX--OXOXXOO-XXXXXXO--XOXOOOO-OOOOXOOO--OXX-O----X--- X\n\
         go ponder p1time 60000 p2time 60000\n",
    );
    let solved = engine.until("info depth 20 ");
    assert!(solved.last().unwrap().contains(" score win margin 28 "), "{solved:?}");
    engine.stays_silent(MOMENT);
    let began = Instant::now();
    engine.send("ponderhit");
    engine.until("bestmove");
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
}

#[test]
fn pondering_unasked() {
    let mut engine = Engine::start();
    engine.send("setoption name Own Ponder value true");
    let nodes = |lines: &[String]| -> u64 {
        let last = lines.iter().rev().find(|line| line.starts_with("info depth")).unwrap();
        last.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()
    };
    engine.send("go nodes 20000");
    let lines = engine.until("bestmove");
    let variation = lines[lines.len() - 2].split(" pv ").nth(1).unwrap().to_owned();
    let moves: Vec<&str> = variation.split(' ').take(2).collect();
    // Nothing is said of it, and the position is as before.
    engine.stays_silent(Duration::from_millis(1200));
    assert_eq!(engine.ask("isready"), "readyok");
    assert_eq!(engine.ask("query fen"), "response 7/7/7/7/7/7 x");
    engine.send("go nodes 20000");
    engine.until("bestmove");
    engine.stays_silent(MOMENT);
    // After the expected reply, the result of the pondering is in the table.
    engine.send(&format!("move {}", moves.join(" ")));
    engine.send("go depth 13");
    let after_thinking = nodes(&engine.until("bestmove"));
    let cold = nodes(&converse(&format!("move {}\ngo depth 13\n", moves.join(" "))));
    assert!(after_thinking < cold, "{after_thinking} nodes, from nothing {cold}");
    // Any command ends it, and so does the end of input.
    engine.write("stop\nponderhit\n");
    engine.stays_silent(MOMENT);
    engine.send("go depth 3");
    engine.until("bestmove");
    let (rest, status) = engine.finish();
    assert!(rest.is_empty() && status.success());
}

#[test]
fn an_evaluator_once_chosen_is_kept() {
    let mut engine = Engine::start();
    engine.send("move 4 4 3");
    let ours = engine.ask("query eval");
    engine.send("setoption name Evaluator value windows");
    let windows = engine.ask("query eval");
    assert_ne!(ours, windows);
    // Stonehenge has no evaluator of this name. Back in Connect Four, the choice counts again.
    engine.write("newgame stonehenge\nnewgame connect4\nmove 4 4 3\n");
    assert_eq!(engine.ask("query eval"), windows);
}

#[test]
fn a_long_search_shows_that_it_lives() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.until("info nodes ");
    engine.send("stop");
    engine.until("bestmove");
}

#[test]
fn several_lines_have_exact_values() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 7");
    engine.send("position startpos moves 4 4 3 5");
    engine.send("go depth 6");
    let lines = engine.until("bestmove");
    let last: Vec<&String> =
        lines.iter().filter(|line| line.starts_with("info depth 6 ")).collect();
    assert_eq!(last.len(), 7);
    let mut moves: Vec<&str> = last
        .iter()
        .map(|line| line.split(" pv ").nth(1).unwrap().split(' ').next().unwrap())
        .collect();
    assert_eq!(best_move(&lines), moves[0]);
    moves.sort_unstable();
    assert_eq!(moves, ["1", "2", "3", "4", "5", "6", "7"]);
}

#[test]
fn numbers_that_are_too_large_count_as_the_largest() {
    let mut engine = Engine::start();
    engine.send("position startpos moves 4 1 4 1 4");
    for go in [
        "nodes 18446744073709551615",
        "nodes 99999999999999999999999",
        "depth 4294967296",
        "movetime 18446744073709551616",
        "p1time 99999999999999999999 p2time 99999999999999999999 movestogo 99999999999",
        "mate 18446744073709551616",
    ] {
        engine.send(&format!("go {go}"));
        let lines = engine.until("bestmove");
        assert_eq!(count(&lines, "info string"), 0, "{go}: {lines:?}");
        assert_eq!(best_move(&lines), "4", "{go}");
    }
    let answer = engine.ask("undo 99999999999999999999999");
    assert!(answer.contains("cannot take back so many: moves since"), "{answer}");
    engine.send("query perft 99999999999");
    assert_eq!(engine.ask("stop"), "response stopped");
}

#[test]
fn a_win_in_n_moves_is_looked_for() {
    let mut engine = Engine::start();
    // The fastest win takes 9 plies, which are 5 moves.
    engine.write("newgame connect4 5x4\nposition startpos moves 1 3 5 2 3 4 2 5\n");
    for (go, wins) in [("mate 4", false), ("mate 5", true), ("mate 20", true)] {
        engine.send(&format!("go {go}"));
        let lines = engine.until("bestmove");
        assert_eq!(lines.iter().any(|line| line.contains(" score win 9 ")), wins, "{lines:?}");
        assert!(lines.iter().all(|line| !line.starts_with("info depth 10 ")), "{lines:?}");
    }
    // The smaller of two limits counts, and 0 is not a mistake.
    for go in ["mate 5 depth 2", "mate 1 depth 9", "mate 0"] {
        engine.send(&format!("go {go}"));
        let lines = engine.until("bestmove");
        assert!(lines.iter().all(|line| !line.starts_with("info depth 3 ")), "{go}: {lines:?}");
    }
}

#[test]
fn options_explain_themselves() {
    let mut engine = Engine::start();
    engine.send("uci");
    let offers = engine.until("uciok");
    for offer in offers.iter().filter_map(|line| line.strip_prefix("option name ")) {
        let name = offer.split(" type ").next().unwrap();
        let said = engine.ask(&format!("help {}", name.to_lowercase()));
        assert!(said.starts_with(&format!("info string option {name}: ")), "{said}");
        let meaning = engine.line();
        assert!(meaning.len() > "info string ".len() + 10, "{name}: {meaning}");
    }
    assert_eq!(engine.ask("isready"), "readyok");
}

#[test]
fn uci_commands_without_a_meaning_here_are_ignored() {
    let lines =
        converse("debug on\ndebug off\nregister later\nregister name A B code 4359874324\n");
    assert!(lines.is_empty(), "{lines:?}");
    let mut engine = Engine::start();
    engine.write("go infinite\ndebug on\nregister later\n");
    engine.gives_no_answer(MOMENT);
    engine.send("stop");
    engine.until("bestmove");
    let began = Instant::now();
    engine.send("go movetime 50.9 wtime 5000.25 btime 5000.5");
    assert_eq!(count(&engine.until("bestmove"), "info string"), 0);
    assert!(began.elapsed() < Duration::from_secs(5));
}
