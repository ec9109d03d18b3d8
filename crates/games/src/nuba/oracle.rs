//! What is certain at a glance: a champion that nothing can stop on its way to the base.

use super::base::Base;
use super::board::{CHAMPION, LAST, NOWHERE, SQUARES, bit};
use super::position::NubaPosition;
use sarsen_core::game::value::{loss_in, win_in};
use sarsen_core::game::{Bound, Known, Oracle, Player};

/// Knows positions in which a champion reaches the base, whatever the opponent does. It goes step
/// after step over squares that no piece of the opponent can enter in time, and arrives before the
/// other champion could.
#[derive(Clone, Copy, Default, Debug)]
pub struct Unstoppable;

/// The left and the right column.
const LEFT: u32 = 0x0210_8421;
const RIGHT: u32 = LEFT << 4;

/// All squares.
const BOARD: u32 = (1 << SQUARES) - 1;

/// The squares in front of those of a set.
#[inline(always)]
const fn ahead(player: Player, set: u32) -> u32 {
    let wide = set | (set & !LEFT) >> 1 | (set & !RIGHT) << 1;
    match player {
        Player::First => wide << 5 & BOARD,
        Player::Second => wide >> 5,
    }
}

/// The steps that a player's champion needs to the base, on a way where it cannot be captured.
/// `waits` says that the opponent moves first. None if there is no such way.
#[inline(always)]
fn steps(position: &NubaPosition, player: Player, waits: bool) -> Option<u32> {
    let (own, other) = (player.index(), player.other().index());
    let square = position.at[own][usize::from(CHAMPION)];
    if square == NOWHERE {
        return None;
    }
    let against = player.other();
    // Where a piece of the opponent may be, and where it may be one move later.
    let mut seen = position.occupied[other];
    let mut near = ahead(against, seen);
    let mut set = bit(square);
    if waits {
        set &= !near;
        seen |= near;
        near = ahead(against, seen);
    }
    let mut steps = 1;
    while set != 0 {
        let is_last = set & LAST[own] != 0;
        let next = ahead(player, set) & !position.occupied[own];
        if is_last || position.base == Base::Row && next & LAST[own] != 0 {
            return Some(steps);
        }
        set = next & !near;
        seen |= near;
        near = ahead(against, seen);
        steps += 1;
    }
    None
}

/// The fewest steps in which a player's champion could arrive. If it is not on the board, a number
/// greater than any.
#[inline(always)]
fn fewest(position: &NubaPosition, player: Player) -> u32 {
    match position.at[player.index()][usize::from(CHAMPION)] {
        NOWHERE => u32::MAX,
        square => position.steps_left(player, square).into(),
    }
}

impl Oracle<NubaPosition> for Unstoppable {
    #[inline]
    fn probe(&self, position: &NubaPosition) -> Option<Known> {
        if position.is_setup {
            return None;
        }
        let (mover, other) = (position.turn, position.turn.other());
        if let Some(steps) = steps(position, mover, false)
            && fewest(position, other) >= steps
        {
            return Some(Known { value: win_in(2 * steps - 1), bound: Bound::Lower });
        }
        if let Some(steps) = steps(position, other, true)
            && fewest(position, mover) > steps
        {
            return Some(Known { value: loss_in(2 * steps), bound: Bound::Upper });
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nuba::Nuba;
    use crate::nuba::board::{AHEAD, squares};
    use sarsen_core::game::{Game, Written};

    #[test]
    fn sets_go_ahead_square_by_square() {
        for player in [Player::First, Player::Second] {
            for set in [BOARD, LEFT, RIGHT, 0x0155_5555, 1, 1 << 29, 0] {
                let each = squares(set).map(|from| AHEAD[player.index()][usize::from(from)]);
                assert_eq!(ahead(player, set), each.fold(0, |sum, next| sum | next), "{set:b}");
            }
        }
    }

    #[test]
    fn champions_run_where_nobody_can_stop_them() {
        let probe = |setup: &str, text: &str| {
            let position = Nuba::parse(setup).unwrap().start().parse(text).unwrap();
            Unstoppable.probe(&position)
        };
        let win = |plies| Some(Known { value: win_in(plies), bound: Bound::Lower });
        let loss = |plies| Some(Known { value: loss_in(plies), bound: Bound::Upper });
        let alone = "...../...../gX..../...../....r9/..... - g";
        assert_eq!(probe("row", alone), win(3));
        assert_eq!(probe("beyond", alone), win(5));
        assert_eq!(probe("row", &alone.replace(" g", " r")), loss(4));
        // Somebody in its way, who is too late, or perhaps not.
        assert_eq!(probe("row", "....r9/...../gX..../...../...../..... - g"), win(3));
        assert_eq!(probe("row", ".r9.../...../gX..../...../...../..... - r"), None);
        // The other champion is as near, and moves first.
        let race = "...../...../gX..../...../....rX/..... - g";
        assert_eq!(probe("row", race), loss(2));
        assert_eq!(probe("row", "...../gX..../...../...../....rX/..... - g"), win(1));
        // Pieces of its own are in its way.
        assert_eq!(probe("beyond", "...../g1g2.../gX..../...../r3..../..... - g"), None);
    }
}
