//! All positions that can be reached, by number, with their values as far as they are settled.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

use super::components::{Links, Number};
use super::enclosure::Enclosure;
use super::obstacle::Obstacle;
use super::purse::{Purse, map_bytes, queue_bytes};
use crate::game::{Actor, Outcome, Player, Position, worth_of_win};

/// Bounds this near to each other are taken for the value.
const CLOSE: f64 = 1e-13;

/// After this many looks at positions, the work may end.
const PATIENCE: usize = 4096;

/// More links than this are too many.
const MOST_LINKS: usize = 1 << 30;

/// Keys are well mixed already.
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// Who decides where a position leads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Decider {
    Player(Player),
    Chance,
    /// The game is over.
    Nobody,
}

/// All positions that were ever reached, with their values for the first player.
#[derive(Default)]
pub(super) struct Graph {
    numbers: HashMap<u64, Number, BuildHasherDefault<KeyHasher>>,
    values: Vec<Enclosure>,
}

/// Bytes that suffice for one position while it is being settled, if about four others come after
/// it: its value, its links, its place in the map, and what the walk through the graph takes.
pub(super) const BYTES: usize = 128;

/// How positions are held that wait to be looked at.
pub(super) struct Holding<P> {
    /// Copies a position.
    pub(super) copy: fn(&P) -> P,
    /// The bytes that a copy has on the heap.
    pub(super) heap: fn(&P) -> usize,
}

impl<P> Holding<P> {
    /// Holds a position in a queue.
    fn hold(
        &self,
        position: &P,
        queue: &mut VecDeque<P>,
        purse: &mut Purse,
    ) -> Result<(), Obstacle> {
        let copy = (self.copy)(position);
        purse.take((self.heap)(&copy))?;
        purse.queue(queue, copy)
    }
}

/// Where the new positions lead. This is needed only until they are settled.
struct NewPositions {
    deciders: Vec<Decider>,
    links: Links,
    /// For each link, its weight if chance decides.
    weights: Vec<u32>,
}

impl Graph {
    /// The value of a position for the first player, if it is settled.
    pub(super) fn value<P: Position>(&self, position: &P) -> Option<Enclosure> {
        let number = self.numbers.get(&key(position))?;
        Some(self.values[*number as usize])
    }

    /// Whether nothing is settled.
    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Settles a position and all that can be reached from it. The graph takes up to `bytes` bytes
    /// in all. `must_end` says whether the work must end. It is told how many new positions there
    /// are. Returns that number.
    ///
    /// After an error nothing new stays.
    pub(super) fn settle<P: Position>(
        &mut self,
        root: &P,
        bytes: usize,
        holding: &Holding<P>,
        must_end: &dyn Fn(u64) -> bool,
    ) -> Result<u64, Obstacle> {
        let first = self.values.len();
        let mut purse = Purse::new(bytes);
        let settled = purse
            .take(self.bytes())
            .and_then(|()| self.explore(root, holding, &mut purse, must_end))
            .and_then(|new| self.iterate(&new, &mut purse, must_end));
        let count = self.numbers.len().saturating_sub(first) as u64;
        if settled.is_err() && first == 0 {
            *self = Self::default();
        } else if settled.is_err() {
            self.values.truncate(first);
            self.values.shrink_to_fit();
            self.numbers.retain(|_, number| (*number as usize) < first);
        }
        settled.map(|()| count)
    }

    /// The bytes that it takes.
    fn bytes(&self) -> usize {
        map_bytes(&self.numbers) + size_of_val(&*self.values)
    }

    /// Numbers all positions that can be reached and have no number yet.
    fn explore<P: Position>(
        &mut self,
        root: &P,
        holding: &Holding<P>,
        purse: &mut Purse,
        must_end: &dyn Fn(u64) -> bool,
    ) -> Result<NewPositions, Obstacle> {
        let first = self.values.len() as Number;
        let mut new =
            NewPositions { deciders: Vec::new(), links: Links::new(first), weights: Vec::new() };
        // The positions that have a number, but no links yet, in the order of numbers.
        let mut waiting = VecDeque::new();
        purse.widen(&mut self.numbers)?;
        if let Entry::Vacant(entry) = self.numbers.entry(key(root)) {
            entry.insert(first);
            holding.hold(root, &mut waiting, purse)?;
        }
        let mut moves = Vec::new();
        while let Some(mut position) = waiting.pop_front() {
            purse.give_back((holding.heap)(&position));
            if self.values.len().is_multiple_of(PATIENCE) && must_end(new.deciders.len() as u64) {
                return Err(Obstacle::Ended);
            }
            moves.clear();
            let (decider, value) = match (position.outcome(), position.actor()) {
                (Some(outcome), _) => {
                    let is_drawn = outcome == Outcome::Draw;
                    let worth = if is_drawn { [1, 1] } else { worth_of_win(&position) };
                    (Decider::Nobody, Enclosure::of_outcome(outcome, worth))
                }
                (None, Actor::Player(player)) => (Decider::Player(player), Enclosure::UNKNOWN),
                (None, Actor::Chance(_)) => (Decider::Chance, Enclosure::UNKNOWN),
            };
            if decider != Decider::Nobody {
                position.moves(&mut moves);
            }
            for &m in &moves {
                let weight = if decider == Decider::Chance { position.weight(m) } else { 1 };
                purse.push(&mut new.weights, weight)?;
                let undo = position.make(m);
                purse.widen(&mut self.numbers)?;
                let next = self.numbers.len() as Number;
                let number = match self.numbers.entry(key(&position)) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(entry) => {
                        holding.hold(&position, &mut waiting, purse)?;
                        *entry.insert(next)
                    }
                };
                new.links.add(number, purse)?;
                position.unmake(m, undo);
            }
            new.links.close(purse)?;
            purse.push(&mut new.deciders, decider)?;
            purse.push(&mut self.values, value)?;
            if new.weights.len() > MOST_LINKS {
                return Err(Obstacle::NoRoom);
            }
        }
        purse.give_back(queue_bytes(&waiting));
        Ok(new)
    }

    /// Settles the new positions, part by part.
    fn iterate(
        &mut self,
        new: &NewPositions,
        purse: &mut Purse,
        must_end: &dyn Fn(u64) -> bool,
    ) -> Result<(), Obstacle> {
        let count = new.deciders.len() as u64;
        let mut looks = 0;
        let mut is_over = || {
            looks += 1;
            usize::is_multiple_of(looks, PATIENCE) && must_end(count)
        };
        new.links.for_each_part(purse, &mut |part, is_cyclic| {
            loop {
                let (mut is_changed, mut width) = (false, 0.0_f64);
                for &number in part {
                    if is_over() {
                        return Err(Obstacle::Ended);
                    }
                    let old = self.values[number as usize];
                    let value = self.look(new, number).within(old);
                    is_changed |= value != old;
                    width = width.max(value.width());
                    self.values[number as usize] = value;
                }
                if !is_cyclic || !is_changed || width <= CLOSE {
                    return Ok(());
                }
            }
        })
    }

    /// What a position is worth, by what is known of those after it.
    fn look(&self, new: &NewPositions, number: Number) -> Enclosure {
        let at = (number - new.links.first()) as usize;
        let range = new.links.range(at);
        let after = || new.links.of(range.clone()).iter().map(|&next| self.values[next as usize]);
        match new.deciders[at] {
            Decider::Player(player) => Enclosure::best(player, after()),
            Decider::Chance => {
                Enclosure::mean(new.weights[range.clone()].iter().copied().zip(after()))
            }
            Decider::Nobody => self.values[number as usize],
        }
    }
}

/// The key of a position. Mirror images have the same value.
pub(super) fn key<P: Position>(position: &P) -> u64 {
    position.table_key(true).0
}
