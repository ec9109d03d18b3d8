//! Machine code: the rules, compiled when a file is loaded.
//!
//! It does what [byte code](super::run) does: it finds the same moves in the same order. What takes
//! too long or needs too much memory it gives up, and byte code does it again. So both also find
//! the same rules endless.
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

mod changes;
mod choices;
mod data;
mod layout;
mod numbers;
mod plan;
mod program;
mod tests;
mod writer;

use cranelift_jit::JITModule;

use self::data::Data;
use self::layout::{Desk, MOST_STEPS, Stopped};
use self::plan::Plan;
use self::program::{Key, Program};
use super::code::Code;
use super::op::Address;
use super::run::Step;
use super::state::State;

/// How much a run may do before it is given up.
const MOST_WORK: i64 = 1 << 26;
/// The most bytes of the stack for a run.
const MOST_STACK: usize = 1 << 18;
/// The most bytes of marks.
const MOST_MARKS: usize = 1 << 22;
/// The most steps of all moves of a position.
const MOST_FOUND: usize = 1 << 26;

/// Machine code cannot do this. Byte code does it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unsupported;

/// A function: the position, the desk, and the place.
type Function = unsafe extern "C" fn(*mut u64, *mut Desk, u64) -> u64;

/// The machine code of a game.
pub(super) struct Native {
    /// By instruction: what finds the moves of a player who begins to act there.
    moves: Vec<Option<Function>>,
    /// Lets the keeper act from the beginning.
    keep: Function,
    /// By modifier: what it does.
    makes: Vec<Option<Function>>,
    places: usize,
    /// The number of words that a position takes.
    memory: usize,
    marks: usize,
    /// All the code. It is taken at the end.
    module: Option<JITModule>,
    /// What the code reads.
    _data: Data,
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

/// The memory of runs of machine code. One serves any number of runs, one at a time.
#[derive(Debug, Default)]
pub(super) struct Bench {
    desk: Option<Box<Desk>>,
    marks: Vec<u32>,
    /// A copy of the position.
    copy: Vec<u64>,
}

impl Clone for Bench {
    /// There is nothing to be kept between runs.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Native {
    /// Compiles code, if this machine can run it.
    pub(super) fn new(code: &Code) -> Option<Self> {
        Self::compile(code).ok()
    }

    fn compile(code: &Code) -> Result<Self, Unsupported> {
        if !cfg!(target_endian = "little") || code.pieces >= usize::from(u8::MAX) {
            return Err(Unsupported);
        }
        let plan = Plan::new(code);
        let mut program = Program::new(code, &plan)?;
        program.function(Key::Keep)?;
        for &start in &plan.starts {
            program.function(Key::Moves(start))?;
        }
        for (modifier, _) in plan.is_step.iter().enumerate().filter(|&(_, &is)| is) {
            program.function(Key::Make(modifier as u16))?;
        }
        let finished = program.finish()?;
        let function = |key: Key| {
            finished.functions.get(&key).map(|&address| {
                // SAFETY: These functions were declared with just this signature.
                unsafe { std::mem::transmute::<*const u8, Function>(address) }
            })
        };
        let keep = function(Key::Keep).ok_or(Unsupported)?;
        let moves =
            (0..=code.ops.len() as Address).map(|at| function(Key::Moves(at))).collect();
        let makes = (0..code.modifiers.len() as u16).map(|one| function(Key::Make(one)));
        let makes = makes.collect();
        Ok(Self {
            moves,
            keep,
            makes,
            places: code.places,
            memory: State::memory_size(code),
            marks: code.marks * code.places,
            module: Some(finished.module),
            _data: finished.data,
        })
    }

    /// The desk, ready for a new run.
    fn desk<'a>(&self, bench: &'a mut Bench) -> &'a mut Desk {
        let marks = &mut bench.marks;
        let desk = bench.desk.get_or_insert_with(|| {
            // Room for some levels of marks, if there are marks.
            let levels = (MOST_MARKS / 4).checked_div(self.marks).map_or(0, |levels| levels.max(2));
            marks.resize(levels * self.marks, 0);
            let first = marks.as_mut_ptr().expose_provenance() as u64;
            let last = levels.saturating_sub(1) * self.marks * 4;
            Box::new(Desk {
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
            })
        });
        if desk.age >= 1 << 31 {
            marks.fill(0);
            desk.age = 0;
        }
        let top = 0_u8;
        desk.budget = MOST_WORK;
        desk.stack_limit = ((&raw const top).addr().saturating_sub(MOST_STACK)) as u64;
        desk
    }

    /// Calls a function.
    #[inline(always)]
    fn call(&self, function: Function, memory: &mut [u64], desk: &mut Desk, place: u16) -> u64 {
        assert!(memory.len() == self.memory && usize::from(place) < self.places);
        // SAFETY: The position is one of this game and the place is on its board, by the assertion.
        // The desk was made for this game. What the code does then is told above.
        unsafe { function(memory.as_mut_ptr(), desk, u64::from(place)) }
    }

    /// Finds all moves.
    pub(super) fn moves(
        &self,
        bench: &mut Bench,
        state: &State,
        steps: &mut Vec<Step>,
        ends: &mut Vec<u32>,
    ) -> Result<(), Unsupported> {
        let function = self.moves.get(state.at() as usize).copied().flatten();
        let function = function.ok_or(Unsupported)?;
        let mut copy = std::mem::take(&mut bench.copy);
        let result = loop {
            copy.clear();
            copy.extend_from_slice(state.memory());
            steps.clear();
            ends.clear();
            let room = steps.capacity().min(ends.capacity());
            let desk = self.desk(bench);
            desk.steps = steps.as_mut_ptr().expose_provenance() as u64;
            desk.ends = ends.as_mut_ptr().expose_provenance() as u64;
            (desk.steps_used, desk.steps_limit, desk.moves) = (0, room as u64, 0);
            let stopped = self.call(function, &mut copy, desk, state.place());
            if desk.budget < 0 {
                break Err(Unsupported);
            }
            if stopped == 0 {
                let (used, moves) = (desk.steps_used as usize, desk.moves as usize);
                assert!(used <= room && moves <= used);
                // SAFETY: So many steps and ends were written, and there is room for them.
                unsafe {
                    steps.set_len(used);
                    ends.set_len(moves);
                }
                break Ok(());
            }
            if room > MOST_FOUND {
                break Err(Unsupported);
            }
            let more = (room * 2).max(1 << 10);
            steps.reserve(more);
            ends.reserve(more);
        };
        bench.copy = copy;
        result
    }

    /// Lets the keeper act from the beginning. If it cannot, the position is spoiled.
    pub(super) fn keep(&self, bench: &mut Bench, state: &mut State) -> Result<(), Unsupported> {
        let place = state.place();
        let desk = self.desk(bench);
        let stopped = Stopped(self.call(self.keep, state.memory_mut(), desk, place));
        if !stopped.is_set() && desk.budget >= 0 {
            state.is_over = true;
            return Ok(());
        }
        self.stop(desk, state, stopped)
    }

    /// Makes a move, and what the keeper does after it. If it cannot, the position is spoiled.
    #[inline]
    pub(super) fn make(
        &self,
        bench: &mut Bench,
        state: &mut State,
        steps: &[Step],
    ) -> Result<(), Unsupported> {
        let desk = self.desk(bench);
        for step in steps {
            let function = self.makes.get(usize::from(step.modifier)).copied().flatten();
            let function = function.ok_or(Unsupported)?;
            if usize::from(step.place) >= self.places {
                return Err(Unsupported);
            }
            let stopped = Stopped(self.call(function, state.memory_mut(), desk, step.place));
            if stopped.is_set() {
                return self.stop(desk, state, stopped);
            }
        }
        Err(Unsupported)
    }

    #[inline(always)]
    fn stop(&self, desk: &Desk, state: &mut State, stopped: Stopped) -> Result<(), Unsupported> {
        if stopped.is_given_up() || desk.budget < 0 {
            return Err(Unsupported);
        }
        (state.at, state.place, state.side) = (stopped.at(), stopped.place(), stopped.side());
        state.is_over = stopped.is_over();
        Ok(())
    }
}
