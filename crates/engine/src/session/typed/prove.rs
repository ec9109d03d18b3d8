//! Long proofs of the current position, reported as text to callers that know no game.

use std::time::Duration;

use super::{GameSession, MoveOf, to_move};
use crate::proofs::{
    Decided, MoveStanding, ProofMeans, ProofProgress, ProofRequest, ProofUpdate, ProveError,
    Proven, Proving,
};
use crate::session::Ask;
use sarsen_core::game::value::PROVEN_WIN;
use sarsen_core::game::{Actor, Game, Player, Position, Solver, Written};

/// The proof leaves a position to the game's solver if the solver probably needs no more than this
/// time.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

impl<G: Game> GameSession<G> {
    /// See [`Solve::prove`](crate::session::Solve::prove).
    pub(super) fn prove_with(
        &self,
        solver: &dyn Solver<G::Position>,
        order: &ProofRequest<'_>,
        tell: &mut dyn FnMut(ProofUpdate),
    ) -> Result<Proven, ProveError> {
        let start = self.position.clone();
        let player = to_move(&start).ok_or(ProveError::NobodyActs)?;
        let means = ProofMeans {
            solver,
            evaluator: &*self.evaluators[self.evaluator].1,
            patience: PATIENCE,
            threads: order.threads,
        };
        let proving = Proving::new(start.clone(), means, order.checkpoint)?;
        for (at, proof) in order.known.iter().enumerate() {
            proving.learn(proof).map_err(|flaw| ProveError::Known { at, flaw })?;
        }
        let mut tell_all = |proving: &_| self.tell_standing(proving, &start, None, tell);
        let first_wins = proving.run(&start, order.must_end, &mut tell_all)?;
        if order.all && first_wins.is_some() {
            proving.estimate_by_playouts(&start, order.must_end);
            while let Some(m) = proving.easiest(&start).filter(|_| !(order.must_end)()) {
                let mut after = start.clone();
                after.make(m);
                let mut tell_one = |proving: &_| self.tell_standing(proving, &start, Some(m), tell);
                proving.run(&after, order.must_end, &mut tell_one)?;
            }
        }
        let moves = self.standings(&proving, &start, player);
        let value = first_wins.filter(|_| solver.tells_only_winner()).map(|first_wins| {
            if first_wins == (player == Player::First) { PROVEN_WIN } else { -PROVEN_WIN }
        });
        let best =
            proving.choice(&start).map(|m| self.format_move(&start, like(&proving, &start, m)));
        let proof = match order.plies.filter(|_| first_wins.is_some()) {
            None => None,
            Some(plies) => {
                let mut tell_written = |written| tell(ProofUpdate::Writing(written));
                proving.proof(&self.title(), plies, order.must_end, &mut tell_written)?
            }
        };
        let nodes = proving.progress(&start).nodes;
        Ok(Proven { first_wins, best, player, value, moves, nodes, proof })
    }

    /// Tells what has been decided, and how far the proof is. `at` is the move that is being
    /// proven, if all moves are proven one after another. If it is None, the report is about the
    /// open move with the most refuted replies.
    fn tell_standing(
        &self,
        proving: &Proving<'_, G::Position>,
        start: &G::Position,
        at: Option<MoveOf<G>>,
        tell: &mut dyn FnMut(ProofUpdate),
    ) {
        for decided in proving.take_decided() {
            tell(self.spell_decided(start, at, decided));
        }
        let Some(player) = to_move(start) else { return };
        let ProofProgress { nodes, estimated, .. } = proving.progress(start);
        let moves = self.standings(proving, start, player);
        let mut open = moves.into_iter().filter(|known| known.first_wins.is_none());
        let ahead = match at {
            Some(m) => open.find(|known| known.text == self.format_move(start, m)),
            None => open.max_by_key(|known| known.refuted),
        };
        let ahead = ahead.map(|known| (known.text, known.refuted, known.replies));
        tell(ProofUpdate::Standing { ahead, nodes, estimated });
    }

    /// How far the proof is with each move of a position, and with the replies to it.
    fn standings(
        &self,
        proving: &Proving<'_, G::Position>,
        position: &G::Position,
        player: Player,
    ) -> Vec<MoveStanding> {
        let wanted = Some(player == Player::First);
        let standing = |(m, first_wins): (_, Option<bool>)| {
            let mut after = position.clone();
            after.make(m);
            let replies = proving.moves(&after);
            let refuted = replies.iter().filter(|reply| reply.1 == wanted).count();
            let stands = |reply: &&(_, Option<bool>)| reply.1.is_some() && reply.1 != wanted;
            let standing: Vec<String> =
                replies.iter().filter(stands).map(|&(m, _)| self.format_move(&after, m)).collect();
            // One standing reply decides the move. So do replies that are all refuted.
            let other = after.actor() == Actor::Player(player.other());
            let by_replies = match (standing.len(), refuted == replies.len()) {
                (1.., _) if other => wanted.map(|wanted| !wanted),
                (0, true) if refuted > 0 => wanted,
                _ => None,
            };
            MoveStanding {
                text: self.format_move(position, m),
                first_wins: first_wins.or(by_replies),
                replies: replies.len(),
                refuted,
                standing,
            }
        };
        proving.moves(position).into_iter().map(standing).collect()
    }

    /// The report of what has been decided. Its moves come after the move `at`, or from the start
    /// on.
    fn spell_decided(
        &self,
        start: &G::Position,
        at: Option<<G::Position as Position>::Move>,
        decided: Decided<<G::Position as Position>::Move>,
    ) -> ProofUpdate {
        let Decided { moves, first_wins, best, nodes, time } = decided;
        let mut position = start.clone();
        let moves = at.into_iter().chain(moves).map(|m| {
            let text = self.format_move(&position, m);
            position.make(m);
            text
        });
        let moves = moves.collect();
        let best = best.map(|m| self.format_move(&position, m));
        ProofUpdate::Decided { moves, first_wins, best, nodes, time }
    }
}

/// The first move that leads to the same position as this one, or to a mirror image of it.
fn like<P: Written>(proving: &Proving<'_, P>, position: &P, m: P::Move) -> P::Move {
    let key = |m: P::Move| {
        let mut after = position.clone();
        after.make(m);
        after.canonical().0
    };
    let mut moves = proving.moves(position).into_iter().map(|(m, _)| m);
    moves.find(|&other| key(other) == key(m)).unwrap_or(m)
}
