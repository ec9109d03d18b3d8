//! Rules that can be played: positions, moves, counts.

use std::sync::Arc;

use super::code::Code;
use super::compile::compile;
use super::op::Op;
use super::run::{Aim, Listener, Nobody, Overrun, Step, Stop, Work, assign};
use super::state::{Change, State};
use crate::language::description::Description;
use crate::language::error::RulesError;
use crate::language::expression::Side;

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

    fn clear(&mut self) {
        self.steps.clear();
        self.ends.clear();
    }
}

impl Listener for Moves {
    fn take(&mut self, steps: &[Step]) -> bool {
        self.steps.extend_from_slice(steps);
        self.ends.push(self.steps.len() as u32);
        true
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

    /// The code.
    #[must_use]
    pub fn code(&self) -> &Code {
        &self.code
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
        table.keep()?;
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

/// What [`Table::take_back`] needs.
#[derive(Clone, Debug)]
pub struct Taken {
    changes: Vec<Change>,
    stop: Stop,
    is_over: bool,
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
        if self.state.is_over {
            return Ok(());
        }
        self.work.begin();
        let from = (self.state.at, self.state.place, 0);
        self.work.run(&self.code, &mut self.state, Aim::All, from, out)?;
        Ok(())
    }

    /// Makes a legal move, and what the keeper does after it.
    ///
    /// # Errors
    ///
    /// If the rules do not come to an end.
    pub fn make(&mut self, steps: &[Step]) -> Result<(), Overrun> {
        self.work.begin();
        self.apply(steps);
        self.keep()
    }

    /// Does what the steps of a move and all that they imply say.
    fn apply(&mut self, steps: &[Step]) {
        let code = &*self.code;
        for step in steps {
            let (mut number, mut place) = (step.modifier, step.place);
            loop {
                let modifier = &code.modifiers[usize::from(number)];
                match code.ops[modifier.at as usize] {
                    Op::Put { piece, .. } => {
                        let old = self.state.put(code.words, usize::from(place), piece);
                        self.work.log.push(Change::Piece { place, old, new: piece });
                    }
                    Op::Assign { assignment, .. } => {
                        let assignment = &code.assignments[usize::from(assignment)];
                        self.work.log.extend(assign(code, &mut self.state, assignment));
                    }
                    Op::Set { variable, value, .. } => {
                        let slot = &mut self.state.variables[usize::from(variable)];
                        let old = std::mem::replace(slot, value);
                        self.work.log.push(Change::Variable { variable, old, new: value });
                    }
                    Op::Hand { side, .. } => {
                        self.state.side = side;
                        self.state.at = modifier.at + 1;
                        self.state.place = place;
                    }
                    _ => unreachable!("no modifier"),
                }
                let Some(next) = modifier.implied else { break };
                for &table in &modifier.hops {
                    place = code.steps[usize::from(table) * code.places + usize::from(place)];
                }
                number = next;
            }
        }
    }

    /// Lets the keeper do all that it can.
    fn keep(&mut self) -> Result<(), Overrun> {
        while self.state.side == Side::Keeper && !self.state.is_over {
            let from = (self.state.at, self.state.place, 0);
            match self.work.run(&self.code, &mut self.state, Aim::First, from, &mut Nobody)? {
                Some(Stop { side, at, place }) => {
                    (self.state.side, self.state.at, self.state.place) = (side, at, place);
                    self.work.trail.clear();
                }
                None => self.state.is_over = true,
            }
        }
        let at = self.state.at as usize;
        if !self.code.place_matters.get(at).copied().unwrap_or(false) || self.state.is_over {
            self.state.place = 0;
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
