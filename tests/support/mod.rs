//! What the tests share: data files, plain reference searches, random play, a child process.
#![allow(dead_code, missing_docs)] // each test file uses a part of it

pub mod bridge;
pub mod place;
pub mod process;
pub mod referee;
pub mod reference;
pub mod skipped;
pub mod slow;
pub mod transcript;

use std::io::Read;
use std::path::PathBuf;

use proptest::test_runner::Config as ProptestConfig;
use sarsen::game::{Position, Written};

pub fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// The path of an example. Cargo builds the examples beside the tests.
pub fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let path = test.parent().unwrap().parent().unwrap().join("examples").join(name);
    assert!(
        path.exists(),
        "{} is missing: build it with cargo build --example {name}",
        path.display()
    );
    path
}

/// The rows of a gzipped file of JSON lines.
pub fn json_lines<T: serde::de::DeserializeOwned>(name: &str) -> Vec<T> {
    let file = std::fs::File::open(data(name)).unwrap();
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The rows `moves score` of a file of Connect Four positions.
pub fn scored_games(name: &str) -> Vec<(String, i32)> {
    let text = std::fs::read_to_string(data(name)).unwrap();
    text.lines()
        .map(|line| line.split_once(' ').unwrap())
        .map(|(moves, score)| (moves.to_owned(), score.trim().parse().unwrap()))
        .collect()
}

/// Plays moves given as texts.
pub fn play<P: Written>(start: &P, moves: &[impl AsRef<str>]) -> P {
    let mut position = start.clone();
    for text in moves {
        let m = position.parse_move(text.as_ref()).unwrap();
        position.make(m);
    }
    position
}

/// The digits of a Connect Four game as moves.
pub fn columns(game: &str) -> Vec<String> {
    game.chars().map(String::from).collect()
}

/// The number of cases of a test with random input: those that proptest takes, or the environment
/// asks for, and without the slow tier `few`.
pub fn cases(few: u32) -> ProptestConfig {
    let usual = ProptestConfig::default();
    let is_asked_for = slow::is_asked_for() || std::env::var_os("PROPTEST_CASES").is_some();
    if is_asked_for { usual } else { ProptestConfig { cases: few, ..usual } }
}

/// Small reproducible random numbers (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        sarsen::game::split_mix(&mut self.0)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// An unfinished position in which a player acts, up to `most` random moves from `start`.
pub fn random_position<P: Position>(start: &P, most: usize, random: &mut Random) -> P {
    loop {
        let plies = random.below(most + 1);
        if let Some(position) = played_randomly(start, plies, random) {
            return position;
        }
    }
}

/// An unfinished position in which a player acts, exactly `plies` random moves from `start`.
pub fn random_position_at<P: Position>(start: &P, plies: usize, random: &mut Random) -> P {
    loop {
        if let Some(position) = played_randomly(start, plies, random) {
            return position;
        }
    }
}

/// The position after `plies` random moves. None if the game is over then, or chance acts.
fn played_randomly<P: Position>(start: &P, plies: usize, random: &mut Random) -> Option<P> {
    let mut position = start.clone();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        position.make(moves[random.below(moves.len())]);
    }
    let is_open = position.outcome().is_none() && !position.actor().is_chance();
    is_open.then_some(position)
}
