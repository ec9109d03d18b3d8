//! What the author says in marks that can never come to anything.

use super::display::PlaceHome;
use super::rules_game::RulesGame;
use super::shared::GameFacts;
use crate::language::board::BoardShape;
use crate::machine::op::Op;
use sarsen_core::game::{Game, Position};

/// The warnings that the marks give.
pub(super) fn find<const CHANCE: bool>(game: &RulesGame<CHANCE>) -> Vec<String> {
    let shared = &game.shared;
    let mut found = words(shared);
    found.extend(coordinates(shared));
    found.extend(hands(shared));
    found.extend(setups(game));
    found
}

/// Setups in which the game is over, and boards on which it cannot be played.
fn setups<const CHANCE: bool>(game: &RulesGame<CHANCE>) -> Vec<String> {
    let about = |name: &str| match game.with_setup(name) {
        Err(error) => Some(error.to_string()),
        Ok(game) => {
            let is_over = game.start().outcome().is_some();
            is_over.then(|| format!("in the setup '{name}' the game is already over"))
        }
    };
    game.setups().filter_map(about).collect()
}

/// Words for moves that set a variable to a number to which no rule sets it.
fn words(shared: &GameFacts) -> Vec<String> {
    let mut found = Vec::new();
    for (variable, number, word) in shared.marks.words() {
        let sets = |op: &Op| match *op {
            Op::Set { variable: set, value, .. } => (set, value) == (variable, number),
            _ => false,
        };
        if !shared.code.ops.iter().any(sets) {
            let name = &shared.rules.description().variables[usize::from(variable)].name;
            found.push(format!(
                "no move is called '{word}', because no rule has '[$ {name} = {number}]'"
            ));
        }
    }
    found
}

/// Places of a graph without coordinates, places with two, and places that are drawn one upon the
/// other.
fn coordinates(shared: &GameFacts) -> Vec<String> {
    let (given, spots) = (&shared.marks.display.coordinates, &shared.spots);
    let mut found = Vec::new();
    let mut last = vec![None; spots.len()];
    for &(place, at) in given {
        if last[place].replace(at).is_some() {
            found.push(format!("'{}' has 'at' twice", spots[place].name));
        }
    }
    let is_graph = matches!(shared.rules.description().board.shape, BoardShape::Graph(_));
    let mut missing = spots.iter().zip(&last).filter(|(_, at)| at.is_none()).map(|(spot, _)| spot);
    let count = missing.clone().count();
    if is_graph
        && count < spots.len()
        && let Some(first) = missing.next()
    {
        let (more, has) = match count {
            1 => (String::new(), "has"),
            _ => (format!(" and {} more", count - 1), "have"),
        };
        found.push(format!(
            "'{}'{more} {has} no 'at', but {} others have",
            first.name,
            spots.len() - count
        ));
    }
    let mut placed: Vec<_> = spots.iter().zip(last).filter(|(_, at)| at.is_some()).collect();
    placed
        .sort_by(|(one, _), (other, _)| one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y)));
    for pair in placed.windows(2) {
        let [(one, at), (other, there)] = pair else { continue };
        if at == there {
            found.push(format!("'{}' and '{}' are at the same spot", one.name, other.name));
        }
    }
    found
}

/// Places that are in the hands of both players.
fn hands(shared: &GameFacts) -> Vec<String> {
    let mut owners: Vec<Option<PlaceHome>> = vec![None; shared.spots.len()];
    let mut found = Vec::new();
    for &(place, home) in &shared.marks.display.homes {
        if owners[place].replace(home).is_some_and(|before| before != home) {
            let name = &shared.spots[place].name;
            found.push(format!("'{name}' is in two hands, or in a hand and beside the board"));
        }
    }
    found
}
