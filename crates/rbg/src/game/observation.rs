//! What quick random games show of a game: what pieces can do, and what happens to them.
//!
//! The games are the same each time. How many there are depends on the work that they take, not on
//! the time.

use super::chance::PLAYERS;
use super::pieces::PieceTable;
use super::places::Spot;
use crate::language::expression::Mover;
use crate::machine::code::Code;
use crate::machine::op::Op;
use crate::machine::rules::{FoundMoves, RulesTable, each_change};
use crate::machine::run::MoveStep;
use sarsen_core::game::split_mix;

/// The work of all games together, in steps back of the interpreter.
const MOST_WORK: u64 = 1_500_000;
/// The most plies of a game.
const LONGEST: usize = 400;
/// The most games.
const MOST_GAMES: usize = 200;

/// What has been seen of a kind of piece.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(super) struct SeenPiece {
    /// How often it stood there when its owner was to move.
    pub(super) present: u64,
    /// How many moves of its owner took it up then.
    pub(super) moves: u64,
    /// How often it went from one place to another.
    pub(super) steps: u64,
    /// The sum of these steps on the plane.
    pub(super) way: [f64; 2],
}

/// What quick random games show of a game.
#[derive(Clone, Default, PartialEq, Debug)]
pub(super) struct ObservedPlay {
    /// By piece.
    pub(super) pieces: Vec<SeenPiece>,
    /// By piece: whether all its steps have a part in the direction of their sum.
    pub(super) goes_ahead: Vec<bool>,
    /// How many pieces the other player took off the board.
    pub(super) taken: u64,
    /// How many pieces became pieces of the other player.
    pub(super) turned: u64,
    /// How often a score rose while the game went on, and by how much in all.
    pub(super) rises: [u64; 2],
    /// Whether a score ever fell, as where it says who would win now.
    pub(super) scores_fall: bool,
    /// The number of moves in all positions.
    pub(super) moves: u64,
    /// The number of positions.
    pub(super) positions: u64,
}

impl ObservedPlay {
    /// Plays games from a position.
    pub(super) fn of(start: &RulesTable, code: &Code, pieces: &PieceTable, spots: &[Spot]) -> Self {
        let mut seen = Self {
            pieces: vec![SeenPiece::default(); code.pieces],
            goes_ahead: vec![false; code.pieces],
            ..Self::default()
        };
        let mut steps = Vec::new();
        let mut random = 1;
        let mut work = 0;
        let mut table = start.by_interpreter(MOST_WORK);
        let mut moves = FoundMoves::default();
        for _ in 0..MOST_GAMES {
            table.go_to(start.state());
            for _ in 0..LONGEST {
                if table.moves(&mut moves).is_err() {
                    work = MOST_WORK;
                    break;
                }
                work += table.work() + 64;
                if moves.is_empty() {
                    break;
                }
                let Mover::Player(me) = table.state().side() else { break };
                let before = table.state().board().to_vec();
                let scores = scores_of(&table);
                seen.positions += 1;
                seen.moves += moves.len() as u64;
                for &piece in before.iter().filter(|&&piece| pieces.owner(piece) == Some(me)) {
                    seen.pieces[usize::from(piece)].present += 1;
                }
                for number in 0..moves.len() {
                    if let Some(piece) = taken_up(code, pieces, &before, me, moves.get(number)) {
                        seen.pieces[usize::from(piece)].moves += 1;
                    }
                }
                let chosen = (split_mix(&mut random) % moves.len() as u64) as usize;
                if table.make(moves.get(chosen)).is_err() {
                    work = MOST_WORK;
                    break;
                }
                work += table.work();
                // What ends the game is no matter of judgement.
                if table.state().is_over() {
                    break;
                }
                seen.note(pieces, spots, me, &before, table.state().board(), &mut steps);
                seen.note_scores(scores, scores_of(&table));
            }
            if work >= MOST_WORK {
                break;
            }
        }
        for (piece, kind) in seen.pieces.iter().enumerate() {
            let mut own = steps.iter().filter(|(other, _)| usize::from(*other) == piece);
            let ahead = |[x, y]: [f64; 2]| x * kind.way[0] + y * kind.way[1] > 0.0;
            seen.goes_ahead[piece] = kind.steps >= 10 && own.all(|(_, way)| ahead(*way));
        }
        seen
    }

    /// Notes what has become of the scores.
    fn note_scores(&mut self, before: [u32; PLAYERS], after: [u32; PLAYERS]) {
        for (before, after) in before.into_iter().zip(after) {
            self.scores_fall |= after < before;
            let rise = u64::from(after.saturating_sub(before));
            self.rises[0] += u64::from(rise > 0);
            self.rises[1] += rise;
        }
    }

    /// Notes what a move has changed.
    fn note(
        &mut self,
        pieces: &PieceTable,
        spots: &[Spot],
        me: u8,
        before: &[u8],
        after: &[u8],
        steps: &mut Vec<(u8, [f64; 2])>,
    ) {
        let (mut left, mut come) = (None, None);
        let mut count = 0;
        for (place, (&old, &new)) in before.iter().zip(after).enumerate() {
            if old == new {
                continue;
            }
            match (pieces.owner(old), pieces.owner(new)) {
                (Some(owner), other) if owner == me && other != Some(me) => {
                    left = Some((place, old));
                    count += 1;
                }
                (owner, Some(other)) if other == me && owner != Some(me) => {
                    come = Some(place);
                    count += 1;
                }
                _ => {}
            }
        }
        // A piece that has gone from one place to another.
        let went = left.zip(come).filter(|_| count == 2);
        if let Some(((from, piece), to)) = went {
            let way = [spots[to].x - spots[from].x, spots[to].y - spots[from].y];
            let kind = &mut self.pieces[usize::from(piece)];
            kind.steps += 1;
            kind.way[0] += way[0];
            kind.way[1] += way[1];
            steps.push((piece, way));
        }
        let of = |board: &[u8], is_mine: bool| {
            let owners = board.iter().filter_map(|&piece| pieces.owner(piece));
            owners.filter(|&owner| (owner == me) == is_mine).count() as u64
        };
        let lost = of(before, false).saturating_sub(of(after, false));
        if of(after, true) >= of(before, true) + lost {
            self.turned += lost;
        } else {
            self.taken += lost;
        }
    }
}

/// The scores of both players.
fn scores_of(table: &RulesTable) -> [u32; PLAYERS] {
    let variables = table.state().variables();
    std::array::from_fn(|player| variables[player])
}

/// The first piece of its own that a move takes up.
fn taken_up(
    code: &Code,
    pieces: &PieceTable,
    board: &[u8],
    me: u8,
    steps: &[MoveStep],
) -> Option<u8> {
    let mut found = None;
    each_change(code, steps, |modifier, place| {
        if let Op::Put { piece, .. } = code.ops[modifier.at as usize] {
            let old = board[usize::from(place)];
            if found.is_none() && old != piece && pieces.owner(old) == Some(me) {
                found = Some(old);
            }
        }
    });
    found
}
