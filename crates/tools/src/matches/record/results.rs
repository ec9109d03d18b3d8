//! Results in the words that people use.

use std::cmp::Ordering;

use sarsen_core::game::{Outcome, Player};

/// A result as a word says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ResultWord {
    /// The game ended so.
    Ended(Outcome),
    /// The game did not end, or nobody knows how.
    Open,
}

impl ResultWord {
    /// How the game ended. `None` if it did not end.
    pub(super) fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Ended(outcome) => Some(outcome),
            Self::Open => None,
        }
    }
}

/// The result that a word of PGN says, `None` for any other word.
pub(super) fn of_pgn(word: &str) -> Option<ResultWord> {
    Some(match word.strip_suffix('.').unwrap_or(word) {
        // A letter is often taken for the number.
        "1-0" | "1-O" | "1-o" => ResultWord::Ended(Outcome::Win(Player::First)),
        "0-1" | "O-1" | "o-1" => ResultWord::Ended(Outcome::Win(Player::Second)),
        "1/2-1/2" => ResultWord::Ended(Outcome::Draw),
        "*" => ResultWord::Open,
        _ => return None,
    })
}

/// The result that the tag `Result` says in any words, such as `2-0` or `34-30`. `None` if they
/// have no clear meaning.
pub(super) fn of_tag(words: &str) -> Option<ResultWord> {
    let words = words.trim();
    if words.chars().all(|c| "?*".contains(c)) {
        return Some(ResultWord::Open);
    }
    let is_draw = |draw: &&str| words.eq_ignore_ascii_case(draw);
    if ["1/2", "0.5", "\u{bd}", "draw"].iter().any(is_draw) {
        return Some(ResultWord::Ended(Outcome::Draw));
    }
    Some(of_scores(scores(words)?))
}

/// The result that the last word of a record says, if it is one such as `2-0`. As a word among
/// moves it may be a move, too.
pub(super) fn of_last_word(word: &str) -> Option<ResultWord> {
    if matches!(word, "1/2" | "\u{bd}") {
        return Some(ResultWord::Ended(Outcome::Draw));
    }
    let scores = scores(word)?;
    // One point is shared, or two. Scores are doubled.
    matches!(scores[0] + scores[1], 0 | 2 | 4).then(|| of_scores(scores))
}

/// Whether a word is two numbers with a sign between them, as results and moves may be.
pub(super) fn is_two_numbers(word: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    word.split_once(['-', ':', 'x', '\u{2013}'])
        .is_some_and(|(first, second)| is_number(first) && is_number(second))
}

fn of_scores([first, second]: [u32; 2]) -> ResultWord {
    match first.cmp(&second) {
        Ordering::Greater => ResultWord::Ended(Outcome::Win(Player::First)),
        Ordering::Less => ResultWord::Ended(Outcome::Win(Player::Second)),
        // Nobody scores where nobody played to the end.
        Ordering::Equal if first == 0 => ResultWord::Open,
        Ordering::Equal => ResultWord::Ended(Outcome::Draw),
    }
}

/// Twice the scores of both players.
fn scores(words: &str) -> Option<[u32; 2]> {
    let (first, second) = match words {
        "+-" => ("1", "0"),
        "-+" => ("0", "1"),
        words => words.split_once(['-', ':', '\u{2013}', '\u{2212}'])?,
    };
    Some([score(first.trim())?, score(second.trim())?])
}

/// Twice a score.
fn score(text: &str) -> Option<u32> {
    match text {
        "1/2" | "0.5" | "0,5" | "\u{bd}" => Some(1),
        "+" => Some(2),
        _ if text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit()) => {
            text.parse::<u32>().ok().map(|score| 2 * score)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_many_words() {
        let first = Some(ResultWord::Ended(Outcome::Win(Player::First)));
        let second = Some(ResultWord::Ended(Outcome::Win(Player::Second)));
        let draw = Some(ResultWord::Ended(Outcome::Draw));
        for (words, expected) in [
            ("2-0", first),
            ("34-30", first),
            ("1 : 0", first),
            ("+-", first),
            ("0-2", second),
            ("30\u{2013}34", second),
            ("1-1", draw),
            ("32-32", draw),
            ("\u{bd}-\u{bd}", draw),
            ("1/2", draw),
            ("Draw", draw),
            ("", Some(ResultWord::Open)),
            ("??", Some(ResultWord::Open)),
            ("0-0", Some(ResultWord::Open)),
            ("white won", None),
            ("1998-01-01", None),
            ("-", None),
        ] {
            assert_eq!(of_tag(words), expected, "{words}");
        }
        for (word, expected) in [
            ("2-0", first),
            ("1-1", draw),
            ("0-0", Some(ResultWord::Open)),
            ("34-30", None),
            ("9-14", None),
        ] {
            assert_eq!(of_last_word(word), expected, "{word}");
        }
        assert!(of_last_word("4").is_none() && of_last_word("2-1").is_none());
        assert!(is_two_numbers("18x9") && !is_two_numbers("f5") && !is_two_numbers("-9"));
    }
}
