//! A dense numbering of the positions near the start: a page for each outline of the stones, and a
//! slot for each choice of the stones that belong to the player to move.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

use super::board::Board;
use super::geometry::Geometry;
use super::word::BoardWord;
use sarsen_core::game::{NumberedPlace, Numbering, Player, binomial};

/// A ply is numbered only if there are at most this many slots.
const MOST_SLOTS: u64 = 1 << 24;

/// At most this many plies are numbered.
const MOST_PLIES: u32 = 16;

/// The numbering of all positions up to some ply.
pub(super) struct Outlines<W> {
    geometry: Geometry<W>,
    plies: Vec<OutlinesOfPly<W>>,
}

/// The numbering of the positions with as many stones.
struct OutlinesOfPly<W> {
    /// The outlines: sets of cells with nothing empty below a stone. Of two mirror images, the
    /// lesser one is here. They are in order.
    outlines: Vec<W>,
    /// The number of stones of the player to move.
    own: u32,
    /// The choices of so many stones among all stones, in order. A stone's bit is its number,
    /// counted from the bottom of the first column.
    choices: Vec<u32>,
}

/// The numberings that have been made last, of boards of any size.
static LATEST: Mutex<Vec<Arc<dyn Any + Send + Sync>>> = Mutex::new(Vec::new());

/// The number of numberings that are kept. A program seldom plays on more sizes of boards.
const KEPT: usize = 4;

impl<W: BoardWord> Outlines<W> {
    /// The numbering for a board of this size. All games of the process share it, because it takes
    /// some milliseconds to make.
    pub(super) fn shared(geometry: Geometry<W>) -> Arc<Self> {
        let mut latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner);
        let of_size = |outlines: &Arc<dyn Any + Send + Sync>| {
            Arc::clone(outlines).downcast::<Self>().ok().filter(|known| known.geometry == geometry)
        };
        if let Some(known) = latest.iter().find_map(of_size) {
            return known;
        }
        let made = Arc::new(Self::new(geometry));
        latest.insert(0, Arc::clone(&made) as Arc<dyn Any + Send + Sync>);
        latest.truncate(KEPT);
        made
    }

    fn new(geometry: Geometry<W>) -> Self {
        let cells = geometry.size();
        let mut plies = Vec::new();
        for ply in 0..=MOST_PLIES.min(cells - 1) {
            let outlines = outlines(&geometry, ply);
            let own = ply / 2;
            if outlines.len() as u64 * u64::from(binomial(ply, own)) > MOST_SLOTS {
                break;
            }
            plies.push(OutlinesOfPly { outlines, own, choices: choices(ply, own) });
        }
        Self { geometry, plies }
    }
}

/// The outlines of so many stones, in order. Of two mirror images, the lesser one is there.
fn outlines<W: BoardWord>(geometry: &Geometry<W>, stones: u32) -> Vec<W> {
    let mut found = Vec::new();
    fill(geometry, geometry.width(), stones, [W::ZERO; 2], &mut found);
    found
}

/// Fills the first `columns` columns with so many stones in all ways, in order. The other columns
/// are filled already, and they have the higher bits. With them comes their mirror image.
fn fill<W: BoardWord>(
    geometry: &Geometry<W>,
    columns: u8,
    stones: u32,
    [mut filled, mut mirrored]: [W; 2],
    found: &mut Vec<W>,
) {
    let Some(column) = columns.checked_sub(1) else {
        if filled <= mirrored {
            found.push(filled);
        }
        return;
    };
    let height = u32::from(geometry.height());
    // The columns that are left must have room for the rest.
    let least = stones.saturating_sub(u32::from(column) * height);
    let mut cell = geometry.bit(column, 0);
    let mut mirror_cell = geometry.bit(geometry.width() - columns, 0);
    for here in 0..height.min(stones) + 1 {
        if here >= least {
            fill(geometry, column, stones - here, [filled, mirrored], found);
        }
        (filled, mirrored) = (filled | cell, mirrored | mirror_cell);
        (cell, mirror_cell) = (cell << 1, mirror_cell << 1);
    }
}

/// All numbers of `all` bits of which `own` are set, in order.
fn choices(all: u32, own: u32) -> Vec<u32> {
    (0..1_u32 << all).filter(|choice| choice.count_ones() == own).collect()
}

/// The number of a choice in their order: that of lesser ones with as many bits (E. Beckenbach,
/// "Applied Combinatorial Mathematics", 1964).
fn rank(mut choice: u32) -> u32 {
    let (mut rank, mut bits) = (0, 0);
    while choice != 0 {
        bits += 1;
        rank += binomial(choice.trailing_zeros(), bits);
        choice &= choice - 1;
    }
    rank
}

/// The bits of `from` at the ones of `mask`, side by side.
fn gather<W: BoardWord>(from: W, mut mask: W) -> u32 {
    let (mut gathered, mut bit) = (0, 1);
    while !mask.is_zero() {
        if !(from & mask.lowest()).is_zero() {
            gathered |= bit;
        }
        mask = mask.without_lowest();
        bit <<= 1;
    }
    gathered
}

/// The ones of `mask` at whose places `bits` has ones.
fn scatter<W: BoardWord>(mut bits: u32, mut mask: W) -> W {
    let mut scattered = W::ZERO;
    while bits != 0 {
        if bits & 1 != 0 {
            scattered |= mask.lowest();
        }
        mask = mask.without_lowest();
        bits >>= 1;
    }
    scattered
}

impl<W: BoardWord> Numbering<Board<W>> for Outlines<W> {
    fn plies(&self) -> u32 {
        self.plies.len() as u32 - 1
    }

    fn pages(&self, ply: u32) -> u32 {
        self.plies[ply as usize].outlines.len() as u32
    }

    fn slots(&self, ply: u32) -> u32 {
        self.plies[ply as usize].choices.len() as u32
    }

    fn place(&self, board: &Board<W>) -> Option<NumberedPlace> {
        let ply = board.ply();
        let numbered = self.plies.get(ply as usize)?;
        let (occupied, own) = (board.occupied(), board.stones(board.to_move()));
        if own.count_ones() != numbered.own
            || self.geometry.has_four(board.stones(board.to_move().other()))
        {
            return None;
        }
        let mirrored = self.geometry.mirror(occupied);
        let outline = occupied.min(mirrored);
        let page = numbered.outlines.binary_search(&outline).ok()? as u32;
        let slot = |own| rank(gather(own, outline));
        let mirror_slot = || slot(self.geometry.mirror(own));
        let slot = match occupied.cmp(&mirrored) {
            std::cmp::Ordering::Less => slot(own),
            std::cmp::Ordering::Greater => mirror_slot(),
            std::cmp::Ordering::Equal => slot(own).min(mirror_slot()),
        };
        Some(NumberedPlace { ply, page, slot })
    }

    fn position(&self, place: NumberedPlace) -> Option<Board<W>> {
        let numbered = self.plies.get(place.ply as usize)?;
        let outline = *numbered.outlines.get(place.page as usize)?;
        let own = scatter(*numbered.choices.get(place.slot as usize)?, outline);
        let other = own ^ outline;
        if self.geometry.has_four(own) || self.geometry.has_four(other) {
            return None;
        }
        let mirrored = self.geometry.mirror(own);
        if self.geometry.mirror(outline) == outline && rank(gather(mirrored, outline)) < place.slot
        {
            return None;
        }
        let stones = if place.ply.is_multiple_of(2) { [own, other] } else { [other, own] };
        Some(Board { stones, geometry: self.geometry, ply: place.ply as u8 })
    }

    /// By the threats of both players, and whether one has to be answered.
    fn class(&self, board: &Board<W>) -> u8 {
        let stones = [Player::First, Player::Second].map(|player| board.stones(player));
        let (me, other) = (board.to_move().index(), board.to_move().other().index());
        let threats = stones.map(|stones| self.geometry.completing(stones) & !board.occupied());
        let count = |player: usize| threats[player].count_ones().min(2) as u8;
        if (threats[other] & board.playable()).is_zero() {
            3 * count(me) + count(other)
        } else {
            9 + count(me)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;
    use crate::connect_four::ConnectFour;
    use sarsen_core::game::{Game, Position, Symmetric, Written};

    /// All unfinished positions with so many stones, of which one stands for its mirror image.
    fn reached<W: BoardWord>(width: u32, height: u32, plies: u32) -> Vec<Vec<Board<W>>> {
        let mut layer = vec![ConnectFour::<W>::new(width, height).unwrap().start()];
        let mut layers = Vec::new();
        for _ in 0..=plies {
            let mut next: HashMap<u64, Board<W>> = HashMap::new();
            for board in &layer {
                for m in board.legal_moves() {
                    let mut after = *board;
                    after.make(m);
                    if after.outcome().is_none() {
                        next.entry(after.canonical().0).or_insert(after);
                    }
                }
            }
            layers.push(std::mem::replace(&mut layer, next.into_values().collect()));
        }
        layers
    }

    fn check<W: BoardWord>(width: u32, height: u32, plies: u32) -> Vec<usize> {
        let geometry = ConnectFour::<W>::new(width, height).unwrap().geometry();
        let outlines = Outlines::new(geometry);
        assert!(outlines.plies() >= plies);
        let mut counts = Vec::new();
        for (boards, ply) in reached::<W>(width, height, plies).into_iter().zip(0..) {
            counts.push(boards.len());
            let mut places = HashSet::new();
            for board in boards {
                let place = outlines.place(&board).unwrap();
                assert_eq!(outlines.place(&board.image(1)), Some(place), "{}", board.format());
                let back = outlines.position(place).unwrap();
                assert!(back == board || back == board.image(1), "{}", board.format());
                assert!(place.ply == ply && places.insert(place), "{place:?} is there twice");
            }
        }
        counts
    }

    #[test]
    fn each_position_has_its_own_place() {
        // Up to the seventh ply nobody can have won. The numbers are half of those of all
        // positions (OEIS A212693), and the symmetric ones.
        assert_eq!(check::<u64>(7, 6, 6), [1, 4, 25, 121, 568, 2144, 8231]);
        check::<u64>(4, 5, 9);
        check::<u64>(5, 4, 9);
        check::<u128>(9, 7, 4);
    }

    #[test]
    fn what_is_no_position_has_no_place() {
        let game = ConnectFour::<u64>::new(4, 4).unwrap();
        let outlines = Outlines::new(game.geometry());
        let mut board = game.start();
        for column in ["1", "2", "1", "2", "1", "2", "1"] {
            board.make(board.parse_move(column).unwrap());
        }
        assert_eq!(outlines.place(&board), None);
        for ply in 0..=outlines.plies() {
            for (page, slot) in [(outlines.pages(ply), 0), (0, outlines.slots(ply))] {
                assert_eq!(outlines.position(NumberedPlace { ply, page, slot }), None);
            }
        }
    }

    #[test]
    fn games_share_a_numbering() {
        let of_size = |width, height| {
            Outlines::shared(ConnectFour::<u64>::new(width, height).unwrap().geometry())
        };
        let [one, two, other] = [of_size(5, 5), of_size(5, 5), of_size(5, 4)];
        assert!(Arc::ptr_eq(&one, &two) && !Arc::ptr_eq(&one, &other));
        assert!(other.geometry.height() == 4 && other.plies() == 16);
    }

    #[test]
    fn the_ply_before_the_greatest_is_the_last_that_fits() {
        let outlines = Outlines::new(ConnectFour::<u64>::new(7, 6).unwrap().geometry());
        assert_eq!((outlines.plies(), outlines.pages(12), outlines.slots(12)), (12, 7702, 924));
    }
}
