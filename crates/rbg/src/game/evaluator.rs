//! Evaluators of games that are given by their rules: sums of points.
//!
//! The author's own is called `marks`. Without any, quick random games decide what is counted.

use std::sync::Arc;

use super::guess::guess;
use super::point_table::PointTable;
use super::points::{PointMarks, Valued};
use super::position::RulesPosition;
use super::scratch;
use super::shared::GameFacts;
use crate::language::expression::Mover;
use sarsen_core::game::value::{EVAL_MAX, Value};
use sarsen_core::game::{Evaluator, NamedEvaluator, Player};

/// So many points are three quarters of a win, where chance has a part.
const CHANCE_SCALE: i64 = 400;

/// A sum of points.
struct PointSum {
    shared: Arc<GameFacts>,
    table: PointTable,
}

/// The evaluators of a game. The first is the default.
pub(super) fn evaluators<const CHANCE: bool>(
    shared: &Arc<GameFacts>,
) -> Vec<NamedEvaluator<RulesPosition<CHANCE>>> {
    let marks = &shared.marks.points;
    let own = (!marks.is_empty()).then(|| ("marks", author_table(marks, shared)));
    let guessed = shared.guess.get_or_init(|| guess(shared)).clone();
    let boxed = |(name, table)| {
        let evaluator = PointSum { shared: Arc::clone(shared), table };
        (name, Box::new(evaluator) as Box<dyn Evaluator<RulesPosition<CHANCE>>>)
    };
    own.into_iter().chain(guessed).map(boxed).collect()
}

/// What the author says.
fn author_table(marks: &PointMarks, shared: &GameFacts) -> PointTable {
    let sign = |player: Option<u8>, points: i32| match player {
        Some(0) => points,
        Some(_) => -points,
        None => 0,
    };
    let mut values = vec![0; shared.code.pieces];
    let mut variables = Vec::new();
    for value in &marks.values {
        match value.of {
            Valued::Piece(piece) => {
                let player = value.player.or(shared.pieces.owner(piece));
                values[usize::from(piece)] += sign(player, value.points);
            }
            Valued::Variable(variable) => {
                variables.push((variable, sign(value.player, value.points)));
            }
        }
    }
    let conditions = marks.conditions.iter();
    let counts_pieces = values.iter().any(|points| *points != 0);
    PointTable {
        pieces: values.repeat(if counts_pieces { shared.code.places } else { 0 }),
        variables,
        conditions: conditions.map(|&(player, points)| sign(Some(player), points)).collect(),
        mobility: marks.mobility.unwrap_or(0),
    }
}

impl PointSum {
    /// The points of the player who is declared first, less those of the other one.
    fn points<const CHANCE: bool>(&self, position: &RulesPosition<CHANCE>) -> i64 {
        let Self { shared, table } = self;
        let state = &position.state;
        let rows = table.pieces.chunks_exact(shared.code.pieces);
        let pieces = state.board().iter().zip(rows).map(|(&piece, row)| row[usize::from(piece)]);
        let mut sum = pieces.map(i64::from).sum();
        for &(variable, points) in &table.variables {
            sum += i64::from(state.variables()[usize::from(variable)]) * i64::from(points);
        }
        if !table.conditions.is_empty() {
            scratch::with(shared, |scratch| {
                scratch.table.go_to(state);
                let patterns = shared.patterns.iter().zip(&mut scratch.memories);
                for ((pattern, memory), &points) in patterns.zip(&table.conditions) {
                    let count = scratch.table.count(pattern, memory);
                    sum += i64::from(count) * i64::from(points);
                }
            });
        }
        if table.mobility != 0 {
            let [one, other] = [0, 1].map(|player| self.mobility(position, player));
            sum += (one - other) * i64::from(table.mobility);
        }
        sum
    }

    /// How many moves a player would have on this board.
    fn mobility<const CHANCE: bool>(&self, position: &RulesPosition<CHANCE>, player: u8) -> i64 {
        // Where a player may be to move in several states, the first one stands for all.
        let Some(&at) = self.shared.states_of(player).first() else { return 0 };
        scratch::with(&self.shared, |scratch| {
            scratch.table.go_to(&position.state);
            if position.state.side() != Mover::Player(player) {
                scratch.table.give_turn(player, at);
            }
            // If the rules do not come to an end, the moves found before are all there are.
            _ = scratch.table.moves(&mut scratch.moves);
            scratch.moves.len() as i64
        })
    }
}

impl<const CHANCE: bool> Evaluator<RulesPosition<CHANCE>> for PointSum {
    fn evaluate(&self, position: &RulesPosition<CHANCE>, player: Player) -> Value {
        let points = self.points(position);
        let most = i64::from(EVAL_MAX);
        let value = if CHANCE {
            // An expectation. Whole numbers are the same on every machine.
            let size = i128::from(points.abs()) + i128::from(CHANCE_SCALE);
            (i128::from(most) * i128::from(points) / size) as i64
        } else {
            points.clamp(-most, most)
        };
        let value = value as Value;
        if self.shared.declared(player) == 0 { value } else { -value }
    }

    /// A condition of the author may hold at a place and not at the mirrored one.
    fn is_symmetric(&self) -> bool {
        self.table.conditions.is_empty()
    }
}
