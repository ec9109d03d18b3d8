//! The values of all positions with as many plies.

use std::collections::BTreeSet;

use super::coder::{Decoder, Odds, encode};
use crate::session::{KeptValue, NumberedOpenings};
use sarsen_core::game::value::{INFINITE, Value};
use sarsen_core::game::{CLASSES, NumberedPlace};

/// The number of slots that are coded together. A page begins a new block.
const BLOCK: u32 = 256;

/// A layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Layer {
    /// The values by their symbols, which count from 1. Symbol 0 stands for an unknown value.
    values: Vec<Value>,
    /// The odds of the symbols in each class.
    odds: Vec<Odds>,
    /// Where each block begins, and where the last one ends.
    starts: Vec<u32>,
    bytes: Vec<u8>,
}

/// The blocks of a layer, in order: the page, and the slots.
fn blocks(
    openings: &dyn NumberedOpenings,
    ply: u32,
) -> impl Iterator<Item = (u32, std::ops::Range<u32>)> {
    let slots = openings.slots(ply);
    let starts = move || (0..slots).step_by(BLOCK as usize);
    (0..openings.pages(ply))
        .flat_map(move |page| starts().map(move |from| (page, from..slots.min(from + BLOCK))))
}

/// The number of blocks on a page with this many slots.
fn blocks_of_page(slots: u32) -> u32 {
    slots.div_ceil(BLOCK)
}

impl Layer {
    /// Packs the values of all positions with this many plies.
    pub(super) fn pack(
        openings: &dyn NumberedOpenings,
        ply: u32,
        value_of: &dyn Fn(NumberedPlace) -> Option<Value>,
    ) -> Self {
        let kept = |page, slots: std::ops::Range<u32>| {
            let places = slots.map(move |slot| NumberedPlace { ply, page, slot });
            places.filter_map(|place| match openings.kept(place)? {
                KeptValue::Nothing(_) => None,
                KeptValue::OfClass(class) => Some((usize::from(class), value_of(place))),
            })
        };
        let all: Vec<Vec<_>> =
            blocks(openings, ply).map(|(page, slots)| kept(page, slots).collect()).collect();
        let values: BTreeSet<Value> =
            all.iter().flatten().filter_map(|(_, value)| *value).collect();
        let values: Vec<Value> = values.into_iter().collect();
        let symbol = |value: Option<Value>| {
            value.and_then(|value| values.binary_search(&value).ok()).map_or(0, |at| at + 1)
        };
        let mut counts = vec![vec![0; values.len() + 1]; CLASSES];
        for (class, value) in all.iter().flatten() {
            counts[*class][symbol(*value)] += 1;
        }
        let odds: Vec<Odds> = counts.iter().map(|counts| Odds::from_counts(counts)).collect();
        let (mut starts, mut bytes) = (vec![0], Vec::new());
        for block in &all {
            let symbols: Vec<_> =
                block.iter().map(|&(class, value)| (symbol(value), &odds[class])).collect();
            bytes.extend(encode(&symbols));
            starts.push(bytes.len() as u32);
        }
        Self { values, odds, starts, bytes }
    }

    /// The value at a place where one is kept. None if it is not known.
    pub(super) fn get(
        &self,
        openings: &dyn NumberedOpenings,
        place: NumberedPlace,
    ) -> Option<Value> {
        let NumberedPlace { ply, page, slot } = place;
        let number = page * blocks_of_page(openings.slots(ply)) + slot / BLOCK;
        let block = (page, slot / BLOCK * BLOCK..slot + 1);
        let mut found = None;
        self.decode(openings, ply, number, block, &mut |at, value| {
            if at == place {
                found = value;
            }
        });
        found
    }

    /// Calls `each` with every value that is known and kept.
    pub(super) fn for_each(
        &self,
        openings: &dyn NumberedOpenings,
        ply: u32,
        each: &mut dyn FnMut(NumberedPlace, Value),
    ) {
        for (block, number) in blocks(openings, ply).zip(0..) {
            self.decode(openings, ply, number, block, &mut |place, value| {
                if let Some(value) = value {
                    each(place, value);
                }
            });
        }
    }

    /// Decodes the first slots of a block. There is nothing to decode if there is no such block.
    fn decode(
        &self,
        openings: &dyn NumberedOpenings,
        ply: u32,
        number: u32,
        (page, slots): (u32, std::ops::Range<u32>),
        each: &mut dyn FnMut(NumberedPlace, Option<Value>),
    ) {
        let starts = self.starts.get(number as usize..).and_then(|starts| starts.first_chunk());
        let Some(&[from, to]) = starts else { return };
        let mut decoder = Decoder::new(&self.bytes[from as usize..to as usize]);
        for slot in slots {
            let place = NumberedPlace { ply, page, slot };
            if let Some(KeptValue::OfClass(class)) = openings.kept(place) {
                let symbol = decoder.next(&self.odds[usize::from(class)]);
                let value = symbol.checked_sub(1).and_then(|at| self.values.get(at));
                each(place, value.copied());
            }
        }
    }

    /// Whether no value is known.
    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Whether there are as many blocks as these openings need.
    pub(super) fn fits(&self, openings: &dyn NumberedOpenings, ply: u32) -> bool {
        let blocks =
            u64::from(openings.pages(ply)) * u64::from(blocks_of_page(openings.slots(ply)));
        self.starts.len() as u64 == blocks + 1
    }

    /// Writes the layer as it stands in a file.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.values.len() as u8);
        bytes.extend(self.values.iter().flat_map(|value| value.to_le_bytes()));
        for odds in &self.odds {
            bytes.extend(odds.odds().flat_map(u16::to_le_bytes));
        }
        bytes.extend((self.starts.len() as u32 - 1).to_le_bytes());
        for pair in self.starts.windows(2) {
            bytes.extend(((pair[1] - pair[0]) as u16).to_le_bytes());
        }
        bytes.extend(&self.bytes);
    }

    /// Reads a layer, and leaves what comes after it. None if it is damaged.
    pub(super) fn read(bytes: &mut &[u8]) -> Option<Self> {
        let [count] = *bytes.split_off(..1)?.first_chunk()?;
        let values = bytes.split_off(..4 * usize::from(count))?;
        let values: Vec<Value> =
            values.as_chunks().0.iter().map(|bytes| Value::from_le_bytes(*bytes)).collect();
        if values.iter().any(|value| value.unsigned_abs() >= INFINITE as u32) {
            return None;
        }
        let mut odds = Vec::new();
        for _ in 0..CLASSES {
            let of_class = bytes.split_off(..2 * (values.len() + 1))?;
            let of_class = of_class.as_chunks().0.iter().map(|bytes| u16::from_le_bytes(*bytes));
            odds.push(Odds::from_odds(of_class)?);
        }
        let blocks = u32::from_le_bytes(*bytes.split_off(..4)?.first_chunk()?) as usize;
        let lengths = bytes.split_off(..blocks.checked_mul(2)?)?;
        let mut starts = vec![0_u32];
        for length in lengths.as_chunks().0 {
            let length = u32::from(u16::from_le_bytes(*length));
            starts.push(starts[starts.len() - 1].checked_add(length)?);
        }
        let bytes = bytes.split_off(..starts[starts.len() - 1] as usize)?.to_vec();
        Some(Self { values, odds, starts, bytes })
    }
}
