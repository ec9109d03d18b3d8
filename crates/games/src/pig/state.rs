//! Positions of Pig and their rules. What the players push their luck with is a parameter.

use std::fmt::Debug;
use std::ops::RangeInclusive;

use sarsen_core::game::{Actor, Outcome, Player, Position, Symmetric, TextError};

/// The goals that can be played for.
pub const GOALS: RangeInclusive<u16> = 2..=250;

/// Reads a goal. There is one way to write it.
pub(super) fn read_goal(text: &str) -> Option<u16> {
    let goal = text.parse().ok().filter(|goal| GOALS.contains(goal));
    goal.filter(|goal| goal.to_string() == text)
}

/// What the players push their luck with: a die, or the cards that are left of a deck.
pub trait LuckSource: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// The highest value. The lowest is 1.
    const HIGHEST: u8;
    /// What shows a value.
    const THING: &'static str;
    /// The move that asks for one more value.
    const MORE: &'static str;
    /// The word that stands in a position while a value is due.
    const DUE: &'static str;
    /// That no value is due.
    const NOT_DUE: &'static str;
    /// The number of words that tell what is left.
    const WORDS: usize;

    /// The values that may come, in order, and their weights.
    fn values(&self) -> impl Iterator<Item = (u8, u8)>;

    /// How likely a value is, beside the others.
    fn weight(&self, value: u8) -> u8;

    /// A value has come.
    fn take(&mut self, value: u8);

    /// Whether no value can come.
    fn is_empty(&self) -> bool;

    /// About how many plies are left.
    fn plies_left(&self, goal: u16, scores: [u16; 2]) -> u32;

    /// All of a position as one word, mixed: the goal, both scores and the turn total, and flags of
    /// two bits.
    fn mixed(&self, goal: u16, points: [u16; 3], flags: u64) -> u64;

    /// What is left, as words with a blank before each.
    fn text(&self) -> String;

    /// Reads the words that tell what is left of this, where players have so many points together.
    ///
    /// # Errors
    ///
    /// Says what is wrong, and where.
    fn read_left(&self, words: &[(usize, &str)], points: u16) -> Result<Self, TextError>;

    /// What the text of a position consists of.
    fn expected(&self) -> String;
}

/// A move of a player, or a value that comes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PigMove {
    /// The player asks for one more value: rolls the die, or draws a card.
    More,
    /// The player banks the turn total.
    Hold,
    /// The die shows this number, or the card has this value.
    Value(u8),
}

/// A position: what both players have, what the one whose turn it is may lose, and whether a value
/// is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PigState<S> {
    pub(super) goal: u16,
    /// What there is at the start.
    pub(super) source: S,
    pub(super) left: S,
    pub(super) scores: [u16; 2],
    pub(super) turn_total: u16,
    pub(super) turn: Player,
    pub(super) is_due: bool,
}

impl<S: LuckSource> PigState<S> {
    /// Nobody has points, and no value has come.
    pub(super) const fn start(goal: u16, source: S) -> Self {
        let (scores, turn) = ([0; 2], Player::First);
        Self { goal, source, left: source, scores, turn_total: 0, turn, is_due: false }
    }

    /// The points that win.
    #[inline]
    #[must_use]
    pub const fn goal(&self) -> u16 {
        self.goal
    }

    /// What is left: the die, or the cards.
    #[inline]
    #[must_use]
    pub const fn left(&self) -> &S {
        &self.left
    }

    /// The points that a player has banked.
    #[inline]
    #[must_use]
    pub const fn score(&self, player: Player) -> u16 {
        self.scores[player.index()]
    }

    /// The points of this turn, which are not banked yet.
    #[inline]
    #[must_use]
    pub const fn turn_total(&self) -> u16 {
        self.turn_total
    }

    /// The player whose turn it is.
    #[inline]
    #[must_use]
    pub const fn to_move(&self) -> Player {
        self.turn
    }

    /// Whether a value is due: the die is in the air, or a card is being drawn.
    #[inline]
    #[must_use]
    pub const fn is_due(&self) -> bool {
        self.is_due
    }

    /// A value comes.
    #[inline]
    fn show(&mut self, value: u8) {
        self.is_due = false;
        self.left.take(value);
        if value == 1 {
            self.end_turn();
        } else {
            self.turn_total += u16::from(value);
        }
    }

    /// The player banks the turn total.
    #[inline]
    fn hold(&mut self) {
        self.scores[self.turn.index()] += self.turn_total;
        self.end_turn();
    }

    /// The other player begins a turn.
    #[inline]
    fn end_turn(&mut self) {
        self.turn_total = 0;
        self.turn = self.turn.other();
    }
}

impl<S: LuckSource> Position for PigState<S> {
    type Move = PigMove;
    type Undo = Self;

    const HAS_CHANCE: bool = true;
    const MOVE_CODES: usize = 2 + S::HIGHEST as usize;

    #[inline]
    fn actor(&self) -> Actor {
        if self.is_due { Actor::Chance(self.turn) } else { Actor::Player(self.turn) }
    }

    /// A score and turn total that reach the goal win at once. If nothing is left, the turn total
    /// is banked, and the higher score wins.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let own = self.score(self.turn) + self.turn_total;
        let other = self.score(self.turn.other());
        if own >= self.goal {
            return Some(Outcome::Win(self.turn));
        }
        if !self.left.is_empty() {
            return None;
        }
        Some(match own.cmp(&other) {
            std::cmp::Ordering::Greater => Outcome::Win(self.turn),
            std::cmp::Ordering::Less => Outcome::Win(self.turn.other()),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    #[inline]
    fn moves(&self, out: &mut Vec<PigMove>) {
        if self.is_due {
            out.extend(self.left.values().map(|(value, _)| PigMove::Value(value)));
            return;
        }
        out.push(PigMove::More);
        if self.turn_total > 0 {
            out.push(PigMove::Hold);
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        match (self.is_due, self.turn_total) {
            (true, _) => self.left.values().count(),
            (false, 0) => 1,
            (false, _) => 2,
        }
    }

    #[inline]
    fn weight(&self, outcome: PigMove) -> u32 {
        match outcome {
            PigMove::Value(value) => self.left.weight(value).into(),
            PigMove::More | PigMove::Hold => 1,
        }
    }

    #[inline]
    fn make(&mut self, m: PigMove) -> Self {
        let before = *self;
        match m {
            PigMove::More => self.is_due = true,
            PigMove::Hold => self.hold(),
            PigMove::Value(value) => self.show(value),
        }
        before
    }

    #[inline]
    fn unmake(&mut self, _: PigMove, before: Self) {
        *self = before;
    }

    #[inline]
    fn key(&self) -> u64 {
        let [first, second] = self.scores;
        let flags = self.turn.index() as u64 | u64::from(self.is_due) << 1;
        self.left.mixed(self.goal, [first, second, self.turn_total], flags)
    }

    #[inline]
    fn code(&self, m: PigMove) -> u16 {
        match m {
            PigMove::More => 0,
            PigMove::Hold => 1,
            PigMove::Value(value) => 1 + u16::from(value),
        }
    }

    fn plies_left(&self) -> u32 {
        self.left.plies_left(self.goal, self.scores)
    }
}

impl<S: LuckSource> Symmetric for PigState<S> {}
