//! The rules of a game: who acts, what is legal, what a move changes, how it ends, how it is
//! written.

use std::fmt::Debug;

use super::{MoveError, TextError, excerpt};

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// The player who moves first in the start position.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first player, 1 for the second: an index into a pair.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Who acts next in a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Actor {
    /// A player chooses a move.
    Player(Player),
    /// Chance chooses one, with the odds that [`Position::weight`] gives.
    Chance,
}

/// How a finished game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player has won.
    Win(Player),
    /// Nobody has.
    Draw,
}

/// A symmetry of the board, by its number: [`IDENTITY`] and those up to [`Position::symmetries`].
pub type Symmetry = u8;

/// The symmetry that changes nothing.
pub const IDENTITY: Symmetry = 0;

/// The rules of a game, seen from one position.
///
/// Everything a search or a referee needs is here, and nothing else: no opinion of who stands
/// better (that is an [`Evaluator`](super::Evaluator)), no search, no protocol.
///
/// # Laws
///
/// - [`unmake`](Self::unmake) undoes [`make`](Self::make) to the last bit, [`key`](Self::key)
///   included.
/// - [`parse`](Self::parse) and [`format`](Self::format) are each other's inverse, and so are
///   [`parse_move`](Self::parse_move) and [`format_move`](Self::format_move).
/// - A position has the same key however it was reached, and different positions have different
///   keys: the board and whose turn it is are part of it.
/// - All images of a position have the same canonical key, and the same value.
/// - No text makes the parsers panic.
///
/// [`laws`](super::laws) has all of them by name and tests a game against them.
pub trait Position: Clone + Debug + Send + Sync + 'static {
    /// A move, a pass or the outcome of a die. Small: it is copied a lot.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// What [`make`](Self::make) hands out so that [`unmake`](Self::unmake) can restore the
    /// position.
    ///
    /// The plainest is the old position itself, `Self`: `make` copies it first and hands it out,
    /// `unmake` is `*self = undo`, and nothing is written twice. Where a position is large, what a
    /// move destroys (the pieces captured, the key before) takes less copying; where the move alone
    /// says enough, it is `()`.
    type Undo;

    /// Whether chance ever acts. Without chance its part of the search is not compiled.
    const HAS_CHANCE: bool = false;

    /// Every [`code`](Self::code) is below this number, 65,535 at most.
    const MOVE_CODES: usize;

    /// The greatest [`margin`](Self::margin) by which the game can be won, up to
    /// [`GREATEST_MARGIN`](crate::game::value::GREATEST_MARGIN). 0 means that a win is a win, and
    /// the sooner the better. Otherwise the engine prefers a larger margin to a sooner end, and a
    /// lost game is lost by as little as possible. (Books keep who wins and how soon, not by how
    /// much.)
    const MOST_MARGIN: u32 = 0;

    /// Who acts. In a finished game the answer must be a player, either of them.
    fn actor(&self) -> Actor;

    /// The result, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// By how much a finished game has been won (discs, lines), at most
    /// [`MOST_MARGIN`](Self::MOST_MARGIN). Asked only where [`outcome`](Self::outcome) is a win.
    fn margin(&self) -> u32 {
        0
    }

    /// Appends the legal moves to `out`, in a fixed order. Asked only while the game is not over,
    /// and then there is at least one (a pass is a move).
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Whether a legal move is a pass. Who has no other move is told so, and need not make it
    /// himself.
    fn is_pass(&self, _m: Self::Move) -> bool {
        false
    }

    /// How many legal moves there are, asked only while the game is not over; a game that can count
    /// faster than it lists should.
    fn count_moves(&self) -> usize {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.len()
    }

    /// The weight of an outcome of chance; its probability is this over the sum of all legal ones'.
    fn weight(&self, _outcome: Self::Move) -> u32 {
        1
    }

    /// Plays a legal move.
    fn make(&mut self, m: Self::Move) -> Self::Undo;

    /// Takes back `m`, the move made last.
    fn unmake(&mut self, m: Self::Move, undo: Self::Undo);

    /// A 64-bit hash of the position: board and actor, not the way it was reached. Well mixed in
    /// all its bits, since tables index by some of them. [`Zobrist`](super::Zobrist) makes such
    /// keys; where counting one anew takes long, `make` carries it along.
    fn key(&self) -> u64;

    /// A number below [`MOVE_CODES`](Self::MOVE_CODES) that tells the legal moves of this position
    /// apart. The search remembers moves by it, so moves that mean the same in neighbouring
    /// positions should share it.
    ///
    /// Where a move is a small number, it is that: `m.into()`. Otherwise it is counted like the
    /// digits of one: `from * 64 + to` below `64 * 64`, `piece * 18 + cell`, a pass one more than
    /// all others.
    fn code(&self, m: Self::Move) -> u16;

    /// How many symmetries the board has, the identity included.
    fn symmetries(&self) -> u8 {
        1
    }

    /// The image of this position under a symmetry.
    #[must_use]
    fn image(&self, _symmetry: Symmetry) -> Self {
        self.clone()
    }

    /// The code that a move of this position has in the image under `symmetry`.
    fn map_code(&self, code: u16, _symmetry: Symmetry) -> u16 {
        code
    }

    /// The symmetry that undoes `symmetry`. The default suits reflections.
    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        symmetry
    }

    /// The key that all images of this position share, and a symmetry that leads to the image it
    /// belongs to: the least key of all images.
    fn canonical(&self) -> (u64, Symmetry) {
        let mut least = (self.key(), IDENTITY);
        for symmetry in 1..self.symmetries() {
            let key = self.image(symmetry).key();
            if key < least.0 {
                least = (key, symmetry);
            }
        }
        least
    }

    /// The key under which a search keeps what it learns here, and the symmetry whose image it
    /// belongs to. Positions that share it must have the same value, so:
    ///
    /// - where the value depends on the path (draws by repetition, move counts) the key must too;
    /// - a game whose symmetric positions meet in a search may return
    ///   [`canonical`](Self::canonical).
    fn table_key(&self) -> (u64, Symmetry) {
        (self.key(), IDENTITY)
    }

    /// [`table_key`](Self::table_key) for an evaluation that tells mirror images apart: without
    /// symmetries.
    fn plain_table_key(&self) -> u64 {
        self.key()
    }

    /// About how many more plies the game will last, 40 unless the game knows better; the clock
    /// shares out its time by it.
    fn plies_left(&self) -> u32 {
        40
    }

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
    /// Says why the text is no move here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::GameOver);
        }
        let mut moves = Vec::new();
        self.moves(&mut moves);
        if let Some(&found) = moves.iter().find(|&&m| self.format_move(m) == text) {
            return Ok(found);
        }
        let legal: Vec<String> = moves.iter().take(20).map(|&m| self.format_move(m)).collect();
        let more = if moves.len() > legal.len() { " ..." } else { "" };
        Err(MoveError::illegal(text, format!("legal: {}{more}", excerpt(&legal.join(" "), 200))))
    }

    /// A legal move as text: no blanks, the same in no two legal moves.
    fn format_move(&self, m: Self::Move) -> String;
}
