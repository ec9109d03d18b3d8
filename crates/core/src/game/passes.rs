//! How people, files and programs write a pass.

/// The texts of a pass in small letters. A longer one comes before its beginning.
const SPELLINGS: [&str; 6] = ["pass", "pa", "ps", "--", "0000", "@@@@"];

/// Whether a text is a pass as people and programs write it: `pass`, `PA` (GGF), `PS`, `--` (PGN),
/// `0000` (UCI) or `@@@@` (xboard), in letters of any size.
///
/// A game need not know these texts. Where moves are read, each of them stands for the move that
/// [is a pass](super::Written::is_pass), unless the game itself reads it as a move.
#[must_use]
pub fn is_pass_text(text: &str) -> bool {
    SPELLINGS.iter().any(|known| text.eq_ignore_ascii_case(known))
}

/// The length in bytes of the pass with which a text begins, as [`is_pass_text`] knows it. None if
/// it begins with something else. For games whose moves people write
/// [with nothing between them](super::Written::spread).
#[must_use]
pub fn leading_pass(text: &str) -> Option<usize> {
    let begins = |known: &&&str| {
        text.get(..known.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(known))
    };
    SPELLINGS.iter().find(begins).map(|known| known.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_has_many_spellings() {
        for text in ["pass", "PASS", "Pa", "ps", "PS", "--", "0000", "@@@@"] {
            assert!(is_pass_text(text), "{text}");
            assert_eq!(leading_pass(&format!("{text}a7")), Some(text.len()), "{text}");
        }
        for text in ["", "p", "-", "000", "passs", "\u{3c0}\u{3c0}", "@"] {
            assert!(!is_pass_text(text), "{text}");
        }
        assert_eq!([leading_pass("a7pa"), leading_pass("\u{3c0}a"), leading_pass("")], [None; 3]);
    }
}
