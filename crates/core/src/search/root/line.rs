//! The rest of a line that the table has cut short: the moves that the table recommends from there.

use super::Root;
use crate::game::value::{distance, is_win};
use crate::game::{Actor, Outcome, Player, Position};
use crate::search::worker::Worker;

impl<P: Position> Root<'_, P> {
    /// Follows the table if a proof found there has cut the line of a rank short.
    pub(super) fn complete(&mut self, line: usize, depth: u32) {
        let root_move = &mut self.moves[line];
        let plies = distance(root_move.value).unwrap_or(depth) as usize;
        let worker = &mut self.worker;
        let mut position = worker.position.clone();
        for &m in &root_move.variation {
            position.make(m);
        }
        std::mem::swap(&mut worker.position, &mut position);
        while root_move.variation.len() < plies {
            let left = plies - root_move.variation.len();
            // Just before the end of a proven game, the table may know a good move, but not the one
            // that ends it.
            let last = match distance(root_move.value) {
                Some(_) if is_win(root_move.value) => worker.last_moves(left, self.me),
                Some(_) => worker.last_moves(left, self.me.other()),
                None => None,
            };
            let Some(m) = last.or_else(|| worker.table_move()) else { break };
            root_move.variation.push(m);
            worker.position.make(m);
        }
        worker.position = position;
    }
}

impl<P: Position> Worker<'_, P> {
    /// The move that the table recommends here, if it is a player's turn.
    fn table_move(&self) -> Option<P::Move> {
        if self.position.outcome().is_some() || self.position.actor().is_chance() {
            return None;
        }
        let key = self.key();
        let entry = self.means.table.probe(key.key)?;
        let code = self.code_from(entry.code, key.symmetry)?.get();
        let mut moves = Vec::new();
        self.position.moves(&mut moves);
        moves.into_iter().find(|&m| self.position.code(m) == code)
    }

    /// A move after which this player wins within `plies` plies, one or two, whichever player
    /// moves.
    fn last_moves(&mut self, plies: usize, winner: Player) -> Option<P::Move> {
        let is_players_turn = matches!(self.position.actor(), Actor::Player(_));
        if !is_players_turn || self.position.outcome().is_some() || !(1..=2).contains(&plies) {
            return None;
        }
        let mut moves = Vec::new();
        self.position.moves(&mut moves);
        moves.into_iter().find(|&m| {
            let undo = self.position.make(m);
            let found = match self.position.outcome() {
                Some(outcome) => plies == 1 && outcome == Outcome::Win(winner),
                None => plies == 2 && self.last_moves(1, winner).is_some(),
            };
            self.position.unmake(m, undo);
            found
        })
    }
}
