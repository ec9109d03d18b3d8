//! The search for symmetries: from rules to what is proven.

use super::automaton::Automaton;
use super::board_images::board_images;
use super::code_symmetry::CodeSymmetry;
use super::exchange::Exchange;
use super::group::{SymmetryGroup, keeps_walls};
use super::patterns::with_patterns;
use super::proof::{prove_moves, prove_values};
use super::trial;
use crate::machine::code::Code;
use crate::machine::rules::{Rules, RulesTable};

/// How many ways of the code are looked at to find out whether the players are alike, at most.
const MOST_WORK: usize = 1 << 20;

/// The symmetries of a game: those that can be proven, and hold in random games from where `table`
/// is. `accepts` may refuse one.
pub(crate) fn find_symmetries(
    rules: &Rules,
    table: &RulesTable,
    accepts: &dyn Fn(&CodeSymmetry) -> bool,
) -> SymmetryGroup {
    let (description, code) = (rules.description(), rules.code());
    let trivial = || SymmetryGroup::trivial(code);
    let mut images = board_images(&description.board);
    images.retain(|places| keeps_walls(description, code, places));
    if images.len() < 2 {
        return trivial();
    }
    let Ok(automaton) = Automaton::of(code) else { return trivial() };
    let find =
        |automaton: &Automaton| SymmetryGroup::find(description, code, automaton, &images, accepts);
    let mut group = find(&automaton);
    if usize::from(group.len()) < images.len() {
        let other = find(&with_patterns(&automaton, code.places));
        if other.len() > group.len() {
            group = other;
        }
    }
    if group.len() < 2 || trial::holds(&group, code, table) { group } else { trivial() }
}

/// The first of some exchanges after which the rules are worth the same to whoever is to move.
/// If there is chance, it counts how many ways there are to do the same.
pub(crate) fn find_exchange(
    code: &Code,
    exchanges: &[Exchange],
    has_chance: bool,
) -> Option<Exchange> {
    if exchanges.is_empty() {
        return None;
    }
    let automaton = Automaton::of(code).ok()?;
    let find = |automaton: &Automaton| {
        let mut room = MOST_WORK;
        exchanges.iter().find(|exchange| {
            let Some(left) = room.checked_sub(automaton.labels.size) else { return false };
            room = left;
            if has_chance {
                return prove_moves(code, automaton, exchange, &mut room).is_ok();
            }
            prove_values(automaton, exchange, &mut room).is_ok()
        })
    };
    find(&automaton).or_else(|| find(&with_patterns(&automaton, code.places))).cloned()
}
