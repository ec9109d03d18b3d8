//! The layout of a board: what is the same in every position.

use crate::game::Player;

use super::{Ground, Materials, PieceMake, Stack, Tone};

/// How a place is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outline {
    /// A square cell. Its neighbours share its sides.
    Square,
    /// A round opening in a board. The boards of neighbours join.
    Disc,
    /// A hexagon with a corner on top.
    Hexagon,
    /// A small round mark, for who owns something.
    Token,
    /// A card, or room for a piece in a hand.
    Card,
    /// A die.
    Die,
}

/// Where a place belongs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Area {
    /// The board itself.
    Board,
    /// The first player's hand.
    First,
    /// The second player's hand.
    Second,
    /// Beside the board.
    Beside,
}

/// Where something can be.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Place {
    /// Its name: a word of ASCII without commas, as moves and facts call it. No two places of an
    /// area share a name.
    pub name: String,
    /// What moves and facts call it when it is the second player's turn, if that is another name.
    pub name_for_second: Option<String>,
    /// Its centre.
    pub x: f64,
    /// Its centre.
    pub y: f64,
    /// How wide it is. Usually 1.
    pub width: f64,
    /// How it is drawn.
    pub outline: Outline,
    /// Where it belongs.
    pub area: Area,
    /// Its tone.
    pub tone: Tone,
    /// How several pieces stand there. None if one piece stands for all, with their number.
    pub stack: Option<Stack>,
    /// What the pieces there are, if not what [the others](Materials::pieces) are.
    pub pieces: Option<PieceMake>,
    /// Whether it only fills the board, so that nothing ever happens there.
    pub is_filler: bool,
}

impl Place {
    /// What the place is called when it is a player's turn.
    #[must_use]
    pub fn name_for(&self, player: Player) -> &str {
        match &self.name_for_second {
            Some(name) if player == Player::Second => name,
            _ => &self.name,
        }
    }

    /// The rectangle that the place and its stack take.
    #[must_use]
    pub fn extent(&self) -> Extent {
        let (dx, dy) = self.stack.map_or((0.0, 0.0), |stack| {
            let steps = f64::from(stack.most.saturating_sub(1));
            (steps * stack.dx, steps * stack.dy)
        });
        let half = self.width / 2.0;
        Extent {
            x: self.x + dx.min(0.0) - half,
            y: self.y + dy.min(0.0) - half,
            width: self.width + dx.abs(),
            height: self.width + dy.abs(),
        }
    }
}

/// What a stroke means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StrokeKind {
    /// A line of the game, which may have an owner.
    Line,
    /// A line that only guides the eye.
    Grid,
}

/// A line between points, below the places.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Stroke {
    /// At least two points, each with its x and y.
    pub points: Vec<[f64; 2]>,
    /// What it means.
    pub kind: StrokeKind,
    /// The tone of the area that it encloses.
    pub tone: Tone,
}

/// A part of the board with a ground of its own.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Panel {
    /// Where it is.
    pub extent: Extent,
    /// What it is made of.
    pub ground: Ground,
}

/// A text beside the places, such as the number of a column.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The text.
    pub text: String,
    /// The text when it is the second player's turn, if that is another one.
    pub text_for_second: Option<String>,
    /// Its middle.
    pub x: f64,
    /// Its middle.
    pub y: f64,
}

impl Label {
    /// The text when it is a player's turn.
    #[must_use]
    pub fn text_for(&self, player: Player) -> &str {
        match &self.text_for_second {
            Some(text) if player == Player::Second => text,
            _ => &self.text,
        }
    }
}

/// Why places count together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GroupKind {
    /// They form a line.
    Line,
    /// They form a region.
    Region,
}

/// Places that count together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Its name, for people.
    pub name: String,
    /// Why they count together.
    pub kind: GroupKind,
    /// The places, in order.
    pub places: Vec<usize>,
}

/// Everything about a board that does not depend on the position.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Layout {
    /// What the board and its pieces are made of.
    pub materials: Materials,
    /// The parts of the board, from the lowest to the highest. If there are none, the board is what
    /// surrounds the places of its own area, and as far beyond as its rim is wide.
    pub panels: Vec<Panel>,
    /// Where something can be.
    pub places: Vec<Place>,
    /// Lines between points.
    pub strokes: Vec<Stroke>,
    /// Texts beside the places.
    pub labels: Vec<Label>,
    /// Places that count together.
    pub groups: Vec<Group>,
}

/// A rectangle: its upper left corner and its size.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Extent {
    /// The left side.
    pub x: f64,
    /// The upper side.
    pub y: f64,
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

/// The room that a label takes in each direction from its middle.
const LABEL: f64 = 0.25;

impl Layout {
    /// The room around everything.
    pub const MARGIN: f64 = 0.4;

    /// Adds a place of width 1. Returns its number.
    pub fn add_place(
        &mut self,
        name: impl Into<String>,
        [x, y]: [f64; 2],
        outline: Outline,
        area: Area,
    ) -> usize {
        let (name, tone) = (name.into(), Tone::default());
        let place = Place {
            name,
            name_for_second: None,
            x,
            y,
            width: 1.0,
            outline,
            area,
            tone,
            stack: None,
            pieces: None,
            is_filler: false,
        };
        self.places.push(place);
        self.places.len() - 1
    }

    /// Adds a stroke. Returns its number.
    pub fn add_stroke(&mut self, kind: StrokeKind, points: Vec<[f64; 2]>) -> usize {
        self.strokes.push(Stroke { points, kind, tone: Tone::default() });
        self.strokes.len() - 1
    }

    /// Adds a label. Returns its number.
    pub fn add_label(&mut self, text: impl Into<String>, [x, y]: [f64; 2]) -> usize {
        self.labels.push(Label { text: text.into(), text_for_second: None, x, y });
        self.labels.len() - 1
    }

    /// Adds places that count together.
    pub fn add_group(&mut self, kind: GroupKind, name: impl Into<String>, places: Vec<usize>) {
        self.groups.push(Group { name: name.into(), kind, places });
    }

    /// Adds a part of the board, on top of those before.
    pub fn add_panel(&mut self, ground: Ground, extent: Extent) {
        self.panels.push(Panel { extent, ground });
    }

    /// The rectangle that everything fits in, with a little room around.
    #[must_use]
    pub fn bounds(&self) -> Extent {
        let rim = if self.panels.is_empty() { self.materials.rim } else { 0.0 };
        let places = self.places.iter().map(|place| {
            let rim = if place.area == Area::Board { rim } else { 0.0 };
            place.extent().grown(rim)
        });
        let point = |x, y| Extent { x, y, width: 0.0, height: 0.0 };
        let labels = self.labels.iter().map(|label| point(label.x, label.y).grown(LABEL));
        let points = self.strokes.iter().flat_map(|stroke| &stroke.points);
        let points = points.map(|&[x, y]| point(x, y));
        let panels = self.panels.iter().map(|panel| panel.extent);
        let all = places.chain(labels).chain(points).chain(panels);
        all.reduce(Extent::with).map_or(Extent::default(), |all| all.grown(Self::MARGIN))
    }
}

impl Extent {
    /// The same with this much room on each side.
    #[must_use]
    pub fn grown(self, by: f64) -> Self {
        let Self { x, y, width, height } = self;
        Self { x: x - by, y: y - by, width: width + 2.0 * by, height: height + 2.0 * by }
    }

    /// The least rectangle that has both inside.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.width).max(other.x + other.width);
        let bottom = (self.y + self.height).max(other.y + other.height);
        Self { x, y, width: right - x, height: bottom - y }
    }
}
