//! A search as it was asked for, and as the options shape it.

use crate::session::Request;
use crate::session::variety::Margin;

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To know more by searching: at full strength, nothing random.
    Analysis,
    /// To tell what is best: the same, but what is proven in a book needs no search.
    Advice,
    /// To choose a move to be played.
    Move,
}

/// A search that is about to begin.
pub(super) struct Plan {
    pub(super) request: Request,
    pub(super) purpose: Purpose,
    /// How much worse than the best a move may be that is chosen at random.
    pub(super) margin: Option<Margin>,
    /// Whether a book may give the move.
    pub(super) uses_book: bool,
    /// Whether the entries of the table come from searches that saw less.
    pub(super) empties_table: bool,
}

impl Plan {
    /// The search that was asked for.
    pub(super) fn new(request: &Request, purpose: Purpose) -> Self {
        Self {
            request: request.clone(),
            purpose,
            margin: None,
            uses_book: true,
            empties_table: false,
        }
    }

    /// Whether it chooses a move to be played.
    pub(super) fn chooses_move(&self) -> bool {
        self.purpose == Purpose::Move && !self.request.solve
    }
}
