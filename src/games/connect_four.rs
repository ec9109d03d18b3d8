//! Connect Four, of any size from 4x4 on whose board fits 128 bits.
//!
//! Players drop stones into columns in turn; the first four in a row, upright, level or diagonal,
//! win; a full board without them is a draw. 7 columns by 6 rows unless said otherwise.
//!
//! ```
//! use sarsen::game::{Game, Position};
//! use sarsen::games::connect_four::Small;
//!
//! let game = Small::new(7, 6)?;
//! let mut board = game.start();
//! for column in ["4", "4", "3"] {
//!     let drop = board.parse_move(column)?;
//!     board.make(drop);
//! }
//! assert_eq!(board.format(), "7/7/7/7/3o3/2xx3 o");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod cfour;
mod evaluators;
mod explain;
mod geometry;
mod notation;
mod oracle;
mod patterns;
mod picture;
mod rules;
mod solver;
mod threats;
mod word;

use std::marker::PhantomData;

pub use board::{Board, Drop};
pub use evaluators::{Chapter, Windows};
pub use geometry::Geometry;
pub use oracle::Tactics;
pub use solver::{Solver, Technique};
pub use threats::Threats;
pub use word::Word;

use crate::game::value::Value;
use crate::game::{
    self, Drawing, Evaluator, Fact, Game, NamedEvaluator, Notation, Oracle, Position, Selectivity,
    SetupError, View, Weights, WeightsError,
};

/// The name of the game.
pub const NAME: &str = "connect4";

/// A board size: columns and rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The usual board, 7 columns and 6 rows.
    pub const STANDARD: Self = Self { width: 7, height: 6 };

    /// A size with at least 4 columns and 4 rows whose board, one spare row included, fits 128
    /// bits.
    ///
    /// # Errors
    ///
    /// For any other size.
    pub fn new(width: u32, height: u32) -> Result<Self, SetupError> {
        let setup = format!("{width}x{height}");
        if width < 4 || height < 4 {
            return Err(SetupError::new(&setup, "the board has at least 4 columns and 4 rows"));
        }
        match (u8::try_from(width), u8::try_from(height)) {
            (Ok(w), Ok(h)) if u32::from(w) * (u32::from(h) + 1) <= u128::BITS => {
                Ok(Self { width: w, height: h })
            }
            _ => Err(SetupError::new(&setup, "columns times (rows + 1) must not exceed 128")),
        }
    }

    /// Reads a size such as `8x7`; an empty text is [`STANDARD`](Self::STANDARD).
    ///
    /// # Errors
    ///
    /// If the text is no size, or not one the game can be played on.
    pub fn parse(text: &str) -> Result<Self, SetupError> {
        if text.is_empty() {
            return Ok(Self::STANDARD);
        }
        let number = |digits: &str| {
            // A sign is no part of a size.
            digits.starts_with(|c: char| c.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
        };
        let numbers = text.split_once(['x', 'X']).and_then(|(w, h)| Some((number(w)?, number(h)?)));
        match numbers {
            Some((width, height)) => Self::new(width, height),
            None => Err(SetupError::new(text, "a size is columns x rows, such as 8x7")),
        }
    }

    /// Bits that a board of this size takes.
    #[must_use]
    pub fn bits(self) -> u32 {
        u32::from(self.width) * (u32::from(self.height) + 1)
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// Connect Four on a board that fits the word `W`.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour<W> {
    size: Size,
    word: PhantomData<W>,
}

/// Boards of up to 64 bits, the usual one among them.
pub type Small = ConnectFour<u64>;

/// Boards of up to 128 bits.
pub type Large = ConnectFour<u128>;

impl<W: Word> ConnectFour<W> {
    /// The game on a board of this size.
    ///
    /// # Errors
    ///
    /// If there is no such board, or not in this word.
    pub fn new(width: u32, height: u32) -> Result<Self, SetupError> {
        Self::of_size(Size::new(width, height)?)
    }

    /// The game on a board of this size.
    ///
    /// # Errors
    ///
    /// If the board does not fit the word.
    pub fn of_size(size: Size) -> Result<Self, SetupError> {
        if size.bits() > W::BITS {
            let reason = format!("the board does not fit {} bits", W::BITS);
            return Err(SetupError::new(&size.to_string(), reason));
        }
        Ok(Self { size, word: PhantomData })
    }

    fn geometry(&self) -> Geometry<W> {
        Geometry::new(self.size.width, self.size.height)
    }
}

impl<W: Word> Game for ConnectFour<W> {
    type Position = Board<W>;

    fn name(&self) -> &str {
        NAME
    }

    fn setup(&self) -> String {
        self.size.to_string()
    }

    fn start(&self) -> Board<W> {
        Board::empty(self.geometry())
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<Board<W>>> {
        let geometry = self.geometry();
        vec![
            ("threats", Box::new(Threats::new(&geometry))),
            ("windows", Box::new(Windows::new(&geometry))),
            ("chapter", Box::new(Chapter::new(&geometry))),
        ]
    }

    fn weights(&self) -> Option<Weights> {
        Some(threats::built_in().clone())
    }

    fn weighted(&self, weights: &Weights) -> Result<Box<dyn Evaluator<Board<W>>>, WeightsError> {
        Ok(Box::new(Threats::with(&self.geometry(), weights)?))
    }

    fn oracle(&self) -> Option<Box<dyn Oracle<Board<W>>>> {
        Some(Box::new(Tactics))
    }

    fn solver(&self, bytes: usize) -> Option<Box<dyn game::Solver<Board<W>>>> {
        Some(Box::new(Solver::new(self, bytes)?))
    }

    /// 0 for a draw; for a win of the player to move the number of stones that he has left before
    /// the winning one, itself among them; the same for a loss, less than zero.
    fn literature_score(&self, board: &Board<W>, value: Value) -> i32 {
        solver::score(value, board.plies_left())
    }

    /// Settled in matches at 20 ms a move.
    fn selectivity(&self) -> Selectivity {
        Selectivity { least_depth: 3, full_moves: 3, reduction: 120, unknown_depth: 5 }
    }

    fn book(&self) -> Option<&'static [u8]> {
        (self.size == Size::STANDARD).then_some(include_bytes!("../../data/connect4.book"))
    }

    fn notations(&self) -> Vec<Box<dyn Notation<Board<W>>>> {
        vec![Box::new(cfour::Cfour)]
    }

    fn explain(&self, board: &Board<W>) -> Vec<Fact> {
        explain::explain(board)
    }

    /// Columns run together, where each of them has one digit.
    fn spread<'a>(&self, word: &'a str) -> Vec<&'a str> {
        if self.size.width < 10 && word.starts_with(|first| ('1'..='9').contains(&first)) {
            word.split_inclusive(|_: char| true).collect()
        } else {
            vec![word]
        }
    }

    fn draw(&self, board: &Board<W>, view: View<Drop>) -> Drawing {
        picture::draw(board, view)
    }
}
