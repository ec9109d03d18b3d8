//! A position of Nuba, and the changes that a move makes.

use super::base::Base;
use super::board::{AHEAD, ALL_PIECES, CHAMPION, LAST, NOWHERE, SQUARES, bit, mirrored, way};
use sarsen_core::game::{MirrorKeys, Player, Zobrist};

/// The places of the keys: the squares, the place of honour, and whether pieces are still put on
/// the board. Each piece of each player is a content.
static KEYS: Zobrist<32, 20> = Zobrist::new(0x4e75_6261);

/// The place of honour, and the mark of the first phase, among the places of the keys.
const HONOUR: usize = SQUARES;
const PHASE: usize = SQUARES + 1;

/// The number of things that can be on a square: a piece from 1 to the champion, or none.
const KINDS: usize = CHAMPION as usize + 1;

/// A position of Nuba.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NubaPosition {
    /// The keys of the position and of its mirror image.
    pub(super) keys: MirrorKeys,
    /// The squares of each player's pieces.
    pub(super) occupied: [u32; 2],
    /// The pieces of each player that are on the board, as bits.
    pub(super) alive: [u16; 2],
    /// Where each piece of each player is.
    pub(super) at: [[u8; KINDS]; 2],
    /// The number of the piece on each square, 0 if it is empty.
    on: [u8; SQUARES],
    pub(super) turn: Player,
    /// Who holds the place of honour, and with which piece.
    pub(super) holder: Option<(Player, u8)>,
    /// Whether pieces are still put on the board.
    pub(super) is_setup: bool,
    pub(super) base: Base,
}

impl NubaPosition {
    /// The empty board.
    pub(super) fn empty(base: Base) -> Self {
        Self {
            keys: MirrorKeys::new(KEYS.of([(PHASE, 0)], Player::First)),
            occupied: [0; 2],
            alive: [0; 2],
            at: [[NOWHERE; KINDS]; 2],
            on: [0; SQUARES],
            turn: Player::First,
            holder: None,
            is_setup: true,
            base,
        }
    }

    /// The player whose turn it is.
    #[inline]
    #[must_use]
    pub const fn to_move(&self) -> Player {
        self.turn
    }

    /// Whether the players still put their pieces on the board.
    #[inline]
    #[must_use]
    pub const fn is_setup(&self) -> bool {
        self.is_setup
    }

    /// Where the bases of the players are.
    #[inline]
    #[must_use]
    pub const fn base(&self) -> Base {
        self.base
    }

    /// Who holds the place of honour, and with which piece.
    #[inline]
    #[must_use]
    pub const fn holder(&self) -> Option<(Player, u8)> {
        self.holder
    }

    /// The pieces of a player on the board as bits, 1 to [`CHAMPION`].
    #[inline]
    #[must_use]
    pub const fn pieces(&self, player: Player) -> u16 {
        self.alive[player.index()]
    }

    /// The pieces that a player can still put on the board, as bits.
    #[inline]
    #[must_use]
    pub const fn hand(&self, player: Player) -> u16 {
        if self.is_setup { ALL_PIECES & !self.alive[player.index()] } else { 0 }
    }

    /// The pieces of a player on the board with which the player could still take the place of
    /// honour, as bits.
    #[inline]
    #[must_use]
    pub const fn able(&self, player: Player) -> u16 {
        self.alive[player.index()] & self.higher()
    }

    /// The pieces that are good enough for the place of honour, as bits.
    #[inline]
    pub(super) const fn higher(&self) -> u16 {
        match self.holder {
            Some((_, piece)) => ALL_PIECES & (u16::MAX << 1) << piece,
            None => ALL_PIECES,
        }
    }

    /// The owner and the number of the piece on a square, counted from a1, then row by row.
    #[must_use]
    pub fn piece_at(&self, square: u8) -> Option<(Player, u8)> {
        let piece = self.on[usize::from(square)];
        let [first, second] = self.occupied.map(|set| set & bit(square) != 0);
        match (first, second) {
            (true, _) => Some((Player::First, piece)),
            (_, true) => Some((Player::Second, piece)),
            _ => None,
        }
    }

    /// The number of the piece on a square, 0 if it is empty.
    #[inline]
    pub(super) const fn piece_on(&self, square: u8) -> u8 {
        self.on[square as usize]
    }

    /// How many steps a piece of a player needs from a square to the base of the opponent.
    #[inline(always)]
    pub(super) const fn steps_left(&self, player: Player, square: u8) -> u8 {
        let rows = 5 - way(player, square);
        match self.base {
            Base::Row => rows,
            Base::Beyond => rows + 1,
        }
    }

    /// Whether a step of the player to move to this square, or beyond the board, ends in the base.
    #[inline]
    pub(super) fn is_arrival(&self, to: Option<u8>) -> bool {
        let last = LAST[self.turn.index()];
        to.is_none_or(|to| self.base == Base::Row && bit(to) & last != 0)
    }

    /// The winner. None if the game is not over.
    #[inline]
    #[must_use]
    pub const fn winner(&self) -> Option<Player> {
        if self.is_setup {
            return None;
        }
        match self.holder {
            Some((owner, _)) if self.able(owner.other()) == 0 => Some(owner),
            Some((owner, CHAMPION)) => Some(owner),
            Some(_) => None,
            None if self.alive[1] == 0 => Some(Player::First),
            None if self.alive[0] == 0 => Some(Player::Second),
            None => None,
        }
    }

    /// Calls `each` with each piece of a player, its square and the squares to which it can go, the
    /// highest number first. A piece that is not on the board has none.
    #[inline(always)]
    pub(super) fn reach(&self, player: Player, mut each: impl FnMut(u8, u8, u32)) {
        let (own, other) = (player.index(), player.other().index());
        let free = !(self.occupied[0] | self.occupied[1]);
        // The champion captures everything.
        let champion = self.at[own][usize::from(CHAMPION)];
        each(CHAMPION, champion, AHEAD[own][usize::from(champion)] & !self.occupied[own]);
        // Squares that are empty, or have a piece of the same or a higher number.
        let mut open = free | bit(self.at[other][usize::from(CHAMPION)]);
        for piece in (1..usize::from(CHAMPION)).rev() {
            open |= bit(self.at[other][piece]);
            let from = self.at[own][piece];
            each(piece as u8, from, AHEAD[own][usize::from(from)] & open);
        }
    }

    /// The squares of the player to move from which a piece can leave the board.
    #[inline]
    pub(super) fn leaving(&self) -> u32 {
        match self.base {
            Base::Row => 0,
            Base::Beyond => self.occupied[self.turn.index()] & LAST[self.turn.index()],
        }
    }

    /// Adds a content to the keys, or takes it away again.
    #[inline(always)]
    fn toggle(&mut self, square: u8, player: Player, piece: u8) {
        let content = content(player, piece);
        let [here, opposite] = [square, mirrored(square)].map(|at| KEYS.key(at.into(), content));
        self.keys.toggle(here, opposite);
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(super) fn put(&mut self, player: Player, piece: u8, square: u8) {
        self.toggle(square, player, piece);
        let own = player.index();
        self.occupied[own] |= bit(square);
        self.alive[own] |= 1 << piece;
        self.at[own][usize::from(piece)] = square;
        self.on[usize::from(square)] = piece;
    }

    /// Takes the piece of a player from a square. Returns its number.
    #[inline(always)]
    fn lift(&mut self, player: Player, square: u8) -> u8 {
        let piece = self.on[usize::from(square)];
        self.toggle(square, player, piece);
        let own = player.index();
        self.occupied[own] &= !bit(square);
        self.alive[own] &= !(1 << piece);
        self.at[own][usize::from(piece)] = NOWHERE;
        self.on[usize::from(square)] = 0;
        piece
    }

    /// The turn passes to the other player.
    #[inline(always)]
    pub(super) fn pass_turn(&mut self) {
        self.turn = self.turn.other();
        self.keys.toggle_both(KEYS.other_turn());
    }

    /// The pieces are all on the board: from now on they move.
    pub(super) fn end_setup(&mut self) {
        self.is_setup = false;
        self.keys.toggle_both(KEYS.key(PHASE, 0));
    }

    /// The piece of the player to move goes forward, to a square or beyond the board.
    #[inline(always)]
    pub(super) fn step(&mut self, from: u8, to: Option<u8>) {
        let player = self.turn;
        let piece = self.lift(player, from);
        let arrives = self.is_arrival(to);
        if arrives {
            self.arrive(piece);
        }
        let Some(to) = to else { return };
        if self.occupied[player.other().index()] & bit(to) != 0 {
            self.lift(player.other(), to);
        }
        if !arrives {
            self.put(player, piece, to);
        }
    }

    /// A piece of the player to move is in the base. It takes the place of honour if it may. If
    /// not, it has left the game.
    fn arrive(&mut self, piece: u8) {
        if self.higher() >> piece & 1 != 0 {
            self.honour(Some((self.turn, piece)));
        }
    }

    /// The place of honour gets another holder.
    pub(super) fn honour(&mut self, holder: Option<(Player, u8)>) {
        for (player, piece) in self.holder.into_iter().chain(holder) {
            self.keys.toggle_both(KEYS.key(HONOUR, content(player, piece)));
        }
        self.holder = holder;
    }

    /// The mirror image.
    pub(super) fn mirror_image(&self) -> Self {
        let mut image = *self;
        image.keys = self.keys.mirrored();
        for square in 0..SQUARES as u8 {
            image.on[usize::from(mirrored(square))] = self.on[usize::from(square)];
        }
        for player in 0..2 {
            image.occupied[player] = 0;
            for square in image.at[player].iter_mut().filter(|square| **square != NOWHERE) {
                *square = mirrored(*square);
                image.occupied[player] |= bit(*square);
            }
        }
        image
    }
}

/// The number of a player's piece among the contents of a place.
#[inline(always)]
const fn content(player: Player, piece: u8) -> usize {
    player.index() * CHAMPION as usize + piece as usize - 1
}
