//! The examples without an evaluator: perft, how games end, and that they play.

#[path = "../../examples/ataxx.rs"]
pub mod ataxx;

#[path = "../../examples/breakthrough.rs"]
pub mod breakthrough;

use crate::support::{data, legal_moves};
use ataxx::Ataxx;
use breakthrough::Breakthrough;
use sarsen::game::{Game, Outcome, Player, Position, Written, laws, perft};

/// Plays moves, each of them legal.
fn play<P: Written>(position: &mut P, moves: &str) {
    for text in moves.split_whitespace() {
        let m = position.parse_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        position.make(m);
    }
}

/// The rows of a table of counts: a setup or a position, and the counts at depths 1, 2 and so on.
fn counts(name: &str) -> Vec<(String, Vec<u64>)> {
    let text = std::fs::read_to_string(data(name)).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let read = |row: &str| {
        let (of, counts) = row.split_once('\t').unwrap();
        (of.to_owned(), counts.split(' ').map(|count| count.parse().unwrap()).collect())
    };
    rows.map(read).collect()
}

fn check_perft<P: Written>(position: &mut P, counts: &[u64]) {
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(position, depth), count, "{}, depth {depth}", position.format());
    }
}

#[test]
fn perft_counts_what_others_count() {
    let starts = counts("breakthrough/perft_start.tsv");
    for (setup, counts) in &starts {
        check_perft(&mut Breakthrough::parse(setup).unwrap().start(), counts);
    }
    let positions = counts("ataxx/perft_positions.tsv");
    assert_eq!(positions[0].0, Ataxx.start().format());
    for (text, counts) in &positions {
        check_perft(&mut Ataxx.start().parse(text).unwrap(), counts);
    }
    assert_eq!((starts.len(), positions.len()), (2, 6));
}

#[test]
fn whole_games_keep_the_laws() {
    laws::hold_in_random_games(&Breakthrough::parse("8x8").unwrap(), 20);
    laws::hold_in_random_games(&Breakthrough::parse("6x6").unwrap(), 20);
    laws::hold_in_random_games(&Ataxx, 2);
}

#[test]
fn a_pawn_on_the_last_row_wins() {
    assert!(Breakthrough::parse("7x7").is_err());
    let start = Breakthrough::parse("6x6").unwrap().start();
    assert_eq!(start.format(), "bbbbbb/bbbbbb/....../....../wwwwww/wwwwww w");
    let mut board = start.parse("b...../..w.../....../....../.b..../.....w b").unwrap();
    // The pawn on b2 has the cells a1, b1 and c1.
    assert_eq!(legal_moves(&board).len(), 5);
    play(&mut board, "b2c1");
    assert_eq!(board.outcome(), Some(Outcome::Win(Player::Second)));
    assert!(start.parse(&board.format().replace(" w", " b")).is_err(), "it is white's turn");
    // Straight on there is no capture. The last pawn of a player loses the game with itself.
    let mut board = start.parse("....../....../bb..../w...../....../...... w").unwrap();
    assert!(board.parse_move("a3a4").is_err());
    play(&mut board, "a3b4 a4a3 b4c5 a3a2 c5c6");
    assert_eq!(board.outcome(), Some(Outcome::Win(Player::First)));
    let mut board = start.parse("....../....../.b..../w...../....../...... w").unwrap();
    play(&mut board, "a3b4");
    assert_eq!(board.outcome(), Some(Outcome::Win(Player::First)));
}

#[test]
fn most_stones_win() {
    let read = |text: &str| Ataxx.start().parse(text).unwrap();
    let full = ["xxxxxxx/"; 3].concat() + &["ooooooo/"; 3].concat();
    let mut board = read(&format!("{full}xxxoo1x o"));
    play(&mut board, "f1");
    assert_eq!(board.outcome(), Some(Outcome::Win(Player::Second)));
    // A full board is the end, and a player without stones.
    assert_eq!(board.format(), format!("{full}xxxoooo x"));
    let mut board = read("o6/x6/7/7/7/7/7 x");
    play(&mut board, "b6");
    assert_eq!(board.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(board.format(), "x6/xx5/7/7/7/7/7 o");
    assert_eq!(read("7/7/7/7/7/7/7 x").outcome(), Some(Outcome::Draw));
}

#[test]
fn who_cannot_move_passes() {
    let mut board = Ataxx.start().parse("xoo4/ooo4/ooo4/7/7/7/7 x").unwrap();
    let moves = legal_moves(&board);
    assert!(board.format_move(moves[0]) == "pass" && board.is_pass(moves[0]) && moves.len() == 1);
    play(&mut board, "pass c7e7 a7c7");
    assert_eq!(board.format(), "1xx1o2/oxx4/ooo4/7/7/7/7 o");
}

#[test]
fn jumps_alone_draw_the_game() {
    let mut board = Ataxx.start();
    let again = "a7a5 g7g5 a5a7 g5g7 ";
    play(&mut board, again);
    assert_eq!((board.format(), board.outcome()), (Ataxx.start().format(), None));
    // The image has come as near to the limit.
    assert_eq!(board.image(5).path().unwrap().plies_left(), 96);
    play(&mut board, again);
    assert_eq!(board.outcome(), Some(Outcome::Draw));
    assert_eq!(board.image(5).outcome(), Some(Outcome::Draw));
}
