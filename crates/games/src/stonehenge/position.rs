//! A position of Stonehenge, and the changes that a move makes.

use super::board::{
    CELL_IMAGE, CELLS, LINE_BYTES, LINE_COUNT, LINE_IMAGE, LINE_SET, LINES, LINES_TO_WIN, THEN,
};
use super::bytes::{self, Bytes, LANES};
use super::hand::Hand;
use super::keys::{self, Keys};
use super::moves::Move;
use sarsen_core::game::Player;

/// The balance of a line with equal totals. It keeps all balances between 0 and 127.
const EVEN: u64 = 64;

/// A position: the pieces, and everything that follows from them, kept up to date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StonehengePosition {
    keys: Keys,
    /// The first player's total on each line less the second player's, plus [`EVEN`].
    balance: Bytes,
    /// The number of empty cells of each line.
    free: Bytes,
    /// The empty cells as bits.
    empty: u32,
    /// The lines that each player owns, as bits.
    owned: [u16; 2],
    /// The piece on each cell, negative if it is the second player's. 0 for an empty cell.
    cells: [i8; CELLS],
    hands: [Hand; 2],
    ply: u8,
    winner: Option<Player>,
}

impl StonehengePosition {
    /// The empty board.
    #[must_use]
    pub fn start() -> Self {
        let mut free = [0; LANES];
        for (free, line) in free.iter_mut().zip(LINES) {
            *free = line.len() as u8;
        }
        Self {
            keys: keys::EMPTY,
            balance: [bytes::EACH * EVEN; 2],
            free: bytes::from_lanes(free),
            empty: (1 << CELLS) - 1,
            owned: [0; 2],
            cells: [0; CELLS],
            hands: [Hand::FULL; 2],
            ply: 0,
            winner: None,
        }
    }

    /// The player to move. In a finished game, the player who would be to move.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Player {
        if self.ply & 1 == 0 { Player::First } else { Player::Second }
    }

    /// The number of pieces on the board.
    #[inline]
    #[must_use]
    pub fn ply(&self) -> u8 {
        self.ply
    }

    /// The player and the value of the piece on a cell, if any. Cells count from 0.
    #[must_use]
    pub fn piece_at(&self, cell: usize) -> Option<(Player, u8)> {
        match self.cells[cell] {
            0 => None,
            piece if piece > 0 => Some((Player::First, piece.unsigned_abs())),
            piece => Some((Player::Second, piece.unsigned_abs())),
        }
    }

    /// The empty cells as bits, cell 0 in bit 0.
    #[inline]
    #[must_use]
    pub fn empty_cells(&self) -> u32 {
        self.empty
    }

    /// The pieces that a player holds.
    #[inline]
    #[must_use]
    pub fn hand(&self, player: Player) -> Hand {
        self.hands[player.index()]
    }

    /// The owner of a line. None if it has no owner yet. Lines count from 0.
    #[must_use]
    pub fn owner(&self, line: usize) -> Option<Player> {
        [Player::First, Player::Second].into_iter().find(|p| self.owned[p.index()] >> line & 1 != 0)
    }

    /// The lines that a player owns as bits, line 0 in bit 0.
    #[inline]
    #[must_use]
    pub fn owned(&self, player: Player) -> u16 {
        self.owned[player.index()]
    }

    /// The lines without an owner as bits.
    #[inline]
    #[must_use]
    pub fn undecided(&self) -> u16 {
        !(self.owned[0] | self.owned[1]) & ((1 << LINE_COUNT) - 1)
    }

    /// The first player's total on each line less the second player's. The last lane is no line.
    #[inline]
    #[must_use]
    pub fn leads(&self) -> [i8; 16] {
        bytes::to_lanes(self.balance).map(|balance| balance as i8 - EVEN as i8)
    }

    /// The number of empty cells of each line. The last lane is no line.
    #[inline]
    #[must_use]
    pub fn free(&self) -> [u8; 16] {
        bytes::to_lanes(self.free)
    }

    /// The winner. None if the game is not over.
    #[inline]
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        self.winner
    }

    /// The hashes of all images, in the order of the symmetries.
    #[inline]
    pub(super) fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn play(&mut self, m: Move) {
        let mover = self.to_move();
        self.put(m, mover);
        self.claim(mover, m.cell());
    }

    /// The position with these pieces, negative for the second player. The pieces must be in the
    /// players' hands at the start. Full lines with equal totals do not have their owners yet.
    pub(super) fn from_cells(cells: &[i8; CELLS]) -> Self {
        let mut position = Self::start();
        for (cell, &piece) in cells.iter().enumerate() {
            if piece != 0 {
                let player = if piece > 0 { Player::First } else { Player::Second };
                position.put(Move::new(cell, piece.unsigned_abs()), player);
            }
        }
        let [first, second] = position.reached();
        position.owned = [first & !second, second & !first];
        position.settle();
        position
    }

    /// Gives a full line with equal totals to a player.
    pub(super) fn give_tied_line(&mut self, line: usize, to: Player) {
        self.owned[to.index()] |= 1 << line;
        keys::toggle(&mut self.keys, keys::tie(line, to.index()));
        self.settle();
    }

    /// Puts a piece on the board. Does not change the owners.
    #[inline]
    fn put(&mut self, m: Move, player: Player) {
        let (cell, piece) = (m.cell(), m.piece());
        let signed = if player == Player::First { piece as i8 } else { -(piece as i8) };
        for (half, lines) in LINE_BYTES[cell].iter().enumerate() {
            // A negative product borrows from other bytes. But the sums are right, because each
            // stays within its byte.
            let change = lines.wrapping_mul(i64::from(signed) as u64);
            self.balance[half] = self.balance[half].wrapping_add(change);
            self.free[half] -= lines;
        }
        self.empty &= !(1 << cell);
        self.cells[cell] = signed;
        let hand = &mut self.hands[player.index()];
        *hand = hand.without(piece);
        self.ply += 1;
        keys::toggle(&mut self.keys, keys::piece(m.0.into(), player.index()));
    }

    /// The lines that each player owns according to the pieces. Both players have the full lines
    /// with equal totals, and the lane that is no line.
    #[inline]
    fn reached(&self) -> [u16; 2] {
        let [first, second] = [self.hands[0].largest(), self.hands[1].largest()];
        let (mut to_first, mut to_second) = ([0; 2], [0; 2]);
        for half in 0..2 {
            // The points that each player can still add to each line.
            let (mut by_first, mut by_second) = (0, 0);
            for count in 1..=5 {
                let fits = bytes::at_least(self.free[half], count as u8);
                by_first += fits * u64::from(first[count - 1]);
                by_second += fits * u64::from(second[count - 1]);
            }
            let even = bytes::EACH * EVEN;
            to_first[half] = bytes::not_less(self.balance[half], even + by_second);
            to_second[half] = bytes::not_less(even, self.balance[half] + by_first);
        }
        [bytes::bits(to_first), bytes::bits(to_second)]
    }

    /// The undecided lines that a player would own with this piece on any of their empty cells.
    #[inline]
    pub(super) fn claimable(&self, by: Player, piece: u8) -> u16 {
        let against = self.hand(by.other()).largest();
        let mut lines = [0; 2];
        for (half, lines) in lines.iter_mut().enumerate() {
            // The lead that the player needs: one point if the piece fills the line, because a tie
            // would lose it.
            let mut least = bytes::EACH - bytes::at_least(self.free[half], 2);
            for count in 1..=4 {
                let fits = bytes::at_least(self.free[half], count as u8 + 1);
                least += fits * u64::from(against[count - 1]);
            }
            let even = bytes::EACH * EVEN;
            let (own, other) = match by {
                Player::First => (self.balance[half], even),
                Player::Second => (even, self.balance[half]),
            };
            *lines = bytes::not_less(own + bytes::EACH * u64::from(piece), other + least);
        }
        bytes::bits(lines) & self.undecided()
    }

    /// Notes the winner if there is one.
    #[inline]
    fn settle(&mut self) {
        for player in [Player::First, Player::Second] {
            if self.owned[player.index()].count_ones() >= LINES_TO_WIN {
                self.winner = Some(player);
            }
        }
    }

    /// Gives the lines that a move of `mover` to `cell` decides to their owners.
    #[inline]
    fn claim(&mut self, mover: Player, cell: usize) {
        let reached = self.reached();
        let mut ties = reached[0] & reached[1] & LINE_SET[cell];
        let undecided = self.undecided();
        let mut claims = reached.map(|lines| lines & undecided);
        if (claims[0] | claims[1] | ties) == 0 {
            return;
        }
        // If the move fills a line up to equal totals, the mover loses this line, unless it was
        // already decided.
        claims[mover.index()] &= !ties;
        while ties != 0 {
            let key = keys::tie(ties.trailing_zeros() as usize, mover.other().index());
            keys::toggle(&mut self.keys, key);
            ties &= ties - 1;
        }
        self.owned[0] |= claims[0];
        self.owned[1] |= claims[1];
        self.settle();
    }

    /// The image under a symmetry.
    pub(super) fn image_under(&self, symmetry: usize) -> Self {
        let mut image = *self;
        for (cell, &to) in CELL_IMAGE[symmetry].iter().enumerate() {
            let to = usize::from(to);
            image.cells[to] = self.cells[cell];
            image.empty = image.empty & !(1 << to) | (self.empty >> cell & 1) << to;
        }
        image.owned = [0; 2];
        let (balance, free) = (bytes::to_lanes(self.balance), bytes::to_lanes(self.free));
        let (mut image_balance, mut image_free) = (balance, free);
        for line in 0..LINE_COUNT {
            let to = usize::from(LINE_IMAGE[symmetry][line]);
            image_balance[to] = balance[line];
            image_free[to] = free[line];
            for player in 0..2 {
                image.owned[player] |= (self.owned[player] >> line & 1) << to;
            }
        }
        image.balance = bytes::from_lanes(image_balance);
        image.free = bytes::from_lanes(image_free);
        image.keys = THEN[symmetry].map(|both| self.keys[usize::from(both)]);
        image
    }
}
