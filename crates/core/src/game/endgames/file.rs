//! A part of endgame tables: a byte for each position, compressed in blocks.

use std::borrow::Cow;
use std::io::{Read, Write};
use std::sync::OnceLock;

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::header::{self, BlockPlace, EndgameSummary};

/// The bytes of a block before it is compressed, as a power of two.
const BLOCK_BITS: u32 = 15;

/// The bytes of a block before it is compressed.
const BLOCK: usize = 1 << BLOCK_BITS;

/// A part of endgame tables in memory. Its blocks are unpacked when they are first needed.
pub struct EndgameFile {
    summary: EndgameSummary,
    /// The whole file.
    bytes: Cow<'static, [u8]>,
    blocks: Vec<BlockPlace>,
    unpacked: Box<[OnceLock<Box<[u8]>>]>,
}

impl EndgameFile {
    /// Reads the bytes of a file, and checks that they are whole.
    ///
    /// # Errors
    ///
    /// Says what is wrong with them.
    pub fn read(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Self, String> {
        let bytes = bytes.into();
        let (summary, blocks) = header::read(&bytes, BLOCK as u64)?;
        let unpacked = blocks.iter().map(|_| OnceLock::new()).collect();
        Ok(Self { summary, bytes, blocks, unpacked })
    }

    /// The bytes of the file of a part with these values. The size in the summary is set. The same
    /// values give the same bytes.
    #[must_use]
    pub fn write(summary: EndgameSummary, values: &[u8]) -> Vec<u8> {
        let summary = EndgameSummary { size: values.len() as u64, ..summary };
        let blocks: Vec<Vec<u8>> = values.chunks(BLOCK).map(pack).collect();
        let mut out = header::write(&summary, &blocks);
        blocks.iter().for_each(|block| out.extend_from_slice(block));
        out
    }

    /// What the part says about itself.
    #[must_use]
    pub fn summary(&self) -> &EndgameSummary {
        &self.summary
    }

    /// The file as it was read.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The value with this number. None if there is none.
    #[inline]
    #[must_use]
    pub fn value(&self, at: u64) -> Option<u8> {
        let block = (at >> BLOCK_BITS) as usize;
        let values = self.unpacked.get(block)?.get_or_init(|| self.unpack(block));
        values.get(at as usize & (BLOCK - 1)).copied()
    }

    /// A block. It is empty if it cannot be unpacked, although its checksum is right.
    #[cold]
    fn unpack(&self, block: usize) -> Box<[u8]> {
        let BlockPlace { from, length } = self.blocks[block];
        let mut values = Vec::with_capacity(BLOCK);
        let packed = DeflateDecoder::new(&self.bytes[from..from + length]);
        match packed.take(BLOCK as u64).read_to_end(&mut values) {
            Ok(_) => values.into(),
            Err(error) => {
                log::error!("endgame tables, part {}: {error}", self.summary.part);
                Box::default()
            }
        }
    }
}

/// Compresses a block.
fn pack(values: &[u8]) -> Vec<u8> {
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
    // Nothing can fail: the output is memory.
    let written = packer.write_all(values).and_then(|()| packer.finish());
    written.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(count: usize) -> Vec<u8> {
        let values: Vec<u8> = (0..count).map(|at| (at * at / 1000) as u8).collect();
        let summary =
            EndgameSummary { game: "draughts".into(), part: "a".into(), ..Default::default() };
        EndgameFile::write(summary, &values)
    }

    #[test]
    fn what_is_written_is_read() {
        for count in [0, 1, BLOCK - 1, BLOCK, 3 * BLOCK + 7] {
            let file = EndgameFile::read(file(count)).unwrap();
            assert_eq!(file.summary().size, count as u64);
            for at in (0..count).step_by(977).chain(count.checked_sub(1)) {
                assert_eq!(file.value(at as u64), Some((at * at / 1000) as u8), "{at} of {count}");
            }
            assert_eq!(file.value(count as u64), None);
            assert_eq!(file.value(u64::MAX), None);
        }
    }

    /// Every wrong byte is noticed, and every end that comes too soon.
    #[test]
    fn damage_is_noticed() {
        let whole = file(BLOCK + 100);
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (at % 8);
            assert!(EndgameFile::read(bytes).is_err(), "byte {at}");
        }
        for length in 0..whole.len() {
            assert!(EndgameFile::read(whole[..length].to_vec()).is_err(), "{length} bytes");
        }
        let longer = [whole, vec![0]].concat();
        assert_eq!(EndgameFile::read(longer).err().unwrap(), "it is longer than its header says");
    }
}
