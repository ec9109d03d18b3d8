//! The model as it is computed while the engine plays: in whole numbers, with vectors.
//!
//! Each code on the board adds a row of numbers to a line of sums. The line has three parts: the
//! units of the hidden layer, the index of each tuple in its table, and the state of each group
//! that the hidden layer sees. Then each such group adds a row to the hidden layer, and the tables
//! are looked up.
//!
//! Most positions differ little from the one evaluated before. So the sums of that one are kept,
//! and only what is different is added and taken away.

mod layout;
mod sum_line;
mod tables;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::alphabet::CODES;
use super::board_facts::MOST_SLOTS;
use super::features::Features;
use super::model::{MOST_ACTIVITY, Model};
use super::scales::{ACTIVITY, OUTPUT, POINT, POINTS};
use layout::{CodeRow, SumLayout};
use sarsen_core::game::Player;
use sarsen_core::game::board::PlaceCode;
use sarsen_core::game::value::Value;
use sarsen_core::sys::processor::{Computation, Processor, run_at_best};
use sum_line::{BLOCK, Block, change};
use tables::lay_out;

/// The greatest number of blocks of sums.
const MOST_BLOCKS: usize = 64;

/// Codes are compared this many at a time.
const WORD: usize = 8;

/// A model, ready to be computed.
pub(super) struct Network {
    /// A number that no other network has.
    id: u64,
    /// For the eyes of each player, and each slot and code.
    codes: [Vec<CodeRow>; 2],
    /// The rows, block after block: what a code adds to the sums.
    rows: Vec<Block>,
    /// For each set, what the sums begin with.
    origins: Vec<Vec<Block>>,
    /// The number of blocks of a row, and how many of them are the hidden layer. Those come first.
    blocks: usize,
    hidden: usize,
    /// What each unit adds to the value.
    outputs: Vec<Block>,
    /// For each tuple and group, where its part of a set of tables begins.
    firsts: Vec<u32>,
    /// The number of tuples. Groups follow them.
    tuples: usize,
    /// For each group, the first of its rows.
    group_rows: Vec<u32>,
    /// What the state of a group adds to the hidden layer, block after block.
    group_inputs: Vec<Block>,
    /// The tables of all sets.
    tables: Vec<i16>,
    /// The size of the tables of one set.
    set: usize,
    /// For each set, what is added to all values.
    bias: Vec<i32>,
}

/// The sums of the position evaluated before, for the eyes of one player.
pub(super) struct Sums {
    /// The network that they belong to. 0 for none.
    id: u64,
    codes: [PlaceCode; MOST_SLOTS],
    filled: u16,
    set: usize,
    sums: [Block; MOST_BLOCKS],
    /// The states of the groups.
    states: Block,
    /// Room for the rows that are taken away and added.
    changes: [[u32; 2]; MOST_SLOTS],
}

impl Sums {
    /// The sums of no position.
    pub(super) const NONE: Self = Self {
        id: 0,
        codes: [PlaceCode::EMPTY; MOST_SLOTS],
        filled: 0,
        set: 0,
        sums: [[0; BLOCK]; MOST_BLOCKS],
        states: [0; BLOCK],
        changes: [[0; 2]; MOST_SLOTS],
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
        if layout.blocks > MOST_BLOCKS || layout.groups.len() > BLOCK {
            return None;
        }
        let (rows, row_of) = layout.code_rows();
        let (group_inputs, group_rows) = layout.group_inputs();
        let (tables, firsts) = lay_out(model, features);
        let of_tuples = layout.tuples.iter().map(|tuple| tuple.table);
        let of_groups = layout.groups.iter().map(|group| group.table);
        let bias = model.bias.iter().map(|bias| (bias * (POINT * POINTS) as f32).round() as i32);
        Some(Self {
            id: NEXT.fetch_add(1, Relaxed),
            codes: [Player::First, Player::Second].map(|eyes| layout.codes(eyes, &row_of)),
            rows,
            origins: (0..features.sets()).map(|set| layout.origin(set)).collect(),
            blocks: layout.blocks,
            hidden: layout.hidden,
            outputs: layout.outputs(),
            firsts: of_tuples.chain(of_groups).map(|table| firsts[table]).collect(),
            tuples: layout.tuples.len(),
            group_rows,
            group_inputs,
            set: tables.len() / features.sets(),
            tables,
            bias: bias.collect(),
        })
    }

    /// The value of a board with these codes for these eyes. `set` tells the set of weights for a
    /// number of filled places. The sums are those of any position before that these eyes saw.
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
        let rows = &network.codes[eyes.index()];
        let Network { blocks, hidden, .. } = *network;
        let mut count = 0;
        let is_new = kept.id != network.id;
        if is_new {
            *kept = Sums { id: network.id, ..Sums::NONE };
            kept.sums[..blocks].copy_from_slice(&network.origins[0]);
        }
        for at in (0..codes.len()).step_by(WORD) {
            let end = codes.len().min(at + WORD);
            if codes[at..end] == kept.codes[at..end] && !is_new {
                continue;
            }
            for (slot, &code) in (at..end).zip(&codes[at..end]) {
                let known = kept.codes[slot];
                if code == known && !is_new {
                    continue;
                }
                let row = |code: PlaceCode| rows[slot * CODES + usize::from(code.0)];
                let old = if is_new { CodeRow::default() } else { row(known) };
                let new = row(code);
                kept.filled = kept.filled - old.fills + new.fills;
                kept.changes[count] = [old, new].map(|of| u32::from(of.row) * blocks as u32);
                count += 1;
                kept.codes[slot] = code;
            }
        }
        let changes = &kept.changes[..count];
        let set = set(kept.filled);
        let sums = &mut kept.sums[..blocks];
        if set != kept.set {
            let pairs = network.origins[kept.set].iter().zip(&network.origins[set]);
            for (sum, (old, new)) in sums.iter_mut().zip(pairs) {
                change(sum, old, new);
            }
            kept.set = set;
        }
        for (block, sum) in sums.iter_mut().enumerate() {
            // A copy can stay in registers.
            let mut changed = *sum;
            for &[old, new] in changes {
                change(
                    &mut changed,
                    &network.rows[old as usize + block],
                    &network.rows[new as usize + block],
                );
            }
            *sum = changed;
        }
        let (units, indices) = sums.split_at_mut(hidden);
        let indices = &indices.as_flattened()[..network.firsts.len()];
        let tables = &network.tables[set * network.set..][..network.set];
        let mut tabled = network.bias[set];
        for (&index, &first) in indices.iter().zip(&network.firsts) {
            tabled += i32::from(tables[first as usize + usize::from(index as u16)]);
        }
        let groups =
            indices[network.tuples..].iter().zip(&mut kept.states).zip(&network.group_rows);
        for ((&new, old), &first) in groups {
            if new == *old && !is_new {
                continue;
            }
            let row = |state: i16| (first as usize + usize::from(state as u16)) * hidden;
            let (from, to) = (row(*old), row(new));
            for (block, sum) in units.iter_mut().enumerate() {
                let added = &network.group_inputs[to + block];
                match is_new {
                    true => change(sum, &[0; BLOCK], added),
                    false => change(sum, &network.group_inputs[from + block], added),
                }
            }
            *old = new;
        }
        let mut value = 0_i64;
        for (sums, outputs) in units.iter().zip(&network.outputs) {
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
            let value =
                network.value(raw, view.eyes, |filled| features.set(filled, view), kept).points();
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
