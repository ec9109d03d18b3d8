//! Othello: perft, known endings, and the solver against plain searches and itself.

use crate::support::{Random, data};
use sarsen::engine::Engine;
use sarsen::game::laws::survive;
use sarsen::game::value::{distance, lack};
use sarsen::game::{Aim, Effort, Game, Outcome, Player, Position, Solver, Written, perft};
use sarsen::games::othello::{Othello, OthelloPosition, OthelloSolver, Square, Technique};
use sarsen::games::registry;
use sarsen::search::Limits;
use sarsen::search::time::Clock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

fn solver() -> OthelloSolver {
    OthelloSolver::new(4 << 20).unwrap()
}

/// The difference that the solver finds for the player to move.
fn solved(solver: &OthelloSolver, position: &OthelloPosition) -> i32 {
    let found = solver.solve(position, &Effort::UNLIMITED);
    let value = found.value().unwrap_or_else(|| panic!("{}: {found:?}", position.format()));
    Othello::USUAL.literature_score(position, value)
}

/// The difference of a finished game for the player to move.
fn difference(position: &OthelloPosition) -> i32 {
    let player = position.to_move();
    let sign = match position.outcome() {
        Some(Outcome::Win(winner)) if winner == player => 1,
        Some(Outcome::Win(_)) => -1,
        _ => return 0,
    };
    sign * position.margin() as i32
}

/// The difference by a plain search of everything.
fn plainly(position: &OthelloPosition) -> i32 {
    if position.outcome().is_some() {
        return difference(position);
    }
    position
        .legal_moves()
        .into_iter()
        .map(|m| {
            let mut after = *position;
            after.make(m);
            -plainly(&after)
        })
        .max()
        .unwrap()
}

/// The difference by a plain alpha-beta search.
fn alpha_beta(position: &OthelloPosition, mut alpha: i32, beta: i32) -> i32 {
    if position.outcome().is_some() {
        return difference(position);
    }
    let mut best = -64;
    for m in position.legal_moves() {
        let mut after = *position;
        after.make(m);
        best = best.max(-alpha_beta(&after, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// An unfinished position of a random game with this many empty squares.
fn random_ending(game: Othello, empty: u32, random: &mut Random) -> OthelloPosition {
    loop {
        let mut position = game.start();
        while position.outcome().is_none() && position.plies_left() > empty {
            let moves = position.legal_moves();
            position.make(moves[random.below(moves.len())]);
        }
        if position.outcome().is_none() && position.plies_left() == empty {
            return position;
        }
    }
}

#[test]
fn perft_counts_what_others_count() {
    let text = std::fs::read_to_string(data("othello/perft_start.tsv")).unwrap();
    let mut count = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [depth, leaves] = [0, 1].map(|n| line.split('\t').nth(n).unwrap());
        let depth: u32 = depth.parse().unwrap();
        if depth <= 10 {
            let found = perft(&mut Othello::USUAL.start(), depth);
            assert_eq!(found, leaves.parse::<u64>().unwrap(), "depth {depth}");
            count += 1;
        }
    }
    assert_eq!(count, 10);
}

/// The board, difference and best moves of each known ending with at most this many empty squares.
fn endings(most: u32) -> Vec<(OthelloPosition, i32, Vec<String>)> {
    let text = std::fs::read_to_string(data("othello/ffo.tsv")).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let rows = rows.map(|row| row.split('\t').collect::<Vec<_>>());
    let read = |row: Vec<&str>| {
        let position = Othello::USUAL.start().parse(&format!("{} {}", row[1], row[2])).unwrap();
        let best = row[5].split(',').map(str::to_owned).collect();
        (position, row[4].parse().unwrap(), best)
    };
    rows.map(read).filter(|(position, ..)| position.plies_left() <= most).collect()
}

#[test]
fn known_endings_are_solved() {
    let solver = OthelloSolver::new(64 << 20).unwrap();
    let endings = endings(19);
    assert!(endings.len() >= 12);
    for (position, expected, best) in endings {
        let found = solver.solve(&position, &Effort::UNLIMITED);
        assert_eq!(solved(&solver, &position), expected, "{}", position.format());
        let keeps = position.format_move(found.keeps.unwrap());
        assert!(best.contains(&keeps), "{}: {keeps}", position.format());
        // Who wins is certain, but not how soon.
        assert_eq!(distance(found.least), None);
        if expected != 0 {
            assert_eq!(lack(found.least), 64 - expected.unsigned_abs());
        }
    }
}

#[test]
fn plain_searches_find_the_same() {
    let solver = solver();
    let mut random = Random(1);
    for game in [Othello::USUAL, Othello::SMALL] {
        for empty in 1..=7 {
            for _ in 0..if empty < 7 { 60 } else { 10 } {
                let position = random_ending(game, empty, &mut random);
                let expected = plainly(&position);
                assert_eq!(solved(&solver, &position), expected, "{}", position.format());
            }
        }
        no_technique_changes_a_difference(game, 10, 80, &mut random);
        no_technique_changes_a_difference(game, 12, 6, &mut random);
    }
}

/// Compares the solver, with all techniques and without each of them, with a plain search. Some
/// techniques begin at 11 and at 12 empty squares.
fn no_technique_changes_a_difference(game: Othello, empty: u32, count: usize, random: &mut Random) {
    let without = Technique::ALL.map(|technique| solver().without(technique));
    let all = solver();
    for _ in 0..count {
        let position = random_ending(game, empty, random);
        let expected = alpha_beta(&position, -64, 64);
        for solver in without.iter().chain([&all]) {
            assert_eq!(solved(solver, &position), expected, "{}", position.format());
        }
    }
}

#[test]
#[ignore = "it takes minutes"]
fn no_technique_changes_a_difference_of_very_many_positions() {
    for (empty, count) in [(10, 5000), (12, 500), (13, 100)] {
        for game in [Othello::USUAL, Othello::SMALL] {
            no_technique_changes_a_difference(game, empty, count, &mut Random(29));
        }
    }
}

#[test]
fn each_technique_can_be_left_out() {
    let all = solver();
    let mut random = Random(2);
    for technique in Technique::ALL {
        let without = solver().without(technique);
        for game in [Othello::USUAL, Othello::SMALL] {
            for empty in [4, 8, 13] {
                for _ in 0..12 {
                    let position = random_ending(game, empty, &mut random);
                    let (with, without) = (solved(&all, &position), solved(&without, &position));
                    assert_eq!(with, without, "{technique:?}: {}", position.format());
                }
            }
        }
    }
}

#[test]
fn threads_find_the_same() {
    let mut random = Random(3);
    let effort = Effort { threads: 3, ..Effort::UNLIMITED };
    for _ in 0..20 {
        let position = random_ending(Othello::USUAL, 14, &mut random);
        let [alone, shared] = [solver(), solver()];
        let found = shared.solve(&position, &effort);
        let value = found.value().unwrap();
        let score = Othello::USUAL.literature_score(&position, value);
        assert_eq!(score, solved(&alone, &position), "{}", position.format());
        let mut after = position;
        after.make(found.keeps.unwrap());
        if after.outcome().is_none() {
            let sign = if after.to_move() == position.to_move() { 1 } else { -1 };
            assert_eq!(sign * solved(&alone, &after), score, "{}", position.format());
        }
    }
}

#[test]
fn limits_end_the_work() {
    let position = Othello::USUAL.start();
    let found = solver().solve(&position, &Effort { nodes: 5000, ..Effort::UNLIMITED });
    assert!(found.value().is_none() && found.nodes < 8000, "{found:?}");
    let ended = Effort { must_end: &|nodes| nodes > 2000, ..Effort::UNLIMITED };
    assert!(solver().solve(&position, &ended).nodes < 20_000);
    // While it looks far ahead, it asks at each position, and the positions of a look do not count.
    let asked = AtomicU32::new(0);
    let ended =
        Effort { must_end: &|_| asked.fetch_add(1, Ordering::Relaxed) >= 20, ..Effort::UNLIMITED };
    assert!(solver().solve(&position, &ended).nodes < 40);
    // One thread that has forgotten everything visits the same positions each time.
    let position = random_ending(Othello::USUAL, 12, &mut Random(4));
    let mut solver = solver();
    let first = solver.solve(&position, &Effort::UNLIMITED);
    solver.forget();
    assert_eq!(solver.solve(&position, &Effort::UNLIMITED), first);
}

#[test]
fn a_clock_keeps_time_for_the_solver() {
    let mut engine = Engine::new(registry().open("othello", "").unwrap(), 8).unwrap();
    let ten_seconds = Limits::clock(Clock { left: Duration::from_secs(10), ..Default::default() });
    let mut budget = |empty, options: &[(&str, &str)]| {
        let position = random_ending(Othello::USUAL, empty, &mut Random(8)).format();
        engine.session_mut().set_position(Some(&position), "").unwrap();
        for (name, value) in options {
            assert!(engine.set(name, Some(value)).unwrap());
        }
        engine.budget(&ten_seconds, Duration::ZERO).unwrap()
    };
    // With 22 empty squares, the solver finishes in a part of ten seconds. With 40, it is a matter
    // of later moves, which share what they need not leave to it.
    let [now, later] = [22, 40].map(|empty| budget(empty, &[]));
    for (option, otherwise, usual) in
        [("Knowledge", "none", "full"), ("Strength", "50", "100"), ("Book Variety", "30", "0")]
    {
        let [plain_now, plain_later] = [22, 40].map(|empty| budget(empty, &[(option, otherwise)]));
        assert!(now.hard >= plain_now.hard.mul_f64(1.9), "{option}: {now:?} {plain_now:?}");
        assert_eq!(now.soft, plain_now.soft, "{option}");
        assert_ne!(later, plain_later, "{option}");
        assert_eq!(budget(22, &[(option, usual)]), now, "{option}");
    }
}

#[test]
fn opinions_count_in_discs() {
    let mut engine = Engine::new(registry().open("othello", "").unwrap(), 8).unwrap();
    let unit = |engine: &Engine| engine.session().scale().unit;
    assert_eq!(unit(&engine), Some((13, "discs")));
    assert!(engine.set("Evaluator", Some("patterns")).unwrap());
    assert_eq!(unit(&engine), Some((100, "discs")));
    let small = registry().open("othello", "6x6").unwrap();
    assert_eq!(small.scale().unit, None);
}

#[test]
fn a_pass_is_solved_like_a_move() {
    let mut random = Random(5);
    let mut seen = 0;
    while seen < 10 {
        let position = random_ending(Othello::USUAL, 6, &mut random);
        let moves = position.legal_moves();
        if moves == [Square::PASS] {
            let found = solver().solve(&position, &Effort::UNLIMITED);
            assert_eq!(found.keeps, Some(Square::PASS));
            let mut after = position;
            after.make(Square::PASS);
            assert_eq!(solved(&solver(), &position), -solved(&solver(), &after));
            seen += 1;
        }
    }
}

#[test]
fn no_text_panics() {
    let mut random = Random(6);
    let letters = ['X', 'O', '-', ' ', 'x', '8', '\u{e9}', '\t'];
    for _ in 0..2000 {
        let length = random.below(70);
        let text: String = (0..length).map(|_| letters[random.below(letters.len())]).collect();
        for game in [Othello::USUAL, Othello::SMALL] {
            survive(&game, &text);
        }
    }
    // A full board of one colour, and an empty board, are finished games.
    for (letter, winner) in [('X', Some(Player::First)), ('-', None)] {
        let text = format!("{} O", letter.to_string().repeat(64));
        let position = Othello::USUAL.start().parse(&text).unwrap();
        let expected = winner.map_or(Outcome::Draw, Outcome::Win);
        assert_eq!(position.outcome(), Some(expected));
        assert_eq!(solver().solve(&position, &Effort::UNLIMITED).nodes, 0);
    }
}

/// The question who wins takes less work than the difference, and has the same answer.
#[test]
fn the_winner_alone_takes_less_work() {
    let (mut random, solver) = (Random(23), &mut solver());
    let mut nodes = [0; 2];
    for _ in 0..200 {
        let position = random_ending(Othello::USUAL, 12, &mut random);
        let aims = [Aim::Value, Aim::Winner].map(|aim| {
            solver.forget();
            let found = solver.solve(&position, &Effort { aim, ..Effort::UNLIMITED });
            nodes[aim as usize] += found.nodes;
            assert!(found.keeps.is_some(), "{}", position.format());
            found.value().unwrap().signum()
        });
        assert_eq!(aims[0], aims[1], "{}", position.format());
    }
    assert!(nodes[1] < nodes[0], "{nodes:?}");
}
