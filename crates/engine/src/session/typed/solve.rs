//! [`Session`] and [`Solve`] for a typed session: the game's own solver, and proofs from files.

use super::prove::PATIENCE;
use super::{GameSession, to_move};
use crate::proofs::{
    BookMovesRequest, CheckRequest, Checked, Flaw, Proof, ProofRequest, ProofUpdate, ProveError,
    Proven,
};
use crate::session::{Ask, NoSolver, Session, Solve};
use sarsen_core::game::{Effort, Expected, Finding, Game, NotExpected, Position, Solver, Written};

impl<G: Game> Session for GameSession<G> {
    fn solver(&mut self, bytes: usize) -> Result<Box<dyn Solve + '_>, NoSolver> {
        self.open_solver(bytes);
        match self.solver.as_deref() {
            Some(solver) => Ok(Box::new(Solving { session: self, solver })),
            // Every solver can work with one byte. So if there is none, the game has no solver.
            None if self.game.solver(1).is_some() => Err(NoSolver::Memory(bytes)),
            None => Err(NoSolver::Game(self.title())),
        }
    }

    fn check_proof(
        &self,
        proof: &Proof,
        order: &CheckRequest<'_>,
        tell: &mut dyn FnMut(Checked),
    ) -> Result<Checked, Flaw> {
        order.run(&self.from, &*self.evaluators[self.evaluator].1, proof, tell)
    }

    fn book_moves(
        &self,
        proof: &Proof,
        order: &BookMovesRequest<'_>,
        tell: &mut dyn FnMut(usize, usize),
    ) -> Result<Option<Vec<String>>, Flaw> {
        if G::Position::HAS_CHANCE {
            return Err(Flaw::Chance);
        }
        if !G::HAS_SOLVER {
            return Err(Flaw::NoSolver);
        }
        let make_solver = |bytes| self.game.solver(bytes);
        let found = order.run(&self.from, proof, &make_solver, tell)?;
        Ok(found.map(|found| found.iter().map(Written::format).collect()))
    }
}

/// A session and the solver of its game.
struct Solving<'a, G: Game> {
    session: &'a GameSession<G>,
    solver: &'a dyn Solver<G::Position>,
}

impl<G: Game> Solve for Solving<'_, G> {
    fn solve(&self, effort: &Effort<'_>) -> Option<Finding<String>> {
        let position = &self.session.position;
        to_move(position)?;
        let Finding { least, most, keeps, nodes } = self.solver.solve(position, effort);
        let keeps = keeps.map(|m| self.session.format_move(position, m));
        Some(Finding { least, most, keeps, nodes })
    }

    fn expect(&self, effort: &Effort<'_>) -> Result<Expected<String>, NotExpected> {
        let position = &self.session.position;
        let Expected { low, high, keeps, nodes } = self.solver.expect(position, effort)?;
        let keeps = keeps.map(|m| self.session.format_move(position, m));
        Ok(Expected { low, high, keeps, nodes })
    }

    fn tells_only_winner(&self) -> bool {
        self.solver.tells_only_winner()
    }

    fn is_long(&self) -> bool {
        self.tells_only_winner() && self.solver.estimate(&self.session.position) > PATIENCE
    }

    fn prove(
        &self,
        order: &ProofRequest<'_>,
        tell: &mut dyn FnMut(ProofUpdate),
    ) -> Result<Proven, ProveError> {
        if !G::HAS_SOLVER || G::Position::HAS_CHANCE {
            return Err(ProveError::NoProofs);
        }
        self.session.prove_with(self.solver, order, tell)
    }
}
