//! Labels: what the code does between two points of it, written so that equal deeds are equal,
//! whichever instruction does them.

use std::collections::HashMap;
use std::sync::Arc;

use super::exchange::{Exchange, one_way};
use crate::language::expression::{Arithmetic, Comparison, Mover};
use crate::machine::code::{Assignment, Code};
use crate::machine::op::NOWHERE;

/// The number of a label.
pub(super) type LabelId = u32;

/// What must be on the board for a check to succeed: one of these, each of them pieces at places.
pub(super) type CheckPatterns = Vec<Vec<(u16, Vec<u8>)>>;

/// What is done on the way from one point of the code to another. Sets are in rising order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum RuleLabel {
    /// Goes to the place that belongs to this one.
    Step(Vec<u16>),
    /// Goes to one of the places that belong to this one.
    Spread(Vec<Vec<u16>>),
    /// Goes to one of these places.
    Each(Vec<u16>),
    /// Only at one of these places.
    Where(Vec<u16>),
    /// Only if one of these pieces is here.
    On(Vec<u8>),
    /// Only if a comparison holds.
    Compare(Arithmetic, Comparison, Arithmetic),
    /// Only if something can be done from here, or if it cannot.
    Check { negated: bool },
    /// The same, by what must be on the board: for each place.
    Pattern { negated: bool, at: Vec<CheckPatterns> },
    /// Several conditions at once. They change nothing, so their order does not count.
    Tests,
    /// Puts a piece here.
    Put(u8),
    /// Sets a variable.
    Assign(Assignment),
    /// Sets variables to numbers. No variable is there twice.
    Sets(Vec<(u16, u32)>),
    /// Ends a move.
    Hand(Mover),
    /// Comes to something that changes the position.
    Enter,
    /// A check succeeds.
    Yes,
}

impl RuleLabel {
    /// The label of a table of steps. None if it leads nowhere.
    pub(super) fn step(code: &Code, table: u16) -> Option<Self> {
        let steps = &code.steps[usize::from(table) * code.places..][..code.places];
        steps.iter().any(|&to| to != NOWHERE).then(|| Self::Step(steps.to_vec()))
    }

    /// The label of a table with several places for each place. None if it leads nowhere.
    pub(super) fn spread(code: &Code, table: u16) -> Option<Self> {
        let spread = &code.spreads[usize::from(table)];
        let list = |ends: &[u32]| {
            let mut all = spread.targets[ends[0] as usize..ends[1] as usize].to_vec();
            all.sort_unstable();
            all
        };
        (!spread.targets.is_empty())
            .then(|| Self::Spread(spread.first.windows(2).map(list).collect()))
    }

    /// The places in a mask.
    pub(super) fn places(code: &Code, mask: u16) -> Vec<u16> {
        (0..code.places as u16).filter(|&place| code.has(mask, place.into())).collect()
    }

    /// The label of a comparison.
    pub(super) fn compare(left: Arithmetic, comparison: Comparison, right: Arithmetic) -> Self {
        let (left, comparison, right) = one_way(left, comparison, right);
        Self::Compare(left, comparison, right)
    }

    /// How much there is in it, about.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Step(steps) => steps.len(),
            Self::Spread(all) => all.iter().map(|targets| targets.len() + 1).sum(),
            Self::Each(places) | Self::Where(places) => places.len(),
            Self::Pattern { at, .. } => {
                at.iter().flatten().map(|pattern| 1 + 2 * pattern.len()).sum()
            }
            _ => 1,
        }
    }

    fn image(&self, exchange: &Exchange) -> Self {
        let image = |place: u16| if place == NOWHERE { NOWHERE } else { exchange.place(place) };
        match self {
            Self::Step(steps) => Self::Step(exchange.rearranged(steps.iter().map(|&to| image(to)))),
            Self::Spread(all) => {
                Self::Spread(exchange.rearranged(all.iter().map(|to| exchange.set(to))))
            }
            Self::Each(places) => Self::Each(exchange.set(places)),
            Self::Where(places) => Self::Where(exchange.set(places)),
            Self::On(pieces) => Self::On(exchange.pieces(pieces)),
            Self::Compare(left, comparison, right) => {
                Self::compare(exchange.number(left), *comparison, exchange.number(right))
            }
            Self::Pattern { negated, at } => {
                let at = exchange.rearranged(at.iter().map(|patterns| {
                    let one = |pattern: &Vec<(u16, Vec<u8>)>| {
                        let mut moved: Vec<(u16, Vec<u8>)> = pattern
                            .iter()
                            .map(|(place, set)| (exchange.place(*place), exchange.pieces(set)))
                            .collect();
                        moved.sort();
                        moved
                    };
                    let mut moved: CheckPatterns = patterns.iter().map(one).collect();
                    moved.sort();
                    moved
                }));
                Self::Pattern { negated: *negated, at }
            }
            Self::Put(piece) => Self::Put(exchange.piece(*piece)),
            Self::Assign(Assignment { variable, bound, number }) => Self::Assign(Assignment {
                variable: exchange.variable(*variable),
                bound: *bound,
                number: exchange.number(number),
            }),
            Self::Sets(all) => {
                let moved = all.iter().map(|&(variable, to)| (exchange.variable(variable), to));
                let mut moved: Vec<(u16, u32)> = moved.collect();
                moved.sort_unstable();
                Self::Sets(moved)
            }
            Self::Hand(mover) => Self::Hand(exchange.mover(*mover)),
            Self::Check { .. } | Self::Tests | Self::Enter | Self::Yes => self.clone(),
        }
    }
}

/// All labels of a game, each one once.
#[derive(Clone, Default, Debug)]
pub(super) struct Labels {
    all: Vec<Arc<RuleLabel>>,
    known: HashMap<Arc<RuleLabel>, LabelId>,
    /// How much there is in all of them.
    pub(super) size: usize,
}

impl Labels {
    /// The number of a label.
    pub(super) fn number(&mut self, label: RuleLabel) -> LabelId {
        if let Some(&known) = self.known.get(&label) {
            return known;
        }
        let (label, number) = (Arc::new(label), self.all.len() as LabelId);
        self.size += label.size();
        self.all.push(Arc::clone(&label));
        self.known.insert(label, number);
        number
    }

    /// The label with a number.
    pub(super) fn get(&self, number: LabelId) -> &RuleLabel {
        &self.all[number as usize]
    }

    /// The number of the image of each label. An image that is no label of the game has a number
    /// that none of them has.
    pub(super) fn images(&self, exchange: &Exchange) -> Vec<LabelId> {
        let count = self.all.len() as LabelId;
        let image = |(label, other): (&Arc<RuleLabel>, LabelId)| {
            self.known.get(&label.image(exchange)).copied().unwrap_or(other)
        };
        self.all.iter().zip(count..).map(image).collect()
    }
}
