use super::*;
use crate::othello::Othello;
use sarsen_core::game::{Game, Position, Symmetric, split_mix};

/// The squares of each shape at one of its places, by column and row, in the order of their digits.
const PLACES: [&[(u8, u8)]; 11] = [
    &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (1, 1), (6, 1)],
    &[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1)],
    &[(0, 2), (1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (7, 2)],
    &[(0, 3), (1, 3), (2, 3), (3, 3), (4, 3), (5, 3), (6, 3), (7, 3)],
    &[(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7)],
    &[(1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6)],
    &[(2, 0), (3, 1), (4, 2), (5, 3), (6, 4), (7, 5)],
    &[(3, 0), (4, 1), (5, 2), (6, 3), (7, 4)],
    &[(4, 0), (5, 1), (6, 2), (7, 3)],
    &[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2)],
    &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, 1), (1, 1), (2, 1), (3, 1), (4, 1)],
];

/// The image of a square under one of the eight symmetries.
fn turned((mut column, mut row): (u8, u8), symmetry: u8) -> (u8, u8) {
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    if symmetry & 2 != 0 {
        row = 7 - row;
    }
    if symmetry & 1 != 0 {
        column = 7 - column;
    }
    (column, row)
}

/// The value for the player to act, with a walk over the squares of each shape.
fn plain_value(patterns: &Patterns, position: &OthelloPosition) -> Value {
    let [own, other] = [position.turn, position.turn.other()].map(|player| position.discs(player));
    let digit = |(column, row): (u8, u8)| {
        let bit = 1_u64 << (8 * row + column);
        if own & bit != 0 { 1 } else { 2 * usize::from(other & bit != 0) }
    };
    let mut entries = Vec::new();
    let mut first = 0;
    for place in PLACES {
        let mut seen = Vec::new();
        for symmetry in 0..8 {
            let squares: Vec<_> = place.iter().map(|&square| turned(square, symmetry)).collect();
            let mut set = squares.clone();
            set.sort_unstable();
            if !seen.contains(&set) {
                seen.push(set);
                let digits = squares.iter().rev().map(|&square| digit(square));
                entries.push(first + digits.fold(0, |state, digit| 3 * state + digit));
            }
        }
        first += 3_usize.pow(place.len() as u32);
    }
    let around = |discs: u64| {
        let touches = |at: &u8| {
            let (column, row) = (at % 8, at / 8);
            (0..64).any(|to: u8| {
                let near = (to % 8).abs_diff(column) <= 1 && (to / 8).abs_diff(row) <= 1;
                near && discs >> to & 1 != 0
            })
        };
        (0..64_u8).filter(|at| (own | other) >> at & 1 == 0).filter(touches).count().min(31)
    };
    let moves = position.open_to(position.turn).count_ones() as usize;
    let replies = position.open_to(position.turn.other()).count_ones() as usize;
    let empty = (!(own | other)).count_ones() as usize;
    let odd = [0_u8, 4, 32, 36].iter().filter(|&&corner| {
        let quarter = (0..16_u8).map(|at| corner + at % 4 + at / 4 * 8);
        quarter.filter(|at| (own | other) >> at & 1 == 0).count() % 2 == 1
    });
    entries.extend([
        entry(moves.min(31)),
        entry(32 + replies.min(31)),
        entry(64 + around(other)),
        entry(96 + around(own)),
        entry(128 + empty),
        entry(193 + odd.count()),
    ]);
    let stage = (64 - empty as i32 - 12).clamp(0, 49) as usize / 5;
    let weight = |&entry: &usize| {
        let at = stage * layout().count + layout().weights[entry] as usize;
        Value::from(patterns.weights.values()[at])
    };
    let sum: Value = entries.iter().map(weight).sum();
    (sum * 100 / 32).clamp(-6400, 6400)
}

/// A model in which all weights differ.
fn with_random_weights() -> Patterns {
    let mut state = 5;
    let count = Patterns::no_weights().values().len();
    let values = (0..count).map(|_| (split_mix(&mut state) % 401) as i16 - 200).collect();
    Patterns::with_weights(&SparseWeights::new(&layout().text, values)).unwrap()
}

/// Calls `test` with positions of random games.
fn at_random_positions(games: usize, mut test: impl FnMut(&OthelloPosition)) {
    let mut state = 9;
    for _ in 0..games {
        let mut position = Othello::USUAL.start();
        while position.outcome().is_none() {
            test(&position);
            let moves = position.legal_moves();
            position.make(moves[(split_mix(&mut state) % moves.len() as u64) as usize]);
        }
    }
}

#[test]
fn values_are_those_of_a_plain_walk_over_the_squares() {
    for (patterns, games) in [(with_random_weights(), 15), (Patterns::new(), 5)] {
        at_random_positions(games, |position| {
            let expected = plain_value(&patterns, position);
            assert_eq!(patterns.evaluate(position, position.turn), expected, "{position:?}");
            assert_eq!(patterns.evaluate(position, position.turn.other()), -expected);
        });
    }
}

#[test]
fn all_images_have_the_same_value() {
    let patterns = with_random_weights();
    at_random_positions(30, |position| {
        let value = patterns.evaluate(position, Player::First);
        for symmetry in 0..position.symmetries() {
            let image = position.image(symmetry);
            assert_eq!(patterns.evaluate(&image, Player::First), value, "{position:?} {symmetry}");
        }
    });
}

#[test]
fn the_active_weights_add_up_to_the_value() {
    let patterns = with_random_weights();
    let mut active = Vec::new();
    at_random_positions(30, |position| {
        active.clear();
        patterns.active(position, &mut active);
        let weights = patterns.weights().values();
        let sum: Value = active.iter().map(|&at| Value::from(weights[at as usize])).sum();
        let value = (sum * 100 / UNIT).clamp(-6400, 6400);
        assert_eq!(patterns.evaluate(position, position.turn), value);
    });
}

#[test]
fn the_shipped_weights_are_whole_and_not_too_large() {
    assert!(BUILT_IN.len() <= 1 << 20, "{}", BUILT_IN.len());
    let weights = SparseWeights::from_bytes(BUILT_IN).unwrap();
    assert_eq!(weights.to_bytes(), BUILT_IN);
    assert_eq!(Patterns::with_weights(&weights).unwrap().weights(), &weights);
}

#[test]
fn weights_for_something_else_are_refused() {
    let few = SparseWeights::new(&layout().text, vec![0; 7]);
    assert!(Patterns::with_weights(&few).is_err());
    let count = Patterns::no_weights().values().len();
    assert!(Patterns::with_weights(&SparseWeights::new("other", vec![0; count])).is_err());
}

#[test]
fn the_forecasts_reach_through_the_game() {
    for left in 10..=55 {
        let found = FORECASTS.find(left, 8);
        assert!(!found.is_empty() && found.iter().all(|one| one.shallow < 8), "{left}");
    }
}
