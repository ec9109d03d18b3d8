//! The model as it is computed while the engine plays: in whole numbers, with vectors.
//!
//! Each code on the board adds two rows of numbers to sums: one to the units of the hidden layer,
//! and one to the index of each tuple in its table and the state of each group that the hidden
//! layer sees. Then each such group adds a row to the hidden layer, and the tables are looked up.
//!
//! Most positions differ little from the one evaluated before. So the sums of that one are kept,
//! and only what is different is added and taken away.

mod code_letters;
mod layout;
mod sum_line;
mod tables;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::alphabet::CODES;
use super::board_facts::MOST_SLOTS;
use super::features::Features;
use super::model::{MOST_ACTIVITY, Model};
use super::scales::{ACTIVITY, OUTPUT, POINT, POINTS};
use code_letters::CodeLetters;
use layout::{CodeRow, SumLayout};
use sarsen_core::game::Player;
use sarsen_core::game::board::PlaceCode;
use sarsen_core::game::value::Value;
use sarsen_core::sys::processor::{Computation, Processor, run_at_best};
use sum_line::{BLOCK, Block, SumRows};
use tables::lay_out;

/// The greatest number of blocks of sums: of the hidden layer, and of indices and states.
const MOST_HIDDEN: usize = 16;
const MOST_DIGITS: usize = 64;

/// Codes are compared this many at a time.
pub(super) const WORD: usize = 8;

/// A model, ready to be computed.
pub(super) struct Network {
    /// A number that no other network has.
    id: u64,
    /// What codes count.
    letters: CodeLetters,
    /// What codes add to the hidden layer, and to the indices and states.
    inputs: SumRows,
    digits: SumRows,
    /// For each set, what the hidden layer begins with.
    origins: SumRows,
    /// For the eyes of each player, the sums of a board with nothing on it.
    empty: [Sums; 2],
    /// What each unit adds to the value.
    outputs: Vec<Block>,
    /// For each tuple and group, where its part of a set of tables begins.
    firsts: Vec<u32>,
    /// The number of tuples. Groups follow them.
    tuples: usize,
    /// For each group, the first of its rows, and what its states add to the hidden layer.
    group_rows: Vec<u32>,
    group_inputs: SumRows,
    /// The tables of all sets.
    tables: Vec<i16>,
    /// The size of the tables of one set.
    set: usize,
    /// For each set, what is added to all values.
    bias: Vec<i32>,
}

/// The sums of the position evaluated before, for the eyes of one player.
#[derive(Clone)]
pub(super) struct Sums {
    /// The network that they belong to. 0 for none.
    id: u64,
    codes: [PlaceCode; MOST_SLOTS],
    filled: u16,
    set: usize,
    hidden: [Block; MOST_HIDDEN],
    digits: [Block; MOST_DIGITS],
    /// The states of the groups.
    states: Block,
    /// Room for the rows that are taken away and added.
    changes: [[[u32; 2]; MOST_SLOTS]; 2],
}

impl Sums {
    /// The sums of no position.
    pub(super) const NONE: Self = Self {
        id: 0,
        codes: [PlaceCode::EMPTY; MOST_SLOTS],
        filled: 0,
        set: 0,
        hidden: [[0; BLOCK]; MOST_HIDDEN],
        digits: [[0; BLOCK]; MOST_DIGITS],
        states: [0; BLOCK],
        changes: [[[0; 2]; MOST_SLOTS]; 2],
    };

    /// Whether they belong to a network.
    pub(super) fn are_of(&self, network: &Network) -> bool {
        self.id == network.id
    }
}

impl Network {
    /// A model in whole numbers. None if the board is too complicated for the sums.
    pub(super) fn new(model: &Model, features: &Features) -> Option<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let layout = SumLayout::of(model, features);
        let is_small = layout.hidden <= MOST_HIDDEN && layout.digits <= MOST_DIGITS;
        if !is_small || layout.groups.len() > BLOCK {
            return None;
        }
        let ([inputs, digits], rows_of) = layout.code_rows();
        let codes = [Player::First, Player::Second].map(|eyes| layout.codes(eyes, &rows_of));
        let (group_inputs, group_rows) = layout.group_inputs();
        let (tables, firsts) = lay_out(model, features);
        let of_tuples = layout.tuples.iter().map(|tuple| tuple.table);
        let of_groups = layout.groups.iter().map(|group| group.table);
        let bias = model.bias.iter().map(|bias| (bias * (POINT * POINTS) as f32).round() as i32);
        let mut network = Self {
            id: NEXT.fetch_add(1, Relaxed),
            letters: CodeLetters::of(&codes),
            inputs,
            digits,
            origins: layout.origins(),
            empty: [Sums::NONE, Sums::NONE],
            outputs: layout.outputs(),
            firsts: of_tuples.chain(of_groups).map(|table| firsts[table]).collect(),
            tuples: layout.tuples.len(),
            group_rows,
            group_inputs,
            set: tables.len() / features.sets(),
            tables,
            bias: bias.collect(),
        };
        let first_digits = layout.first_digits();
        network.empty = codes.map(|codes| network.sums_of_nothing(&first_digits, &codes));
        Some(network)
    }

    /// The sums of a board with nothing on it, where codes count this.
    fn sums_of_nothing(&self, first_digits: &[Block], codes: &[CodeRow]) -> Sums {
        let mut sums = Sums { id: self.id, ..Sums::NONE };
        let Sums { hidden, digits, states, .. } = &mut sums;
        let hidden = &mut hidden[..self.inputs.width()];
        let digits = &mut digits[..self.digits.width()];
        hidden.copy_from_slice(self.origins.row(0));
        digits.copy_from_slice(first_digits);
        for row in codes.iter().step_by(CODES) {
            self.inputs.change(hidden, &[[0, row.input]]);
            self.digits.change(digits, &[[0, row.digit]]);
        }
        let groups = digits.as_flattened()[self.tuples..].iter().zip(&self.group_rows);
        for ((&state, first), kept) in groups.zip(states) {
            self.group_inputs.change(hidden, &[[0, first + u32::from(state as u16)]]);
            *kept = state;
        }
        sums
    }

    /// The value of a board with these codes for these eyes. Empty codes follow up to a whole
    /// [word](WORD). `set` tells the set of weights for a number of filled places. The sums are
    /// those of any position before that these eyes saw.
    #[inline]
    pub(super) fn value(
        &self,
        codes: &[PlaceCode],
        eyes: Player,
        set: impl Fn(u16) -> usize,
        sums: &mut Sums,
    ) -> NetworkValue {
        run_at_best(ValueWork { network: self, codes, eyes, set, sums })
    }
}

struct ValueWork<'a, F> {
    network: &'a Network,
    codes: &'a [PlaceCode],
    eyes: Player,
    set: F,
    sums: &'a mut Sums,
}

impl<F: Fn(u16) -> usize> Computation for ValueWork<'_, F> {
    type Found = NetworkValue;

    #[inline(always)]
    fn run<P: Processor>(self, _: P) -> NetworkValue {
        let Self { network, codes, eyes, set, sums: kept } = self;
        if kept.id != network.id {
            kept.clone_from(&network.empty[eyes.index()]);
        }
        let Sums { filled, hidden, digits, states, changes: [inputs, indices], .. } = kept;
        let mut counts = [0; 2];
        let mut differ = |slot: usize, old: u8, new: u8| {
            let [old, new] = [old, new].map(|code| network.letters.row(eyes.index(), slot, code));
            *filled = *filled + new.fills - old.fills;
            inputs[counts[0]] = [old.input, new.input];
            counts[0] += 1;
            // Most tables do not tell all codes apart.
            indices[counts[1]] = [old.digit, new.digit];
            counts[1] += usize::from(old.digit != new.digit);
        };
        let words = codes.as_chunks::<WORD>().0.iter().zip(kept.codes.as_chunks_mut::<WORD>().0);
        for (number, (word, kept)) in words.enumerate() {
            let [old, new] = [*kept, *word].map(|word| u64::from_le_bytes(word.map(|code| code.0)));
            let mut rest = old ^ new;
            while rest != 0 {
                let shift = rest.trailing_zeros() / 8 * 8;
                rest &= !(0xff << shift);
                let slot = number * WORD + shift as usize / 8;
                differ(slot, (old >> shift) as u8, (new >> shift) as u8);
            }
            *kept = *word;
        }
        let hidden = &mut hidden[..network.inputs.width()];
        let set = set(*filled);
        if set != kept.set {
            network.origins.change(hidden, &[[kept.set as u32, set as u32]]);
            kept.set = set;
        }
        network.inputs.change(hidden, &inputs[..counts[0]]);
        network.digits.change(&mut digits[..network.digits.width()], &indices[..counts[1]]);
        let indices = &digits.as_flattened()[..network.firsts.len()];
        let tables = &network.tables[set * network.set..][..network.set];
        let mut tabled = network.bias[set];
        for (&index, &first) in indices.iter().zip(&network.firsts) {
            tabled += i32::from(tables[first as usize + usize::from(index as u16)]);
        }
        let groups = indices[network.tuples..].iter().zip(states).zip(&network.group_rows);
        for ((&new, old), &first) in groups {
            if new != *old {
                let rows = [*old, new].map(|state| first + u32::from(state as u16));
                network.group_inputs.change(hidden, &[rows]);
                *old = new;
            }
        }
        let mut value = 0_i64;
        for (sums, outputs) in hidden.iter().zip(&network.outputs) {
            // The products of a block are less than 2^30 together.
            let mut block = 0_i32;
            for (&sum, &output) in sums.iter().zip(outputs) {
                let most = (MOST_ACTIVITY * ACTIVITY as f32) as i16;
                block += i32::from(sum.clamp(0, most)) * i32::from(output);
            }
            value += i64::from(block);
        }
        NetworkValue { tabled, hidden: value }
    }
}

/// What a network tells of a position: the sum of the tables, and that of the hidden layer.
#[derive(Clone, Copy)]
pub(super) struct NetworkValue {
    tabled: i32,
    hidden: i64,
}

impl NetworkValue {
    /// In points, cut off.
    #[inline]
    pub(super) fn points(self) -> Value {
        let points = self.hidden * i64::from(POINTS) / i64::from(ACTIVITY * OUTPUT);
        self.tabled / POINT + points as Value
    }

    /// The logarithm of the odds of winning.
    #[inline]
    pub(super) fn log_odds(self) -> f64 {
        let tabled = f64::from(self.tabled) / f64::from(POINT * POINTS);
        tabled + self.hidden as f64 / f64::from(ACTIVITY * OUTPUT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learned::alphabet::filled_places;
    use crate::learned::features::Active;
    use crate::learned::scales::SCALES;
    use crate::learned::scatter::{Scatter, play_any};
    use crate::learned::{Alphabet, BoardFacts, PositionView};
    use sarsen_core::game::{Game, Position, Presentation, split_mix};

    /// The views of random games, their codes one after another, and the codes that nobody has seen
    /// yet.
    fn views(
        game: &Scatter,
        facts: &BoardFacts,
    ) -> (Vec<PositionView>, Vec<PlaceCode>, Vec<PlaceCode>) {
        let board = game.board().unwrap();
        let (mut views, mut codes, mut raw) = (Vec::new(), Vec::new(), Vec::new());
        let mut random = 1;
        for _ in 0..40 {
            let mut position = game.start();
            for _ in 0..80 {
                if position.outcome().is_some() {
                    break;
                }
                let first = codes.len();
                codes.resize(first + facts.slots(), PlaceCode::EMPTY);
                raw.resize(first + facts.slots(), PlaceCode::EMPTY);
                views.push(facts.view(board, &position, &mut codes[first..]));
                facts.look(board, &position, &mut raw[first..]);
                play_any(&mut position, &mut random);
            }
        }
        (views, codes, raw)
    }

    /// A network tells what the plain model tells, up to rounding.
    fn check(game: &Scatter) {
        let facts = BoardFacts::of(game.board(), &game.start()).unwrap();
        let (views, codes, raw) = views(game, &facts);
        let features = Features::new(facts.clone(), Alphabet::of(&facts, &codes));
        let mut model = Model::even(&features);
        let mut random = 2;
        // Numbers that whole numbers can stand for.
        for (part, scale) in model.parts_mut().into_iter().zip(SCALES) {
            for number in part {
                let whole = (split_mix(&mut random) % (scale as u64 / 2)) as i32 - scale / 4;
                *number = whole as f32 / scale as f32;
            }
        }
        let network = Network::new(&model, &features).unwrap();
        let (mut kept, mut active) = ([Sums::NONE, Sums::NONE], Active::default());
        let mut digits = vec![0; facts.slots()];
        let slots = facts.slots();
        let boards = codes.chunks_exact(slots).zip(raw.chunks_exact(slots));
        for (&view, (codes, raw)) in views.iter().zip(boards) {
            features.alphabet.spell(codes, &mut digits);
            let set = features.set(filled_places(&facts, codes), view);
            features.active(&digits, set, &mut active);
            let plain = model.value(&features, &active) * POINTS as f32;
            let kept = &mut kept[view.eyes.index()];
            let mut padded = raw.to_vec();
            padded.resize(slots.next_multiple_of(WORD), PlaceCode::EMPTY);
            let value = network
                .value(&padded, view.eyes, |filled| features.set(filled, view), kept)
                .points();
            assert!((value as f32 - plain).abs() < 2.5, "{game:?}: {value} {plain}");
        }
    }

    #[test]
    fn it_tells_what_the_model_tells() {
        check(&Scatter::grid(5, 4));
        check(&Scatter::grid(6, 6));
        check(&Scatter { kinds: 3, alike: false, ..Scatter::grid(8, 4) });
        check(&Scatter { hands: 12, kinds: 6, ..Scatter::grid(5, 3) });
    }

    /// Boards with as many places as can be, and many ways to fill them.
    #[test]
    fn the_largest_boards_are_not_too_complicated() {
        for kinds in [1, 2, 3, 6] {
            let game = Scatter { kinds, ..Scatter::grid(16, 16) };
            let facts = BoardFacts::of(game.board(), &game.start()).unwrap();
            assert_eq!(facts.slots(), MOST_SLOTS);
            let (_, codes, _) = views(&game, &facts);
            let features = Features::new(facts.clone(), Alphabet::of(&facts, &codes));
            assert!(Network::new(&Model::even(&features), &features).is_some(), "{kinds} kinds");
        }
    }
}
