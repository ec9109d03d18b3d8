//! The laws of [`Position`], [`Written`], [`Evaluator`](super::Evaluator), [`Game`] and
//! [`Diagram`](super::board::Diagram). Tests check them along games.
//!
//! ```
//! use sarsen::game::laws;
//! use sarsen::games::stonehenge::Stonehenge;
//!
//! laws::hold_in_random_games(&Stonehenge, 3);
//! laws::survive(&Stonehenge, "6@19");
//! ```
//!
//! The report of a broken law has its [name](Law), the position, the moves that led there, and the
//! methods to look at.

mod board;
mod examine;
mod law;
mod seen;
mod verdict;

pub use law::{Broken, Law};

use super::{Game, Position, Written, split_mix};
use examine::Examiner;
use seen::SeenKeys;
use verdict::{Examined, legal_moves};

/// The seed of random games.
const SEED: u64 = 1;

/// The limit for a random game, in plies.
const LONGEST: usize = 1000;

/// Plays a game and checks every position on the way. `choices` choose the moves. Each choice is
/// taken modulo the number of legal moves, so it may be any number.
///
/// # Panics
///
/// If a law is broken. The message says which, where, and what to look at.
pub fn hold<G: Game>(game: &G, choices: &[usize])
where
    G::Position: PartialEq,
{
    if let Err(broken) = check(game, choices) {
        panic!("{broken}");
    }
}

/// Plays this many games with random moves, the same in each run, and checks every position on the
/// way.
///
/// # Panics
///
/// As [`hold`] does.
pub fn hold_in_random_games<G: Game>(game: &G, games: usize)
where
    G::Position: PartialEq,
{
    let mut state = SEED;
    let mut seen = SeenKeys::default();
    for _ in 0..games {
        let mut choice = || Some(split_mix(&mut state) as usize);
        if let Err(broken) = play(game, &mut seen, &mut choice) {
            panic!("{broken}");
        }
    }
}

/// Does the same as [`hold`], but returns an error instead of a panic.
///
/// # Errors
///
/// The first broken law.
pub fn check<G: Game>(game: &G, choices: &[usize]) -> Result<(), Broken>
where
    G::Position: PartialEq,
{
    let mut choices = choices.iter().copied();
    play(game, &mut SeenKeys::default(), &mut || choices.next())
}

/// Plays and examines one game.
fn play<G: Game>(
    game: &G,
    seen: &mut SeenKeys,
    choose: &mut dyn FnMut() -> Option<usize>,
) -> Result<(), Broken>
where
    G::Position: PartialEq,
{
    let mut position = game.start();
    let mut played: Vec<String> = Vec::new();
    let mut trail = Vec::new();
    let at = |position: &G::Position, played: &[String], verdict: Examined| {
        verdict.map_err(|(law, found)| {
            let (position, moves) = (position.format(), played.join(" "));
            Broken { law, position, moves, found }
        })
    };
    let examiner = Examiner::new(game);
    let examiner = match examiner {
        Ok(examiner) => examiner,
        Err(wrong) => return at(&position, &played, Err(wrong)),
    };
    let mut last = None;
    loop {
        let legal = legal_moves(&position);
        at(&position, &played, examiner.position(&position, &legal, last))?;
        at(&position, &played, note_around(game, seen, &position, &legal))?;
        let choice = if trail.len() < LONGEST { choose() } else { None };
        let Some(choice) = choice.filter(|_| !legal.is_empty()) else { break };
        let m = legal[choice % legal.len()];
        played.push(position.format_move(m));
        let before = position.clone();
        let undo = position.make(m);
        trail.push((before, m, undo));
        last = Some(m);
    }
    // Takes back all moves, one at a time.
    while let Some((before, m, undo)) = trail.pop() {
        position.unmake(m, undo);
        let text = played.pop().unwrap_or_default();
        at(&before, &played, examiner.restored(&before, &position, &text))?;
    }
    Ok(())
}

/// Notes a position and those that are one move away from it.
fn note_around<G: Game>(
    game: &G,
    seen: &mut SeenKeys,
    position: &G::Position,
    legal: &[<G::Position as Position>::Move],
) -> Examined {
    let children = legal.iter().map(|&m| {
        let mut child = position.clone();
        child.make(m);
        child
    });
    let positions = std::iter::once(position.clone()).chain(children);
    let mut noted = positions.map(|position| seen.note(game, &position));
    noted.try_for_each(|noted| noted.map_err(|found| (Law::KeysApart, found)))
}

/// Gives the parsers a text. They may refuse it, but must not panic. If they accept it, the
/// position must stay the same when it is written and read again.
///
/// # Panics
///
/// If a parser panics, or if a position changes when it is written and read again.
pub fn survive<G: Game>(game: &G, text: &str) {
    let start = game.start();
    if let Ok(position) = start.parse(text) {
        assert_eq!(start.parse(&position.format()).unwrap().key(), position.key());
    }
    let _ = start.parse_move(text);
    for notation in game.notations() {
        let _ = notation.parse(&start, text);
        let _ = notation.parse_move(&start, text);
    }
}
