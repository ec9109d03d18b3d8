//! Machine code, if this program has the feature `native` and knows this machine. Otherwise all is
//! given up here, and closures do it.

#[cfg(all(feature = "native", any(target_arch = "x86_64", target_arch = "aarch64")))]
use std::sync::Arc;

use super::code::Code;
#[cfg(all(feature = "native", any(target_arch = "x86_64", target_arch = "aarch64")))]
use super::native::{Native, Runner};
use super::run::MoveStep;
use super::state::State;

/// Machine code cannot do this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NotByMachineCode;

/// The machine code of a game.
#[derive(Clone, Debug)]
pub(super) struct MachineCode {
    #[cfg(all(feature = "native", any(target_arch = "x86_64", target_arch = "aarch64")))]
    native: Arc<Native>,
}

/// Runs machine code, one run at a time.
#[derive(Clone, Debug)]
pub(super) struct MachineRunner {
    #[cfg(all(feature = "native", any(target_arch = "x86_64", target_arch = "aarch64")))]
    runner: Runner,
}

#[cfg(all(feature = "native", any(target_arch = "x86_64", target_arch = "aarch64")))]
impl MachineCode {
    /// Compiles code, if that is possible.
    pub(super) fn new(code: &Code) -> Option<Self> {
        Some(Self { native: Arc::new(Native::new(code)?) })
    }

    /// What runs it.
    pub(super) fn runner(&self) -> MachineRunner {
        MachineRunner { runner: self.native.runner() }
    }
}

#[cfg(all(feature = "native", any(target_arch = "x86_64", target_arch = "aarch64")))]
impl MachineRunner {
    /// Finds all moves: their steps, and where the steps of each end.
    pub(super) fn moves(
        &mut self,
        state: &State,
        steps: &mut Vec<MoveStep>,
        ends: &mut Vec<u32>,
    ) -> Result<(), NotByMachineCode> {
        self.runner.moves(state, steps, ends).map_err(|_| NotByMachineCode)
    }

    /// Lets the keeper act from the beginning. If it cannot, the position is spoiled.
    pub(super) fn keep(&mut self, state: &mut State) -> Result<(), NotByMachineCode> {
        self.runner.keep(state).map_err(|_| NotByMachineCode)
    }

    /// Makes a move, and what the keeper does after it. If it cannot, the position is spoiled.
    #[inline(always)]
    pub(super) fn make(
        &mut self,
        before: &State,
        state: &mut State,
        steps: &[MoveStep],
    ) -> Result<(), NotByMachineCode> {
        self.runner.make(before, state, steps).map_err(|_| NotByMachineCode)
    }
}

#[cfg(not(all(feature = "native", any(target_arch = "x86_64", target_arch = "aarch64"))))]
impl MachineCode {
    pub(super) fn new(_: &Code) -> Option<Self> {
        None
    }

    pub(super) fn runner(&self) -> MachineRunner {
        MachineRunner {}
    }
}

#[cfg(not(all(feature = "native", any(target_arch = "x86_64", target_arch = "aarch64"))))]
impl MachineRunner {
    pub(super) fn moves(
        &mut self,
        _: &State,
        _: &mut Vec<MoveStep>,
        _: &mut Vec<u32>,
    ) -> Result<(), NotByMachineCode> {
        Err(NotByMachineCode)
    }

    pub(super) fn keep(&mut self, _: &mut State) -> Result<(), NotByMachineCode> {
        Err(NotByMachineCode)
    }

    pub(super) fn make(
        &mut self,
        _: &State,
        _: &mut State,
        _: &[MoveStep],
    ) -> Result<(), NotByMachineCode> {
        Err(NotByMachineCode)
    }
}
