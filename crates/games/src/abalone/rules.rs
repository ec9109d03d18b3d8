//! The rules of Abalone.

use super::cells::{self, DIRECTIONS, SYMMETRIES, members};
use super::lanes::{strides, walk};
use super::moves::{CODES, MarbleMove};
use super::position::{AbalonePosition, MoveUndo};
use super::reach::{Pushes, Reach};
use sarsen_core::game::{Actor, Outcome, Path, Position, Symmetric, Symmetry};
use sarsen_core::sys::processor::{Computation, Processor, run_at_best};

impl Position for AbalonePosition {
    type Move = MarbleMove;
    type Undo = MoveUndo;

    const MOVE_CODES: usize = CODES;

    #[inline]
    fn actor(&self) -> Actor {
        Actor::Player(self.to_move())
    }

    /// A player without a move has lost.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.winner() {
            return Some(Outcome::Win(winner));
        }
        if !self.is_free() && self.reach().count() == 0 {
            return Some(Outcome::Win(self.to_move().other()));
        }
        self.path().is_over().then_some(Outcome::Draw)
    }

    /// Lists moves along rows, then those of three marbles sideways, then those of two.
    #[inline]
    fn moves(&self, out: &mut Vec<MarbleMove>) {
        let reach = run_at_best(ReachOf(self));
        out.reserve(reach.count() as usize);
        for direction in 0..DIRECTIONS {
            let [one, two, three] =
                [&reach.single, &reach.two, &reach.three].map(|table| table[direction]);
            let count =
                |rear: u8| 1 + (two >> rear & 1) as usize + 2 * (three >> rear & 1) as usize;
            let rears = members(one | two | three);
            out.extend(rears.map(|rear| MarbleMove::inline(rear, direction, count(rear))));
        }
        for (count, lowers) in [(3, &reach.triples), (2, &reach.pairs)] {
            for (across, lowers) in lowers.iter().enumerate() {
                for direction in 0..DIRECTIONS {
                    let lowers = members(lowers[direction]);
                    let sideways = |lower| MarbleMove::sideways(lower, direction, across, count);
                    out.extend(lowers.map(sideways));
                }
            }
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        self.reach().count() as usize
    }

    #[inline]
    fn make(&mut self, m: MarbleMove) -> MoveUndo {
        self.play(m)
    }

    #[inline]
    fn unmake(&mut self, _: MarbleMove, undo: MoveUndo) {
        self.take_back(undo);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key()
    }

    #[inline]
    fn code(&self, m: MarbleMove) -> u16 {
        m.code()
    }

    fn path(&self) -> Option<&Path> {
        Some(self.path())
    }
}

impl Symmetric for AbalonePosition {
    fn symmetries(&self) -> u8 {
        SYMMETRIES
    }

    fn image(&self, symmetry: Symmetry) -> Self {
        let image = |player| cells::image(self.marbles(player), symmetry);
        let [first, second] = [sarsen_core::game::Player::First, sarsen_core::game::Player::Second];
        self.with([image(first), image(second)], self.to_move())
    }

    fn map_code(&self, code: u16, symmetry: Symmetry) -> u16 {
        MarbleMove(code).image(symmetry).code()
    }

    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        cells::inverse(symmetry)
    }
}

impl AbalonePosition {
    /// The moves of the player to move.
    #[inline(always)]
    pub(super) fn reach(&self) -> Reach {
        let turn = self.to_move();
        Reach::of(self.marbles(turn), self.marbles(turn.other()), self.empty())
    }

    /// The pushes of the player to move.
    #[inline(always)]
    pub(super) fn pushes(&self) -> Pushes {
        let turn = self.to_move();
        let back = &strides().back;
        let to_empty = walk([self.empty(); 8], back);
        Pushes::of(self.marbles(turn), self.marbles(turn.other()), to_empty, back)
    }
}

/// Finds the moves of a position.
struct ReachOf<'a>(&'a AbalonePosition);

impl Computation for ReachOf<'_> {
    type Found = Reach;

    #[inline(always)]
    fn run<P: Processor>(self, _: P) -> Reach {
        self.0.reach()
    }
}
