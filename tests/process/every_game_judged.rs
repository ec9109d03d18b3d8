//! Every game of the registry is judged by what may depend on a game: whole games, their ends,
//! throws, long positions, counts without an end. Connect Four, Stonehenge and checkers are judged
//! in full elsewhere.

use std::time::Duration;

use crate::support::slow;
use sarsen::client::conform::{PROMISES, Subject};

/// The promises that depend on the rules and on the length of games, and are quickly seen.
const QUICK: [usize; 5] = [0, 6, 7, 14, 15];

/// Those that take long.
const SLOW: [usize; 3] = [8, 10, 16];

/// Those whose checks wait for most of their time.
const WAITING: [usize; 2] = [5, 11];

/// The games that are judged in full elsewhere.
const ELSEWHERE: [&str; 3] = ["connect4", "stonehenge", "checkers"];

/// Judges a game by some promises.
fn judge(game: &str, numbers: &[usize]) {
    let mut subject = Subject::new(vec![env!("CARGO_BIN_EXE_sarsen").into()], game);
    // The other tests keep the machine busy.
    (subject.patience, subject.grace) = (Duration::from_secs(60), Duration::from_millis(100));
    for &number in numbers {
        let seen = PROMISES[number].examine(&subject);
        assert!(seen.faults.is_empty(), "{game}: {seen:#?}");
    }
}

#[test]
fn every_game_keeps_the_promises_that_depend_on_it() {
    let registry = sarsen::games::registry();
    let all = registry.names().filter(|name| !ELSEWHERE.contains(name));
    let games: Vec<String> = all.map(str::to_owned).collect();
    assert!(games.len() >= 7, "{games:?}");
    let is_quick = slow::is_left_out("promises that take long, in every game");
    let all: [&[usize]; 3] = [&QUICK, &SLOW, &WAITING];
    let parts = if is_quick { &all[..1] } else { &all };
    std::thread::scope(|scope| {
        for game in &games {
            for numbers in parts {
                scope.spawn(move || judge(game, numbers));
            }
        }
    });
}
