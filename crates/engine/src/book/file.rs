//! Books as files: one line of text, the entries, a checksum.
//!
//! ```text
//! sarsen book 1 {"game":"connect4 7x6","evaluator":"threats",...,"ply":3,"entries":2}\n
//!     a book of everything: format 2, and "layers":BYTES at the end of this line
//! entries, 16 bytes each, little-endian, by ascending key:
//!     key    8 bytes   the key that all mirror images of the position share
//!     value  4 bytes   for the side to move, as sarsen_core::game::value defines it
//!     depth  1 byte    the depth of the search in plies; 255 if the value is proven
//!     zero   3 bytes
//! layers, in a book of everything: see `layers.rs`
//! CRC-32 of all bytes before it, 4 bytes, little-endian
//! ```

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::entry::BookEntry;
use super::error::{BookError, OLDEST, VERSION};
use super::layers::Layers;
use super::lookup::{Book, Keyed};
use crate::session::Lookup;
use sarsen_core::game::value::INFINITE;
use sarsen_core::game::{excerpt, printable};
use sarsen_core::sys::atomic_file::{refuse_no_file, replace};

const MAGIC: &str = "sarsen book ";
const ENTRY: usize = 16;
const CHECKSUM: usize = 4;

/// More bytes than any first line has.
const LONGEST_HEADER: u64 = 1 << 12;

/// The content of the first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    game: String,
    evaluator: String,
    /// Hexadecimal, because not every JSON reader keeps 64 bits of a number.
    start: String,
    ply: i32,
    entries: usize,
    /// The number of bytes of the layers, if the book is one of everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    layers: Option<usize>,
}

/// The number of bytes in a book.
struct Length {
    /// The first line.
    header: usize,
    /// The whole book. None if the number is too large for this machine.
    whole: Option<usize>,
}

impl Header {
    /// Reads the first line of a book. The bytes may be anything.
    fn read(bytes: &[u8]) -> Result<(Self, Length), BookError> {
        let rest = bytes.strip_prefix(MAGIC.as_bytes()).ok_or(BookError::Foreign)?;
        let damaged = |what: &str| BookError::Damaged(what.to_owned());
        let end =
            rest.iter().position(|&byte| byte == b'\n').ok_or_else(|| damaged("cut short"))?;
        let line =
            str::from_utf8(&rest[..end]).map_err(|_| damaged("the first line is no text"))?;
        let (version, header) = line.split_once(' ').ok_or(BookError::Foreign)?;
        match version.parse() {
            Ok(OLDEST..=VERSION) => {}
            Ok(other) => return Err(BookError::Version(other)),
            Err(_) => return Err(BookError::Foreign),
        }
        let fields: Self = serde_json::from_str(header)
            .map_err(|error| BookError::Damaged(excerpt(&error.to_string(), 200)))?;
        let header = MAGIC.len() + end + 1;
        let entries = fields.entries.checked_mul(ENTRY);
        let layers = fields.layers.unwrap_or(0);
        let whole = entries
            .and_then(|size| size.checked_add(layers))
            .and_then(|size| size.checked_add(header + CHECKSUM));
        Ok((fields, Length { header, whole }))
    }
}

impl Book {
    /// Whether bytes are meant to be a book, good or not.
    #[must_use]
    pub fn is_meant(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC.as_bytes())
    }

    /// The book as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let layers = self.layers.as_ref().map(|layers| layers.to_bytes());
        let version = if layers.is_some() { VERSION } else { OLDEST };
        let header = Header {
            layers: layers.as_ref().map(Vec::len),
            game: self.game.clone(),
            evaluator: self.evaluator.clone(),
            start: format!("{:016x}", self.start),
            ply: self.ply,
            entries: self.entries.len(),
        };
        let header = serde_json::to_string(&header).unwrap_or_default();
        let mut bytes = format!("{MAGIC}{version} {header}\n").into_bytes();
        for Keyed { key, entry } in &self.entries {
            bytes.extend(key.to_le_bytes());
            bytes.extend(entry.value.to_le_bytes());
            bytes.extend([entry.depth, 0, 0, 0]);
        }
        bytes.extend(layers.unwrap_or_default());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a book.
    ///
    /// # Errors
    ///
    /// If the bytes are no book, or the book is damaged or of a later format.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let (Header { game, evaluator, start, ply, entries: count, layers }, length) =
            Header::read(bytes)?;
        let damaged = |what: &str| BookError::Damaged(what.to_owned());
        if length.whole != Some(bytes.len()) {
            let problem = format!("{count} entries are announced, but there is more or less");
            return Err(BookError::Damaged(problem));
        }
        let body = &bytes[length.header..];
        let (body, checksum) = body.split_at(body.len() - CHECKSUM);
        let sum = crc32fast::hash(&bytes[..bytes.len() - CHECKSUM]);
        if checksum != sum.to_le_bytes() {
            return Err(damaged("the checksum is wrong"));
        }
        if [&game, &evaluator].into_iter().any(|name| printable(name) != **name) {
            return Err(damaged("a name has characters that cannot be seen"));
        }
        let start = u64::from_str_radix(&start, 16).map_err(|_| damaged("its start is no key"))?;
        let (body, layer_bytes) = body.split_at(body.len() - layers.unwrap_or(0));
        let layers = layers.map(|_| Layers::from_bytes(layer_bytes)).transpose()?.map(Arc::new);
        let entries: Vec<Keyed> = body.as_chunks().0.iter().map(read_entry).collect();
        if !entries.is_sorted_by(|a, b| a.key < b.key) {
            return Err(damaged("its entries are not in order"));
        }
        if entries.iter().any(|keyed| keyed.entry.value.unsigned_abs() >= INFINITE as u32) {
            return Err(damaged("a value is none"));
        }
        Ok(Self { game, evaluator, start, ply, entries, layers })
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is no book, or is damaged or of a later format.
    pub fn load(path: &Path) -> Result<Self, BookError> {
        refuse_no_file(path)?;
        let mut file = File::open(path)?;
        let mut bytes = Vec::new();
        Read::by_ref(&mut file).take(LONGEST_HEADER).read_to_end(&mut bytes)?;
        // The header is checked first: a file that is no book may be too large to read.
        let (_, length) = Header::read(&bytes)?;
        let rest = length.whole.unwrap_or(0).saturating_sub(bytes.len()) as u64;
        file.take(rest + 1).read_to_end(&mut bytes)?;
        Self::from_bytes(&bytes)
    }

    /// Reads a file that must be a book for the game of a session.
    ///
    /// # Errors
    ///
    /// If [`load`](Self::load) fails, or the book is for another game.
    pub fn load_for(path: &Path, session: &dyn Lookup) -> Result<Self, BookError> {
        let book = Self::load(path)?;
        book.check_game(session)?;
        Ok(book)
    }

    /// Writes a file, whole or not at all. If the process or the machine goes down, either the old
    /// book or the new one is there. If the path is a link, the file that it leads to is written.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        replace(path, &self.to_bytes())
    }
}

fn read_entry(bytes: &[u8; ENTRY]) -> Keyed {
    let [key @ .., v0, v1, v2, v3, depth, _, _, _] = *bytes;
    let value = i32::from_le_bytes([v0, v1, v2, v3]);
    Keyed { key: u64::from_le_bytes(key), entry: BookEntry { value, depth } }
}
