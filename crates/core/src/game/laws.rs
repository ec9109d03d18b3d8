//! The laws of [`Position`], [`Written`], [`Evaluator`](super::Evaluator), [`Game`] and
//! [`Diagram`](super::board::Diagram). Tests check them along games.
//!
//! ```
//! # #[path = "../../examples/nim.rs"] mod nim;
//! # use nim::Nim;
//! use sarsen_core::game::laws;
//!
//! laws::hold_in_random_games(&Nim, 3);
//! laws::survive(&Nim, "3 5 300 1");
//! ```
//!
//! The report of a broken law has its [name](Law), the position, the moves that led there, and the
//! methods to look at.

mod board;
mod examine;
mod history;
mod law;
mod seen;
mod style;
mod ties;
mod verdict;

pub use law::{Broken, Law};

use super::{Game, MoveOf, Position, Written};
use examine::Examiner;
use history::PastPositions;
use seen::SeenKeys;
use style::Style;
use ties::Ties;
use verdict::Examined;

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
    demand(check(game, choices));
}

/// Plays this many games with random moves, the same in each run, and checks every position on the
/// way. In the second game of three the players go back and forth, in the third one they leave
/// each other few moves: so positions come again, and players have to pass.
///
/// # Panics
///
/// As [`hold`] does.
pub fn hold_in_random_games<G: Game>(game: &G, games: usize)
where
    G::Position: PartialEq,
{
    demand(check_random_games(game, games));
}

/// Does the same as [`hold_in_random_games`] from each of these positions instead of the start:
/// from those that random games hardly reach.
///
/// # Panics
///
/// As [`hold`] does, and if a position cannot be read.
pub fn hold_in_games_from<G: Game>(game: &G, positions: &[&str], games: usize)
where
    G::Position: PartialEq,
{
    demand(check_games_from(game, positions, games));
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
    let mut choose = |_: &G::Position, legal: &[MoveOf<G>], _: &PastPositions| {
        choices.next().map(|choice| legal[choice % legal.len()])
    };
    play(game, None, &mut Memory::default(), &mut choose)
}

/// Does the same as [`hold_in_random_games`], but returns an error instead of a panic.
///
/// # Errors
///
/// The first broken law.
pub fn check_random_games<G: Game>(game: &G, games: usize) -> Result<(), Broken>
where
    G::Position: PartialEq,
{
    check_games(game, &[None], games)
}

/// Does the same as [`hold_in_games_from`], but returns an error instead of a panic.
///
/// # Errors
///
/// The first broken law. A position that cannot be read breaks [`Law::TextRead`].
pub fn check_games_from<G: Game>(game: &G, positions: &[&str], games: usize) -> Result<(), Broken>
where
    G::Position: PartialEq,
{
    let from: Vec<Option<&str>> = positions.iter().copied().map(Some).collect();
    check_games(game, &from, games)
}

fn demand(checked: Result<(), Broken>) {
    if let Err(broken) = checked {
        panic!("{broken}");
    }
}

/// What is remembered from one game to the next.
#[derive(Default)]
struct Memory {
    seen: SeenKeys,
    ties: Ties,
}

/// Plays games from each of these positions. None is the start.
fn check_games<G: Game>(game: &G, positions: &[Option<&str>], games: usize) -> Result<(), Broken>
where
    G::Position: PartialEq,
{
    let mut random = SEED;
    let mut memory = Memory::default();
    for &from in positions {
        for style in Style::ALL.into_iter().cycle().take(games) {
            let mut choose =
                |position: &G::Position, legal: &[MoveOf<G>], history: &PastPositions| {
                    Some(style.choose(position, legal, history, &mut random))
                };
            play(game, from, &mut memory, &mut choose)?;
        }
    }
    let judged = game.board().map_or(Ok(()), |board| memory.ties.judge(board));
    told(judged, &game.start(), None, &[])
}

/// A broken law with the position and the way to it.
fn told<P: Written>(
    verdict: Examined,
    position: &P,
    from: Option<&str>,
    played: &[String],
) -> Result<(), Broken> {
    verdict.map_err(|(law, found)| {
        let (from, moves) = (from.map(str::to_owned), played.join(" "));
        Broken { law, position: position.format(), from, moves, found }
    })
}

/// Chooses one of the legal moves, of which there is at least one. None ends the game.
type NextMove<'a, P> = &'a mut dyn FnMut(
    &P,
    &[<P as Position>::Move],
    &PastPositions,
) -> Option<<P as Position>::Move>;

/// Plays and examines one game.
fn play<G: Game>(
    game: &G,
    from: Option<&str>,
    memory: &mut Memory,
    choose: NextMove<'_, G::Position>,
) -> Result<(), Broken>
where
    G::Position: PartialEq,
{
    let mut position = game.start();
    let mut played: Vec<String> = Vec::new();
    let mut trail = Vec::new();
    let mut history = PastPositions::default();
    let at = |position: &G::Position, played: &[String], verdict: Examined| {
        told(verdict, position, from, played)
    };
    if let Some(text) = from {
        let read = position.parse(text);
        let read = read.map_err(|error| (Law::TextRead, format!("'{text}' is refused: {error}")));
        match read {
            Ok(read) => position = read,
            Err(wrong) => return at(&position, &played, Err(wrong)),
        }
    }
    let examiner = Examiner::new(game);
    let examiner = match examiner {
        Ok(examiner) => examiner,
        Err(wrong) => return at(&position, &played, Err(wrong)),
    };
    let mut last = None;
    memory.ties.begin();
    loop {
        let legal = position.legal_moves();
        at(&position, &played, history.path(&position))?;
        history.add(&position);
        at(&position, &played, examiner.position(&position, &legal, last))?;
        at(&position, &played, note_around(game, &mut memory.seen, &position, &legal))?;
        if let Some(board) = game.board() {
            memory.ties.position(board, &position, &legal);
        }
        if legal.is_empty() || trail.len() >= LONGEST {
            break;
        }
        let Some(m) = choose(&position, &legal, &history) else { break };
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
