//! The offsets of the fields of a desk, by which machine code finds them.

use std::mem::offset_of;

use super::layout::Desk;

pub(super) const BUDGET: i32 = offset_of!(Desk, budget) as i32;
pub(super) const STACK_LIMIT: i32 = offset_of!(Desk, stack_limit) as i32;
pub(super) const STEPS: i32 = offset_of!(Desk, steps) as i32;
pub(super) const STEPS_USED: i32 = offset_of!(Desk, steps_used) as i32;
pub(super) const STEPS_LIMIT: i32 = offset_of!(Desk, steps_limit) as i32;
pub(super) const ENDS: i32 = offset_of!(Desk, ends) as i32;
pub(super) const MOVES: i32 = offset_of!(Desk, moves) as i32;
pub(super) const MARKS: i32 = offset_of!(Desk, marks) as i32;
pub(super) const LAST_LEVEL: i32 = offset_of!(Desk, last_level) as i32;
pub(super) const AGE: i32 = offset_of!(Desk, age) as i32;
pub(super) const TRAIL: i32 = offset_of!(Desk, trail) as i32;
