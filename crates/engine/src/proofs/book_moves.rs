//! What a book can learn from a proof: the moves that the game's solver alone would not find soon.

use super::flaw::Flaw;
use super::means::{MustEnd, first_wins};
use super::proof::Proof;
use super::reader::read;
use sarsen_core::game::{Effort, Solver, Written};
use sarsen_core::sys::threads::ThreadKind;

/// Makes a solver with this much memory, in bytes.
type MakeSolver<'a, P> = &'a (dyn Fn(usize) -> Option<Box<dyn Solver<P>>> + Sync);

/// Which moves of a proof a book should learn.
pub struct BookMovesRequest<'a> {
    /// A move is left out if the solver finds it by visiting at most this many positions.
    pub nodes: u64,
    /// Memory of each thread's solver.
    pub bytes: usize,
    /// The number of threads, at least 1.
    pub threads: usize,
    /// Whether it must end now.
    pub must_end: MustEnd<'a>,
}

impl BookMovesRequest<'_> {
    /// The positions after the moves of a proof that are hard to find, in the order of the proof.
    /// In each of them the player who has just moved wins. `None` if this had to end. Calls `tell`
    /// again and again with the number of moves tried and the number of all moves.
    ///
    /// # Errors
    ///
    /// If the solver finds something wrong with the proof within the limit of positions, or if the
    /// proof does not show a winner.
    pub fn run<P: Written>(
        &self,
        start: &P,
        proof: &Proof,
        make_solver: MakeSolver<'_, P>,
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
        let hard = ThreadKind::named("book moves").map(
            (self.threads, moves.len()),
            || self.solver(make_solver, &about, proof),
            |solver, number| match (self.must_end)() {
                true => Ok(None),
                false => {
                    let (before, after) = &moves[number];
                    self.is_hard(&mut **solver, before)
                        .map(|is_hard| Some(is_hard.then_some(after)))
                }
            },
            &mut |done| tell(done, moves.len()),
        )?;
        let hard = hard.filter(|_| !(self.must_end)());
        Ok(hard.map(|hard| hard.into_iter().flatten().cloned().collect()))
    }

    /// A new solver, after a check that it does not contradict the proof.
    fn solver<P: Written>(
        &self,
        make_solver: MakeSolver<'_, P>,
        about: &P,
        proof: &Proof,
    ) -> Result<Box<dyn Solver<P>>, Flaw> {
        let solver = make_solver(self.bytes).ok_or(Flaw::Memory)?;
        if !solver.tells_only_winner() && !proof.claim.first_wins {
            return Err(Flaw::NoWinner);
        }
        let found = solver.solve(about, &self.effort());
        match first_wins(about, &found) {
            Some(first_wins) if first_wins != proof.claim.first_wins => {
                Err(Flaw::Wrong(about.format()))
            }
            _ => Ok(solver),
        }
    }

    /// Whether the solver does not find the win within the limit of positions.
    fn is_hard<P: Written>(&self, solver: &mut dyn Solver<P>, before: &P) -> Result<bool, Flaw> {
        solver.forget();
        let found = solver.solve(before, &self.effort());
        match found.most <= 0 {
            true => Err(Flaw::Wrong(before.format())),
            false => Ok(found.least <= 0),
        }
    }

    fn effort(&self) -> Effort<'static> {
        Effort { nodes: self.nodes, ..Effort::UNLIMITED }
    }
}
