//! Long proofs: the answer is the solver's own, a journal goes on where it was broken off, and a foreign one is refused.
#![allow(missing_docs)]

mod support;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use sarsen::game::{Effort, Game, Player, Position as _, Solver as _};
use sarsen::games::connect_four::Small;
use sarsen::games::stonehenge::{Lines, Position, Solver, Stonehenge};
use sarsen::proving::{JournalError, Means, Proving};
use support::place::Place;
use support::{Random, play, random_position_at};

/// An unfinished position with so many pieces on it.
fn random(ply: usize, random: &mut Random) -> Position {
    random_position_at(&Stonehenge.start(), ply, random)
}

/// Positions with no more than ten empty cells are for the solver.
fn means<'a>(solver: &'a Solver, evaluator: &'a Lines, threads: usize) -> Means<'a, Position> {
    Means { solver, evaluator, scale: 100.0, patience: Duration::from_millis(1), threads }
}

fn first_wins(position: &Position) -> bool {
    let solver = Solver::new(1 << 20).unwrap();
    let mover_wins = solver.solve(position, &Effort::UNLIMITED).least > 0;
    mover_wins == (position.to_move() == Player::First)
}

#[test]
fn the_answer_is_that_of_the_solver() {
    let (solver, evaluator) = (Solver::new(1 << 20).unwrap(), Lines::new());
    let mut seed = Random(5);
    for threads in [1, 1, 1, 3, 3, 3] {
        let position = random(6, &mut seed);
        let proving = Proving::new(position, means(&solver, &evaluator, threads), None).unwrap();
        let answer = proving.run(&|| false).unwrap();
        assert_eq!(answer, Some(first_wins(&position)), "{}", position.format());
        let progress = proving.progress();
        assert!(progress.decided > 10 && progress.nodes > 0, "{progress:?}");
        assert_eq!(progress.left.iter().filter(|&&left| left == 0.0).count(), 1);
        // Some move shows it, or all do.
        let wins = answer == Some(true);
        let moves = proving.moves(&position);
        if wins == (position.to_move() == Player::First) {
            assert!(moves.iter().any(|&(_, known)| known == Some(wins)));
        }
    }
}

#[test]
fn a_draw_is_no_win_of_the_first_player() {
    // The empty board of this size is drawn, and so is it after a move in the middle.
    let game = Small::new(4, 4).unwrap();
    let solver = game.solver(1 << 20).unwrap();
    let (_, evaluator) = game.evaluators().remove(0);
    for moves in [&[][..], &["2"]] {
        let position = play(&game.start(), moves);
        assert_eq!(solver.solve(&position, &Effort::UNLIMITED).value(), Some(0), "{moves:?}");
        let means = Means {
            solver: &*solver,
            evaluator: &*evaluator,
            scale: 100.0,
            patience: Duration::from_secs(60),
            threads: 1,
        };
        let proving = Proving::new(position, means, None).unwrap();
        assert_eq!(proving.run(&|| false).unwrap(), Some(false), "{moves:?}");
    }
}

#[test]
fn a_journal_goes_on_where_it_was_broken_off() {
    let place = Place::new();
    let path = place.path("proof.journal");
    let (solver, evaluator) = (Solver::new(1 << 20).unwrap(), Lines::new());
    let position = random(5, &mut Random(6));
    let prove = |most: u64| {
        let means = means(&solver, &evaluator, 1);
        let proving = Proving::new(position, means, Some(&path)).unwrap();
        let asked = AtomicU64::new(0);
        let answer = proving.run(&|| asked.fetch_add(1, Relaxed) > most).unwrap();
        (answer, proving.progress().decided)
    };
    let (answer, first) = prove(200);
    assert_eq!(answer, None);
    assert!(first > 10, "{first}");
    // As if it had been killed while it wrote.
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.extend([1, 2, 3]);
    std::fs::write(&path, &bytes).unwrap();
    let (answer, second) = prove(u64::MAX);
    assert_eq!(answer, Some(first_wins(&position)));
    let (again, third) = prove(u64::MAX);
    assert_eq!((again, third), (answer, 0), "after {second}");
}

#[test]
fn a_foreign_journal_is_refused() {
    let place = Place::new();
    let path = place.path("proof.journal");
    let (solver, evaluator) = (Solver::new(1 << 20).unwrap(), Lines::new());
    let [one, other] = [random(8, &mut Random(7)), random(8, &mut Random(8))];
    let begin = |position| Proving::new(position, means(&solver, &evaluator, 1), Some(&path));
    let first = begin(one).unwrap();
    assert!(matches!(begin(one), Err(JournalError::InUse(_))));
    first.run(&|| false).unwrap();
    drop(first);
    let before = std::fs::read(&path).unwrap();
    assert!(matches!(begin(other), Err(JournalError::Other { .. })));
    assert_eq!(std::fs::read(&path).unwrap(), before);
    for text in ["no journal\n", "sarsen proof 1", "\u{0}\n"] {
        std::fs::write(&path, text).unwrap();
        assert!(matches!(begin(one), Err(JournalError::Foreign(_))), "{text:?}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
    assert!(matches!(
        Proving::new(one, means(&solver, &evaluator, 1), Some(&place.path("no/such/folder"))),
        Err(JournalError::File { .. })
    ));
}
