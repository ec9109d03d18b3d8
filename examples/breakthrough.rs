//! Breakthrough on 8x8 and 6x6: the rules and the board, without an evaluator. Such a game plays by
//! what it has learnt from games against itself.
//!
//! Try it: `cargo run --release --example breakthrough -- serve --open`, or learn:
//! `cargo run --release --example breakthrough -- learn breakthrough 6x6 --hours 0.5
//! -o my.learned`.

use sarsen::game::board::{Contents, Diagram, Gesture, Layout, Outline, PlaceCode};
use sarsen::game::{
    Actor, Game, Outcome, Player, Position, Presentation, SetupError, Symmetric, TextError, Written,
};
use sarsen::game::{Rows, Stress, Symmetry, Zobrist};
use sarsen::session::{GameEntry, Registry};

/// A position, on a board of either size. A cell is the number of a bit, row by row from the top.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Board {
    /// The pawns of the first player (white), who moves up, and of the second.
    pawns: [u64; 2],
    turn: Player,
    /// The number of columns, and of rows.
    side: u8,
    key: u64,
}

/// A step of a pawn from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    from: u8,
    to: u8,
}

/// A random number for each pawn on each cell. Keys are made of these.
static KEYS: Zobrist<64, 2> = Zobrist::new(1);

/// The notation of a position: its rows from the top and the side to move, `w` or `b`.
const fn rows(side: u8) -> Rows<Option<Player>> {
    let letters = &[('.', None), ('w', Some(Player::First)), ('b', Some(Player::Second))];
    Rows::new(side as usize, side as usize, letters).with_sides('w', 'b')
}

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

impl Board {
    /// A position with these pawns.
    fn new(pawns: [u64; 2], turn: Player, side: u8) -> Self {
        let of = |player: usize| cells(pawns[player]).map(move |cell| (cell.into(), player));
        Self { pawns, turn, side, key: KEYS.of(of(0).chain(of(1)), turn) }
    }

    /// The number of pawns of a player.
    #[must_use]
    pub const fn count(&self, player: Player) -> u32 {
        self.pawns[player.index()].count_ones()
    }

    /// All cells of a row.
    const fn row(&self, row: u8) -> u64 {
        ((1 << self.side) - 1) << (row * self.side)
    }

    /// All cells of the column on the left.
    const fn left(&self) -> u64 {
        if self.side == 8 { 0x0101_0101_0101_0101 } else { 0x0000_0000_4104_1041 }
    }

    /// The pawns of a player that have reached the last row.
    const fn arrived(&self, player: Player) -> u64 {
        let last = match player {
            Player::First => 0,
            Player::Second => self.side - 1,
        };
        self.pawns[player.index()] & self.row(last)
    }

    /// Whether a player has won.
    const fn has_won(&self, player: Player) -> bool {
        self.arrived(player) != 0 || self.count(player.other()) == 0
    }

    /// Where the pawns of the player to move can go, and how many cells that is from where they
    /// are: diagonally to the left, straight on, and diagonally to the right.
    fn targets(&self) -> [(u64, i8); 3] {
        let (own, other) = (self.pawns[self.turn.index()], self.pawns[self.turn.other().index()]);
        let (side, left) = (self.side, self.left());
        let right = left << (side - 1);
        let forward = |pawns: u64, aside: i8| match self.turn {
            Player::First => (pawns >> (side as i8 - aside), aside - side as i8),
            Player::Second => (pawns << (side as i8 + aside), aside + side as i8),
        };
        [(own & !left, -1, own), (own, 0, own | other), (own & !right, 1, own)].map(
            |(pawns, aside, blocked)| {
                let (targets, distance) = forward(pawns, aside);
                (targets & !blocked, distance)
            },
        )
    }

    /// Whose pawn is on each cell.
    fn owners(&self) -> impl Iterator<Item = Option<Player>> {
        let holds = |player: Player, cell| self.pawns[player.index()] >> cell & 1 != 0;
        let owner =
            move |cell| [Player::First, Player::Second].into_iter().find(|&p| holds(p, cell));
        (0..self.side * self.side).map(owner)
    }

    /// The cell in the mirror, which exchanges left and right.
    const fn mirrored(&self, cell: u8) -> u8 {
        cell / self.side * self.side + self.side - 1 - cell % self.side
    }
}

impl Position for Board {
    type Move = Step;
    type Undo = Self; // the old board: it is small
    const MOVE_CODES: usize = 64 * 64;

    fn actor(&self) -> Actor {
        Actor::Player(self.turn)
    }

    /// Only the player who moved last can have won. No game is drawn: the foremost pawn of a player
    /// always has a step.
    fn outcome(&self) -> Option<Outcome> {
        let last = self.turn.other();
        self.has_won(last).then_some(Outcome::Win(last))
    }

    fn moves(&self, out: &mut Vec<Step>) {
        for (targets, distance) in self.targets() {
            let step = |to: u8| Step { from: to.wrapping_add_signed(-distance), to };
            out.extend(cells(targets).map(step));
        }
    }

    fn count_moves(&self) -> usize {
        self.targets().iter().map(|(targets, _)| targets.count_ones() as usize).sum()
    }

    fn make(&mut self, Step { from, to }: Step) -> Self {
        let before = *self;
        let (own, other) = (self.turn.index(), self.turn.other().index());
        self.pawns[own] ^= 1 << from | 1 << to;
        self.key ^= KEYS.key(from.into(), own) ^ KEYS.key(to.into(), own) ^ KEYS.other_turn();
        if self.pawns[other] >> to & 1 != 0 {
            self.pawns[other] ^= 1 << to;
            self.key ^= KEYS.key(to.into(), other);
        }
        self.turn = self.turn.other();
        before
    }

    fn unmake(&mut self, _: Step, before: Self) {
        *self = before;
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn code(&self, Step { from, to }: Step) -> u16 {
        u16::from(from) * 64 + u16::from(to)
    }

    /// About two for each pawn.
    fn plies_left(&self) -> u32 {
        2 * (self.pawns[0] | self.pawns[1]).count_ones()
    }
}

impl Symmetric for Board {
    /// Left and right may change places.
    fn symmetries(&self) -> u8 {
        2
    }

    fn image(&self, symmetry: Symmetry) -> Self {
        let mirror = |set| cells(set).fold(0, |image, cell| image | 1 << self.mirrored(cell));
        if symmetry == 0 { *self } else { Self::new(self.pawns.map(mirror), self.turn, self.side) }
    }

    fn map_code(&self, code: u16, symmetry: Symmetry) -> u16 {
        let mirror = |cell: u16| u16::from(self.mirrored(cell as u8));
        if symmetry == 0 { code } else { mirror(code / 64) * 64 + mirror(code % 64) }
    }
}

impl Written for Board {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let mut owners = vec![None; usize::from(self.side * self.side)];
        let turn = rows(self.side).parse(text, &mut owners)?;
        let pawns = [Player::First, Player::Second].map(|player| {
            let own = (0..owners.len()).filter(|&cell| owners[cell] == Some(player));
            own.fold(0, |set, cell| set | 1 << cell)
        });
        let board = Self::new(pawns, turn, self.side);
        match board.has_won(turn) {
            true => Err(TextError::at_end_of(text, "the player to move has already won")),
            false => Ok(board),
        }
    }

    fn format(&self) -> String {
        rows(self.side).format(&self.owners().collect::<Vec<_>>(), self.turn)
    }

    fn format_move(&self, Step { from, to }: Step) -> String {
        let side = self.side;
        let name = |cell| format!("{}{}", (b'a' + cell % side) as char, side - cell / side);
        name(from) + &name(to)
    }
}

/// The game on a board of one size.
pub struct Breakthrough {
    side: u8,
}

impl Breakthrough {
    /// Reads a setup: `8x8` or `6x6`. An empty text is the larger board.
    pub fn parse(setup: &str) -> Result<Self, SetupError> {
        match setup {
            "" | "8x8" => Ok(Self { side: 8 }),
            "6x6" => Ok(Self { side: 6 }),
            _ => Err(SetupError::new(setup, "the board is 8x8 or 6x6")),
        }
    }
}

impl Game for Breakthrough {
    type Position = Board;

    fn name(&self) -> &str {
        "breakthrough"
    }

    fn setup(&self) -> String {
        format!("{0}x{0}", self.side)
    }

    fn start(&self) -> Board {
        let empty = Board::new([0; 2], Player::First, self.side);
        let two = |row| empty.row(row) | empty.row(row + 1);
        Board::new([two(self.side - 2), two(0)], Player::First, self.side)
    }
}

impl Presentation<Board> for Breakthrough {
    fn marks(&self) -> [&str; 2] {
        ["w", "b"]
    }

    fn rules(&self) -> &str {
        "Each player begins with two rows of pawns. White moves first, and upwards. A pawn steps \
         one cell forward, straight or diagonally, to an empty cell. It captures by a diagonal \
         step to a cell with a pawn of the opponent. Captures are not compulsory.\n\n\
         A player wins whose pawn reaches the last row, or who captures all pawns of the opponent. \
         No game is drawn.\n\n\
         A move is the cell that the pawn leaves and the cell that it goes to, such as b2c3."
    }

    fn board(&self) -> Option<&dyn Diagram<Board>> {
        Some(self)
    }
}

/// How the board looks. A place has the number of its cell.
impl Diagram<Board> for Breakthrough {
    fn layout(&self) -> Layout {
        let side = self.side;
        let layout = Layout::grid(side.into(), side.into(), Outline::Square);
        let letters = (b'a'..b'a' + side).map(|letter| char::from(letter).to_string());
        let numbers = (1..=side).rev().map(|row| row.to_string());
        layout.with_column_labels(letters).with_row_labels(numbers)
    }

    fn contents(&self, board: &Board, last: Option<Step>) -> Contents {
        let mut contents = Contents::of_stones(board.owners());
        for pawn in &mut contents.pieces {
            "pawn".clone_into(&mut pawn.name);
        }
        contents.count("pawns", board.pawns.map(u64::count_ones));
        contents.stress(last.map(|step| step.to.into()), Stress::Last);
        let arrived = board.arrived(board.turn.other());
        contents.stress(cells(arrived).map(usize::from), Stress::Won);
        contents
    }

    fn gesture(&self, _: &Board, Step { from, to }: Step) -> Gesture {
        vec![vec![from.into()], vec![to.into()]]
    }

    fn codes(&self, board: &Board, places: &mut [PlaceCode], _: &mut [PlaceCode]) {
        for player in [Player::First, Player::Second] {
            for cell in cells(board.pawns[player.index()]) {
                places[usize::from(cell)] = PlaceCode::piece(Some(player), 0);
            }
        }
    }

    /// If the players exchange their sides, top and bottom change places.
    fn opposite(&self, place: usize) -> Option<usize> {
        let side = usize::from(self.side);
        Some((side - 1 - place / side) * side + place % side)
    }

    fn image_of_place(&self, place: usize, symmetry: Symmetry) -> usize {
        let (side, column) = (usize::from(self.side), place % usize::from(self.side));
        if symmetry == 0 { place } else { place - column + side - 1 - column }
    }
}

#[allow(dead_code)] // tests include this file for its game alone
fn main() -> std::process::ExitCode {
    let entry = GameEntry::with_setups("breakthrough", Breakthrough::parse);
    sarsen::run(Registry::new(entry.suggesting(["8x8", "6x6"])))
}
