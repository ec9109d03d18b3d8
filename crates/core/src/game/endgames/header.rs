//! The header of a part of endgame tables: what it is about, and where its blocks are.

use crc32fast::hash;

/// What every file begins with.
pub(super) const MAGIC: [u8; 8] = *b"SarsenEG";

/// The version of the form of the file.
const VERSION: u32 = 1;

/// What a part says about itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EndgameSummary {
    /// The game.
    pub game: String,
    /// The name of the part: a word.
    pub part: String,
    /// The number of its bytes. Some of them may stand for no position.
    pub size: u64,
    /// In how many positions the player to move wins, draws and loses.
    pub counts: [u64; 3],
    /// The plies of the longest win.
    pub longest: u32,
}

/// Where a compressed block is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BlockPlace {
    pub(super) from: usize,
    pub(super) length: usize,
}

/// Writes the header for blocks that follow it.
pub(super) fn write(summary: &EndgameSummary, blocks: &[Vec<u8>]) -> Vec<u8> {
    let mut out = Vec::new();
    for text in [&summary.game, &summary.part] {
        out.push(text.len() as u8);
        out.extend_from_slice(text.as_bytes());
    }
    out.extend_from_slice(&summary.size.to_le_bytes());
    for count in summary.counts {
        out.extend_from_slice(&count.to_le_bytes());
    }
    out.extend_from_slice(&summary.longest.to_le_bytes());
    for block in blocks {
        out.extend_from_slice(&(block.len() as u32).to_le_bytes());
        out.extend_from_slice(&hash(block).to_le_bytes());
    }
    let mut all = MAGIC.to_vec();
    all.extend_from_slice(&VERSION.to_le_bytes());
    all.extend_from_slice(&(out.len() as u32).to_le_bytes());
    all.extend_from_slice(&hash(&out).to_le_bytes());
    all.extend_from_slice(&out);
    all
}

/// Reads the header of a whole file, and checks all checksums. `block_size` is the number of bytes
/// of a block before it was compressed.
pub(super) fn read(
    file: &[u8],
    block_size: u64,
) -> Result<(EndgameSummary, Vec<BlockPlace>), String> {
    let mut rest = ByteReader { all: file, at: 0 };
    if rest.take(8)? != MAGIC {
        return Err("this is no part of endgame tables".to_owned());
    }
    let version = rest.number()?;
    if version != VERSION {
        return Err(format!("its version is {version}, and this program knows {VERSION}"));
    }
    let (length, checksum) = (rest.number()?, rest.number()?);
    let header = rest.take(length as usize)?;
    if hash(header) != checksum {
        return Err("its header is damaged".to_owned());
    }
    let mut fields = ByteReader { all: header, at: 0 };
    let (game, part) = (fields.text()?, fields.text()?);
    let size = fields.long()?;
    let counts = [fields.long()?, fields.long()?, fields.long()?];
    let longest = fields.number()?;
    let mut blocks = Vec::new();
    for at in 0..size.div_ceil(block_size) {
        let (length, checksum) = (fields.number()? as usize, fields.number()?);
        let from = rest.at;
        if hash(rest.take(length)?) != checksum {
            return Err(format!("block {} is damaged", at + 1));
        }
        blocks.push(BlockPlace { from, length });
    }
    if fields.at != header.len() || rest.at != file.len() {
        return Err("it is longer than its header says".to_owned());
    }
    Ok((EndgameSummary { game, part, size, counts, longest }, blocks))
}

/// ByteReader that are read one after another.
struct ByteReader<'a> {
    all: &'a [u8],
    at: usize,
}

impl<'a> ByteReader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], String> {
        let end = self.at.checked_add(length).filter(|&end| end <= self.all.len());
        let end = end.ok_or("it ends too soon")?;
        let part = &self.all[self.at..end];
        self.at = end;
        Ok(part)
    }

    fn number(&mut self) -> Result<u32, String> {
        self.take(4).map(|bytes| u32::from_le_bytes(bytes.try_into().unwrap_or_default()))
    }

    fn long(&mut self) -> Result<u64, String> {
        self.take(8).map(|bytes| u64::from_le_bytes(bytes.try_into().unwrap_or_default()))
    }

    fn text(&mut self) -> Result<String, String> {
        let length = self.take(1)?[0];
        let text = str::from_utf8(self.take(length.into())?);
        Ok(text.map_err(|_| "its header is damaged")?.to_owned())
    }
}
