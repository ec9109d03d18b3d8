//! Positions as texts of words with blanks between them: what the words are, and where they begin.

use super::{Player, TextError, excerpt};

/// A word of a text, and its first character, counted from 1.
pub(crate) type NumberedWord<'a> = (usize, &'a str);

/// The words of a text, and where each begins.
pub fn numbered_words(text: &str) -> Vec<NumberedWord<'_>> {
    let words = text.split(' ').scan(1, |next, word| {
        let at = *next;
        *next += word.chars().count() + 1;
        Some((at, word))
    });
    words.collect()
}

/// Reads a number of points, written without zeros in front.
pub fn read_points((at, word): NumberedWord<'_>) -> Result<u16, TextError> {
    let number = word.parse().ok().filter(|number: &u16| *number < 1000);
    number.filter(|number| number.to_string() == word).ok_or_else(|| {
        let reason = format!("a number of points expected, not '{}'", excerpt(word, 20));
        TextError::new(at, reason)
    })
}

/// Reads the side to move by the [number](side_number) of its player.
pub fn read_side((at, word): NumberedWord<'_>) -> Result<Player, TextError> {
    match word {
        "1" => Ok(Player::First),
        "2" => Ok(Player::Second),
        _ => {
            let reason = format!("'{}' is no side to move: '1' or '2'", excerpt(word, 20));
            Err(TextError::new(at, reason))
        }
    }
}

/// The number of a player.
pub const fn side_number(player: Player) -> &'static str {
    match player {
        Player::First => "1",
        Player::Second => "2",
    }
}
