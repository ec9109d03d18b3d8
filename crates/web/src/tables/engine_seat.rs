//! The engine at a table: at most one search at a time, for the position that is on the board.

use std::net::IpAddr;
use std::sync::Arc;

use tokio::task::JoinHandle;

use super::finder::MoveRequest;
use super::hall::{Hall, HostMessage};
use super::one_table::state::{EngineTurn, TableState};
use sarsen_core::game::Player;

/// The search for a move of an engine, if one is to move.
#[derive(Default)]
pub(super) struct EngineSeat {
    search: Option<EngineSearch>,
    /// The number of the last search.
    ticket: u64,
}

struct EngineSearch {
    turn: EngineTurn,
    moves: Vec<String>,
    task: JoinHandle<()>,
}

impl Drop for EngineSearch {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl EngineSeat {
    pub(super) fn is_thinking(&self) -> bool {
        self.search.is_some()
    }

    /// Begins the search that is due, at the expense of a peer, and ends any other.
    pub(super) fn attend(
        &mut self,
        (id, peer): (&str, IpAddr),
        state: &TableState,
        turn: Option<EngineTurn>,
        hall: &Arc<Hall>,
    ) {
        let Some(turn) = turn else {
            self.search = None;
            return;
        };
        let is_the_same = |search: &EngineSearch| {
            let same = search.turn.player == turn.player && search.turn.limit == turn.limit;
            same && search.moves == state.moves
        };
        if self.search.as_ref().is_some_and(is_the_same) {
            return;
        }
        self.ticket += 1;
        let (ticket, id, hall) = (self.ticket, id.to_owned(), Arc::clone(hall));
        let found = hall.finder.find(MoveRequest {
            peer,
            game: state.facts.game.clone(),
            setup: state.facts.setup.clone(),
            moves: state.moves.clone(),
            limit: turn.limit,
            most: turn.most,
        });
        let task = tokio::spawn(async move {
            let found = found.await;
            hall.tell(&id, HostMessage::Found(ticket, found));
        });
        self.search = Some(EngineSearch { turn, moves: state.moves.clone(), task });
    }

    /// Takes the result of a search, unless it is no longer wanted. Returns who searched.
    pub(super) fn accept(&mut self, ticket: u64) -> Option<Player> {
        let is_wanted = ticket == self.ticket;
        self.search.take_if(|_| is_wanted).map(|search| search.turn.player)
    }
}
