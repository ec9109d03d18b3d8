//! What the examiners share: the result of an examination, and small tests.

use super::Law;
use crate::game::Position;

/// The result of an examination. An error is a broken law and what is wrong.
pub(super) type Examined = Result<(), (Law, String)>;

/// The legal moves. Empty if the game is over.
pub(super) fn legal_moves<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    if position.outcome().is_none() {
        position.moves(&mut moves);
    }
    moves
}

pub(super) fn expect(law: Law, holds: bool, found: impl FnOnce() -> String) -> Examined {
    if holds { Ok(()) } else { Err((law, found())) }
}

/// Whether a text is one word, as the protocol means it.
pub(super) fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic())
}
