//! The search finds the same values as the reference searches, at equal depth.

use crate::support::reference::{self, chapter_alpha_beta, value_of};
use crate::support::slow::{one_of, rounds};
use crate::support::{Random, json_lines, play, random_position};
use sarsen::game::value::{Score, Value, WIN, distance, is_loss, is_win};
use sarsen::game::{Actor, Evaluator, Game, Player, Position, Written};
use sarsen::games::abalone::Abalone;
use sarsen::games::checkers::Checkers;
use sarsen::games::connect_four::{Board, Chapter, Large, Small};
use sarsen::games::nuba::Nuba;
use sarsen::games::stonehenge::{self, Stonehenge};
use sarsen::search::{Control, Info, Limits, Means, SearchTask, Techniques, search};
use sarsen::transposition::Table;

#[derive(serde::Deserialize)]
struct ConnectFourRow {
    moves: String,
    val1: i32,
    val2: i32,
    val3: i32,
    val4: i32,
}

#[derive(serde::Deserialize)]
struct StonehengeRow {
    moves: Vec<(u8, u8)>,
    fixed_val1: i32,
    fixed_val2: i32,
    fixed_val3: i32,
    fixed_val4: i32,
}

fn connect_four_rows() -> Vec<ConnectFourRow> {
    json_lines("chapter/c4_alphabeta.public.jsonl.gz")
}

fn stonehenge_positions() -> Vec<(stonehenge::StonehengePosition, [i32; 4])> {
    let rows: Vec<StonehengeRow> = json_lines("chapter/stone_alphabeta.public.jsonl.gz");
    rows.iter()
        .map(|row| {
            let moves: Vec<String> =
                row.moves.iter().map(|(cell, piece)| format!("{piece}@{}", cell + 1)).collect();
            let values = [row.fixed_val1, row.fixed_val2, row.fixed_val3, row.fixed_val4];
            (play(&Stonehenge.start(), &moves), values)
        })
        .collect()
}

#[test]
fn the_chapters_alpha_beta_plays_connect_four() {
    let start = Small::new(7, 6).unwrap().start();
    let chapter = Chapter::new(start.geometry());
    let evaluate = |board: &_| chapter.evaluate(board, Player::First);
    let rows = connect_four_rows();
    assert_eq!(rows.len(), 78);
    for row in rows {
        let mut board = start;
        for digit in row.moves.bytes() {
            let drop = board.drop_into(digit - b'1').unwrap();
            board.make(drop);
        }
        for (depth, expected) in (1..).zip([row.val1, row.val2, row.val3, row.val4]) {
            let value =
                chapter_alpha_beta(&board, &evaluate, 10_000, depth, Value::MIN, Value::MAX);
            assert_eq!(value, expected, "{} depth {depth}", row.moves);
        }
    }
}

#[test]
fn the_chapters_alpha_beta_plays_stonehenge() {
    let evaluate = |position: &_| stonehenge::Chapter.evaluate(position, Player::First);
    let rows = stonehenge_positions();
    assert_eq!(rows.len(), 46);
    for (position, values) in rows {
        for (depth, expected) in (1..).zip(values) {
            let value =
                chapter_alpha_beta(&position, &evaluate, 1000, depth, Value::MIN, Value::MAX);
            assert_eq!(value, expected, "{} depth {depth}", position.format());
        }
    }
}

/// The depth at which plain minimax visits about `most` leaves or fewer. There are at least
/// `branching` moves in most positions, although there may be fewer in this one.
fn affordable<P: Position>(position: &P, most: f64, branching: f64) -> i32 {
    (most.ln() / (position.legal_moves().len() as f64).max(branching).ln()).max(1.0) as i32
}

/// Searches with one line and with many, with small and large tables, empty and filled by the same
/// search. The values are always those of plain minimax, and each variation is legal to its end.
fn agrees<P: Written>(
    position: &P,
    evaluator: &dyn Evaluator<P>,
    tables: &mut [Table],
    depth: i32,
) {
    let Actor::Player(me) = position.actor() else { panic!("chance acts") };
    let moves = position.legal_moves();
    let value_after = |&m: &P::Move| {
        let mut child = position.clone();
        child.make(m);
        reference::minimax(&child, evaluator, me, depth - 1, 1)
    };
    let values: Vec<Value> = moves.iter().map(value_after).collect();
    let mut ranked = values.clone();
    ranked.sort_unstable_by(|a, b| b.cmp(a));
    let what = format!("{} depth {depth}", position.format());
    let alone = each_technique().into_iter().map(|techniques| (techniques, 1));
    for (techniques, threads) in alone.chain([(Techniques::ALL, 3)]) {
        let table = Table::new(1).unwrap();
        let means = Means::new(evaluator, &table);
        let limits = SearchTask { techniques, threads, ..Limits::depth(depth as u32).into() };
        let position = position.clone();
        let answer = search(position, means, &limits, &Control::new(), &mut |_| {}).unwrap();
        let score = answer.best.score;
        let is_distant = matches!(score, Score::Win(None) | Score::Loss(None));
        assert!(
            is_distant || value_of(score) == ranked[0],
            "{what}: {techniques:?}, threads: {threads}"
        );
    }
    if evaluator.is_symmetric() {
        for symmetry in 1..position.symmetries() {
            let table = Table::new(1).unwrap();
            let means = Means::new(evaluator, &table);
            let limits = Limits::depth(depth as u32).into();
            let image = position.image(symmetry);
            let answer = search(image, means, &limits, &Control::new(), &mut |_| {}).unwrap();
            assert_eq!(value_of(answer.best.score), ranked[0], "{what}: image {symmetry}");
        }
    }
    for table in tables {
        for lines in [1, moves.len()] {
            table.clear();
            for filled in [false, true] {
                let means = Means::new(evaluator, table);
                let limits = SearchTask { lines, ..Limits::depth(depth as u32).into() };
                let mut last: Vec<Info<P::Move>> = Vec::new();
                let answer =
                    search(position.clone(), means, &limits, &Control::new(), &mut |info| {
                        if info.rank == 1 {
                            last.clear();
                        }
                        last.push(info.clone());
                    })
                    .unwrap();
                assert_eq!(answer.best, last[0], "{what}");
                assert_eq!(last.len(), lines, "{what}");
                for (info, &expected) in last.iter().zip(&ranked) {
                    // A win beyond the depth comes from an unstable position, and may not be the
                    // fastest.
                    match info.score {
                        Score::Win(None) => assert!(is_win(expected), "{what}"),
                        Score::Loss(None) => assert!(is_loss(expected), "{what}"),
                        score => {
                            assert_eq!(value_of(score), expected, "{what} lines {lines} {filled}")
                        }
                    }
                    // Where positions come again, depth alone does not prove a distance.
                    if position.path().is_none()
                        && distance(expected).is_some_and(|plies| plies <= depth as u32)
                    {
                        assert_eq!(value_of(info.score), expected, "{what}");
                    }
                    let first = moves.iter().position(|&m| m == info.variation[0]).unwrap();
                    assert_eq!(values[first], expected, "{what}: not a best move");
                    let mut at = position.clone();
                    for &m in &info.variation {
                        assert!(at.legal_moves().contains(&m), "{what}: illegal variation");
                        at.make(m);
                    }
                    // A proven result is played to its end.
                    if is_win(expected) || is_loss(expected) {
                        assert!(at.outcome().is_some(), "{what}: the variation stops short");
                    }
                }
            }
        }
    }
}

/// Each technique alone, all without each technique, and none.
fn each_technique() -> Vec<Techniques> {
    let switches: [fn(&mut Techniques) -> &mut bool; 4] = [
        |techniques| &mut techniques.killers,
        |techniques| &mut techniques.history,
        |techniques| &mut techniques.enhanced_cutoffs,
        |techniques| &mut techniques.double_steps,
    ];
    let alone = switches.map(|switch| {
        let mut techniques = Techniques::NONE;
        *switch(&mut techniques) = true;
        techniques
    });
    let without = switches.map(|switch| {
        let mut techniques = Techniques::ALL;
        *switch(&mut techniques) = false;
        techniques
    });
    [&alone[..], &without, &[Techniques::NONE]].concat()
}

fn tables() -> [Table; 2] {
    [1, 64].map(|mib| Table::new(mib).unwrap())
}

#[test]
fn the_search_agrees_with_minimax_on_the_chapters_positions() {
    let connect_four = Small::new(7, 6).unwrap();
    for (_, evaluator) in connect_four.evaluators() {
        for row in connect_four_rows().into_iter().step_by(one_of(4)) {
            let mut board = connect_four.start();
            for digit in row.moves.bytes() {
                let drop = board.drop_into(digit - b'1').unwrap();
                board.make(drop);
            }
            if board.outcome().is_none() {
                agrees(&board, &*evaluator, &mut tables(), affordable(&board, 20_000.0, 2.0));
            }
        }
    }
    for (_, evaluator) in Stonehenge.evaluators() {
        for (position, _) in stonehenge_positions().into_iter().step_by(one_of(4)) {
            if position.outcome().is_none() {
                let depth = affordable(&position, 20_000.0, 2.0);
                agrees(&position, &*evaluator, &mut tables(), depth);
            }
        }
    }
}

fn agrees_on_random_positions<G: Game>(game: &G, most: usize, count: usize, seed: u64) {
    agrees_within(game, most, count, seed, |position| affordable(position, 20_000.0, 2.0));
}

fn agrees_within<G: Game>(
    game: &G,
    most: usize,
    count: usize,
    seed: u64,
    depth: fn(&G::Position) -> i32,
) {
    let mut random = Random(seed);
    let evaluators = game.evaluators();
    for i in 0..count {
        let position = random_position(&game.start(), most, &mut random);
        let evaluator = &*evaluators[i % evaluators.len()].1;
        agrees(&position, evaluator, &mut tables(), depth(&position));
    }
}

#[test]
fn the_search_agrees_with_minimax_on_random_connect_four() {
    agrees_on_random_positions(&Small::new(7, 6).unwrap(), 41, rounds(60, 500), 5);
}

#[test]
fn the_search_agrees_with_minimax_on_other_boards() {
    agrees_on_random_positions(&Small::new(5, 5).unwrap(), 24, 60, 6);
    agrees_on_random_positions(&Large::new(9, 9).unwrap(), 80, 60, 7);
}

#[test]
fn the_search_agrees_with_minimax_on_random_stonehenge() {
    agrees_on_random_positions(&Stonehenge, 16, rounds(50, 500), 8);
}

/// Compares searches that are too deep for minimax. Neither techniques nor threads change what the
/// search without them finds, with and without the game's oracle.
fn techniques_agree<G: Game>(game: &G, depth: u32, most_moves: usize, count: usize, seed: u64) {
    let mut random = Random(seed);
    let mut position = || loop {
        let position = random_position(&game.start(), 24, &mut random);
        if position.legal_moves().len() <= most_moves {
            return position;
        }
    };
    let oracle = game.oracle();
    for (i, (_, evaluator)) in game.evaluators().iter().cycle().take(count).enumerate() {
        let position = position();
        let oracle = oracle.as_deref().filter(|_| i % 2 == 0);
        let value = |techniques, threads| {
            let table = Table::new(4).unwrap();
            let means = Means::new(&**evaluator, &table).with_oracle(oracle);
            let limits = SearchTask { techniques, threads, ..Limits::depth(depth).into() };
            let position = position.clone();
            let answer = search(position, means, &limits, &Control::new(), &mut |_| {}).unwrap();
            // The distance of a win beyond the depth may be known or not.
            match value_of(answer.best.score) {
                value if is_win(value) => WIN,
                value if is_loss(value) => -WIN,
                value => value,
            }
        };
        let plain = value(Techniques::NONE, 1);
        for techniques in each_technique().into_iter().chain([Techniques::ALL]) {
            assert_eq!(value(techniques, 1), plain, "{}: {techniques:?}", position.format());
        }
        for threads in [2, 3, 8] {
            let found = value(Techniques::ALL, threads);
            assert_eq!(found, plain, "{}: threads: {threads}", position.format());
        }
    }
}

#[test]
fn neither_techniques_nor_threads_change_what_is_found() {
    techniques_agree(&Small::new(7, 6).unwrap(), 9, 7, 18, 31);
    techniques_agree(&Small::new(5, 5).unwrap(), 10, 5, 12, 32);
    techniques_agree(&Stonehenge, 4, 50, 6, 33);
    techniques_agree(&Stonehenge, 8, 24, 12, 34);
}

/// An evaluator for which a position with a large value is not stable.
struct Restless(Chapter<u64>);

impl Evaluator<Board<u64>> for Restless {
    fn evaluate(&self, board: &Board<u64>, player: Player) -> Value {
        self.0.evaluate(board, player)
    }

    fn is_stable(&self, board: &Board<u64>) -> bool {
        self.evaluate(board, Player::First).abs() < 60
    }

    fn is_symmetric(&self) -> bool {
        false
    }
}

#[test]
fn unstable_positions_are_searched_on() {
    let game = Small::new(7, 6).unwrap();
    let restless = Restless(Chapter::new(game.start().geometry()));
    let mut random = Random(9);
    let mut longest = 0;
    for _ in 0..60 {
        let board = random_position(&game.start(), 38, &mut random);
        if board.ply() < 26 {
            continue;
        }
        agrees(&board, &restless, &mut tables()[..1], affordable(&board, 50.0, 2.0));
        let table = Table::new(1).unwrap();
        let means = Means::new(&restless, &table);
        let answer =
            search(board, means, &Limits::depth(2).into(), &Control::new(), &mut |_| {}).unwrap();
        longest = longest.max(answer.best.seldepth);
    }
    assert!(longest > 4, "no position was unstable");
}

#[test]
fn the_search_agrees_with_minimax_on_random_checkers() {
    let count = rounds(100, 500);
    agrees_within(&Checkers, 120, count, 9, |position| affordable(position, 2_000.0, 8.0));
}

#[test]
fn the_search_agrees_with_minimax_on_random_abalone() {
    let count = rounds(30, 500);
    agrees_within(&Abalone::STANDARD, 120, count, 10, |position| {
        affordable(position, 5_000.0, 2.0)
    });
}

#[test]
fn the_search_agrees_with_minimax_on_random_nuba() {
    let nuba = Nuba::parse("row-ready").unwrap();
    agrees_within(&nuba, 20, 100, 11, |position| affordable(position, 2_000.0, 2.0));
}
