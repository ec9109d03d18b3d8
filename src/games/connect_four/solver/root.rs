//! The solver's root: which questions are asked, and by how many threads.

use super::super::board::Board;
use super::super::geometry::Geometry;
use super::super::word::Word;
use super::mode::Mode;
use super::search::{Quiet, Resolved, Search};
use super::technique::Technique;
use crate::game::Position;
use crate::solvers::watch::Watch;

/// Positions that each far end of the scores may be tried with at first.
const FIRST_SHARE: u64 = 20;

/// How many times as many the next time.
const GROWTH: u64 = 4;

/// With more than this the ends are not tried any more, nor with more than [`END_PART`] of what the
/// position takes. Where there are several threads they begin to work together then.
const LAST_SHARE: u64 = 20_000;

/// The part of what a position takes in all that a try from an end is worth: so seldom does a step
/// there find the answer.
const END_PART: f64 = 1.0 / 96.0;

/// The stack of a thread. The longest line of play has 120 positions of some kilobytes each.
const STACK: usize = 16 << 20;

/// What is known of a score: it lies between these, both included.
#[derive(Clone, Copy)]
pub(super) struct Range {
    pub(super) least: i32,
    pub(super) most: i32,
}

impl Range {
    fn exactly(score: i32) -> Self {
        Self { least: score, most: score }
    }

    /// The same for the other player.
    fn reversed(self) -> Self {
        Self { least: -self.most, most: -self.least }
    }

    /// Whether it is known who wins, if anybody.
    fn is_one_sided(self) -> bool {
        self.least >= 0 || self.most <= 0
    }

    fn is_exact(self) -> bool {
        self.least >= self.most
    }

    /// The score that divides it: whether it is reached is what is asked next.
    fn middle(self) -> i32 {
        if self.least >= 0 {
            self.least + 1
        } else if self.most <= 0 {
            self.most
        } else {
            1
        }
    }
}

/// A part of the scores that are possible, where the next question is put.
#[derive(Clone, Copy)]
enum Region {
    Top,
    Bottom,
    Middle,
}

impl Region {
    /// The score that is asked for next: whether it is reached; none if this end has come as far as
    /// the draw.
    fn next(self, range: Range) -> Option<i32> {
        match self {
            Self::Top => (range.most > 0).then_some(range.most),
            Self::Bottom => (range.least < 0).then_some(range.least + 1),
            Self::Middle => Some(range.middle()),
        }
    }

    /// How many positions may be visited here, where a far end of an open range has this share.
    fn limit(self, range: Range, share: u64) -> u64 {
        match (self, range.is_one_sided()) {
            (Self::Top | Self::Bottom, false) => share,
            (Self::Middle, false) => 2 * share,
            // The other end gets nearer sooner than the middle then.
            (Self::Top | Self::Bottom, true) => share + share / 2,
            (Self::Middle, true) => share / 4,
        }
    }
}

/// Finds the score of an unfinished position, and the cell of a move that keeps the least that it
/// can be, if that is known. There is one search for each thread. `N` is the number of columns at
/// least.
pub(super) fn solve_root<W: Word, const N: usize, C: Mode>(
    mode: C,
    searches: &mut [Search<'_, W>],
    watch: &Watch<'_>,
    board: &Board<W>,
) -> (Range, Option<W>) {
    let own = board.stones(board.to_move());
    let occupied = board.occupied();
    let shape = searches[0].shape;
    let playable = shape.playable(occupied);
    let wins = shape.threats(own, occupied) & playable;
    if !wins.is_zero() {
        let score = (board.plies_left() as i32 + 1) / 2;
        return (Range::exactly(score), Some(wins.lowest()));
    }
    let forced = shape.threats(own ^ occupied, occupied) & playable;
    let quiet = match searches[0].resolve(own, occupied) {
        Resolved::Score(score) => {
            let only = if forced.is_zero() { playable } else { forced };
            return (Range::exactly(score), Some(only.lowest()));
        }
        Resolved::Quiet(quiet) => quiet,
    };
    let range = narrow::<W, N, C>(mode, searches, watch, quiet);
    let range = if quiet.is_same { range } else { range.reversed() };
    if forced.is_zero() {
        searches[0].limit(u64::MAX);
        (range, keeper::<W, N, C>(mode, &mut searches[0], quiet, range.least))
    } else {
        (range, Some(forced.lowest()))
    }
}

/// Positions that it takes to solve one with so many cells empty, by the order of magnitude: from
/// what empty boards take, up to 7 columns about the same at the same number of cells, 2.4 million
/// for 35, 31 million for 42.
pub(super) fn expected_nodes<W: Word>(geometry: &Geometry<W>, empty: u32) -> f64 {
    let growth = 0.42 + 0.03 * f64::from(geometry.width().saturating_sub(7));
    (growth * f64::from(empty)).exp()
}

/// Narrows the score of a quiet position down, first from both far ends and from the middle, a
/// little each and then more: many positions are lost or won soon, and that is known soonest from
/// there; then from the middle alone, by null windows at the bound that was found last (A. Plaat et
/// al., "MTD(f), a minimax algorithm faster than NegaScout", 1996).
fn narrow<W: Word, const N: usize, C: Mode>(
    mode: C,
    searches: &mut [Search<'_, W>],
    watch: &Watch<'_>,
    quiet: Quiet<W>,
) -> Range {
    let shape = searches[0].shape;
    let empty = shape.empty(quiet.occupied);
    let mut range = Range { least: -((empty as i32 - 2) / 2), most: (empty as i32 - 1) / 2 };
    let worth = (expected_nodes(&shape.geometry, empty) * END_PART) as u64;
    let is_alone = searches.len() == 1;
    let mut share = FIRST_SHARE;
    while !range.is_exact() {
        let has_ends = mode.has(Technique::FarEnds) && share <= worth.min(LAST_SHARE);
        let is_last = if is_alone { !has_ends } else { share > LAST_SHARE };
        if share > LAST_SHARE {
            // It wants the large store anyway, and so do other threads.
            searches[0].leave_small();
        }
        let regions: &[Region] = if has_ends {
            &[Region::Top, Region::Bottom, Region::Middle]
        } else {
            &[Region::Middle]
        };
        for region in regions {
            searches[0].limit(if is_last { u64::MAX } else { region.limit(range, share) });
            while !range.is_exact()
                && let Some(beta) = region.next(range)
            {
                let score = if is_last {
                    ask::<W, N, C>(mode, searches, watch, quiet, beta)
                } else {
                    searches[0].node::<N, C>(mode, quiet, beta)
                };
                match score {
                    None => break,
                    Some(score) if score >= beta => range.least = range.least.max(score),
                    Some(score) => range.most = range.most.min(score),
                }
            }
            if watch.count(0) == 0 {
                return range;
            }
        }
        share *= GROWTH;
    }
    range
}

/// Puts a question to all threads: whether the score is at least `beta`. The first answer counts.
fn ask<W: Word, const N: usize, C: Mode>(
    mode: C,
    searches: &mut [Search<'_, W>],
    watch: &Watch<'_>,
    quiet: Quiet<W>,
    beta: i32,
) -> Option<i32> {
    watch.first_answer(STACK, searches, |search| {
        search.limit(u64::MAX);
        search.node::<N, C>(mode, quiet, beta)
    })
}

/// The cell of a move that keeps so much of a quiet position: one for which that is known at a
/// glance, else the first one for which it can be shown.
fn keeper<W: Word, const N: usize, C: Mode>(
    mode: C,
    search: &mut Search<'_, W>,
    quiet: Quiet<W>,
    least: i32,
) -> Option<W> {
    let Quiet { own, occupied, .. } = quiet;
    let shape = search.shape;
    let remembered = search.remembered(quiet);
    let mut cells = Vec::new();
    let mut open = shape.playable(occupied) & !(shape.threats(own ^ occupied, occupied) >> 1);
    while !open.is_zero() {
        cells.push(open.lowest());
        open = open.without_lowest();
    }
    cells.sort_by_key(|cell| {
        let cell = cell.trailing_zeros();
        (cell / shape.stride != remembered, std::cmp::Reverse(shape.places[cell as usize]))
    });
    let mut keeps = |cell: &W, searches: bool| {
        match search.resolve(own ^ occupied, occupied | *cell) {
            Resolved::Score(score) => -score >= least,
            Resolved::Quiet(to) => {
                // Who is to move there has to reach this, or must not.
                let beta = if to.is_same { 1 - least } else { least };
                let reached = search.glance(mode, to, beta).or_else(|| {
                    let score = if searches { search.node::<N, C>(mode, to, beta) } else { None };
                    score.map(|score| score >= beta)
                });
                reached == Some(!to.is_same)
            }
        }
    };
    let known = cells.iter().find(|cell| keeps(cell, false));
    known.or_else(|| cells.iter().find(|cell| keeps(cell, true))).copied()
}
