//! The instructions of the machine.
//!
//! A run is at an instruction and at a place of the board. Most instructions can fail. Then the run
//! goes back to the last choice, takes back what has changed since, and goes on with what comes
//! next there.

use crate::language::expression::{Comparison, Mover};

/// The number of an instruction.
pub type Address = u32;

/// No place: a step that leads nowhere.
pub const NOWHERE: u16 = u16::MAX;

/// A mark that may be needed, while code is made.
pub(super) const POSSIBLE_MARK: Op = Op::Mark(u16::MAX);

/// An instruction. Numbers of tables, sets, masks and modifiers are indices into [`Code`].
///
/// [`Code`]: super::code::Code
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// Fails.
    Fail,
    /// A check succeeds.
    Yes,
    /// Goes on there.
    Jump(Address),
    /// A choice: goes on with the next instruction, and later there.
    Fork(Address),
    /// The same, where the next instruction is a test: if that fails, goes on there at once.
    Try(Address),
    /// No choice: the next instruction is a test. If that fails, goes on there. What is there
    /// cannot succeed where the test does.
    Else(Address),
    /// Fails if the run has been here, at this place, since its last change.
    Mark(u16),
    /// Goes to the place that a table has for this one.
    Step(u16),
    /// Goes to that place if one of these pieces is there.
    StepOn(u16, u16),
    /// A choice: stays, or goes on by a table, again and again, as long as one of these pieces is
    /// there.
    Slide(u16, u16),
    /// Fails if the place is not in a mask.
    Where(u16),
    /// Fails if none of these pieces is here.
    On(u16),
    /// A choice: goes to each of the places that a table has for this one.
    Spread(u16),
    /// The same, for places with one of these pieces.
    SpreadOn(u16, u16),
    /// A choice: goes to each place of a mask, wherever the run is.
    Each(u16),
    /// The same, for places with one of these pieces.
    Find(u16, u16),
    /// Fails unless the instructions from there succeed, or if they do.
    Check {
        /// Where the check begins.
        entry: Address,
        /// Whether it must fail.
        negated: bool,
    },
    /// The same for instructions that are nothing but tests.
    Glance {
        /// Where the check begins.
        entry: Address,
        /// Whether it must fail.
        negated: bool,
    },
    /// Fails if a comparison does not hold.
    Compare(u16),
    /// Fails if a variable does not compare so with a number.
    CompareWith(u16, Comparison, u32),
    /// Puts a piece here.
    Put {
        /// The number of this modifier.
        modifier: u16,
        /// The piece.
        piece: u8,
    },
    /// Sets a variable. Fails if the number is out of bounds.
    Assign {
        /// The number of this modifier.
        modifier: u16,
        /// Which assignment it is.
        assignment: u16,
    },
    /// Sets a variable to a number that is within its bounds.
    Set {
        /// The number of this modifier.
        modifier: u16,
        /// The variable.
        variable: u16,
        /// The number.
        value: u32,
    },
    /// Ends a move. What follows is done by this side.
    Hand {
        /// The number of this modifier.
        modifier: u16,
        /// Who acts next.
        side: Mover,
    },
}

impl Op {
    /// The instructions that may follow at once, besides the next one.
    #[inline]
    #[must_use]
    pub fn target(self) -> Option<Address> {
        match self {
            Self::Jump(to) | Self::Fork(to) | Self::Try(to) | Self::Else(to) => Some(to),
            _ => None,
        }
    }

    /// Whether the next instruction may follow at once.
    #[must_use]
    pub fn goes_on(self) -> bool {
        !matches!(self, Self::Fail | Self::Yes | Self::Jump(_))
    }

    /// Whether it is a test, which changes nothing but the place.
    #[must_use]
    pub fn is_test(self) -> bool {
        matches!(
            self,
            Self::Step(_)
                | Self::StepOn(..)
                | Self::Where(_)
                | Self::On(_)
                | Self::Check { .. }
                | Self::Glance { .. }
                | Self::Compare(_)
                | Self::CompareWith(..)
        )
    }

    /// Where the check begins that it makes, if it makes one.
    #[must_use]
    pub fn entry(self) -> Option<Address> {
        match self {
            Self::Check { entry, .. } | Self::Glance { entry, .. } => Some(entry),
            _ => None,
        }
    }

    /// The number of this modifier, if it is one: something that changes the position.
    #[must_use]
    pub fn modifier(self) -> Option<u16> {
        match self {
            Self::Put { modifier, .. }
            | Self::Assign { modifier, .. }
            | Self::Set { modifier, .. }
            | Self::Hand { modifier, .. } => Some(modifier),
            _ => None,
        }
    }
}
