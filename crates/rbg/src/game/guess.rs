//! What is counted in a game of whose strategy its author says nothing.

use super::observation::ObservedPlay;
use super::point_table::{NamedTable, PointTable};
use super::shared::GameFacts;

/// The points of a piece of mean value.
const MEAN: f64 = 100.0;
/// What a piece is worth that cannot move at all, as a part of one with the mean number of moves.
const STANDING: f64 = 0.15;
/// What a piece is worth more where it can go no further, as a part of its value.
const AHEAD: f64 = 0.3;
/// Pieces that are taken less often than once in so many moves do not decide.
const RARELY: u64 = 100;
/// More moves than this in a position take too long to be counted.
const MOST_MOVES: u64 = 1000;
/// The points of a move.
const MOVE: i32 = 10;

/// What quick random games make likely: points for pieces if they can be taken, otherwise points
/// for moves if the players can take moves from each other; and points for scores that only rise.
pub(super) fn guess(shared: &GameFacts) -> Vec<NamedTable> {
    let seen = ObservedPlay::of(&shared.table, &shared.code, &shared.pieces, &shared.spots);
    let steps: u64 = seen.pieces.iter().map(|kind| kind.steps).sum();
    let mut found = Vec::new();
    if seen.taken * RARELY >= seen.positions && seen.taken > seen.turned {
        found.push(("pieces", pieces(shared, &seen)));
    } else if (steps > 0 || seen.turned > 0) && seen.moves <= MOST_MOVES * seen.positions {
        let table = PointTable { mobility: MOVE, ..PointTable::default() };
        found.push(("mobility", table));
    }
    if !seen.scores_fall && seen.rises[0] * RARELY >= seen.positions && seen.rises[0] > 0 {
        // A usual rise of a score is worth as much as a piece.
        let points = (MEAN * seen.rises[0] as f64 / seen.rises[1] as f64).round().max(1.0) as i32;
        if found.is_empty() {
            found.push(("scores", PointTable::default()));
        }
        for (_, table) in &mut found {
            table.variables.extend([(0, points), (1, -points)]);
        }
    }
    found
}

/// Points for pieces: by the number of their moves, and the more, the further they have come if
/// they never go back. (B. Pell, "Strategy generation and evaluation for meta-game playing", 1993,
/// has both ideas.)
fn pieces(shared: &GameFacts, seen: &ObservedPlay) -> PointTable {
    let (kinds, places) = (shared.code.pieces, shared.code.places);
    let owner = |piece: usize| shared.pieces.owner(piece as u8);
    let moves_of = |pieces: &mut dyn Iterator<Item = usize>| {
        let (mut moves, mut present) = (0, 0);
        for piece in pieces {
            moves += seen.pieces[piece].moves;
            present += seen.pieces[piece].present;
        }
        (present > 0).then(|| moves as f64 / present as f64)
    };
    let mean = moves_of(&mut (0..kinds).filter(|&piece| owner(piece).is_some()));
    let mean = mean.filter(|mean| *mean > 0.0);
    let mut table = vec![0; kinds * places];
    for piece in (0..kinds).filter(|&piece| owner(piece).is_some()) {
        // The same kind of both players has the same value.
        let kind = &shared.pieces.kinds[piece];
        let is_alike = |&other: &usize| {
            let other = &shared.pieces.kinds[other];
            (&other.name, other.kind) == (&kind.name, kind.kind) && other.owner.is_some()
        };
        let moves = moves_of(&mut (0..kinds).filter(is_alike));
        let part = mean.zip(moves).map_or(1.0, |(mean, moves)| moves / mean);
        let value = MEAN * (part + STANDING) / (1.0 + STANDING);
        let sign = if owner(piece) == Some(0) { 1.0 } else { -1.0 };
        let ahead = ahead(shared, seen, piece);
        for (place, ahead) in ahead.into_iter().enumerate() {
            let value = value * (1.0 + AHEAD * ahead * ahead * ahead);
            table[place * kinds + piece] = (sign * value).round() as i32;
        }
    }
    PointTable { pieces: table, ..PointTable::default() }
}

/// By place: how far ahead a piece is there, from 0 to 1. 0 if it goes in all directions.
fn ahead(shared: &GameFacts, seen: &ObservedPlay, piece: usize) -> Vec<f64> {
    let way = seen.pieces[piece].way;
    // Chance has a small part in a sum of steps. Without it, mirrored places are alike.
    let most = way.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
    let [x, y] = way.map(|part| (part / most * 2.0).round() / 2.0);
    let at: Vec<f64> = shared.spots.iter().map(|spot| spot.x * x + spot.y * y).collect();
    let least = at.iter().copied().fold(f64::INFINITY, f64::min);
    let most = at.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !seen.goes_ahead[piece] || most <= least {
        return vec![0.0; at.len()];
    }
    at.into_iter().map(|at| (at - least) / (most - least)).collect()
}
