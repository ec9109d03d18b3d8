//! Connect Four's own solver against known scores, the general search, and itself.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::support::slow::rounds;
use crate::support::{Random, columns, data, play, random_position, scored_games};
use sarsen::game::value::{Value, distance, from_node, win_in};
use sarsen::game::{
    Aim, Effort, Evaluator, Finding, Game, Outcome, Player, Position, Solver, Symmetric, Written,
};
use sarsen::games::connect_four::{
    Board, BoardWord, ConnectFour, ConnectFourSolver, Drop, Large, Small, Technique,
};
use sarsen::search::{Control, Means, SearchTask, search};
use sarsen::transposition::Table;

/// A solver with `mib` MiB.
fn solver<W: BoardWord>(game: &ConnectFour<W>, mib: usize) -> ConnectFourSolver<W> {
    ConnectFourSolver::new(game, mib << 20).unwrap()
}

/// What is found about a position without any limits.
fn found<W: BoardWord>(solver: &ConnectFourSolver<W>, board: &Board<W>) -> Finding<Drop> {
    solver.solve(board, &Effort::UNLIMITED)
}

/// The value of an unfinished position.
fn value<W: BoardWord>(solver: &ConnectFourSolver<W>, board: &Board<W>) -> Value {
    let found = found(solver, board);
    found.value().unwrap_or_else(|| panic!("{}: {found:?}", board.format()))
}

#[test]
fn the_sets_are_solved() {
    let game = Small::new(7, 6).unwrap();
    let solver = solver(&game, 8);
    for name in ["connect4/Test_L3_R1", "connect4/Test_L2_R1"] {
        for (moves, score) in scored_games(name) {
            let board = play(&game.start(), &columns(&moves));
            assert_eq!(game.literature_score(&board, value(&solver, &board)), score, "{moves}");
        }
    }
}

/// The result of the empty board (1, 0 or -1), and the ply at which the game ends.
fn value_of<W: BoardWord>(width: u32, height: u32) -> (i32, u32) {
    let game = ConnectFour::<W>::new(width, height).unwrap();
    let value = value(&solver(&game, 8), &game.start());
    (value.signum(), distance(value).unwrap_or(width * height))
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

/// The value by the general search, without any evaluation.
fn searched<W: BoardWord>(game: &ConnectFour<W>, board: &Board<W>) -> Value {
    struct Nothing;
    impl<W: BoardWord> Evaluator<Board<W>> for Nothing {
        fn evaluate(&self, _: &Board<W>, _: Player) -> Value {
            0
        }
    }
    let table = Table::new(4).unwrap();
    let oracle = game.oracle();
    let means = Means::new(&Nothing, &table).with_oracle(oracle.as_deref());
    let limits = SearchTask::default();
    let answer = search(*board, means, &limits, &Control::new(), &mut |_| {}).unwrap();
    assert!(answer.exact, "{}", board.format());
    answer.best.score.value()
}

/// Solves random positions with at most `empty` empty cells. The value is that of the general
/// search, and that of the mirror image.
fn agrees<W: BoardWord>(width: u32, height: u32, empty: u32, count: usize, seed: u64) {
    let game = ConnectFour::<W>::new(width, height).unwrap();
    let solver = solver(&game, 1);
    let mut random = Random(seed);
    let mut left = count;
    while left > 0 {
        let board = random_position(&game.start(), (width * height) as usize, &mut random);
        if board.plies_left() > empty {
            continue;
        }
        left -= 1;
        let what = board.format();
        if board.outcome().is_some() {
            continue;
        }
        let expected = searched(&game, &board);
        assert_eq!(value(&solver, &board), expected, "{width}x{height}: {what}");
        assert_eq!(value(&solver, &board.image(1)), expected, "{what}");
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
        let count = rounds(count / 10, count);
        agrees::<u64>(width, height, empty, count, u64::from(width * height));
    }
    for (width, height, empty, count) in
        [(8, 8, 15, 60), (9, 7, 15, 60), (20, 4, 13, 30), (4, 20, 15, 60), (5, 5, 18, 60)]
    {
        let count = rounds(count / 10, count);
        agrees::<u128>(width, height, empty, count, u64::from(width * height));
    }
}

#[test]
fn both_words_visit_the_same_scores() {
    let (small, large) = (Small::new(7, 6).unwrap(), Large::new(7, 6).unwrap());
    let (one, two) = (solver(&small, 2), solver(&large, 2));
    for (moves, _) in scored_games("connect4/Test_L2_R1").into_iter().take(200) {
        let narrow = play(&small.start(), &columns(&moves));
        let wide = play(&large.start(), &columns(&moves));
        assert_eq!(value(&one, &narrow), value(&two, &wide), "{moves}");
    }
}

/// The value of a move for the player who makes it.
fn after(solver: &ConnectFourSolver<u64>, board: &Board<u64>, m: Drop) -> Value {
    let mut next = *board;
    next.make(m);
    match next.outcome() {
        Some(Outcome::Draw) => 0,
        Some(Outcome::Win(_)) => win_in(1),
        None => from_node(-value(solver, &next), 1),
    }
}

#[test]
fn values_follow_from_those_of_the_moves() {
    let game = Small::new(7, 6).unwrap();
    let solver = solver(&game, 8);
    let mut random = Random(9);
    for _ in 0..300 {
        let board = random_position(&game.start(), 40, &mut random);
        if board.plies_left() > 26 || board.outcome().is_some() {
            continue;
        }
        let found = found(&solver, &board);
        let best = board.legal_moves().into_iter().map(|m| after(&solver, &board, m)).max();
        assert_eq!(found.value(), best, "{}", board.format());
        let kept = found.keeps.map(|m| after(&solver, &board, m));
        assert_eq!(kept, best, "{}", board.format());
    }
}

/// With a limit, what the solver reports is true, and its move keeps the least value.
#[test]
fn limits_leave_what_is_known() {
    let game = Small::new(7, 6).unwrap();
    let judge = solver(&game, 8);
    let mut random = Random(11);
    let mut unfinished = 0;
    for _ in 0..300 {
        let board = random_position(&game.start(), 20, &mut random);
        if board.plies_left() > 28 || board.outcome().is_some() {
            continue;
        }
        let solver = solver(&game, 1);
        let nodes = random.below(2000) as u64;
        let found = solver.solve(&board, &Effort { nodes, ..Effort::UNLIMITED });
        assert!(found.nodes <= nodes, "{found:?}");
        let value = value(&judge, &board);
        assert!((found.least..=found.most).contains(&value), "{}: {found:?}", board.format());
        if let Some(m) = found.keeps {
            assert!(after(&judge, &board, m) >= found.least, "{}: {found:?}", board.format());
        }
        unfinished += usize::from(found.value().is_none());
    }
    assert!(unfinished > 20, "{unfinished}");
}

#[test]
fn a_solver_ends_when_it_must() {
    let game = Small::new(7, 6).unwrap();
    let solver = solver(&game, 8);
    for threads in [1, 3] {
        let asked = AtomicU64::new(0);
        let must_end = |nodes| {
            asked.fetch_max(nodes, Relaxed);
            nodes > 50_000
        };
        let found = solver
            .solve(&game.start(), &Effort { threads, must_end: &must_end, ..Effort::UNLIMITED });
        assert_eq!(found.value(), None);
        assert!((50_000..100_000).contains(&found.nodes), "{found:?}");
        assert!(asked.load(Relaxed) > 50_000);
    }
}

/// A caller's stack may be small, and the board large.
#[test]
fn a_small_stack_is_enough() {
    let solve = || {
        let game = Large::new(25, 4).unwrap();
        let effort = Effort { nodes: 5_000, ..Effort::UNLIMITED };
        solver(&game, 1).solve(&game.start(), &effort).nodes
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(solve).unwrap();
    assert!(thread.join().unwrap() >= 5_000);
}

#[test]
fn a_solver_knows_nothing_of_a_board_of_another_size() {
    let [seven, eight] = [7, 8].map(|width| Small::new(width, 6).unwrap());
    let found = solver(&seven, 1).solve(&eight.start(), &Effort::UNLIMITED);
    assert_eq!((found.value(), found.keeps, found.nodes), (None, None, 0));
}

#[test]
fn several_threads_find_the_same() {
    let game = Small::new(7, 6).unwrap();
    let solver = solver(&game, 8);
    for moves in ["266276253", "1333311144", "65214673556155", "444444535"] {
        let board = play(&game.start(), &columns(moves));
        let alone = value(&ConnectFourSolver::new(&game, 8 << 20).unwrap(), &board);
        let found = solver.solve(&board, &Effort { threads: 3, ..Effort::UNLIMITED });
        assert_eq!(found.value(), Some(alone), "{moves}");
    }
}

#[test]
fn finished_games_have_no_value() {
    let game = Small::new(7, 6).unwrap();
    let mut solver = solver(&game, 8);
    let over = play(&game.start(), &columns("4141414"));
    assert_eq!(found(&solver, &over), Finding::nothing(0));
    assert_eq!(
        solver.solve(&game.start(), &Effort { nodes: 0, ..Effort::UNLIMITED }).value(),
        None
    );
    // Unfinished work in the memory does no harm.
    let board = play(&game.start(), &columns("2252576253462244111563365343671351441"));
    assert_eq!(game.literature_score(&board, value(&solver, &board)), -1);
    // From an empty memory, the same question always visits the same positions.
    let board = play(&game.start(), &columns("427566236745127177"));
    let nodes = [0; 2].map(|_| {
        solver.forget();
        found(&solver, &board).nodes
    });
    assert_eq!(nodes[0], nodes[1]);
    assert!(nodes[0] > 0);
}

/// A random position with `empty` empty cells, or one more, in which nobody has won.
fn late_position<W: BoardWord>(game: &ConnectFour<W>, empty: u32, random: &mut Random) -> Board<W> {
    'again: loop {
        let mut board = game.start();
        while board.plies_left() > empty + 1 || board.plies_left() > empty && random.below(2) == 0 {
            let moves: Vec<_> = board
                .legal_moves()
                .into_iter()
                .filter(|&m| {
                    let mut next = board;
                    next.make(m);
                    next.outcome().is_none()
                })
                .collect();
            if moves.is_empty() {
                continue 'again;
            }
            board.make(moves[random.below(moves.len())]);
        }
        return board;
    }
}

/// On positions with about `empty` empty cells or fewer, the score stays the same if any technique
/// is off.
fn no_technique_changes_a_score<W: BoardWord>(width: u32, height: u32, empty: u32, count: usize) {
    let game = ConnectFour::<W>::new(width, height).unwrap();
    let all = solver(&game, 1);
    let others = Technique::ALL.map(|technique| (technique, solver(&game, 1).without(technique)));
    let mut random = Random(u64::from(width * 100 + height));
    for n in 0..count {
        let empty = empty - n as u32 % 8;
        let board = late_position(&game, empty, &mut random);
        let expected = value(&all, &board);
        for (technique, other) in &others {
            let without = value(other, &board);
            assert_eq!(without, expected, "{technique:?}: {width}x{height} {}", board.format());
        }
    }
}

fn no_technique_changes_a_score_of_any_size(count: usize) {
    for (width, height, empty) in [(5, 5, 20), (6, 5, 20), (7, 6, 20), (7, 7, 18), (9, 6, 18)] {
        no_technique_changes_a_score::<u64>(width, height, empty, count);
    }
    for (width, height, empty) in [(9, 7, 18), (6, 11, 18)] {
        no_technique_changes_a_score::<u128>(width, height, empty, count);
    }
}

#[test]
fn no_technique_changes_a_score_of_some_positions() {
    no_technique_changes_a_score_of_any_size(rounds(40, 200));
}

#[test]
#[ignore = "it takes minutes"]
fn no_technique_changes_a_score_of_very_many_positions() {
    no_technique_changes_a_score_of_any_size(100_000);
}

/// Positions after random moves, with 14 to 24 stones.
fn middle_games(game: &ConnectFour<u64>, tries: usize, seed: u64) -> Vec<Board<u64>> {
    let mut random = Random(seed);
    let boards = (0..tries).map(|_| random_position(&game.start(), 24, &mut random));
    boards.filter(|board| board.ply() >= 14).collect()
}

#[test]
fn who_wins_is_found_sooner_than_the_score() {
    let game = Small::new(7, 6).unwrap();
    let mut solver = solver(&game, 8);
    let (mut exact, mut sooner) = (0, 0);
    let mut results = [0; 3];
    for board in middle_games(&game, 120, 12) {
        solver.forget();
        let alone = found(&solver, &board);
        solver.forget();
        let winner = solver.solve(&board, &Effort { aim: Aim::Winner, ..Effort::UNLIMITED });
        let sign = alone.value().unwrap().signum();
        assert_eq!(winner.value().unwrap().signum(), sign, "{}", board.format());
        let kept = after(&solver, &board, winner.keeps.unwrap());
        assert_eq!(kept.signum(), sign, "{}", board.format());
        results[(sign + 1) as usize] += 1;
        exact += alone.nodes;
        sooner += winner.nodes;
    }
    assert!(results.iter().all(|&count| count > 0), "{results:?}");
    assert!(2 * sooner < exact, "{sooner} {exact}");
}

#[test]
fn if_the_score_is_known_only_a_move_is_sought() {
    let game = Small::new(7, 6).unwrap();
    let mut solver = solver(&game, 8);
    let (mut without, mut with) = (0, 0);
    for board in middle_games(&game, 60, 11) {
        solver.forget();
        let alone = found(&solver, &board);
        let known = alone.value();
        solver.forget();
        let informed = solver.solve(&board, &Effort { known, ..Effort::UNLIMITED });
        assert_eq!(informed.value(), known);
        let kept = after(&solver, &board, informed.keeps.unwrap());
        assert_eq!(Some(kept), known, "{}", board.format());
        without += alone.nodes;
        with += informed.nodes;
    }
    assert!(2 * with < without, "{with} {without}");
}
