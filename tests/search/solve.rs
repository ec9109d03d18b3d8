//! The proof of the result alone: `go solve`, and the search behind it.

use std::sync::Mutex;

use crate::support::process::{Engine, converse};
use crate::support::slow::{one_of, rounds};
use crate::support::{Random, columns, play, random_position, scored_games};
use sarsen::game::value::Score;
use sarsen::game::{Bound, Effort, Game, Position, Selectivity, Written};
use sarsen::games::connect_four::Small;
use sarsen::games::stonehenge::Stonehenge;
use sarsen::search::{Answer, Control, Info, Limits, Means, SearchTask, search};
use sarsen::transposition::Table;

type MoveOf<G> = <<G as Game>::Position as Position>::Move;

fn run<G: Game>(
    game: &G,
    position: &G::Position,
    limits: &SearchTask<MoveOf<G>>,
    report: &mut dyn FnMut(&Info<MoveOf<G>>),
) -> Answer<MoveOf<G>> {
    let table = Table::new(16).unwrap();
    let evaluators = game.evaluators();
    let oracle = game.oracle();
    let means = Means::new(&*evaluators[0].1, &table).with_oracle(oracle.as_deref());
    search(position.clone(), means, limits, &Control::new(), report).unwrap()
}

/// 1 for a win, 0 for a draw, -1 for a loss. Any other score is a panic.
fn result(score: Score) -> i32 {
    assert!(score.is_proven(), "{score:?}");
    score.value().signum()
}

/// Solves a position on one thread and on two. The result is that of the ordinary search, and no
/// report on the way contradicts it.
fn agrees<G: Game>(game: &G, position: &G::Position) {
    let expected = result(run(game, position, &SearchTask::default(), &mut |_| {}).best.score);
    for (threads, selectivity) in
        [(1, Selectivity::NONE), (1, game.selectivity()), (2, game.selectivity())]
    {
        let limits = SearchTask { threads, selectivity, ..Limits::PROOF.into() };
        let what = position.format();
        let mut last = None;
        let mut is_known = false;
        let answer = run(game, position, &limits, &mut |info| {
            assert!(
                info.score.is_proven() || !is_known,
                "{what}: nothing that is known is forgotten"
            );
            if info.score.is_proven() {
                is_known = true;
                let known = result(info.score);
                match info.bound {
                    Bound::Exact => assert_eq!(known, expected, "{what}"),
                    Bound::Lower => assert!(known <= expected, "{what}"),
                    Bound::Upper => assert!(known >= expected, "{what}"),
                }
            }
            let mut at = position.clone();
            for &m in &info.variation {
                assert!(at.legal_moves().contains(&m), "{what}: illegal variation");
                at.make(m);
            }
            last = Some(info.clone());
        });
        assert!(answer.exact && answer.best.bound == Bound::Exact, "{what}");
        assert_eq!(last.as_ref(), Some(&answer.best), "{what}");
        assert_eq!(result(answer.best.score), expected, "{what}");
        // The move keeps the result.
        let mut after = position.clone();
        after.make(answer.best.variation[0]);
        let kept = match after.outcome() {
            Some(_) => continue,
            None => -result(run(game, &after, &SearchTask::default(), &mut |_| {}).best.score),
        };
        assert_eq!(kept, expected, "{what}: {:?}", answer.best.variation);
    }
}

fn agrees_on_random_positions<G: Game>(game: &G, least: usize, count: usize, seed: u64) {
    let mut random = Random(seed);
    let mut left = count;
    while left > 0 {
        let position = random_position(&game.start(), 40, &mut random);
        if position.plies_left() as usize <= least {
            agrees(game, &position);
            left -= 1;
        }
    }
}

#[test]
fn solving_agrees_with_searching_in_connect_four() {
    agrees_on_random_positions(&Small::new(7, 6).unwrap(), 26, rounds(8, 100), 1);
}

#[test]
fn solving_agrees_with_searching_on_five_by_five() {
    agrees_on_random_positions(&Small::new(5, 5).unwrap(), 25, rounds(6, 40), 2);
}

#[test]
fn solving_agrees_with_searching_on_four_by_four() {
    agrees_on_random_positions(&Small::new(4, 4).unwrap(), 16, rounds(30, 100), 3);
}

#[test]
fn solving_agrees_with_searching_in_stonehenge() {
    agrees_on_random_positions(&Stonehenge, 10, rounds(6, 100), 4);
}

#[test]
fn the_solved_sets_are_solved() {
    let game = Small::new(7, 6).unwrap();
    for name in ["connect4/Test_L3_R1", "connect4/Test_L2_R1"] {
        for (moves, score) in scored_games(name).into_iter().step_by(one_of(5)) {
            let board = play(&game.start(), &columns(&moves));
            let limits = Limits::PROOF.into();
            let answer = run(&game, &board, &limits, &mut |_| {});
            assert_eq!(result(answer.best.score), score.signum(), "{moves}");
        }
    }
}

#[test]
fn small_boards_are_solved_from_the_start() {
    for (width, height, expected) in [(4, 4, 0), (5, 4, 0), (4, 5, 0), (5, 5, 0), (6, 4, -1)] {
        let game = Small::new(width, height).unwrap();
        let limits = Limits::PROOF.into();
        let answer = run(&game, &game.start(), &limits, &mut |_| {});
        assert_eq!(result(answer.best.score), expected, "{width}x{height}");
    }
}

#[test]
fn what_is_near_is_found_as_the_ordinary_search_finds_it() {
    let lines = converse(
        "setoption name Book value\nposition startpos moves 4 1 4 1\ngo solve nodes 200000\n",
    );
    let report = lines.iter().rfind(|line| line.starts_with("info depth")).unwrap();
    assert!(report.contains("score win "), "{report}");
}

#[test]
fn limits_end_it_without_a_proof() {
    for go in ["go solve nodes 20000", "go solve depth 7", "go solve movetime 50"] {
        let lines = converse(&format!("setoption name Book value\n{go}\n"));
        let report = lines.iter().rfind(|line| line.starts_with("info depth")).unwrap();
        assert!(!report.contains("score win") && !report.contains("score loss"), "{report}");
        assert!(lines.last().unwrap().starts_with("bestmove "), "{go}");
    }
}

/// The last report, and the answer.
fn end(lines: &[String]) -> (&str, &str) {
    let report = lines.iter().rfind(|line| line.starts_with("info depth")).unwrap();
    (report, lines.last().unwrap())
}

#[test]
fn the_move_keeps_what_is_proven() {
    // The search first proves that some move does not lose, later that no move wins. In between,
    // other moves look better.
    let lines = converse(
        "newgame connect4 6x5\nsetoption name Selectivity value 0\nposition startpos moves 5 2 6 4 4 4 3\ngo solve\n",
    );
    let (report, answer) = end(&lines);
    assert!(report.contains("score draw nodes"), "{report}");
    assert!(["bestmove 2", "bestmove 3"].contains(&answer), "{answer}");
}

#[test]
fn a_depth_that_reaches_the_end_is_enough() {
    for script in [
        "position startpos moves 2 1 1 3 2 3 1 6 7 6 4 1 5 3 2 7 7 5 4 5 3 4 6 2 3 3 2 5\ngo solve depth 14\n",
        "newgame connect4 4x4\nposition startpos moves 4 4 4\ngo solve depth 13\n",
    ] {
        let lines = converse(script);
        let (report, _) = end(&lines);
        assert!(report.contains("score draw nodes"), "{script}: {report}");
    }
}

#[test]
fn the_smallest_limits_are_obeyed() {
    for threads in [1, 2, 3] {
        for limit in ["depth 0", "depth 1", "nodes 1", "nodes 256", "nodes 512"] {
            let lines = converse(&format!(
                "setoption name Threads value {threads}\nposition startpos moves 4\ngo solve {limit}\n"
            ));
            let (report, answer) = end(&lines);
            assert!(report.contains(" pv ") && answer != "bestmove 0000", "{limit}: {lines:?}");
        }
    }
}

#[test]
fn a_script_of_proofs_is_worked_off() {
    let lines = converse(
        "position startpos moves 4 4 4 4 4 2 1 4 1 1 1 1 7 2 2\ngo solve\n\
         position startpos moves 3 4 3 4 3 4\ngo solve searchmoves 4\nnewgame stonehenge\n\
         position startpos moves 6@10 1@8 3@2 1@3 5@1 4@4\ngo solve\n",
    );
    let answers: Vec<usize> =
        (0..lines.len()).filter(|&i| lines[i].starts_with("bestmove")).collect();
    assert_eq!(answers.len(), 3);
    for at in answers {
        let words: Vec<&str> = lines[at - 1].split(' ').collect();
        let score = words.iter().position(|&word| word == "score").unwrap();
        assert!(["win", "loss", "draw"].contains(&words[score + 1]), "{}", lines[at - 1]);
        assert!(!lines[at - 1].contains("bound"), "{}", lines[at - 1]);
    }
}

#[test]
fn stop_ends_it() {
    for threads in [1, 2] {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name Threads value {threads}"));
        engine.send("newgame stonehenge");
        engine.send("go solve");
        std::thread::sleep(std::time::Duration::from_millis(300));
        engine.send("stop");
        let lines = engine.until("bestmove");
        assert!(lines.iter().any(|line| line.starts_with("info depth")));
    }
}

/// A solver asks `must_end` often at first, when memory comes into use, and rarely later.
fn looks_up<G: Game>(game: &G) {
    let looked = Mutex::new(vec![0]);
    let must_end = |nodes| {
        looked.lock().unwrap().push(nodes);
        nodes > 200_000
    };
    let solver = game.solver(1 << 20).unwrap();
    solver.solve(&game.start(), &Effort { must_end: &must_end, ..Effort::UNLIMITED });
    let looked = looked.into_inner().unwrap();
    assert!(looked.len() < 1_000, "{}", looked.len());
    for pair in looked.windows(2) {
        // Some positions are counted together.
        assert!(pair[1] - pair[0] <= pair[0] / 8 + 100, "{pair:?}");
    }
}

#[test]
fn solvers_look_up_often_at_first() {
    looks_up(&Small::new(7, 6).unwrap());
    looks_up(&Stonehenge);
}
