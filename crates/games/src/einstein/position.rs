//! Positions of EinStein: the stones, whose turn it is, and the die.

use super::squares::{GOAL, HOME, NOWHERE, SQUARES, STONES, ahead, bit, mirrored};
use sarsen_core::game::{MirrorKeys, Player, Zobrist};

/// The place of the die among the places of the keys.
const DIE: usize = SQUARES;

/// The random numbers of the keys: 25 squares with stones of both players, and the die.
static KEYS: Zobrist<{ SQUARES + 1 }, { 2 * STONES }> = Zobrist::new(0x0e15_7e14);

/// All stones of a player, as bits.
pub(super) const ALL_STONES: u8 = (1 << STONES) - 1;

/// A position: the stones on the board, whose turn it is, and what the die shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EinsteinPosition {
    /// The keys of the position and of its mirror image.
    pub(super) keys: MirrorKeys,
    /// Where each stone of each player is.
    pub(super) at: [[u8; STONES]; 2],
    /// What is on each square: 0 for nothing, 1 to 6 for a stone of the first player, 7 to 12 for
    /// one of the second.
    on: [u8; SQUARES],
    /// The stones of each player that are on the board, as bits.
    pub(super) left: [u8; 2],
    /// What the die shows. 0 if it has not been thrown.
    pub(super) die: u8,
    pub(super) turn: Player,
    pub(super) is_setup: bool,
}

impl EinsteinPosition {
    /// The board without stones. The first player is to put the first one there.
    pub(super) const EMPTY: Self = Self {
        keys: MirrorKeys::new(KEYS.side(Player::First)),
        at: [[NOWHERE; STONES]; 2],
        on: [0; SQUARES],
        left: [0; 2],
        die: 0,
        turn: Player::First,
        is_setup: true,
    };

    /// The player whose turn it is, or for whom the die is thrown.
    #[inline]
    #[must_use]
    pub const fn to_move(&self) -> Player {
        self.turn
    }

    /// Whether the players still put their stones on the board.
    #[inline]
    #[must_use]
    pub const fn is_setup(&self) -> bool {
        self.is_setup
    }

    /// What the die shows, 1 to 6. None if it has not been thrown.
    #[inline]
    #[must_use]
    pub const fn die(&self) -> Option<u8> {
        if self.die == 0 { None } else { Some(self.die) }
    }

    /// The number of stones that a player has on the board.
    #[inline]
    #[must_use]
    pub const fn stones(&self, player: Player) -> u32 {
        self.left[player.index()].count_ones()
    }

    /// The owner and the number of the stone on a square, counted row by row from the upper left.
    ///
    /// # Panics
    ///
    /// If there is no such square.
    #[inline]
    #[must_use]
    pub const fn stone_at(&self, square: u8) -> Option<(Player, u8)> {
        match self.on[square as usize] {
            0 => None,
            content if content > STONES as u8 => Some((Player::Second, content - STONES as u8)),
            number => Some((Player::First, number)),
        }
    }

    /// The stone that is put on the board next, counted from 0.
    #[inline]
    pub(super) const fn next_stone(&self) -> u8 {
        self.left[self.turn.index()].trailing_ones() as u8
    }

    /// The squares of a player's stones, as bits.
    #[inline]
    pub(super) fn occupied(&self, player: Player) -> u32 {
        let all = self.at[player.index()].iter().fold(0, |set, &square| set | bit(square));
        all & !bit(NOWHERE)
    }

    /// The squares on which the player to act may put a stone, as bits.
    #[inline]
    pub(super) fn free_home(&self) -> u32 {
        HOME[self.turn.index()] & !self.occupied(self.turn)
    }

    /// The winner. None if the game is not over.
    #[inline]
    #[must_use]
    pub const fn winner(&self) -> Option<Player> {
        if self.is_setup {
            return None;
        }
        let [first, second] = self.left;
        match (self.stone_at(GOAL[0]), self.stone_at(GOAL[1])) {
            (Some((Player::First, _)), _) => Some(Player::First),
            (_, Some((Player::Second, _))) => Some(Player::Second),
            _ if second == 0 => Some(Player::First),
            _ if first == 0 => Some(Player::Second),
            _ => None,
        }
    }

    /// Adds a content to the keys, or takes it away again.
    #[inline(always)]
    fn toggle(&mut self, square: u8, content: u8) {
        let content = usize::from(content) - 1;
        let [here, opposite] = [square, mirrored(square)].map(|at| KEYS.key(at.into(), content));
        self.keys.toggle(here, opposite);
    }

    /// Puts a stone, counted from 0, on an empty square.
    #[inline(always)]
    pub(super) fn put(&mut self, player: Player, stone: u8, square: u8) {
        let content = player.index() as u8 * STONES as u8 + stone + 1;
        self.toggle(square, content);
        self.on[usize::from(square)] = content;
        self.at[player.index()][usize::from(stone)] = square;
        self.left[player.index()] |= 1 << stone;
    }

    /// Takes the stone from a square, if there is one. Returns its number, counted from 0.
    #[inline(always)]
    fn lift(&mut self, square: u8) -> Option<u8> {
        let (player, number) = self.stone_at(square)?;
        self.toggle(square, self.on[usize::from(square)]);
        self.on[usize::from(square)] = 0;
        self.at[player.index()][usize::from(number - 1)] = NOWHERE;
        self.left[player.index()] &= !(1 << (number - 1));
        Some(number - 1)
    }

    /// The stone of the player to act on a square goes in a direction. What is there is captured.
    #[inline(always)]
    pub(super) fn step(&mut self, from: u8, direction: u8) {
        let to = ahead(self.turn, from, direction);
        if let Some(stone) = self.lift(from) {
            self.lift(to);
            self.put(self.turn, stone, to);
        }
    }

    /// The die shows a number, or nothing (0).
    #[inline(always)]
    pub(super) fn show(&mut self, number: u8) {
        for shown in [self.die, number] {
            if shown != 0 {
                self.keys.toggle_both(KEYS.key(DIE, usize::from(shown) - 1));
            }
        }
        self.die = number;
    }

    /// The turn passes to the other player.
    #[inline(always)]
    pub(super) fn pass_turn(&mut self) {
        self.turn = self.turn.other();
        self.keys.toggle_both(KEYS.other_turn());
    }

    /// The mirror image.
    pub(super) fn mirror_image(&self) -> Self {
        let mut image = *self;
        image.keys = self.keys.mirrored();
        for (square, &content) in (0..).zip(&self.on) {
            image.on[usize::from(mirrored(square))] = content;
        }
        for square in image.at.iter_mut().flatten() {
            *square = mirrored(*square);
        }
        image
    }
}
