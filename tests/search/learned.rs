//! What is learnt from a board alone: the evaluator is a function of the position, the same for all
//! images; random results teach nothing; positions for judging are never learnt from.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::examples::{ataxx::Ataxx, breakthrough::Breakthrough, two_tokens::TwoTokens};
use crate::support::slow::rounds;
use sarsen::game::board::PlaceCode;
use sarsen::game::{
    Evaluator, Forecast, Forecasts, Game, Player, Position, Symmetric, Written, split_mix,
};
use sarsen::games::abalone::Abalone;
use sarsen::games::checkers::Checkers;
use sarsen::games::connect_four::{Size, Small};
use sarsen::games::nuba::Nuba;
use sarsen::games::othello::Othello;
use sarsen::games::stonehenge::Stonehenge;
use sarsen::learned::{FitPlan, Learned, LearnedWeights, Lesson, fit, to_weights};
use sarsen::matches::learning::{GamesPlan, Lessons, Seen, Survey, play_games};
use sarsen::matches::tuning::Workplace;
use sarsen::session::{GameEntry, Registry};

/// What a few quick games of a registry's first game show.
fn seen(registry: &Registry, title: &str, games: usize) -> (Survey, Vec<Seen>) {
    seen_with_solver(registry, title, games, 100)
}

/// The same with a solver that may visit so many positions.
fn seen_with_solver(
    registry: &Registry,
    title: &str,
    games: usize,
    solver_nodes: u64,
) -> (Survey, Vec<Seen>) {
    let place = Workplace { registry, game: title, threads: 2 };
    let stop = Arc::new(AtomicBool::new(false));
    let survey = Survey::of(place, &stop).unwrap();
    let plan = GamesPlan { nodes: 20, depth: None, expects: false, solver_nodes, seed: 5 };
    let seen = play_games(place, &survey, plan, None, [0, games], &stop, &mut |_| {}).unwrap();
    (survey, seen)
}

/// Those with a target, as two lessons: to learn from, and to judge by.
fn lessons(survey: &Survey, all: &[Seen]) -> [Lesson; 2] {
    let mut lessons = Lessons::default();
    all.iter().for_each(|one| lessons.add(survey.features.facts(), one));
    [lessons.lesson, lessons.judging]
}

/// Weights that were learnt from a few quick games, good enough to be different everywhere.
pub fn weights(registry: &Registry, title: &str) -> LearnedWeights {
    let (survey, all) = seen(registry, title, rounds(6, 20));
    let [lesson, judging] = lessons(&survey, &all);
    let plan = FitPlan { rounds: 2, ..FitPlan::default() };
    let (model, _) = fit(&survey.features, None, [&lesson, &judging], plan, &mut |_, _| true);
    to_weights(&model, &survey.features, title, "a test")
}

/// The laws of the evaluator, along random games. `exchanged` gives the same position with the
/// players exchanged, if the game is like that.
fn check<G: Game>(
    make: impl Fn() -> G + Send + Sync + 'static,
    exchanged: impl Fn(&G::Position) -> Option<G::Position>,
) {
    let game = Arc::new(make());
    let title = format!("{} {}", game.name(), game.setup()).trim_end().to_owned();
    let registry = Registry::new(GameEntry::with_setups(game.name(), move |_| Ok(make())));
    let weights = weights(&registry, &title);
    let read = LearnedWeights::from_bytes(&weights.to_bytes()).unwrap();
    assert_eq!(read, weights);
    let learned = || Learned::new(Arc::clone(&game), &read).unwrap();
    let kept = learned();
    let mut values = HashSet::new();
    let mut random = 3;
    let (most, mut seen) = (rounds(100, 800), 0);
    for _ in 0..8 {
        let mut position = game.start();
        for _ in 0..100 {
            if position.outcome().is_some() || seen == most {
                break;
            }
            seen += 1;
            let value = kept.evaluate(&position, Player::First);
            let text = position.format();
            assert_eq!(kept.evaluate(&position, Player::Second), -value, "{text}");
            for symmetry in 1..position.symmetries() {
                let image = position.image(symmetry);
                assert_eq!(kept.evaluate(&image, Player::First), value, "{text}, {symmetry}");
            }
            if let Some(other) = exchanged(&position) {
                assert_eq!(kept.evaluate(&other, Player::Second), value, "{text}");
            }
            // Nothing is kept yet for a new evaluator.
            if split_mix(&mut random).is_multiple_of(16) {
                assert_eq!(learned().evaluate(&position, Player::First), value, "{text}");
            }
            values.insert(value);
            let moves = position.legal_moves();
            position.make(moves[(split_mix(&mut random) % moves.len() as u64) as usize]);
        }
    }
    assert!(values.len() > 50, "{title}: {values:?}");
}

/// Reads the text of a position after its letters were exchanged.
fn swapped<P: Written>(position: &P, pairs: [(char, char); 2]) -> Option<P> {
    let swap = |letter: char| {
        let found = pairs.iter().find_map(|&(a, b)| match letter {
            _ if letter == a => Some(b),
            _ if letter == b => Some(a),
            _ => None,
        });
        found.unwrap_or(letter)
    };
    let text: String = position.format().chars().map(swap).collect();
    Some(position.parse(&text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

/// Games of random moves go on while the solver decides half of their positions.
#[test]
fn a_strong_solver_decides_many_random_games() {
    let registry = Registry::new(GameEntry::with_setups("connect4", |_| {
        Ok(Small::of_size(Size::parse("5x4").unwrap()).unwrap())
    }));
    let (_, seen) = seen_with_solver(&registry, "connect4 5x4", 5, 1 << 20);
    // Other games begin with a random move, so that they do not show the empty board.
    let is_empty = |one: &&Seen| one.codes.iter().all(|code| code.kind().is_none());
    assert_eq!(seen.iter().filter(is_empty).count(), 5 * 12);
}

#[test]
fn connect_four_is_judged_by_the_position_alone() {
    check(|| Small::of_size(Size::STANDARD).unwrap(), |_| None);
    check(|| Small::of_size(Size::parse("5x4").unwrap()).unwrap(), |_| None);
}

#[test]
fn stonehenge_and_nuba_are_judged_by_the_position_alone() {
    check(|| Stonehenge, |_| None);
    check(|| Nuba::parse("row-ready").unwrap(), |_| None);
}

#[test]
fn othello_is_judged_by_the_position_alone() {
    let pairs = [('x', 'o'), ('X', 'O')];
    check(|| Othello::parse("").unwrap(), move |position| swapped(position, pairs));
    check(|| Othello::parse("6x6").unwrap(), move |position| swapped(position, pairs));
}

#[test]
fn checkers_and_abalone_are_judged_by_the_position_alone() {
    check(|| Checkers, |_| None);
    check(|| Abalone::parse("").unwrap(), |_| None);
}

#[test]
fn the_examples_are_judged_by_the_position_alone() {
    check(|| Ataxx, |_| None);
    check(|| Breakthrough::parse("6x6").unwrap(), |_| None);
    check(
        || TwoTokens,
        |track| {
            let letters: Vec<char> = track.format().chars().collect();
            let turn = if letters[4] == 'x' { 'o' } else { 'x' };
            let exchanged = [letters[1], letters[0], letters[3], letters[2], turn, letters[5]];
            Some(track.parse(&String::from_iter(exchanged)).unwrap())
        },
    );
}

#[test]
fn forecasts_come_with_weights() {
    let registry = sarsen::games::registry();
    let (survey, _) = seen(&registry, "connect4 5x4", 1);
    let plain = weights(&registry, "connect4 5x4");
    assert!(plain.forecasts().is_empty());
    let forecast =
        Forecast { left: [3, 9], deep: 4, shallow: 2, slope: 1.057, offset: -3.5, deviation: 41.1 };
    let forecasts = Forecasts::new(vec![forecast]).unwrap();
    let bytes = plain.clone().with_forecasts(&survey.features, forecasts.clone()).to_bytes();
    let read = LearnedWeights::from_bytes(&bytes).unwrap();
    assert_eq!(read.forecasts(), &forecasts);
    let game = Arc::new(Small::of_size(Size::parse("5x4").unwrap()).unwrap());
    let learned = |weights: &LearnedWeights| Learned::new(Arc::clone(&game), weights).unwrap();
    let (with, without) = (learned(&read), learned(&plain));
    let start = game.start();
    assert_eq!(with.forecasts(&start), Some(&forecasts));
    assert_eq!(with.evaluate(&start, Player::First), without.evaluate(&start, Player::First));
    // Without any, the file is what it would have been.
    let none = read.with_forecasts(&survey.features, Forecasts::default());
    assert_eq!(none, plain);
    // Whoever changes one on the way has damaged the file, also if it is still possible.
    let text = |from: &str, to: &str| {
        let at = bytes.windows(from.len()).position(|part| part == from.as_bytes()).unwrap();
        let mut changed = bytes.clone();
        changed[at..at + from.len()].copy_from_slice(to.as_bytes());
        LearnedWeights::from_bytes(&changed).unwrap_err().to_string()
    };
    assert!(text("\"shallow\":2", "\"shallow\":1").contains("check sum"));
    assert!(text("\"shallow\":2", "\"shallow\":4").contains("header cannot be read"));
}

#[test]
fn random_results_teach_nothing() {
    let registry = sarsen::games::registry();
    let (survey, all) = seen(&registry, "connect4 6x5", 250);
    let [lesson, judging] = lessons(&survey, &all);
    let quality = |[lesson, judging]: [&Lesson; 2]| {
        fit(&survey.features, None, [lesson, judging], FitPlan::default(), &mut |_, _| true).1
    };
    let true_one = quality([&lesson, &judging]);
    assert!(true_one.is_learnt() && true_one.named > 0.7, "{true_one:?}");
    for seed in 0..rounds(1, 3) as u64 {
        let mut random = seed + 1;
        let mut drawn = |lesson: &Lesson| {
            let mut coin = || (split_mix(&mut random) >> 40 & 1) as f32;
            let targets = (0..lesson.len()).map(|_| coin()).collect();
            lesson.clone().with_targets(targets)
        };
        let quality = quality([&drawn(&lesson), &drawn(&judging)]);
        assert!(!quality.is_learnt(), "{quality:?}");
        assert!((0.4..0.6).contains(&quality.named), "{quality:?}");
    }
}

#[test]
fn images_are_judged_together() {
    let registry = sarsen::games::registry();
    let (survey, all) = seen(&registry, "othello 6x6", 60);
    let facts = survey.features.facts();
    let side = 6;
    let turned = |codes: &[PlaceCode]| -> Vec<PlaceCode> {
        (0..side * side).map(|at| codes[at % side * side + (side - 1 - at / side)]).collect()
    };
    let mut parts = [0; 2];
    for Seen { codes, is_second, .. } in &all {
        let is_for_judging = facts.is_for_judging(codes, *is_second);
        let (mut image, mut mirrored) = (codes.clone(), codes.clone());
        mirrored.chunks_exact_mut(side).for_each(<[PlaceCode]>::reverse);
        for _ in 0..4 {
            image = turned(&image);
            mirrored = turned(&mirrored);
            assert_eq!(facts.is_for_judging(&image, *is_second), is_for_judging);
            assert_eq!(facts.is_for_judging(&mirrored, *is_second), is_for_judging);
        }
        parts[usize::from(is_for_judging)] += 1;
    }
    assert!((5..20).contains(&(parts[0] / parts[1])), "{parts:?}");
}
