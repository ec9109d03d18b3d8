//! The examples without an evaluator: perft, how games end, and that they play; and the odds of the
//! one with a die.

use std::collections::HashMap;

#[path = "../../examples/ataxx.rs"]
pub mod ataxx;

#[path = "../../examples/breakthrough.rs"]
pub mod breakthrough;

#[path = "../../examples/two_tokens.rs"]
pub mod two_tokens;

use crate::support::data;
use ataxx::Ataxx;
use breakthrough::Breakthrough;
use sarsen::game::value::{Score, Value, share};
use sarsen::game::{
    Actor, Effort, Game, Outcome, Player, Position, Symmetric, Written, laws, perft,
};
use sarsen::search::{Control, Limits, Means, search};
use sarsen::transposition::Table;
use two_tokens::{Track, TwoTokens};

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
    laws::hold_in_random_games(&TwoTokens, 100);
}

#[test]
fn a_pawn_on_the_last_row_wins() {
    assert!(Breakthrough::parse("7x7").is_err());
    let start = Breakthrough::parse("6x6").unwrap().start();
    assert_eq!(start.format(), "bbbbbb/bbbbbb/....../....../wwwwww/wwwwww w");
    let mut board = start.parse("b...../..w.../....../....../.b..../.....w b").unwrap();
    // The pawn on b2 has the cells a1, b1 and c1.
    assert_eq!(board.legal_moves().len(), 5);
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
    let moves = board.legal_moves();
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
    assert_eq!(board.image(5).path().unwrap().plies_left(), Some(96));
    play(&mut board, again);
    assert_eq!(board.outcome(), Some(Outcome::Draw));
    assert_eq!(board.image(5).outcome(), Some(Outcome::Draw));
}

#[test]
fn a_token_runs_or_pushes() {
    let mut track = TwoTokens.start();
    assert_eq!((&*track.format(), track.actor()), ("aa33x-", Actor::Chance(Player::First)));
    let weights: Vec<u32> = track.legal_moves().into_iter().map(|m| track.weight(m)).collect();
    assert_eq!(weights, [1, 2, 1]);
    // Nobody pushes a token at its start, or beyond it.
    play(&mut track, "2");
    assert_eq!((track.actor(), track.legal_moves().len()), (Actor::Player(Player::First), 1));
    play(&mut track, "run 3 push");
    assert_eq!(track.format(), "aa32x-");
    let read = |text: &str| TwoTokens.start().parse(text).unwrap();
    assert_eq!(read("de03x2").legal_moves().len(), 1, "no pushes are left");
    let mut track = read("ke11x3");
    play(&mut track, "run");
    assert_eq!(track.format(), "le11o-");
    assert_eq!(track.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(track.actor(), Actor::Player(Player::Second));
    for (text, at) in [("", 1), ("am33x-", 2), ("aa43x-", 3), ("aa33x", 6), ("aa33x--", 7)] {
        assert_eq!(TwoTokens.start().parse(text).unwrap_err().at, at, "{text}");
    }
}

/// The share of a win before a throw, for the player whose turn it is: fields and pushes of this
/// player come first. It shares no code with the game and the engine.
fn odds_of(own: [u32; 2], other: [u32; 2], known: &mut HashMap<[[u32; 2]; 2], f64>) -> f64 {
    if let Some(&odds) = known.get(&[own, other]) {
        return odds;
    }
    let mut odds = 0.0;
    for (die, weight) in [(1, 0.25), (2, 0.5), (3, 0.25)] {
        let run = [own[0] + die, own[1]];
        let mut best = if run[0] >= 11 { 1.0 } else { 1.0 - odds_of(other, run, known) };
        if own[1] > 0 && other[0] > 0 {
            let pushed = [other[0].saturating_sub(die), other[1]];
            best = f64::max(best, 1.0 - odds_of(pushed, [own[0], own[1] - 1], known));
        }
        odds += weight * best;
    }
    known.insert([own, other], odds);
    odds
}

/// What a search of every line finds for the player whose turn it is.
fn searched(track: &Track) -> f64 {
    let even = |_: &Track, _: Player| -> Value { 0 };
    let table = Table::new(1).unwrap();
    let means = Means::new(&even, &table);
    let answer =
        search(*track, means, &Limits::depth(40).into(), &Control::new(), &mut |_| {}).unwrap();
    match answer.best.score {
        Score::Win(_) => 1.0,
        Score::Loss(_) => 0.0,
        score => share(score.value()),
    }
}

#[test]
fn solver_and_search_find_the_odds_of_a_die() {
    let mut known = HashMap::new();
    let solver = TwoTokens.solver(4 << 20).unwrap();
    let mut compared = [0; 2];
    for (fields, left) in (0..11 * 11).flat_map(|fields| (0..4 * 4).map(move |left| (fields, left)))
    {
        let ([one, other], [own, its]) = ([fields / 11, fields % 11], [left / 4, left % 4]);
        let odds = odds_of([one, own], [other, its], &mut known);
        let letter = |field: u32| char::from(b'a' + field as u8);
        for text in [
            format!("{}{}{own}{its}x-", letter(one), letter(other)),
            format!("{}{}{its}{own}o-", letter(other), letter(one)),
        ] {
            let track = TwoTokens.start().parse(&text).unwrap();
            let found = solver.expect(&track, &Effort::UNLIMITED).unwrap();
            assert!(found.high - found.low < 1e-9, "{text}: {found:?}");
            assert!((found.low - odds).abs() < 1e-9, "{text}: {found:?}, not {odds}");
            compared[0] += 1;
            // Few plies are left.
            if one + other >= 15 && own + its <= 2 {
                let found = searched(&track);
                assert!((found - odds).abs() < 1e-6, "{text}: {found}, not {odds}");
                compared[1] += 1;
            }
        }
    }
    assert!(compared[0] == 3872 && compared[1] > 200, "{compared:?}");
}
