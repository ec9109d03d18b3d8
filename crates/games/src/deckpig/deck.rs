//! Decks of cards: how many there are of each value.

use std::fmt::{Display, Formatter};

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

    /// The copies of each value, in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        (1..).zip(self.copies).filter(|(_, copies)| *copies > 0)
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

    /// Whether no card is left.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.copies == [0; HIGHEST as usize]
    }

    /// The points that all cards bring. A 1 brings none.
    #[inline]
    #[must_use]
    pub fn points(&self) -> u16 {
        let points = |(value, copies)| u16::from(value) * u16::from(copies);
        self.iter().filter(|(value, _)| *value > 1).map(points).sum()
    }

    /// Takes a card of a value, which must be there.
    #[inline]
    pub(super) fn take(&mut self, value: u8) {
        self.copies[usize::from(value) - 1] -= 1;
    }

    /// The copies as digits of one number.
    #[inline]
    pub(super) fn packed(&self) -> u64 {
        self.copies.iter().fold(0, |sum, &copies| sum << 4 | u64::from(copies))
    }
}

impl Display for CardDeck {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for (index, (value, copies)) in self.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma}{value}:{copies}")?;
        }
        Ok(())
    }
}
