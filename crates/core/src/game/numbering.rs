//! A dense numbering of the positions near the start, so that a book can keep the values of all of
//! them without their keys.

/// Where the value of a position is kept. Mirror images share their place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NumberedPlace {
    /// The number of plies from the start.
    pub ply: u32,
    /// The page, among those of positions with as many plies.
    pub page: u32,
    /// The slot on the page.
    pub slot: u32,
}

/// The greatest number of [classes](Numbering::class).
pub const CLASSES: usize = 16;

/// Numbers the positions up to a number of plies. All positions with as many plies share a number
/// of pages, and each page has as many slots. A slot may stay without a position.
pub trait Numbering<P>: Send + Sync {
    /// The number of plies up to which positions are numbered.
    fn plies(&self) -> u32;

    /// The number of pages of positions with this many plies.
    fn pages(&self, ply: u32) -> u32;

    /// The number of slots on each of these pages.
    fn slots(&self, ply: u32) -> u32;

    /// The place of a position. None if it has more plies, or is finished.
    fn place(&self, position: &P) -> Option<NumberedPlace>;

    /// The position that stands for all its images at a place. None if there is no position, or a
    /// finished one. Some positions may be out of reach from the start.
    fn position(&self, place: NumberedPlace) -> Option<P>;

    /// The class of a position that has a place, less than [`CLASSES`]. Positions of one class have
    /// similar values, which take less room together.
    fn class(&self, position: &P) -> u8;
}
