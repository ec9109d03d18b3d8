//! Solves one position: from what is known, by the game's own solver, or by a long proof.

use std::collections::BTreeMap;

use super::known::{KnownValue, known};
use super::request::{SolveError, SolveRequest};
use super::result::{Share, SolveAnswer, SolveResult, SolvedProof, SolvedShare, SolvedValue};
use crate::proofs::ProofUpdate;
use crate::session::{NoSolver, Session, Solve};
use sarsen_core::game::value::{self, Value, distance, from_node};
use sarsen_core::game::{Aim, Effort, Expected, Finding, NotExpected};
use sarsen_core::search::Source;

impl SolveRequest<'_> {
    /// Solves the current position of a session. `tell` hears of the progress of a long proof. The
    /// session stays as it was, and so does what its solver has learnt: to forget that is up to the
    /// [session](crate::session::Think::forget).
    ///
    /// # Errors
    ///
    /// Why it cannot be solved. An interruption is no error.
    pub fn run(
        &self,
        session: &mut dyn Session,
        tell: &mut dyn FnMut(ProofUpdate),
    ) -> Result<SolveAnswer, SolveError> {
        PositionSolver { request: self, session, nodes: 0 }.solve(tell)
    }
}

/// A position at work.
struct PositionSolver<'a> {
    request: &'a SolveRequest<'a>,
    session: &'a mut dyn Session,
    /// The positions visited so far.
    nodes: u64,
}

impl PositionSolver<'_> {
    fn solve(mut self, tell: &mut dyn FnMut(ProofUpdate)) -> Result<SolveAnswer, SolveError> {
        if self.session.has_chance() {
            let found = self.shares()?;
            return Ok(self.answer(found.map(SolveResult::Share)));
        }
        let known = self.known();
        let is_long = self.request.asks_for_proof()
            || known.is_none() && self.solver()?.is_some_and(|solver| solver.is_long());
        if is_long {
            let order = self.request.proof();
            let proven = self.session.solver(self.request.long_memory())?.prove(&order, tell)?;
            let (nodes, interrupted) = (proven.nodes, (self.request.must_end)());
            let score = proven.value.map(|value| self.session.literature_score(value));
            let result = SolveResult::Proof(SolvedProof { score, proven });
            return Ok(SolveAnswer { result, nodes, interrupted });
        }
        let found = self.values(known)?;
        Ok(self.answer(found.map(SolveResult::Value)))
    }

    /// What has been found, if it was found before the work had to end.
    fn answer(self, found: Option<SolveResult>) -> SolveAnswer {
        let interrupted = found.is_none();
        let result = found.unwrap_or(SolveResult::Open);
        SolveAnswer { result, nodes: self.nodes, interrupted }
    }

    /// What is known without work.
    fn known(&self) -> Option<KnownValue> {
        known(self.session, self.request.book)
    }

    /// What the current position is worth, and if all moves are wanted, what each of them is worth.
    /// None if interrupted.
    fn values(&mut self, known: Option<KnownValue>) -> Result<Option<SolvedValue>, SolveError> {
        let Some(found) = self.value(known)? else { return Ok(None) };
        let mut moves = BTreeMap::new();
        for text in self.session.moves().into_iter().filter(|_| self.request.all) {
            let Some(value) = self.value_of_move(&text)? else { return Ok(None) };
            moves.insert(text, self.score(from_node(value, 1)));
        }
        let KnownValue { value, source, best } = found;
        let is_tabled = source == Source::Tables && value != 0;
        Ok(Some(SolvedValue {
            value,
            source,
            score: self.score(value),
            plies: distance(value).filter(|_| is_tabled),
            best: if source == Source::Book && best.is_none() { self.keeper(value)? } else { best },
            moves: self.request.all.then_some(moves),
        }))
    }

    /// The value of the position after a move, for the player who makes it. None if interrupted.
    fn value_of_move(&mut self, text: &str) -> Result<Option<Value>, SolveError> {
        let mover = self.session.to_move();
        self.after(text, |solver| {
            if let Some(end) = mover.and_then(|mover| solver.session.final_value(mover)) {
                return Ok(Some(end));
            }
            let is_same = solver.session.to_move() == mover;
            let known = solver.known();
            let found = solver.value(known)?;
            Ok(found.map(|found| if is_same { found.value } else { -found.value }))
        })
    }

    /// Does something in the position after a legal move.
    fn after<T>(
        &mut self,
        text: &str,
        work: impl FnOnce(&mut Self) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        self.session.play(text).map_err(|_| SolveError::Over)?;
        let done = work(self);
        // This move has just been played, so it can be taken back.
        let _ = self.session.undo(1);
        done
    }

    /// The value of the current position for the side to move, and the best move. None if
    /// interrupted.
    fn value(&mut self, known: Option<KnownValue>) -> Result<Option<KnownValue>, SolveError> {
        if known.is_some() {
            return Ok(known);
        }
        let effort = Effort {
            threads: self.request.threads,
            must_end: &|_| (self.request.must_end)(),
            aim: self.request.aim,
            ..Effort::UNLIMITED
        };
        let found = self.find(&effort)?.ok_or(SolveError::NotInTables)?;
        let best = found.keeps.clone();
        Ok(found.value().map(|value| KnownValue { value, source: Source::Solver, best }))
    }

    /// A best move where a book knows how soon the game ends, but no move. None where it knows
    /// less, because the search for a move may then take hours.
    fn keeper(&mut self, value: Value) -> Result<Option<String>, SolveError> {
        let known = KnownValue { value, source: Source::Book, best: None }.exact();
        if known.is_none() {
            return Ok(None);
        }
        let effort =
            Effort { must_end: &|_| (self.request.must_end)(), known, ..Effort::UNLIMITED };
        Ok(self.find(&effort)?.and_then(|found| found.keeps))
    }

    /// What the solver finds about the current position. None if the game has endgame tables
    /// instead of a solver.
    fn find(&mut self, effort: &Effort<'_>) -> Result<Option<Finding<String>>, SolveError> {
        let found = match self.solver()? {
            Some(solver) => solver.solve(effort).ok_or(SolveError::Over)?,
            None => return Ok(None),
        };
        self.nodes += found.nodes;
        Ok(Some(found))
    }

    /// The score of an exact value of the current position.
    fn score(&self, value: Value) -> i32 {
        match self.request.aim {
            Aim::Winner => value.signum(),
            Aim::Value => self.session.literature_score(value),
        }
    }

    /// The game's own solver. None if the game has none, but endgame tables.
    fn solver(&mut self) -> Result<Option<Box<dyn Solve + '_>>, NoSolver> {
        let has_tables = self.session.endgames().is_some();
        match self.session.solver(self.request.memory()) {
            Ok(solver) => Ok(Some(solver)),
            Err(NoSolver::Game(_)) if has_tables => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// What the current position is worth in a game of chance, and if all moves are wanted, what
    /// each move or outcome is worth to the same player. None if interrupted.
    fn shares(&mut self) -> Result<Option<SolvedShare>, SolveError> {
        let turn = self.session.turn();
        let Some(Expected { low, high, keeps, .. }) = self.share()? else { return Ok(None) };
        let mut moves = BTreeMap::new();
        for text in self.session.moves().into_iter().filter(|_| self.request.all) {
            let share = self.after(&text, |solver| {
                if let Some(end) = turn.and_then(|player| solver.session.final_value(player)) {
                    return Ok(Some(value::share(end)));
                }
                let is_same = solver.session.turn() == turn;
                let found = solver.share()?.map(|found| Share::between(found.low, found.high));
                Ok(found.map(|share| if is_same { share.value } else { 1.0 - share.value }))
            })?;
            let Some(share) = share else { return Ok(None) };
            moves.insert(text, share);
        }
        let moves = self.request.all.then_some(moves);
        Ok(Some(SolvedShare { share: Share::between(low, high), best: keeps, moves }))
    }

    /// The expectation of the current position for the player whose turn it is. None if
    /// interrupted.
    fn share(&mut self) -> Result<Option<Expected<String>>, SolveError> {
        let effort = Effort { must_end: &|_| (self.request.must_end)(), ..Effort::UNLIMITED };
        match self.session.solver(self.request.chance_memory())?.expect(&effort) {
            Ok(expected) => {
                self.nodes += expected.nodes;
                Ok(Some(expected))
            }
            Err(NotExpected::Ended) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}
