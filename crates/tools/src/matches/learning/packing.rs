//! The positions of some games as bytes. So they are in the file of progress, and so they come from
//! other machines.

use std::io::{BufReader, Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use super::games::Seen;
use sarsen_core::game::board::PlaceCode;

/// The bytes of a position after its codes.
const FACTS: usize = 5;

/// A whole point as it is written.
const WHOLE: f32 = 65_535.0;

/// The positions that were seen in some games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PackedGames {
    /// The number of games.
    pub(super) games: u32,
    /// The number of positions.
    pub(super) count: u64,
    /// The positions, packed with a check sum. Of each the codes, then whose turn it is and what is
    /// known, then the expectation, then the result.
    pub(super) bytes: Vec<u8>,
}

/// The bytes are not those of so many positions.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct DamagedGames;

impl PackedGames {
    /// Packs what was seen in so many games.
    pub(super) fn of(games: u32, seen: &[Seen]) -> std::io::Result<Self> {
        let mut out = ZlibEncoder::new(Vec::new(), Compression::fast());
        for Seen { codes, is_second, expected, result, is_proven } in seen {
            out.write_all(bytemuck::cast_slice(codes))?;
            let known = [*is_second, *is_proven, expected.is_some(), result.is_some()];
            let flags = known.iter().rev().fold(0, |flags, &flag| flags << 1 | u8::from(flag));
            out.write_all(&[flags])?;
            for points in [expected, result] {
                let points = (points.unwrap_or(0.0) * WHOLE).round() as u16;
                out.write_all(&points.to_le_bytes())?;
            }
        }
        Ok(Self { games, count: seen.len() as u64, bytes: out.finish()? })
    }

    /// Gives all positions to `take`, for a board with so many slots.
    pub(super) fn each(
        &self,
        slots: usize,
        mut take: impl FnMut(Seen),
    ) -> Result<(), DamagedGames> {
        let mut plain = BufReader::new(ZlibDecoder::new(&*self.bytes));
        let mut one = vec![0; slots + FACTS];
        for _ in 0..self.count {
            plain.read_exact(&mut one).map_err(|_| DamagedGames)?;
            take(unpacked(&one, slots).ok_or(DamagedGames)?);
        }
        // The check sum is at the end.
        match plain.read(&mut one) {
            Ok(0) => Ok(()),
            _ => Err(DamagedGames),
        }
    }
}

/// A position from its bytes. None if it is damaged.
fn unpacked(bytes: &[u8], slots: usize) -> Option<Seen> {
    let (codes, rest) = bytes.split_at_checked(slots)?;
    let &[flags @ 0..16, a, b, c, d] = rest else { return None };
    let has = |flag: u8| flags >> flag & 1 != 0;
    let [expected, result] =
        [[a, b], [c, d]].map(|bytes| f32::from(u16::from_le_bytes(bytes)) / WHOLE);
    Some(Seen {
        codes: codes.iter().map(|&code| PlaceCode(code)).collect(),
        is_second: has(0),
        is_proven: has(1),
        expected: has(2).then_some(expected),
        result: has(3).then_some(result),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_as_they_were_written() {
        let seen = |number: u8| Seen {
            codes: vec![PlaceCode(number), PlaceCode(2)],
            is_second: number.is_multiple_of(2),
            expected: (!number.is_multiple_of(3)).then_some(f32::from(number) / 255.0),
            result: (!number.is_multiple_of(5)).then_some(f32::from(number) / 51.0),
            is_proven: number % 3 == 1,
        };
        let all: Vec<Seen> = (0..30).map(seen).collect();
        let packed = PackedGames::of(3, &all).unwrap();
        assert_eq!((packed.games, packed.count), (3, 30));
        let mut read = Vec::new();
        packed.each(2, |seen| read.push(seen)).unwrap();
        assert_eq!(read, all);
        let mut cut = packed.bytes.clone();
        cut.truncate(cut.len() - 2);
        let mut changed = packed.bytes.clone();
        *changed.last_mut().unwrap() ^= 1;
        for (slots, count, bytes) in [
            (3, 30, &packed.bytes),
            (2, 29, &packed.bytes),
            (2, u64::MAX, &packed.bytes),
            (2, 30, &cut),
            (2, 30, &changed),
            (2, 30, &Vec::new()),
        ] {
            let damaged = PackedGames { games: 3, count, bytes: bytes.clone() };
            assert_eq!(damaged.each(slots, |_| {}), Err(DamagedGames), "{slots} {count}");
        }
    }
}
