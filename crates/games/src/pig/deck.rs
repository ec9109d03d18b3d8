//! Decks of cards: how many there are of each value.

use std::fmt::{Display, Formatter};

use super::state::{LuckSource, PigState};
use sarsen_core::game::{TextError, mix64};

/// The highest value of a card. The lowest is 1.
pub const HIGHEST: u8 = 9;

/// The most copies of a card.
pub const MOST_COPIES: u8 = 9;

/// The most cards of a deck.
pub const MOST_CARDS: u32 = 40;

/// A deck, or what is left of it. Its [`Display`] is the notation: `1:4,2:4` are four cards of
/// value 1 and four of value 2, and `-` is no card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CardDeck {
    copies: [u8; HIGHEST as usize],
}

impl CardDeck {
    /// Reads a deck in its notation, the lowest value first.
    ///
    /// # Errors
    ///
    /// Says what is wrong.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut deck = Self::default();
        if text == "-" {
            return Ok(deck);
        }
        let mut highest = 0;
        for part in text.split(',') {
            let (value, copies) = match part.as_bytes() {
                [value @ b'1'..=b'9', b':', copies @ b'1'..=b'9'] => (value - b'0', copies - b'0'),
                _ => {
                    let reason = "the deck is a list of value:copies, both from 1 to 9, such as \
                                  1:4,2:4,3:4";
                    return Err(reason.to_owned());
                }
            };
            if value <= highest {
                return Err(format!("in the deck, {value} comes after {highest}"));
            }
            highest = value;
            deck.copies[usize::from(value) - 1] = copies;
        }
        if deck.cards() > MOST_CARDS {
            return Err(format!("{} cards, more than {MOST_CARDS}", deck.cards()));
        }
        Ok(deck)
    }

    /// How many cards of a value there are.
    #[inline]
    #[must_use]
    pub const fn copies(&self, value: u8) -> u8 {
        match value {
            1..=HIGHEST => self.copies[value as usize - 1],
            _ => 0,
        }
    }

    /// The number of cards.
    #[inline]
    #[must_use]
    pub fn cards(&self) -> u32 {
        self.copies.iter().copied().map(u32::from).sum()
    }

    /// The points that all cards bring. A 1 brings none.
    #[inline]
    #[must_use]
    pub fn points(&self) -> u16 {
        let points = |(value, copies)| u16::from(value) * u16::from(copies);
        self.values().filter(|(value, _)| *value > 1).map(points).sum()
    }

    /// The copies as digits of one number.
    #[inline]
    fn packed(&self) -> u64 {
        self.copies.iter().fold(0, |sum, &copies| sum << 4 | u64::from(copies))
    }
}

/// A position of Pig with a deck.
pub type DeckPigPosition = PigState<CardDeck>;

impl LuckSource for CardDeck {
    const HIGHEST: u8 = HIGHEST;
    const THING: &'static str = "card";
    const MORE: &'static str = "draw";
    const DUE: &'static str = "drawing";
    const NOT_DUE: &'static str = "no card is due";
    const WORDS: usize = 1;

    #[inline]
    fn values(&self) -> impl Iterator<Item = (u8, u8)> {
        (1..).zip(self.copies).filter(|(_, copies)| *copies > 0)
    }

    /// The copies that are left.
    #[inline]
    fn weight(&self, value: u8) -> u8 {
        self.copies(value)
    }

    #[inline]
    fn take(&mut self, value: u8) {
        self.copies[usize::from(value) - 1] -= 1;
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.copies == [0; HIGHEST as usize]
    }

    /// Two plies for each card, and a hold after every other one. Not all cards are drawn if the
    /// points are enough.
    fn plies_left(&self, goal: u16, [first, second]: [u16; 2]) -> u32 {
        let (cards, points) = (self.cards(), u32::from(self.points()));
        let to_go = u32::from(2 * goal - first - second);
        let drawn = if points > to_go { cards * to_go / points } else { cards };
        (drawn * 5 / 2).max(1)
    }

    #[inline]
    fn mixed(&self, _: u16, points: [u16; 3], flags: u64) -> u64 {
        let [first, second, total] = points.map(u64::from);
        mix64(mix64(self.packed()) ^ (first << 48 | second << 32 | total << 16 | flags))
    }

    fn text(&self) -> String {
        format!(" {self}")
    }

    /// Checks whether the cards that are gone can have brought the points.
    fn read_left(&self, words: &[(usize, &str)], points: u16) -> Result<Self, TextError> {
        let (at, word) = words[0];
        let wrong = |reason| TextError::new(at, reason);
        let left = Self::parse(word).map_err(wrong)?;
        if let Some(value) = (1..=HIGHEST).find(|&value| left.copies(value) > self.copies(value)) {
            let (left, all) = (left.copies(value), self.copies(value));
            return Err(wrong(format!("{left} cards of value {value} are left of {all}")));
        }
        let gone = self.points() - left.points();
        if points > gone {
            return Err(wrong(format!("more points than the {gone} of the cards that are gone")));
        }
        Ok(left)
    }

    fn expected(&self) -> String {
        format!(
            "both scores, the turn total, the side to move and the cards left expected, such as \
             '4 3 2 1 {self}', and 'drawing' where a card is due"
        )
    }
}

impl Display for CardDeck {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for (index, (value, copies)) in self.values().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma}{value}:{copies}")?;
        }
        Ok(())
    }
}
