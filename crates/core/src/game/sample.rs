//! A look at a game by a few of its games.

use super::{Outcome, Position, mix64, split_mix};

/// So many random games are looked at.
const GAMES: u64 = 16;

/// So many plies of each.
const PLIES: usize = 64;

/// A number of what is seen in a few random games, always the same ones: of what `see` says at each
/// position, of how many moves there are, and of how games end. If the rules change, another number
/// is all but certain, unless what has changed comes late or is rare.
pub fn sample<P: Position>(start: &P, mut see: impl FnMut(&P) -> u64) -> u32 {
    let mut moves = Vec::new();
    let mut number = 0;
    for game in 0..GAMES {
        let mut position = start.clone();
        let mut random = mix64(game);
        for _ in 0..PLIES {
            let end = position.outcome();
            let end_number = match end {
                None => 0,
                Some(Outcome::Draw) => 1,
                Some(Outcome::Win(player)) => 2 + player.index() as u64,
            };
            number = mix64(mix64(number ^ see(&position)) ^ end_number);
            moves.clear();
            if end.is_none() {
                position.moves(&mut moves);
            }
            if moves.is_empty() {
                break;
            }
            number = mix64(number ^ moves.len() as u64);
            position.make(moves[split_mix(&mut random) as usize % moves.len()]);
        }
    }
    (number >> 32) as u32
}
