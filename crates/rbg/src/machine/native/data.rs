//! The tables that machine code reads. They stay where they are as long as the code does.

use std::collections::HashMap;

use super::unsupported::Unsupported;
use crate::machine::code::Code;
use crate::machine::op::NOWHERE;

/// A table, and how it is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DataTable {
    /// Where it is in memory.
    pub(super) address: u64,
    /// The number of entries for each place.
    pub(super) stride: usize,
}

/// What a table is made from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum DataSource {
    Step(u16),
    Spread(u16),
    Each(u16),
    Mask(u16),
    Words(u16),
    Set(u16),
}

/// All tables. In those with places, the place beyond the last one stands for none.
#[derive(Debug, Default)]
pub(super) struct NativeData {
    known: HashMap<DataSource, DataTable>,
    /// Boxes do not move.
    memory: Vec<Box<[u64]>>,
    bytes: usize,
}

/// The most bytes of all tables.
const MOST_BYTES: usize = 1 << 26;

impl NativeData {
    /// Whether places fit into bytes.
    pub(super) fn is_narrow(code: &Code) -> bool {
        code.places < 256
    }

    fn keep(&mut self, bytes: &[u8]) -> Result<u64, Unsupported> {
        self.bytes += bytes.len();
        if self.bytes > MOST_BYTES {
            return Err(Unsupported);
        }
        let mut words = vec![0_u64; bytes.len().div_ceil(8)].into_boxed_slice();
        bytemuck::cast_slice_mut::<u64, u8>(&mut words)[..bytes.len()].copy_from_slice(bytes);
        let address = words.as_ptr() as u64;
        self.memory.push(words);
        Ok(address)
    }

    fn table(
        &mut self,
        source: DataSource,
        stride: usize,
        bytes: impl FnOnce() -> Vec<u8>,
    ) -> Result<DataTable, Unsupported> {
        if let Some(&known) = self.known.get(&source) {
            return Ok(known);
        }
        let table = DataTable { address: self.keep(&bytes())?, stride };
        self.known.insert(source, table);
        Ok(table)
    }

    /// A table of places in as few bytes as possible.
    fn places(code: &Code, places: impl Iterator<Item = u16>) -> Vec<u8> {
        let none = code.places as u16;
        let places = places.map(|place| if place == NOWHERE { none } else { place });
        if Self::is_narrow(code) {
            places.map(|place| place as u8).collect()
        } else {
            places.flat_map(u16::to_le_bytes).collect()
        }
    }

    /// Where each place leads.
    pub(super) fn step(&mut self, code: &Code, table: u16) -> Result<DataTable, Unsupported> {
        let steps = &code.steps[usize::from(table) * code.places..][..code.places];
        self.table(DataSource::Step(table), 1, || Self::places(code, steps.iter().copied()))
    }

    /// To which places each place leads. Each list ends with none.
    pub(super) fn spread(&mut self, code: &Code, table: u16) -> Result<DataTable, Unsupported> {
        let spread = &code.spreads[usize::from(table)];
        let list = |place: usize| {
            &spread.targets[spread.first[place] as usize..spread.first[place + 1] as usize]
        };
        let stride = (0..code.places).map(|place| list(place).len() + 1).max().unwrap_or(1);
        if stride * code.places * 2 > MOST_BYTES {
            return Err(Unsupported);
        }
        self.table(DataSource::Spread(table), stride, || {
            let all = (0..code.places).flat_map(|place| {
                list(place).iter().copied().chain(std::iter::repeat(NOWHERE)).take(stride)
            });
            Self::places(code, all)
        })
    }

    /// The places of a mask. The list ends with none.
    pub(super) fn each(&mut self, code: &Code, mask: u16) -> Result<DataTable, Unsupported> {
        self.table(DataSource::Each(mask), 0, || {
            let places = (0..code.places).filter(|&place| code.has(mask, place));
            let places = places.map(|place| place as u16);
            Self::places(code, places.chain(std::iter::once(NOWHERE)))
        })
    }

    /// A byte for each place: 1 if it is in the mask.
    pub(super) fn mask(&mut self, code: &Code, mask: u16) -> Result<DataTable, Unsupported> {
        self.table(DataSource::Mask(mask), 1, || {
            (0..code.places).map(|place| u8::from(code.has(mask, place))).collect()
        })
    }

    /// The words of a mask.
    pub(super) fn words(&mut self, code: &Code, mask: u16) -> Result<DataTable, Unsupported> {
        let words = &code.masks[usize::from(mask) * code.words..][..code.words];
        self.table(DataSource::Words(mask), 1, || {
            words.iter().flat_map(|word| word.to_ne_bytes()).collect()
        })
    }

    /// A byte for each piece: 1 if it is in the set.
    pub(super) fn set(&mut self, code: &Code, set: u16) -> Result<DataTable, Unsupported> {
        let set_table = &code.sets[usize::from(set)];
        self.table(DataSource::Set(set), 1, || set_table.iter().map(|&is| u8::from(is)).collect())
    }
}
