//! What a book can learn from a proof: the moves that the game's solver would not find soon by
//! itself.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::check::Flaw;
use super::proof::Proof;
use super::reader::read;
use super::{first_wins, in_threads, lock};
use crate::game::{Effort, Position, Solver};

/// What is to be taken from a proof.
pub struct LessonOrder<'a> {
    /// What the solver finds by visiting so many positions is left out.
    pub nodes: u64,
    /// Memory of each thread's solver.
    pub bytes: usize,
    /// How many threads work at it, at least 1.
    pub threads: usize,
    /// Whether it must end now.
    pub must_end: super::MustEnd<'a>,
}

impl LessonOrder<'_> {
    /// The positions that a proof's moves lead to and that are won by who made the move, in the
    /// order of the proof, where the move is hard to find; none if it had to end. Tells again and
    /// again how many of how many moves have been tried.
    ///
    /// # Errors
    ///
    /// If there is something wrong with the proof, as far as the solver sees it by visiting so many
    /// positions, or it proves only that nobody wins.
    pub fn run<P: Position>(
        &self,
        start: &P,
        proof: &Proof,
        make_solver: &(dyn Fn(usize) -> Option<Box<dyn Solver<P>>> + Sync),
        tell: &mut dyn FnMut(usize, usize),
    ) -> Result<Option<Vec<P>>, Flaw> {
        let mut moves = Vec::new();
        read(start, proof, &mut |before, m| {
            let mut after = before.clone();
            after.make(m);
            if after.outcome().is_none() {
                moves.push((before.clone(), after));
            }
        })?;
        let about = start.parse(&proof.position)?;
        let (next, hard) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let flaw = Mutex::new(None);
        let note = |error: Flaw| {
            lock(&flaw).get_or_insert(error);
        };
        let work = || {
            let Some(mut solver) = make_solver(self.bytes) else { return note(Flaw::Memory) };
            if solver.tells_how_soon() && !proof.claim.first_wins {
                return note(Flaw::NoWinner);
            }
            let effort = Effort { nodes: self.nodes, ..Effort::UNLIMITED };
            if first_wins(&about, &solver.solve(&about, &effort))
                .is_some_and(|first_wins| first_wins != proof.claim.first_wins)
            {
                return note(Flaw::Wrong(about.format()));
            }
            loop {
                let at = next.fetch_add(1, Relaxed);
                let Some((before, after)) = moves.get(at).filter(|_| !(self.must_end)()) else {
                    return;
                };
                solver.forget();
                let found = solver.solve(before, &effort);
                if found.most <= 0 {
                    return note(Flaw::Wrong(before.format()));
                }
                if found.least <= 0 {
                    lock(&hard).push((at, after.clone()));
                }
            }
        };
        in_threads(self.threads, work, &mut || {
            tell(next.load(Relaxed).min(moves.len()), moves.len())
        });
        if let Some(flaw) = flaw.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(flaw);
        }
        if (self.must_end)() {
            return Ok(None);
        }
        let mut hard = hard.into_inner().unwrap_or_else(PoisonError::into_inner);
        hard.sort_unstable_by_key(|&(at, _)| at);
        Ok(Some(hard.into_iter().map(|(_, after)| after).collect()))
    }
}
