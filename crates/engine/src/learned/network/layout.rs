//! Where the parts of a model stand in a line of sums, and the rows that a network adds up.

use super::sum_line::{BLOCK, Block, SumLine, SumRows};
use crate::learned::alphabet::CODES;
use crate::learned::features::{Features, SlotGroup, Tuple};
use crate::learned::model::Model;
use crate::learned::scales::{ACTIVITY, OUTPUT};
use sarsen_core::game::Player;
use sarsen_core::game::board::PlaceCode;

/// What a code at a slot counts: the numbers of its rows, and 1 if it fills a place of the board.
/// The first row of each kind adds nothing. Codes that tell nothing have that one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct CodeRow {
    /// Its row for the hidden layer.
    pub(super) input: u32,
    /// Its row for the indices of tuples and the states of groups.
    pub(super) digit: u32,
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
    /// The number of units of the hidden layer, with images.
    units: usize,
    /// The number of blocks that they take.
    pub(super) hidden: usize,
    /// The number of blocks for the indices of the tuples and then the states of the groups.
    pub(super) digits: usize,
}

impl<'a> SumLayout<'a> {
    pub(super) fn of(model: &'a Model, features: &'a Features) -> Self {
        let is_whole = |tuple: &&Tuple| !features.tables[tuple.table].is_piece;
        let tuples: Vec<&Tuple> = features.tuples.iter().filter(is_whole).collect();
        let groups = features.seen_groups();
        let units = features.hidden() * features.unit_images.len();
        let hidden = units.div_ceil(BLOCK);
        let digits = (tuples.len() + groups.len()).div_ceil(BLOCK);
        Self { model, features, tuples, groups, units, hidden, digits }
    }

    /// The rows of all codes: those for the hidden layer, and those for tuples and groups. For each
    /// slot and code, the numbers of its two rows.
    pub(super) fn code_rows(&self) -> ([SumRows; 2], Vec<[u32; 2]>) {
        let alphabet = &self.features.alphabet;
        let (mut inputs, mut digits) = (SumRows::new(self.hidden), SumRows::new(self.digits));
        let none =
            [inputs.push(&SumLine::new(self.hidden).0), digits.push(&SumLine::new(self.digits).0)];
        let mut rows_of = vec![none; self.features.facts.slots() * CODES];
        for (unit, &slot) in alphabet.telling.iter().enumerate() {
            let rows_of = &mut rows_of[usize::from(slot) * CODES..][..CODES];
            let first = digits.len() as u32;
            for (digit, code) in alphabet.letters(slot).iter().enumerate() {
                let mut line = SumLine::new(self.hidden);
                self.add_inputs(&mut line, unit, digit);
                let input = inputs.push(&line.0);
                let mut line = SumLine::new(self.digits);
                for (sum, tuple) in self.tuples.iter().enumerate() {
                    if let Some(place) = tuple.place_of(slot) {
                        let read = self.features.readings[tuple.reading].of(slot, digit);
                        line.add(sum, (place * read) as i32);
                    }
                }
                for (group, sum) in self.groups.iter().zip(self.tuples.len()..) {
                    if group.slots.contains(&slot) {
                        line.add(sum, group.adds(alphabet, slot, digit));
                    }
                }
                // Codes that tables read as the same share a row.
                let same = (first..digits.len() as u32).find(|&row| digits.row(row) == line.0);
                let own = [input, same.unwrap_or_else(|| digits.push(&line.0))];
                if digit == 0 {
                    rows_of.fill(own);
                }
                rows_of[usize::from(code.0)] = own;
            }
        }
        ([inputs, digits], rows_of)
    }

    /// What each code at each slot counts for these eyes, by the numbers of the rows.
    pub(super) fn codes(&self, eyes: Player, rows_of: &[[u32; 2]]) -> Vec<CodeRow> {
        let facts = &self.features.facts;
        let row = |at: usize| {
            let (slot, code) = (at / CODES, PlaceCode((at % CODES) as u8));
            let (seen, code) = facts.seen_by(eyes, slot, code);
            let fills = facts.centres[slot].is_some() && code.kind().is_some();
            let [input, digit] = rows_of[seen * CODES + usize::from(code.0)];
            CodeRow { input, digit, fills: fills.into() }
        };
        (0..facts.slots() * CODES).map(row).collect()
    }

    /// What the states of the groups add to the hidden layer, after a row that adds nothing. For
    /// each group, the first of its rows.
    pub(super) fn group_inputs(&self) -> (SumRows, Vec<u32>) {
        let (mut inputs, mut first_rows) = (SumRows::new(self.hidden), Vec::new());
        inputs.push(&SumLine::new(self.hidden).0);
        for (group, unit) in self.groups.iter().zip(self.features.alphabet.telling.len()..) {
            first_rows.push(inputs.len() as u32);
            for state in 0..group.states() {
                let mut line = SumLine::new(self.hidden);
                self.add_inputs(&mut line, unit, state);
                inputs.push(&line.0);
            }
        }
        (inputs, first_rows)
    }

    /// For each set, what the hidden layer begins with.
    pub(super) fn origins(&self) -> SumRows {
        let mut origins = SumRows::new(self.hidden);
        let unit = self.features.alphabet.telling.len() + self.groups.len();
        for set in 0..self.features.sets() {
            let mut line = SumLine::new(self.hidden);
            self.add_inputs(&mut line, unit, set);
            for at in 0..self.units {
                line.add(at, activity(self.model.thresholds[at % self.features.hidden()]));
            }
            origins.push(&line.0);
        }
        origins
    }

    /// What the indices of tuples and the states of groups begin with.
    pub(super) fn first_digits(&self) -> Vec<Block> {
        let alphabet = &self.features.alphabet;
        let mut line = SumLine::new(self.digits);
        for (group, sum) in self.groups.iter().zip(self.tuples.len()..) {
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
