//! Endings with at most three stones, exact: a table by retrograde analysis, which is the oracle.
//!
//! Stones only go forward, so no position comes again. The table is filled once, at first those
//! positions in which the stones have the shortest way to go.

use std::sync::LazyLock;

use super::position::EinsteinPosition;
use super::squares::{AHEAD, GOAL, MOVABLE, NOWHERE, SIDE, SQUARES, STONES, bit, bits};
use sarsen_core::game::value::{PROVEN_WIN, from_share};
use sarsen_core::game::{Known, Oracle, Player};

/// The most stones of both players together in a position of the table.
const MOST_STONES: u32 = 3;

/// The number of pairs of stones that a player may have.
const PAIRS: usize = STONES * (STONES - 1) / 2;

static TABLE: LazyLock<EndingTable> = LazyLock::new(EndingTable::new);

/// The oracle of EinStein: it knows all positions with at most three stones.
pub(super) struct FewStones;

impl Oracle<EinsteinPosition> for FewStones {
    #[inline]
    fn probe(&self, position: &EinsteinPosition) -> Option<Known> {
        let stones = position.stones(Player::First) + position.stones(Player::Second);
        if stones > MOST_STONES || position.is_setup() {
            return None;
        }
        let ending = Ending::of(position);
        let share = match position.die() {
            None => TABLE.share(&ending),
            Some(number) => TABLE.after_throw(&ending, number),
        };
        // At most eight throws leave something to chance, so that no share is rounded to these.
        Some(Known::exact(match share {
            1.0 => PROVEN_WIN,
            0.0 => -PROVEN_WIN,
            share => from_share(share),
        }))
    }

    fn prepare(&self) {
        LazyLock::force(&TABLE);
    }
}

/// An ending, turned so that the player who may have two stones goes from square 0 to 24.
#[derive(Clone, Copy)]
struct Ending {
    /// The stones of this player, as bits.
    stones: u8,
    /// Their squares, the lower stone first. The second is nowhere if there is only one.
    squares: [u8; 2],
    /// The square of the other player's only stone.
    other: u8,
    /// Whether it is the turn of the player who may have two.
    is_own_turn: bool,
}

impl Ending {
    fn of(position: &EinsteinPosition) -> Self {
        let own = match position.stones(Player::Second) {
            2 => Player::Second,
            _ => Player::First,
        };
        let turned = |square: u8| match own {
            Player::First => square,
            Player::Second => SQUARES as u8 - 1 - square,
        };
        let stones = position.left[own.index()];
        let place = |player: Player, stone: u8| position.at[player.index()][usize::from(stone)];
        let mut squares = [NOWHERE; 2];
        for (square, stone) in squares.iter_mut().zip(bits(stones.into())) {
            *square = turned(place(own, stone));
        }
        let lone = position.left[own.other().index()].trailing_zeros() as u8;
        let other = turned(place(own.other(), lone));
        Self { stones, squares, other, is_own_turn: position.to_move() == own }
    }

    /// The same ending after the move of a stone, counted from 0 in the order of numbers, or of the
    /// other player's stone. `Err` if the move wins.
    fn after(&self, at: usize, to: u8) -> Result<Self, ()> {
        let mut next = Self { is_own_turn: !self.is_own_turn, ..*self };
        if self.is_own_turn {
            if to == GOAL[0] || to == self.other {
                return Err(());
            }
            next.squares[at] = to;
            if to == self.squares[1 - at] {
                next.keep(at);
            }
        } else {
            if to == GOAL[1] {
                return Err(());
            }
            next.other = to;
            if let Some(lost) = self.squares.iter().position(|&square| square == to) {
                if self.squares[1 - lost] == NOWHERE {
                    return Err(());
                }
                next.keep(1 - lost);
            }
        }
        Ok(next)
    }

    /// Only this stone is left.
    fn keep(&mut self, at: usize) {
        self.squares = [self.squares[at], NOWHERE];
        // The number of an only stone does not matter.
        self.stones = 1;
    }
}

/// What each ending is worth before the die is thrown, as a share of wins of the player whose turn
/// it is.
struct EndingTable {
    singles: Vec<f64>,
    pairs: Vec<f64>,
}

impl EndingTable {
    fn new() -> Self {
        let mut table = Self {
            singles: vec![0.0; SQUARES * SQUARES * 2],
            pairs: vec![0.0; PAIRS * SQUARES * SQUARES * SQUARES * 2],
        };
        // How far a stone has to go: the other player's goes the other way.
        let way = |square: u8| 2 * (SIDE as u8 - 1) - square / SIDE as u8 - square % SIDE as u8;
        let way_back = |square: u8| 2 * (SIDE as u8 - 1) - way(square);
        let all = || 0..SQUARES as u8;
        let mut singles: Vec<[u8; 3]> =
            all().flat_map(|one| all().map(move |other| [one, NOWHERE, other])).collect();
        singles.sort_by_key(|&[one, _, other]| way(one) + way_back(other));
        let mut pairs: Vec<[u8; 3]> = all()
            .flat_map(|one| all().flat_map(move |two| all().map(move |other| [one, two, other])))
            .collect();
        pairs.sort_by_key(|&[one, two, other]| way(one) + way(two) + way_back(other));
        for [one, _, other] in singles {
            table.fill(Ending { stones: 1, squares: [one, NOWHERE], other, is_own_turn: true });
        }
        for [one, two, other] in pairs.into_iter().filter(|[one, two, _]| one != two) {
            for high in 1..STONES {
                for low in 0..high {
                    let (stones, squares) = (1 << low | 1 << high, [one, two]);
                    table.fill(Ending { stones, squares, other, is_own_turn: true });
                }
            }
        }
        table
    }

    /// Finds out what an ending is worth, for the turn of either player. Nothing if the game is
    /// over.
    fn fill(&mut self, ending: Ending) {
        let Ending { squares, other, .. } = ending;
        if squares.contains(&other) || squares.contains(&GOAL[0]) || other == GOAL[1] {
            return;
        }
        for is_own_turn in [true, false] {
            let ending = Ending { is_own_turn, ..ending };
            let sum: f64 = (1..=STONES as u8).map(|number| self.after_throw(&ending, number)).sum();
            let (at, is_pair) = index(&ending);
            let values = if is_pair { &mut self.pairs } else { &mut self.singles };
            values[at] = sum / STONES as f64;
        }
    }

    /// What an ending is worth before the die is thrown.
    #[inline]
    fn share(&self, ending: &Ending) -> f64 {
        let (at, is_pair) = index(ending);
        if is_pair { self.pairs[at] } else { self.singles[at] }
    }

    /// What an ending is worth after the die was thrown.
    fn after_throw(&self, ending: &Ending, number: u8) -> f64 {
        let (movers, player) = match ending.is_own_turn {
            true => (MOVABLE[usize::from(ending.stones)][usize::from(number) - 1], 0),
            false => (1, 1),
        };
        let mut best = 0.0_f64;
        for stone in bits(movers.into()) {
            // The lower of two stones is the first.
            let is_higher = ending.is_own_turn && ending.stones & (bit(stone) as u8 - 1) != 0;
            let at = usize::from(is_higher);
            let from = if ending.is_own_turn { ending.squares[at] } else { ending.other };
            for &to in AHEAD[player][usize::from(from)].iter().filter(|&&to| to != NOWHERE) {
                let share = ending.after(at, to).map_or(1.0, |next| 1.0 - self.share(&next));
                best = best.max(share);
            }
        }
        best
    }
}

/// Where an ending is, and whether among the pairs.
#[inline]
fn index(ending: &Ending) -> (usize, bool) {
    let Ending { stones, squares: [one, two], other, is_own_turn } = *ending;
    let [one, two, other] = [one, two, other].map(usize::from);
    let turn = usize::from(is_own_turn);
    if two == usize::from(NOWHERE) {
        return ((one * SQUARES + other) * 2 + turn, false);
    }
    let (low, high) = (stones.trailing_zeros() as usize, stones.ilog2() as usize);
    let pair = high * (high - 1) / 2 + low;
    ((((pair * SQUARES + one) * SQUARES + two) * SQUARES + other) * 2 + turn, true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::game::value::share;
    use sarsen_core::game::{Effort, Position, Solver, Written, split_mix};
    use sarsen_core::solvers::ValueIteration;

    #[test]
    fn the_table_agrees_with_value_iteration() {
        let solver = ValueIteration::new(64 << 20, |_| std::time::Duration::ZERO);
        let mut random = 1;
        let mut below = |most: u64| split_mix(&mut random) % most;
        let (mut compared, mut pairs) = (0, 0);
        while compared < 300 {
            let mut board = ['.'; SQUARES];
            let second = below(2) + 1;
            for (count, letters) in [(3 - second, "123456"), (second, "abcdef")] {
                let letters: Vec<char> = letters.chars().collect();
                for _ in 0..count {
                    board[below(25) as usize] = letters[below(6) as usize];
                }
            }
            let die = ["-", "1", "2", "3", "4", "5", "6"][below(7) as usize];
            let text = format!("{} {} {die}", String::from_iter(board), below(2) + 1);
            let Ok(position) = EinsteinPosition::EMPTY.parse(&text) else { continue };
            if position.outcome().is_some() || position.is_setup() {
                continue;
            }
            let known = FewStones.probe(&position).unwrap();
            let expected = solver.expect(&position, &Effort::UNLIMITED).unwrap();
            let middle = expected.low.midpoint(expected.high);
            assert!((share(known.value) - middle).abs() < 2e-9, "{text}: {known:?} {expected:?}");
            compared += 1;
            pairs += usize::from(position.stones(Player::First) == 2);
        }
        assert!(pairs > 50, "{pairs}");
        assert!(FewStones.probe(&EinsteinPosition::EMPTY).is_none());
    }
}
