//! A game for the tests of learning: the players put pieces of several kinds on the empty places of
//! a grid, and some in hands beside it, until all are full. Nobody wins.

use sarsen_core::game::board::{Area, Contents, Diagram, Gesture, Layout, Outline, PlaceCode};
use sarsen_core::game::{
    Actor, Game, MoveError, Outcome, Player, Position, Presentation, Symmetric, Symmetry,
    TextError, Written, mix64, split_mix,
};

/// The board: so many columns, rows and places in the hands together, so many kinds of pieces, and
/// whether the players are alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scatter {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) hands: usize,
    pub(super) kinds: u16,
    pub(super) alike: bool,
}

/// What is where, and who is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Scattered {
    board: Scatter,
    codes: Vec<PlaceCode>,
    player: Player,
}

impl Scatter {
    /// A board without hands, with one kind of pieces, for players who are alike.
    pub(super) const fn grid(columns: usize, rows: usize) -> Self {
        Self { columns, rows, hands: 0, kinds: 1, alike: true }
    }

    /// The place in the mirror.
    fn mirrored(&self, place: usize) -> usize {
        if place >= self.columns * self.rows {
            return place;
        }
        place / self.columns * self.columns + (self.columns - 1 - place % self.columns)
    }
}

impl Position for Scattered {
    /// A place and the kind of the piece.
    type Move = (usize, u16);
    type Undo = Self;
    const MOVE_CODES: usize = 1 << 12;

    fn actor(&self) -> Actor {
        Actor::Player(self.player)
    }

    fn outcome(&self) -> Option<Outcome> {
        (!self.codes.contains(&PlaceCode::EMPTY)).then_some(Outcome::Draw)
    }

    fn moves(&self, out: &mut Vec<Self::Move>) {
        for (place, _) in self.codes.iter().enumerate().filter(|(_, code)| code.0 == 0) {
            out.extend((0..self.board.kinds).map(|kind| (place, kind)));
        }
    }

    fn make(&mut self, (place, kind): Self::Move) -> Self {
        let undo = self.clone();
        self.codes[place] = PlaceCode::piece(Some(self.player), kind);
        self.player = self.player.other();
        undo
    }

    fn unmake(&mut self, _: Self::Move, undo: Self) {
        *self = undo;
    }

    fn key(&self) -> u64 {
        self.codes.iter().fold(self.player as u64, |key, code| mix64(key ^ u64::from(code.0)))
    }

    fn code(&self, (place, kind): Self::Move) -> u16 {
        place as u16 * self.board.kinds + kind
    }
}

impl Symmetric for Scattered {
    fn symmetries(&self) -> u8 {
        2
    }

    fn image(&self, symmetry: Symmetry) -> Self {
        let mut image = self.clone();
        for (place, &code) in self.codes.iter().enumerate().filter(|_| symmetry > 0) {
            image.codes[self.board.mirrored(place)] = code;
        }
        image
    }

    fn map_code(&self, code: u16, symmetry: Symmetry) -> u16 {
        let (place, kind) = (code / self.board.kinds, code % self.board.kinds);
        if symmetry == 0 { code } else { self.code((self.board.mirrored(place.into()), kind)) }
    }
}

impl Written for Scattered {
    fn parse(&self, _: &str) -> Result<Self, TextError> {
        Err(TextError::new(1, "these positions have no texts"))
    }

    fn format(&self) -> String {
        format!("{:?} {:?}", self.codes, self.player)
    }

    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError> {
        Err(MoveError::malformed(text, "these moves have no texts"))
    }

    fn format_move(&self, (place, kind): Self::Move) -> String {
        format!("{place}:{kind}")
    }
}

impl Diagram<Scattered> for Scatter {
    fn layout(&self) -> Layout {
        let mut layout = Layout::grid(self.columns, self.rows, Outline::Square);
        for place in 0..self.hands {
            let area = if place % 2 == 0 { Area::First } else { Area::Second };
            layout.add_place(format!("hand {place}"), [place as f64, -2.0], Outline::Disc, area);
        }
        layout
    }

    fn contents(&self, position: &Scattered, _: Option<(usize, u16)>) -> Contents {
        let mut contents = Contents::default();
        for (place, code) in position.codes.iter().enumerate() {
            if let (Some(owner), Some(kind)) = (code.owner(), code.kind()) {
                contents.put(place, owner, "piece").kind = kind;
            }
        }
        contents
    }

    fn gesture(&self, _: &Scattered, (place, _): (usize, u16)) -> Gesture {
        vec![vec![place]]
    }

    fn opposite(&self, place: usize) -> Option<usize> {
        let hand = place.checked_sub(self.columns * self.rows);
        let opposite = hand.map_or(place, |hand| place - hand + (hand ^ 1));
        self.alike.then_some(opposite)
    }

    fn image_of_place(&self, place: usize, symmetry: Symmetry) -> usize {
        if symmetry == 0 { place } else { self.mirrored(place) }
    }
}

impl Game for Scatter {
    type Position = Scattered;

    fn name(&self) -> &str {
        "scatter"
    }

    fn start(&self) -> Scattered {
        let codes = vec![PlaceCode::EMPTY; self.columns * self.rows + self.hands];
        Scattered { board: *self, codes, player: Player::First }
    }
}

impl Presentation<Scattered> for Scatter {
    fn board(&self) -> Option<&dyn Diagram<Scattered>> {
        Some(self)
    }
}

/// Plays a random move.
pub(super) fn play_any(position: &mut Scattered, random: &mut u64) {
    let moves = position.legal_moves();
    position.make(moves[(split_mix(random) % moves.len() as u64) as usize]);
}
