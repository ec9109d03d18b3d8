//! A line of the Go Text Protocol: perhaps a number, a command and its arguments.

use sarsen_core::game::excerpt;

/// A line that has a command.
#[derive(PartialEq, Debug)]
pub(super) struct GtpLine<'a> {
    /// The number by which the client will know the answer.
    pub(super) id: Option<&'a str>,
    pub(super) command: &'a str,
    pub(super) arguments: Vec<&'a str>,
}

impl<'a> GtpLine<'a> {
    /// Reads a line. A `#` begins a comment. None if nothing is left.
    pub(super) fn read(line: &'a str) -> Option<Self> {
        let text = line.split_once('#').map_or(line, |(text, _)| text);
        let is_between = |c: char| c.is_ascii_whitespace() || c.is_ascii_control();
        let mut words = text.split(is_between).filter(|word| !word.is_empty()).peekable();
        let is_id = |word: &&str| word.len() <= 10 && word.bytes().all(|b| b.is_ascii_digit());
        let id = words.next_if(is_id);
        match words.next() {
            Some(command) => Some(Self { id, command, arguments: words.collect() }),
            // A number alone is a command without a name.
            None => id.map(|_| Self { id, command: "", arguments: Vec::new() }),
        }
    }
}

/// A word of the client, short enough for an error.
pub(super) fn shown(word: &str) -> String {
    excerpt(word, 40)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<(Option<&str>, &str, Vec<&str>)> {
        GtpLine::read(line).map(|line| (line.id, line.command, line.arguments))
    }

    #[test]
    fn numbers_and_comments_are_told_from_commands() {
        assert_eq!(read("12 play b\tD3 # why\r"), Some((Some("12"), "play", vec!["b", "D3"])));
        assert_eq!(read(" name"), Some((None, "name", vec![])));
        assert_eq!(read("7"), Some((Some("7"), "", vec![])));
        assert_eq!(read("12345678901 name"), Some((None, "12345678901", vec!["name"])));
        for nothing in ["", "  \t ", "# name", "\u{7}"] {
            assert_eq!(read(nothing), None, "{nothing:?}");
        }
    }
}
