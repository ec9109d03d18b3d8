//! Text that can be shown: excerpts, and escapes for invisible characters.

use std::borrow::Cow;

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// The first `most` characters of a text in [printable] form, with an ellipsis if there
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
/// use sarsen_core::game::printable;
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

/// A text as it stands in HTML and XML, also in an attribute: in ASCII. What controls a terminal or
/// turns the direction of the text, and what XML cannot have, is replaced by U+FFFD.
///
/// ```
/// use sarsen_core::sys::text::markup;
///
/// assert_eq!(markup("<b> & \"é\"\u{202e}"), "&lt;b&gt; &amp; &quot;&#233;&quot;&#65533;");
/// ```
#[must_use]
pub fn markup(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => shown += "&amp;",
            '<' => shown += "&lt;",
            '>' => shown += "&gt;",
            '"' => shown += "&quot;",
            '\'' => shown += "&#39;",
            ' '..='~' => shown.push(character),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}' => {
                shown += "&#65533;";
            }
            _ if character.is_control() => shown += "&#65533;",
            _ => shown += &format!("&#{};", u32::from(character)),
        }
    }
    shown
}

/// Joins its neighbours, as in many emoji.
pub const JOINER: char = '\u{200d}';

/// Whether nothing is drawn for a character: it has no picture, or steers how others are drawn.
pub fn is_unseen(character: char) -> bool {
    use GeneralCategory::{
        Control, Format, LineSeparator, ParagraphSeparator, PrivateUse, Surrogate, Unassigned,
    };
    match character.general_category() {
        Control | LineSeparator | ParagraphSeparator | PrivateUse | Surrogate | Unassigned => true,
        Format => character != JOINER,
        _ => is_blank_letter(character) || is_selector(character),
    }
}

/// Whether a character counts as a letter or sign, and has no picture.
fn is_blank_letter(character: char) -> bool {
    matches!(character, '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}')
        || matches!(character, '\u{34f}' | '\u{17b4}' | '\u{17b5}' | '\u{fffc}')
        || matches!(character, '\u{16fe4}' | '\u{1d159}')
}

/// Whether a character chooses a form of the one before it. Those that choose between an emoji and
/// its plain sign are common, and harmless.
fn is_selector(character: char) -> bool {
    let is_common = matches!(character, '\u{fe0e}' | '\u{fe0f}');
    matches!(character, '\u{180b}'..='\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
        && !is_common
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
