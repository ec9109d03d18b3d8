//! The numbers of one player's positions in the bear-off.
//!
//! A position is told by how many checkers are at each point of the home board or beyond it, from
//! the ace point on. These six counts never grow. The number of the position is their rank in the
//! combinatorial number system (for sets with repetition). GNU Backgammon has the same order.
//!
//! A play makes none of the six counts greater, so it always leads to a lower number.

use super::super::board::{CHECKERS, HOME, OFF, PLACES};
use sarsen_core::game::binomial;

/// The most checkers that a player has left.
const MOST: u8 = 6;

/// The number of positions of a player.
pub(super) const COUNT: usize = binomial((HOME + MOST) as u32, HOME as u32) as usize;

/// The position without any checker left.
pub(super) const ALL_OFF: u16 = 0;

/// What a count of checkers at a point or beyond adds to the number. The first row is that of the
/// ace point.
const RANKS: [[u16; MOST as usize + 1]; HOME as usize] = {
    let mut ranks = [[0; MOST as usize + 1]; HOME as usize];
    let mut point = 0;
    while point < HOME as usize {
        let mut count = 1;
        while count <= MOST as usize {
            let points = HOME as u32 - point as u32;
            ranks[point][count] = binomial(count as u32 + points - 1, points) as u16;
            count += 1;
        }
        point += 1;
    }
    ranks
};

/// The number of a position. None if the player has more than six checkers left, or not all of them
/// in the home board.
#[inline]
pub(super) fn number(men: &[u8; PLACES]) -> Option<u16> {
    let left = CHECKERS.checked_sub(men[usize::from(OFF)])?;
    if left > MOST {
        return None;
    }
    let (mut number, mut beyond) = (0, left);
    for (ranks, here) in RANKS.iter().zip(&men[1..]) {
        number += ranks[usize::from(beyond)];
        beyond -= here;
    }
    (beyond == 0).then_some(number)
}

/// The checkers of the position with this number.
pub(super) fn men(number: u16) -> [u8; PLACES] {
    let mut men = [0; PLACES];
    let mut rest = number;
    let (mut place, mut before) = (OFF, CHECKERS);
    for ranks in &RANKS {
        let count = (0..=MOST).rev().find(|&count| ranks[usize::from(count)] <= rest).unwrap_or(0);
        rest -= ranks[usize::from(count)];
        men[usize::from(place)] = before - count;
        (place, before) = (place + 1, count);
    }
    men[usize::from(place)] = before;
    men
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_its_number() {
        assert_eq!(COUNT, 924);
        for wanted in 0..COUNT as u16 {
            let men = men(wanted);
            assert_eq!(men.iter().sum::<u8>(), CHECKERS, "{wanted}");
            assert!(men[usize::from(HOME) + 1..].iter().all(|&count| count == 0), "{wanted}");
            assert_eq!(number(&men), Some(wanted));
        }
        assert_eq!(men(ALL_OFF)[usize::from(OFF)], CHECKERS);
        assert_eq!(men(COUNT as u16 - 1)[usize::from(HOME)], MOST);
    }

    #[test]
    fn other_positions_have_none() {
        let number_of = |checkers: &[(usize, u8)]| {
            let mut men = [0; PLACES];
            checkers.iter().for_each(|&(place, count)| men[place] = count);
            men[0] = CHECKERS - men.iter().sum::<u8>();
            number(&men)
        };
        assert_eq!(number_of(&[]), Some(0));
        assert_eq!(number_of(&[(1, 1)]), Some(1));
        assert_eq!(number_of(&[(6, 6)]), Some(923));
        for outside in [&[(1, 7)][..], &[(1, 15)], &[(7, 1)], &[(25, 1)], &[(6, 5), (24, 1)]] {
            assert_eq!(number_of(outside), None, "{outside:?}");
        }
    }
}
