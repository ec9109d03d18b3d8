//! Solves one position: from what is known, by the game's own solver, by a long proof, or by a
//! search to the end.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use super::end_search::EndSearch;
use super::known::{KnownValue, known};
use super::request::{SolveError, SolveRequest};
use super::result::{
    Share, SolveAnswer, SolveResult, SolvedOpen, SolvedProof, SolvedShare, SolvedValue,
};
use super::update::SolveUpdate;
use crate::session::{NoSolver, Session, Solve};
use sarsen_core::game::value::{self, Value, distance, from_node};
use sarsen_core::game::{Aim, Effort, Expected, Finding, NotExpected};
use sarsen_core::search::Source;

impl SolveRequest<'_> {
    /// Solves the current position of a session. `tell` hears of the progress of a long proof and
    /// of a search to the end. The session stays as it was, and so does what its solver has learnt:
    /// to forget that is up to the [session](crate::session::Think::forget).
    ///
    /// # Errors
    ///
    /// Why it cannot be solved. It is no error if limits or an interruption end the work.
    pub fn run(
        &self,
        session: &mut dyn Session,
        tell: &mut dyn FnMut(SolveUpdate),
    ) -> Result<SolveAnswer, SolveError> {
        let end = self.time.and_then(|time| Instant::now().checked_add(time));
        let cut = AtomicBool::new(false);
        let must_end = || {
            let is_cut = (self.must_end)();
            cut.fetch_or(is_cut, Relaxed);
            is_cut || end.is_some_and(|end| Instant::now() >= end)
        };
        let request = SolveRequest { must_end: &must_end, ..*self };
        let search = EndSearch::new(self.threads, self.search_memory(), &must_end);
        let open = SolvedOpen::NOTHING;
        let solver = PositionSolver { request: &request, session, tell, search, nodes: 0, open };
        let answer = solver.solve()?;
        let interrupted = !answer.complete && cut.load(Relaxed);
        Ok(SolveAnswer { interrupted, ..answer })
    }
}

/// A position at work.
struct PositionSolver<'a> {
    request: &'a SolveRequest<'a>,
    session: &'a mut dyn Session,
    tell: &'a mut dyn FnMut(SolveUpdate),
    /// What searches where there is no solver.
    search: EndSearch<'a>,
    /// The positions visited so far.
    nodes: u64,
    /// What is certain of the position whose value was looked for last, if that was not found.
    open: SolvedOpen,
}

impl PositionSolver<'_> {
    fn solve(mut self) -> Result<SolveAnswer, SolveError> {
        if self.session.has_chance() {
            let found = self.shares()?;
            return Ok(self.answer(found.map(|(found, all)| (SolveResult::Share(found), all))));
        }
        let known = self.known();
        let is_long = self.request.asks_for_proof()
            || known.is_none() && self.solver()?.is_some_and(|solver| solver.is_long());
        if is_long {
            if self.request.nodes.is_some() {
                return Err(SolveError::ProofNodes);
            }
            let order = self.request.proof();
            let solver = self.session.solver(self.request.long_memory())?;
            let proven =
                solver.prove(&order, &mut |update| (self.tell)(SolveUpdate::Proof(update)));
            drop(solver);
            let proven = proven?;
            // It may still be at the moves, or at what it writes down.
            let (nodes, complete) = (proven.nodes, !(self.request.must_end)());
            let score = proven.value.map(|value| self.session.literature_score(value));
            let result = SolveResult::Proof(SolvedProof { score, proven });
            return Ok(SolveAnswer { result, nodes, complete, interrupted: false });
        }
        let found = self.values(known)?;
        Ok(self.answer(found.map(|(found, all)| (SolveResult::Value(found), all))))
    }

    /// What has been found, and whether that is all, or what is certain if the value is not.
    fn answer(self, found: Option<(SolveResult, bool)>) -> SolveAnswer {
        let (result, complete) = found.unwrap_or((SolveResult::Open(self.open), false));
        SolveAnswer { result, nodes: self.nodes, complete, interrupted: false }
    }

    /// How many positions may still be visited.
    fn nodes_left(&self) -> u64 {
        self.request.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.nodes))
    }

    /// The moves whose worth was asked for.
    fn moves_wanted(&self) -> Vec<String> {
        if self.request.all { self.session.moves() } else { Vec::new() }
    }

    /// What is known without work.
    fn known(&self) -> Option<KnownValue> {
        known(self.session, self.request.book)
    }

    /// What the current position is worth, and if all moves are wanted, what each of them is worth;
    /// and whether that is known of all of them. None if the value was not found.
    fn values(
        &mut self,
        known: Option<KnownValue>,
    ) -> Result<Option<(SolvedValue, bool)>, SolveError> {
        let Some(found) = self.value(known)? else { return Ok(None) };
        let (mut moves, mut all) = (BTreeMap::new(), true);
        for text in self.moves_wanted() {
            match self.value_of_move(&text)? {
                Some(value) => {
                    moves.insert(text, self.score(from_node(value, 1)));
                }
                None => all = false,
            }
        }
        let KnownValue { value, source, best } = found;
        let has_plies = matches!(source, Source::Tables | Source::Search) && value != 0;
        let found = SolvedValue {
            value,
            source,
            score: self.score(value),
            plies: distance(value).filter(|_| has_plies),
            best: if source == Source::Book && best.is_none() { self.keeper(value)? } else { best },
            moves: self.request.all.then_some(moves),
        };
        Ok(Some((found, all)))
    }

    /// The value of the position after a move, for the player who makes it. None if not found.
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

    /// The value of the current position for the side to move, and the best move. None if that was
    /// not found.
    fn value(&mut self, known: Option<KnownValue>) -> Result<Option<KnownValue>, SolveError> {
        if known.is_some() {
            return Ok(known);
        }
        let effort = Effort {
            nodes: self.nodes_left(),
            threads: self.request.threads,
            must_end: &|_| (self.request.must_end)(),
            aim: self.request.aim,
            ..Effort::UNLIMITED
        };
        let (value, best, source) = match self.find(&effort)? {
            Some(found) => {
                let best = found.keeps.clone();
                self.open = SolvedOpen::between(found.least, found.most, best.clone());
                (found.value(), best, Source::Solver)
            }
            None => {
                let (value, best) = self.search_to_end()?;
                (value, best, Source::Search)
            }
        };
        Ok(value.map(|value| KnownValue { value, source, best }))
    }

    /// The value and the best move of the current position by a search to the end.
    fn search_to_end(&mut self) -> Result<(Option<Value>, Option<String>), SolveError> {
        self.session.to_move().ok_or(SolveError::Over)?;
        let nodes = self.nodes_left();
        let found = self.search.run(self.session, nodes, self.tell)?;
        self.nodes += found.nodes;
        let best = found.open.best.clone();
        self.open = found.open;
        Ok((found.value, best))
    }

    /// A best move where a book knows how soon the game ends, but no move. None where it knows
    /// less, because the search for a move may then take hours.
    fn keeper(&mut self, value: Value) -> Result<Option<String>, SolveError> {
        let known = KnownValue { value, source: Source::Book, best: None }.exact();
        if known.is_none() {
            return Ok(None);
        }
        let effort = Effort {
            nodes: self.nodes_left(),
            must_end: &|_| (self.request.must_end)(),
            known,
            ..Effort::UNLIMITED
        };
        Ok(self.find(&effort)?.and_then(|found| found.keeps))
    }

    /// What the solver finds about the current position. None if the game has none.
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

    /// The game's own solver, if the game has one.
    fn solver(&mut self) -> Result<Option<Box<dyn Solve + '_>>, NoSolver> {
        match self.session.solver(self.request.memory()) {
            Ok(solver) => Ok(Some(solver)),
            Err(NoSolver::Game(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// What the current position is worth in a game of chance, and if all moves are wanted, what
    /// each move or outcome is worth to the same player; and whether that is known of all of them.
    /// None if it was not found.
    fn shares(&mut self) -> Result<Option<(SolvedShare, bool)>, SolveError> {
        let turn = self.session.turn();
        let Some(Expected { low, high, keeps, .. }) = self.share()? else { return Ok(None) };
        let (mut moves, mut all) = (BTreeMap::new(), true);
        for text in self.moves_wanted() {
            let share = self.after(&text, |solver| {
                if let Some(end) = turn.and_then(|player| solver.session.final_value(player)) {
                    return Ok(Some(value::share(end)));
                }
                let is_same = solver.session.turn() == turn;
                let found = solver.share()?.map(|found| Share::between(found.low, found.high));
                Ok(found.map(|share| if is_same { share.value } else { 1.0 - share.value }))
            })?;
            match share {
                Some(share) => {
                    moves.insert(text, share);
                }
                None => all = false,
            }
        }
        let moves = self.request.all.then_some(moves);
        Ok(Some((SolvedShare { share: Share::between(low, high), best: keeps, moves }, all)))
    }

    /// The expectation of the current position for the player whose turn it is. None if it was not
    /// found.
    fn share(&mut self) -> Result<Option<Expected<String>>, SolveError> {
        let effort = Effort {
            nodes: self.nodes_left(),
            must_end: &|_| (self.request.must_end)(),
            ..Effort::UNLIMITED
        };
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
