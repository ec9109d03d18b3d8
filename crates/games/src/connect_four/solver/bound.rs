//! A bound at a glance: a limit of the score of the player to move, because the other player can
//! simply follow.
//!
//! Let `p` be the player to move and `s` the other one. Neither has won, `R` cells are empty, and
//! the board has height `H`. A cell is *playable* if it is the lowest empty one of its column. A
//! row is *even* here if its distance from the top row is an even number of rows. So the top row is
//! even. The other rows are *odd*. A *threat* is an empty cell that would complete four for `s`.
//!
//! # The strategy
//!
//! `s` answers in the column in which `p` has just moved, on top of `p`'s stone. In a column with
//! an even number of empty cells, `p` then gets the odd rows and `s` the even ones. In a column
//! with an odd number, the lowest empty cell lies in an even row. This cell is a *grab*. After one
//! player has taken it, the rest of the column is even. If `p` takes a grab, `s` cannot answer on
//! top of it without losing the even rows there. So `s` takes another grab instead. Each column
//! with an odd number of empty cells has one grab, so the number of grabs has the parity of `R`.
//! **If `R` is even**, there is always another grab.
//!
//! **If `R` is odd**, one grab is missing. But `s` may own a threat in an odd row of some column,
//! above the playable cell. In that column `s` *swaps* the rows: `s` follows so as to get the odd
//! rows, up to the threat. That column then has a grab exactly if it had none before. So the number
//! of grabs is even again, and the argument above holds. If `R` is even, `s` may swap two columns
//! in the same way.
//!
//! ```text
//!   R even, nothing swapped              R odd, the last column swapped
//!
//!   6  even  s s s s s s s               6  even  s s s s s s .
//!   5  odd   . . . . . . .               5  odd   . . . . . . s
//!   4  even  s s s s s s s               4  even  s s s s s s .
//!   3  odd   . . . . . . .               3  odd   . . . . . . T   a threat of s
//!   2  even  s s s s s s s               2  even  s s s s s s .
//!   1  odd   . . . . . . .               1  odd   . . . . . . .   playable: either may take it
//! ```
//!
//! So `s` is sure of a set `S`: the stones of `s`, and the empty cells in the rows of `s` that are
//! not playable (a playable cell may be a grab that `p` takes). If `S` holds a threat, `p` never
//! gets a cell at or above it. The threat lies above an empty cell of `p`'s rows, and if `p` takes
//! that cell, `s` wins. Let `V` be the cells at or above these threats. Then `p` gets only cells of
//! `P = board - S - V`. **If `P` holds no four in a row, `p` cannot win.**
//!
//! If `R` is odd and no column can be swapped, `s` is sure only of the stones of `s`. If they block
//! every four, `p` cannot win either.
//!
//! # How soon `p` loses
//!
//! A column with such a threat is closed to `p` just below it. The rest of the board fills up, two
//! cells at a time. Then `p`, who is to move, must open one of these columns. A column whose lowest
//! threat lies in row `r` then has `H - r + 2` empty cells. The score is the number of stones that
//! the winner has left, which is half of all these cells. It is the number of cells of `V` in even
//! rows: `H - r + 2` is even for an even row `r`. For the threat in a swapped column it is odd, and
//! that column counts half a stone less. With one swapped column, the count is the sum rounded
//! down. With two swapped columns, it is one stone less than it could be. It is no less if `p`
//! opens a column earlier.
//!
//! Without such threats, `s` may still be sure of a line of four within `S`. Until the line is
//! complete, its last cell is a threat in an even row. So the same count holds: `(H - r + 2) / 2`
//! cells for a level line in row `r`, and at least one cell for a slanting line.
//!
//! # A line that comes too late
//!
//! A level or slanting line of `P` does not help `p` if `S` has a line of the same direction in the
//! same columns, lower down. Each cell of the lower line lies below a cell of the upper one, so the
//! lower line is complete first.
//!
//! # Origin
//!
//! The prototype of this solver found the bound for odd `R` and its count. For even `R` and height
//! 6, the bound is the rule of the second player's even squares ("claimeven": V. Allis, "A
//! knowledge-based approach of Connect-Four", 1988).

use super::super::geometry::firsts_of_fours;
use super::super::word::BoardWord;
use super::shape::Shape;
use super::technique::Technique;
use sarsen_core::solvers::techniques::TechniqueSet;
use sarsen_core::sys::lanes::{LaneMask, LaneNumbers, LaneWords};

/// A position, from the view of the player who follows. With several lanes, several positions.
#[derive(Clone, Copy)]
pub(super) struct Follower<L, M> {
    /// The stones of the player who follows. This player has just moved.
    pub(super) stones: L,
    /// The empty cells that would complete four for that player.
    pub(super) threats: L,
    /// All stones.
    pub(super) occupied: L,
    /// The lowest empty cell of each column.
    pub(super) playable: L,
    /// Whether the number of empty cells is odd.
    pub(super) is_odd: M,
}

/// Says that there is no bound. It is more than any score.
pub(super) const NO_BOUND: i32 = 100;

impl<W: BoardWord> Shape<W> {
    /// The greatest score that the player to move can have, which is 0 or less, or [`NO_BOUND`].
    #[inline(always)]
    pub(super) fn bound<L: LaneWords<W>, T: TechniqueSet<Technique>>(
        &self,
        techniques: T,
        follower: Follower<L, L::Mask>,
    ) -> L::Numbers {
        let bound = self.first_bound(techniques, follower);
        let doubtful = bound.is_at_least(NO_BOUND) & self.has_other_bound(follower);
        if techniques.has(Technique::OtherBound) && doubtful.any() {
            return bound.lesser(self.other_bound(techniques, follower));
        }
        bound
    }

    /// The bound without a choice of columns. If the number of empty cells is even, no column is
    /// swapped. If it is odd, the first column that can be swapped is.
    #[inline(always)]
    pub(super) fn first_bound<L: LaneWords<W>, T: TechniqueSet<Technique>>(
        &self,
        techniques: T,
        follower: Follower<L, L::Mask>,
    ) -> L::Numbers {
        let threats = self.swappable(follower);
        let swapped = self.column_of(threats.lowest()) ^ self.even;
        let odd_rows = swapped.only(threats.is_some());
        let rows = odd_rows.where_else(follower.is_odd, threats.splat(self.even));
        let mut bound = self.bound_with(techniques, follower, rows);
        let no_bound = bound.splat(NO_BOUND);
        if !techniques.has(Technique::EvenBound) {
            bound = bound.where_else(follower.is_odd, no_bound);
        }
        if !techniques.has(Technique::OddBound) {
            bound = no_bound.where_else(follower.is_odd, bound);
        }
        bound
    }

    /// Whether two or more columns can be swapped, so that [`other_bound`](Self::other_bound) may
    /// find a bound.
    #[inline(always)]
    pub(super) fn has_other_bound<L: LaneWords<W>>(
        &self,
        follower: Follower<L, L::Mask>,
    ) -> L::Mask {
        let threats = self.swappable(follower);
        (threats & !self.column_of(threats.lowest())).is_some()
    }

    /// The bound with other columns swapped. If the number of empty cells is even, they are the
    /// first two that can be swapped. If it is odd, only the second of these is swapped.
    #[inline(always)]
    pub(super) fn other_bound<L: LaneWords<W>, T: TechniqueSet<Technique>>(
        &self,
        techniques: T,
        follower: Follower<L, L::Mask>,
    ) -> L::Numbers {
        let threats = self.swappable(follower);
        let first = self.column_of(threats.lowest());
        let others = threats & !first;
        let second = self.column_of(others.lowest());
        let columns = second | first.only(!follower.is_odd);
        let bound = self.bound_with(techniques, follower, columns ^ self.even);
        bound.where_else(others.is_some(), bound.splat(NO_BOUND))
    }

    /// The threats whose columns can be swapped.
    #[inline(always)]
    fn swappable<L: LaneWords<W>>(&self, follower: Follower<L, L::Mask>) -> L {
        let Follower { threats, occupied, playable, .. } = follower;
        threats & !(occupied | playable) & (self.cells & !self.even)
    }

    /// The bound if the follower gets these `rows`. In swapped columns they are the odd rows.
    #[inline(always)]
    fn bound_with<L: LaneWords<W>, T: TechniqueSet<Technique>>(
        &self,
        techniques: T,
        follower: Follower<L, L::Mask>,
        rows: L,
    ) -> L::Numbers {
        let Follower { stones, threats, occupied, playable, is_odd } = follower;
        let sure = stones | (rows & !(occupied | playable) & self.cells);
        let above = self.upwards(threats & sure);
        let left = !(sure | above) & self.cells;
        let [_, level, rising, falling] = self.steps;
        let mut lines = firsts_of_fours(left, 1);
        let level_lines = firsts_of_fours(sure, level);
        let rising_lines = firsts_of_fours(sure, rising);
        let falling_lines = firsts_of_fours(sure, falling);
        for (step, sooner) in
            [(level, level_lines), (rising, rising_lines), (falling, falling_lines)]
        {
            let fours = firsts_of_fours(left, step);
            let late = self.above(sooner);
            lines =
                lines | if techniques.has(Technique::LateLines) { fours & !late } else { fours };
        }
        let mut count = (above & self.even).ones();
        if techniques.has(Technique::SureLines) {
            let of_slanting =
                count.splat(1).where_else((rising_lines | falling_lines).is_some(), count.splat(0));
            let of_level = self.rows_down_to(level_lines);
            let of_lines = of_level.where_else(level_lines.is_some(), of_slanting);
            count = count.where_else(count.is_at_least(1) | is_odd, of_lines);
        }
        count.splat(NO_BOUND).where_else(lines.is_some(), -count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect_four::{Board, ConnectFour};
    use sarsen_core::game::{Game, Outcome, Position, Written, split_mix};
    use sarsen_core::solvers::techniques::AllTechniques;

    /// The score by plain search, within a window.
    fn score<W: BoardWord>(board: &Board<W>, alpha: i32, beta: i32) -> i32 {
        let empty = board.plies_left() as i32;
        match board.outcome() {
            Some(Outcome::Draw) => return 0,
            Some(Outcome::Win(_)) => return -(empty / 2 + 1),
            None => {}
        }
        let moves = board.legal_moves();
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

    /// Checks on random positions that no score is better than the bound. Returns the number of
    /// bounds found, for even and odd numbers of empty cells.
    fn holds<W: BoardWord>(width: u32, height: u32, most: u32, seed: u64) -> [usize; 2] {
        let game = ConnectFour::<W>::new(width, height).unwrap();
        let shape = Shape::new(*game.start().geometry());
        let mut random = seed;
        let mut bounds = [0; 2];
        for _ in 0..3000 {
            let mut board = game.start();
            let plies = width * height - split_mix(&mut random) as u32 % most - 1;
            while board.ply() < plies && board.outcome().is_none() {
                let moves = board.legal_moves();
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
            let other = shape.other_bound(AllTechniques, follower);
            assert!(other == NO_BOUND || shape.has_other_bound(follower));
            for bound in [shape.first_bound(AllTechniques, follower), other]
                .into_iter()
                .filter(|&bound| bound != NO_BOUND)
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
