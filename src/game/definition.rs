//! A game as a whole: rules, evaluators, oracle, notations and a picture, bound together.

use super::{
    Drawing, Evaluator, MoveError, Oracle, Position, Selectivity, Solver, TextError, View, Weights,
    WeightsError,
};
use crate::game::value::Value;

/// An evaluator and the name by which the option `Evaluator` knows it.
pub type NamedEvaluator<P> = (&'static str, Box<dyn Evaluator<P>>);

/// Something that a game has to say of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// What it is about: one word.
    pub name: &'static str,
    /// What there is: one word of ASCII, `-` or `none` for nothing.
    pub text: String,
}

impl Fact {
    /// A fact.
    #[must_use]
    pub fn new(name: &'static str, text: &str) -> Self {
        Self { name, text: text.to_owned() }
    }

    /// Whether there is nothing of it.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        matches!(self.text.as_str(), "-" | "none")
    }
}

/// Everything the engine needs to offer a game in one setup (a board size, say).
pub trait Game: Send + Sync + 'static {
    /// The rules.
    type Position: Position;

    /// The name by which `newgame` knows it: lower case, no blanks.
    fn name(&self) -> &str;

    /// The setup as `newgame` takes it after the name; empty where there is only one.
    fn setup(&self) -> String {
        String::new()
    }

    /// The start position.
    fn start(&self) -> Self::Position;

    /// The evaluators by name, at least one; the first is the default.
    fn evaluators(&self) -> Vec<NamedEvaluator<Self::Position>>;

    /// The weights of the default evaluator, as it has them, if it can be made with others: those
    /// that the option `Weights` changes and `sarsen tune` fits. See [`weighted`](Self::weighted).
    fn weights(&self) -> Option<Weights> {
        None
    }

    /// The default evaluator with other weights, which have the names of
    /// [`weights`](Self::weights).
    ///
    /// # Errors
    ///
    /// If there are no weights to change, or these cannot be used.
    fn weighted(
        &self,
        _weights: &Weights,
    ) -> Result<Box<dyn Evaluator<Self::Position>>, WeightsError> {
        Err(WeightsError::None(self.name().to_owned()))
    }

    /// Certain knowledge, used unless the option `Knowledge` takes it away.
    fn oracle(&self) -> Option<Box<dyn Oracle<Self::Position>>> {
        None
    }

    /// A solver of its own with so many bytes of memory, or a little more; none if there is no
    /// solver, or no such memory. It is used unless the option `Knowledge` takes it away.
    fn solver(&self, _bytes: usize) -> Option<Box<dyn Solver<Self::Position>>> {
        None
    }

    /// The exact value of a position as a score that the literature of the game would give. If the
    /// literature has no scale: 1 for a win of the player to act, 0 for a draw and -1 for a loss.
    fn literature_score(&self, _position: &Self::Position, value: Value) -> i32 {
        value.signum()
    }

    /// Which moves a search may look at less closely than others, unless the option `Selectivity`
    /// changes it.
    fn selectivity(&self) -> Selectivity {
        Selectivity::USUAL
    }

    /// An opening book that comes with the game, as bytes of a [book](crate::book) file: it is used
    /// without anybody's asking, where time limits a search.
    fn book(&self) -> Option<&'static [u8]> {
        None
    }

    /// Other notations that some front ends speak, beside the game's own.
    fn notations(&self) -> Vec<Box<dyn Notation<Self::Position>>> {
        Vec::new()
    }

    /// What there is to say of a position, for a person or a program that explains it; the same
    /// names in the same order for every position. The query `threats` and the board that is shown
    /// tell it.
    fn explain(&self, _position: &Self::Position) -> Vec<Fact> {
        Vec::new()
    }

    /// What [`margin`](Position::margin) counts, in the plural: `discs`, say.
    fn margin_unit(&self) -> &str {
        "points"
    }

    /// The moves of a word in which people and files write several of them with nothing between,
    /// such as `4453`; the word alone, unless the game is written so. They need not be legal.
    fn spread<'a>(&self, word: &'a str) -> Vec<&'a str> {
        vec![word]
    }

    /// What the players are called where their pieces are drawn, the first player first.
    fn marks(&self) -> [&str; 2] {
        ["x", "o"]
    }

    /// The board as a person likes to see it, several lines of ASCII. Whose turn it is is told
    /// below it and need not be drawn.
    fn draw(
        &self,
        position: &Self::Position,
        _view: View<<Self::Position as Position>::Move>,
    ) -> Drawing {
        Drawing::from(position.format())
    }
}

/// A foreign notation of a game: other texts for the same positions and moves.
///
/// The laws of [`Position`]'s own texts hold here too.
pub trait Notation<P: Position>: Send + Sync {
    /// The name by which front ends ask for it (a UCI variant's, for instance).
    fn name(&self) -> &str;

    /// Reads a position text in the setup of `like`.
    ///
    /// # Errors
    ///
    /// Says what is wrong and at which character.
    fn parse(&self, like: &P, text: &str) -> Result<P, TextError>;

    /// The position as text.
    fn format(&self, position: &P) -> String;

    /// Reads a move and checks that it is legal.
    ///
    /// # Errors
    ///
    /// Says why the text is no move here.
    fn parse_move(&self, position: &P, text: &str) -> Result<P::Move, MoveError>;

    /// A legal move as text.
    fn format_move(&self, position: &P, m: P::Move) -> String;
}
