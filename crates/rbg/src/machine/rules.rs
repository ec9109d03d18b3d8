//! Rules that can be played: positions, moves, counts.

use std::sync::Arc;

use super::actions::{all_moves, each_effect, keep, make};
use super::code::Code;
use super::compile::compile;
use super::run::{Listener, Overrun, Step, Stop, Work};
use super::state::State;
use crate::language::description::Description;
use crate::language::error::RulesError;
use crate::language::expression::NodeId;

/// The rules of a game, ready to be played.
#[derive(Clone, Debug)]
pub struct Rules {
    description: Arc<Description>,
    code: Arc<Code>,
}

/// The moves of a position: the steps of each, one after the other.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Moves {
    steps: Vec<Step>,
    ends: Vec<u32>,
}

/// The most steps that the moves of a position may have together.
const MOST_STEPS: usize = 1 << 24;

impl Moves {
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
    pub fn get(&self, number: usize) -> &[Step] {
        let first = number.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.steps[first..self.ends[number] as usize]
    }

    /// Whether there are more than can be kept.
    fn is_full(&self) -> bool {
        self.steps.len() > MOST_STEPS
    }

    fn clear(&mut self) {
        self.steps.clear();
        self.ends.clear();
    }
}

impl Listener for Moves {
    fn take(&mut self, steps: &[Step]) -> bool {
        self.steps.extend_from_slice(steps);
        self.ends.push(self.steps.len() as u32);
        !self.is_full()
    }
}

impl Rules {
    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// Says what is wrong and where.
    pub fn load(file: &str, text: &str) -> Result<Self, RulesError> {
        let description = Description::parse(file, text)?;
        let code = compile(&description)?;
        Ok(Self { description: Arc::new(description), code: Arc::new(code) })
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
    pub fn changes(&self, steps: &[Step]) -> Vec<(NodeId, u16)> {
        let mut found = Vec::new();
        each_effect(&self.code, steps, |modifier, place| found.push((modifier.node, place)));
        found
    }

    /// A table at which a game is played: at its start.
    ///
    /// # Errors
    ///
    /// If the rules do not come to an end.
    pub fn table(&self) -> Result<Table, Overrun> {
        let state = State::new(&self.code, &self.description.board.start);
        let mut table =
            Table { code: Arc::clone(&self.code), state, work: Work::default(), pool: Vec::new() };
        table.work.begin();
        keep(&table.code, &mut table.state, &mut table.work)?;
        Ok(table)
    }
}

/// A game that is played: a position that changes, and the memory to find its moves.
#[derive(Clone, Debug)]
pub struct Table {
    code: Arc<Code>,
    state: State,
    work: Work,
    pool: Vec<Moves>,
}

impl Table {
    /// The position.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Finds all moves.
    ///
    /// # Errors
    ///
    /// If the rules do not come to an end.
    pub fn moves(&mut self, out: &mut Moves) -> Result<(), Overrun> {
        out.clear();
        all_moves(&self.code, &mut self.state, &mut self.work, out)?;
        if out.is_full() { Err(Overrun) } else { Ok(()) }
    }

    /// Makes a legal move, and what the keeper does after it.
    ///
    /// # Errors
    ///
    /// If the rules do not come to an end.
    pub fn make(&mut self, steps: &[Step]) -> Result<(), Overrun> {
        make(&self.code, &mut self.state, &mut self.work, steps)
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
        let mut sum = 0;
        let before = Stop { side: self.state.side, at: self.state.at, place: self.state.place };
        for number in 0..moves.len() {
            self.make(moves.get(number))?;
            if depth == 1 {
                sum += 1;
                self.work.undo(&mut self.state, self.code.words, 0);
            } else {
                let log = std::mem::take(&mut self.work.log);
                sum += self.perft(depth - 1)?;
                self.work.log = log;
                self.work.undo(&mut self.state, self.code.words, 0);
            }
            (self.state.side, self.state.at, self.state.place) =
                (before.side, before.at, before.place);
            self.state.is_over = false;
        }
        self.pool.push(moves);
        Ok(sum)
    }
}
