//! No machine code: byte code does everything.

use super::code::Code;
use super::run::Step;
use super::state::State;

/// There is none.
#[derive(Debug)]
pub(super) enum Native {}

/// Needs no memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Bench;

/// Machine code cannot do this. Byte code does it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unsupported;

impl Native {
    pub(super) fn new(_: &Code) -> Option<Self> {
        None
    }

    pub(super) fn moves(
        &self,
        _: &mut Bench,
        _: &State,
        _: &mut Vec<Step>,
        _: &mut Vec<u32>,
    ) -> Result<(), Unsupported> {
        match *self {}
    }

    pub(super) fn keep(&self, _: &mut Bench, _: &mut State) -> Result<(), Unsupported> {
        match *self {}
    }

    pub(super) fn make(
        &self,
        _: &mut Bench,
        _: &mut State,
        _: &[Step],
    ) -> Result<(), Unsupported> {
        match *self {}
    }
}
