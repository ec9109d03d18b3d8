//! Discs that can never turn over.

use super::super::regions::FIRST;
use super::edges::{self, stable_on_edge};
use super::field::Field;

/// Discs of `own` that never turn over, whatever happens. Perhaps not all.
///
/// A disc is stable if in each of the four lines through it, the line is full, or a stable disc of
/// the same colour is next to it.
pub(super) fn stable_discs(field: &Field, own: u64, other: u64) -> u64 {
    let mut stable = on_edges(field, own, other);
    let [level, upright, falling, rising] = full_lines(own | other | !field.board);
    let inner = own & field.inner;
    stable |= inner & level & upright & falling & rising;
    while stable != 0 {
        let safe = (stable << 1 | stable >> 1 | level)
            & (stable << 8 | stable >> 8 | upright)
            & (stable << 9 | stable >> 9 | falling)
            & (stable << 7 | stable >> 7 | rising);
        let more = stable | safe & inner;
        if more == stable {
            break;
        }
        stable = more;
    }
    stable
}

/// The discs that are stable by what is on the edges.
#[inline(always)]
fn on_edges(field: &Field, own: u64, other: u64) -> u64 {
    let (tables, near) = (edges::tables(), field.border);
    let far = 7 - near;
    let row = |at: u32| {
        let [own, other] = [own, other].map(|discs| discs >> (8 * at) & 0xff);
        stable_on_edge(tables, near, own, other) << (8 * at)
    };
    let column = |at: u32| {
        let [own, other] = [own, other].map(|discs| gather(discs >> at));
        spread(stable_on_edge(tables, near, own, other)) << at
    };
    row(near) | row(far) | column(near) | column(far)
}

/// The first column as a row.
#[inline(always)]
pub(super) const fn gather(discs: u64) -> u64 {
    (discs & FIRST).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// A row as the first column.
#[inline(always)]
const fn spread(row: u64) -> u64 {
    // The last bit would run into the first one of the next copy.
    let all_but_last = (row & 0x7f).wrapping_mul(0x0002_0408_1020_4081);
    (all_but_last | (row & 0x80) << 49) & FIRST
}

/// The squares that lie in full lines: level, upright, falling to the right, rising to the right.
#[inline(always)]
fn full_lines(taken: u64) -> [u64; 4] {
    /// All squares but those of the first column, and all but those of the last.
    const RIGHT: u64 = !FIRST;
    const LEFT: u64 = !(FIRST << 7);
    let mut level = taken & taken >> 4;
    level &= level >> 2;
    level &= level >> 1;
    let mut upright = taken & taken.rotate_right(8);
    upright &= upright.rotate_right(16);
    upright &= upright.rotate_right(32);
    // Empty squares spread along the diagonals. What they do not reach is full.
    let empty = !taken;
    let fill = |step: u32, up_mask: u64, down_mask: u64| {
        let (mut up, mut down) = (empty, empty);
        let (mut up_mask, mut down_mask) = (up_mask, down_mask);
        for step in [step, 2 * step, 4 * step] {
            up |= up_mask & up << step;
            down |= down_mask & down >> step;
            up_mask &= up_mask << step;
            down_mask &= down_mask >> step;
        }
        !(up | down)
    };
    [(level & FIRST) * 0xff, upright, fill(9, RIGHT, LEFT), fill(7, LEFT, RIGHT)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Othello;
    use sarsen_core::game::{Game, Player, Position, split_mix};

    #[test]
    fn full_lines_are_those_of_a_plain_walk() {
        let mut state = 3;
        for _ in 0..2000 {
            let taken = split_mix(&mut state) | split_mix(&mut state) | split_mix(&mut state);
            let found = full_lines(taken);
            for square in 0..64_i32 {
                let is_full = |across: i32, down: i32| {
                    [1, -1].iter().all(|sign| {
                        let mut at = [square % 8, square / 8];
                        let mut full = true;
                        while at.iter().all(|part| (0..8).contains(part)) {
                            full &= taken >> (8 * at[1] + at[0]) & 1 == 1;
                            at = [at[0] + sign * across, at[1] + sign * down];
                        }
                        full
                    })
                };
                let expected = [is_full(1, 0), is_full(0, 1), is_full(1, 1), is_full(1, -1)];
                assert_eq!(found.map(|line| line >> square & 1 == 1), expected, "{square}");
            }
        }
    }

    #[test]
    fn rows_and_columns_change_places() {
        for row in 0..=0xff {
            let column = spread(row);
            assert_eq!(gather(column), row);
            assert!((0..8).all(|at| column >> (8 * at) & 0xff == row >> at & 1), "{row:x}");
        }
    }

    /// In random games nothing that counts as stable ever turns over.
    #[test]
    fn stable_discs_stay() {
        let mut state = 11;
        for round in 0..1000 {
            let game = if round % 2 == 0 { Othello::USUAL } else { Othello::SMALL };
            let mut position = game.start();
            let field = Field::new(position.board);
            let mut stable = [0; 2];
            while position.outcome().is_none() {
                let moves = position.legal_moves();
                position.make(moves[split_mix(&mut state) as usize % moves.len()]);
                for player in [Player::First, Player::Second] {
                    let (own, other) = (position.discs(player), position.discs(player.other()));
                    let now = stable_discs(&field, own, other);
                    let before = std::mem::replace(&mut stable[player.index()], now);
                    assert_eq!((before & !now, now & !own), (0, 0), "{position:?}");
                }
            }
            if position.empty() == 0 {
                assert_eq!(stable, position.discs, "a full board is stable");
            }
        }
    }
}
