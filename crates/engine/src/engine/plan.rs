//! The plan of a search: the request, shaped by the options.

use crate::session::Request;
use sarsen_core::game::value::Value;

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To learn what a search finds, at full strength and with nothing random.
    Analysis,
    /// To tell what is best, at full strength and with nothing random. What a book proves needs no
    /// search.
    Advice,
    /// To choose a move to be played.
    Move,
}

/// A search that is about to begin.
pub(super) struct Plan {
    pub(super) request: Request,
    pub(super) purpose: Purpose,
    /// How many points worse than the best move a random choice may be. None if nothing is random.
    pub(super) margin: Option<Value>,
    /// The strength with which a move is chosen, below 100. None if it is the full one.
    pub(super) strength: Option<u8>,
    /// Whether a book may give the move.
    pub(super) uses_book: bool,
    /// Whether the table is emptied first, because its entries come from searches that saw less.
    pub(super) empties_table: bool,
}

impl Plan {
    /// The plan before any option shapes it.
    pub(super) fn new(request: &Request, purpose: Purpose) -> Self {
        Self {
            request: request.clone(),
            purpose,
            margin: None,
            strength: None,
            uses_book: true,
            empties_table: false,
        }
    }

    /// Whether the best move is wanted, and no other.
    pub(super) fn is_exact(&self) -> bool {
        self.margin.is_none() && self.strength.is_none()
    }

    /// Whether it chooses a move to be played.
    pub(super) fn chooses_move(&self) -> bool {
        self.purpose == Purpose::Move && !self.request.limits.solve
    }
}
