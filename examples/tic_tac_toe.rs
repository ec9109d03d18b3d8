//! A game of your own in one file: the rules of tic-tac-toe and an opinion of its positions. The last
//! line of `main` makes it an engine with clocks, pondering and a protocol.
//!
//! Try it: `cargo run --release --example tic_tac_toe`, then `show`, `move b2`, `go depth 9`.

use sarsen::game::{Actor, Evaluator, Game, NamedEvaluator, Outcome, Player, Position, TextError};
use sarsen::session::Registry;
use sarsen::value::Value;

/// A position: nine cells in rows from the top, and whose turn it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    cells: [Option<Player>; 9],
    turn: Player,
}

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// The letters of the cells, in positions and on the board.
fn letter(cell: Option<Player>) -> char {
    match cell {
        None => '.',
        Some(Player::First) => 'x',
        Some(Player::Second) => 'o',
    }
}

impl Position for Board {
    type Move = u8; // the cell a stone is put on
    type Undo = (); // taking the stone off again needs to know nothing else
    const MOVE_CODES: usize = 9;

    fn actor(&self) -> Actor {
        Actor::Player(self.turn)
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = self.turn.other();
        if LINES.iter().any(|line| line.iter().all(|&cell| self.cells[cell] == Some(winner))) {
            Some(Outcome::Win(winner))
        } else if self.cells.iter().all(Option::is_some) {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn moves(&self, out: &mut Vec<u8>) {
        out.extend((0..9).filter(|&cell| self.cells[usize::from(cell)].is_none()));
    }

    fn make(&mut self, cell: u8) {
        self.cells[usize::from(cell)] = Some(self.turn);
        self.turn = self.turn.other();
    }

    fn unmake(&mut self, cell: u8, (): ()) {
        self.turn = self.turn.other();
        self.cells[usize::from(cell)] = None;
    }

    // The board as a number in base three, spread over all 64 bits; whose turn it is follows from it.
    fn key(&self) -> u64 {
        let digit = |cell: &Option<Player>| cell.map_or(0, |player| 1 + player.index() as u64);
        let number = self.cells.iter().fold(1, |number, cell| 3 * number + digit(cell));
        number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn code(&self, cell: u8) -> u16 {
        cell.into()
    }

    // A position is written as its rows from the top and the side to move: `x../.o./... x`.
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let shape = ".../.../... .";
        let blank = |c: char| if "xo".contains(c) { '.' } else { c };
        let differs = |&i: &usize| text.chars().nth(i).map(blank) != shape.chars().nth(i);
        if let Some(at) = (0..=shape.len()).find(differs) {
            return Err(TextError::new(at + 1, "a position looks like 'x../.o./... x'"));
        }
        let mut letters = text.chars().filter(|c| !"/ ".contains(*c)).map(|c| match c {
            'x' => Some(Player::First),
            'o' => Some(Player::Second),
            _ => None,
        });
        let cells = std::array::from_fn(|_| letters.next().flatten());
        let count = |player| cells.iter().filter(|&&cell| cell == Some(player)).count();
        match (letters.next().flatten(), count(Player::First), count(Player::Second)) {
            (Some(turn @ Player::First), x, o) if x == o => Ok(Board { cells, turn }),
            (Some(turn @ Player::Second), x, o) if x == o + 1 => Ok(Board { cells, turn }),
            _ => Err(TextError::new(13, "the side to move, 'x' or 'o', must fit the stones")),
        }
    }

    fn format(&self) -> String {
        let row = |row: &[Option<Player>]| row.iter().map(|&cell| letter(cell)).collect::<String>();
        let rows: Vec<String> = self.cells.chunks(3).map(row).collect();
        format!("{} {}", rows.join("/"), letter(Some(self.turn)))
    }

    fn format_move(&self, cell: u8) -> String {
        format!("{}{}", (b'a' + cell % 3) as char, 3 - cell / 3)
    }
}

/// An opinion: lines still open to one player only, more for those with two stones.
pub struct OpenLines;

impl Evaluator<Board> for OpenLines {
    fn evaluate(&self, board: &Board, player: Player) -> Value {
        let worth = |line: &[usize; 3]| {
            let count = |side| line.iter().filter(|&&cell| board.cells[cell] == Some(side)).count();
            match (count(player), count(player.other())) {
                (own, 0) => 10 * own as Value,
                (0, theirs) => -10 * theirs as Value,
                _ => 0,
            }
        };
        LINES.iter().map(worth).sum()
    }
}

/// The game: a name, a start, the evaluators to choose from.
pub struct TicTacToe;

impl Game for TicTacToe {
    type Position = Board;

    fn name(&self) -> &str {
        "tictactoe"
    }

    fn start(&self) -> Board {
        Board { cells: [None; 9], turn: Player::First }
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<Board>> {
        vec![("lines", Box::new(OpenLines))]
    }
}

#[allow(dead_code)] // tests include this file for its game alone
fn main() -> std::process::ExitCode {
    sarsen::run(Registry::of(TicTacToe))
}
