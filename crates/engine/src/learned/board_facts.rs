//! What learning knows of a board: its places, its groups, its symmetries.

use sarsen_core::game::board::{Area, Diagram, Layout, PlaceCode};
use sarsen_core::game::{Player, Position, Symmetry, mix_bytes, mix64, sample};

/// The greatest number of places and strokes.
pub const MOST_SLOTS: usize = 256;

/// A place or a stroke, by number: the places come first.
pub type BoardSlot = u16;

/// Why nothing can be learnt about a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoLearning {
    /// The game has no board.
    #[error("the game does not describe its board, so nothing can be learnt about it")]
    NoBoard,
    /// The board is too large.
    #[error("the board has {0} places and strokes, and at most {MOST_SLOTS} can be learnt from")]
    TooLarge(usize),
    /// The board has too many groups.
    #[error("the board has more lines, blocks and groups of places than can be learnt from")]
    TooComplicated,
}

/// What learning knows of a board. It is the same in every position.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardFacts {
    /// For each slot, its centre if it is a place of the board itself.
    pub(super) centres: Vec<Option<[f64; 2]>>,
    /// Slots that count together, closed under all symmetries: the groups that the game names, all
    /// places of the board, and all places of both hands.
    pub(super) groups: Vec<Vec<BoardSlot>>,
    /// For each symmetry, the image of each slot.
    pub(super) images: Vec<Vec<BoardSlot>>,
    /// The slot that each one becomes if the players exchange their sides. None if they are not
    /// alike.
    opposite: Option<Vec<BoardSlot>>,
    /// The number of places.
    places: usize,
    /// A [`sample`] of what is on the board in play: a number of the rules.
    rules: u32,
}

impl BoardFacts {
    /// The facts about the board of a game that begins with this position.
    ///
    /// # Errors
    ///
    /// If nothing can be learnt about such a game.
    pub fn of<P: Position>(
        board: Option<&dyn Diagram<P>>,
        position: &P,
    ) -> Result<Self, NoLearning> {
        let (board, layout) = Self::layout_of(board)?;
        let (places, strokes) = (layout.places.len(), layout.strokes.len());
        let image = |slot: usize, symmetry: Symmetry| match slot.checked_sub(places) {
            None => board.image_of_place(slot, symmetry) as BoardSlot,
            Some(stroke) => (places + board.image_of_stroke(stroke, symmetry)) as BoardSlot,
        };
        let slots = places + strokes;
        let images: Vec<Vec<BoardSlot>> = (0..position.symmetries())
            .map(|symmetry| (0..slots).map(|slot| image(slot, symmetry)).collect())
            .collect();
        let opposite: Option<Vec<BoardSlot>> = (0..places)
            .map(|place| board.opposite(place).map(|place| place as BoardSlot))
            .chain((places..slots).map(|stroke| Some(stroke as BoardSlot)))
            .collect();
        let centre = |slot: usize| {
            let place = layout.places.get(slot).filter(|place| place.area == Area::Board);
            place.map(|place| [place.x, place.y])
        };
        let centres = (0..slots).map(centre).collect();
        let mut groups: Vec<Vec<BoardSlot>> = Vec::new();
        for group in &layout.groups {
            for symmetry in &images {
                let mut image: Vec<BoardSlot> =
                    group.places.iter().map(|&place| symmetry[place]).collect();
                image.sort_unstable();
                if !groups.contains(&image) {
                    groups.push(image);
                }
            }
        }
        let all_in = |areas: &[Area]| {
            let places = layout.places.iter().zip(0..);
            let inside = places.filter(|(place, _)| areas.contains(&place.area));
            inside.map(|(_, slot)| slot).collect::<Vec<BoardSlot>>()
        };
        for whole in [all_in(&[Area::Board]), all_in(&[Area::First, Area::Second])] {
            if !whole.is_empty() && !groups.contains(&whole) {
                groups.push(whole);
            }
        }
        let mut codes = vec![PlaceCode::EMPTY; slots];
        let rules = sample(position, |position| {
            codes.fill(PlaceCode::EMPTY);
            let (on_places, on_strokes) = codes.split_at_mut(places);
            board.codes(position, on_places, on_strokes);
            mix_bytes(codes.iter().map(|code| code.0))
        });
        Ok(Self { centres, groups, images, opposite, places, rules })
    }

    /// A number that games with other rules hardly share.
    #[must_use]
    pub fn rules(&self) -> u32 {
        self.rules
    }

    /// Whether something can be learnt about such a game. Much quicker than the [facts](Self::of).
    ///
    /// # Errors
    ///
    /// If not.
    pub fn check<P: Position>(board: Option<&dyn Diagram<P>>) -> Result<(), NoLearning> {
        Self::layout_of(board).map(drop)
    }

    /// The board and its layout, if something can be learnt about such a game.
    fn layout_of<P: Position>(
        board: Option<&dyn Diagram<P>>,
    ) -> Result<(&dyn Diagram<P>, Layout), NoLearning> {
        let board = board.ok_or(NoLearning::NoBoard)?;
        let layout = board.layout();
        let slots = layout.places.len() + layout.strokes.len();
        if slots > MOST_SLOTS { Err(NoLearning::TooLarge(slots)) } else { Ok((board, layout)) }
    }

    /// The number of slots.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.centres.len()
    }

    /// Whether the players are alike, so that a position is seen with the eyes of the player to
    /// act. Otherwise it is seen with the eyes of the first player.
    #[must_use]
    pub fn are_alike(&self) -> bool {
        self.opposite.is_some()
    }

    /// The slot that each one becomes if the players exchange their sides. None if they are not
    /// alike.
    pub(super) fn opposite(&self) -> Option<&[BoardSlot]> {
        self.opposite.as_deref()
    }

    /// Whether a view belongs to the tenth of all views that are for judging and never learnt from.
    /// Images of a view belong to the same part.
    #[must_use]
    pub fn is_for_judging(&self, codes: &[PlaceCode], is_second: bool) -> bool {
        let key = |image: &Vec<BoardSlot>| {
            let pairs = codes.iter().zip(image);
            pairs.fold(u64::from(is_second), |sum, (code, &slot)| {
                sum.wrapping_add(mix64((u64::from(slot) << 8) | (u64::from(code.0) + 1)))
            })
        };
        let least = self.images.iter().map(key).min().unwrap_or(0);
        mix64(least).is_multiple_of(10)
    }

    /// The view of a position: the codes of all slots, and whose eyes see it.
    #[inline]
    pub(crate) fn view<P: Position>(
        &self,
        board: &dyn Diagram<P>,
        position: &P,
        codes: &mut [PlaceCode],
    ) -> PositionView {
        let mut own = [PlaceCode::EMPTY; MOST_SLOTS];
        let own = &mut own[..self.slots()];
        let view = self.look(board, position, own);
        for (slot, &code) in own.iter().enumerate() {
            let (slot, code) = self.seen_by(view.eyes, slot, code);
            codes[slot] = code;
        }
        view
    }

    /// Writes the codes of all slots as they are, and tells whose eyes will see the position. Each
    /// code must be empty before.
    #[inline]
    pub(super) fn look<P: Position>(
        &self,
        board: &dyn Diagram<P>,
        position: &P,
        codes: &mut [PlaceCode],
    ) -> PositionView {
        let (places, strokes) = codes.split_at_mut(self.places);
        board.codes(position, places, strokes);
        let mover = position.actor().turn();
        let eyes = if self.are_alike() { mover } else { Player::First };
        PositionView { eyes, is_second: !self.are_alike() && mover == Player::Second }
    }

    /// What a code at a slot is for these eyes, and at which slot.
    pub(super) fn seen_by(&self, eyes: Player, slot: usize, code: PlaceCode) -> (usize, PlaceCode) {
        match &self.opposite {
            Some(opposite) if eyes == Player::Second => (opposite[slot].into(), code.exchanged()),
            _ => (slot, code),
        }
    }
}

/// How a position is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionView {
    /// The player who sees it: the value is good for this player.
    pub eyes: Player,
    /// Whether the players differ and the second one is to move.
    pub is_second: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learned::scatter::Scatter;
    use crate::learned::{Alphabet, Features};
    use sarsen_core::game::{Game, Presentation};

    #[test]
    fn boards_that_differ_in_who_is_alike_have_other_features() {
        let game = Scatter::grid(8, 8);
        let facts = BoardFacts::of(game.board(), &game.start()).unwrap();
        let turned = facts.opposite.as_ref().map(|slots| slots.iter().rev().copied().collect());
        let fingerprint = |opposite: Option<Vec<BoardSlot>>| {
            let facts = BoardFacts { opposite, ..facts.clone() };
            let sample: Vec<PlaceCode> =
                (0..facts.slots()).map(|slot| PlaceCode(slot as u8)).collect();
            let alphabet = Alphabet::of(&facts, &sample);
            Features::new(facts, alphabet).fingerprint()
        };
        let [as_it_is, unlike, turned] = [facts.opposite.clone(), None, turned].map(fingerprint);
        assert!(as_it_is != unlike && as_it_is != turned && unlike != turned);
    }
}
