//! The rules of EinStein.

use super::moves::{EinsteinMove, StoneDeed, mirrored_code};
use super::position::{ALL_STONES, EinsteinPosition};
use super::squares::{AHEAD, MOVABLE, NOWHERE, STEPS, STONES, bits};
use sarsen_core::game::{Actor, IDENTITY, Outcome, Player, Position, Symmetric, Symmetry};

/// About how many plies a game lasts for each step that the foremost stone still needs.
const PLIES_PER_STEP: u32 = 8;

/// About how many plies a game lasts after the set-up.
const WHOLE_GAME: u32 = 32;

impl Position for EinsteinPosition {
    type Move = EinsteinMove;
    type Undo = Self;

    const HAS_CHANCE: bool = true;
    const MOVE_CODES: usize = EinsteinMove::CODES;

    #[inline]
    fn actor(&self) -> Actor {
        if self.die != 0 || self.is_setup || self.winner().is_some() {
            Actor::Player(self.turn)
        } else {
            Actor::Chance(self.turn)
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.winner().map(Outcome::Win)
    }

    /// Lists the diagonal step of a stone first.
    #[inline]
    fn moves(&self, out: &mut Vec<EinsteinMove>) {
        if self.is_setup {
            let stone = self.next_stone();
            out.extend(bits(self.free_home()).map(|to| EinsteinMove::put(stone, to)));
        } else if self.die == 0 {
            out.extend((1..=STONES as u8).map(EinsteinMove::throw));
        } else {
            let own = self.turn.index();
            for stone in bits(self.movable().into()) {
                let from = self.at[own][usize::from(stone)];
                let is_legal = |&direction: &u8| {
                    AHEAD[own][usize::from(from)][usize::from(direction)] != NOWHERE
                };
                let steps = [1, 0, 2].into_iter().filter(is_legal);
                out.extend(steps.map(|direction| EinsteinMove::step(from, direction)));
            }
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.is_setup {
            return STONES - usize::from(self.next_stone());
        }
        if self.die == 0 {
            return STONES;
        }
        let own = self.turn.index();
        let exits = |stone| {
            let from = usize::from(self.at[own][usize::from(stone)]);
            AHEAD[own][from].iter().filter(|&&to| to != NOWHERE).count()
        };
        bits(self.movable().into()).map(exits).sum()
    }

    #[inline]
    fn make(&mut self, m: EinsteinMove) -> Self {
        let before = *self;
        match m.deed() {
            StoneDeed::Put { stone, to } => {
                self.put(self.turn, stone, to);
                if self.left[self.turn.index()] == ALL_STONES {
                    self.is_setup = self.turn == Player::First;
                    self.pass_turn();
                }
            }
            StoneDeed::Step { from, direction } => {
                self.step(from, direction);
                self.show(0);
                self.pass_turn();
            }
            StoneDeed::Throw(number) => self.show(number),
        }
        before
    }

    #[inline]
    fn unmake(&mut self, _: EinsteinMove, before: Self) {
        *self = before;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.keys.key()
    }

    #[inline]
    fn code(&self, m: EinsteinMove) -> u16 {
        m.code()
    }

    #[inline]
    fn canonical(&self) -> (u64, Symmetry) {
        self.keys.canonical()
    }

    #[inline]
    fn table_key(&self, symmetric: bool) -> (u64, Symmetry) {
        if symmetric { self.canonical() } else { (self.keys.key(), IDENTITY) }
    }

    fn plies_left(&self) -> u32 {
        if self.is_setup {
            let placed = self.stones(Player::First) + self.stones(Player::Second);
            return 2 * STONES as u32 - placed + WHOLE_GAME;
        }
        let steps = |player: usize| {
            let left = bits(self.left[player].into());
            left.map(move |stone| STEPS[player][usize::from(self.at[player][usize::from(stone)])])
        };
        let nearest = steps(0).chain(steps(1)).min().unwrap_or(0);
        (PLIES_PER_STEP * u32::from(nearest)).max(1)
    }
}

impl Symmetric for EinsteinPosition {
    fn symmetries(&self) -> u8 {
        2
    }

    fn image(&self, symmetry: Symmetry) -> Self {
        if symmetry == IDENTITY { *self } else { self.mirror_image() }
    }

    fn map_code(&self, code: u16, symmetry: Symmetry) -> u16 {
        if symmetry == IDENTITY { code } else { mirrored_code(code) }
    }
}

impl EinsteinPosition {
    /// The stones of the player to act that may move, as bits.
    #[inline]
    pub(super) const fn movable(&self) -> u8 {
        MOVABLE[self.left[self.turn.index()] as usize][self.die as usize - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::Einstein;
    use super::*;
    use sarsen_core::game::{Game, Written, perft};

    fn read(text: &str) -> EinsteinPosition {
        Einstein.start().parse(text).unwrap()
    }

    /// The text after some moves.
    fn after(text: &str, moves: &str) -> String {
        let mut position = read(text);
        for m in moves.split_whitespace() {
            let m = position.parse_move(m).unwrap_or_else(|error| panic!("{text}: {error}"));
            position.make(m);
        }
        position.format()
    }

    /// The legal moves as text, in order.
    fn moves(text: &str) -> String {
        let position = read(text);
        let moves = position.legal_moves();
        let texts: Vec<String> = moves.iter().map(|&m| position.format_move(m)).collect();
        texts.join(" ")
    }

    #[test]
    fn the_players_put_up_their_stones_in_turn() {
        let start = Einstein.start().format();
        assert_eq!(moves(&start), "1@a5 1@b5 1@c5 1@a4 1@b4 1@a3");
        let first = "1@b4 2@a5 3@a3 4@c5 5@b5";
        assert_eq!(moves(&after(&start, first)), "6@a4");
        let second = after(&start, &format!("{first} 6@a4"));
        assert_eq!(second, "254..61...3.............. 2 -");
        assert_eq!(moves(&second), "1@e3 1@d2 1@e2 1@c1 1@d1 1@e1");
        let whole = after(&second, "1@e1 2@d1 3@c1 4@e2 5@d2 6@e3");
        assert_eq!(whole, "254..61...3...f...ed..cba 1 -");
        assert_eq!(moves(&whole), "1 2 3 4 5 6");
    }

    #[test]
    fn the_next_stones_move_for_one_that_is_gone() {
        let text = ".....3......46.d........c 1";
        assert_eq!(moves(&format!("{text} 3")), "a4b3 a4b4 a4a3");
        assert_eq!(moves(&format!("{text} 5")), "c3d2 c3d3 c3c2 d3e2 d3e3 d3d2");
        assert_eq!(moves(&format!("{text} 1")), "a4b3 a4b4 a4a3");
        let text = ".....3......46.d........c 2";
        assert_eq!(moves(&format!("{text} 6")), "a2a3");
        assert_eq!(moves(&format!("{text} 4")), "a2a3");
        assert_eq!(moves(&format!("{text} 2")), "e1d2 e1d1 e1e2");
    }

    #[test]
    fn whatever_is_there_is_captured() {
        let text = ".....3......46.d........c 1 4";
        assert_eq!(after(text, "c3d3"), ".....3.......4.d........c 2 -");
        assert_eq!(after("3...............d.......c 1 6", "a5b4"), "......3.........d.......c 2 -");
        assert_eq!(after("......3....d............c 1 6", "b4b3"), "...........3............c 2 -");
    }

    #[test]
    fn the_far_corner_or_the_last_stone_wins() {
        let [first, second] =
            [Player::First, Player::Second].map(|player| Some(Outcome::Win(player)));
        let end = |text: &str, moves: &str| read(&after(text, moves)).outcome();
        assert_eq!(end("....a..............2..... 1 1", "e2e1"), first);
        assert_eq!(end("....a..............2..... 1 1", ""), None);
        assert_eq!(end(".....a..............2.... 2 1", "a4a5"), second);
        assert_eq!(end("......1....a............. 1 1", "b4b3"), first);
        assert_eq!(end("......1....a............. 2 1", "b3b4"), second);
    }

    #[test]
    fn lines_are_counted() {
        // Six stones on six squares, twice, the die, and a step of any stone to three squares.
        let start = [6, 30, 120, 360, 720, 720, 4_320, 21_600, 86_400, 259_200, 518_400, 518_400];
        let ready = [6, 18, 108, 324, 1_944, 6_162];
        let whole = "123..45...6...f...ed..cba 1 -";
        for (text, counts) in [(Einstein.start().format().as_str(), &start[..]), (whole, &ready)] {
            for (depth, &count) in (1..).zip(counts) {
                assert_eq!(perft(&mut read(text), depth), count, "{text}, depth {depth}");
            }
        }
    }
}
