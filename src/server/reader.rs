//! Standard input as lines, read on a thread of its own.

use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::time::Instant;

use tokio::sync::mpsc::{Receiver, Sender, channel};

/// A longer line is refused.
const LONGEST: usize = 1 << 20;

/// Lines read ahead of their handling.
const AHEAD: usize = 256;

/// What came in.
#[derive(Debug, PartialEq)]
pub(super) enum Line {
    /// A line of text without its end, and when it arrived.
    Text(String, Instant),
    /// A line that is no text, and why; and the word that it began with.
    Refused { why: String, command: String },
    /// Nothing more will come.
    End,
}

/// Starts reading.
pub(super) fn spawn(input: impl Read + Send + 'static) -> Receiver<Line> {
    let (sender, receiver) = channel(AHEAD);
    std::thread::spawn(move || {
        // It is of no interest to this thread whether anybody still listens.
        let _ = read(BufReader::with_capacity(1 << 16, input), &sender);
    });
    receiver
}

/// Reads to the end; `None` if nobody listens any more.
fn read(mut input: impl BufRead, lines: &Sender<Line>) -> Option<()> {
    let mut line = Vec::new();
    let mut too_long = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // An unreadable input has ended.
            Err(_) => &[],
        };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        too_long |= line.len() + part.len() > LONGEST;
        if !too_long {
            line.extend_from_slice(part);
        }
        let at_end = chunk.is_empty();
        if end.is_some() || (at_end && (too_long || !line.is_empty())) {
            lines.blocking_send(judge(std::mem::take(&mut line), too_long)).ok()?;
            too_long = false;
        }
        if at_end {
            return lines.blocking_send(Line::End).ok();
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
    }
}

/// Makes text of a line, of which only the beginning is here if it is too long.
fn judge(bytes: Vec<u8>, too_long: bool) -> Line {
    let mut words = bytes.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let command = String::from_utf8_lossy(words.next().unwrap_or_default()).into_owned();
    if too_long {
        let why = format!("a line of more than {LONGEST} bytes; it was skipped");
        return Line::Refused { why, command };
    }
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        let why = format!("a NUL byte in a line, at byte {}; it was skipped", at + 1);
        return Line::Refused { why, command };
    }
    match String::from_utf8(bytes) {
        Ok(text) => Line::Text(text, Instant::now()),
        Err(error) => {
            let at = error.utf8_error().valid_up_to() + 1;
            let why = format!("a line that is not UTF-8, from byte {at} on; it was skipped");
            Line::Refused { why, command }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<String> {
        let mut receiver = spawn(std::io::Cursor::new(input.to_vec()));
        let mut found = Vec::new();
        while let Some(line) = receiver.blocking_recv() {
            match line {
                Line::Text(text, _) => found.push(text),
                Line::Refused { why, command } => found.push(format!("! {command}: {why}")),
                Line::End => return found,
            }
        }
        panic!("no end");
    }

    #[test]
    fn a_last_line_needs_no_end() {
        assert_eq!(lines(b"a\nb\r\n\nc"), ["a", "b\r", "", "c"]);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn what_is_no_text_is_skipped_and_the_rest_goes_on() {
        let mut input = b"ok\n\xff\xfe\nx\0y\n".to_vec();
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
    fn the_longest_line_is_taken() {
        assert_eq!(lines(&vec![b'a'; LONGEST])[0].len(), LONGEST);
    }
}
