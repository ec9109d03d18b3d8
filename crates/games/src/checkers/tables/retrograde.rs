//! Retrograde analysis: solves all positions of some material, backwards from the ends of games.
//!
//! First each position is looked at once. If it has captures, or no moves, its value follows from
//! the tables of fewer pieces. Otherwise its steps that keep the material are counted, and its
//! men's crownings looked up. Then the values are taken in the order of their plies. A step back
//! from a loss is a win. A step back from a win takes one off the count of steps, and a position
//! that has none left is lost. What is never reached is a draw.

use super::super::pieces::Pieces;
use super::super::squares::{BOARD, places};
use super::index::{Compact, Indexing};
use super::library::{LOST, Library};
use super::matchup::Matchup;
use sarsen_core::game::Player;
use sarsen_core::game::endgames::{EndgameError, EndgameWatch};

/// A position whose value does not depend on steps that keep the material.
const CLOSED: u8 = 255;
/// A position that is not lost, because a crowning draws.
const SAFE: u8 = 254;

/// How many positions are done between two looks at the watch.
const ROUND: u64 = 1 << 16;

/// The share of the work that looks at each position once.
const FIRST_LOOK: f64 = 0.4;

/// The positions of some material with one side to move.
struct Half {
    indexing: Indexing,
    /// The values found so far. Those of later plies may still become less.
    values: Vec<u8>,
    /// For each position, the steps that keep the material and are not known to lose.
    steps: Vec<u8>,
}

/// The analysis of some material with either side to move. If both sides have the same, there is
/// only one half.
pub(super) struct Retrograde<'a> {
    halves: Vec<Half>,
    library: &'a Library,
    /// The greatest value found so far.
    greatest: u8,
    name: String,
}

/// What the table of fewer pieces or of more kings says about a position's moves.
#[derive(Default)]
struct Exits {
    /// The least plies to a win, and one more.
    win: Option<u8>,
    /// The most plies to a loss, and one more.
    loss: Option<u8>,
    has_draw: bool,
    /// The moves that keep the material.
    inside: u8,
    is_capture: bool,
}

/// The value before a move that leads to one of the opponent's.
fn before(value: u8) -> Option<u8> {
    value.checked_add(1)
}

/// Whether a value is a win of the player to move.
pub(super) const fn is_win(value: u8) -> bool {
    value != 0 && value.is_multiple_of(2)
}

impl<'a> Retrograde<'a> {
    /// The values of both halves, one after the other.
    pub(super) fn solve(
        matchup: Matchup,
        library: &'a Library,
        watch: &EndgameWatch<'_>,
    ) -> Result<Vec<u8>, EndgameError> {
        let sides =
            if matchup.is_even() { vec![matchup] } else { vec![matchup, matchup.swapped()] };
        let half = |matchup: Matchup| {
            let size = matchup.size() as usize;
            let indexing = Indexing::of(matchup);
            Half { indexing, values: vec![0; size], steps: vec![CLOSED; size] }
        };
        let halves = sides.into_iter().map(half).collect();
        let mut work = Self { halves, library, greatest: 0, name: matchup.name() };
        work.look(watch)?;
        work.go_back(watch)?;
        Ok(work.halves.into_iter().flat_map(|half| half.values).collect())
    }

    fn too_long(&self) -> EndgameError {
        EndgameError::TooLong(self.name.clone())
    }

    /// Looks at each position once.
    fn look(&mut self, watch: &EndgameWatch<'_>) -> Result<(), EndgameError> {
        let all: u64 = self.halves.iter().map(|half| half.values.len() as u64).sum();
        let mut done = 0_u64;
        for side in 0..self.halves.len() {
            for number in 0..self.halves[side].values.len() as u64 {
                if done.is_multiple_of(ROUND) {
                    watch.tell(FIRST_LOOK * done as f64 / all as f64)?;
                }
                done += 1;
                let half = &self.halves[side];
                let Some(position) = half.indexing.position(number) else { continue };
                let exits = self.exits(&position.pieces())?;
                let (value, steps) = settle(&exits);
                self.greatest = self.greatest.max(value);
                let half = &mut self.halves[side];
                half.values[number as usize] = value;
                half.steps[number as usize] = steps;
            }
        }
        Ok(())
    }

    /// What the other tables say about the moves of a position with the first player to move.
    fn exits(&self, pieces: &Pieces) -> Result<Exits, EndgameError> {
        let mut exits = Exits::default();
        let mut trouble = None;
        pieces.each_move(|m| {
            let mut after = *pieces;
            let leaves = after.play(m) | m.is_capture();
            exits.is_capture |= m.is_capture();
            if !leaves {
                exits.inside += 1;
                return;
            }
            let after = after.swapped();
            match self.library.value_of_few(&after) {
                None => trouble = Some(EndgameError::Missing(Matchup::of(&after).name())),
                Some(0) => exits.has_draw = true,
                Some(value) => match before(value) {
                    None => trouble = Some(self.too_long()),
                    Some(value) if is_win(value) => {
                        exits.win = Some(exits.win.map_or(value, |win| win.min(value)));
                    }
                    Some(value) => exits.loss = exits.loss.max(Some(value)),
                },
            }
        });
        trouble.map_or(Ok(exits), Err)
    }

    /// Takes the values in the order of their plies, back to the positions before.
    fn go_back(&mut self, watch: &EndgameWatch<'_>) -> Result<(), EndgameError> {
        let mut value = LOST;
        while value <= self.greatest {
            // How many plies there will be is not known. Most positions come early.
            let share = 1.0 - 0.95_f64.powi(value.into());
            for side in 0..self.halves.len() {
                self.take(side, value, FIRST_LOOK + (1.0 - FIRST_LOOK) * share, watch)?;
            }
            value = before(value).ok_or_else(|| self.too_long())?;
        }
        Ok(())
    }

    /// Takes all positions of one side to move with this value.
    fn take(
        &mut self,
        side: usize,
        value: u8,
        share: f64,
        watch: &EndgameWatch<'_>,
    ) -> Result<(), EndgameError> {
        const CHUNK: usize = 64;
        let size = self.halves[side].values.len();
        for from in (0..size).step_by(CHUNK) {
            if (from as u64).is_multiple_of(ROUND) {
                watch.tell(share)?;
            }
            let to = size.min(from + CHUNK);
            let chunk = &self.halves[side].values[from..to];
            if !chunk.iter().fold(false, |found, &other| found | (other == value)) {
                continue;
            }
            for number in from..to {
                if self.halves[side].values[number] == value {
                    self.step_back(side, number as u64, value)?;
                }
            }
        }
        Ok(())
    }

    /// Takes a position with its value: what does it mean for the positions before it?
    fn step_back(&mut self, side: usize, number: u64, value: u8) -> Result<(), EndgameError> {
        let half = &self.halves[side];
        let Some(position) = half.indexing.position(number) else { return Ok(()) };
        let earlier = before(value).ok_or_else(|| self.too_long())?;
        let pieces = position.pieces().swapped();
        let other_side = self.halves.len() - 1 - side;
        let mut trouble = None;
        each_step_back(&pieces, |before_it| {
            let half = &self.halves[other_side];
            let at = half.indexing.rank(Compact::of(&before_it)) as usize;
            let steps = half.steps[at];
            if steps == CLOSED {
                return;
            }
            if is_win(earlier) {
                let old = half.values[at];
                if old == 0 || old > earlier {
                    self.set(other_side, at, earlier);
                }
            } else if steps != SAFE {
                self.halves[other_side].steps[at] = steps - 1;
                if steps == 1 && self.halves[other_side].values[at] == 0 {
                    match self.exits(&before_it) {
                        Ok(exits) => {
                            let loss = exits.loss.map_or(earlier, |loss| loss.max(earlier));
                            self.set(other_side, at, loss);
                        }
                        Err(error) => trouble = Some(error),
                    }
                }
            }
        });
        trouble.map_or(Ok(()), Err)
    }

    fn set(&mut self, side: usize, at: usize, value: u8) {
        self.halves[side].values[at] = value;
        self.greatest = self.greatest.max(value);
    }
}

/// The value of a position after the first look, and the count of its steps.
fn settle(exits: &Exits) -> (u8, u8) {
    let &Exits { win, loss, has_draw, inside, is_capture } = exits;
    let is_closed = is_capture || inside == 0;
    let value = match (win, loss) {
        (Some(win), _) => win,
        (None, _) if !is_closed || has_draw => 0,
        (None, Some(loss)) => loss,
        (None, None) => LOST,
    };
    let steps = match is_closed {
        true => CLOSED,
        false if has_draw => SAFE,
        false => inside,
    };
    (value, steps)
}

/// Calls `found` with each position from which a step without a capture or a crowning leads to this
/// one. The first player made the step, and is to move again in the positions found.
fn each_step_back(pieces: &Pieces, mut found: impl FnMut(Pieces)) {
    let [own, other] = pieces.of;
    let empty = BOARD & !(own | other);
    for to in places(own) {
        let bit = 1_u64 << to;
        let is_king = pieces.kings & bit != 0;
        let mut from = (bit >> 4 | bit >> 5) & empty;
        if is_king {
            from |= (bit << 4 | bit << 5) & empty;
        }
        for from in places(from) {
            let from = 1_u64 << from;
            let mut kings = pieces.kings;
            if is_king {
                kings ^= bit | from;
            }
            found(Pieces { of: [own ^ bit | from, other], kings, turn: Player::First });
        }
    }
}
