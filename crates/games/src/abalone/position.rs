//! A position of Abalone, and the changes that a move makes.

use super::cells::{BOARD, DIRECTIONS, INSIDE, OFF, STEPS, next, opposite};
use super::moves::{MarbleMove, MoveParts};
use sarsen_core::game::{Path, PathLimits, PathUndo, Player, Zobrist};

/// The marbles that each player has at the start.
pub(super) const MARBLES: u32 = 14;

/// A player who has lost this many marbles has lost the game.
pub(super) const TO_WIN: u32 = 6;

static KEYS: Zobrist<64, 2> = Zobrist::new(0x0041_6261_6c6f_6e65);

/// A position of Abalone.
#[derive(Clone, Debug)]
pub struct AbalonePosition {
    /// The marbles of the first player (black) and of the second.
    marbles: [u64; 2],
    key: u64,
    turn: Player,
    path: Path,
}

/// What it takes to restore a position.
#[derive(Clone, Copy, Debug)]
pub struct MoveUndo {
    marbles: [u64; 2],
    key: u64,
    path: PathUndo,
}

/// Two positions are the same if marbles, turn and the plies up to the limit are the same. How they
/// were reached does not matter.
impl PartialEq for AbalonePosition {
    fn eq(&self, other: &Self) -> bool {
        let all = |position: &Self| (position.marbles, position.turn, position.plies_to_limit());
        all(self) == all(other)
    }
}

impl Eq for AbalonePosition {}

impl AbalonePosition {
    /// A position with these marbles, which are not on each other.
    pub(super) fn new(marbles: [u64; 2], turn: Player, limits: PathLimits) -> Self {
        let key = key_of(marbles, turn);
        Self { marbles, key, turn, path: Path::new(key, limits) }
    }

    /// The marbles of a player, each the bit of its cell.
    #[inline]
    pub(super) const fn marbles(&self, player: Player) -> u64 {
        self.marbles[player.index()]
    }

    /// The empty cells.
    #[inline]
    pub(super) const fn empty(&self) -> u64 {
        BOARD & !(self.marbles[0] | self.marbles[1])
    }

    /// The number of a player's marbles that are off the board.
    #[inline]
    #[must_use]
    pub const fn ejected(&self, player: Player) -> u32 {
        MARBLES - self.marbles(player).count_ones()
    }

    /// The player whose turn it is.
    #[inline]
    #[must_use]
    pub const fn to_move(&self) -> Player {
        self.turn
    }

    /// Whose marble is on a cell.
    pub(super) fn owner(&self, cell: u8) -> Option<Player> {
        let holds = |player: &Player| self.marbles(*player) >> cell & 1 != 0;
        [Player::First, Player::Second].into_iter().find(holds)
    }

    /// The player who has pushed six marbles off.
    #[inline]
    pub(super) const fn winner(&self) -> Option<Player> {
        let [first, second] = self.marbles;
        if second.count_ones() <= MARBLES - TO_WIN {
            return Some(Player::First);
        }
        if first.count_ones() <= MARBLES - TO_WIN { Some(Player::Second) } else { None }
    }

    /// Whether the player to move surely has a move: a marble with an empty cell next to it.
    #[inline]
    pub(super) fn is_free(&self) -> bool {
        let (own, empty) = (self.marbles(self.turn), self.empty());
        (0..DIRECTIONS).any(|direction| own & neighbours(empty, direction) != 0)
    }

    #[inline]
    pub(super) const fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    pub(super) const fn path(&self) -> &Path {
        &self.path
    }

    /// The plies that are left until the limit ends the game: 0 in a drawn game, and None if there
    /// is no limit.
    pub(super) fn plies_to_limit(&self) -> Option<usize> {
        if self.path.is_over() { Some(0) } else { self.path.plies_left() }
    }

    /// The position with other marbles and another turn, as if nothing had been played, but with
    /// the same number of plies left.
    pub(super) fn with(&self, marbles: [u64; 2], turn: Player) -> Self {
        let all = self.plies_to_limit().unwrap_or(usize::MAX);
        let limits = PathLimits { all, ..PathLimits::default() };
        Self::new(marbles, turn, limits)
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn play(&mut self, m: MarbleMove) -> MoveUndo {
        let (marbles, key) = (self.marbles, self.key);
        let mut is_ejection = false;
        match m.parts() {
            MoveParts::Inline { rear, direction, count } => {
                is_ejection = self.advance(rear, direction, count);
            }
            MoveParts::Sideways { lower, axis, count, direction } => {
                let mut cell = lower;
                for _ in 0..count {
                    let to = next(cell, direction);
                    self.carry(self.turn, cell, to);
                    cell = next(cell, axis);
                }
            }
        }
        self.turn = self.turn.other();
        self.key ^= KEYS.other_turn();
        MoveUndo { marbles, key, path: self.path.push(self.key, !is_ejection) }
    }

    /// Takes back the last move.
    #[inline]
    pub(super) fn take_back(&mut self, undo: MoveUndo) {
        self.marbles = undo.marbles;
        self.key = undo.key;
        self.turn = self.turn.other();
        self.path.pop(undo.path);
    }

    /// Moves a row of `count` marbles on. The last one goes to the front, which changes the same
    /// cells. Returns whether a marble falls off the board.
    #[inline]
    fn advance(&mut self, rear: u8, direction: usize, count: usize) -> bool {
        let (own, other) = (self.turn, self.turn.other());
        let front = (0..count).fold(rear, |cell, _| next(cell, direction));
        let mut end = front;
        // No set has a cell beyond the board.
        while self.marbles(other) >> end & 1 != 0 {
            end = next(end, direction);
        }
        if end != front {
            self.toggle(other, front);
            if end != OFF {
                self.toggle(other, end);
            }
        }
        self.carry(own, rear, front);
        end == OFF
    }

    /// Takes a marble from one cell to another.
    #[inline(always)]
    fn carry(&mut self, player: Player, from: u8, to: u8) {
        self.toggle(player, from);
        self.toggle(player, to);
    }

    #[inline(always)]
    fn toggle(&mut self, player: Player, cell: u8) {
        self.marbles[player.index()] ^= 1 << (cell & 63);
        self.key ^= KEYS.key(usize::from(cell & 63), player.index());
    }
}

/// The cells from which a step in a direction leads to one of these.
#[inline(always)]
pub(super) const fn neighbours(cells: u64, direction: usize) -> u64 {
    let back = opposite(direction);
    let start = cells & INSIDE[back];
    (start << STEPS[back] | start >> (61 - STEPS[back])) & BOARD
}

fn key_of(marbles: [u64; 2], turn: Player) -> u64 {
    let of =
        |player: usize| super::cells::members(marbles[player]).map(move |c| (c.into(), player));
    KEYS.of(of(0).chain(of(1)), turn)
}
