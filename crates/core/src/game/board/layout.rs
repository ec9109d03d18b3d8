//! The layout of a board: what is the same in every position.

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
pub struct Place {
    /// Its name: a word of ASCII without commas, as moves and facts call it. No two places of an
    /// area share a name.
    pub name: String,
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
pub struct Stroke {
    /// At least two points, each with its x and y.
    pub points: Vec<[f64; 2]>,
    /// What it means.
    pub kind: StrokeKind,
}

/// A text beside the places, such as the number of a column.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Its middle.
    pub x: f64,
    /// Its middle.
    pub y: f64,
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
pub struct Layout {
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

/// The room around everything.
const MARGIN: f64 = 0.4;

/// The room that a label takes in each direction from its middle.
const LABEL: f64 = 0.25;

impl Layout {
    /// Adds a place of width 1. Returns its number.
    pub fn add_place(
        &mut self,
        name: impl Into<String>,
        [x, y]: [f64; 2],
        outline: Outline,
        area: Area,
    ) -> usize {
        self.places.push(Place { name: name.into(), x, y, width: 1.0, outline, area });
        self.places.len() - 1
    }

    /// Adds a stroke. Returns its number.
    pub fn add_stroke(&mut self, kind: StrokeKind, points: Vec<[f64; 2]>) -> usize {
        self.strokes.push(Stroke { points, kind });
        self.strokes.len() - 1
    }

    /// Adds a label.
    pub fn add_label(&mut self, text: impl Into<String>, [x, y]: [f64; 2]) {
        self.labels.push(Label { text: text.into(), x, y });
    }

    /// Adds places that count together.
    pub fn add_group(&mut self, kind: GroupKind, name: impl Into<String>, places: Vec<usize>) {
        self.groups.push(Group { name: name.into(), kind, places });
    }

    /// The rectangle that everything fits in, with a little room around.
    #[must_use]
    pub fn bounds(&self) -> Extent {
        let places = self.places.iter().map(|place| (place.x, place.y, place.width / 2.0));
        let labels = self.labels.iter().map(|label| (label.x, label.y, LABEL));
        let points = self.strokes.iter().flat_map(|stroke| &stroke.points);
        let points = points.map(|&[x, y]| (x, y, 0.0));
        let (mut from, mut to) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for (x, y, reach) in places.chain(labels).chain(points) {
            from = [from[0].min(x - reach), from[1].min(y - reach)];
            to = [to[0].max(x + reach), to[1].max(y + reach)];
        }
        if from[0] > to[0] {
            return Extent::default();
        }
        Extent {
            x: from[0] - MARGIN,
            y: from[1] - MARGIN,
            width: to[0] - from[0] + 2.0 * MARGIN,
            height: to[1] - from[1] + 2.0 * MARGIN,
        }
    }
}
