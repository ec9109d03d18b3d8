//! Machine code: the rules, compiled when a file is loaded.
//!
//! It does what the [interpreter](super::run) does: it finds the same moves in the same order. What
//! takes too long or needs too much memory it gives up, and the interpreter does it again. So both
//! also find the same rules endless.
//!
//! A position is changed in place, and put back on the way. Where that is not worth the trouble,
//! because a run is given up, the position is a copy.
//!
//! This is the only place of the crate with `unsafe` code. Machine code reads and writes memory
//! without checks. It is safe because of the following.
//!
//! - Places come from [tables](data), whose entries are places of the board or the one beyond the
//!   last, for which every position has a cell. Nothing is written there: a step that leads nowhere
//!   fails before.
//! - Places from outside are checked before a call.
//! - Lists have limits, which are checked before anything is added.
//! - Calls that may nest without a bound look at the stack first.
#![allow(unsafe_code)]

mod calls;
mod changes;
mod choices;
mod conditions;
mod data;
mod flow;
mod functions;
mod layout;
mod marks;
mod numbers;
mod offset;
mod plan;
mod play;
mod program;
mod turns;
mod unsupported;
mod writer;

use std::sync::Arc;

use cranelift_jit::JITModule;

use self::data::NativeData;
use self::layout::{Desk, MOST_STEPS, StoppedAt};
use self::plan::NativePlan;
use self::program::{FunctionKey, NativeProgram};
use self::unsupported::Unsupported;
use super::code::Code;
use super::op::Address;
use super::run::{MOST_FOUND, MoveStep};
use super::state::State;

/// The most instructions that are compiled, which takes about a quarter of a second. Arimaa has
/// twice as many.
const MOST_OPS: usize = 1 << 12;
/// How much a run may do before it is given up.
const MOST_WORK: i64 = 1 << 22;
/// The most bytes of the stack for a run.
const MOST_STACK: usize = 1 << 18;
/// The most bytes of marks.
const MOST_MARKS: usize = 1 << 22;

/// A function: the position, the desk, and the place.
type Function = unsafe extern "C" fn(*mut u64, *mut Desk, u64) -> u64;

/// The function that makes a move: the position to be, the desk, the position before, the steps
/// and how many they are.
type PlayFunction =
    unsafe extern "C" fn(*mut u64, *mut Desk, *const u64, *const MoveStep, u64) -> u64;

/// The machine code of a game.
pub(super) struct Native {
    /// By instruction: what finds the moves of a player who begins to act there.
    moves: Vec<Option<Function>>,
    /// Lets the keeper act from the beginning.
    keep: Function,
    /// Makes a move.
    play: PlayFunction,
    places: usize,
    /// The number of words that a position takes.
    memory: usize,
    marks: usize,
    /// All the code. It is taken at the end.
    module: Option<JITModule>,
    /// What the code reads.
    _data: NativeData,
}

// SAFETY: The code and its tables are not changed after they are made, and functions may be called
// from any thread. The module itself is used only when all is dropped.
unsafe impl Send for Native {}
// SAFETY: The same.
unsafe impl Sync for Native {}

impl Drop for Native {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: Functions are called only through `self`, so none runs now or later.
            unsafe { module.free_memory() }
        }
    }
}

impl std::fmt::Debug for Native {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Native").finish_non_exhaustive()
    }
}

/// Runs machine code, with the memory that it needs: one run at a time.
#[derive(Debug)]
pub(super) struct Runner {
    native: Arc<Native>,
    desk: Box<Desk>,
    /// The desk knows where they are.
    marks: Vec<u32>,
    /// A copy of the position.
    copy: Vec<u64>,
}

impl Clone for Runner {
    /// There is nothing to be kept between runs.
    fn clone(&self) -> Self {
        self.native.runner()
    }
}

impl Native {
    /// Compiles code, if this machine can run it.
    pub(super) fn new(code: &Code) -> Option<Self> {
        Self::compile(code).ok()
    }

    fn compile(code: &Code) -> Result<Self, Unsupported> {
        let fits = code.ops.len() <= MOST_OPS && code.pieces < usize::from(u8::MAX);
        if !cfg!(target_endian = "little") || !fits {
            return Err(Unsupported);
        }
        let plan = NativePlan::new(code);
        let mut program = NativeProgram::new(code, &plan)?;
        program.function(FunctionKey::Keep)?;
        for &start in &plan.starts {
            program.function(FunctionKey::Moves(start))?;
        }
        program.function(FunctionKey::Play)?;
        let finished = program.finish()?;
        let function = |key: FunctionKey| {
            finished.functions.get(&key).map(|&address| {
                // SAFETY: These functions were declared with just this signature.
                unsafe { std::mem::transmute::<*const u8, Function>(address) }
            })
        };
        let keep = function(FunctionKey::Keep).ok_or(Unsupported)?;
        let play = finished.functions.get(&FunctionKey::Play).ok_or(Unsupported)?;
        // SAFETY: It was declared with just this signature.
        let play = unsafe { std::mem::transmute::<*const u8, PlayFunction>(*play) };
        let moves =
            (0..=code.ops.len() as Address).map(|at| function(FunctionKey::Moves(at))).collect();
        Ok(Self {
            moves,
            keep,
            play,
            places: code.places,
            memory: State::memory_size(code),
            marks: code.marks * code.places,
            module: Some(finished.module),
            _data: finished.data,
        })
    }

    /// What runs it.
    pub(super) fn runner(self: &Arc<Self>) -> Runner {
        // Room for some levels of marks, if there are marks.
        let levels = (MOST_MARKS / 4).checked_div(self.marks).map_or(0, |levels| levels.max(2));
        let mut marks = vec![0_u32; levels * self.marks];
        let first = marks.as_mut_ptr().expose_provenance() as u64;
        let last = levels.saturating_sub(1) * self.marks * 4;
        let desk = Box::new(Desk {
            budget: 0,
            stack_limit: 0,
            steps: 0,
            steps_used: 0,
            steps_limit: 0,
            ends: 0,
            moves: 0,
            marks: first,
            last_level: first + last as u64,
            age: 0,
            trail: [0; MOST_STEPS],
        });
        Runner { native: Arc::clone(self), desk, marks, copy: vec![0; self.memory] }
    }

    /// Calls a function.
    #[inline(always)]
    fn call(&self, function: Function, memory: &mut [u64], desk: &mut Desk, place: u16) -> u64 {
        assert!(memory.len() == self.memory && usize::from(place) < self.places);
        // SAFETY: The position is one of this game and the place is on its board, by the assertion.
        // The desk was made for this game. What the code does then is told above.
        unsafe { function(memory.as_mut_ptr(), desk, u64::from(place)) }
    }
}

impl Runner {
    /// Makes the desk ready for a new run.
    #[inline(always)]
    fn begin(&mut self) {
        if self.desk.age >= 1 << 31 {
            self.marks.fill(0);
            self.desk.age = 0;
        }
        let top = 0_u8;
        self.desk.budget = MOST_WORK;
        self.desk.stack_limit = ((&raw const top).addr().saturating_sub(MOST_STACK)) as u64;
    }

    /// Finds all moves.
    pub(super) fn moves(
        &mut self,
        state: &State,
        steps: &mut Vec<MoveStep>,
        ends: &mut Vec<u32>,
    ) -> Result<(), Unsupported> {
        let function = self.native.moves.get(state.at() as usize).copied().flatten();
        let function = function.ok_or(Unsupported)?;
        loop {
            self.copy.copy_from_slice(state.memory());
            steps.clear();
            ends.clear();
            let room = steps.capacity().min(ends.capacity());
            self.begin();
            let desk = &mut *self.desk;
            desk.steps = steps.as_mut_ptr().expose_provenance() as u64;
            desk.ends = ends.as_mut_ptr().expose_provenance() as u64;
            (desk.steps_used, desk.steps_limit, desk.moves) = (0, room as u64, 0);
            let stopped = self.native.call(function, &mut self.copy, desk, state.place());
            if desk.budget < 0 {
                return Err(Unsupported);
            }
            if stopped == 0 {
                let (used, moves) = (desk.steps_used as usize, desk.moves as usize);
                assert!(used <= room && moves <= used);
                // SAFETY: So many steps and ends were written, and there is room for them.
                unsafe {
                    steps.set_len(used);
                    ends.set_len(moves);
                }
                return Ok(());
            }
            if room > MOST_FOUND {
                return Err(Unsupported);
            }
            let more = (room * 2).max(1 << 10);
            steps.reserve(more);
            ends.reserve(more);
        }
    }

    /// Lets the keeper act from the beginning. If it cannot, the position is spoiled.
    pub(super) fn keep(&mut self, state: &mut State) -> Result<(), Unsupported> {
        let place = state.place();
        self.begin();
        let function = self.native.keep;
        let stopped = self.native.call(function, state.memory_mut(), &mut self.desk, place);
        if stopped == 0 && self.desk.budget >= 0 {
            state.is_over = true;
            return Ok(());
        }
        self.stop(state, StoppedAt(stopped))
    }

    /// Makes a move, and what the keeper does after it. If it cannot, the position is spoiled.
    #[inline(always)]
    pub(super) fn make(
        &mut self,
        before: &State,
        state: &mut State,
        steps: &[MoveStep],
    ) -> Result<(), Unsupported> {
        self.begin();
        let size = self.native.memory;
        let (from, to) = (before.memory(), state.memory_mut());
        assert!(from.len() == size && to.len() == size);
        let (from, to) = (from.as_ptr(), to.as_mut_ptr());
        let count = steps.len() as u64;
        // SAFETY: Both positions are of this game. What the code does then is told above. It looks
        // at the steps and at the places in them itself.
        let stopped =
            unsafe { (self.native.play)(to, &mut *self.desk, from, steps.as_ptr(), count) };
        self.stop(state, StoppedAt(stopped))
    }

    #[inline(always)]
    fn stop(&self, state: &mut State, stopped: StoppedAt) -> Result<(), Unsupported> {
        if stopped.is_given_up() || self.desk.budget < 0 {
            return Err(Unsupported);
        }
        (state.at, state.place, state.side) = (stopped.at(), stopped.place(), stopped.side());
        state.is_over = stopped.is_over();
        Ok(())
    }
}
