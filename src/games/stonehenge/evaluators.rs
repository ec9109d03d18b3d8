//! Opinions of Stonehenge positions: the chapter's formula, and one that looks at every line.

use super::board::{LINE_SET, LINES_TO_WIN};
use super::moves::Move;
use super::position::Position;
use crate::game::{Evaluator, Player};
use crate::value::Value;

/// The chapter's formula with both players' eighth line seen: 50 points a line, 10 points for each
/// point of the pieces left, 1000 for a win.
#[derive(Clone, Copy, Default, Debug)]
pub struct Chapter;

impl Evaluator<Position> for Chapter {
    fn evaluate(&self, position: &Position, player: Player) -> Value {
        let [own, other] = [player, player.other()].map(|player| {
            (position.owned(player).count_ones(), Value::from(position.hand(player).sum()))
        });
        if own.0 >= LINES_TO_WIN {
            1000
        } else if other.0 >= LINES_TO_WIN {
            -1000
        } else {
            50 * (own.0 as Value - other.0 as Value) + 10 * (own.1 - other.1)
        }
    }
}

/// Points of the evaluator [`Lines`]; all set by hand.
mod weight {
    use super::Value;

    /// An owned line.
    pub(super) const OWNED: Value = 100;
    /// An undecided line that is all but owned, by the number of its empty cells.
    pub(super) const UNDECIDED: [Value; 6] = [0, 70, 105, 105, 130, 135];
    /// Each point of the pieces left.
    pub(super) const HAND: Value = 3;
    /// Having the move.
    pub(super) const TURN: Value = 50;
    /// A finished game; a search never asks for it.
    pub(super) const WON: Value = 10_000;

    /// Ordering: a line claimed by the move.
    pub(super) const CLAIM: i32 = 100;
    /// Ordering: a line that the opponent would claim with his largest piece.
    pub(super) const THREAT: i32 = 40;
    /// Ordering: any other undecided line through the cell.
    pub(super) const OPEN: i32 = 20;
    /// Ordering: each point of the piece.
    pub(super) const PIECE: i32 = 10;
}

/// Fixed point of the line terms.
const SCALE: Value = 1 << 10;

/// The most that both players together can add to a line.
const MOST: usize = 42;

/// [`SCALE`] over the points that two players can add to a line.
static SHARE: [Value; MOST + 1] = {
    let mut share = [0; MOST + 1];
    let mut points = 1;
    while points <= MOST {
        share[points] = SCALE / points as Value;
        points += 1;
    }
    share
};

/// Lines owned and, for each undecided line, how near both are to it: where the lead stands between the
/// one with which the first player owns the line and the one with which the second does.
#[derive(Clone, Copy, Default, Debug)]
pub struct Lines;

impl Evaluator<Position> for Lines {
    fn evaluate(&self, position: &Position, player: Player) -> Value {
        let value = for_first(position);
        if player == Player::First { value } else { -value }
    }

    fn order(&self, position: &Position, moves: &[Move], scores: &mut [i32]) {
        let mover = position.to_move();
        let undecided = position.undecided();
        let threats = position.claimable(mover.other(), position.hand(mover.other()).largest()[0]);
        let mut claims = [0; 7];
        for (piece, claims) in claims.iter_mut().enumerate().skip(1) {
            *claims = position.claimable(mover, piece as u8);
        }
        for (m, score) in moves.iter().zip(scores) {
            let lines = LINE_SET[m.cell()];
            let count = |among: u16| (lines & among).count_ones() as i32;
            *score += weight::CLAIM * count(claims[usize::from(m.piece())])
                + weight::THREAT * count(threats)
                + weight::OPEN * count(undecided)
                + weight::PIECE * i32::from(m.piece());
        }
    }
}

/// The value of a position for the first player.
fn for_first(position: &Position) -> Value {
    let owned = [Player::First, Player::Second].map(|p| position.owned(p).count_ones());
    for (lines, value) in owned.into_iter().zip([weight::WON, -weight::WON]) {
        if lines >= LINES_TO_WIN {
            return value;
        }
    }
    let hands = [Player::First, Player::Second].map(|p| position.hand(p));
    let [first, second] = hands.map(|hand| hand.best().map(Value::from));
    let turn = if position.to_move() == Player::First { weight::TURN } else { -weight::TURN };
    let mut value = turn + weight::OWNED * (owned[0] as Value - owned[1] as Value);
    value += weight::HAND * Value::from(hands[0].sum() - hands[1].sum());

    let share: [Value; 6] =
        std::array::from_fn(|free| SHARE[((first[free] + second[free]) as usize).min(MOST)]);
    let (leads, free) = (position.leads(), position.free());
    let mut lines = position.undecided();
    let mut near = 0;
    while lines != 0 {
        let line = lines.trailing_zeros() as usize;
        let free = usize::from(free[line]).min(5);
        // From -SCALE, all but owned by the second player, to SCALE.
        let stand = share[free] * (2 * Value::from(leads[line]) + first[free] - second[free]);
        // The first step from the middle is worth more than the last.
        let bent = stand * (4 * SCALE - stand.abs()) / (3 * SCALE);
        near += weight::UNDECIDED[free] * bent;
        lines &= lines - 1;
    }
    value + near / SCALE
}
