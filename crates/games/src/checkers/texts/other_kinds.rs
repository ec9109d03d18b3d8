//! Other kinds of draughts, told by their squares.

/// The signs between the squares of a move.
const SIGNS: [char; 4] = ['-', 'x', 'X', ':'];

/// The kind of draughts to which a move or a position belongs. None if it may be of this game.
pub(crate) fn other_kind(text: &str) -> Option<&'static str> {
    let numbers =
        text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse::<u32>().ok());
    let is_letter = |name: &str| matches!(name.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
    let mut squares = text.split(SIGNS);
    if numbers.into_iter().any(|number| (33..=50).contains(&number)) {
        Some("international draughts")
    } else if squares.next().is_some_and(is_letter) && squares.next().is_some_and(is_letter) {
        Some("Russian draughts, or another kind whose squares have letters")
    } else {
        None
    }
}

/// What is to be added to an error about a text, if it belongs to another kind.
pub(super) fn hint_of_other_kind(text: &str) -> String {
    other_kind(text).map(|kind| format!(" (it looks like {kind})")).unwrap_or_default()
}
