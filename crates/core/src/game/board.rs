//! The board of a game, described once: what is where, and how a person points at a move.
//!
//! A [`Diagram`] has three parts. The [`Layout`] stays the same in a setup: places, strokes,
//! labels, places that count together, and the [`Materials`] of it all. The [`Contents`] are what
//! is there in a position. A [`Gesture`] says which places a person points at to make a move. All
//! that shows a board is made from these: pictures, a page in a browser, a front end of one's own.
//! No other code knows how a game looks.
//!
//! A place is about 1 wide. `x` grows to the right and `y` downwards.
//!
//! ```
//! use sarsen_core::game::board::{Layout, Outline};
//!
//! let layout = Layout::grid(3, 2, Outline::Square).with_column_labels(["a", "b", "c"]);
//! let names: Vec<&str> = layout.places.iter().map(|place| place.name.as_str()).collect();
//! assert_eq!(names, ["a2", "b2", "c2", "a1", "b1", "c1"]);
//! assert_eq!((layout.places[4].x, layout.places[4].y), (1.5, 1.5));
//! ```

mod codes;
mod contents;
mod grid;
mod layout;
mod materials;
mod text;

pub use codes::PlaceCode;
pub use contents::{Contents, OwnedStroke, Piece, Tally};
pub use grid::column_letters;
pub use layout::{
    Area, Extent, Group, GroupKind, Label, Layout, Outline, Panel, Place, Stroke, StrokeKind,
};
pub use materials::{Ground, Materials, PieceColour, PieceMake, Stack, Tone};

pub(crate) use text::draw;

use super::{Position, Symmetry};

/// What a person points at to make a move, step by step. In each step any of the places will do.
/// The first one is the place to show. Nothing at all means that the move is a button with its text
/// (a pass, for example).
pub type Gesture = Vec<Vec<usize>>;

/// Steps that together make a move: from which place to which a piece goes.
pub type Steps = Vec<[usize; 2]>;

/// How the board of a game looks. Places and strokes are numbers: their indices in the layout.
///
/// # Laws
///
/// - Every place and stroke that is mentioned exists.
/// - A position that is read from its text has the same contents.
/// - The symmetries of the game permute places and strokes: contents and gestures of an image are
///   the images of contents and gestures.
/// - The [codes](Self::codes) of a position tell the same as its contents, and those of an image
///   are their images.
///
/// [`laws`](super::laws) tests a game against these laws, too.
pub trait Diagram<P: Position>: Send + Sync {
    /// Everything that does not depend on the position. It is the same each time.
    fn layout(&self) -> Layout;

    /// What is there in a position. `last` is the move that led to it, if there was one. The pieces
    /// that it moved are [last](Piece::last), and what has won the game is
    /// [won](Piece::won).
    fn contents(&self, position: &P, last: Option<P::Move>) -> Contents;

    /// How a person points at a legal move. Two moves may share a gesture. Then their texts tell
    /// them apart.
    fn gesture(&self, position: &P, m: P::Move) -> Gesture;

    /// The single steps of a legal move, if a person may make them one by one, as with two dice:
    /// each way to come to the same. The order of the steps of a way does not count, but those
    /// from a hand come first. The default, no way at all, means that the move is made as a whole,
    /// by its gesture.
    fn steps(&self, _position: &P, _m: P::Move) -> Vec<Steps> {
        Vec::new()
    }

    /// Writes what is at each place, and whose each stroke is, as numbers: what `sarsen learn`
    /// learns from. All codes are [empty](PlaceCode::EMPTY) at first. The default finds out from
    /// [`contents`](Self::contents) and [`gesture`](Self::gesture), which takes long. A game that
    /// is to play fast with what it has learnt should write the codes itself. It may leave out
    /// which empty places are [open](PlaceCode::OPEN), or tell also which ones would be open to
    /// the [other player](PlaceCode::OPEN_TO_OTHER).
    fn codes(&self, position: &P, places: &mut [PlaceCode], strokes: &mut [PlaceCode]) {
        let contents = self.contents(position, None);
        for piece in &contents.pieces {
            places[piece.place] = PlaceCode::piece(piece.owner, piece.kind);
        }
        for owned in &contents.strokes {
            strokes[owned.stroke] = PlaceCode::piece(Some(owned.owner), 0);
        }
        for m in position.legal_moves() {
            // The place to which a gesture leads is open.
            let target = self.gesture(position, m).last().and_then(|step| step.first().copied());
            if let Some(target) = target.filter(|&target| places[target] == PlaceCode::EMPTY) {
                places[target] = PlaceCode::OPEN;
            }
        }
    }

    /// The place that a place becomes if the players exchange their colours, their sides of the
    /// board and their turn. Such a position must be one of the game, and as good for one player as
    /// it was for the other. None if the game is not like that. If it is, `sarsen learn` needs half
    /// as many positions. Strokes stay where they are.
    fn opposite(&self, _place: usize) -> Option<usize> {
        None
    }

    /// The place to which a symmetry takes a place. Needed only if the game has symmetries.
    fn image_of_place(&self, place: usize, _symmetry: Symmetry) -> usize {
        place
    }

    /// The stroke to which a symmetry takes a stroke. Needed only if the game has symmetries, and
    /// strokes have owners.
    fn image_of_stroke(&self, stroke: usize, _symmetry: Symmetry) -> usize {
        stroke
    }
}
