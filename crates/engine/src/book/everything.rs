//! A book of everything while it is made: the values of all positions up to a number of plies.
//!
//! Only the positions of the last ply need an analysis. The values of all others follow from them.

use std::collections::HashMap;

use super::entry::{BookEntry, seen_before};
use super::error::BookError;
use super::layers::Layers;
use super::learner::Learner;
use super::lookup::Book;
use crate::session::{KeptValue, Lookup, NextPlace, NumberedOpenings};
use sarsen_core::game::NumberedPlace;
use sarsen_core::game::value::{PROVEN_WIN, Value};

/// Stands for an unknown value.
const UNKNOWN: Value = Value::MIN;

/// A book of everything that is not yet complete, or is.
pub struct Everything {
    book: Book,
    session: Box<dyn Lookup>,
    plies: u32,
    /// The values at the places of the last ply.
    last: PlyValues,
    /// The places of the last ply whose values have to be found, in the order of the first line of
    /// play that leads to each. Positions with much in common stand side by side.
    wanted: Vec<NumberedPlace>,
    /// The number of these whose values are known.
    known: usize,
}

/// A value for each place of a ply.
struct PlyValues {
    slots: u32,
    values: Vec<Value>,
}

impl PlyValues {
    fn new(openings: &dyn NumberedOpenings, ply: u32) -> Self {
        let slots = openings.slots(ply);
        Self { slots, values: vec![UNKNOWN; openings.pages(ply) as usize * slots as usize] }
    }

    fn at(&self, NumberedPlace { page, slot, .. }: NumberedPlace) -> usize {
        page as usize * self.slots as usize + slot as usize
    }

    fn get(&self, place: NumberedPlace) -> Option<Value> {
        Some(self.values[self.at(place)]).filter(|&value| value != UNKNOWN)
    }

    fn set(&mut self, place: NumberedPlace, value: Value) {
        let at = self.at(place);
        self.values[at] = value;
    }
}

/// The values of the last ply of two books of everything that are not complete.
pub(super) fn join(openings: &dyn NumberedOpenings, one: &Layers, other: &Layers) -> Layers {
    let plies = one.plies();
    let mut last = PlyValues::new(openings, plies);
    for layers in [one, other] {
        layers.for_each(openings, plies, &mut |place, value| last.set(place, value));
    }
    Layers::pack(openings, plies, &|place| if place.ply == plies { last.get(place) } else { None })
}

/// Why a book of everything cannot be made or continued.
#[derive(Debug, thiserror::Error)]
pub enum EverythingError {
    /// The book cannot be used.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The game does not number its positions.
    #[error("{0} has no numbering of its positions, which a book of everything needs")]
    Unnumbered(String),
    /// Too many positions.
    #[error("a book of everything has at most {most} plies in {game}")]
    TooDeep {
        /// The game with its setup.
        game: String,
        /// The greatest number of plies.
        most: u32,
    },
    /// The book has layers for another number of plies.
    #[error("this is a book of everything up to {0} plies")]
    Other(u32),
    /// There is neither a book of everything, nor a number of plies to begin one.
    #[error("this is no book of everything")]
    Unfounded,
}

impl Everything {
    /// Continues a book of everything, or makes one of a book. The session must be of its game.
    /// `plies` is needed if the book has no layers yet.
    ///
    /// # Errors
    ///
    /// If the book is not for the session's game, or there can be no such book.
    pub fn new(
        book: Book,
        session: Box<dyn Lookup>,
        plies: Option<u32>,
    ) -> Result<Self, EverythingError> {
        book.check_game(&*session)?;
        let there = book.layers.as_ref().map(|layers| layers.plies());
        let plies = match (there, plies) {
            (Some(there), Some(plies)) if there != plies => {
                return Err(EverythingError::Other(there));
            }
            (Some(plies), _) | (None, Some(plies)) => plies,
            (None, None) => return Err(EverythingError::Unfounded),
        };
        let game = session.title();
        let openings =
            session.openings().ok_or_else(|| EverythingError::Unnumbered(game.clone()))?;
        let most = openings.plies();
        if plies > most {
            return Err(EverythingError::TooDeep { game, most });
        }
        let wanted = reachable(openings, plies);
        let mut last = PlyValues::new(openings, plies);
        if let Some(layers) = &book.layers {
            layers.for_each(openings, plies, &mut |place, value| last.set(place, value));
        }
        let known = wanted.iter().filter(|place| last.get(**place).is_some()).count();
        Ok(Self { book, session, plies, last, wanted, known })
    }

    /// The number of plies up to which it is to have all positions.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// The number of positions that have to be analysed, and of those that have been.
    #[must_use]
    pub fn progress(&self) -> [usize; 2] {
        [self.wanted.len(), self.known]
    }

    /// Whether every value that the book keeps follows from those after the moves.
    #[must_use]
    pub fn agrees(&self) -> bool {
        let (Some(openings), Some(layers)) = (self.session.openings(), &self.book.layers) else {
            return true;
        };
        let mut agrees = true;
        let mut after = PlyValues::new(openings, 0);
        for ply in (0..=self.plies).rev() {
            let mut values = PlyValues::new(openings, ply);
            layers.for_each(openings, ply, &mut |place, value| {
                values.set(place, value);
                agrees &= ply == self.plies
                    || backed_up(openings, place, |next| after.get(next)) == Some(value);
            });
            after = values;
        }
        agrees
    }

    /// Whether all values are known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.known == self.wanted.len()
    }

    /// The texts of the first positions that have to be analysed, at most so many.
    #[must_use]
    pub fn frontier(&self, count: usize) -> Vec<String> {
        let Some(openings) = self.session.openings() else { return Vec::new() };
        let unknown = self.wanted.iter().filter(|place| self.last.get(**place).is_none());
        unknown.take(count).filter_map(|place| openings.text(*place)).collect()
    }

    /// The values of all positions before the last ply, by their ply.
    fn earlier(&self, openings: &dyn NumberedOpenings) -> HashMap<u32, PlyValues> {
        let mut earlier: HashMap<u32, PlyValues> = HashMap::new();
        for ply in (0..self.plies).rev() {
            let after = earlier.get(&(ply + 1)).unwrap_or(&self.last);
            let mut values = PlyValues::new(openings, ply);
            for_each_place(openings, ply, |place| {
                if let Some(value) = backed_up(openings, place, |next| after.get(next)) {
                    values.set(place, value);
                }
            });
            earlier.insert(ply, values);
        }
        earlier
    }
}

impl Learner for Everything {
    fn game(&self) -> &str {
        self.book.game()
    }

    fn wanted(&self) -> String {
        format!("position after {} plies that needs an analysis", self.plies)
    }

    fn key(&mut self, position: &str) -> Option<u64> {
        self.session.set_position(Some(position), "").ok()?;
        let place = self.session.place().filter(|place| place.ply == self.plies)?;
        let kept = self.session.openings()?.kept(place)?;
        matches!(kept, KeptValue::OfClass(_))
            .then(|| u64::from(place.page) << u32::BITS | u64::from(place.slot))
    }

    /// Learns a proven value, if it says how soon the game ends. No other counts.
    fn learn_key(&mut self, key: u64, entry: BookEntry) {
        let place =
            NumberedPlace { ply: self.plies, page: (key >> u32::BITS) as u32, slot: key as u32 };
        if entry.is_proven() && entry.value.abs() != PROVEN_WIN {
            self.known += usize::from(self.last.get(place).is_none());
            self.last.set(place, entry.value);
        }
    }

    fn learnt(&self) -> usize {
        self.known
    }

    /// The book as it is now. If it is complete, it also has the values of all earlier positions.
    fn book(&self) -> Book {
        let Some(openings) = self.session.openings() else { return self.book.clone() };
        let earlier = if self.is_complete() { self.earlier(openings) } else { HashMap::new() };
        let value_of = |place: NumberedPlace| match earlier.get(&place.ply) {
            Some(layer) => layer.get(place),
            None if place.ply == self.plies => self.last.get(place),
            None => None,
        };
        let layers = Layers::pack(openings, self.plies, &value_of);
        Book { layers: Some(layers.into()), ..self.book.clone() }
    }
}

/// The value at a place from the values after its moves. None if it need not be kept, or one of
/// these is not known.
fn backed_up(
    openings: &dyn NumberedOpenings,
    place: NumberedPlace,
    value_of: impl Fn(NumberedPlace) -> Option<Value>,
) -> Option<Value> {
    let Some(KeptValue::OfClass(_)) = openings.kept(place) else { return None };
    let mut best = None;
    for next in openings.next(place) {
        let value = match next {
            NextPlace::End(value) => value,
            NextPlace::Beyond => return None,
            NextPlace::Place { place, is_same } => {
                let value = match openings.kept(place)? {
                    KeptValue::Nothing(value) => value,
                    KeptValue::OfClass(_) => value_of(place)?,
                };
                seen_before(BookEntry::proven(value), is_same).value
            }
        };
        best = best.max(Some(value));
    }
    best
}

/// Calls `each` with all places of a ply.
fn for_each_place(openings: &dyn NumberedOpenings, ply: u32, mut each: impl FnMut(NumberedPlace)) {
    for page in 0..openings.pages(ply) {
        for slot in 0..openings.slots(ply) {
            each(NumberedPlace { ply, page, slot });
        }
    }
}

/// The places of a ply that play from the start can reach and where a value has to be kept. They
/// stand in the order of the first line of play that leads to each.
fn reachable(openings: &dyn NumberedOpenings, plies: u32) -> Vec<NumberedPlace> {
    let mut seen: Vec<Vec<bool>> = (0..=plies)
        .map(|ply| vec![false; openings.pages(ply) as usize * openings.slots(ply) as usize])
        .collect();
    let mut reached = Vec::new();
    let mut stack = vec![NumberedPlace { ply: 0, page: 0, slot: 0 }];
    while let Some(place) = stack.pop() {
        let at = place.page as usize * openings.slots(place.ply) as usize + place.slot as usize;
        if std::mem::replace(&mut seen[place.ply as usize][at], true) {
            continue;
        }
        if place.ply == plies {
            if matches!(openings.kept(place), Some(KeptValue::OfClass(_))) {
                reached.push(place);
            }
            continue;
        }
        stack.extend(openings.next(place).into_iter().filter_map(|next| match next {
            NextPlace::Place { place, .. } => Some(place),
            _ => None,
        }));
    }
    reached
}
