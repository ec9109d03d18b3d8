//! The rules of a game: who acts, what is legal, what a move changes, how it ends.

use std::fmt::Debug;

use crate::game::symmetric::{IDENTITY, Symmetric, Symmetry};
use crate::game::value::{EVAL_MAX, Value, win_in, win_short_of};
use crate::game::{IllegalMove, Path};

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

/// Who acts next in a position, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Actor {
    /// This player chooses a move.
    Player(Player),
    /// Chance chooses one, with the odds that [`Position::weight`] gives. It is the turn of this
    /// player, who throws the die or draws the card. If nobody does, it is that of the first
    /// player.
    Chance(Player),
}

impl Actor {
    /// The player whose turn it is. What is said of the position is said of this player.
    #[inline]
    #[must_use]
    pub const fn turn(self) -> Player {
        match self {
            Self::Player(player) | Self::Chance(player) => player,
        }
    }

    /// Whether chance acts.
    #[inline]
    #[must_use]
    pub const fn is_chance(self) -> bool {
        matches!(self, Self::Chance(_))
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player has won.
    Win(Player),
    /// Nobody has won.
    Draw,
}

/// The rules of a game, seen from one position.
///
/// It has everything that a search needs, and nothing else. [`Symmetric`] has the symmetries of the
/// board, if there are any. An [`Evaluator`](super::Evaluator) says who stands better.
/// [`Written`](super::Written) has the texts. Nothing here knows the search or the protocol.
///
/// # Laws
///
/// - [`unmake`](Self::unmake) undoes [`make`](Self::make) to the last bit, [`key`](Self::key)
///   included.
/// - A position has the same key however it was reached. Different positions have different keys:
///   the board and whose turn it is are part of the key.
/// - All images of a position have the same canonical key, and the same value.
///
/// [`laws`](super::laws) names all laws and tests a game against them.
pub trait Position: Symmetric + Clone + Debug + Send + Sync + 'static {
    /// A move, a pass or the outcome of a die. It should be small, because it is copied a lot.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// What [`make`](Self::make) returns so that [`unmake`](Self::unmake) can restore the position.
    ///
    /// The simplest type is `Self`, the old position. Then `make` copies the position first and
    /// returns the copy, `unmake` is `*self = undo`, and no rule is written twice. If a position is
    /// large, copy only what a move destroys (the captured pieces, the old key). If the move alone
    /// says enough, the type is `()`.
    type Undo;

    /// Whether chance ever acts. If not, its part of the search is not compiled.
    const HAS_CHANCE: bool = false;

    /// Every [`code`](Self::code) is below this number, which is at most 65,535.
    const MOVE_CODES: usize;

    /// The greatest [`margin`](Self::margin) by which the game can be won, up to
    /// [`GREATEST_MARGIN`](crate::game::value::GREATEST_MARGIN). 0 means that margins do not count,
    /// and a sooner win is better. Otherwise the engine prefers a larger margin to a sooner end,
    /// and loses by as little as possible. (Books keep who wins and how soon, not by how much.)
    ///
    /// In games of [chance](Self::HAS_CHANCE), a margin is what a win is worth: of the greatest
    /// one, a win by `m` is the part `m / MOST_MARGIN`. So only the greatest win is a proof, and
    /// every other one an expectation. A margin of 0 says that margins do not count in this setup,
    /// so that every win is the greatest.
    const MOST_MARGIN: u32 = 0;

    /// Who acts. In a finished game this must be a player. Either player will do.
    fn actor(&self) -> Actor;

    /// The result. None if the game is not over.
    fn outcome(&self) -> Option<Outcome>;

    /// The margin by which a finished game was won (in discs, lines or points), at most
    /// [`MOST_MARGIN`](Self::MOST_MARGIN). Called only if [`outcome`](Self::outcome) is a win.
    fn margin(&self) -> u32 {
        0
    }

    /// Appends the legal moves to `out`, in a fixed order. Called only while the game is not over.
    /// Then there is at least one (a pass is a move).
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// The legal moves, in the same order. Empty if the game is over.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        if self.outcome().is_none() {
            self.moves(&mut moves);
        }
        moves
    }

    /// The number of legal moves. Called only while the game is not over. A game should implement
    /// this if it can count faster than it lists.
    fn count_moves(&self) -> usize {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.len()
    }

    /// The weight of an outcome of chance. Its probability is this divided by the sum over all
    /// legal outcomes.
    fn weight(&self, _outcome: Self::Move) -> u32 {
        1
    }

    /// Plays a legal move. [`play`](Self::play) also checks that it is one.
    fn make(&mut self, m: Self::Move) -> Self::Undo;

    /// Plays a move if it is legal, and returns what [`unmake`](Self::unmake) needs.
    ///
    /// # Errors
    ///
    /// If the move is not legal. The position stays as it was.
    fn play(&mut self, m: Self::Move) -> Result<Self::Undo, IllegalMove> {
        if self.outcome().is_some() {
            return Err(IllegalMove::GameOver);
        }
        if !self.legal_moves().contains(&m) {
            return Err(IllegalMove::NotHere);
        }
        Ok(self.make(m))
    }

    /// Takes back `m`, the move made last.
    fn unmake(&mut self, m: Self::Move, undo: Self::Undo);

    /// A 64-bit hash of the position: of the board and the actor, but not of the path that led
    /// there. All its bits must be well mixed, because tables index by some of them.
    /// [`Zobrist`](super::Zobrist) makes such keys. If it takes long to compute a key from the
    /// board, let `make` update it.
    fn key(&self) -> u64;

    /// The code of a move: a number below [`MOVE_CODES`](Self::MOVE_CODES). No two legal moves of a
    /// position share a code. The search remembers moves by their codes, so a move should have the
    /// same code in neighbouring positions.
    ///
    /// If a move is a small number, the code is that number: `m.into()`. Otherwise combine the
    /// parts of the move like digits: `from * 64 + to` below `64 * 64`, or `piece * 18 + cell`. A
    /// pass is one more than all others.
    fn code(&self, m: Self::Move) -> u16;

    /// The key that all images of this position share, and a symmetry that leads to the image with
    /// that key. It is the least key of all images.
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

    /// The key under which a search keeps what it learns here, and the symmetry that leads to the
    /// image with that key. Positions that share the key must have the same value. So:
    ///
    /// - If the value depends on the path (draws by repetition, move counts), the position has a
    ///   [`path`](Self::path), or the key must depend on it, too.
    /// - If symmetric positions of the game meet in a search, this may return
    ///   [`canonical`](Self::canonical) if `symmetric` is true. It is false for an evaluator that
    ///   gives mirror images different values.
    fn table_key(&self, _symmetric: bool) -> (u64, Symmetry) {
        (self.key(), IDENTITY)
    }

    /// The way that has led here, if positions can come again. See [`Path`].
    #[inline]
    fn path(&self) -> Option<&Path> {
        None
    }

    /// About how many more plies the game will last. The default is 40. Time management uses this.
    fn plies_left(&self) -> u32 {
        40
    }
}

/// The value for `me` of a finished game, `ply` plies below the root of a search. None if the game
/// is not over.
#[inline]
#[must_use]
pub fn final_value<P: Position>(position: &P, me: Player, ply: usize) -> Option<Value> {
    let Outcome::Win(winner) = position.outcome()? else { return Some(0) };
    let value = if ranks_margins::<P>() {
        win_short_of(P::MOST_MARGIN - position.margin(), ply as u32)
    } else {
        match worth_of_win(position) {
            [won, most] if won < most => EVAL_MAX / most as Value * won as Value,
            _ => win_in(ply as u32),
        }
    };
    Some(if winner == me { value } else { -value })
}

/// What a game of chance was won for, and the most that it can be won for. Where margins do not
/// count, it is won for the most. Called only if [`outcome`](Position::outcome) is a win.
#[inline]
#[must_use]
pub fn worth_of_win<P: Position>(position: &P) -> [u32; 2] {
    let margin = if ranks_margins::<P>() || P::MOST_MARGIN == 0 { 0 } else { position.margin() };
    if margin == 0 { [1, 1] } else { [margin, P::MOST_MARGIN] }
}

/// Whether a larger margin is better than a sooner end. In games of chance it is part of the
/// expectation.
#[inline]
#[must_use]
pub const fn ranks_margins<P: Position>() -> bool {
    P::MOST_MARGIN > 0 && !P::HAS_CHANCE
}
