//! The parts of the tables at hand, found by their material.

use std::sync::{Arc, LazyLock};

use super::super::pieces::Pieces;
use super::super::position::NAME;
use super::index::{Compact, Indexing};
use super::matchup::{CODES, MOST, Matchup, first_to_move, of_pieces};
use sarsen_core::game::endgames::{EndgameError, EndgameFile, EndgameSet};

/// The tables that come with the game: up to four pieces.
pub(super) fn built_in() -> &'static EndgameSet {
    static BUILT_IN: LazyLock<EndgameSet> = LazyLock::new(|| {
        let bytes = include_bytes!("../../../data/checkers.endgames");
        EndgameSet::unbundle(bytes).expect("the bundle is tested")
    });
    &BUILT_IN
}

/// The value of a game that is lost because there is no move.
pub(super) const LOST: u8 = 1;

/// Where the values of some material are.
struct Shelf {
    file: Arc<EndgameFile>,
    /// The number of values in the file before them.
    before: u64,
    indexing: Indexing,
}

/// The parts at hand.
pub(super) struct Library {
    shelves: Vec<Option<Shelf>>,
    /// The most pieces of a part.
    most: u32,
}

impl Library {
    /// The parts of a set. Parts whose names are not those of a material are left out.
    pub(super) fn new(set: &EndgameSet) -> Result<Self, EndgameError> {
        if let Some(game) = set.game().filter(|game| *game != NAME) {
            let (found, wanted) = (game.to_owned(), NAME.to_owned());
            return Err(EndgameError::OtherGame { found, wanted });
        }
        let mut library = Self { shelves: (0..CODES).map(|_| None).collect(), most: 0 };
        for matchup in (2..=MOST).flat_map(of_pieces) {
            let name = matchup.name();
            let Some(file) = set.part(&name) else { continue };
            let size = file.summary().size;
            if size != matchup.part_size() {
                let reason = format!("it has {size} values, not {}", matchup.part_size());
                return Err(EndgameError::Damaged { file: format!("part {name}"), reason });
            }
            library.add(matchup, file);
        }
        Ok(library)
    }

    fn add(&mut self, matchup: Matchup, file: &Arc<EndgameFile>) {
        self.most = self.most.max(matchup.count());
        let swapped = matchup.swapped();
        for (matchup, before) in [(swapped, matchup.size()), (matchup, 0)] {
            let (file, indexing) = (Arc::clone(file), Indexing::of(matchup));
            self.shelves[matchup.code()] = Some(Shelf { file, before, indexing });
        }
    }

    /// The value of a position with either player to move. None if it is not here.
    #[inline]
    pub(super) fn value(&self, pieces: &Pieces) -> Option<u8> {
        if (pieces.of[0] | pieces.of[1]).count_ones() > self.most {
            return None;
        }
        self.value_of_few(&first_to_move(pieces))
    }

    /// The value of a position with few pieces, in which the first player is to move.
    pub(super) fn value_of_few(&self, pieces: &Pieces) -> Option<u8> {
        if pieces.of[0] == 0 {
            return Some(LOST);
        }
        let shelf = self.shelves.get(Matchup::of(pieces).code())?.as_ref()?;
        shelf.file.value(shelf.before + shelf.indexing.rank(Compact::of(pieces)))
    }

    /// The values of both players to move, if a part is here.
    pub(super) fn has(&self, matchup: Matchup) -> bool {
        self.shelves[matchup.code()].is_some()
    }
}
