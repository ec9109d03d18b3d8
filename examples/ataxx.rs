//! Ataxx on 7x7: the rules and the board, without an evaluator. Such a game plays by what it has
//! learnt from games against itself. It has passes, and positions can come again.
//!
//! Try it: `cargo run --release --example ataxx -- serve --open`, or learn:
//! `cargo run --release --example ataxx -- learn --hours 2 -o my.learned`.

use sarsen::game::board::{Contents, Diagram, Gesture, Layout, Outline, PlaceCode};
use sarsen::game::{
    Actor, Game, Outcome, Path, PathLimits, PathUndo, Player, Position, Presentation, Symmetric,
};
use sarsen::game::{Rows, STONES, Stress, Symmetry, TextError, Written, Zobrist};
use sarsen::session::Registry;

/// The number of columns, and of rows.
const SIDE: u8 = 7;
/// The number of cells. A cell is the number of a bit, row by row from the top.
const CELLS: u8 = SIDE * SIDE;
/// All cells.
const BOARD: u64 = (1 << CELLS) - 1;

/// The game is drawn after 100 plies without a new stone, and if a position occurs for the third
/// time.
const LIMITS: PathLimits = PathLimits { reversible: 100, all: usize::MAX };

/// For each cell, the cells at a distance of one.
const NEAR: [u64; CELLS as usize] = ring(1);
/// For each cell, the cells at a distance of two.
const FAR: [u64; CELLS as usize] = ring(2);

/// For each cell, the cells at this distance. A diagonal step counts as one, as a king's in chess.
const fn ring(distance: u8) -> [u64; CELLS as usize] {
    let mut rings = [0; CELLS as usize];
    let mut pair = 0;
    while pair < CELLS as usize * CELLS as usize {
        let (one, other) = (pair as u16 / CELLS as u16, pair as u16 % CELLS as u16);
        let across = (one as u8 % SIDE).abs_diff(other as u8 % SIDE);
        let down = (one as u8 / SIDE).abs_diff(other as u8 / SIDE);
        if (if across > down { across } else { down }) == distance {
            rings[one as usize] |= 1 << other;
        }
        pair += 1;
    }
    rings
}

/// The notation of a position: its rows from the top and the side to move, with numbers for empty
/// cells. The start is `x5o/7/7/7/7/7/o5x x`.
const ROWS: Rows<Option<Player>> = Rows::new(SIDE as usize, SIDE as usize, STONES).with_runs();

/// A random number for each stone on each cell. Keys are made of these.
static KEYS: Zobrist<{ CELLS as usize }, 2> = Zobrist::new(1);

/// The cells of a set, the least first.
fn cells(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

/// The cell to which a symmetry takes a cell. The bits of a symmetry are: rows become columns, then
/// top and bottom change places, then left and right do.
fn image_of(cell: u8, symmetry: Symmetry) -> u8 {
    let (mut column, mut row) = (cell % SIDE, cell / SIDE);
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    if symmetry & 2 != 0 {
        row = SIDE - 1 - row;
    }
    if symmetry & 1 != 0 {
        column = SIDE - 1 - column;
    }
    row * SIDE + column
}

/// A move: a jump from one cell to another, a new stone, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The cell that a jump leaves. For a new stone it is its own cell, and for a pass `CELLS`.
    from: u8,
    to: u8,
}

impl Move {
    const PASS: Self = Self { from: CELLS, to: 0 };

    /// Whether a stone is added to the board.
    fn is_new_stone(self) -> bool {
        self.from == self.to
    }
}

/// A position.
#[derive(Clone, Debug)]
pub struct Board {
    /// The stones of each player.
    stones: [u64; 2],
    turn: Player,
    key: u64,
    /// The positions before this one. They can come again until there is a new stone.
    path: Path,
}

/// What it takes to restore a position.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    stones: [u64; 2],
    key: u64,
    path: PathUndo,
}

/// Two positions are the same if stones, turn and the plies up to the limit are the same. How they
/// were reached does not matter.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        let all = |board: &Self| (board.stones, board.turn, board.path.plies_left());
        all(self) == all(other)
    }
}

impl Board {
    /// A position with these stones, to begin with.
    fn new(stones: [u64; 2], turn: Player) -> Self {
        let of = |player: usize| cells(stones[player]).map(move |cell| (cell.into(), player));
        let key = KEYS.of(of(0).chain(of(1)), turn);
        Self { stones, turn, key, path: Path::new(key, LIMITS) }
    }

    fn of(&self, player: Player) -> u64 {
        self.stones[player.index()]
    }

    /// The number of stones of a player.
    #[must_use]
    pub const fn count(&self, player: Player) -> u32 {
        self.stones[player.index()].count_ones()
    }

    fn empty(&self) -> u64 {
        BOARD & !(self.stones[0] | self.stones[1])
    }

    /// The empty cells where the player to move can put a new stone.
    fn open(&self) -> u64 {
        cells(self.of(self.turn)).fold(0, |near, cell| near | NEAR[usize::from(cell)])
            & self.empty()
    }

    /// The jumps: cells to leave, and where they lead.
    fn jumps(&self) -> impl Iterator<Item = (u8, u64)> {
        let empty = self.empty();
        cells(self.of(self.turn)).map(move |from| (from, FAR[usize::from(from)] & empty))
    }

    /// Whose stone is on each cell.
    fn owners(&self) -> impl Iterator<Item = Option<Player>> {
        let [first, second] = self.stones;
        (0..CELLS).map(move |cell| match (first >> cell & 1, second >> cell & 1) {
            (1, _) => Some(Player::First),
            (_, 1) => Some(Player::Second),
            _ => None,
        })
    }

    /// Puts a player's stone on an empty cell, or takes it away.
    fn toggle(&mut self, player: usize, cell: u8) {
        self.stones[player] ^= 1 << cell;
        self.key ^= KEYS.key(cell.into(), player);
    }
}

impl Position for Board {
    type Move = Move;
    type Undo = Undo;
    const MOVE_CODES: usize = CELLS as usize * CELLS as usize + 1;

    fn actor(&self) -> Actor {
        Actor::Player(self.turn)
    }

    /// While both have stones and there is an empty cell, one of them can reach it or one beside
    /// it. So one of them can move.
    fn outcome(&self) -> Option<Outcome> {
        let [first, second] = [Player::First, Player::Second].map(|player| self.count(player));
        if first == 0 || second == 0 || self.empty() == 0 {
            return Some(match first.cmp(&second) {
                std::cmp::Ordering::Greater => Outcome::Win(Player::First),
                std::cmp::Ordering::Less => Outcome::Win(Player::Second),
                std::cmp::Ordering::Equal => Outcome::Draw,
            });
        }
        self.path.is_over().then_some(Outcome::Draw)
    }

    fn moves(&self, out: &mut Vec<Move>) {
        let before = out.len();
        out.extend(cells(self.open()).map(|cell| Move { from: cell, to: cell }));
        for (from, targets) in self.jumps() {
            out.extend(cells(targets).map(|to| Move { from, to }));
        }
        if out.len() == before {
            out.push(Move::PASS);
        }
    }

    fn count_moves(&self) -> usize {
        let jumps: u32 = self.jumps().map(|(_, targets)| targets.count_ones()).sum();
        (self.open().count_ones() + jumps).max(1) as usize // a pass is a move
    }

    fn make(&mut self, m: Move) -> Undo {
        let (stones, key) = (self.stones, self.key);
        if m != Move::PASS {
            let (own, other) = (self.turn.index(), self.turn.other().index());
            if !m.is_new_stone() {
                self.toggle(own, m.from);
            }
            self.toggle(own, m.to);
            for cell in cells(NEAR[usize::from(m.to)] & stones[other]) {
                self.toggle(other, cell);
                self.toggle(own, cell);
            }
        }
        self.turn = self.turn.other();
        self.key ^= KEYS.other_turn();
        Undo { stones, key, path: self.path.push(self.key, !m.is_new_stone()) }
    }

    fn unmake(&mut self, _: Move, undo: Undo) {
        (self.stones, self.key) = (undo.stones, undo.key);
        self.turn = self.turn.other();
        self.path.pop(undo.path);
    }

    fn key(&self) -> u64 {
        self.key
    }

    /// A pass is one more than all others.
    fn code(&self, m: Move) -> u16 {
        u16::from(m.from) * u16::from(CELLS) + u16::from(m.to)
    }

    fn path(&self) -> Option<&Path> {
        Some(&self.path)
    }

    /// Some moves are jumps, which fill no cell.
    fn plies_left(&self) -> u32 {
        self.empty().count_ones() * 3 / 2
    }
}

impl Symmetric for Board {
    fn symmetries(&self) -> u8 {
        8
    }

    fn image(&self, symmetry: Symmetry) -> Self {
        let image = |set| cells(set).fold(0, |set, cell| set | 1 << image_of(cell, symmetry));
        let mut image = Self::new(self.stones.map(image), self.turn);
        image.path = self.path.image(image.key);
        image
    }

    fn map_code(&self, code: u16, symmetry: Symmetry) -> u16 {
        let all = u16::from(CELLS);
        let image = |cell: u16| u16::from(image_of(cell as u8, symmetry));
        if code == all * all { code } else { image(code / all) * all + image(code % all) }
    }

    /// A quarter turn is undone by the other one, everything else by itself.
    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        match symmetry {
            5 => 6,
            6 => 5,
            other => other,
        }
    }
}

impl Written for Board {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let mut owners = [None; CELLS as usize];
        let turn = ROWS.parse(text, &mut owners)?;
        let stones = [Player::First, Player::Second].map(|player| {
            let own = (0..owners.len()).filter(|&cell| owners[cell] == Some(player));
            own.fold(0, |set, cell| set | 1 << cell)
        });
        Ok(Self::new(stones, turn))
    }

    fn format(&self) -> String {
        ROWS.format(&self.owners().collect::<Vec<_>>(), self.turn)
    }

    fn format_move(&self, m: Move) -> String {
        let name = |cell| format!("{}{}", (b'a' + cell % SIDE) as char, SIDE - cell / SIDE);
        match m {
            Move::PASS => "pass".to_owned(),
            _ if m.is_new_stone() => name(m.to),
            _ => name(m.from) + &name(m.to),
        }
    }

    fn is_pass(&self, m: Move) -> bool {
        m == Move::PASS
    }
}

/// The game.
pub struct Ataxx;

impl Game for Ataxx {
    type Position = Board;

    fn name(&self) -> &str {
        "ataxx"
    }

    /// Each player has stones in two opposite corners.
    fn start(&self) -> Board {
        let [top, bottom] = [0, CELLS - SIDE];
        let [first, second] = [[top, bottom + SIDE - 1], [top + SIDE - 1, bottom]];
        let set = |[one, other]: [u8; 2]| 1 << one | 1 << other;
        Board::new([set(first), set(second)], Player::First)
    }
}

impl Presentation<Board> for Ataxx {
    fn rules(&self) -> &str {
        "Players take turns. A move is one of two:\n\n\
         - A new stone is put on an empty cell beside a stone of one's own, also diagonally.\n\
         - A stone of one's own jumps to an empty cell at a distance of two, in any direction.\n\n\
         Then all stones of the opponent beside the new place change sides. A player who cannot \
         move passes.\n\n\
         The game ends when the board is full or a player has no stones. The player with more \
         stones wins. The game is drawn if a position occurs for the third time, or after 100 \
         moves of both players together without a new stone.\n\n\
         A new stone is written as its cell, such as b2. A jump has the cell that the stone leaves \
         before that, such as a1c3."
    }

    fn board(&self) -> Option<&dyn Diagram<Board>> {
        Some(self)
    }
}

/// How the board looks. A place has the number of its cell.
impl Diagram<Board> for Ataxx {
    fn layout(&self) -> Layout {
        let layout = Layout::grid(SIDE.into(), SIDE.into(), Outline::Square);
        let letters = ["a", "b", "c", "d", "e", "f", "g"];
        layout.with_column_labels(letters).with_row_labels(["7", "6", "5", "4", "3", "2", "1"])
    }

    fn contents(&self, board: &Board, last: Option<Move>) -> Contents {
        let mut contents = Contents::of_stones(board.owners());
        contents.count("stones", board.stones.map(u64::count_ones));
        let last = last.filter(|&m| m != Move::PASS);
        contents.stress(last.map(|m| m.to.into()), Stress::Last);
        contents
    }

    fn gesture(&self, _: &Board, m: Move) -> Gesture {
        match m {
            Move::PASS => Vec::new(),
            _ if m.is_new_stone() => vec![vec![m.to.into()]],
            _ => vec![vec![m.from.into()], vec![m.to.into()]],
        }
    }

    fn codes(&self, board: &Board, places: &mut [PlaceCode], _: &mut [PlaceCode]) {
        for player in [Player::First, Player::Second] {
            for cell in cells(board.of(player)) {
                places[usize::from(cell)] = PlaceCode::piece(Some(player), 0);
            }
        }
    }

    /// The players' stones may exchange their colours and stay where they are.
    fn opposite(&self, place: usize) -> Option<usize> {
        Some(place)
    }

    fn image_of_place(&self, place: usize, symmetry: Symmetry) -> usize {
        image_of(place as u8, symmetry).into()
    }
}

#[allow(dead_code)] // tests include this file for its game alone
fn main() -> std::process::ExitCode {
    sarsen::run(Registry::of(Ataxx))
}
