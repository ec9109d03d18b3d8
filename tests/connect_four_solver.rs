//! Connect Four's own solver against known scores, the general search, and itself.
#![allow(missing_docs)]

mod support;

use sarsen::game::{Evaluator, Game, Outcome, Player, Position};
use sarsen::games::connect_four::{Board, ConnectFour, Large, Small, Solver, Word};
use sarsen::search::{Control, Limits, Means, search};
use sarsen::table::Table;
use sarsen::value::{Value, distance};
use support::{Random, columns, data, legal_moves, play, random_position, scored_games};

const NO_LIMIT: u64 = u64::MAX;

#[test]
fn the_sets_are_solved() {
    let game = Small::new(7, 6).unwrap();
    let mut solver = Solver::new(&game, 8);
    for name in ["connect4/Test_L3_R1", "connect4/Test_L2_R1"] {
        for (moves, score) in scored_games(name) {
            let board = play(&game.start(), &columns(&moves));
            assert_eq!(solver.solve(&board, NO_LIMIT).unwrap().score, score, "{moves}");
        }
    }
}

/// The value of the empty board, and the last ply.
fn value_of<W: Word>(width: u32, height: u32) -> (i32, u32) {
    let game = ConnectFour::<W>::new(width, height).unwrap();
    let solution = Solver::new(&game, 8).solve(&game.start(), NO_LIMIT).unwrap();
    (solution.value.signum(), distance(solution.value).unwrap_or(width * height))
}

#[test]
fn empty_boards_have_their_known_values() {
    let text = std::fs::read_to_string(data("connect4/board_values.txt")).unwrap();
    let mut count = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [width, height]: [u32; 2] = [0, 1].map(|n| words[n].parse().unwrap());
        if width * height > 32 || width > 8 {
            continue;
        }
        let expected: (i32, u32) = (words[2].parse().unwrap(), words[3].parse().unwrap());
        assert_eq!(value_of::<u64>(width, height), expected, "{width}x{height}");
        if width * height <= 24 {
            assert_eq!(value_of::<u128>(width, height), expected, "{width}x{height}, wide");
        }
        count += 1;
    }
    assert!(count >= 12, "{count}");
}

/// The value by the general search, with nothing but the rules.
fn searched<W: Word>(game: &ConnectFour<W>, board: &Board<W>) -> Value {
    struct Nothing;
    impl<W: Word> Evaluator<Board<W>> for Nothing {
        fn evaluate(&self, _: &Board<W>, _: Player) -> Value {
            0
        }
    }
    let table = Table::new(4).unwrap();
    let oracle = game.oracle();
    let means = Means { evaluator: &Nothing, oracle: oracle.as_deref(), table: &table };
    let limits = Limits::default();
    let answer = search(*board, means, &limits, &Control::new(), &mut |_| {}).unwrap();
    assert!(answer.exact, "{}", board.format());
    answer.best.score.value()
}

/// Random positions with at most so many empty cells: the score is that of the general search, and that of the mirror image.
fn agrees<W: Word>(width: u32, height: u32, empty: u32, count: usize, seed: u64) {
    let game = ConnectFour::<W>::new(width, height).unwrap();
    let mut solver = Solver::new(&game, 1);
    let mut random = Random(seed);
    let mut left = count;
    while left > 0 {
        let board = random_position(&game.start(), (width * height) as usize, &mut random);
        if board.plies_left() > empty {
            continue;
        }
        left -= 1;
        let what = board.format();
        let Some(solution) = solver.solve(&board, NO_LIMIT) else {
            assert!(board.outcome().is_some(), "{what}");
            continue;
        };
        assert_eq!(solution.value, searched(&game, &board), "{width}x{height}: {what}");
        let mirrored = solver.solve(&board.image(1), NO_LIMIT).unwrap();
        assert_eq!(mirrored.score, solution.score, "{what}");
    }
}

#[test]
fn it_agrees_with_the_general_search() {
    for (width, height, empty, count) in [
        (4, 4, 16, 150),
        (5, 4, 20, 150),
        (4, 5, 20, 150),
        (5, 5, 20, 150),
        (7, 4, 18, 150),
        (4, 7, 20, 150),
        (6, 5, 18, 150),
        (7, 6, 18, 200),
        (8, 7, 15, 100),
        (5, 9, 16, 100),
        (12, 4, 15, 100),
    ] {
        agrees::<u64>(width, height, empty, count, u64::from(width * height));
    }
    for (width, height, empty, count) in
        [(8, 8, 15, 60), (9, 7, 15, 60), (20, 4, 13, 30), (4, 20, 15, 60), (5, 5, 18, 60)]
    {
        agrees::<u128>(width, height, empty, count, u64::from(width * height));
    }
}

#[test]
fn both_words_visit_the_same_scores() {
    let (small, large) = (Small::new(7, 6).unwrap(), Large::new(7, 6).unwrap());
    let (mut one, mut two) = (Solver::new(&small, 2), Solver::new(&large, 2));
    for (moves, _) in scored_games("connect4/Test_L2_R1").into_iter().take(200) {
        let narrow = play(&small.start(), &columns(&moves));
        let wide = play(&large.start(), &columns(&moves));
        let [narrow, wide] =
            [one.solve(&narrow, NO_LIMIT).unwrap(), two.solve(&wide, NO_LIMIT).unwrap()];
        assert_eq!((narrow.score, narrow.value), (wide.score, wide.value), "{moves}");
    }
}

#[test]
fn scores_follow_from_those_of_the_moves() {
    let game = Small::new(7, 6).unwrap();
    let mut solver = Solver::new(&game, 8);
    let mut random = Random(9);
    for _ in 0..300 {
        let board = random_position(&game.start(), 40, &mut random);
        if board.plies_left() > 26 || board.outcome().is_some() {
            continue;
        }
        let after = |m| {
            let mut next = board;
            next.make(m);
            match next.outcome() {
                Some(Outcome::Draw) => 0,
                Some(Outcome::Win(_)) => (board.plies_left() as i32 + 1) / 2,
                None => -solver.solve(&next, NO_LIMIT).unwrap().score,
            }
        };
        let best = legal_moves(&board).into_iter().map(after).max();
        assert_eq!(Some(solver.solve(&board, NO_LIMIT).unwrap().score), best, "{}", board.format());
    }
}

#[test]
fn limits_and_finished_games_have_no_score() {
    let game = Small::new(7, 6).unwrap();
    let mut solver = Solver::new(&game, 8);
    assert_eq!(solver.solve(&game.start(), 10_000), None);
    assert_eq!(solver.solve(&game.start(), 0), None);
    let over = play(&game.start(), &columns("4141414"));
    assert_eq!(solver.solve(&over, NO_LIMIT), None);
    // What was left unfinished does no harm.
    let board = play(&game.start(), &columns("2252576253462244111563365343671351441"));
    assert_eq!(solver.solve(&board, NO_LIMIT).unwrap().score, -1);
    // And the same question, asked of an empty memory, visits the same positions.
    let board = play(&game.start(), &columns("427566236745127177"));
    let nodes = [0; 2].map(|_| {
        solver.clear();
        solver.solve(&board, NO_LIMIT).unwrap().nodes
    });
    assert_eq!(nodes[0], nodes[1]);
    assert!(nodes[0] > 0);
}
