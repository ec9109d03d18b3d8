//! Exchanges of the two players: of their pieces, their scores, and their sides of the board.

use super::chance::PLAYERS;
use super::pieces::{PieceTable, owner_by_name};
use crate::language::description::Description;
use crate::machine::rules::Rules;
use crate::machine::symmetry::board_images::board_images;
use crate::machine::symmetry::exchange::Exchange;
use crate::machine::symmetry::group::keeps_walls;

/// The exchanges of the two players that may be a symmetry. None if a piece of one player has no
/// like among those of the other, or if the start does not become itself. The variables `fixed`
/// stay what they are.
pub(super) fn exchanges(rules: &Rules, pieces: &PieceTable, fixed: &[u16]) -> Vec<Exchange> {
    let description = rules.description();
    let Some(twins) = pieces_of_the_other(pieces) else { return Vec::new() };
    let variables = variables(description);
    let is_kept = |&variable: &u16| variables[usize::from(variable)] == variable;
    if !fixed.iter().all(is_kept) {
        return Vec::new();
    }
    let start = &description.board.start;
    let returns = |places: &Vec<u16>| {
        places.iter().enumerate().all(|(place, &to)| usize::from(places[usize::from(to)]) == place)
    };
    // The start becomes itself, as if the players had exchanged their seats.
    let is_start = |places: &Vec<u16>| {
        let mut pairs = start.iter().zip(places);
        pairs.all(|(&piece, &to)| twins[usize::from(piece)] == start[usize::from(to)])
    };
    let mut images = board_images(&description.board);
    images.retain(|places| {
        returns(places) && is_start(places) && keeps_walls(description, rules.code(), places)
    });
    let exchange = |places| Exchange {
        places,
        pieces: twins.clone(),
        variables: variables.clone(),
        players: (0..description.players as u8).map(other).collect(),
    };
    images.into_iter().map(exchange).collect()
}

/// The other one of the two players. Chance stays chance.
fn other(player: u8) -> u8 {
    if usize::from(player) < PLAYERS { 1 - player } else { player }
}

/// For each piece the one of the other player that is like it. What is nobody's stays.
fn pieces_of_the_other(pieces: &PieceTable) -> Option<Vec<u8>> {
    let all = |owner: u8, kind: u16| {
        let is_this = move |piece: &u8| {
            let known = &pieces.kinds[usize::from(*piece)];
            (known.owner, known.kind) == (Some(owner), kind)
        };
        (0..pieces.kinds.len() as u8).filter(is_this).collect::<Vec<u8>>()
    };
    let twin = |piece: u8| {
        let known = &pieces.kinds[usize::from(piece)];
        let Some(owner) = known.owner else { return Some(piece) };
        // Those of the same kind are taken in order.
        let [mine, yours] = [owner, other(owner)].map(|owner| all(owner, known.kind));
        let at = mine.iter().position(|&other| other == piece)?;
        (mine.len() == yours.len()).then(|| yours[at])
    };
    (0..pieces.kinds.len() as u8).map(twin).collect()
}

/// The scores change sides, and so do variables whose names say whose they are.
fn variables(description: &Description) -> Vec<u16> {
    let all = &description.variables;
    let players: Vec<&str> = description.player_names().take(PLAYERS).collect();
    let twin = |number: usize| {
        if number < PLAYERS {
            return 1 - number;
        }
        let Some((owner, rest)) = owner_by_name(&all[number].name, &players) else {
            return number;
        };
        let is_twin = |&at: &usize| {
            all[at].bound == all[number].bound
                && owner_by_name(&all[at].name, &players) == Some((other(owner), rest.clone()))
        };
        (description.players..all.len()).find(is_twin).unwrap_or(number)
    };
    let twins: Vec<usize> = (0..all.len()).map(twin).collect();
    let checked = |(number, &twin): (usize, &usize)| {
        if twins[twin] == number { twin as u16 } else { number as u16 }
    };
    twins.iter().enumerate().map(checked).collect()
}
