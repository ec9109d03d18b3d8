//! Counts games, one after another, in bounded memory.

use std::collections::BTreeMap;

use super::calibration::Calibration;
use super::distinct::Distinct;
use super::drama::GameCourse;
use super::measures::{
    BoardUse, ChoiceMeasures, Drama, FirstMove, LengthMeasures, NumberSpread, OpeningMeasures,
    PlaceUse, Results, ShareEstimate,
};
use super::opinion::SearchOpinion;
use super::play::LONGEST;
use super::trace::{NamedPiece, OPENINGS, Trace};
use sarsen_core::game::board::{Area, Layout};
use sarsen_core::game::{Outcome, Player};

/// The course of so many games is kept.
const COURSES: usize = 20_000;
/// So many first moves are told.
const FIRST_MOVES: usize = 20;
/// Opinions are counted up to so many different ones.
const MOST_OPINIONS: usize = 10_000;
/// First moves are counted up to so many different ones.
const MOST_FIRST_MOVES: usize = 10_000;
/// The histogram of lengths has at most so many ranges.
const RANGES: u64 = 30;
/// A game is told in so many parts.
const PARTS: usize = 20;
/// The most legal moves that are counted exactly.
const MOST_MOVES: usize = 100_000;

/// Counts of whole numbers up to a limit.
#[derive(Clone, Default, Debug)]
struct Counts {
    by_number: BTreeMap<u64, u64>,
}

impl Counts {
    fn add(&mut self, number: u64) {
        *self.by_number.entry(number).or_default() += 1;
    }

    fn count(&self) -> u64 {
        self.by_number.values().sum()
    }

    fn spread(&self) -> NumberSpread {
        let count = self.count();
        let Some((&least, _)) = self.by_number.first_key_value() else {
            return NumberSpread::default();
        };
        let sum: f64 = self.by_number.iter().map(|(&at, &count)| (at * count) as f64).sum();
        let mut below = 0;
        let median = self.by_number.iter().find(|&(_, &count_here)| {
            below += count_here;
            2 * below >= count
        });
        NumberSpread {
            mean: sum / count as f64,
            median: median.map_or(least, |(&at, _)| at),
            least,
            most: self.by_number.last_key_value().map_or(least, |(&at, _)| at),
        }
    }

    /// How often the greatest number came.
    fn most_count(&self) -> u64 {
        self.by_number.last_key_value().map_or(0, |(_, &count)| count)
    }

    /// The numbers in ranges of equal width.
    fn histogram(&self) -> Vec<(u64, u64)> {
        let NumberSpread { least, most, .. } = self.spread();
        let width = (most + 1 - least).div_ceil(RANGES).max(1);
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        for (&at, &count) in &self.by_number {
            let range = ((at - least) / width) as usize;
            while ranges.len() <= range {
                ranges.push((least + ranges.len() as u64 * width, 0));
            }
            ranges[range].1 += count;
        }
        ranges
    }
}

/// Counts games.
#[derive(Debug)]
pub(super) struct GamesTally {
    games: u64,
    /// Games that the first player won, the second won, and draws.
    results: [u64; 3],
    given_up: u64,
    lengths: Counts,
    moves: Counts,
    forced: u64,
    /// By ply: the legal moves of all games, and how many games lasted so long.
    by_ply: Vec<[u64; 2]>,
    calibration: Calibration,
    /// The opinions of games that ended, and the results.
    courses: Vec<(Vec<SearchOpinion>, Outcome)>,
    places: BTreeMap<usize, u64>,
    pieces: BTreeMap<NamedPiece, bool>,
    contacts: [u64; 2],
    has_changes: bool,
    different: Distinct,
    /// How often the searches thought so of a position, if nothing was proven.
    opinions: BTreeMap<i64, u64>,
    openings: [(Distinct, u64); OPENINGS.len()],
    /// By the position after the first move: a move that leads there, how often it was played, and
    /// twice the first player's points.
    first: BTreeMap<u64, (String, [u64; 2])>,
    traps: [u64; 2],
}

impl GamesTally {
    /// Before any game. `odds` points of the evaluator are said to multiply the odds by e.
    pub(super) fn new(odds: i32) -> Self {
        Self {
            games: 0,
            results: [0; 3],
            given_up: 0,
            lengths: Counts::default(),
            moves: Counts::default(),
            forced: 0,
            by_ply: Vec::new(),
            calibration: Calibration::new(odds),
            courses: Vec::new(),
            places: BTreeMap::new(),
            pieces: BTreeMap::new(),
            contacts: [0; 2],
            has_changes: false,
            different: Distinct::default(),
            opinions: BTreeMap::new(),
            openings: Default::default(),
            first: BTreeMap::new(),
            traps: [0; 2],
        }
    }

    /// The number of games.
    pub(super) fn games(&self) -> u64 {
        self.games
    }

    /// Counts a game.
    pub(super) fn add(&mut self, trace: Trace) {
        self.games += 1;
        for (count, more) in self.traps.iter_mut().zip(trace.traps) {
            *count += more;
        }
        for (count, more) in self.contacts.iter_mut().zip(trace.contacts) {
            *count += more;
        }
        for (ply, &legal) in trace.legal.iter().enumerate() {
            self.moves.add(legal.min(MOST_MOVES) as u64);
            self.forced += u64::from(legal == 1);
            if ply == self.by_ply.len() {
                self.by_ply.push([0; 2]);
            }
            self.by_ply[ply][0] += legal as u64;
            self.by_ply[ply][1] += 1;
        }
        for (place, changes) in trace.places {
            *self.places.entry(place).or_default() += changes;
        }
        for (piece, moved) in trace.pieces {
            *self.pieces.entry(piece).or_default() |= moved;
        }
        self.has_changes |= trace.has_changes;
        self.different.add(trace.number);
        for number in trace.opinions.iter().filter_map(|opinion| opinion.number()) {
            if self.opinions.len() < MOST_OPINIONS || self.opinions.contains_key(&number) {
                *self.opinions.entry(number).or_default() += 1;
            }
        }
        for ((different, games), key) in self.openings.iter_mut().zip(trace.keys) {
            different.add(key);
            *games += 1;
        }
        let Some(outcome) = trace.outcome else {
            self.given_up += 1;
            return;
        };
        self.lengths.add(trace.plies.min(LONGEST) as u64);
        let (at, halves) = match outcome {
            Outcome::Win(Player::First) => (0, 2),
            Outcome::Win(Player::Second) => (1, 0),
            Outcome::Draw => (2, 1),
        };
        self.results[at] += 1;
        if let Some((text, key)) = trace.first
            && (self.first.len() < MOST_FIRST_MOVES || self.first.contains_key(&key))
        {
            let (known, [games, points]) =
                self.first.entry(key).or_insert_with(|| (text.clone(), [0; 2]));
            if text < *known {
                *known = text;
            }
            (*games, *points) = (*games + 1, *points + halves);
        }
        for &opinion in &trace.opinions {
            self.calibration.add(opinion, halves as f64 / 2.0);
        }
        if self.courses.len() < COURSES {
            self.courses.push((trace.opinions, outcome));
        }
    }

    pub(super) fn results(&self) -> Results {
        let [first, second, draws] = self.results;
        let all = first + second + draws;
        Results {
            counts: self.results,
            given_up: self.given_up,
            first: ShareEstimate::new(first as f64 + draws as f64 / 2.0, all),
            draws: ShareEstimate::new(draws as f64, all),
        }
    }

    pub(super) fn length(&self) -> LengthMeasures {
        LengthMeasures {
            plies: self.lengths.spread(),
            longest: self.lengths.most_count(),
            histogram: self.lengths.histogram(),
        }
    }

    pub(super) fn choice(&self) -> ChoiceMeasures {
        let lasted = |&&[_, games]: &&[u64; 2]| games > 0 && games * 10 >= self.games;
        ChoiceMeasures {
            moves: self.moves.spread(),
            forced: ShareEstimate::new(self.forced as f64, self.moves.count()),
            by_ply: self
                .by_ply
                .iter()
                .take_while(lasted)
                .map(|&[moves, games]| moves as f64 / games as f64)
                .collect(),
        }
    }

    pub(super) fn traps(&self) -> ShareEstimate {
        ShareEstimate::new(self.traps[1] as f64, self.traps[0])
    }

    /// The share of the most frequent opinion among those that are not proven.
    pub(super) fn same_opinion(&self) -> Option<f64> {
        let all: u64 = self.opinions.values().sum();
        let most = self.opinions.values().max()?;
        Some(*most as f64 / all as f64)
    }

    pub(super) fn drama(&self, has_chance: bool) -> Drama {
        let slope = self.calibration.slope();
        let (mut changes, mut decided, mut drama) = (0, Vec::new(), Vec::new());
        let mut comebacks = [0, 0];
        let mut parts = [[0.0, 0.0]; PARTS];
        for (opinions, outcome) in &self.courses {
            let winner_is_first = match outcome {
                Outcome::Win(winner) => Some(*winner == Player::First),
                Outcome::Draw => None,
            };
            let expected: Vec<f64> =
                opinions.iter().filter_map(|opinion| opinion.expectation(slope)).collect();
            let course = GameCourse::of(&expected, winner_is_first);
            changes += u64::from(course.lead_changes);
            decided.extend(course.decided);
            drama.extend(course.drama);
            if let Some(is_comeback) = course.is_comeback {
                comebacks[0] += u64::from(is_comeback);
                comebacks[1] += 1;
            }
            let Some(is_first) = winner_is_first else { continue };
            for (at, &first) in expected.iter().enumerate() {
                let part = &mut parts[at * PARTS / expected.len()];
                part[0] += if is_first { first } else { 1.0 - first };
                part[1] += 1.0;
            }
        }
        let mean =
            |all: &[f64]| (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64);
        let games = self.courses.len() as u64;
        Drama {
            games,
            odds: (!has_chance).then_some(1.0 / slope),
            decided: mean(&decided),
            lead_changes: changes as f64 / games.max(1) as f64,
            drama: mean(&drama),
            comebacks: (comebacks[1] > 0)
                .then(|| ShareEstimate::new(comebacks[0] as f64, comebacks[1])),
            winners_expectation: parts
                .iter()
                .filter(|[_, count]| *count > 0.0)
                .map(|[sum, count]| sum / count)
                .collect(),
        }
    }

    /// What was used of a board.
    pub(super) fn board(&self, layout: &Layout) -> BoardUse {
        let of = |place: usize| self.places.get(&place).copied().unwrap_or(0);
        let all = layout.places.iter().enumerate();
        let used = all.filter(|(_, place)| !place.is_filler && place.area != Area::Beside);
        let places = used.map(|(number, place)| PlaceUse {
            name: place.name.clone(),
            x: place.x,
            y: place.y,
            changes: of(number) as f64 / self.games.max(1) as f64,
        });
        let places: Vec<PlaceUse> = places.collect();
        let unused = places.iter().filter(|place| place.changes == 0.0);
        let unused_pieces = self.pieces.iter().filter(|(_, moved)| !**moved);
        BoardUse {
            unused_places: unused.map(|place| place.name.clone()).collect(),
            unused_pieces: unused_pieces.map(|(piece, _)| told(piece)).collect(),
            places,
            contact: self
                .has_changes
                .then(|| ShareEstimate::new(self.contacts[1] as f64, self.contacts[0])),
        }
    }

    pub(super) fn openings(&self) -> OpeningMeasures {
        let different = OPENINGS.iter().zip(&self.openings).filter(|(_, (_, games))| *games > 0);
        let mut first: Vec<(&String, [u64; 2])> =
            self.first.values().map(|(text, counts)| (text, *counts)).collect();
        first.sort_by_key(|&(text, [games, _])| (std::cmp::Reverse(games), text));
        let first = first.into_iter().take(FIRST_MOVES).map(|(text, [games, halves])| FirstMove {
            text: text.clone(),
            share: ShareEstimate::new(halves as f64 / 2.0, games),
        });
        OpeningMeasures {
            different_games: self.different.count(),
            different: different
                .map(|(&plies, (different, games))| (plies, different.count(), *games))
                .collect(),
            first: first.collect(),
        }
    }
}

/// A piece in words.
fn told((owner, name): &NamedPiece) -> String {
    match owner {
        Some(0) => format!("the first player's {name}"),
        Some(_) => format!("the second player's {name}"),
        None => name.clone(),
    }
}
