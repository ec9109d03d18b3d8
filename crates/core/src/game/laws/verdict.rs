//! What the examiners share: the result of an examination, and small tests.

use super::Law;

/// The result of an examination. An error is a broken law and what is wrong.
pub(super) type Examined = Result<(), (Law, String)>;

pub(super) fn expect(law: Law, holds: bool, found: impl FnOnce() -> String) -> Examined {
    if holds { Ok(()) } else { Err((law, found())) }
}

/// Whether a text is one word, as the protocol means it.
pub(super) fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic())
}

/// Whether a text is empty, or words with a blank between them.
pub(super) fn is_phrase(text: &str) -> bool {
    text.is_empty() || text.split(' ').all(is_word)
}
