//! What a board and its pieces are made of, so that a game looks like itself.

/// What lies under the places of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ground {
    /// A sheet of paper: light, without a frame.
    Paper,
    /// A wooden board.
    #[default]
    Wood,
    /// Green felt in a wooden frame.
    Felt,
    /// An upright frame with holes. Pieces are behind it, and fall into their places.
    Frame,
    /// Grass.
    Grass,
    /// Sand.
    Sand,
    /// Water.
    Water,
}

/// What the pieces are. A piece on a [die](super::Outline::Die) is a die, whatever the others are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PieceMake {
    /// A flat disc with two faces. It turns over when its owner changes.
    #[default]
    Disc,
    /// A round checker with a groove, which can be stacked and crowned.
    Checker,
    /// A marble.
    Marble,
    /// A stone, with room for a number.
    Stone,
    /// A square tile, or a cube seen from above.
    Tile,
    /// A playing card.
    Card,
}

/// The colour of a player's pieces. All of them can be told apart on every ground, in the light and
/// in the dark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PieceColour {
    /// Nearly black.
    Black,
    /// Nearly white.
    White,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
    /// Blue.
    Blue,
    /// Orange.
    Orange,
    /// Green.
    Green,
}

/// The tone of a place or of a stroke that encloses an area.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Tone {
    /// As the ground is, with an outline. A stroke is only a line.
    #[default]
    Plain,
    /// The lighter of two tones.
    Light,
    /// The darker of two tones.
    Dark,
    /// A hollow in the ground, in which a piece rests.
    Hollow,
    /// In the colour of the first player: a home, a goal.
    First,
    /// In the colour of the second player.
    Second,
    /// Not drawn at all.
    Bare,
}

/// How pieces that are [more than one](super::Piece::count) stand at a place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stack {
    /// From one piece to the next one, to the right.
    pub dx: f64,
    /// From one piece to the next one, downwards.
    pub dy: f64,
    /// How many are drawn at most. If there are more, the last one has their number. If not, it
    /// has their sign, if they have one.
    pub most: u16,
}

/// What a board and its pieces are made of. The default is a wooden board with discs of two
/// colours.
///
/// ```
/// use sarsen_core::game::board::{Ground, Layout, Materials, Outline, PieceColour, PieceMake};
///
/// let colours = [PieceColour::Black, PieceColour::White];
/// let mut layout = Layout::grid(8, 8, Outline::Square);
/// layout.materials = Materials::new(Ground::Felt, PieceMake::Disc, colours).with_rim(0.7);
/// assert_eq!(layout.bounds().width, 8.0 + 2.0 * (0.7 + Layout::MARGIN));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Materials {
    /// What lies under the places.
    pub ground: Ground,
    /// What the pieces are.
    pub pieces: PieceMake,
    /// The colours of the first player and of the second. They differ.
    pub colours: [PieceColour; 2],
    /// The tone of the ground between the places.
    pub tone: Tone,
    /// How far the board reaches beyond its places. Labels may lie on it.
    pub rim: f64,
}

impl Materials {
    /// These materials, with a narrow rim.
    #[must_use]
    pub const fn new(ground: Ground, pieces: PieceMake, colours: [PieceColour; 2]) -> Self {
        Self { ground, pieces, colours, tone: Tone::Plain, rim: 0.2 }
    }

    /// The same with a ground of this tone.
    #[must_use]
    pub const fn with_tone(mut self, tone: Tone) -> Self {
        self.tone = tone;
        self
    }

    /// The same with a rim of this width.
    #[must_use]
    pub const fn with_rim(mut self, rim: f64) -> Self {
        self.rim = rim;
        self
    }
}

impl Default for Materials {
    fn default() -> Self {
        let colours = [PieceColour::Blue, PieceColour::Orange];
        Self::new(Ground::default(), PieceMake::default(), colours)
    }
}
