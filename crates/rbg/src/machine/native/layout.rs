//! What machine code and the rest of the program share in memory.

use crate::language::expression::Mover;
use crate::machine::op::Address;

/// The most steps of one move.
pub(super) const MOST_STEPS: usize = 1024;

/// What machine code needs besides the position. Its fields are found by their
/// [offsets](super::offset).
#[repr(C)]
#[derive(Debug)]
pub(super) struct Desk {
    /// How much may still be done. Below 0, the run is given up.
    pub(super) budget: i64,
    /// Where the stack must not go beyond.
    pub(super) stack_limit: u64,
    /// The steps of the moves found.
    pub(super) steps: u64,
    /// How many steps there are.
    pub(super) steps_used: u64,
    /// How many steps there may be.
    pub(super) steps_limit: u64,
    /// Where the steps of each move end. There is room for as many moves as steps.
    pub(super) ends: u64,
    /// How many moves there are.
    pub(super) moves: u64,
    /// The marks.
    pub(super) marks: u64,
    /// The last level of marks.
    pub(super) last_level: u64,
    /// The last age of marks.
    pub(super) age: u64,
    /// The steps of the move that is being found.
    pub(super) trail: [u32; MOST_STEPS],
}

/// Where the rules have stopped, in one number: what machine code returns. 0 if they have not.
///
/// From the lowest bit on: 16 bits for the place, 8 bits for the side, 1 bit if the game is over,
/// 1 bit if the run is given up, and from bit 32 on the instruction. Bit 31 is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StoppedAt(pub(super) u64);

impl StoppedAt {
    const IS_OVER: u64 = 1 << 24;
    const IS_GIVEN_UP: u64 = 1 << 25;
    const IS_SET: u64 = 1 << 31;
    /// The run is given up.
    pub(super) const GIVEN_UP: Self = Self(Self::IS_SET | Self::IS_GIVEN_UP);

    /// Without the place.
    pub(super) fn new(at: Address, side: Mover, is_over: bool) -> Self {
        let side = match side {
            Mover::Keeper => 0,
            Mover::Player(player) => u64::from(player) + 1,
        };
        let over = if is_over { Self::IS_OVER } else { 0 };
        Self(u64::from(at) << 32 | Self::IS_SET | over | side << 16)
    }

    #[inline(always)]
    pub(super) fn is_over(self) -> bool {
        self.0 & Self::IS_OVER != 0
    }

    #[inline(always)]
    pub(super) fn is_given_up(self) -> bool {
        self.0 & Self::IS_GIVEN_UP != 0
    }

    #[inline(always)]
    pub(super) fn at(self) -> Address {
        (self.0 >> 32) as Address
    }

    #[inline(always)]
    pub(super) fn place(self) -> u16 {
        self.0 as u16
    }

    #[inline(always)]
    pub(super) fn side(self) -> Mover {
        match (self.0 >> 16) as u8 {
            0 => Mover::Keeper,
            player => Mover::Player(player - 1),
        }
    }
}
