//! A game whose evaluator is a sum of patterns: four in a row on 5x5. Every row, column and long
//! diagonal has a weight for each content. They are all 0 until `tune` has fitted them.
//!
//! Try it: `cargo run --release --example four_lines -- tune --positions 25 -o four.weights`.

use std::sync::LazyLock;

use sarsen::game::value::Value;
use sarsen::game::{
    Actor, Game, NamedEvaluator, Outcome, Player, Position, Presentation, Symmetric, TextError,
    Written,
};
use sarsen::game::{Evaluator, SparseKind, SparseModel, SparseWeights, WeightsError};
use sarsen::game::{Rows, STONES, Zobrist};
use sarsen::session::Registry;

/// A position: 25 cells in rows from the top, and the player to move.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Cells {
    cells: [Option<Player>; 25],
    turn: Player,
}

/// The notation of a position.
const ROWS: Rows<Option<Player>> = Rows::new(5, 5, STONES);

/// A random number for each stone on each cell.
static KEYS: Zobrist<25, 2> = Zobrist::new(1);

/// All lines of five and of four cells: each has its first cell, its step and its length.
static LINES: LazyLock<Vec<Vec<usize>>> = LazyLock::new(|| {
    let level = (0..5).map(|row| (5 * row, 1, 5));
    let upright = (0..5).map(|column| (column, 5, 5));
    let slanting = [(0, 6, 5), (1, 6, 4), (5, 6, 4), (4, 4, 5), (3, 4, 4), (9, 4, 4)];
    let all = level.chain(upright).chain(slanting);
    all.map(|(first, step, length)| (0..length).map(|at| first + at * step).collect()).collect()
});

impl Cells {
    /// Whether the player who moved last has four in a row.
    fn is_won(&self) -> bool {
        let stone = Some(self.turn.other());
        let is_full = |four: &[usize]| four.iter().all(|&cell| self.cells[cell] == stone);
        LINES.iter().any(|line| line.windows(4).any(is_full))
    }

    fn empty(&self) -> impl Iterator<Item = u8> {
        (0..25).filter(|&cell| self.cells[usize::from(cell)].is_none())
    }
}

impl Position for Cells {
    type Move = u8;
    type Undo = Self;
    const MOVE_CODES: usize = 25;

    fn actor(&self) -> Actor {
        Actor::Player(self.turn)
    }

    fn outcome(&self) -> Option<Outcome> {
        let is_full = self.empty().next().is_none();
        if self.is_won() {
            Some(Outcome::Win(self.turn.other()))
        } else {
            is_full.then_some(Outcome::Draw)
        }
    }

    fn moves(&self, out: &mut Vec<u8>) {
        out.extend(self.empty());
    }

    fn make(&mut self, cell: u8) -> Self {
        let before = *self;
        self.cells[usize::from(cell)] = Some(self.turn);
        self.turn = self.turn.other();
        before
    }

    fn unmake(&mut self, _: u8, before: Self) {
        *self = before;
    }

    fn key(&self) -> u64 {
        let stones = self.cells.iter().enumerate();
        KEYS.of(stones.filter_map(|(cell, stone)| Some((cell, (*stone)?.index()))), self.turn)
    }

    fn code(&self, cell: u8) -> u16 {
        cell.into()
    }

    /// Forecasts are grouped by this.
    fn plies_left(&self) -> u32 {
        self.empty().count() as u32
    }
}

impl Symmetric for Cells {}

impl Written for Cells {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let mut cells = [None; 25];
        let turn = ROWS.parse(text, &mut cells)?;
        let count = |player| cells.iter().filter(|&&cell| cell == Some(player)).count();
        match count(Player::First) == count(Player::Second) + turn.index() {
            true => Ok(Self { cells, turn }),
            false => Err(TextError::at_end_of(text, "the side to move does not fit the stones")),
        }
    }

    fn format(&self) -> String {
        ROWS.format(&self.cells, self.turn)
    }

    fn format_move(&self, cell: u8) -> String {
        format!("{}{}", (b'a' + cell % 5) as char, 5 - cell / 5)
    }
}

/// The number of contents of a line of five cells. The weights of lines of four come after these.
const FIVE: usize = 3_usize.pow(5);
/// The number of all weights.
const ALL: usize = FIVE + 3_usize.pow(4);
/// This many units of a weight are one point of score: a game that is won.
const UNIT: f64 = 100.0;

/// The evaluator: the sum of the weights of all lines.
struct Lines {
    weights: SparseWeights,
}

impl Lines {
    fn new() -> Self {
        // A game that has fitted weights reads them here, by `include_bytes!` and
        // `SparseWeights::from_bytes`.
        Self { weights: SparseWeights::new("lines of 5x5", vec![0; ALL]) }
    }
}

impl Evaluator<Cells> for Lines {
    fn evaluate(&self, position: &Cells, player: Player) -> Value {
        let mut active = Vec::new();
        self.active(position, &mut active);
        let weights = self.weights.values();
        let sum: Value = active.iter().map(|&index| Value::from(weights[index as usize])).sum();
        if player == position.turn { sum } else { -sum }
    }

    fn sparse(&self) -> Option<&dyn SparseModel<Cells>> {
        Some(self)
    }
}

impl SparseModel<Cells> for Lines {
    fn weights(&self) -> &SparseWeights {
        &self.weights
    }

    fn unit(&self) -> f64 {
        UNIT
    }

    fn kinds(&self) -> Vec<SparseKind> {
        let kind = |name: &str, range| SparseKind { name: name.to_owned(), weights: vec![range] };
        vec![kind("five", 0..FIVE), kind("four", FIVE..ALL)]
    }

    /// The content of a line is a number of base 3, seen from the player to move.
    fn active(&self, position: &Cells, out: &mut Vec<u32>) {
        for line in LINES.iter() {
            let digit = |cell: usize| match position.cells[cell] {
                None => 0,
                Some(player) if player == position.turn => 1,
                Some(_) => 2,
            };
            let content = line.iter().fold(0, |number, &cell| 3 * number + digit(cell));
            out.push(if line.len() == 5 { content } else { FIVE as u32 + content });
        }
    }

    fn with(&self, weights: &SparseWeights) -> Result<Box<dyn Evaluator<Cells>>, WeightsError> {
        weights.check_layout(&self.weights)?;
        Ok(Box::new(Self { weights: weights.clone() }))
    }
}

/// The game.
struct FourLines;

impl Game for FourLines {
    type Position = Cells;

    fn name(&self) -> &str {
        "fourlines"
    }

    fn start(&self) -> Cells {
        Cells { cells: [None; 25], turn: Player::First }
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<Cells>> {
        vec![("lines", Box::new(Lines::new()))]
    }
}

impl Presentation<Cells> for FourLines {}

fn main() -> std::process::ExitCode {
    sarsen::run(Registry::of(FourLines))
}
