//! Files of other formats than that of records, told apart by how they begin.

use super::scan::is_blank;

/// The length of a first line of which more is not looked at, in characters.
const LONGEST_HEAD: usize = 100;

/// So many characters at the beginning of a file tell whether it is a text.
const LOOKED_AT: usize = 300;

/// What a text is that has no records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum ForeignFormat {
    #[error("a GGF file (General Game Format)")]
    Ggf,
    #[error("an SGF file (Smart Game Format)")]
    Sgf,
    #[error("a MAT file (a match of several points)")]
    Mat,
    #[error("a WTHOR file")]
    Wthor,
    #[error("a JSON file")]
    Json,
    #[error("an HTML or XML file")]
    Markup,
    #[error("a packed file")]
    Packed,
    #[error("no text")]
    Binary,
}

impl ForeignFormat {
    /// The format of a file, if it is not that of records. `text` is the file without the blanks
    /// and the comments at its beginning. Only as much of it is looked at as is needed.
    pub(super) fn of_file(file: &str, text: &str) -> Option<Self> {
        Self::of(text).or_else(|| is_binary(file).then_some(Self::Binary))
    }

    fn of(text: &str) -> Option<Self> {
        let is_packed =
            ["PK\u{3}\u{4}", "\u{1f}\u{2039}"].iter().any(|mark| text.starts_with(mark));
        Some(match text.chars().next()? {
            '(' => of_tree(text)?,
            '{' | '[' => json(text)?,
            '<' => markup(text)?,
            '0'..='9' => mat(text)?,
            _ if is_packed => Self::Packed,
            c if c.is_control() && is_wthor(text) => Self::Wthor,
            _ => return None,
        })
    }
}

/// A text has no NUL in it. Old files are filled up with them at their end.
fn is_binary(text: &str) -> bool {
    let head: String = text.chars().take(LOOKED_AT).collect();
    head.trim_end_matches(is_blank).contains('\0')
}

/// SGF begins with the first node of a tree. GGF does so, too, and names its game first.
fn of_tree(text: &str) -> Option<ForeignFormat> {
    let node = text.strip_prefix('(')?.trim_start().strip_prefix(';')?.trim_start();
    let is_named =
        node.strip_prefix("GM[").is_some_and(|game| game.starts_with(char::is_alphabetic));
    Some(if is_named { ForeignFormat::Ggf } else { ForeignFormat::Sgf })
}

/// JSON begins with an object, whose first field has a name in quotes, or with a list of objects.
/// A comment may begin with a quote, too.
fn json(text: &str) -> Option<ForeignFormat> {
    let inner = match text.strip_prefix('[') {
        Some(list) => list.trim_start_matches(is_blank),
        None => text,
    };
    let name = inner.strip_prefix('{')?.trim_start_matches(is_blank).strip_prefix('"')?;
    let end = name.find(['"', '\n']).filter(|&end| name[end..].starts_with('"'))?;
    let after = name[end + 1..].trim_start_matches(is_blank);
    after.starts_with(':').then_some(ForeignFormat::Json)
}

fn markup(text: &str) -> Option<ForeignFormat> {
    let second = text.chars().nth(1)?;
    (second.is_ascii_alphabetic() || "!?".contains(second)).then_some(ForeignFormat::Markup)
}

/// A MAT file begins with the points that are played for: `7 point match`.
fn mat(text: &str) -> Option<ForeignFormat> {
    let line: String = text.chars().take(LONGEST_HEAD).take_while(|&c| c != '\n').collect();
    let mut words = line.split_whitespace().skip(1);
    let is_match = [words.next(), words.next()] == [Some("point"), Some("match")];
    is_match.then_some(ForeignFormat::Mat)
}

/// WTHOR begins with the date of the file: the century, the year, the month and the day. In its
/// thirteenth byte is the size of the board, 0 for the usual one.
fn is_wthor(text: &str) -> bool {
    let head: Vec<u32> = text.chars().take(14).map(u32::from).collect();
    matches!(head[..], [19..=21, 0..100, 1..=12, 1..=31, .., 0 | 8 | 10, 0 | 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_known_by_how_they_begin() {
        for (text, format) in [
            ("(;GM[Othello]PC[x]", Some(ForeignFormat::Ggf)),
            ("(;GM[1]FF[4]", Some(ForeignFormat::Sgf)),
            ("( ; FF[4]", Some(ForeignFormat::Sgf)),
            ("(1. 4 4) *", None),
            ("7 point match\n\n Game 1\n", Some(ForeignFormat::Mat)),
            ("7 6 *", None),
            ("\u{14}\u{7}\u{5}\u{16}\u{c}\0\0\0\0\0\u{b9}\u{7}\u{8}\0", Some(ForeignFormat::Wthor)),
            ("\u{14}\u{7}", None),
            ("\u{1b}[31m", None),
            ("\0x", Some(ForeignFormat::Binary)),
            ("\u{7f}ELF\u{2}\0\0x", Some(ForeignFormat::Binary)),
            ("4 4 *\n\0\0", None),
            ("{\"game\": 1}", Some(ForeignFormat::Json)),
            ("[ {\n \"game\" :1}", Some(ForeignFormat::Json)),
            ("{\"so\" it was} 4", None),
            ("{x}", None),
            ("[Game \"a\"]", None),
            ("<!DOCTYPE html>", Some(ForeignFormat::Markup)),
            ("PK\u{3}\u{4}x", Some(ForeignFormat::Packed)),
            ("", None),
            ("(", None),
            ("\u{e9}", None),
        ] {
            assert_eq!(ForeignFormat::of_file(text, text), format, "{text:?}");
        }
    }
}
