//! Solves one line: by the book, by the game's solver, or by a long proof.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use indicatif::ProgressBar;

use super::arguments::SolveArguments;
use super::input::InputLine;
use super::long::LongProof;
use super::problem::Problem;
use super::solved::{Share, SolvedLine, table};
use super::stopwatch::Stopwatch;
use sarsen_core::game::value::{self, PROVEN_WIN, Value, distance, from_node};
use sarsen_core::game::{Aim, Effort, Expected, Finding, NotExpected};
use sarsen_engine::book::Book;
use sarsen_engine::session::{NoSolver, Session, Solve};

/// Why a position has no score if its game has no solver.
const UNKNOWN: &str = "the endgame tables do not know it: 'tables build' makes some with more \
    pieces, --tables reads them";

/// What a position is worth in a game of chance, and the best move.
type ShareAndBest = (Share, Option<String>);

/// The value of a position and the best move.
type ValueAndBest = (Value, Option<String>);

/// Everything that solving a line takes.
pub(super) struct LineSolver<'a> {
    pub(super) arguments: &'a SolveArguments,
    pub(super) session: &'a mut dyn Session,
    pub(super) book: Option<&'a Book>,
    pub(super) long: LongProof<'a>,
    pub(super) stop: &'a AtomicBool,
    pub(super) bar: &'a ProgressBar,
}

impl LineSolver<'_> {
    /// Solves a line.
    pub(super) fn solve(&mut self, line: &InputLine) -> Result<SolvedLine, Box<dyn Error>> {
        let text = line.text.as_deref().unwrap_or_default();
        self.session.restart();
        let problem = Problem::read(text, self.session);
        let (place, (position, moves)) = (problem.place.to_owned(), problem.parts());
        let mut solved = SolvedLine { position, moves, place, ..SolvedLine::default() };
        let expected = match &line.text {
            Ok(_) => problem.set_up(self.session),
            Err(error) => Err(error.clone()),
        };
        match expected {
            Ok(expected) => solved.expected = expected,
            Err(error) => {
                solved.error = Some(format!("{}: {error}", line.place));
                return Ok(solved);
            }
        }
        // What is settled in a game of chance is settled for all positions after it, too.
        if !self.arguments.keep && !self.session.has_chance() {
            self.session.forget();
        }
        let watch = Stopwatch::start(self.arguments.threads == 1);
        let is_long = !self.session.has_chance() && self.arguments.wants_long()
            || self.known().is_none() && self.solver()?.is_some_and(|solver| solver.is_long());
        let mover = self.session.to_move();
        if self.session.has_chance() {
            self.expect(&mut solved)?;
            solved.error = solved.error.map(|error| format!("{}: {error}", line.place));
            solved.micros = watch.elapsed().as_nanos() as f64 / 1000.0;
        } else if is_long {
            self.prove(&mut solved)?;
        } else {
            let found = self.values(&mut solved)?;
            solved.interrupted = found.is_none();
            if found.is_none() && self.solver()?.is_none() {
                solved.interrupted = false;
                solved.error = Some(format!("{}: {UNKNOWN}", line.place));
            }
            solved.micros = watch.elapsed().as_nanos() as f64 / 1000.0;
        }
        solved.compare(mover, self.arguments.winner);
        Ok(solved)
    }

    /// Solves the current position by a long proof.
    fn prove(&mut self, solved: &mut SolvedLine) -> Result<(), Box<dyn Error>> {
        let watch = Stopwatch::start(false);
        let proven = self.long.prove(self.session, self.stop, self.bar)?;
        solved.micros = watch.elapsed().as_nanos() as f64 / 1000.0;
        solved.best = proven.best;
        solved.nodes = proven.nodes;
        solved.score = proven.value.map(|value| self.session.literature_score(value));
        solved.first_wins = proven.first_wins;
        solved.table = Some(table(proven.moves));
        solved.interrupted = self.stop.load(Relaxed);
        solved.proof = proven.proof;
        Ok(())
    }

    /// Finds what the current position is worth in a game of chance, and with `--all` what each
    /// move or outcome is worth to the same player.
    fn expect(&mut self, solved: &mut SolvedLine) -> Result<(), Box<dyn Error>> {
        let turn = self.session.turn();
        let Some((share, best)) = self.share(solved)? else { return Ok(()) };
        let mut values = BTreeMap::new();
        for text in self.session.moves().into_iter().filter(|_| self.arguments.all) {
            self.session.play(&text)?;
            let is_same = self.session.turn() == turn;
            let share = match turn.and_then(|player| self.session.final_value(player)) {
                Some(value) => Some(value::share(value)),
                None => self
                    .share(solved)?
                    .map(|(share, _)| if is_same { share.value } else { 1.0 - share.value }),
            };
            self.session.undo(1)?;
            let Some(share) = share else { return Ok(()) };
            values.insert(text, share);
        }
        (solved.share, solved.best) = (Some(share), best);
        solved.values = self.arguments.all.then_some(values);
        Ok(())
    }

    /// What the current position is worth for the player whose turn it is, and the best move.
    /// `None` if interrupted, or if there is an error, which is in `solved` then.
    fn share(&mut self, solved: &mut SolvedLine) -> Result<Option<ShareAndBest>, Box<dyn Error>> {
        let effort = Effort { must_end: &|_| self.stop.load(Relaxed), ..Effort::UNLIMITED };
        let solver = self.session.solver(self.arguments.chance_bytes())?;
        match solver.expect(&effort) {
            Ok(Expected { low, high, keeps, nodes }) => {
                solved.nodes += nodes;
                Ok(Some((Share::between(low, high), keeps)))
            }
            Err(NotExpected::Ended) => {
                solved.interrupted = true;
                Ok(None)
            }
            Err(error) => {
                let hint = "; --hash gives more";
                let hint = if matches!(error, NotExpected::Memory(_)) { hint } else { "" };
                solved.error = Some(format!("{error}{hint}"));
                Ok(None)
            }
        }
    }

    /// Finds the value of the current position, and with `--all` that of each move. `None` if
    /// interrupted.
    fn values(&mut self, solved: &mut SolvedLine) -> Result<Option<()>, Box<dyn Error>> {
        let Some((value, best)) = self.value(&mut solved.nodes)? else { return Ok(None) };
        let is_tabled = self.known_by_book().is_none() && self.session.known().is_some();
        solved.plies = distance(value).filter(|_| is_tabled && value != 0);
        let mut scores = BTreeMap::new();
        for text in self.session.moves().into_iter().filter(|_| self.arguments.all) {
            let mover = self.session.to_move();
            self.session.play(&text)?;
            let value = match mover.and_then(|mover| self.session.final_value(mover)) {
                Some(value) => Some(value),
                None => {
                    let is_same = self.session.to_move() == mover;
                    let found = self.value(&mut solved.nodes)?;
                    found.map(|(value, _)| if is_same { value } else { -value })
                }
            };
            self.session.undo(1)?;
            let Some(value) = value else { return Ok(None) };
            scores.insert(text, self.score(from_node(value, 1)));
        }
        solved.score = Some(self.score(value));
        solved.best = match best {
            None if self.known_by_book().is_some() => self.keeper(value, &mut solved.nodes)?,
            best => best,
        };
        solved.scores = self.arguments.all.then_some(scores);
        Ok(Some(()))
    }

    /// The value of the current position for the side to move, and the best move. `None` if
    /// interrupted.
    fn value(&mut self, nodes: &mut u64) -> Result<Option<ValueAndBest>, Box<dyn Error>> {
        if let Some(known) = self.known() {
            return Ok(Some(known));
        }
        let effort = Effort {
            threads: self.arguments.threads.into(),
            must_end: &|_| self.stop.load(Relaxed),
            aim: if self.arguments.winner { Aim::Winner } else { Aim::Value },
            ..Effort::UNLIMITED
        };
        let found = self.find(&effort, nodes)?;
        Ok(found.and_then(|found| Some((found.value()?, found.keeps))))
    }

    /// A best move where a book knows how soon the game ends, but no move. None where it knows
    /// less, because the search for a move may then take hours.
    fn keeper(&mut self, value: Value, nodes: &mut u64) -> Result<Option<String>, Box<dyn Error>> {
        if value.abs() == PROVEN_WIN {
            return Ok(None);
        }
        let effort = Effort {
            must_end: &|_| self.stop.load(Relaxed),
            known: Some(value),
            ..Effort::UNLIMITED
        };
        Ok(self.find(&effort, nodes)?.and_then(|found| found.keeps))
    }

    /// What the solver finds about the current position. None if the game has endgame tables
    /// instead of a solver.
    fn find(
        &mut self,
        effort: &Effort<'_>,
        nodes: &mut u64,
    ) -> Result<Option<Finding<String>>, Box<dyn Error>> {
        let Some(solver) = self.solver()? else { return Ok(None) };
        let found = solver.solve(effort).ok_or("the game is over")?;
        *nodes += found.nodes;
        Ok(Some(found))
    }

    /// The score of an exact value of the current position.
    fn score(&self, value: Value) -> i32 {
        if self.arguments.winner { value.signum() } else { self.session.literature_score(value) }
    }

    /// The game's own solver. None if the game has none, but endgame tables.
    fn solver(&mut self) -> Result<Option<Box<dyn Solve + '_>>, NoSolver> {
        let has_tables = self.session.endgames().is_some();
        match self.session.solver(self.arguments.bytes(false)) {
            Ok(solver) => Ok(Some(solver)),
            Err(NoSolver::Game(_)) if has_tables => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// What is known of the current position without a search: from the book or endgame tables.
    fn known(&self) -> Option<ValueAndBest> {
        self.known_by_book().or_else(|| self.session.known())
    }

    /// What the book has proven about the current position.
    fn known_by_book(&self) -> Option<ValueAndBest> {
        let book = self.book?;
        let entry = book.value(&*self.session).filter(|entry| entry.is_proven())?;
        let best = book.moves(&*self.session).and_then(|moves| moves.into_iter().next());
        Some((entry.value, best.map(|best| best.text)))
    }
}
