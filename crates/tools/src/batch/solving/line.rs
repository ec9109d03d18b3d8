//! Solves one line.

use std::time::{Duration, Instant};

use super::problem::Problem;
use super::score::KnownScore;
use sarsen_core::game::Aim;
use sarsen_core::sys::stopwatch::Stopwatch;
use sarsen_engine::knowledge::{SolveAnswer, SolveError, SolveRequest, SolveResult, SolveUpdate};
use sarsen_engine::session::Session;

/// A line with what its position is worth, or with the reason why that is not known.
#[derive(Debug)]
pub struct SolvedLine {
    /// The text of the position as it was written, if there is one.
    pub position: Option<String>,
    /// The moves as they were written.
    pub moves: String,
    /// Position and moves as they were written.
    pub place: String,
    /// The known score, from the line.
    pub expected: Option<KnownScore>,
    /// What was found.
    pub answer: Result<SolveAnswer, SolveLineError>,
    /// The processor time it took. If one thread worked, only its time counts.
    pub time: Duration,
    /// The time that passed.
    pub elapsed: Duration,
    /// Whether the score differs from the known one. None if they cannot be compared.
    pub is_wrong: Option<bool>,
}

/// Why a line has no result.
#[derive(Debug, thiserror::Error)]
pub enum SolveLineError {
    /// It cannot be understood.
    #[error("{0}")]
    Unclear(String),
    /// Its position cannot be solved.
    #[error(transparent)]
    Unsolved(#[from] SolveError),
}

impl SolvedLine {
    /// Whether the score of some move was asked for and not found.
    #[must_use]
    pub fn lacks_moves(&self) -> bool {
        self.answer.as_ref().is_ok_and(|answer| {
            !answer.complete
                && matches!(answer.result, SolveResult::Value(_) | SolveResult::Share(_))
        })
    }

    /// Whether the score, the share or the winner is known.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        match self.answer.as_ref().map(|answer| &answer.result) {
            Ok(SolveResult::Value(_) | SolveResult::Share(_)) => true,
            Ok(SolveResult::Proof(proof)) => {
                proof.score.is_some() || proof.proven.first_wins.is_some()
            }
            _ => false,
        }
    }
}

/// Solves lines, one after another.
pub struct LineSolver<'a> {
    /// The game.
    pub session: &'a mut dyn Session,
    /// How positions are solved.
    pub request: SolveRequest<'a>,
    /// Whether the solver's memory is kept from one position to the next.
    pub keeps_memory: bool,
}

impl LineSolver<'_> {
    /// Solves a line. It is the text, or why that cannot be read. `tell` hears of the progress.
    ///
    /// # Errors
    ///
    /// Why it makes no sense to go on with more lines. What is wrong with this line alone is in the
    /// result.
    pub fn solve(
        &mut self,
        line: Result<&str, &str>,
        tell: &mut dyn FnMut(SolveUpdate),
    ) -> Result<SolvedLine, SolveError> {
        self.session.restart();
        let problem = Problem::read(line.unwrap_or_default(), self.session);
        let (position, moves) = problem.parts();
        let place = problem.place.to_owned();
        let solved = |expected, answer, [time, elapsed]: [Duration; 2], is_wrong| SolvedLine {
            position,
            moves,
            place,
            expected,
            answer,
            time,
            elapsed,
            is_wrong,
        };
        let set_up = line.map_err(str::to_owned).and_then(|_| problem.set_up(self.session));
        let expected = match set_up {
            Ok(expected) => expected,
            Err(why) => {
                let times = [Duration::ZERO; 2];
                return Ok(solved(None, Err(SolveLineError::Unclear(why)), times, None));
            }
        };
        // What is settled in a game of chance is settled for all positions after it, too.
        if !self.keeps_memory && !self.session.has_chance() {
            self.session.forget();
        }
        let mover = self.session.to_move();
        let [of_thread, of_process] = [true, false].map(Stopwatch::start);
        let began = Instant::now();
        let answer = match self.request.run(self.session, tell) {
            Err(error @ (SolveError::ProofNodes | SolveError::NotExpected(_))) => {
                Err(SolveLineError::Unsolved(error))
            }
            answer => Ok(answer?),
        };
        let is_proof =
            answer.as_ref().is_ok_and(|answer| matches!(answer.result, SolveResult::Proof(_)));
        let alone = self.request.threads == 1 && !is_proof;
        let time = if alone { &of_thread } else { &of_process }.elapsed();
        let winner_only = self.request.aim == Aim::Winner;
        let is_wrong = match (expected, &answer) {
            (Some(known), Ok(answer)) => known.differs(&answer.result, mover, winner_only),
            _ => None,
        };
        Ok(solved(expected, answer, [time, began.elapsed()], is_wrong))
    }
}
