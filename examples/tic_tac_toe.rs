//! A whole game in one file: the rules of tic-tac-toe and an evaluator. The last line of `main`
//! makes it an engine with clocks, pondering and a protocol.
//!
//! Try it: `cargo run --release --example tic_tac_toe`, then `show`, `move b2`, `go movetime 100`.

use sarsen::game::board::{Contents, Diagram, Gesture, Layout, Outline};
use sarsen::game::value::Value;
use sarsen::game::{Actor, Game, NamedEvaluator, Outcome, Player, Position, TextError, Written};
use sarsen::game::{Presentation, Rows, STONES, Stress, Symmetric, Zobrist};
use sarsen::session::Registry;

/// A position: nine cells in rows from the top, and the player to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Board {
    cells: [Option<Player>; 9],
    turn: Player,
}

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// The notation of a position: its rows from the top and the side to move, `x../.o./... x`.
const ROWS: Rows<Option<Player>> = Rows::new(3, 3, STONES);

/// A random number for each stone on each cell. Keys are made of these.
static KEYS: Zobrist<9, 2> = Zobrist::new(1);

impl Board {
    /// The lines that the player who moved last has filled.
    fn rows(&self) -> impl Iterator<Item = &'static [usize; 3]> {
        let (cells, stone) = (self.cells, Some(self.turn.other()));
        LINES.iter().filter(move |line| line.iter().all(|&cell| cells[cell] == stone))
    }
}

impl Position for Board {
    type Move = u8; // the cell a stone is put on
    type Undo = Self; // the old board: it is small, so restoring it takes a move back
    const MOVE_CODES: usize = 9;

    fn actor(&self) -> Actor {
        Actor::Player(self.turn)
    }

    fn outcome(&self) -> Option<Outcome> {
        let full = self.cells.iter().all(Option::is_some);
        let won = self.rows().next().is_some();
        if won { Some(Outcome::Win(self.turn.other())) } else { full.then_some(Outcome::Draw) }
    }

    fn moves(&self, out: &mut Vec<u8>) {
        out.extend((0..9).filter(|&cell| self.cells[usize::from(cell)].is_none()));
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
}

/// Without symmetries: so small a game needs none.
impl Symmetric for Board {}

impl Written for Board {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let mut cells = [None; 9];
        let turn = ROWS.parse(text, &mut cells)?;
        let count = |player| cells.iter().filter(|&&cell| cell == Some(player)).count();
        match count(Player::First) == count(Player::Second) + turn.index() {
            true => Ok(Board { cells, turn }),
            false => Err(TextError::at_end_of(text, "the side to move does not fit the stones")),
        }
    }

    fn format(&self) -> String {
        ROWS.format(&self.cells, self.turn)
    }

    fn format_move(&self, cell: u8) -> String {
        format!("{}{}", (b'a' + cell % 3) as char, 3 - cell / 3)
    }
}

/// The evaluator: points for lines open to one player only, more for those with two stones.
fn open_lines(board: &Board, player: Player) -> Value {
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

/// The game: a name, a start, and the evaluators to choose from.
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
        vec![("lines", Box::new(open_lines))]
    }
}

/// What people see of the game.
impl Presentation<Board> for TicTacToe {
    fn rules(&self) -> &str {
        "Players take turns to put a stone on an empty cell. Three in a row win: level, upright or \
         diagonal. If the board is full without a row, nobody wins.\n\n\
         A move is the name of its cell: b2 is in the middle."
    }

    fn board(&self) -> Option<&dyn Diagram<Board>> {
        Some(self)
    }
}

/// How the board looks, for pictures and for play with a mouse.
impl Diagram<Board> for TicTacToe {
    fn layout(&self) -> Layout {
        let layout = Layout::grid(3, 3, Outline::Square).with_lines_of(3, 3);
        layout.with_column_labels(["a", "b", "c"]).with_row_labels(["3", "2", "1"])
    }

    fn contents(&self, board: &Board, last: Option<u8>) -> Contents {
        let mut contents = Contents::of_stones(board.cells);
        contents.stress(last.map(usize::from), Stress::Last);
        contents.stress(board.rows().flatten().copied(), Stress::Won);
        contents
    }

    fn gesture(&self, _: &Board, cell: u8) -> Gesture {
        vec![vec![cell.into()]]
    }
}

#[allow(dead_code)] // tests include this file for its game alone
fn main() -> std::process::ExitCode {
    sarsen::run(Registry::of(TicTacToe))
}
