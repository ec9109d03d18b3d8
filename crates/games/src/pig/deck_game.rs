//! Pig with a deck: its setups, its solver, and all that the engine asks of a game.

use std::time::Duration;

use super::deck::{CardDeck, DeckPigPosition};
use super::deck_race::DeckRace;
use super::scores;
use super::state::{GOALS, LuckSource, PigMove, read_goal};
use super::track::Track;
use sarsen_core::game::board::{
    Area, Contents, Diagram, Gesture, Layout, Outline, PieceMake, Stack,
};
use sarsen_core::game::{
    Drawing, Fact, Game, Ink, NamedEvaluator, Outcome, Position, Presentation, SetupError, Solver,
    Stress, View,
};
use sarsen_core::solvers::ValueIteration;

/// The name of the game.
pub const DECK_NAME: &str = "deckpig";

/// The usual setup.
const USUAL: &str = "15/1:4,2:4,3:4,4:4";

/// The rules, in words.
const RULES: &str = "\
Each player collects points with cards. The first to reach the goal wins.

There is one deck for both players. The setup says how many cards of each value it has: 1:4,2:4 \
are four cards of value 1 and four of value 2. Cards are drawn at random and not put back. Both \
players see which cards are left.

The players take turns, player 1 first. In a turn you draw a card. If it is not a 1, its value is \
added to the turn total, and you choose: draw again, or hold. If you hold, the turn total is added \
to your score, and the turn ends. If the card is a 1, the turn total is lost, and the turn ends. \
Your score is safe.

The first card of a turn is a duty. You win at once if your score and the turn total together \
reach the goal. You need not hold.

If nobody has won when the last card has been drawn, the turn total is added to the score of the \
player whose turn it is, unless the card is a 1. Then the higher score wins. Equal scores are a \
draw.

- Example: no 1 is left. Then it is best to draw all the other cards.

A move is the word draw or hold. A card that is drawn is its value. Positions show both scores, \
the turn total, whose turn it is, and the cards that are left.";

/// The game with a goal and a deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeckPig {
    goal: u16,
    deck: CardDeck,
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
        let goal = read_goal(goal).ok_or_else(|| {
            refused(&format!("the goal is a number from {} to {}", GOALS.start(), GOALS.end()))
        })?;
        let deck = CardDeck::parse(deck).map_err(|reason| refused(&reason))?;
        if deck.is_empty() {
            return Err(refused("the deck has no cards"));
        }
        Ok(Self { goal, deck })
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

impl Game for DeckPig {
    type Position = DeckPigPosition;

    fn name(&self) -> &str {
        DECK_NAME
    }

    fn setup(&self) -> String {
        format!("{}/{}", self.goal, self.deck)
    }

    fn start(&self) -> DeckPigPosition {
        DeckPigPosition::start(self.goal, self.deck)
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<DeckPigPosition>> {
        vec![("race", Box::new(DeckRace))]
    }

    fn solver(&self, bytes: usize) -> Option<Box<dyn Solver<DeckPigPosition>>> {
        Some(solver(bytes))
    }
}

impl Presentation<DeckPigPosition> for DeckPig {
    fn explain(&self, position: &DeckPigPosition) -> Vec<Fact> {
        let number = |name, number: u32, about| Fact::new(name, &number.to_string()).about(about);
        let left = position.left();
        let mut facts = scores::facts(position);
        facts.push(number("cards", left.cards(), "How many cards are left."));
        facts.push(number("ones", left.copies(1).into(), "How many of them are 1."));
        facts
    }

    fn marks(&self) -> [&str; 2] {
        ["1", "2"]
    }

    fn rules(&self) -> &str {
        RULES
    }

    fn board(&self) -> Option<&dyn Diagram<DeckPigPosition>> {
        Some(self)
    }

    fn draw(&self, position: &DeckPigPosition, view: View<PigMove>) -> Drawing {
        let outcome = position.outcome();
        let winner = match outcome {
            Some(Outcome::Win(winner)) => Some(winner),
            Some(Outcome::Draw) | None => None,
        };
        let mut drawing = scores::draw(position, view, winner);
        drawing.write("\n\ncards:");
        for (value, copies) in position.left().values() {
            drawing.write(&format!(" {}", value.to_string().repeat(copies.into())));
        }
        if position.left().is_empty() {
            drawing.add(" none", Ink::Faint, Stress::None);
        }
        if outcome.is_none() && position.is_due() {
            drawing.write("\n\na card is drawn");
        }
        drawing
    }
}

/// Where the cards that are left lie, a pile for each value: their lowest cards, from one pile to
/// the next, and from one card to the next.
const PILES_Y: f64 = 5.9;
const PILE_WIDTH: f64 = 1.3;
const CARD: [f64; 2] = [0.04, -0.09];

impl Diagram<DeckPigPosition> for DeckPig {
    /// The piles come last, the lowest value first.
    fn layout(&self) -> Layout {
        let track = Track::new(self.goal);
        let mut layout = track.layout::<CardDeck>(Outline::Card);
        let last = self.deck.values().count() - 1;
        let left = track.centre() - PILE_WIDTH * last as f64 / 2.0;
        let [dx, dy] = CARD;
        for (pile, (value, copies)) in self.deck.values().enumerate() {
            let at = [left + PILE_WIDTH * pile as f64, PILES_Y];
            let place = layout.add_place(format!("cards-{value}"), at, Outline::Card, Area::Beside);
            layout.places[place].stack = Some(Stack { dx, dy, most: copies.into() });
            layout.places[place].pieces = Some(PieceMake::Card);
        }
        layout.places[track.luck()].pieces = Some(PieceMake::Card);
        layout
    }

    fn contents(&self, position: &DeckPigPosition, last: Option<PigMove>) -> Contents {
        let track = Track::new(self.goal);
        let mut contents = track.contents(position, last);
        let piles = track.places();
        for (pile, (value, _)) in self.deck.values().enumerate() {
            let copies = position.left().copies(value);
            if copies > 0 {
                let cards = contents.put(piles + pile, None, "card");
                (cards.kind, cards.count) = (copies.into(), copies.into());
                cards.sign = Some(value.to_string());
            }
        }
        contents
    }

    fn gesture(&self, _: &DeckPigPosition, m: PigMove) -> Gesture {
        Track::new(self.goal).gesture(m)
    }

    fn opposite(&self, place: usize) -> Option<usize> {
        Some(Track::new(self.goal).opposite(place))
    }
}

/// About so many positions are settled in a microsecond.
const SPEED: u64 = 1;

/// A solver with this many bytes. How many positions can be reached is known only after they have
/// been listed.
fn solver(bytes: usize) -> Box<dyn Solver<DeckPigPosition>> {
    Box::new(ValueIteration::new(bytes, |position: &DeckPigPosition| {
        // Each of the cards left is drawn before or after each of the others, in many orders that
        // come to the same: so it is the number of decks that counts, and of scores.
        let decks = position.left().values().map(|(_, copies)| u64::from(copies) + 1);
        let scores = u64::from(position.goal()).pow(2);
        let positions = decks.fold(scores, u64::saturating_mul);
        Duration::from_micros(positions / SPEED)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::game::Written;

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

    #[test]
    fn the_cards_that_are_left_are_drawn() {
        let game = DeckPig::parse("").unwrap();
        let show =
            |text: &str| game.draw(&game.start().parse(text).unwrap(), View::default()).to_string();
        assert_eq!(
            show("4 3 2 2 1:2,3:4 drawing"),
            "player 1:   4\nplayer 2:   3 + 2\ngoal:      15\n\ncards: 11 3333\n\na card is drawn"
        );
        assert!(show("4 3 2 2 -").ends_with("cards: none"));
        assert!(show("4 4 0 2 -").ends_with("cards: none"));
    }
}
