//! Reads records from an input, one record at a time. The input need not fit into memory.

use std::io::{BufRead, ErrorKind};

use super::scan::Scanner;
use super::{Record, RecordError, Records};
use sarsen_core::sys::encoding::Decoded;

/// The length limit of a record, in bytes.
const LONGEST: usize = 1 << 20;

/// A text of up to this number of bytes is parsed again each time more of it has come.
const SHORT: usize = 1 << 16;

/// So many bytes of a record that is too long are skipped, to find the next one.
const MOST_SKIPPED: usize = 16 << 20;

/// Why a record cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The input fails.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The text is not a record.
    #[error(transparent)]
    Parse(#[from] RecordError),
}

/// The records of an input, one after another. Each is returned as soon as its last line has been
/// read. The limit of a record is 1 MiB. After a record that cannot be read, reading goes on as in
/// [`Records`], unless the input has failed or the record is longer than 16 MiB.
///
/// The input is UTF-8, or UTF-16 if it begins with a byte order mark. Bytes that are neither are
/// taken for Windows-1252, as old files have it.
///
/// ```
/// use sarsen_tools::matches::record::RecordReader;
///
/// let input = "[Game \"connect4\"]\n1. 4 4 2. 3 *\n[Game \"stonehenge\"]\n1. 6@7 *\n";
/// let moves: Vec<String> =
///     RecordReader::new(input.as_bytes()).map(|record| record.unwrap().moves()).collect();
/// assert_eq!(moves, ["4 4 3", "6@7"]);
/// ```
pub struct RecordReader<R> {
    input: Decoded<R>,
    /// What has been read, from some record before the current one on.
    text: String,
    /// The place in it at which the current record begins.
    start: usize,
    /// Whether it begins a line.
    begins_line: bool,
    /// Whether nothing has been read but comments.
    is_first: bool,
    /// The number of lines before the current record.
    lines: usize,
    /// The error that ends the input. `None` if it ends regularly.
    trouble: Option<ReadError>,
    has_ended: bool,
}

/// What the text of a reader begins with.
enum Beginning {
    Record(Record),
    /// A record that cannot be read, with another behind it.
    Broken(RecordError),
    /// A record that is too long, with more of it behind.
    TooLong(RecordError),
    /// An error with nothing behind it.
    Fault(ReadError),
    /// The end of the input.
    End,
    /// That is not clear yet.
    Unclear,
}

impl<R: BufRead> RecordReader<R> {
    /// The records of an input.
    pub fn new(input: R) -> Self {
        Self {
            input: Decoded::new(input, |_| {}),
            text: String::new(),
            start: 0,
            begins_line: true,
            is_first: true,
            lines: 0,
            trouble: None,
            has_ended: false,
        }
    }

    /// What has been read of the current record, and behind it.
    fn rest(&self) -> &str {
        &self.text[self.start..]
    }

    /// Reads more, until the rest has this length or the input ends.
    fn read_on(&mut self, length: usize) {
        while self.rest().len() < length && !self.has_ended {
            match self.input.read_on(&mut self.text) {
                Ok(is_more) => self.has_ended = !is_more,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.has_ended = true;
                    self.trouble = Some(error.into());
                }
            }
        }
    }

    /// Forgets the beginning of the rest.
    fn forget(&mut self, length: usize) {
        self.lines += self.rest()[..length].matches('\n').count();
        self.start += length;
        if length > 0 {
            self.begins_line = self.text[..self.start].ends_with('\n');
        }
        // Each byte is moved once at most for each byte that is forgotten.
        if 2 * self.start >= self.text.len() {
            self.text.drain(..self.start);
            self.start = 0;
        }
    }

    /// Takes what the text begins with.
    fn first(&mut self) -> Beginning {
        let mut records = Records::of_rest(self.rest(), self.begins_line, self.is_first);
        let first = records.next();
        let (rest, is_unfinished) = (records.rest().len(), records.is_unfinished());
        let length = self.rest().len();
        // A result or a comment at the end of the text may continue in the input.
        let is_whole = rest > 0 || self.rest().ends_with('\n');
        let is_all = self.has_ended && self.trouble.is_none();
        match first {
            Some(Ok(mut record)) if is_all || is_whole && !is_unfinished => {
                let lines = record.notes.iter_mut().filter_map(|note| note.line.as_mut());
                lines.for_each(|line| *line += self.lines);
                self.is_first = false;
                self.forget(length - rest);
                Beginning::Record(record)
            }
            None if is_all || is_whole && !is_unfinished => {
                self.forget(length);
                if self.has_ended { self.end() } else { Beginning::Unclear }
            }
            Some(Err(mut error)) if rest > 0 => {
                error.line += self.lines;
                self.is_first = false;
                self.forget(length - rest);
                Beginning::Broken(error)
            }
            _ if self.has_ended && self.trouble.is_some() => self.end(),
            Some(Err(mut error)) if self.has_ended => {
                error.line += self.lines;
                Beginning::Fault(error.into())
            }
            _ if length > LONGEST => {
                let (line, problem) = (self.lines + 1, "no record ends within 1 MiB from here");
                Beginning::TooLong(RecordError { line, problem: problem.to_owned() })
            }
            _ => Beginning::Unclear,
        }
    }

    /// Skips what is left of a record. Returns whether the next one was found.
    fn skip_record(&mut self) -> bool {
        self.is_first = false;
        let mut skipped = 0;
        while skipped < MOST_SKIPPED {
            let length = self.rest().len();
            let next = Scanner::new(self.rest(), self.begins_line).next_record(0, false);
            if next < length {
                self.forget(next);
                return true;
            }
            if self.has_ended {
                return false;
            }
            // An empty line at the end counts together with what follows.
            let line = |text: &str| text.rfind('\n').unwrap_or(0);
            let kept = line(&self.rest()[..line(self.rest())]);
            let gone = if kept > 0 || length < LONGEST { kept } else { length };
            self.forget(gone);
            skipped += gone.max(1);
            self.read_on(self.rest().len() + SHORT);
        }
        false
    }

    /// The end of the input, or what is wrong with it.
    fn end(&mut self) -> Beginning {
        self.trouble.take().map_or(Beginning::End, Beginning::Fault)
    }
}

impl<R: BufRead> Iterator for RecordReader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let fault = match self.first() {
                Beginning::Record(record) => return Some(Ok(record)),
                Beginning::Broken(error) => return Some(Err(error.into())),
                Beginning::TooLong(error) => {
                    let error = Some(Err(error.into()));
                    if self.skip_record() {
                        return error;
                    }
                    error
                }
                Beginning::Fault(error) => Some(Err(error)),
                Beginning::End => None,
                Beginning::Unclear => {
                    // Parse a long text again only when it has doubled, not for each new line.
                    let length = self.rest().len();
                    self.read_on(if length < SHORT { length + 1 } else { 2 * length });
                    continue;
                }
            };
            // Nothing is read after an error.
            self.has_ended = true;
            self.text.clear();
            self.start = 0;
            return fault;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::*;

    /// Reads through a buffer of this size: the moves of each record, or its error.
    fn read(text: &[u8], size: usize) -> Vec<Result<String, String>> {
        let mut reader = RecordReader::new(BufReader::with_capacity(size, text));
        let found = (&mut reader)
            .map(|record| record.map(|record| record.moves()).map_err(|error| error.to_string()))
            .collect();
        assert!(reader.next().is_none());
        found
    }

    #[test]
    fn it_reads_what_is_read_as_a_whole() {
        for text in [
            "",
            "; nothing\n\n; more",
            "[Game \"a\"]\n1. 4 {a ; b} 4 *;c\n; d 1 *\n[Game \"b\"] 5 1-0 [Game \"c\"]\n6 1/2-1/2",
            "\u{feff}[Game \"\u{e9}\u{1d11e}\"]\n4 *\n\n\n[Game \"b\"]\n5 (\n6",
            "[Game \"a\"]\n4 *\n[Game b]\n5 *\n",
            "[Game \"a\"]\n4 {never *\n\n",
            "[Game \"a\"]\n4 2-0\n\n[Game \"b\"]\n5 1-1\n[Game \"c\"]\n6 *\n7 0-2",
            "[Game \"a\"]\n4 {never *\n \n[Game \"b\"]\n5 {a} 6 {b} *\n\n[c\n7 *\n\n[Game \"d\"]\n8 *",
            "[Game \"a\"]\n[Result \"1-0\"]\n4 0-1\n\n[Game \"b\"]\n5 ] *\n\n; c\n\n[Game \"c\"]\n6 *",
            "[Game \"a\"]\n4 (5 *\n\n[Game \"b\"]\n5 (6) *\n[Game \"b\"]\n[Game \"b\"]\n*\n\n[d",
        ] {
            let all: Vec<Result<String, String>> = Records::new(text)
                .map(|record| {
                    record.map(|record| record.moves()).map_err(|error| error.to_string())
                })
                .collect();
            for size in [1, 2, 3, 7, 1000] {
                assert_eq!(read(text.as_bytes(), size), all, "{text}");
            }
        }
    }

    #[test]
    fn old_encodings_are_read() {
        let latin = b"[Game \"a\"]\n[First \"J\xf6rg\"]\n4 {\x96} 5 *\n\n6 *\n";
        let text = "[Game \"a\"]\n[First \"J\u{f6}rg\"]\n4 {\u{2013}} 5 *\n\n6 *\n";
        let wide: Vec<u8> =
            format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in [&latin[..], text.as_bytes(), &wide] {
            for size in [1, 3, 1000] {
                let records: Vec<Record> = RecordReader::new(BufReader::with_capacity(size, bytes))
                    .collect::<Result<_, _>>()
                    .unwrap();
                assert_eq!(records[0].tag("First"), Some("J\u{f6}rg"));
                assert_eq!(records[0].plies[0].comment.as_deref(), Some("\u{2013}"));
                assert_eq!(records[1].moves(), "6");
            }
        }
        let good = |text: &str| Ok(text.to_owned());
        assert_eq!(read(b"4 *\n\xe2\x82 *\n", 4), [good("4"), good("\u{e2}\u{201a}")]);
    }

    #[test]
    fn a_record_comes_with_its_last_line_and_an_endless_one_ends() {
        // A read beyond the line would block on a terminal. Here it is an error.
        let input = b"[Game \"a\"]\n1. 4 *\n".chain(BrokenInput);
        let mut reader = RecordReader::new(BufReader::new(input));
        assert_eq!(reader.next().unwrap().unwrap().moves(), "4");
        assert_eq!(reader.next().unwrap().unwrap_err().to_string(), "it is broken");
        for endless in [&b"4 "[..], b"x", b";", b"{", b"[Game \"", b"["] {
            let first = &b"4 *\n\n"[..];
            let input = first.chain(EndlessInput(endless.to_vec()));
            let mut reader = RecordReader::new(BufReader::new(input));
            assert!(reader.next().unwrap().is_ok());
            let error = reader.next().unwrap().unwrap_err().to_string();
            assert!(error.starts_with("line 3: "), "{error}");
            assert!(reader.text.capacity() <= 4 * LONGEST && reader.next().is_none());
        }
    }

    struct BrokenInput;

    impl Read for BrokenInput {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("it is broken"))
        }
    }

    struct EndlessInput(Vec<u8>);

    impl Read for EndlessInput {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = buffer.len() / self.0.len() * self.0.len();
            buffer[..count].chunks_mut(self.0.len()).for_each(|part| part.copy_from_slice(&self.0));
            Ok(count)
        }
    }
}
