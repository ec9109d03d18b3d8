//! Text that can be shown: excerpts, and escapes for invisible characters.

use std::borrow::Cow;

/// The first `most` characters of a text in [printable](printable) form, with an ellipsis if there
/// are more. Error messages use it to quote a user's input, files and other programs.
#[must_use]
pub fn excerpt(text: &str, most: usize) -> String {
    let (mut shown, mut count) = (String::new(), 0);
    for character in text.chars() {
        count += if is_unseen(character) { character.escape_default().len() } else { 1 };
        if count > most && !shown.is_empty() {
            return shown + "...";
        }
        show(character, &mut shown);
    }
    shown
}

/// A text in which every character is visible. Characters that would control a terminal, or change
/// the direction of the text, are written as numbers.
///
/// ```
/// use sarsen::game::printable;
///
/// assert_eq!(printable("Anna\u{301} \u{1b}[2J\u{202e}\n"), "Anna\u{301} \\u{1b}[2J\\u{202e}\\n");
/// ```
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unseen) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::new();
    text.chars().for_each(|character| show(character, &mut shown));
    Cow::Owned(shown)
}

fn show(character: char, shown: &mut String) {
    match is_unseen(character) {
        true => shown.extend(character.escape_default()),
        false => shown.push(character),
    }
}

/// Whether a character is invisible: one of Unicode's categories Cc, Zl and Zp, a character of Cf
/// that sets the direction of the text or is just invisible, or a letter or sign that is blank.
fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{feff}')
        || matches!(character, '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}')
        || matches!(character, '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(character, '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}')
        || matches!(character, '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_can_be_seen_and_is_short() {
        for (text, most, shown) in [
            ("abc", 3, "abc"),
            ("abcd", 3, "abc..."),
            ("\u{e9}\u{4e2d}", 2, "\u{e9}\u{4e2d}"),
            ("\u{1b}[31mred", 20, "\\u{1b}[31mred"),
            ("a\tb\u{9b}2J", 20, "a\\tb\\u{9b}2J"),
            ("abc\u{202e}def", 10, "abc..."),
            ("\u{3164}\u{2800}", 20, "\\u{3164}\\u{2800}"),
            ("\u{202e}", 1, "\\u{202e}"),
            ("", 0, ""),
        ] {
            assert_eq!(excerpt(text, most), shown, "{text:?}");
        }
    }
}
