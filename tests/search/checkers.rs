//! Checkers: perft, the ends of games, and the search.

use crate::support::{Random, data};
use sarsen::game::{Game, Outcome, Player, Position, Written, perft};
use sarsen::games::checkers::{Checkers, CheckersPosition};

fn position(text: &str) -> CheckersPosition {
    Checkers.start().parse(text).unwrap()
}

fn play(position: &mut CheckersPosition, moves: &str) {
    for text in moves.split_whitespace() {
        let m = position.parse_move(text).unwrap();
        position.make(m);
    }
}

#[test]
fn perft_counts_what_others_count() {
    let text = std::fs::read_to_string(data("checkers/perft_start.tsv")).unwrap();
    let mut count = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [depth, leaves] = [0, 1].map(|n| line.split('\t').nth(n).unwrap());
        let depth: u32 = depth.parse().unwrap();
        if depth <= 9 {
            let found = perft(&mut Checkers.start(), depth);
            assert_eq!(found, leaves.parse::<u64>().unwrap(), "depth {depth}");
            count += 1;
        }
    }
    assert_eq!(count, 9);
}

/// Captures with the same ends and the same captured pieces are one move.
#[test]
fn perft_of_positions_merges_equal_captures() {
    let text = std::fs::read_to_string(data("checkers/perft_positions.tsv")).unwrap();
    let mut count = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let mut position = position(columns[0]);
        for (depth, leaves) in (1..).zip(columns[2].split_whitespace()) {
            let leaves: u64 = leaves.parse().unwrap();
            assert_eq!(perft(&mut position, depth), leaves, "{}, depth {depth}", columns[0]);
        }
        count += 1;
    }
    assert_eq!(count, 40);
}

#[test]
fn a_game_is_drawn_at_the_third_occurrence() {
    let mut kings = position("B:WK32:BK1");
    play(&mut kings, "1-6 32-27 6-1 27-32 1-6 32-27 6-1");
    assert_eq!(kings.outcome(), None);
    play(&mut kings, "27-32");
    assert_eq!(kings.outcome(), Some(Outcome::Draw));
}

/// Random moves of kings, until neither a man nor a capture has been seen for 80 plies.
#[test]
fn a_game_is_drawn_after_forty_moves_of_each_side() {
    let mut random = Random(7);
    let mut longest = 0;
    for _ in 0..200 {
        let mut game = position("B:WK32,K31:BK1,K2");
        let mut reversible = 0;
        while game.outcome().is_none() {
            let moves = game.legal_moves();
            let m = moves[random.below(moves.len())];
            reversible = if m.is_capture() { 0 } else { reversible + 1 };
            game.make(m);
        }
        longest = longest.max(reversible);
        assert!(reversible <= 80);
        let is_draw = game.outcome() == Some(Outcome::Draw);
        assert!(is_draw || reversible < 80 || game.legal_moves().is_empty());
    }
    assert_eq!(longest, 80);
}

#[test]
fn without_a_move_the_game_is_lost() {
    // White's only man is blocked.
    let blocked = position("W:W9:B6,5,1,2");
    assert_eq!(blocked.outcome(), Some(Outcome::Win(Player::First)));
    let mut last = position("B:W18:B14");
    play(&mut last, "14x23");
    assert_eq!(last.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(last.format(), "W:W:B23");
}

/// A man that captures into the far row stops there, although a king could go on.
#[test]
fn crowning_ends_the_move() {
    let mut man = position("B:W26,27:B22");
    play(&mut man, "22x31");
    assert_eq!(man.format(), "W:W27:BK31");
    let king = position("B:W26,27:BK22");
    assert!(king.parse_move("22x31x24").is_ok());
}
