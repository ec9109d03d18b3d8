//! A bound at a glance: what the player to move cannot win any more, because the other one only has
//! to follow.
//!
//! Let `p` be to move and `s` the other player, nobody having won, with `R` cells empty on a board
//! of height `H`. A cell is *playable* if it is the lowest empty one of its column. Rows that lie
//! an even number of rows below the top one are *even* here, the top row among them, the others
//! *odd*. A *threat* is an empty cell that would complete four for `s`.
//!
//! # The strategy
//!
//! `s` answers in the column in which `p` has just moved, on top of `p`'s stone. In a column with
//! an even number of empty cells `p` then gets the odd rows and `s` the even ones. In a column with
//! an odd number the lowest empty cell lies in an even row; after somebody has taken it the rest is
//! even. Such cells are *grabs*: when `p` takes one, `s` cannot answer on top of it without giving
//! the rows away, and takes another grab. There is one for each column with an odd number of empty
//! cells, so their number has the parity of `R`: **if `R` is even** there always is another one.
//!
//! **If `R` is odd** there is one grab too few. But `s` may own a threat in an odd row of some
//! column, above the playable cell. In that column he *swaps* the rows: he follows so as to get the
//! odd ones, up to his threat. Then the column has a grab exactly if it had none before, the number
//! of grabs is even again, and all is as above. If `R` is even he may likewise swap two columns.
//!
//! ```text
//!   R even, nothing swapped              R odd, the last column swapped
//!
//!   6  even  s s s s s s s               6  even  s s s s s s .
//!   5  odd   . . . . . . .               5  odd   . . . . . . s
//!   4  even  s s s s s s s               4  even  s s s s s s .
//!   3  odd   . . . . . . .               3  odd   . . . . . . T   a threat of s
//!   2  even  s s s s s s s               2  even  s s s s s s .
//!   1  odd   . . . . . . .               1  odd   . . . . . . .   playable: whoever takes it
//! ```
//!
//! So `s` is sure of `S`: his stones, and those empty cells of his rows that are not playable (a
//! playable one may be a grab that `p` takes). Where `S` holds a threat, `p` never gets a cell at
//! or above it: the threat lies above an empty cell of `p`'s, and when `p` takes that one `s` wins.
//! With `V` for the cells at or above these threats, `p` gets nothing but cells of `P = board - S -
//! V`. **If `P` holds no four in a row, `p` cannot win.**
//!
//! With `R` odd and nothing to swap `s` is sure of his stones alone. If they are in the way of
//! every four, `p` cannot win either.
//!
//! # How soon he loses
//!
//! Columns with such a threat are closed for `p` just below it, the rest of the board fills up, two
//! cells at a time, and `p`, to move, has to open one of them. With its lowest threat in row `r` a
//! column then has `H - r + 2` empty cells. The score counts the stones that the winner has left,
//! half of all these cells, which is the number of cells of `V` in even rows: `H - r + 2` is even
//! for an even row `r`, and odd for the threat in a swapped column, which counts one cell less.
//! With one such column that is the sum rounded down; with two, one stone less than it could be. It
//! is no less if `p` opens a column earlier.
//!
//! Without such threats `s` may still hold a line of four within `S`. As long as it is not complete
//! its last cell is a threat in an even row, so that the same count holds: for a level line in row
//! `r` it is `(H - r + 2) / 2` cells, for a slanting one at least one.
//!
//! # A line that comes too late
//!
//! A level or slanting line of `P` does `p` no good if `S` has one of the same direction in the
//! same columns, lower down: each of its cells lies below one of the other's, so it is complete
//! before.
//!
//! The bound for odd `R` and its count were found by the prototype of this solver; for even `R` and
//! height 6 it is the rule of the second player's even squares ("claimeven": V. Allis, "A
//! knowledge-based approach of Connect-Four", 1988).

use super::super::geometry::firsts_of_fours;
use super::super::word::Word;
use super::mode::Mode;
use super::shape::Shape;
use super::technique::Technique;

/// A position of which the bound is asked.
#[derive(Clone, Copy)]
pub(super) struct Follower<W> {
    /// The stones of the player who follows, who has just moved.
    pub(super) stones: W,
    /// Cells that would complete four for him, empty.
    pub(super) threats: W,
    /// All stones.
    pub(super) occupied: W,
    /// The lowest empty cell of each column.
    pub(super) playable: W,
    /// Whether the number of empty cells is odd.
    pub(super) is_odd: bool,
}

/// No bound: more than any score.
pub(super) const NONE: i32 = 100;

impl<W: Word> Shape<W> {
    /// The greatest score that the player to move can have, 0 or less, or [`NONE`]: with nothing
    /// swapped if the number of empty cells is even, else with the first column that can be. No
    /// branches depend on the position, so that several are judged at once.
    #[inline(always)]
    pub(super) fn bound<C: Mode>(&self, mode: C, follower: Follower<W>) -> i32 {
        let threats = self.swappable(follower);
        let swapped = self.even ^ self.column_of(threats.lowest());
        let odd_rows = select(threats.is_zero(), W::ZERO, swapped);
        let rows = select(follower.is_odd, odd_rows, self.even);
        let bound = self.bound_with(mode, follower, rows);
        let [has_odd, has_even] =
            [Technique::OddBound, Technique::EvenBound].map(|technique| mode.has(technique));
        select(select(follower.is_odd, has_odd, has_even), bound, NONE)
    }

    /// Whether there is more than one column to swap, so that [`other_bound`](Self::other_bound)
    /// may say more.
    #[inline(always)]
    pub(super) fn has_other_bound(&self, follower: Follower<W>) -> bool {
        let threats = self.swappable(follower);
        !(threats & !self.column_of(threats.lowest())).is_zero()
    }

    /// The same with the first two columns swapped that can be, or the second one of them alone.
    #[inline(always)]
    pub(super) fn other_bound<C: Mode>(&self, mode: C, follower: Follower<W>) -> i32 {
        let threats = self.swappable(follower);
        let first = self.column_of(threats.lowest());
        let others = threats & !first;
        let second = self.column_of(others.lowest());
        let columns = second | select(follower.is_odd, W::ZERO, first);
        let bound = self.bound_with(mode, follower, self.even ^ columns);
        select(others.is_zero(), NONE, bound)
    }

    /// The threats for whose sake a column can be swapped.
    #[inline(always)]
    fn swappable(&self, Follower { threats, occupied, playable, .. }: Follower<W>) -> W {
        threats & self.cells & !occupied & !playable & !self.even
    }

    /// The bound if he follows so as to get certain `rows`, of which some columns may have other
    /// ones than the rest.
    #[inline(always)]
    fn bound_with<C: Mode>(&self, mode: C, follower: Follower<W>, rows: W) -> i32 {
        let Follower { stones, threats, occupied, playable, is_odd } = follower;
        let high = self.cells & !occupied & !playable;
        let sure = stones | (high & rows);
        let above = self.upwards(threats & sure);
        let left = self.cells & !sure & !above;
        let [_, level, rising, falling] = self.steps;
        let mut lines = firsts_of_fours(left, 1);
        let level_lines = firsts_of_fours(sure, level);
        let slanting_lines = firsts_of_fours(sure, rising) | firsts_of_fours(sure, falling);
        for step in [level, rising, falling] {
            let late = self.upwards(firsts_of_fours(sure, step)) << 1;
            let late = select(mode.has(Technique::LateLines), late, W::ZERO);
            lines |= firsts_of_fours(left, step) & !late;
        }
        let count = (above & self.even).count_ones() as i32;
        let row = self.lowest_row(level_lines);
        let of_level = (self.height + 1).wrapping_sub(row) / 2;
        let of_lines =
            select(level_lines.is_zero(), i32::from(!slanting_lines.is_zero()), of_level as i32);
        let has_lines = mode.has(Technique::SureLines);
        let sooner = select((count > 0) | is_odd | !has_lines, count, of_lines);
        select(lines.is_zero(), -sooner, NONE)
    }
}

/// One of two values that are both there: no branch.
#[inline(always)]
pub(super) fn select<T>(condition: bool, yes: T, no: T) -> T {
    if condition { yes } else { no }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Outcome, Position, split_mix};
    use crate::games::connect_four::solver::mode::With;
    use crate::games::connect_four::{Board, ConnectFour};
    use crate::solvers::techniques::All;
    use crate::sys::processor::Any;

    /// The score by plain search, within a window.
    fn score<W: Word>(board: &Board<W>, alpha: i32, beta: i32) -> i32 {
        let empty = board.plies_left() as i32;
        match board.outcome() {
            Some(Outcome::Draw) => return 0,
            Some(Outcome::Win(_)) => return -(empty / 2 + 1),
            None => {}
        }
        let mut moves = Vec::new();
        board.moves(&mut moves);
        let mut best = alpha;
        for m in moves {
            let mut next = *board;
            next.make(m);
            best = best.max(-score(&next, -beta, -best));
            if best >= beta {
                break;
            }
        }
        best
    }

    /// On random positions the score is never better than the bound; how often there was one, for
    /// even and odd numbers of empty cells.
    fn holds<W: Word>(width: u32, height: u32, most: u32, seed: u64) -> [usize; 2] {
        let game = ConnectFour::<W>::new(width, height).unwrap();
        let shape = Shape::new(*game.start().geometry());
        let mut random = seed;
        let mut bounds = [0; 2];
        for _ in 0..3000 {
            let mut board = game.start();
            let plies = width * height - split_mix(&mut random) as u32 % most - 1;
            let mut moves = Vec::new();
            while board.ply() < plies && board.outcome().is_none() {
                moves.clear();
                board.moves(&mut moves);
                board.make(moves[split_mix(&mut random) as usize % moves.len()]);
            }
            let own = board.stones(board.to_move());
            let occupied = board.occupied();
            let playable = shape.playable(occupied);
            let wins_at_once = !(shape.threats(own, occupied) & playable).is_zero();
            if board.outcome().is_some() || board.plies_left() > most || wins_at_once {
                continue;
            }
            let stones = own ^ occupied;
            let is_odd = board.plies_left() % 2 == 1;
            let threats = shape.threats(stones, occupied);
            let follower = Follower { stones, threats, occupied, playable, is_odd };
            let other = shape.other_bound(With { processor: Any, techniques: All }, follower);
            assert!(other == NONE || shape.has_other_bound(follower));
            for bound in [shape.bound(With { processor: Any, techniques: All }, follower), other]
                .into_iter()
                .filter(|&bound| bound != NONE)
            {
                bounds[usize::from(is_odd)] += 1;
                assert!(score(&board, bound, bound + 1) <= bound, "{bound}: {}", board.format());
            }
        }
        bounds
    }

    #[test]
    fn no_score_is_better() {
        let mut all = [0; 2];
        for (width, height, most) in [(5, 4, 12), (4, 5, 13), (5, 5, 12), (6, 5, 12), (7, 6, 11)] {
            let found = holds::<u64>(width, height, most, u64::from(width));
            all = [all[0] + found[0], all[1] + found[1]];
        }
        for (width, height, most) in [(9, 7, 10), (6, 11, 10)] {
            let found = holds::<u128>(width, height, most, u64::from(width));
            all = [all[0] + found[0], all[1] + found[1]];
        }
        assert!(all[0] > 500 && all[1] > 100, "{all:?}");
    }
}
