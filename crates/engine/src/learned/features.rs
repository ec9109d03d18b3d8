//! The features of a position: which weights of the tables count, and which inputs of the hidden
//! layer are on.

use std::collections::HashSet;

use super::alphabet::{Alphabet, CODES, worth};
use super::board_facts::{BoardFacts, BoardSlot, PositionView};
use super::reading::Reading;
use super::shapes::{Shapes, SlotShape};

/// The stages of a game that have their own weights take at least this many pieces.
const STAGE: u16 = 10;

/// The greatest number of stages.
const MOST_STAGES: u16 = 4;

/// Groups with more states than this are left out.
const MOST_STATES: usize = 10_000;

/// The greatest number of units of the hidden layer, with images, unless there are more images.
const HIDDEN: usize = 128;

/// A table of weights: one for each contents of a shape, or for each state of a group.
pub(super) struct WeightTable {
    /// The index of its first weight among all.
    pub(super) first: u32,
    /// For each contents, the weight: the same for contents that a symmetry exchanges.
    pub(super) ties: Vec<u32>,
    /// Whether each of its shapes is a piece of a shape of another table.
    pub(super) is_piece: bool,
}

/// Places whose contents are looked up in a table.
pub(super) struct Tuple {
    pub(super) slots: SlotShape,
    pub(super) table: usize,
    /// How its slots are read, as an index of all readings.
    pub(super) reading: usize,
    /// What each slot counts in the index.
    places: Vec<u32>,
}

impl Tuple {
    /// What a slot counts in the index. None if the slot is not in the tuple.
    pub(super) fn place_of(&self, slot: BoardSlot) -> Option<usize> {
        let at = self.slots.iter().position(|&other| other == slot)?;
        Some(self.places[at] as usize)
    }

    /// The index of the contents in the table, for what the slots are read as.
    #[inline]
    pub(super) fn index(&self, read: impl Fn(BoardSlot) -> usize) -> usize {
        let places = self.slots.iter().zip(&self.places);
        places.map(|(&slot, &place)| place as usize * read(slot)).sum()
    }
}

/// A group that the game names: its state is what it has in sum, and how many of its places are
/// free.
pub(super) struct SlotGroup {
    pub(super) slots: Vec<BoardSlot>,
    pub(super) table: usize,
    /// The greatest sum.
    pub(super) most: i32,
}

impl SlotGroup {
    /// The number of states.
    pub(super) fn states(&self) -> usize {
        (2 * self.most as usize + 1) * (self.slots.len() + 1)
    }

    /// What a digit at one of the slots adds to the state.
    pub(super) fn adds(&self, alphabet: &Alphabet, slot: BoardSlot, digit: usize) -> i32 {
        let code = alphabet.letters(slot)[digit];
        let is_free = i32::from(code.kind().is_none());
        worth(code) * (self.slots.len() as i32 + 1) + is_free
    }

    /// The state of a group whose digits add nothing.
    pub(super) fn origin(&self) -> i32 {
        self.most * (self.slots.len() as i32 + 1)
    }
}

/// Something with an input of the hidden layer for each of its states: a slot, a group, the stage.
pub(super) struct Unit {
    /// Its first row.
    pub(super) first: u32,
}

/// What counts in a position. It follows from the board and its alphabet alone.
pub struct Features {
    pub(super) facts: BoardFacts,
    pub(super) alphabet: Alphabet,
    /// All ways to read the slots.
    pub(super) readings: [Reading; 3],
    pub(super) tables: Vec<WeightTable>,
    pub(super) tuples: Vec<Tuple>,
    /// The groups. Those that the hidden layer sees come first. Each of the others lies in a tuple:
    /// its table is shared out among the tables of such tuples.
    pub(super) groups: Vec<SlotGroup>,
    /// The number of groups that the hidden layer sees.
    seen: usize,
    /// The units of the telling slots, then those of the groups, then that of the sets.
    pub(super) units: Vec<Unit>,
    /// For each symmetry, the image of each unit.
    pub(super) unit_images: Vec<Vec<u16>>,
    /// The number of weights in all tables.
    pub(super) weights: usize,
    /// The number of inputs.
    pub(super) rows: usize,
    stages: u16,
    /// For each slot and digit, what it is worth in a group, and 1 if the slot is free.
    worths: Vec<[[i8; 2]; CODES]>,
}

/// What is looked up in a table.
#[derive(Clone, Copy)]
pub(super) enum TableLookup<'a> {
    Tuple(&'a Tuple),
    Group(&'a SlotGroup),
}

impl TableLookup<'_> {
    /// The number of the table.
    pub(super) fn table(&self) -> usize {
        match self {
            Self::Tuple(tuple) => tuple.table,
            Self::Group(group) => group.table,
        }
    }
}

/// The features of one position.
#[cfg(test)]
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Active {
    /// Indices of weights of tables.
    pub(super) weights: Vec<u32>,
    /// For each unit, its state.
    pub(super) states: Vec<u16>,
    /// The set of weights: the stage, and who is to move if the players differ.
    pub(super) set: usize,
}

impl Features {
    /// The features of a board with this alphabet.
    #[must_use]
    pub fn new(facts: BoardFacts, alphabet: Alphabet) -> Self {
        let readings = Reading::all(&alphabet);
        let shapes = Shapes::of(&facts, &alphabet, &readings);
        let mut found = Self {
            tables: Vec::new(),
            tuples: Vec::new(),
            groups: Vec::new(),
            seen: 0,
            units: Vec::new(),
            unit_images: Vec::new(),
            weights: 0,
            rows: 0,
            worths: Vec::new(),
            stages: ((alphabet.filled[1] - alphabet.filled[0]) / STAGE).clamp(1, MOST_STAGES),
            facts,
            alphabet,
            readings,
        };
        for shapes in shapes {
            found.add_shapes(&shapes);
        }
        found.add_worths();
        found.add_groups();
        found.add_units();
        found
    }

    /// What they know of the board.
    #[must_use]
    pub fn facts(&self) -> &BoardFacts {
        &self.facts
    }

    /// Adds shapes. Images of a shape share a table.
    fn add_shapes(&mut self, shapes: &Shapes) {
        let Shapes { reading, are_pieces, .. } = *shapes;
        let mut known: HashSet<SlotShape> = HashSet::new();
        for shape in &shapes.all {
            if known.contains(&sorted(shape)) {
                continue;
            }
            let table = self.tables.len();
            let mut orders = Vec::new();
            for image in &self.facts.images {
                let image: SlotShape = shape.iter().map(|&slot| image[usize::from(slot)]).collect();
                if sorted(&image) == sorted(shape) {
                    orders.push(image.clone());
                }
                if known.insert(sorted(&image)) {
                    let places = self.places(&image, reading);
                    self.tuples.push(Tuple { slots: image, table, reading, places });
                }
            }
            let ties = self.ties(shape, &orders, reading);
            self.add_table(ties, are_pieces);
        }
    }

    fn add_table(&mut self, ties: Vec<u32>, is_piece: bool) {
        let first = self.weights as u32;
        self.weights += ties.len();
        self.tables.push(WeightTable { first, ties, is_piece });
    }

    /// What each slot counts in the index of the contents.
    fn places(&self, shape: &SlotShape, reading: usize) -> Vec<u32> {
        let next = |place: &mut u32, &slot: &BoardSlot| {
            let own = *place;
            *place *= self.readings[reading].base(slot) as u32;
            Some(own)
        };
        shape.iter().scan(1, next).collect()
    }

    /// For each contents of a shape, the least of those that are read in one of the orders.
    fn ties(&self, shape: &SlotShape, orders: &[SlotShape], reading: usize) -> Vec<u32> {
        let reading = &self.readings[reading];
        let bases: Vec<usize> = shape.iter().map(|&slot| reading.base(slot)).collect();
        let size: usize = bases.iter().product();
        // For each order, where its places are in the shape.
        let places: Vec<Vec<usize>> = orders
            .iter()
            .map(|order| {
                let at = |slot| shape.iter().position(|&other| other == slot).unwrap_or(0);
                order.iter().map(|&slot| at(slot)).collect()
            })
            .collect();
        let mut digits = vec![0; shape.len()];
        (0..size)
            .map(|index| {
                let mut rest = index;
                for (digit, base) in digits.iter_mut().zip(&bases) {
                    *digit = rest % base;
                    rest /= base;
                }
                let read = |order: &Vec<usize>| {
                    let pairs = order.iter().zip(&bases).rev();
                    pairs.fold(0, |sum, (&at, base)| sum * base + digits[at])
                };
                places.iter().map(read).min().unwrap_or(index) as u32
            })
            .collect()
    }

    /// Adds the groups. Images of a group share a table.
    fn add_groups(&mut self) {
        let mut groups = std::mem::take(&mut self.facts.groups);
        groups.retain(|slots| {
            let most = greatest_sum(&self.alphabet, slots);
            SlotGroup { slots: slots.clone(), table: 0, most }.states() <= MOST_STATES
        });
        let is_inside = |slots: &Vec<BoardSlot>| self.holders(slots) > 0;
        groups.sort_by_key(is_inside);
        self.seen = groups.partition_point(|slots| !is_inside(slots));
        self.facts.groups.clone_from(&groups);
        let mut tables = vec![None; groups.len()];
        for (at, slots) in groups.iter().enumerate() {
            let most = greatest_sum(&self.alphabet, slots);
            if tables[at].is_none() {
                let group = SlotGroup { slots: slots.clone(), table: self.tables.len(), most };
                for image in self.images_of_group(slots) {
                    tables[image].get_or_insert(self.tables.len());
                }
                self.add_table((0..group.states() as u32).collect(), at >= self.seen);
            }
            let table = tables[at].unwrap_or(0);
            self.groups.push(SlotGroup { slots: slots.clone(), table, most });
        }
    }

    /// The number of tuples with a table of their own that these slots lie in.
    pub(super) fn holders(&self, slots: &[BoardSlot]) -> usize {
        let holds = |tuple: &&Tuple| {
            !self.tables[tuple.table].is_piece
                && slots.iter().all(|slot| tuple.slots.contains(slot))
        };
        self.tuples.iter().filter(holds).count()
    }

    /// For each symmetry, the index of the image of a group.
    fn images_of_group(&self, slots: &[BoardSlot]) -> Vec<usize> {
        let image_of = |image: &Vec<BoardSlot>| {
            let moved: SlotShape = slots.iter().map(|&slot| image[usize::from(slot)]).collect();
            let moved = sorted(&moved);
            self.facts.groups.iter().position(|group| *group == moved).unwrap_or(0)
        };
        self.facts.images.iter().map(image_of).collect()
    }

    /// The groups that the hidden layer sees.
    pub(super) fn seen_groups(&self) -> &[SlotGroup] {
        &self.groups[..self.seen]
    }

    fn add_worths(&mut self) {
        for slot in 0..self.facts.slots() as BoardSlot {
            let mut worths = [[0; 2]; CODES];
            for (worths, &code) in worths.iter_mut().zip(self.alphabet.letters(slot)) {
                *worths = [worth(code) as i8, i8::from(code.kind().is_none())];
            }
            self.worths.push(worths);
        }
    }

    fn add_units(&mut self) {
        let slots = self.alphabet.telling.iter().map(|&slot| self.alphabet.base(slot));
        let groups = self.seen_groups().iter().map(SlotGroup::states);
        let states: Vec<usize> = slots.chain(groups).chain([self.sets()]).collect();
        for states in states {
            self.units.push(Unit { first: self.rows as u32 });
            self.rows += states;
        }
        let telling = &self.alphabet.telling;
        let group_images: Vec<Vec<usize>> =
            self.seen_groups().iter().map(|group| self.images_of_group(&group.slots)).collect();
        for (symmetry, image) in self.facts.images.iter().enumerate() {
            let slots = telling
                .iter()
                .map(|&slot| telling.binary_search(&image[usize::from(slot)]).unwrap_or(0) as u16);
            let groups =
                group_images.iter().map(|images| (telling.len() + images[symmetry]) as u16);
            let last = [self.units.len() as u16 - 1];
            let images = slots.chain(groups).chain(last).collect();
            self.unit_images.push(images);
        }
    }

    /// A number that features with another meaning hardly share.
    #[must_use]
    pub fn fingerprint(&self) -> u32 {
        let mut hash = crc32fast::Hasher::new();
        let mut add = |numbers: &[u32]| {
            hash.update(&(numbers.len() as u32).to_le_bytes());
            numbers.iter().for_each(|number| hash.update(&number.to_le_bytes()));
        };
        let wide =
            |slots: &[BoardSlot]| slots.iter().map(|&slot| slot.into()).collect::<Vec<u32>>();
        for tuple in &self.tuples {
            add(&wide(&tuple.slots));
            add(&[tuple.table as u32]);
        }
        self.tables.iter().for_each(|table| add(&table.ties));
        for group in &self.groups {
            add(&wide(&group.slots));
            add(&[group.table as u32, group.most as u32]);
        }
        self.unit_images.iter().for_each(|images| add(&wide(images)));
        add(&wide(&self.alphabet.telling));
        add(&[self.weights as u32, self.rows as u32, self.stages.into(), HIDDEN as u32]);
        add(&wide(self.facts.opposite().unwrap_or_default()));
        for slot in 0..self.facts.slots() as BoardSlot {
            let codes = self.alphabet.letters(slot);
            add(&codes.iter().map(|code| code.0.into()).collect::<Vec<u32>>());
        }
        hash.finalize()
    }

    /// The number of units of the hidden layer that are not images of each other.
    pub(super) fn hidden(&self) -> usize {
        (HIDDEN / self.facts.images.len()).max(1)
    }

    /// The state of a group for the digits of its slots.
    pub(super) fn state(&self, group: &SlotGroup, digit: impl Fn(BoardSlot) -> usize) -> usize {
        let (mut sum, mut free) = (group.most, 0);
        for &slot in &group.slots {
            let [worth, is_free] = self.worths[usize::from(slot)][digit(slot)];
            sum += i32::from(worth);
            free += i32::from(is_free);
        }
        (sum * (group.slots.len() as i32 + 1) + free) as usize
    }

    /// The number of sets of weights.
    pub(super) fn sets(&self) -> usize {
        usize::from(self.stages) * if self.facts.are_alike() { 1 } else { 2 }
    }

    /// The set of weights for a view of a board with this many places that are not empty.
    #[inline]
    pub(super) fn set(&self, filled: u16, view: PositionView) -> usize {
        let [least, most] = self.alphabet.filled;
        let done = filled.clamp(least, most) - least;
        let stage = u32::from(done) * u32::from(self.stages) / (u32::from(most - least) + 1);
        stage as usize + if view.is_second { usize::from(self.stages) } else { 0 }
    }

    /// All that is looked up in tables: tuples, then groups.
    pub(super) fn lookups(&self) -> impl Iterator<Item = TableLookup<'_>> {
        let tuples = self.tuples.iter().map(TableLookup::Tuple);
        tuples.chain(self.groups.iter().map(TableLookup::Group))
    }

    /// The index of the weight that counts in a view with these digits.
    #[inline]
    pub(super) fn weight(&self, lookup: &TableLookup<'_>, digits: &[u8]) -> u32 {
        let digit = |slot: BoardSlot| usize::from(digits[usize::from(slot)]);
        let table = &self.tables[lookup.table()];
        let at = match lookup {
            TableLookup::Tuple(tuple) => {
                let reading = &self.readings[tuple.reading];
                table.ties[tuple.index(|slot| reading.of(slot, digit(slot)))]
            }
            TableLookup::Group(group) => self.state(group, digit) as u32,
        };
        table.first + at
    }

    /// Adds the states of all units in a view with these digits.
    pub(super) fn add_states(&self, digits: &[u8], set: usize, out: &mut Vec<u16>) {
        let digit = |slot: BoardSlot| usize::from(digits[usize::from(slot)]);
        out.extend(self.alphabet.telling.iter().map(|&slot| digit(slot) as u16));
        out.extend(self.seen_groups().iter().map(|group| self.state(group, digit) as u16));
        out.push(set as u16);
    }

    /// The features of a view with these digits.
    #[cfg(test)]
    pub(super) fn active(&self, digits: &[u8], set: usize, out: &mut Active) {
        out.set = set;
        out.weights.clear();
        out.weights.extend(self.lookups().map(|lookup| self.weight(&lookup, digits)));
        out.states.clear();
        self.add_states(digits, set, &mut out.states);
    }
}

/// The greatest sum that a group can have.
fn greatest_sum(alphabet: &Alphabet, slots: &[BoardSlot]) -> i32 {
    let greatest =
        |&slot: &BoardSlot| alphabet.letters(slot).iter().map(|&code| worth(code).abs()).max();
    slots.iter().filter_map(greatest).sum()
}

fn sorted(shape: &SlotShape) -> SlotShape {
    let mut shape = shape.clone();
    shape.sort_unstable();
    shape
}
