//! A little game that breaks a chosen law about paths or opposites: on two lanes of five cells,
//! each player has a token that goes back and forth, until a position occurs for the third time.
#![allow(missing_docs)]

use sarsen::game::board::{Area, Contents, Diagram, Gesture, GroupKind, Layout, Outline};
use sarsen::game::laws::Law;
use sarsen::game::{
    Actor, Game, Outcome, Path, PathLimits, PathUndo, Player, Position, Presentation, Symmetric,
    Symmetry, TextError, Written, mix64,
};

const CELLS: usize = 5;

/// The place of each player's hand, which holds a token that is never used.
const HANDS: usize = 2 * CELLS;

const LIMITS: PathLimits = PathLimits { reversible: 30, all: usize::MAX };

#[derive(Clone, Debug)]
pub struct Lanes {
    tokens: [usize; 2],
    turn: Player,
    path: Path,
    fault: Option<Law>,
}

impl PartialEq for Lanes {
    fn eq(&self, other: &Self) -> bool {
        (self.tokens, self.turn) == (other.tokens, other.turn)
    }
}

pub struct ShuttleGame(pub Option<Law>);

impl Lanes {
    fn new(tokens: [usize; 2], turn: Player, fault: Option<Law>) -> Self {
        let path = Path::new(key(tokens, turn), LIMITS);
        Self { tokens, turn, path, fault }
    }

    fn has(&self, fault: Law) -> bool {
        self.fault == Some(fault)
    }
}

fn key([first, second]: [usize; 2], turn: Player) -> u64 {
    mix64(((first * CELLS + second) * 2 + turn.index()) as u64)
}

/// A cell in the mirror.
fn mirrored(cell: usize, symmetry: Symmetry) -> usize {
    if symmetry == 0 { cell } else { CELLS - 1 - cell }
}

impl Position for Lanes {
    /// The cell where the token goes.
    type Move = usize;
    type Undo = (usize, PathUndo);
    const MOVE_CODES: usize = CELLS;

    fn actor(&self) -> Actor {
        Actor::Player(self.turn)
    }

    fn outcome(&self) -> Option<Outcome> {
        let is_over = self.path.is_over() && !self.has(Law::PathHeeded);
        is_over.then_some(Outcome::Draw)
    }

    fn moves(&self, out: &mut Vec<usize>) {
        let at = self.tokens[self.turn.index()];
        out.extend([at.wrapping_sub(1), at + 1].into_iter().filter(|&cell| cell < CELLS));
    }

    fn make(&mut self, m: usize) -> (usize, PathUndo) {
        let from = std::mem::replace(&mut self.tokens[self.turn.index()], m);
        self.turn = self.turn.other();
        (from, self.path.push(self.key(), !self.has(Law::PathWhole)))
    }

    fn unmake(&mut self, _: usize, (from, undo): (usize, PathUndo)) {
        self.turn = self.turn.other();
        self.tokens[self.turn.index()] = from;
        self.path.pop(undo);
    }

    fn key(&self) -> u64 {
        key(self.tokens, self.turn)
    }

    fn code(&self, m: usize) -> u16 {
        m as u16
    }

    fn path(&self) -> Option<&Path> {
        (!self.has(Law::PathShown)).then_some(&self.path)
    }
}

impl Symmetric for Lanes {
    fn symmetries(&self) -> u8 {
        2
    }

    fn image(&self, symmetry: Symmetry) -> Self {
        let tokens = self.tokens.map(|cell| mirrored(cell, symmetry));
        let mut image = Self::new(tokens, self.turn, self.fault);
        if !self.has(Law::PathMirrored) {
            image.path = self.path.image(image.key());
        }
        image
    }

    fn map_code(&self, code: u16, symmetry: Symmetry) -> u16 {
        mirrored(code.into(), symmetry) as u16
    }
}

impl Written for Lanes {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let number = |c: char| c.to_digit(10).map(|digit| digit as usize);
        let read: Vec<usize> = text.chars().filter_map(number).collect();
        match read[..] {
            [first, second, turn @ 0..=1] if text.len() == 3 && first < CELLS && second < CELLS => {
                let turn = [Player::First, Player::Second][turn];
                Ok(Self::new([first, second], turn, self.fault))
            }
            _ => Err(TextError::new(1, "a position looks like '220'")),
        }
    }

    fn format(&self) -> String {
        let [first, second] = self.tokens;
        format!("{first}{second}{}", self.turn.index())
    }

    fn format_move(&self, m: usize) -> String {
        m.to_string()
    }

    fn unclaimed(&self) -> Option<Self> {
        let fresh = || match self.has(Law::Unclaimed) {
            true => self.clone(),
            false => Self::new(self.tokens, self.turn, self.fault),
        };
        self.outcome().map(|_| fresh())
    }
}

impl Game for ShuttleGame {
    type Position = Lanes;

    fn name(&self) -> &str {
        "shuttle"
    }

    fn start(&self) -> Lanes {
        Lanes::new([2, 2], Player::First, self.0)
    }
}

impl Presentation<Lanes> for ShuttleGame {
    fn board(&self) -> Option<&dyn Diagram<Lanes>> {
        Some(self)
    }
}

/// Each player's lane is a row and a group. The hands are beside them.
impl Diagram<Lanes> for ShuttleGame {
    fn layout(&self) -> Layout {
        let mut layout = Layout::grid(CELLS, 2, Outline::Square);
        for lane in 0..2 {
            let places = (0..CELLS).map(|cell| lane * CELLS + cell).collect();
            layout.add_group(GroupKind::Region, lane.to_string(), places);
        }
        let halves = self.0 == Some(Law::GroupsOpposed);
        if halves {
            layout.add_group(GroupKind::Line, "corner", vec![0, 1]);
        }
        layout.add_place("hand", [7.0, 0.5], Outline::Card, Area::First);
        layout.add_place("hand", [7.0, 1.5], Outline::Card, Area::Second);
        layout
    }

    fn contents(&self, position: &Lanes, _: Option<usize>) -> Contents {
        let mut contents = Contents::default();
        for player in [Player::First, Player::Second] {
            let cell = position.tokens[player.index()];
            contents.put(player.index() * CELLS + cell, player, "token");
            contents.put(HANDS + player.index(), player, "token");
        }
        contents
    }

    fn gesture(&self, position: &Lanes, m: usize) -> Gesture {
        vec![vec![position.turn.index() * CELLS + m]]
    }

    fn opposite(&self, place: usize) -> Option<usize> {
        let (lane, cell) = (place / CELLS, place % CELLS);
        Some(match (place, self.0) {
            (HANDS.., Some(Law::OppositesPaired)) => place,
            (HANDS.., _) => 2 * HANDS + 1 - place,
            // The first two cells change places.
            (_, Some(Law::OppositesPlayed)) if cell < 2 => (1 - lane) * CELLS + 1 - cell,
            _ => (1 - lane) * CELLS + cell,
        })
    }

    fn image_of_place(&self, place: usize, symmetry: Symmetry) -> usize {
        let (lane, cell) = (place / CELLS, place % CELLS);
        if place < HANDS { lane * CELLS + mirrored(cell, symmetry) } else { place }
    }
}
