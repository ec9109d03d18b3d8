//! Where the parts of a model stand in a line of sums, and the rows that a network adds up.

use super::sum_line::{BLOCK, Block, SumLine};
use crate::learned::alphabet::CODES;
use crate::learned::features::{Features, SlotGroup, Tuple};
use crate::learned::model::Model;
use crate::learned::scales::{ACTIVITY, OUTPUT};
use sarsen_core::game::Player;
use sarsen_core::game::board::PlaceCode;

/// What a code at a slot counts.
#[derive(Clone, Copy, Default)]
pub(super) struct CodeRow {
    /// The number of its row. Codes that tell nothing have the first row, which adds nothing.
    pub(super) row: u16,
    /// 1 if it fills a place of the board.
    pub(super) fills: u16,
}

/// A model, and where each of its parts stands in a line of sums.
pub(super) struct SumLayout<'a> {
    model: &'a Model,
    features: &'a Features,
    /// The tuples that have an index. They are pieces of no other.
    pub(super) tuples: Vec<&'a Tuple>,
    /// The groups that have a state.
    pub(super) groups: &'a [SlotGroup],
    /// The number of units of the hidden layer, with images. Their sums come first.
    units: usize,
    /// The number of blocks that they take.
    pub(super) hidden: usize,
    /// The sum that is the index of the first tuple.
    first_tuple: usize,
    /// The sum that is the state of the first group.
    first_group: usize,
    /// The number of blocks of a line.
    pub(super) blocks: usize,
}

impl<'a> SumLayout<'a> {
    pub(super) fn of(model: &'a Model, features: &'a Features) -> Self {
        let is_whole = |tuple: &&Tuple| !features.tables[tuple.table].is_piece;
        let tuples: Vec<&Tuple> = features.tuples.iter().filter(is_whole).collect();
        let groups = features.seen_groups();
        let units = features.hidden() * features.unit_images.len();
        let hidden = units.div_ceil(BLOCK);
        let first_tuple = hidden * BLOCK;
        let first_group = first_tuple + tuples.len();
        let blocks = (first_group + groups.len()).div_ceil(BLOCK);
        Self { model, features, tuples, groups, units, hidden, first_tuple, first_group, blocks }
    }

    /// The rows of all codes, block after block, and for each slot and code the number of its row.
    pub(super) fn code_rows(&self) -> (Vec<Block>, Vec<u16>) {
        let alphabet = &self.features.alphabet;
        let mut rows = SumLine::new(self.blocks).0;
        let mut row_of = vec![0; self.features.facts.slots() * CODES];
        for (unit, &slot) in alphabet.telling.iter().enumerate() {
            let first = rows.len() / self.blocks;
            let row_of = &mut row_of[usize::from(slot) * CODES..][..CODES];
            row_of.fill(first as u16);
            for (digit, code) in alphabet.letters(slot).iter().enumerate() {
                row_of[usize::from(code.0)] = (first + digit) as u16;
                let mut line = SumLine::new(self.blocks);
                self.add_inputs(&mut line, unit, digit);
                for (tuple, sum) in self.tuples.iter().zip(self.first_tuple..) {
                    if let Some(place) = tuple.place_of(slot) {
                        let read = self.features.readings[tuple.reading].of(slot, digit);
                        line.add(sum, (place * read) as i32);
                    }
                }
                for (group, sum) in self.groups.iter().zip(self.first_group..) {
                    if group.slots.contains(&slot) {
                        line.add(sum, group.adds(alphabet, slot, digit));
                    }
                }
                rows.extend(line.0);
            }
        }
        (rows, row_of)
    }

    /// What each code at each slot counts for these eyes, by the numbers of the rows.
    pub(super) fn codes(&self, eyes: Player, row_of: &[u16]) -> Vec<CodeRow> {
        let facts = &self.features.facts;
        let row = |at: usize| {
            let (slot, code) = (at / CODES, PlaceCode((at % CODES) as u8));
            let (seen, code) = facts.seen_by(eyes, slot, code);
            let fills = facts.centres[slot].is_some() && code.kind().is_some();
            CodeRow { row: row_of[seen * CODES + usize::from(code.0)], fills: fills.into() }
        };
        (0..facts.slots() * CODES).map(row).collect()
    }

    /// What the states of the groups add to the hidden layer, block after block, and for each group
    /// the first of its rows.
    pub(super) fn group_inputs(&self) -> (Vec<Block>, Vec<u32>) {
        let (mut inputs, mut first_rows) = (Vec::new(), Vec::new());
        for (group, unit) in self.groups.iter().zip(self.features.alphabet.telling.len()..) {
            first_rows.push((inputs.len() / self.hidden) as u32);
            for state in 0..group.states() {
                let mut line = SumLine::new(self.hidden);
                self.add_inputs(&mut line, unit, state);
                inputs.extend(line.0);
            }
        }
        (inputs, first_rows)
    }

    /// What the sums of a set begin with.
    pub(super) fn origin(&self, set: usize) -> Vec<Block> {
        let alphabet = &self.features.alphabet;
        let mut line = SumLine::new(self.blocks);
        self.add_inputs(&mut line, alphabet.telling.len() + self.groups.len(), set);
        for at in 0..self.units {
            line.add(at, activity(self.model.thresholds[at % self.features.hidden()]));
        }
        for (group, sum) in self.groups.iter().zip(self.first_group..) {
            let fixed = group.slots.iter().filter(|slot| !alphabet.telling.contains(slot));
            let fixed = fixed.map(|&slot| group.adds(alphabet, slot, 0));
            line.add(sum, group.origin() + fixed.sum::<i32>());
        }
        line.0
    }

    /// What each unit adds to the value.
    pub(super) fn outputs(&self) -> Vec<Block> {
        let mut outputs = SumLine::new(self.hidden);
        for at in 0..self.units {
            let output = self.model.outputs[at % self.features.hidden()] * OUTPUT as f32;
            outputs.add(at, output.round() as i32);
        }
        outputs.0
    }

    /// Adds the inputs of a state of a unit: what all images of the hidden layer get.
    fn add_inputs(&self, line: &mut SumLine, unit: usize, state: usize) {
        let hidden = self.features.hidden();
        for (at, image) in self.features.unit_images.iter().enumerate() {
            let row = self.features.units[usize::from(image[unit])].first as usize + state;
            let row = &self.model.inputs[row * hidden..][..hidden];
            for (j, &input) in row.iter().enumerate() {
                line.add(at * hidden + j, activity(input));
            }
        }
    }
}

/// A number of the hidden layer as a whole number.
fn activity(number: f32) -> i32 {
    (number * ACTIVITY as f32).round() as i32
}
