//! Checks that ask for nothing but pieces at places, written as what must be on the board.
//!
//! Four in a row may be asked for from the left or from the right, and what leads to the same place
//! by other ways is the same condition. So such a check becomes, for each place, the least sets of
//! pieces at places with which it succeeds. That needs what is known of the piece where it begins:
//! the piece that has just been put there, for example.

use std::collections::HashMap;

use super::automaton::{Automaton, CodeWay, NO_POINT, PointId};
use super::labels::{CheckPatterns, LabelId, RuleLabel};
use crate::machine::op::NOWHERE;

/// How many steps are made to find all patterns, at most.
const MOST_STEPS: usize = 1 << 18;
/// How many steps are made to find those of a check at a place.
const MOST_STEPS_AT_PLACE: usize = 1 << 10;

/// Pieces, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct PieceBits([u64; 4]);

impl PieceBits {
    const NONE: Self = Self([0; 4]);
    const ALL: Self = Self([u64::MAX; 4]);

    fn of(pieces: &[u8]) -> Self {
        let mut bits = [0; 4];
        pieces.iter().for_each(|&piece| bits[usize::from(piece / 64)] |= 1 << (piece % 64));
        Self(bits)
    }

    fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    fn is_within(self, other: Self) -> bool {
        self.and(other) == self
    }

    fn list(self) -> Vec<u8> {
        let has = |piece: &u8| self.0[usize::from(piece / 64)] >> (piece % 64) & 1 == 1;
        (0..=u8::MAX).filter(has).collect()
    }
}

/// What must be on the board: pieces at places, in the order of places.
type Demands = Vec<(u16, PieceBits)>;

/// Whether all boards that meet some demands meet the others, too.
fn implies(some: &Demands, others: &Demands) -> bool {
    others.iter().all(|(place, pieces)| {
        let at = some.binary_search_by_key(place, |(place, _)| *place);
        at.is_ok_and(|at| some[at].1.is_within(*pieces))
    })
}

/// Demands, and one more. None if they cannot be met.
fn with(demands: &Demands, place: u16, pieces: PieceBits) -> Option<Demands> {
    let mut demands = demands.clone();
    match demands.binary_search_by_key(&place, |(place, _)| *place) {
        Ok(at) => demands[at].1 = demands[at].1.and(pieces),
        Err(at) => demands.insert(at, (place, pieces)),
    }
    demands.iter().all(|(_, pieces)| *pieces != PieceBits::NONE).then_some(demands)
}

/// The same automaton, in which the checks are patterns that can be.
pub(super) fn with_patterns(automaton: &Automaton, places: usize) -> Automaton {
    let facts = facts(automaton);
    let mut finder = PatternFinder { automaton, places, room: MOST_STEPS, known: HashMap::new() };
    let mut found = automaton.clone();
    for (at, &fact) in facts.iter().enumerate().filter(|(_, fact)| **fact != PieceBits::NONE) {
        for (number, way) in automaton.points[at].ways.iter().enumerate() {
            let fact = known_behind(automaton, way, fact);
            let mut tests = way.tests.clone();
            for (label, entry) in tests.iter_mut().filter(|(_, entry)| *entry != NO_POINT) {
                let RuleLabel::Check { negated } = *automaton.labels.get(*label) else { continue };
                if let Some(at) = finder.patterns(*entry, fact) {
                    let pattern = RuleLabel::Pattern { negated, at: at.clone() };
                    (*label, *entry) = (found.labels.number(pattern), NO_POINT);
                }
            }
            tests.sort_unstable();
            tests.dedup();
            found.points[at].ways[number].tests = tests;
        }
    }
    found
}

/// What is known of the piece here at each point: it is one of these.
fn facts(automaton: &Automaton) -> Vec<PieceBits> {
    let mut facts = vec![PieceBits::NONE; automaton.points.len()];
    let mut open = automaton.rests.clone();
    open.iter().for_each(|&rest| facts[rest as usize] = PieceBits::ALL);
    while let Some(at) = open.pop() {
        let fact = facts[at as usize];
        for way in &automaton.points[at as usize].ways {
            let behind = known_behind(automaton, way, fact);
            let entries = way.tests.iter().map(|(_, entry)| (*entry, PieceBits::ALL));
            for (to, new) in entries.chain([(way.to, behind)]).filter(|(to, _)| *to != NO_POINT) {
                let both = facts[to as usize].or(new);
                if std::mem::replace(&mut facts[to as usize], both) != both {
                    open.push(to);
                }
            }
        }
    }
    facts
}

/// What is known of the piece here behind a way. If nothing else is known, the way is impossible.
fn known_behind(automaton: &Automaton, way: &CodeWay, fact: PieceBits) -> PieceBits {
    match automaton.labels.get(way.label) {
        RuleLabel::Step(_) | RuleLabel::Spread(_) | RuleLabel::Each(_) => PieceBits::ALL,
        RuleLabel::Put(piece) => PieceBits::of(&[*piece]),
        RuleLabel::Hand(_) => PieceBits::ALL,
        RuleLabel::Tests => {
            way.tests.iter().fold(fact, |fact, (label, _)| match automaton.labels.get(*label) {
                RuleLabel::On(pieces) => fact.and(PieceBits::of(pieces)),
                _ => fact,
            })
        }
        _ => fact,
    }
}

/// Finds the patterns of checks, each one once.
struct PatternFinder<'a> {
    automaton: &'a Automaton,
    places: usize,
    room: usize,
    /// By where a check begins and what is known there. Empty if there are none.
    known: HashMap<(PointId, PieceBits), Vec<CheckPatterns>>,
}

/// Where a check is on its way: at a point, at a place, with what it has asked for.
type CheckState = (PointId, u16, Demands);

impl PatternFinder<'_> {
    /// For each place, the patterns of the check that begins at a point.
    fn patterns(&mut self, entry: PointId, fact: PieceBits) -> Option<&Vec<CheckPatterns>> {
        if !self.known.contains_key(&(entry, fact)) {
            let at = (0..self.places as u16).map(|place| self.at_place(entry, fact, place));
            let found: Option<Vec<CheckPatterns>> = at.collect();
            self.known.insert((entry, fact), found.unwrap_or_default());
        }
        self.known.get(&(entry, fact)).filter(|found| !found.is_empty())
    }

    /// The patterns of a check from a place. None if it asks for something else, or if there are
    /// too many ways.
    fn at_place(&mut self, entry: PointId, fact: PieceBits, place: u16) -> Option<CheckPatterns> {
        let mut met: Vec<Demands> = Vec::new();
        let mut seen: HashMap<(PointId, u16), Vec<Demands>> = HashMap::new();
        let mut open: Vec<CheckState> = vec![(entry, place, vec![(place, fact)])];
        let mut left = MOST_STEPS_AT_PLACE;
        while let Some((at, here, demands)) = open.pop() {
            // Whoever was here with fewer demands has found all that this one would find.
            let before = seen.entry((at, here)).or_default();
            // To compare with them is most of the work.
            left = left.checked_sub(before.len() + 1)?;
            self.room = self.room.checked_sub(before.len() + 1)?;
            if before.iter().any(|before| implies(&demands, before)) {
                continue;
            }
            before.push(demands.clone());
            for way in &self.automaton.points[at as usize].ways {
                self.room = self.room.checked_sub(1)?;
                self.follow(way, here, &demands, &mut open, &mut met)?;
            }
        }
        let list = |demands: &Demands| -> Vec<(u16, Vec<u8>)> {
            let told = demands.iter().filter(|demand| **demand != (place, fact));
            told.map(|(place, pieces)| (*place, pieces.list())).collect()
        };
        let is_least = |number: &usize| {
            let mut others = (0..met.len()).filter(|other| other != number);
            others.all(|other| {
                let is_stronger = implies(&met[*number], &met[other]);
                !is_stronger || (met[*number] == met[other] && *number < other)
            })
        };
        let least = (0..met.len()).filter(is_least);
        let mut patterns: CheckPatterns = least.map(|number| list(&met[number])).collect();
        patterns.sort();
        Some(patterns)
    }

    /// Follows a way of a check. None if it does something else than to ask for pieces.
    fn follow(
        &self,
        way: &CodeWay,
        here: u16,
        demands: &Demands,
        open: &mut Vec<CheckState>,
        met: &mut Vec<Demands>,
    ) -> Option<()> {
        let labels = &self.automaton.labels;
        let at = usize::from(here);
        match labels.get(way.label) {
            RuleLabel::Yes => met.push(demands.clone()),
            RuleLabel::Step(steps) if steps[at] == NOWHERE => {}
            RuleLabel::Step(steps) => open.push((way.to, steps[at], demands.clone())),
            RuleLabel::Spread(all) => {
                open.extend(all[at].iter().map(|&to| (way.to, to, demands.clone())));
            }
            RuleLabel::Each(all) => {
                open.extend(all.iter().map(|&to| (way.to, to, demands.clone())));
            }
            RuleLabel::Tests => {
                let label = |&(label, _): &(LabelId, PointId)| labels.get(label);
                let is_simple =
                    |label: &RuleLabel| matches!(label, RuleLabel::On(_) | RuleLabel::Where(_));
                if !way.tests.iter().map(label).all(is_simple) {
                    return None;
                }
                let asked = way.tests.iter().map(label).try_fold(
                    demands.clone(),
                    |demands, test| match test {
                        RuleLabel::On(pieces) => with(&demands, here, PieceBits::of(pieces)),
                        RuleLabel::Where(places) => places.contains(&here).then_some(demands),
                        _ => None,
                    },
                );
                open.extend(asked.map(|demands| (way.to, here, demands)));
            }
            _ => return None,
        }
        Some(())
    }
}
