//! The positions that a player can play to in the bear-off, for every position and throw.

use super::super::board::{CHECKERS, OFF, PLACES};
use super::super::dice::Dice;
use super::super::position::BackgammonPosition;
use super::index::{COUNT, men, number};
use sarsen_core::game::Player;

/// The numbers of all positions after a play, by the number of the position and the throw.
pub(super) struct BearOffPlays {
    after: Vec<u16>,
    /// Where the list of each position and throw begins. The last one is where all lists end.
    starts: Vec<u32>,
}

impl BearOffPlays {
    /// Lists what the rules of the game allow.
    pub(super) fn new() -> Self {
        let (mut after, mut starts) = (Vec::new(), vec![0]);
        // The other player's checkers are in nobody's way.
        let mut other = [0; PLACES];
        other[usize::from(OFF)] = CHECKERS;
        for before in 0..COUNT as u16 {
            let position = BackgammonPosition::new([men(before), other], Player::First, None);
            for dice in Dice::all() {
                position.plays(dice, |m| {
                    let mut played = position;
                    played.play(m);
                    after.extend(number(played.checkers(Player::First)));
                });
                starts.push(after.len() as u32);
            }
        }
        Self { after, starts }
    }

    /// The numbers of the positions to which a throw leads.
    #[inline]
    pub(super) fn after(&self, number: u16, dice: Dice) -> &[u16] {
        let at = usize::from(number) * Dice::COUNT + dice.index();
        &self.after[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::super::index::ALL_OFF;
    use super::*;

    #[test]
    fn every_play_leads_to_a_lower_number() {
        let plays = BearOffPlays::new();
        for number in ALL_OFF + 1..COUNT as u16 {
            for dice in Dice::all() {
                let after = plays.after(number, dice);
                assert!(!after.is_empty(), "{number} {dice:?}");
                assert!(after.iter().all(|&after| after < number), "{number} {dice:?}: {after:?}");
            }
        }
        assert_eq!(plays.after(1, Dice::all().next().unwrap()), [ALL_OFF]);
    }
}
