//! No machine code: byte code does everything.

use std::sync::Arc;

use super::code::Code;
use super::run::Step;
use super::state::State;

/// There is none.
#[derive(Debug)]
pub(super) enum Native {}

/// There is nothing to run.
#[derive(Clone, Debug)]
pub(super) enum Runner {}

/// Machine code cannot do this. Byte code does it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unsupported;

impl Native {
    pub(super) fn new(_: &Code) -> Option<Self> {
        None
    }

    pub(super) fn runner(self: &Arc<Self>) -> Runner {
        match **self {}
    }
}

impl Runner {
    pub(super) fn moves(
        &mut self,
        _: &State,
        _: &mut Vec<Step>,
        _: &mut Vec<u32>,
    ) -> Result<(), Unsupported> {
        match *self {}
    }

    pub(super) fn keep(&mut self, _: &mut State) -> Result<(), Unsupported> {
        match *self {}
    }

    pub(super) fn make(&mut self, _: &State, _: &mut State, _: &[Step]) -> Result<(), Unsupported> {
        match *self {}
    }
}
