//! The order of moves: a model of the lines after a move, and a history of moves that were good in
//! other positions.

use super::super::board::{CELLS, LINE_COUNT};
use super::super::hand::Hand;
use super::glance::Glance;
use super::state::SolverState;

/// The points of a line that is won. A line that is lost has minus these points. An undecided line
/// lies between.
const WON: i32 = 1075;

/// The points that make the odds e times as great.
const UNIT: f32 = 256.0;

/// The worth of each piece in hand, from 1 to 6, besides what it can still do on the lines.
const IN_HAND: [i32; 6] = [-100, 25, 128, 200, 15, -256];

/// The number of steps from the lead with which a line is lost to the lead with which it is won.
const STEPS: usize = 64;

/// The points of an undecided line by its number of empty cells. The five values are for a lead
/// halfway between lost and won, and after each quarter of the way from there to won. They were
/// fitted to 200,000 solved positions by logistic regression, with 256 points for each unit of the
/// logarithm of odds.
const KNOTS: [[i32; 5]; 6] = [
    [0, 0, 0, 0, 0],
    [0, 154, 410, 589, 666],
    [0, 448, 717, 858, 870],
    [0, 435, 794, 896, 922],
    [0, 538, 794, 845, 896],
    [0, 538, 794, 845, 896],
];

static POINTS: [[i32; STEPS + 1]; 6] = {
    let mut points = [[0; STEPS + 1]; 6];
    let mut free = 0;
    while free < 6 {
        let mut step = 0;
        while step <= STEPS {
            let away = step.abs_diff(STEPS / 2);
            let knot = if away == STEPS / 2 { 3 } else { away / 8 };
            let (from, to) = (KNOTS[free][knot], KNOTS[free][knot + 1]);
            let here = from + (to - from) * (away - knot * 8) as i32 / 8;
            points[free][step] = if step < STEPS / 2 { -here } else { here };
            step += 1;
        }
        free += 1;
    }
    points
};

/// [`STEPS`] divided by the distance from lost to won, in units of 2^-14.
static SHARE: [i32; 128] = {
    let mut share = [0; 128];
    let mut distance = 1;
    while distance < 128 {
        share[distance] = (STEPS << 14) as i32 / distance as i32;
        distance += 1;
    }
    share
};

/// The points of a line with `free` empty cells. With the lead `won` or more it is won. With the
/// lead `lost` or less it is lost.
#[inline(always)]
fn points(free: usize, lead: i32, won: i32, lost: i32) -> i32 {
    if lead >= won {
        WON
    } else if lead <= lost {
        -WON
    } else {
        let step = ((lead - lost) * SHARE[(won - lost) as usize & 127]) >> 14;
        POINTS[free % 6][(step as usize).min(STEPS)]
    }
}

/// A model of the lines: the points that each move adds for the player who makes it.
pub(super) struct LineModel {
    /// The points that each piece adds on each line.
    gains: [[i32; 7]; 16],
    /// The points of each piece that do not depend on its cell.
    rest: [i32; 7],
}

impl LineModel {
    pub(super) fn new() -> Self {
        Self { gains: [[0; 7]; 16], rest: [0; 7] }
    }

    /// Learns a position. It overwrites every number that [`points`](Self::points) reads for this
    /// position, so nothing of an earlier position remains there.
    #[inline(always)]
    pub(super) fn learn(&mut self, state: &SolverState, seen: &Glance) {
        let mut decided = !seen.open & 0xffff;
        while decided != 0 {
            self.gains[decided.trailing_zeros() as usize % 16] = [0; 7];
            decided &= decided - 1;
        }
        let (leads, free) = (state.lead.to_array(), state.free.to_array());
        let others = sums(state.other);
        let mut pieces = state.own.distinct();
        while pieces != 0 {
            let piece = pieces.trailing_zeros() as usize + 1;
            pieces &= pieces - 1;
            // The points that the mover can still add after the move.
            let own = sums(state.own.without(piece as u8));
            let mut all = 0;
            let mut lines = seen.open;
            while lines != 0 {
                let line = lines.trailing_zeros() as usize % LINE_COUNT;
                lines &= lines - 1;
                let (free, lead) = (free[line] as usize % 6, i32::from(leads[line]));
                let before = points(free, lead, others[free], -own[free]);
                let lead = lead + 2 * piece as i32;
                let after = match free {
                    // The player who fills the line loses a tie.
                    0 | 1 => {
                        if lead > 1 {
                            WON
                        } else {
                            -WON
                        }
                    }
                    _ => points(free - 1, lead, others[free - 1], -own[free - 1]),
                };
                all += before;
                self.gains[line][piece] = after - before;
            }
            self.rest[piece] = all - IN_HAND[piece - 1];
        }
    }

    /// The logarithm of the odds that the player to move wins after a move of `points` points, if
    /// this player is ahead by `ahead` lines before the move.
    pub(super) fn odds(points: i32, ahead: i32) -> f32 {
        (points + WON * ahead) as f32 / UNIT
    }

    /// The points of a piece on these lines.
    #[inline(always)]
    pub(super) fn points(&self, lines: [u8; 3], piece: usize) -> i32 {
        let [a, b, c] = lines;
        let [a, b, c] = [usize::from(a) % 16, usize::from(b) % 16, usize::from(c) % 16];
        self.gains[a][piece] + self.gains[b][piece] + self.gains[c][piece] + self.rest[piece]
    }
}

/// At index n, twice the sum of the n best pieces.
#[inline(always)]
fn sums(hand: Hand) -> [i32; 6] {
    let mut sums = [0; 6];
    for (twice, sum) in sums.iter_mut().zip(hand.best()) {
        *twice = 2 * i32::from(sum);
    }
    sums
}

/// The moves that were good in other positions, by the number of empty cells.
pub(super) struct History {
    points: [[i32; CELLS * 6]; CELLS + 1],
    /// The last two moves that won, the newer one first.
    killers: [[u8; 2]; CELLS + 1],
}

/// The points that a killer adds to a move, the newer killer first.
const KILLERS: [i32; 2] = [200, 100];

/// The points of the move that was good in an earlier search of the position.
pub(super) const REMEMBERED: i32 = 1 << 20;

impl History {
    pub(super) fn new() -> Self {
        let none = super::memory::NO_MOVE;
        Self { points: [[0; CELLS * 6]; CELLS + 1], killers: [[none; 2]; CELLS + 1] }
    }

    #[inline(always)]
    pub(super) fn points(&self, empty: u32, code: u8) -> i32 {
        let [first, second] = self.killers[empty as usize];
        let killer = if code == first {
            KILLERS[0]
        } else if code == second {
            KILLERS[1]
        } else {
            0
        };
        killer + self.points[empty as usize][usize::from(code)] * 3 / 2
    }

    /// Counts a move that won, and the moves in `tried`, which did not.
    #[inline(always)]
    pub(super) fn won(&mut self, empty: u32, code: u8, tried: &[u8]) {
        let killers = &mut self.killers[empty as usize];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        let points = &mut self.points[empty as usize];
        let rewarded = &mut points[usize::from(code)];
        *rewarded += 64 - *rewarded / 16;
        for &code in tried {
            let penalized = &mut points[usize::from(code)];
            *penalized -= 16 + *penalized / 64;
        }
    }
}
