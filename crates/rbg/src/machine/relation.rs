//! Relations between places: where a rule leads that only moves about the board.

use std::collections::HashMap;

use super::signature::signature;
use crate::language::board::RulesBoard;
use crate::language::expression::{Action, RuleNode};

/// From each place, the places to which it leads, in rising order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Relation {
    pub(super) to: Vec<Vec<u16>>,
}

impl Relation {
    fn identity(places: usize) -> Self {
        Self { to: (0..places as u16).map(|place| vec![place]).collect() }
    }

    /// One after the other.
    fn then(&self, next: &Self, room: &mut usize) -> Result<Self, TooLarge> {
        let mut set = Gathered::new(self.to.len());
        let mut step = |targets: &Vec<u16>| match &targets[..] {
            [one] => Ok(next.to[usize::from(*one)].clone()),
            all => {
                for &place in all {
                    let more = &next.to[usize::from(place)];
                    *room = room.checked_sub(more.len()).ok_or(TooLarge)?;
                    if set.add(more) {
                        break;
                    }
                }
                Ok(set.take())
            }
        };
        Ok(Self { to: self.to.iter().map(&mut step).collect::<Result<_, _>>()? })
    }

    fn or(&self, other: &Self) -> Self {
        let mut set = Gathered::new(self.to.len());
        let both = self.to.iter().zip(&other.to).map(|(one, other)| {
            set.add(one);
            set.add(other);
            set.take()
        });
        Self { to: both.collect() }
    }

    /// Any number of times.
    fn repeated(&self, room: &mut usize) -> Result<Self, TooLarge> {
        let mut set = Gathered::new(self.to.len());
        let mut reach = |from: usize| {
            set.add(&[from as u16]);
            let mut next = 0;
            while next < set.found.len() {
                let more = &self.to[usize::from(set.found[next])];
                *room = room.checked_sub(more.len()).ok_or(TooLarge)?;
                if set.add(more) {
                    break;
                }
                next += 1;
            }
            Ok(set.take())
        };
        Ok(Self { to: (0..self.to.len()).map(&mut reach).collect::<Result<_, _>>()? })
    }

    /// Stays where it is, if this relation leads anywhere from there, or if it does not.
    fn check(&self, negated: bool) -> Self {
        let stay = |(place, targets): (usize, &Vec<u16>)| {
            if targets.is_empty() == negated { vec![place as u16] } else { Vec::new() }
        };
        Self { to: self.to.iter().enumerate().map(stay).collect() }
    }
}

/// A set of places that grows.
struct Gathered {
    has: Vec<bool>,
    found: Vec<u16>,
}

impl Gathered {
    fn new(places: usize) -> Self {
        Self { has: vec![false; places], found: Vec::new() }
    }

    /// Adds places. Returns whether all places are there.
    fn add(&mut self, places: &[u16]) -> bool {
        for &place in places {
            if !std::mem::replace(&mut self.has[usize::from(place)], true) {
                self.found.push(place);
            }
        }
        self.found.len() == self.has.len()
    }

    /// The places in rising order. The set is empty again.
    fn take(&mut self) -> Vec<u16> {
        let mut found = std::mem::take(&mut self.found);
        found.iter().for_each(|&place| self.has[usize::from(place)] = false);
        found.sort_unstable();
        found
    }
}

/// Whether a rule only moves about the board, whatever is on it.
pub(super) fn is_pure(node: &RuleNode) -> bool {
    match &node.action {
        Action::Nothing | Action::Shift(_) => true,
        Action::Sequence(_) | Action::Choice(_) | Action::Repeat(_) | Action::Check { .. } => {
            node.parts().iter().all(is_pure)
        }
        _ => false,
    }
}

/// Computes relations, each one once.
pub(super) struct Relations<'a> {
    board: &'a RulesBoard,
    known: HashMap<Vec<u32>, Relation>,
    /// How many targets may still be computed.
    room: usize,
}

/// The relations are too large.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooLarge;

/// The most targets in all relations of the rules together that are computed on the way.
pub(super) const ROOM: usize = 1 << 27;
/// The same for a condition that a comment has. There may be several.
pub(super) const CONDITION_ROOM: usize = 1 << 22;

impl<'a> Relations<'a> {
    pub(super) fn new(board: &'a RulesBoard, room: usize) -> Self {
        Self { board, known: HashMap::new(), room }
    }

    /// The relation of rules that are done one after the other. All of them are pure.
    pub(super) fn of_sequence(&mut self, nodes: &[RuleNode]) -> Result<Relation, TooLarge> {
        let mut sum: Option<Relation> = None;
        for node in nodes {
            let next = self.of(node)?;
            sum = Some(match sum {
                None => next,
                Some(sum) => {
                    let both = sum.then(&next, &mut self.room)?;
                    self.counted(both)?
                }
            });
        }
        Ok(sum.unwrap_or_else(|| Relation::identity(self.board.places())))
    }

    fn of(&mut self, node: &RuleNode) -> Result<Relation, TooLarge> {
        let signature = signature(node);
        if let Some(known) = self.known.get(&signature) {
            return Ok(known.clone());
        }
        let found = match &node.action {
            Action::Shift(direction) => {
                let steps = &self.board.steps[usize::from(*direction)];
                Relation { to: steps.iter().map(|to| to.iter().copied().collect()).collect() }
            }
            Action::Sequence(parts) => self.of_sequence(parts)?,
            Action::Choice(parts) => {
                let mut sum = Relation { to: vec![Vec::new(); self.board.places()] };
                for part in parts {
                    sum = sum.or(&self.of(part)?);
                }
                sum
            }
            Action::Repeat(part) => self.of(part)?.repeated(&mut self.room)?,
            Action::Check { negated, rule } => self.of(rule)?.check(*negated),
            _ => Relation::identity(self.board.places()),
        };
        let found = self.counted(found)?;
        self.known.insert(signature, found.clone());
        Ok(found)
    }

    fn counted(&mut self, relation: Relation) -> Result<Relation, TooLarge> {
        let size: usize = relation.to.iter().map(|targets| targets.len() + 4).sum();
        self.room = self.room.checked_sub(size).ok_or(TooLarge)?;
        Ok(relation)
    }
}
