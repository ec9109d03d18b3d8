//! Reads any byte stream as lines of text.

use std::io::{BufRead, ErrorKind};

use crate::sys::encoding::{UTF_8, UTF_16_BIG, UTF_16_LITTLE};

/// The usual length limit of a line, in bytes.
pub const LONGEST: usize = 1 << 20;

/// A line that cannot be used as text.
#[derive(PartialEq, Debug)]
pub struct BadLine {
    /// What is wrong.
    pub why: String,
    /// The first word of the line.
    pub command: String,
}

/// The lines of an input, without their line feeds. It returns a read error once and then ends.
pub struct TextLines<R> {
    input: R,
    longest: usize,
    begun: bool,
    ended: bool,
}

impl<R: BufRead> TextLines<R> {
    /// The lines of this input.
    pub fn new(input: R) -> Self {
        Self::up_to(LONGEST, input)
    }

    /// The same with another length limit of a line, in bytes.
    pub fn up_to(longest: usize, input: R) -> Self {
        Self { input, longest, begun: false, ended: false }
    }
}

impl<R: BufRead> Iterator for TextLines<R> {
    type Item = Result<String, BadLine>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut line = Vec::new();
        let mut too_long = false;
        while !self.ended {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.ended = true;
                    let why = format!("the input cannot be read: {error}");
                    return Some(Err(BadLine { why, command: String::new() }));
                }
            };
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            too_long |= line.len() + part.len() > self.longest;
            if !too_long {
                line.extend_from_slice(part);
            }
            self.ended = chunk.is_empty();
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() || (self.ended && (too_long || !line.is_empty())) {
                // Some editors begin a text with an invisible mark.
                let mark =
                    if std::mem::replace(&mut self.begun, true) { None } else { mark(&line) };
                let too_long = too_long.then_some(self.longest);
                return Some(match mark {
                    Some(UTF_8) => decode(line.split_off(UTF_8.len()), too_long),
                    Some(_) => {
                        let why = "a line of UTF-16, but lines are UTF-8 here; it was skipped";
                        Err(BadLine { why: why.to_owned(), command: String::new() })
                    }
                    None => decode(line, too_long),
                });
            }
        }
        None
    }
}

/// The byte order mark that a text begins with.
fn mark(text: &[u8]) -> Option<&'static [u8]> {
    [UTF_8, UTF_16_LITTLE, UTF_16_BIG].into_iter().find(|mark| text.starts_with(mark))
}

/// Decodes a line as text. If the line is longer than `too_long`, `bytes` is only its beginning.
fn decode(bytes: Vec<u8>, too_long: Option<usize>) -> Result<String, BadLine> {
    let bad = |bytes: &[u8], why| {
        let mut words = bytes.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let command = String::from_utf8_lossy(words.next().unwrap_or_default()).into_owned();
        Err(BadLine { why, command })
    };
    if let Some(longest) = too_long {
        let why = format!("a line of more than {longest} bytes; it was skipped");
        return bad(&bytes, why);
    }
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        let why = format!("a NUL byte in a line, at byte {}; it was skipped", at + 1);
        return bad(&bytes, why);
    }
    String::from_utf8(bytes).or_else(|error| {
        let at = error.utf8_error().valid_up_to() + 1;
        let why = format!("a line that is not UTF-8, from byte {at} on; it was skipped");
        bad(error.as_bytes(), why)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<String> {
        let text = |line: Result<String, BadLine>| {
            line.unwrap_or_else(|BadLine { why, command }| format!("! {command}: {why}"))
        };
        // Small chunks, so that lines lie across them.
        TextLines::new(std::io::BufReader::with_capacity(7, input)).map(text).collect()
    }

    #[test]
    fn a_last_line_needs_no_end() {
        assert_eq!(lines(b"a\nb\r\n\nc"), ["a", "b\r", "", "c"]);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn what_is_no_text_is_skipped_and_the_rest_goes_on() {
        let mut input = b"ok\n\xff\xfd\nx\0y\n".to_vec();
        input.extend(vec![b'z'; LONGEST + 1]);
        input.extend(b"\nend");
        let found = lines(&input);
        assert_eq!(found.len(), 5);
        assert!(
            found[1].contains("not UTF-8")
                && found[2].contains("NUL")
                && found[3].contains("more than")
        );
        assert_eq!((found[0].as_str(), found[4].as_str()), ("ok", "end"));
    }

    #[test]
    fn utf_16_is_named() {
        for input in [&b"\xff\xfea\0\n\0b\0"[..], b"\xfe\xff\0a\0\n\0b"] {
            assert!(lines(input)[0].contains("UTF-16"));
        }
    }

    #[test]
    fn a_mark_at_the_beginning_is_left_out() {
        assert_eq!(lines("\u{feff}a\n\u{feff}b\n".as_bytes()), ["a", "\u{feff}b"]);
        assert_eq!(lines("\u{feff}".as_bytes()), [""]);
    }

    #[test]
    fn the_longest_line_is_taken() {
        assert_eq!(lines(&vec![b'a'; LONGEST])[0].len(), LONGEST);
    }
}
