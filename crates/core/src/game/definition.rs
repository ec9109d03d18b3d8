//! A game as a whole: rules, evaluators, oracle and notations, bound together.

use super::{
    Evaluator, MoveError, Oracle, Position, Presentation, Selectivity, Solver, TextError, Tunable,
    Written,
};
use crate::game::value::Value;

/// The type of a game's moves.
pub type MoveOf<G> = <<G as Game>::Position as Position>::Move;

/// An evaluator and the name by which the option `Evaluator` knows it.
pub type NamedEvaluator<P> = (&'static str, Box<dyn Evaluator<P>>);

/// Everything that the engine needs to offer a game in one setup (one board size, for example).
/// What is only for people's eyes is its [`Presentation`].
pub trait Game: Presentation<<Self as Game>::Position> + Send + Sync + 'static {
    /// The rules, and how positions and moves are written.
    type Position: Written;

    /// Whether some position in some setup may have a [solver](Self::solver). If not, what only
    /// solvers are used for is not compiled: long proofs.
    const HAS_SOLVER: bool = true;

    /// The name by which `newgame` knows it: lower case, no blanks.
    fn name(&self) -> &str;

    /// The setup as `newgame` takes it after the name. Empty if the game has only one.
    fn setup(&self) -> String {
        String::new()
    }

    /// The start position.
    fn start(&self) -> Self::Position;

    /// The evaluators by name. The first is the default. A game without any plays by results, and
    /// by what `sarsen learn` learns.
    fn evaluators(&self) -> Vec<NamedEvaluator<Self::Position>> {
        Vec::new()
    }

    /// The weights of the first of [`evaluators`](Self::evaluators), if it also works with others.
    fn tunable(&self) -> Option<&dyn Tunable<Self::Position>> {
        None
    }

    /// What `sarsen learn` has learnt about the game in this setup, as the bytes of its file. The
    /// evaluator `learned` plays with it, and is the default then. Otherwise the first of
    /// [`evaluators`](Self::evaluators) is.
    fn learned(&self) -> Option<&'static [u8]> {
        None
    }

    /// Certain knowledge. The engine uses it unless the option `Knowledge` is `none`.
    fn oracle(&self) -> Option<Box<dyn Oracle<Self::Position>>> {
        None
    }

    /// The game's own solver, with this many bytes of memory or a little more. A solver that needs
    /// more for a position says so: [`Solver::shortage`]. None if the game has no solver, or there
    /// is not enough memory for one. The engine uses it only if the option `Knowledge` is `full`.
    fn solver(&self, _bytes: usize) -> Option<Box<dyn Solver<Self::Position>>> {
        None
    }

    /// The exact value of a position as a score that the literature of the game would give. If the
    /// literature has no scale: 1 for a win of the player to act, 0 for a draw and -1 for a loss.
    fn literature_score(&self, _position: &Self::Position, value: Value) -> i32 {
        value.signum()
    }

    /// Which moves the search reduces. The option `Selectivity` can change that.
    fn selectivity(&self) -> Selectivity {
        Selectivity::USUAL
    }

    /// An opening book that comes with the game, as the bytes of a book file. The
    /// engine uses it only when time limits the search.
    fn book(&self) -> Option<&'static [u8]> {
        None
    }

    /// Other notations that some front ends use, besides the game's own.
    fn notations(&self) -> Vec<Box<dyn Notation<Self::Position>>> {
        Vec::new()
    }
}

/// A foreign notation of a game: other texts for the same positions and moves.
///
/// The laws of [`Position`]'s own texts hold here, too.
pub trait Notation<P: Position>: Send + Sync {
    /// The name by which front ends ask for it (that of a UCI variant, for example).
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
    /// Says why the text is not a legal move here.
    fn parse_move(&self, position: &P, text: &str) -> Result<P::Move, MoveError>;

    /// A legal move as text.
    fn format_move(&self, position: &P, m: P::Move) -> String;
}
