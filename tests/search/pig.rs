//! Pig: its evaluator against the exact odds of the literature, and its texts.

use std::sync::LazyLock;

use crate::support::{data, slow};
use sarsen::game::value::EVAL_MAX;
use sarsen::game::{Effort, Evaluator, Game, Outcome, Player, Position, Solver, Written, perft};
use sarsen::games::pig::{Pig, PigPosition, PigRace};
use sarsen::session::FairDice;

/// The game's own solver, after it has settled the whole game.
static SOLVER: LazyLock<Box<dyn Solver<PigPosition>>> = LazyLock::new(|| {
    let solver = Pig::USUAL.solver(512 << 20).unwrap();
    assert!(solver.expect(&Pig::USUAL.start(), &Effort::UNLIMITED).is_ok());
    solver
});

/// T. Neller and C. Presser found the odds of all states.
#[test]
fn the_race_comes_near_to_the_known_odds() {
    let text = std::fs::read_to_string(data("pig/states.tsv")).unwrap();
    let (mut sum, mut count, mut worst) = (0.0, 0.0, 0.0_f64);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split('\t').collect();
        let expected: f64 = words[3].parse().unwrap();
        for (text, sign) in [
            (format!("{} {} {} 1", words[0], words[1], words[2]), 1.0),
            (format!("{} {} {} 2", words[1], words[0], words[2]), -1.0),
        ] {
            let position = Pig::USUAL.start().parse(&text).unwrap();
            let value = PigRace.evaluate(&position, sarsen::game::Player::First);
            let odds = (sign * f64::from(value) / f64::from(EVAL_MAX) + 1.0) / 2.0;
            let error = (odds - expected).abs();
            (sum, count, worst) = (sum + error, count + 1.0, worst.max(error));
        }
    }
    assert!(count > 2000.0 && sum / count < 0.012 && worst < 0.08, "{} {worst}", sum / count);
}

#[test]
fn perft_counts_what_a_plain_program_counts() {
    /// The score of the player to move, that of the other, the turn total, whether the die rolls.
    fn plain(own: u32, other: u32, total: u32, is_rolling: bool, goal: u32, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if own + total >= goal {
            return 0;
        }
        if is_rolling {
            let kept = (2..=6).map(|face| plain(own, other, total + face, false, goal, depth - 1));
            return kept.sum::<u64>() + plain(other, own, 0, false, goal, depth - 1);
        }
        let held = if total > 0 { plain(other, own + total, 0, false, goal, depth - 1) } else { 0 };
        held + plain(own, other, total, true, goal, depth - 1)
    }
    for goal in [2, 5, 11, 100] {
        let start = Pig::parse(&goal.to_string()).unwrap().start();
        for depth in 1..=11 {
            let count = plain(0, 0, 0, false, goal, depth);
            assert_eq!(perft(&mut start.clone(), depth), count, "{goal}, depth {depth}");
        }
    }
}

/// Compares the solver with the odds that Neller and Presser found: all states with at least these
/// points of both players.
fn knows_the_odds(solver: &dyn Solver<PigPosition>, least: u32, states: usize) {
    let text = std::fs::read_to_string(data("pig/states.tsv")).unwrap();
    let mut count = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split('\t').collect();
        if words[..2].iter().any(|points| points.parse::<u32>().unwrap() < least) {
            continue;
        }
        let text = format!("{} {} {} 1", words[0], words[1], words[2]);
        let position = Pig::USUAL.start().parse(&text).unwrap();
        let found = solver.expect(&position, &Effort::UNLIMITED).unwrap();
        let expected: f64 = words[3].parse().unwrap();
        assert!(found.high - found.low < 1e-11, "{text}: {found:?}");
        assert!((found.low - expected).abs() < 2e-12, "{text}: {found:?}, not {expected}");
        let best = found.keeps.map(|m| position.format_move(m));
        assert_eq!(best.as_deref(), Some(words[4]), "{text}");
        count += 1;
    }
    assert_eq!(count, states);
}

#[test]
fn the_solver_knows_the_odds_of_late_states() {
    knows_the_odds(&*Pig::USUAL.solver(512 << 20).unwrap(), 60, 78);
}

/// From the start, the first player wins with 0.5306. With more digits, 0.530592725274.
#[test]
fn the_solver_knows_the_odds_of_all_states() {
    if !slow::is_left_out("the odds of all states of Pig") {
        knows_the_odds(&**SOLVER, 0, 1193);
    }
}

/// The optimal player against one who holds at 20. Another program, which follows both ways to play
/// through all states, says how often the first player wins: 0.571498 if that is the optimal one,
/// 0.491658 if it is the other.
#[test]
fn the_optimal_player_beats_hold_at_20_as_often_as_others_found() {
    const GAMES: u32 = 50_000;
    if slow::is_left_out("the optimal player of Pig against one who holds at 20") {
        return;
    }
    for (optimal, expected) in [(Player::First, 0.571_498), (Player::Second, 1.0 - 0.491_658)] {
        let mut won = 0;
        for game in 0..GAMES {
            let dice = FairDice::new(u64::from(game) + optimal.index() as u64 * 1_000_000);
            let mut position = Pig::USUAL.start();
            let mut ply = 0;
            while position.outcome().is_none() {
                let text = if position.actor().is_chance() {
                    let face = dice.choose(ply, &[1; 6]).unwrap();
                    ["1", "2", "3", "4", "5", "6"][face]
                } else if position.actor().turn() == optimal {
                    let found = SOLVER.expect(&position, &Effort::UNLIMITED).unwrap();
                    let best = found.keeps.map(|m| position.format_move(m));
                    if best.as_deref() == Some("hold") { "hold" } else { "roll" }
                } else {
                    if position.turn_total() >= 20 { "hold" } else { "roll" }
                };
                let m = position.parse_move(text).unwrap();
                position.make(m);
                ply += 1;
            }
            won += u32::from(position.outcome() == Some(Outcome::Win(optimal)));
        }
        let share = f64::from(won) / f64::from(GAMES);
        let error = (expected * (1.0 - expected) / f64::from(GAMES)).sqrt();
        println!("{optimal:?}: {share:.4}, known {expected:.4}, standard error {error:.4}");
        assert!((share - expected).abs() < 2.0 * error, "{share}, not {expected} +- {error}");
    }
}
