//! Text that others wrote, in whatever encoding, as UTF-8.
//!
//! A byte order mark tells UTF-16. Everything else is UTF-8, but a byte that cannot be is taken for
//! Windows-1252, which has all of Latin-1. So files are read, too, whose parts differ.

use std::fmt::{Display, Formatter};
use std::io::{BufRead, Read, Result};

/// The byte order mark of UTF-8.
pub const UTF_8: &[u8] = b"\xef\xbb\xbf";

/// The byte order mark of UTF-16 whose units begin with the lower byte.
pub const UTF_16_LITTLE: &[u8] = b"\xff\xfe";

/// The byte order mark of UTF-16 whose units begin with the higher byte.
pub const UTF_16_BIG: &[u8] = b"\xfe\xff";

/// The characters of the bytes 0x80 to 0x9f in Windows-1252. All others are those of Latin-1.
const HIGH: [char; 32] = [
    '\u{20ac}', '\u{81}', '\u{201a}', '\u{192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}',
    '\u{2c6}', '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8d}', '\u{17d}', '\u{8f}',
    '\u{90}', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}',
    '\u{2dc}', '\u{2122}', '\u{161}', '\u{203a}', '\u{153}', '\u{9d}', '\u{17e}', '\u{178}',
];

/// So many bytes are decoded at once, at most. An input in memory would come as a whole.
const AT_ONCE: usize = 1 << 16;

/// What a text is written in, as far as it is not UTF-8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foreign {
    /// All of it is UTF-16.
    Utf16,
    /// From this line on, counted from 1, there are bytes that are taken for Windows-1252.
    Windows1252(usize),
}

impl Display for Foreign {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Utf16 => f.write_str("this is UTF-16, and is read as such"),
            Self::Windows1252(line) => {
                write!(f, "line {line} is not UTF-8, and is read as Windows-1252 (Latin-1)")
            }
        }
    }
}

/// An input as UTF-8. Of an input in UTF-8 only the byte order mark is left out.
pub struct Decoded<R> {
    input: R,
    decoder: TextDecoder,
    text: String,
    /// How much of `text` has been read.
    at: usize,
    has_ended: bool,
    /// Is told once if the input is not UTF-8.
    tell: Box<dyn FnMut(Foreign) + Send>,
}

impl<R: BufRead> Decoded<R> {
    /// The input as UTF-8. If it is not, `tell` is told so, once.
    pub fn new(input: R, tell: impl FnMut(Foreign) + Send + 'static) -> Self {
        let (decoder, text) = (TextDecoder::default(), String::new());
        Self { input, decoder, text, at: 0, has_ended: false, tell: Box::new(tell) }
    }

    /// Adds the next characters to a text, at least one. `false` means that there are none left.
    pub fn read_on(&mut self, text: &mut String) -> Result<bool> {
        self.fill()?;
        // A reader of bytes may have taken half a character.
        text.push_str(self.text.get(self.at..).unwrap_or_default());
        let is_more = self.at < self.text.len();
        self.at = self.text.len();
        Ok(is_more)
    }

    /// Decodes on, until there is something to read or the input ends.
    fn fill(&mut self) -> Result<()> {
        while self.at == self.text.len() && !self.has_ended {
            self.at = 0;
            self.text.clear();
            let was_known = self.decoder.foreign.is_some();
            let chunk = self.input.fill_buf()?;
            let count = chunk.len().min(AT_ONCE);
            if count > 0 {
                self.decoder.take(&chunk[..count], &mut self.text);
                self.input.consume(count);
            } else {
                self.has_ended = true;
                self.decoder.end(&mut self.text);
            }
            if let Some(foreign) = self.decoder.foreign.filter(|_| !was_known) {
                (self.tell)(foreign);
            }
        }
        Ok(())
    }
}

impl<R: BufRead> BufRead for Decoded<R> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        self.fill()?;
        Ok(&self.text.as_bytes()[self.at..])
    }

    fn consume(&mut self, count: usize) {
        self.at = (self.at + count).min(self.text.len());
    }
}

impl<R: BufRead> Read for Decoded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

/// What the bytes of a text mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Meaning {
    /// The first bytes have not come yet.
    #[default]
    Unknown,
    Utf8,
    Utf16 {
        is_big: bool,
    },
}

/// Decodes a text that comes in pieces.
#[derive(Default)]
struct TextDecoder {
    meaning: Meaning,
    /// The bytes of an unfinished character, or of an unfinished mark.
    held: Vec<u8>,
    /// The number of lines so far. Not counted on after the first byte that is not UTF-8.
    lines: usize,
    foreign: Option<Foreign>,
}

impl TextDecoder {
    /// Decodes the next bytes.
    fn take(&mut self, bytes: &[u8], text: &mut String) {
        self.held.extend_from_slice(bytes);
        self.go_on(false, text);
    }

    /// Decodes what is left at the end.
    fn end(&mut self, text: &mut String) {
        self.go_on(true, text);
    }

    fn go_on(&mut self, is_end: bool, text: &mut String) {
        let held = std::mem::take(&mut self.held);
        let mut bytes = &held[..];
        if self.meaning == Meaning::Unknown {
            let is_begun = |mark: &&[u8]| mark.len() > bytes.len() && mark.starts_with(bytes);
            if !is_end && [UTF_8, UTF_16_LITTLE, UTF_16_BIG].iter().any(is_begun) {
                self.held = held;
                return;
            }
            let (meaning, mark) = match bytes {
                _ if bytes.starts_with(UTF_16_LITTLE) => (Meaning::Utf16 { is_big: false }, 2),
                _ if bytes.starts_with(UTF_16_BIG) => (Meaning::Utf16 { is_big: true }, 2),
                _ if bytes.starts_with(UTF_8) => (Meaning::Utf8, UTF_8.len()),
                _ => (Meaning::Utf8, 0),
            };
            (self.meaning, bytes) = (meaning, &bytes[mark..]);
        }
        let rest = match self.meaning {
            Meaning::Utf16 { is_big } => {
                self.foreign = Some(Foreign::Utf16);
                utf_16(bytes, is_big, is_end, text)
            }
            _ => self.utf_8(bytes, is_end, text),
        };
        self.held = rest.to_vec();
    }

    /// Decodes UTF-8, and what is not as Windows-1252. Returns the unfinished rest.
    fn utf_8<'a>(&mut self, mut bytes: &'a [u8], is_end: bool, text: &mut String) -> &'a [u8] {
        loop {
            let (good, wrong) = match str::from_utf8(bytes) {
                Ok(good) => (good, 0),
                Err(error) => {
                    let rest = bytes.len() - error.valid_up_to();
                    let good = str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
                    let is_unfinished = error.error_len().is_none() && !is_end;
                    (good, if is_unfinished { 0 } else { error.error_len().unwrap_or(rest) })
                }
            };
            text.push_str(good);
            bytes = &bytes[good.len()..];
            if self.foreign.is_none() {
                self.lines += good.matches('\n').count();
            }
            if wrong == 0 {
                return bytes;
            }
            self.foreign.get_or_insert(Foreign::Windows1252(self.lines + 1));
            text.extend(bytes[..wrong].iter().map(|&byte| windows_1252(byte)));
            bytes = &bytes[wrong..];
        }
    }
}

/// A byte as a character of Windows-1252.
fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// Decodes UTF-16. Returns the unfinished rest.
fn utf_16<'a>(bytes: &'a [u8], is_big: bool, is_end: bool, text: &mut String) -> &'a [u8] {
    let unit = |pair: &[u8]| match (pair, is_big) {
        (&[high, low], true) | (&[low, high], false) => u16::from_be_bytes([high, low]),
        _ => char::REPLACEMENT_CHARACTER as u16,
    };
    let mut whole = bytes.len() / 2 * 2;
    let begins_pair = |unit: u16| (0xd800..0xdc00).contains(&unit);
    if is_end {
        whole = bytes.len();
    } else if whole > 0 && begins_pair(unit(&bytes[whole - 2..whole])) {
        whole -= 2;
    }
    let units = bytes[..whole].chunks(2).map(unit);
    text.extend(char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)));
    &bytes[whole..]
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;
    use std::sync::mpsc::channel;

    use super::*;

    /// A whole text, and what it is written in if that is not UTF-8.
    fn decode(bytes: &[u8]) -> (String, Option<Foreign>) {
        let (mut decoder, mut text) = (TextDecoder::default(), String::new());
        decoder.take(bytes, &mut text);
        decoder.end(&mut text);
        (text, decoder.foreign)
    }

    /// The text and what is told of it, through buffers of several sizes.
    fn read(bytes: &[u8]) -> (String, Option<Foreign>) {
        let whole = decode(bytes);
        for size in [1, 2, 3, 7, 1000] {
            let (sender, reports) = channel();
            let input = BufReader::with_capacity(size, bytes);
            let mut text = String::new();
            Decoded::new(input, move |foreign| sender.send(foreign).unwrap())
                .read_to_string(&mut text)
                .unwrap();
            assert_eq!((text, reports.iter().next()), whole, "{bytes:?} by {size}");
        }
        whole
    }

    fn utf_16(text: &str, bytes: impl Fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn utf_8_stays_as_it_is() {
        for text in ["", "a\nb", "\u{e9}\u{4e2d}\u{1d11e}", "\u{ef}", "a\u{feff}"] {
            assert_eq!(read(text.as_bytes()), (text.to_owned(), None));
            assert_eq!(read(format!("\u{feff}{text}").as_bytes()), (text.to_owned(), None));
        }
    }

    #[test]
    fn a_byte_that_is_not_utf_8_is_one_of_windows_1252() {
        let from = |line, text: &str| (text.to_owned(), Some(Foreign::Windows1252(line)));
        assert_eq!(read(b"J\xf6rg\n"), from(1, "J\u{f6}rg\n"));
        assert_eq!(
            read(b"a\n\nb \x80\x93\xdf\n\xe9"),
            from(3, "a\n\nb \u{20ac}\u{201c}\u{df}\n\u{e9}")
        );
        // Both encodings in one file, and characters that the end cuts off.
        assert_eq!(read(b"\xc3\xa9\n\xe9\n\xc3\xa9"), from(2, "\u{e9}\n\u{e9}\n\u{e9}"));
        assert_eq!(read(b"\xe2\x82"), from(1, "\u{e2}\u{201a}"));
        assert_eq!(read(b"\xff"), from(1, "\u{ff}"));
        assert_eq!(read(b"\xef\xbb"), from(1, "\u{ef}\u{bb}"));
    }

    #[test]
    fn a_mark_tells_utf_16() {
        let text = "[White \"J\u{f6}rg \u{1d11e}\"]\r\n1. 4 *\n";
        let marked = format!("\u{feff}{text}");
        for bytes in [utf_16(&marked, u16::to_le_bytes), utf_16(&marked, u16::to_be_bytes)] {
            assert_eq!(read(&bytes), (text.to_owned(), Some(Foreign::Utf16)));
        }
        // Half a pair, and half a unit.
        assert_eq!(read(b"\xff\xfe\x34\xd8").0, "\u{fffd}");
        assert_eq!(read(b"\xff\xfea\0b").0, "a\u{fffd}");
    }
}
