//! The solver's root: it chooses the questions and the number of threads for each.

use super::super::board::Board;
use super::super::geometry::Geometry;
use super::super::word::BoardWord;
use super::range::{Region, ScoreRange};
use super::search::{Quiet, Resolved, ThreadSearch, Visitor};
use super::technique::Technique;
use sarsen_core::game::{Aim, Position};
use sarsen_core::solvers::watch::Watch;

/// The number of positions that the first try from a far end of the scores may visit.
const FIRST_BUDGET: u64 = 20;

/// Each next try may visit this many times the positions of the try before.
const GROWTH: u64 = 4;

/// The root gives up the ends once a try would visit more positions than this, or more than
/// [`END_PART`] of the positions expected for the whole solution. If there are several threads,
/// they start to work together once a try would visit more than this.
const LAST_BUDGET: u64 = 20_000;

/// A try from an end is worth this part of the positions expected for the whole solution, because a
/// question there seldom finds the answer.
const END_PART: f64 = 1.0 / 96.0;

/// The stack that a position of a line of play takes, generously. It takes much more where the
/// compiler does not optimise.
const FRAME: usize = if cfg!(debug_assertions) { 1 << 20 } else { 16 << 10 };

/// The stack of a thread. The longest line of play has 120 positions.
pub(super) const STACK: usize = 128 * FRAME;

/// The stack that the thread of a caller has to spare.
const SPARE: usize = 1 << 20;

/// Whether a solution may take more stack than a caller has.
pub(super) fn needs_stack<W: BoardWord>(board: &Board<W>) -> bool {
    FRAME * board.plies_left() as usize > SPARE
}

/// Finds the range of the score of an unfinished position, which is exact if no limit ends the
/// search. Also finds the cell of a move that keeps the lower end of the range, if such a move is
/// known. There is one search for each thread. If the score is known, only the move is sought.
pub(super) fn solve_root<W: BoardWord>(
    visitor: &Visitor<'_, W>,
    searches: &mut [ThreadSearch<'_, W>],
    watch: &Watch<'_>,
    board: &Board<W>,
    known: Option<i32>,
) -> (ScoreRange, Option<W>) {
    let own = board.stones(board.to_move());
    let occupied = board.occupied();
    let shape = searches[0].shape;
    let playable = shape.playable(occupied);
    let wins = shape.threats(own, occupied) & playable;
    if !wins.is_zero() {
        let score = (board.plies_left() as i32 + 1) / 2;
        return (ScoreRange::exactly(score), Some(wins.lowest()));
    }
    let forced = shape.threats(own ^ occupied, occupied) & playable;
    let quiet = match searches[0].resolve(own, occupied) {
        Resolved::Score(score) => {
            let only = if forced.is_zero() { playable } else { forced };
            return (ScoreRange::exactly(score), Some(only.lowest()));
        }
        Resolved::Quiet(quiet) => quiet,
    };
    let range = match known {
        Some(score) => ScoreRange::exactly(score),
        None => {
            let range = match watch.effort.aim {
                Aim::Value => narrow(visitor, searches, watch, quiet),
                Aim::Winner => winner(visitor, searches, watch, quiet),
            };
            if quiet.is_same { range } else { range.reversed() }
        }
    };
    if forced.is_zero() {
        searches[0].limit(u64::MAX);
        if known.is_some() {
            // Whatever the answer is, the position then has an entry with a move that keeps it.
            ask_all(visitor, searches, watch, quiet, range.least);
        }
        (range, keeper(visitor, &mut searches[0], quiet, range.least))
    } else {
        (range, Some(forced.lowest()))
    }
}

/// The order of magnitude of the number of positions that it takes to solve a position with `empty`
/// empty cells. It is derived from empty boards. Up to 7 columns, boards with the same number of
/// cells take about as long: 2.4 million positions for 35 cells, 31 million for 42.
pub(super) fn expected_nodes<W: BoardWord>(geometry: &Geometry<W>, empty: u32) -> f64 {
    let growth = 0.42 + 0.03 * f64::from(geometry.width().saturating_sub(7));
    (growth * f64::from(empty)).exp()
}

/// Narrows down the score of a quiet position. At first it asks from both far ends and from the
/// middle, with few positions each and then with more. Many positions are won or lost soon, and the
/// ends show this first. Then it asks from the middle alone, by null windows at the last bound
/// found (A. Plaat et al., "MTD(f), a minimax algorithm faster than NegaScout", 1996).
fn narrow<W: BoardWord>(
    visitor: &Visitor<'_, W>,
    searches: &mut [ThreadSearch<'_, W>],
    watch: &Watch<'_>,
    quiet: Quiet<W>,
) -> ScoreRange {
    let shape = searches[0].shape;
    let empty = shape.empty(quiet.occupied);
    let mut range = widest(empty);
    let worth = (expected_nodes(&shape.geometry, empty) * END_PART) as u64;
    let is_alone = searches.len() == 1;
    let mut budget = FIRST_BUDGET;
    while !range.is_exact() {
        let has_ends = searches[0].has(Technique::FarEnds) && budget <= worth.min(LAST_BUDGET);
        let is_last = if is_alone { !has_ends } else { budget > LAST_BUDGET };
        if budget > LAST_BUDGET {
            // A solution this long needs the large store anyway, and other threads use it, too.
            searches[0].leave_small();
        }
        let regions: &[Region] = if has_ends {
            &[Region::Top, Region::Bottom, Region::Middle]
        } else {
            &[Region::Middle]
        };
        for region in regions {
            searches[0].limit(if is_last { u64::MAX } else { region.limit(range, budget) });
            while !range.is_exact()
                && let Some(beta) = region.next(range)
            {
                let score = if is_last {
                    ask_all(visitor, searches, watch, quiet, beta)
                } else {
                    searches[0].ask(visitor, quiet, beta)
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
        budget *= GROWTH;
    }
    range
}

/// All scores that a quiet position with so many empty cells may have.
fn widest(empty: u32) -> ScoreRange {
    ScoreRange { least: -((empty as i32 - 2) / 2), most: (empty as i32 - 1) / 2 }
}

/// Finds out who wins a quiet position, by one question, or that it is a draw, by two. This takes a
/// third of the positions of the exact score.
fn winner<W: BoardWord>(
    visitor: &Visitor<'_, W>,
    searches: &mut [ThreadSearch<'_, W>],
    watch: &Watch<'_>,
    quiet: Quiet<W>,
) -> ScoreRange {
    let mut range = widest(searches[0].shape.empty(quiet.occupied));
    for beta in [1, 0] {
        match ask_all(visitor, searches, watch, quiet, beta) {
            None => break,
            Some(score) if score >= beta => {
                range.least = score;
                break;
            }
            Some(score) => range.most = score,
        }
    }
    range
}

/// Asks all threads whether the score is at least `beta`. The first answer counts.
fn ask_all<W: BoardWord>(
    visitor: &Visitor<'_, W>,
    searches: &mut [ThreadSearch<'_, W>],
    watch: &Watch<'_>,
    quiet: Quiet<W>,
    beta: i32,
) -> Option<i32> {
    watch.first_answer(STACK, searches, |search| {
        search.limit(u64::MAX);
        search.ask(visitor, quiet, beta)
    })
}

/// The cell of a move that keeps at least the score `least` of a quiet position. It is a move for
/// which a glance shows this, or else the first move for which a search shows it.
fn keeper<W: BoardWord>(
    visitor: &Visitor<'_, W>,
    search: &mut ThreadSearch<'_, W>,
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
    let places = &shape.places[(shape.empty(occupied) % 2) as usize];
    cells.sort_by_key(|cell| {
        let cell = cell.trailing_zeros();
        (cell / shape.stride != remembered, std::cmp::Reverse(places[cell as usize]))
    });
    let mut keeps = |cell: &W, searches: bool| {
        match search.resolve(own ^ occupied, occupied | *cell) {
            Resolved::Score(score) => -score >= least,
            Resolved::Quiet(to) => {
                // If the opponent is to move there, the opponent's score must not reach
                // `1 - least`. If not, the player's score must reach `least`.
                let beta = if to.is_same { 1 - least } else { least };
                let reached = search.glance(to, beta).or_else(|| {
                    let score = if searches { search.ask(visitor, to, beta) } else { None };
                    score.map(|score| score >= beta)
                });
                reached == Some(!to.is_same)
            }
        }
    };
    let known = cells.iter().find(|cell| keeps(cell, false));
    known.or_else(|| cells.iter().find(|cell| keeps(cell, true))).copied()
}
