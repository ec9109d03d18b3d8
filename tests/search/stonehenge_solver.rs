//! Stonehenge's own solver against known winners, a plain search, and itself.

use std::collections::HashMap;

use crate::support::slow::{one_of, rounds};
use crate::support::{Random, json_lines, play, random_position_at};
use sarsen::game::value::PROVEN_WIN;
use sarsen::game::{Effort, Game, Player, Position, Solver, Symmetric, Weighted, Written};
use sarsen::games::stonehenge::{Stonehenge, StonehengePosition, StonehengeSolver, Technique};
use sarsen::proofs::{CheckRequest, Claim, Flaw, Proof};

fn solver(mib: usize) -> StonehengeSolver {
    StonehengeSolver::new(mib << 20).unwrap()
}

/// Whether the player to move wins. The move that the solver finds is tried as well.
fn wins(solver: &StonehengeSolver, position: &StonehengePosition) -> bool {
    let found = solver.solve(position, &Effort::UNLIMITED);
    let what = position.format();
    assert_eq!(found.value().map(i32::abs), Some(PROVEN_WIN), "{what}: {found:?}");
    let is_won = found.least > 0;
    let best = found.keeps.unwrap_or_else(|| panic!("{what}: no move"));
    assert!(position.legal_moves().contains(&best), "{what}: {best:?}");
    if is_won {
        let mut after = *position;
        after.make(best);
        let is_lost = match after.winner() {
            Some(winner) => winner == position.to_move(),
            None => solver.solve(&after, &Effort::UNLIMITED).most < 0,
        };
        assert!(is_lost, "{what}: {best:?}");
    }
    is_won
}

/// The same by a trial of every move. It shares only the rules with the solver.
fn wins_plainly(position: &StonehengePosition, known: &mut HashMap<String, bool>) -> bool {
    if let Some(winner) = position.winner() {
        return winner == position.to_move();
    }
    let key = (position.ply() < 16).then(|| position.format());
    if let Some(&is_won) = key.as_ref().and_then(|key| known.get(key)) {
        return is_won;
    }
    let mut position = *position;
    let is_won = position.legal_moves().into_iter().any(|m| {
        let undo = position.make(m);
        let wins = !wins_plainly(&position, known);
        position.unmake(m, undo);
        wins
    });
    known.extend(key.map(|key| (key, is_won)));
    is_won
}

/// An unfinished position with `ply` pieces on it.
fn random(ply: usize, random: &mut Random) -> StonehengePosition {
    random_position_at(&Stonehenge.start(), ply, random)
}

#[test]
fn it_agrees_with_trying_everything() {
    let solver = solver(4);
    let mut seed = Random(1);
    for (ply, count) in
        [(10, 300), (11, 400), (12, 500), (13, 400), (14, 400), (15, 300), (16, 100), (17, 20)]
    {
        for _ in 0..rounds(count / 5, count) {
            let position = random(ply, &mut seed);
            let expected = wins_plainly(&position, &mut HashMap::new());
            assert_eq!(wins(&solver, &position), expected, "{}", position.format());
        }
    }
}

/// This uses the plain search that checks proofs. If a proof has no moves, it searches the position
/// of the proof.
#[test]
fn it_agrees_with_a_plain_search() {
    let solver = solver(4);
    let order = CheckRequest {
        bytes: 4 << 20,
        threads: 1,
        journal: None,
        sample: None,
        must_end: &|| false,
    };
    let mut seed = Random(3);
    for _ in 0..rounds(20, 60) {
        let position = random(8, &mut seed);
        let first_wins = wins(&solver, &position) == (position.to_move() == Player::First);
        let check = |first_wins| {
            let (game, position) = ("stonehenge".to_owned(), position.format());
            let claim = Claim { first_wins };
            let proof = Proof { game, position, claim, plies: 0, moves: Vec::new() };
            order.run(&Stonehenge.start(), &Stonehenge.usual_evaluator(), &proof, &mut |_| {})
        };
        assert!(check(first_wins).is_ok(), "{}", position.format());
        assert!(matches!(check(!first_wins), Err(Flaw::Wrong(_))), "{}", position.format());
    }
}

#[derive(serde::Deserialize)]
struct Solved {
    moves: Vec<(u8, u8)>,
    winner: u8,
}

#[test]
fn the_solved_positions_are_solved() {
    let rows: Vec<Solved> = json_lines("chapter/stone_solved.public.jsonl.gz");
    let solver = solver(64);
    for row in rows.iter().step_by(one_of(6)) {
        let moves: Vec<String> =
            row.moves.iter().map(|(cell, piece)| format!("{piece}@{}", cell + 1)).collect();
        let position = play(&Stonehenge.start(), &moves);
        let winner = if row.winner == 1 { Player::First } else { Player::Second };
        assert_eq!(wins(&solver, &position), winner == position.to_move(), "{moves:?}");
    }
    assert_eq!(rows.len(), 156);
}

#[test]
fn all_images_have_the_same_winner() {
    let solver = solver(8);
    let mut seed = Random(2);
    for ply in [7, 8, 9, 10, 11, 12] {
        for _ in 0..20 {
            let position = random(ply, &mut seed);
            let expected = wins(&solver, &position);
            for symmetry in 1..position.symmetries() {
                let image = position.image(symmetry);
                assert_eq!(wins(&solver, &image), expected, "{}", image.format());
            }
        }
    }
}

/// Solves `count` random positions after `ply` plies. Without any one technique, the winner is the
/// same. Each solver has its own memory.
fn techniques_change_nothing(ply: usize, count: usize) {
    let whole = solver(16);
    let others = Technique::ALL.map(|technique| (technique, solver(16).without(technique)));
    let mut seed = Random(ply as u64);
    for _ in 0..count {
        let position = random(ply, &mut seed);
        let expected = wins(&whole, &position);
        for (technique, solver) in &others {
            assert_eq!(wins(solver, &position), expected, "{technique:?}: {}", position.format());
        }
    }
}

#[test]
fn no_technique_changes_a_winner() {
    for (ply, count) in [(8, 10), (9, 60), (10, 200), (11, 400), (12, 600), (13, 600)] {
        techniques_change_nothing(ply, count);
    }
}

#[test]
#[ignore = "takes minutes"]
fn no_technique_changes_a_winner_of_many() {
    for (ply, count) in
        [(6, 20), (7, 200), (8, 2_000), (9, 5_000), (10, 20_000), (11, 50_000), (12, 100_000)]
    {
        techniques_change_nothing(ply, count);
    }
}

#[test]
fn it_ends_when_it_must() {
    let solver = solver(4);
    let position = Stonehenge.start();
    let found = solver.solve(&position, &Effort { nodes: 5000, ..Effort::UNLIMITED });
    assert!(found.value().is_none() && (4000..=6000).contains(&found.nodes), "{found:?}");
    let found =
        solver.solve(&position, &Effort { must_end: &|nodes| nodes >= 3000, ..Effort::UNLIMITED });
    assert!(found.value().is_none() && (3000..=5000).contains(&found.nodes), "{found:?}");
}

#[test]
fn threads_find_the_same_winners() {
    let mut seed = Random(3);
    for _ in 0..30 {
        let position = random(7, &mut seed);
        let expected = wins(&solver(4), &position);
        let found = solver(4).solve(&position, &Effort { threads: 3, ..Effort::UNLIMITED });
        assert_eq!(found.least > 0, expected, "{}", position.format());
    }
}

#[test]
fn a_solver_that_has_forgotten_visits_the_same_positions() {
    let mut solver = solver(4);
    let position = random(7, &mut Random(4));
    let first = solver.solve(&position, &Effort::UNLIMITED);
    let warm = solver.solve(&position, &Effort::UNLIMITED);
    solver.forget();
    let again = solver.solve(&position, &Effort::UNLIMITED);
    assert_eq!(first, again);
    assert!(warm.nodes < first.nodes / 2, "{first:?} {warm:?}");
}
