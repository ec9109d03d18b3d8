//! The board of backgammon as one player sees it: places by number, and sets of places as bits.

/// Where checkers are that have been borne off.
pub const OFF: u8 = 0;

/// The number of points. Each player counts them from the own ace point, 1, to 24.
pub const POINTS: u8 = 24;

/// The bar. Its checkers enter as if it were a 25th point.
pub const BAR: u8 = POINTS + 1;

/// The number of checkers of a player.
pub const CHECKERS: u8 = 15;

/// The number of places where checkers of a player can be.
pub(super) const PLACES: usize = BAR as usize + 1;

/// The checkers of both players at each place, each player's as the player sees them.
pub(super) type Men = [[u8; PLACES]; 2];

/// The last point of the home board.
pub(super) const HOME: u8 = 6;

/// All points as bits.
pub(super) const ALL_POINTS: u32 = ((1 << POINTS) - 1) << 1;

/// The points of the home board, and off, as bits.
pub(super) const AT_HOME: u32 = (1 << (HOME + 1)) - 1;

/// The checkers of a player at the start: how many are on which point.
pub(super) const START: [(u8, u8); 4] = [(24, 2), (13, 5), (8, 3), (6, 5)];

/// The bit of a place.
#[inline(always)]
pub(super) const fn bit(place: u8) -> u32 {
    1 << place
}

/// The same point as the other player sees it.
#[inline(always)]
pub(super) const fn across(point: u8) -> u8 {
    BAR - point
}

/// A set of points as the other player sees it.
#[inline(always)]
pub(super) const fn all_across(set: u32) -> u32 {
    (set & ALL_POINTS).reverse_bits() >> (31 - BAR)
}

/// Where a checker gets from a place with a die.
#[inline(always)]
pub(super) const fn target(from: u8, die: u8) -> u8 {
    from.saturating_sub(die)
}

/// The places of a set, the highest first.
#[inline(always)]
pub(super) fn descending(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let place = set.checked_ilog2()?;
        set ^= 1 << place;
        Some(place as u8)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_see_the_points_from_both_ends() {
        for point in 1..=POINTS {
            assert_eq!(all_across(bit(point)), bit(across(point)));
            assert_eq!(across(across(point)), point);
        }
        assert_eq!(all_across(bit(OFF) | bit(BAR)), 0);
        assert_eq!(START.iter().map(|&(_, count)| count).sum::<u8>(), CHECKERS);
        assert_eq!(descending(0b1010_0001).collect::<Vec<_>>(), [7, 5, 0]);
    }
}
