//! Rules that can be played: positions, moves, counts.

use std::sync::Arc;

use super::closures::{ClosureWalk, Closures, GivenUp};
use super::code::{Code, Modifier};
use super::compile::compile;
use super::conditions::assign;
use super::machine_code::{MachineCode, MachineRunner};
use super::op::{Address, Op};
use super::pattern::PlacePattern;
use super::run::{Listener, MOST_FOUND, MoveStep, NoListener, Overrun, RunAim, RunMemory, RunStop};
use super::state::State;
use crate::language::description::{Asides, Description};
use crate::language::error::RulesMistake;
use crate::language::expression::Mover;
use crate::language::expression::NodeId;

/// The rules of a game, ready to be played.
#[derive(Clone, Debug)]
pub struct Rules {
    description: Arc<Description>,
    code: Arc<Code>,
    native: Option<MachineCode>,
    closures: Option<Arc<Closures>>,
}

/// How rules are run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// By byte code and what is made of it, everywhere.
    ByteCode,
    /// By machine code.
    MachineCode,
}

/// The moves of a position: the steps of each, one after the other.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct FoundMoves {
    steps: Vec<MoveStep>,
    ends: Vec<u32>,
}

impl FoundMoves {
    /// The number of moves.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The steps of a move.
    ///
    /// # Panics
    ///
    /// If there are not so many moves.
    #[must_use]
    pub fn get(&self, number: usize) -> &[MoveStep] {
        let first = number.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.steps[first..self.ends[number] as usize]
    }

    /// Whether there are more than can be kept.
    fn is_full(&self) -> bool {
        self.steps.len() > MOST_FOUND
    }

    fn clear(&mut self) {
        self.steps.clear();
        self.ends.clear();
    }
}

impl Listener for FoundMoves {
    fn take(&mut self, steps: &[MoveStep]) -> bool {
        self.steps.extend_from_slice(steps);
        self.ends.push(self.steps.len() as u32);
        !self.is_full()
    }
}

impl Rules {
    /// Reads the text of a file. Its rules become machine code if that is possible.
    ///
    /// # Errors
    ///
    /// Says what is wrong and where.
    pub fn load(file: &str, text: &str) -> Result<Self, RulesMistake> {
        Self::load_as(Form::MachineCode, file, text)
    }

    /// Reads the text of a file. What cannot become machine code becomes byte code.
    ///
    /// # Errors
    ///
    /// Says what is wrong and where.
    pub fn load_as(form: Form, file: &str, text: &str) -> Result<Self, RulesMistake> {
        Self::load_with(form, file, text, &Asides::default())
    }

    /// Reads the text of a file with [what stands in its comments](Asides).
    ///
    /// # Errors
    ///
    /// Says what is wrong and where.
    pub(crate) fn load_with(
        form: Form,
        file: &str,
        text: &str,
        asides: &Asides,
    ) -> Result<Self, RulesMistake> {
        let description = Description::parse_with(file, text, asides)?;
        let code = compile(&description)?;
        let native = match form {
            Form::ByteCode => None,
            Form::MachineCode => MachineCode::new(&code),
        };
        let closures = native.is_none().then(|| Arc::new(Closures::new(&code)));
        Ok(Self { description: Arc::new(description), code: Arc::new(code), native, closures })
    }

    /// How the rules are run.
    #[must_use]
    pub fn form(&self) -> Form {
        if self.native.is_some() { Form::MachineCode } else { Form::ByteCode }
    }

    /// The game as the file describes it.
    #[must_use]
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// The code, shared with the rules.
    #[must_use]
    pub fn shared_code(&self) -> Arc<Code> {
        Arc::clone(&self.code)
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// What the steps of a move change, with all that they imply: which part of the rules does it,
    /// and at which place.
    #[must_use]
    pub fn changes(&self, steps: &[MoveStep]) -> Vec<(NodeId, u16)> {
        let mut found = Vec::new();
        each_change(&self.code, steps, |modifier, place| found.push((modifier.node, place)));
        found
    }

    /// A table at which a game is played: at its start.
    ///
    /// # Errors
    ///
    /// If the rules do not come to an end.
    pub fn table(&self) -> Result<RulesTable, Overrun> {
        let state = State::new(&self.code, &self.description.board.start);
        let mut table = RulesTable {
            code: Arc::clone(&self.code),
            native: self.native.as_ref().map(MachineCode::runner),
            closures: self.closures.clone(),
            copies: Vec::new(),
            state,
            work: RunMemory::default(),
            pool: Vec::new(),
        };
        table.begin()?;
        Ok(table)
    }
}

/// A game that is played: a position that changes, and the memory to find its moves.
#[derive(Clone, Debug)]
pub struct RulesTable {
    code: Arc<Code>,
    native: Option<MachineRunner>,
    closures: Option<Arc<Closures>>,
    state: State,
    work: RunMemory,
    pool: Vec<FoundMoves>,
    /// Memory for copies of the position.
    copies: Vec<State>,
}

impl RulesTable {
    /// The position.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Lets the keeper act from the beginning.
    fn begin(&mut self) -> Result<(), Overrun> {
        let start = self.state.clone();
        if let Some(native) = &mut self.native
            && native.keep(&mut self.state).is_ok()
        {
            self.rest();
            return Ok(());
        }
        self.make_by_bytes(&start, &[])
    }

    /// Finds all moves.
    ///
    /// # Errors
    ///
    /// If the rules do not come to an end.
    pub fn moves(&mut self, out: &mut FoundMoves) -> Result<(), Overrun> {
        out.clear();
        if self.state.is_over {
            return Ok(());
        }
        if let Some(native) = &mut self.native {
            let FoundMoves { steps, ends } = out;
            if native.moves(&self.state, steps, ends).is_ok() {
                return Ok(());
            }
            out.clear();
        }
        self.work.begin();
        let (at, place) = (self.state.at, self.state.place);
        if self.walk(out, |walk| walk.moves(at, place)).is_some() {
            return Ok(());
        }
        out.clear();
        self.work.begin();
        self.run_all(out)?;
        if out.is_full() { Err(Overrun) } else { Ok(()) }
    }

    /// Finds all that can be done up to the next change of turn, also if it is the keeper's turn.
    ///
    /// # Errors
    ///
    /// If the interpreter goes back to a choice more often than this.
    pub(crate) fn words(&mut self, returns: u64, out: &mut FoundMoves) -> Result<(), Overrun> {
        out.clear();
        self.work.begin_with(returns);
        self.run_all(out)
    }

    /// Finds all moves, by byte code.
    fn run_all(&mut self, out: &mut FoundMoves) -> Result<(), Overrun> {
        let from = (self.state.at, self.state.place, 0);
        let done = self.work.run(&self.code, &mut self.state, RunAim::All, from, out);
        if done.is_err() {
            self.work.undo(&mut self.state, 0);
        }
        done.map(|_| ())
    }

    /// Whether there is a legal move.
    ///
    /// # Errors
    ///
    /// If the rules do not come to an end.
    pub fn has_move(&mut self) -> Result<bool, Overrun> {
        if self.state.is_over {
            return Ok(false);
        }
        self.work.begin();
        let from = (self.state.at, self.state.place, 0);
        let found = self.work.run(&self.code, &mut self.state, RunAim::All, from, &mut NoListener);
        if found.is_err() {
            self.work.undo(&mut self.state, 0);
        }
        Ok(found?.is_some())
    }

    /// A table at the same position, at which the interpreter alone plays. So it can tell its
    /// [work](Self::work). It may do so much for the moves of a position, and between two moves.
    pub(crate) fn by_interpreter(&self, most_work: u64) -> Self {
        let work = RunMemory::within(most_work);
        Self { native: None, closures: None, work, ..self.clone() }
    }

    /// Gives the turn to a player, who goes on from there.
    pub(crate) fn give_turn(&mut self, player: u8, at: Address) {
        (self.state.side, self.state.at) = (Mover::Player(player), at);
    }

    /// How often the interpreter went back to a choice for what was done last.
    pub(crate) fn work(&self) -> u64 {
        self.work.spent()
    }

    /// At how many places a condition holds. 0 if that is too much work.
    pub(crate) fn count(&mut self, pattern: &PlacePattern, memory: &mut RunMemory) -> u32 {
        pattern.count(&mut self.state, memory)
    }

    /// Goes to another position of the same game.
    pub fn go_to(&mut self, state: &State) {
        self.state.copy_from(state);
    }

    /// Does something with closures. None if it cannot be done.
    #[inline(always)]
    fn walk<T>(
        &mut self,
        out: &mut FoundMoves,
        inside: impl FnOnce(&mut ClosureWalk<'_>) -> Result<T, GivenUp>,
    ) -> Option<T> {
        let closures = self.closures.as_deref()?;
        let out = (&mut out.steps, &mut out.ends);
        let mut walk = ClosureWalk::new(closures, &self.code, &mut self.state, &mut self.work, out);
        inside(&mut walk).ok()
    }

    /// Makes a legal move, and what the keeper does after it.
    ///
    /// # Errors
    ///
    /// If the rules do not come to an end.
    pub fn make(&mut self, steps: &[MoveStep]) -> Result<(), Overrun> {
        let mut before = self.copies.pop().unwrap_or_else(|| self.state.clone());
        before.copy_from(&self.state);
        let result = self.make_from(&before, steps);
        self.copies.push(before);
        result
    }

    /// Makes a move from another position, and leaves the new one here.
    #[inline(always)]
    fn make_from(&mut self, before: &State, steps: &[MoveStep]) -> Result<(), Overrun> {
        if let Some(native) = &mut self.native
            && native.make(before, &mut self.state, steps).is_ok()
        {
            self.rest();
            return Ok(());
        }
        self.make_by_bytes(before, steps)
    }

    /// The same, by byte code.
    fn make_by_bytes(&mut self, before: &State, steps: &[MoveStep]) -> Result<(), Overrun> {
        self.state.copy_from(before);
        self.work.begin();
        self.apply(steps);
        if self.state.side == Mover::Keeper && self.keep_quickly().is_none() {
            self.state.copy_from(before);
            self.work.begin();
            self.apply(steps);
            self.keep()?;
        }
        self.rest();
        Ok(())
    }

    /// Makes a legal move, and what the keeper does after it, until it cannot go on. Then it stays
    /// where it is.
    ///
    /// # Errors
    ///
    /// If the rules do not come to an end.
    pub(crate) fn follow_keeper(&mut self, steps: &[MoveStep]) -> Result<(), Overrun> {
        self.work.begin();
        self.apply(steps);
        self.keep()
    }

    /// What does not matter any more is put to rest, so that states in which the same can happen
    /// are equal.
    #[inline(always)]
    pub(super) fn rest(&mut self) {
        let at = self.state.at as usize;
        if self.state.is_over {
            (self.state.at, self.state.place) = (0, 0);
            return;
        }
        if self.code.place_matters.get(at) != Some(&true) {
            self.state.place = 0;
        }
        for &variable in &self.code.dead[at] {
            self.state.variables_mut()[usize::from(variable)] = 0;
        }
    }

    /// Does what the steps of a move and all that they imply say. The keeper does nothing yet.
    pub(super) fn apply(&mut self, steps: &[MoveStep]) {
        let (code, state) = (&*self.code, &mut self.state);
        each_change(code, steps, |modifier, place| match code.ops[modifier.at as usize] {
            Op::Put { piece, .. } => _ = state.put(usize::from(place), piece),
            Op::Assign { assignment, .. } => {
                assign(state, &code.assignments[usize::from(assignment)]);
            }
            Op::Set { variable, value, .. } => {
                state.variables_mut()[usize::from(variable)] = value;
            }
            Op::Hand { side, .. } => {
                (state.side, state.at, state.place) = (side, modifier.at + 1, place);
            }
            _ => unreachable!("no modifier"),
        });
    }

    /// What the steps of a move set a variable to, if they do. What the keeper does is left out, so
    /// the position must be set anew.
    pub(crate) fn set_by(&mut self, steps: &[MoveStep], variable: u16) -> Option<u32> {
        let mut is_set = false;
        each_change(&self.code, steps, |modifier, _| {
            is_set |= self.code.variable_set(modifier.at) == Some(variable);
        });
        self.apply(steps);
        is_set.then(|| self.state.variables()[usize::from(variable)])
    }

    /// Lets the keeper do all that it can, by closures. None if it cannot be done.
    #[inline(always)]
    fn keep_quickly(&mut self) -> Option<()> {
        let stop = RunStop { side: Mover::Keeper, at: self.state.at, place: self.state.place };
        let mut nothing = FoundMoves::default();
        let (stop, is_over) = self.walk(&mut nothing, |walk| walk.keep(stop))?;
        (self.state.side, self.state.at, self.state.place) = (stop.side, stop.at, stop.place);
        self.state.is_over = is_over;
        Some(())
    }

    /// Lets the keeper do all that it can.
    fn keep(&mut self) -> Result<(), Overrun> {
        while self.state.side == Mover::Keeper && !self.state.is_over {
            self.work.count_turn()?;
            let from = (self.state.at, self.state.place, 0);
            match self.work.run(
                &self.code,
                &mut self.state,
                RunAim::First,
                from,
                &mut NoListener,
            )? {
                Some(RunStop { side, at, place }) => {
                    (self.state.side, self.state.at, self.state.place) = (side, at, place);
                    self.work.trail.clear();
                }
                None => self.state.is_over = true,
            }
        }
        Ok(())
    }

    /// The number of sequences of so many moves. A finished game counts at its own length, and not
    /// below.
    ///
    /// # Errors
    ///
    /// If the rules do not come to an end.
    pub fn perft(&mut self, depth: u32) -> Result<u64, Overrun> {
        if depth == 0 {
            return Ok(1);
        }
        let mut moves = self.pool.pop().unwrap_or_default();
        self.moves(&mut moves)?;
        let mut before = self.copies.pop().unwrap_or_else(|| self.state.clone());
        before.copy_from(&self.state);
        let mut sum = 0;
        for number in 0..moves.len() {
            self.make_from(&before, moves.get(number))?;
            sum += if depth == 1 { 1 } else { self.perft(depth - 1)? };
        }
        self.state.copy_from(&before);
        self.copies.push(before);
        self.pool.push(moves);
        Ok(sum)
    }
}

/// Calls `each` with all modifiers of a move and their places: the steps, and what they imply.
#[inline(always)]
pub(crate) fn each_change(code: &Code, steps: &[MoveStep], mut each: impl FnMut(&Modifier, u16)) {
    for step in steps {
        let (mut number, mut place) = (step.modifier, step.place);
        // What is not on the board or not in the rules belongs to no legal move.
        while let Some(modifier) = code.modifiers.get(usize::from(number))
            && usize::from(place) < code.places
        {
            each(modifier, place);
            let Some(next) = modifier.implied else { break };
            for &table in &modifier.hops {
                place = code.steps[usize::from(table) * code.places + usize::from(place)];
            }
            number = next;
        }
    }
}
