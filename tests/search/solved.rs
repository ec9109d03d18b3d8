//! The general search decides positions whose exact results are known.

use crate::support::{columns, json_lines, play, scored_games};
use sarsen::game::value::Score;
use sarsen::game::{Game, Player};
use sarsen::games::connect_four::Small;
use sarsen::games::stonehenge::Stonehenge;
use sarsen::search::{Answer, Control, Means, SearchTask, search};
use sarsen::transposition::Table;

fn solve<G: Game>(
    game: &G,
    position: &G::Position,
    table: &mut Table,
) -> Answer<<G::Position as sarsen::game::Position>::Move> {
    table.clear();
    let evaluators = game.evaluators();
    let oracle = game.oracle();
    let means = Means::new(&*evaluators[0].1, table).with_oracle(oracle.as_deref());
    search(position.clone(), means, &SearchTask::default(), &Control::new(), &mut |_| {}).unwrap()
}

/// Solves a set of Connect Four positions. The score is that of the literature: the number of
/// stones that the winner has left just before the winning move.
fn connect_four_set(name: &str, count: usize) {
    let game = Small::new(7, 6).unwrap();
    let mut table = Table::new(16).unwrap();
    let rows = scored_games(name);
    assert_eq!(rows.len(), count);
    for (moves, expected) in rows {
        let board = play(&game.start(), &columns(&moves));
        let stones_left = |plies: u32| (44 - (board.ply() + plies) as i32) / 2;
        let score = match solve(&game, &board, &mut table).best.score {
            Score::Win(Some(plies)) => stones_left(plies),
            Score::Loss(Some(plies)) => -stones_left(plies),
            Score::Draw => 0,
            other => panic!("{moves}: {other:?} is not exact"),
        };
        assert_eq!(score, expected, "{moves}");
    }
}

#[test]
fn connect_four_late() {
    connect_four_set("connect4/Test_L3_R1", 1000);
}

#[test]
fn connect_four_middle() {
    connect_four_set("connect4/Test_L2_R1", 1000);
}

#[test]
fn connect_four_own_late() {
    connect_four_set("connect4/public_late.txt", 500);
}

#[test]
fn connect_four_small_boards() {
    // These are the quick sizes of the table of empty boards: drawn, won and lost.
    let text = std::fs::read_to_string(crate::support::data("connect4/board_values.txt")).unwrap();
    let mut table = Table::new(64).unwrap();
    let mut seen = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [width, height]: [u32; 2] = [words[0].parse().unwrap(), words[1].parse().unwrap()];
        if width * height > 20 {
            continue;
        }
        let game = Small::new(width, height).unwrap();
        let score = solve(&game, &game.start(), &mut table).best.score;
        let last: u32 = words[3].parse().unwrap();
        let expected = match words[2] {
            "1" => Score::Win(Some(last)),
            "-1" => Score::Loss(Some(last)),
            _ => Score::Draw,
        };
        assert_eq!(score, expected, "{width}x{height}");
        seen += 1;
    }
    assert!(seen >= 3);
}

#[derive(serde::Deserialize)]
struct Solved {
    ply: u32,
    moves: Vec<(u8, u8)>,
    to_move: u8,
    winner: u8,
}

#[test]
fn stonehenge_from_eight_plies_on() {
    let rows: Vec<Solved> = json_lines("chapter/stone_solved.public.jsonl.gz");
    let mut table = Table::new(64).unwrap();
    let mut proven = 0;
    for row in rows.iter().filter(|row| row.ply >= 8) {
        let moves: Vec<String> =
            row.moves.iter().map(|(cell, piece)| format!("{piece}@{}", cell + 1)).collect();
        let position = play(&Stonehenge.start(), &moves);
        let mover = if row.to_move == 1 { Player::First } else { Player::Second };
        let winner = if row.winner == 1 { Player::First } else { Player::Second };
        let score = solve(&Stonehenge, &position, &mut table).best.score;
        let found = match score {
            Score::Win(Some(_)) => mover,
            Score::Loss(Some(_)) => mover.other(),
            other => panic!("{moves:?}: {other:?} is no proof"),
        };
        assert_eq!(found, winner, "{moves:?}");
        proven += 1;
    }
    assert_eq!(proven, 104);
}
