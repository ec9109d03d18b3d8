//! Texts of positions and moves: how they are written and read.

use super::{MoveError, Position, TextError, excerpt};

/// A position and its moves as texts, for people, files and the protocol.
///
/// # Laws
///
/// - [`parse`](Self::parse) and [`format`](Self::format) are each other's inverse, and so are
///   [`parse_move`](Self::parse_move) and [`format_move`](Self::format_move).
/// - No text makes the parsers panic.
///
/// [`laws`](super::laws) tests a game against these laws, too.
pub trait Written: Position {
    /// Reads a position text in the setup (board size and the like) of `self`.
    /// [`Rows`](super::Rows) reads and writes boards.
    ///
    /// # Errors
    ///
    /// Says what is wrong and at which character.
    fn parse(&self, text: &str) -> Result<Self, TextError>;

    /// The position as text.
    fn format(&self) -> String;

    /// Reads a move and checks that it is legal here.
    ///
    /// The default compares with the text of every legal move.
    ///
    /// # Errors
    ///
    /// Says why the text is not a legal move here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::GameOver);
        }
        let moves = self.legal_moves();
        if let Some(&found) = moves.iter().find(|&&m| self.format_move(m) == text) {
            return Ok(found);
        }
        let legal: Vec<String> = moves.iter().take(20).map(|&m| self.format_move(m)).collect();
        let more = if moves.len() > legal.len() { " ..." } else { "" };
        Err(MoveError::illegal(text, format!("legal: {}{more}", excerpt(&legal.join(" "), 200))))
    }

    /// The moves in a word such as `4453`, if people and files write several moves of this game
    /// with nothing between them. The default is the word alone. The moves need not be legal.
    fn spread<'a>(&self, word: &'a str) -> Vec<&'a str> {
        vec![word]
    }

    /// How many of these words, of which there is at least one, are the next move, if people and
    /// files write a move of this game in several words, such as `8/5 6/5`. The answer is 1 or
    /// more. The move need not be legal.
    fn words_of_move(&self, _words: &[&str]) -> usize {
        1
    }

    /// The legal moves that a text may mean, if it says too little for one of them, as the first
    /// and the last square of two captures do. Otherwise nothing. In a list of moves, the move is
    /// meant that fits those behind it.
    fn readings(&self, _text: &str) -> Vec<Self::Move> {
        Vec::new()
    }

    /// A legal move as text, without blanks. No two legal moves have the same text.
    fn format_move(&self, m: Self::Move) -> String;

    /// A drawn position as it is if nobody claims the draw: the same board, without the way that
    /// led to it. None if the game is not drawn, or is so without a claim. Real games go on after a
    /// third repetition or a count of moves, and records of them are read. A game that is played
    /// here ends there.
    fn unclaimed(&self) -> Option<Self> {
        None
    }

    /// Whether a legal move is a pass. A person who has no other move is told so, and need not type
    /// it. Where it is the only legal move, lists of moves may leave it out, and they may spell it
    /// [in other ways](super::is_pass_text).
    fn is_pass(&self, _m: Self::Move) -> bool {
        false
    }
}
