//! The odds that playouts give.

use std::time::Duration;

use sarsen_core::game::{Position, Weighted, Written};
use sarsen_engine::proofs::{ProofMeans, odds};
use sarsen_games::stonehenge::{Stonehenge, StonehengePosition, StonehengeSolver};

fn after(moves: &[&str]) -> StonehengePosition {
    let mut position = StonehengePosition::start();
    for text in moves {
        position.make(position.parse_move(text).unwrap());
    }
    position
}

#[test]
fn a_good_beginning_promises_more_than_a_bad_one() {
    let (solver, evaluator) =
        (StonehengeSolver::new(1 << 20).unwrap(), Stonehenge.usual_evaluator());
    let patience = Duration::from_secs(20);
    let means = ProofMeans { solver: &solver, evaluator: &evaluator, patience, threads: 1 };
    let [good, bad] =
        [["1@4", "6@1"], ["6@1", "1@4"]].map(|moves| odds(&after(&moves), &means, &|| false));
    assert!(good > bad && bad.is_some(), "{good:?} {bad:?}");
    assert_eq!(odds(&after(&["1@4", "6@1"]), &means, &|| false), good);
    assert_eq!(odds(&after(&["1@4", "6@1"]), &means, &|| true), None);
    assert_eq!(odds(&after(&["1@4", "6@1", "3@11", "2@8"]), &means, &|| false), None);
}
