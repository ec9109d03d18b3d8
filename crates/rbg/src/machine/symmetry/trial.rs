//! A trial of symmetries in random games.
//!
//! A symmetry that is proven may still fail if the keeper has several ways that do not come to the
//! same, against the reference of the language: it then takes the first one, and which one that is
//! no symmetry tells. And where rules do not come to an end, it depends on the order of places what
//! is found before they are given up.

use super::group::SymmetryGroup;
use crate::machine::code::Code;
use crate::machine::rules::{FoundMoves, RulesTable};
use sarsen_core::game::split_mix;

/// How many moves are made at most.
const PLIES: usize = 200;
/// How much may be done in all, in steps back of the interpreter.
const MOST_WORK: u64 = 1 << 20;

/// Whether the image of a move always leads to the image of the position after it. `table` is at
/// the start of the game.
pub(super) fn holds(group: &SymmetryGroup, code: &Code, table: &RulesTable) -> bool {
    let mut random = 1;
    let (mut moves, mut images) = (FoundMoves::default(), FoundMoves::default());
    let mut game = table.by_interpreter(MOST_WORK);
    let mut there = game.clone();
    let mut work = 0;
    for _ in 0..PLIES {
        if game.moves(&mut moves).is_err() {
            return false;
        }
        if moves.is_empty() {
            game.go_to(table.state());
            continue;
        }
        work += (game.work() + 64) * u64::from(group.len());
        if work > MOST_WORK {
            return true;
        }
        let before = game.state().clone();
        let number = (split_mix(&mut random) % moves.len() as u64) as usize;
        let steps = moves.get(number);
        if game.make(steps).is_err() {
            return false;
        }
        work += game.work() * u64::from(group.len());
        for symmetry in 1..group.len() {
            let image = group.get(symmetry);
            there.go_to(&image.state(code, &before));
            let is_alike = there.moves(&mut images).is_ok()
                && images.len() == moves.len()
                && there.make(&group.steps(code, symmetry, &before, steps)).is_ok()
                && *there.state() == image.state(code, game.state());
            if !is_alike {
                return false;
            }
        }
    }
    true
}
