//! The setups: how many points win, and with which deck.

use std::ops::RangeInclusive;

use super::deck::CardDeck;
use sarsen_core::game::SetupError;

/// The goals that can be played for.
pub const GOALS: RangeInclusive<u16> = 2..=250;

/// The usual setup.
const USUAL: &str = "15/1:4,2:4,3:4,4:4";

/// The game with a goal and a deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeckPig {
    pub(super) goal: u16,
    pub(super) deck: CardDeck,
}

impl DeckPig {
    /// Reads a setup: the goal and the deck, such as `15/1:4,2:4,3:4,4:4`, which is the usual one.
    /// An empty text is the usual one, too.
    ///
    /// # Errors
    ///
    /// If the goal is not a number from 2 to 250, a value or its copies not from 1 to 9, or there
    /// are more than 40 cards.
    pub fn parse(setup: &str) -> Result<Self, SetupError> {
        let refused = |reason: &str| SetupError::new(setup, format!("{reason} (usual: {USUAL})"));
        let text = if setup.is_empty() { USUAL } else { setup };
        let parts = text.split_once('/');
        let (goal, deck) =
            parts.ok_or_else(|| refused("the setup is the goal, '/' and the deck"))?;
        let number = goal.parse().ok().filter(|number: &u16| GOALS.contains(number));
        let Some(number) = number.filter(|number| number.to_string() == goal) else {
            let reason = format!("the goal is a number from {} to {}", GOALS.start(), GOALS.end());
            return Err(refused(&reason));
        };
        let deck = CardDeck::parse(deck).map_err(|reason| refused(&reason))?;
        if deck.is_empty() {
            return Err(refused("the deck has no cards"));
        }
        Ok(Self { goal: number, deck })
    }

    /// The points that win.
    #[must_use]
    pub const fn goal(&self) -> u16 {
        self.goal
    }

    /// The cards at the beginning.
    #[must_use]
    pub const fn deck(&self) -> &CardDeck {
        &self.deck
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::game::Game;

    #[test]
    fn a_setup_is_a_goal_and_a_deck() {
        assert_eq!(DeckPig::parse(""), DeckPig::parse(USUAL));
        for setup in [USUAL, "2/1:1", "250/2:9,9:9", "7/1:2,2:2,3:2"] {
            assert_eq!(DeckPig::parse(setup).unwrap().setup(), setup);
        }
        let deck = *DeckPig::parse(USUAL).unwrap().deck();
        assert_eq!((deck.cards(), deck.points(), deck.copies(1)), (16, 36, 4));
        for (setup, part) in [
            ("15", "the setup is the goal, '/' and the deck (usual: 15/1:4,2:4,3:4,4:4)"),
            ("/1:4", "the goal is a number from 2 to 250"),
            ("1/1:4", "the goal is a number"),
            ("251/1:4", "the goal is a number"),
            ("015/1:4", "the goal is a number"),
            ("15/", "a list of value:copies, both from 1 to 9"),
            ("15/-", "the deck has no cards"),
            ("15/1:0", "a list of value:copies"),
            ("15/0:1", "a list of value:copies"),
            ("15/10:1", "a list of value:copies"),
            ("15/1:10", "a list of value:copies"),
            ("15/1:4,", "a list of value:copies"),
            ("15/1:4, 2:4", "a list of value:copies"),
            ("15/2:4,1:4", "in the deck, 1 comes after 2"),
            ("15/1:4,1:4", "in the deck, 1 comes after 1"),
            ("15/1:9,2:9,3:9,4:9,5:5", "41 cards, more than 40"),
        ] {
            let error = DeckPig::parse(setup).unwrap_err().to_string();
            assert!(error.contains(part), "{setup}: {error}");
        }
    }
}
