//! Pig with a deck: exact values, perft and the evaluator.

use std::collections::HashMap;

use crate::support::data;
use sarsen::game::value::EVAL_MAX;
use sarsen::game::{Actor, Evaluator, Game, Outcome, Player, Position, perft};
use sarsen::games::pig::{DeckPig, DeckPigPosition, DeckRace};

/// The probability that the first player wins, and half of that of a draw, under best play.
fn odds(position: &mut DeckPigPosition, known: &mut HashMap<u64, f64>) -> f64 {
    match position.outcome() {
        Some(Outcome::Win(winner)) => return f64::from(winner == Player::First),
        Some(Outcome::Draw) => return 0.5,
        None => {}
    }
    if let Some(&odds) = known.get(&position.key()) {
        return odds;
    }
    let (mut sum, mut weights) = (0.0, 0.0);
    let (mut least, mut greatest) = (1.0_f64, 0.0_f64);
    for m in position.legal_moves() {
        let weight = f64::from(position.weight(m));
        let undo = position.make(m);
        let value = odds(position, known);
        position.unmake(m, undo);
        (sum, weights) = (sum + weight * value, weights + weight);
        (least, greatest) = (least.min(value), greatest.max(value));
    }
    let value = match position.actor() {
        Actor::Chance(_) => sum / weights,
        Actor::Player(Player::First) => greatest,
        Actor::Player(Player::Second) => least,
    };
    known.insert(position.key(), value);
    value
}

#[test]
fn a_plain_recursion_finds_the_known_odds() {
    let text = std::fs::read_to_string(data("deckpig/values.tsv")).unwrap();
    let mut count = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split('\t').collect();
        let game = DeckPig::parse(&format!("{}/{}", words[1], words[0])).unwrap();
        let (above, below) = words[2].split_once('/').unwrap();
        let [above, below] = [above, below].map(|number| number.parse::<f64>().unwrap());
        let found = odds(&mut game.start(), &mut HashMap::new());
        assert!((found - above / below).abs() < 1e-12, "{line}: {found}");
        count += 1;
    }
    assert_eq!(count, 2);
}

#[test]
fn the_race_comes_near_to_the_exact_odds() {
    for (setup, most) in [("12/1:3,2:3,3:3,4:3", 0.06), ("9/1:2,2:3,3:3", 0.06)] {
        let mut known = HashMap::new();
        let (mut sum, mut count) = (0.0, 0.0);
        let mut position = DeckPig::parse(setup).unwrap().start();
        errors(&mut position, 1.0, &mut known, &mut |error, weight| {
            sum += error * weight;
            count += weight;
        });
        assert!(sum / count < most, "{setup}: {}", sum / count);
    }
}

/// Tells the errors of the evaluator in all lines of play, with the odds of each line if the
/// players choose at random.
fn errors(
    position: &mut DeckPigPosition,
    weight: f64,
    known: &mut HashMap<u64, f64>,
    tell: &mut dyn FnMut(f64, f64),
) {
    if position.outcome().is_some() || weight < 1e-5 {
        return;
    }
    let value = DeckRace.evaluate(position, Player::First);
    let found = (f64::from(value) / f64::from(EVAL_MAX) + 1.0) / 2.0;
    tell((found - odds(position, known)).abs(), weight);
    let moves = position.legal_moves();
    let sum: u32 = moves.iter().map(|&m| position.weight(m)).sum();
    for m in moves {
        let part = weight * f64::from(position.weight(m)) / f64::from(sum);
        let undo = position.make(m);
        errors(position, part, known, tell);
        position.unmake(m, undo);
    }
}

/// A plain program: what the player to move has, what the other has, the turn total, the cards.
#[derive(Clone)]
struct Pile {
    scores: [u32; 2],
    total: u32,
    cards: Vec<u32>,
    is_drawing: bool,
}

impl Pile {
    fn perft(&self, goal: u32, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.scores[0] + self.total >= goal || self.cards.is_empty() {
            return 0;
        }
        let [own, other] = self.scores;
        if !self.is_drawing {
            let drawing = Self { is_drawing: true, ..self.clone() }.perft(goal, depth - 1);
            let held = Self { scores: [other, own + self.total], total: 0, ..self.clone() };
            return drawing + if self.total > 0 { held.perft(goal, depth - 1) } else { 0 };
        }
        let mut values = self.cards.clone();
        values.dedup();
        let after = |value| {
            let mut next = Self { is_drawing: false, ..self.clone() };
            let at = next.cards.iter().position(|&card| card == value).unwrap();
            next.cards.remove(at);
            if value == 1 {
                (next.scores, next.total) = ([other, own], 0);
            } else {
                next.total += value;
            }
            next.perft(goal, depth - 1)
        };
        values.into_iter().map(after).sum()
    }
}

#[test]
fn perft_counts_what_a_plain_program_counts() {
    for (setup, cards) in [
        ("7/1:2,2:2,3:2", vec![1, 1, 2, 2, 3, 3]),
        ("20/1:1,2:1,5:2", vec![1, 2, 5, 5]),
        ("15/1:4,2:4,3:4,4:4", [1, 2, 3, 4].iter().flat_map(|&value| [value; 4]).collect()),
    ] {
        let game = DeckPig::parse(setup).unwrap();
        let pile = Pile { scores: [0; 2], total: 0, cards, is_drawing: false };
        for depth in 1..=12 {
            let count = pile.perft(game.goal().into(), depth);
            assert_eq!(perft(&mut game.start(), depth), count, "{setup}, depth {depth}");
        }
    }
}
