//! The alphabet of a board: which codes occur at each slot, and the digits that stand for them.

use std::collections::BTreeSet;

use super::board_facts::{BoardFacts, BoardSlot};
use sarsen_core::game::Player;
use sarsen_core::game::board::PlaceCode;

/// The number of codes. Digits are below it, too.
pub(super) const CODES: usize = 256;

/// Which codes occur at each slot. A digit is the index of a code among those of its slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alphabet {
    /// For each slot, its codes in order. Images of a slot have the same codes.
    letters: Vec<Vec<PlaceCode>>,
    /// For each slot and code, the digit.
    digits: Vec<u8>,
    /// The slots that tell something: those whose codes differ from position to position, and that
    /// are not always the same as an earlier one.
    pub(super) telling: Vec<BoardSlot>,
    /// The least and the greatest number of places of the board that were not empty.
    pub(super) filled: [u16; 2],
}

impl Alphabet {
    /// The alphabet of a board, as a sample of views shows it: the codes of all slots, view after
    /// view.
    #[must_use]
    pub fn of(facts: &BoardFacts, sample: &[PlaceCode]) -> Self {
        let slots = facts.slots();
        let mut seen = vec![BTreeSet::new(); slots];
        let mut is_copy = vec![true; slots * slots];
        let mut filled = [u16::MAX, 0];
        if sample.is_empty() {
            for codes in &mut seen {
                codes.insert(PlaceCode::EMPTY);
            }
            filled = [0; 2];
        }
        for view in sample.chunks_exact(slots) {
            for (slot, &code) in view.iter().enumerate() {
                seen[slot].insert(code);
                for (other, &before) in view[..slot].iter().enumerate() {
                    is_copy[slot * slots + other] &= before == code;
                }
            }
            let count = filled_places(facts, view);
            filled = [filled[0].min(count), filled[1].max(count)];
        }
        let mut letters: Vec<BTreeSet<PlaceCode>> = seen.clone();
        for image in &facts.images {
            for (slot, &image) in image.iter().enumerate() {
                let more = seen[slot].clone();
                letters[usize::from(image)].extend(more);
            }
        }
        let letters: Vec<Vec<PlaceCode>> =
            letters.into_iter().map(|codes| codes.into_iter().collect()).collect();
        let tells = |slot: &usize| {
            letters[*slot].len() > 1 && !(0..*slot).any(|other| is_copy[slot * slots + other])
        };
        let telling: Vec<usize> = (0..slots).filter(tells).collect();
        let images = facts.images.iter().flat_map(|image| telling.iter().map(|&slot| image[slot]));
        let telling: BTreeSet<BoardSlot> = images.collect();
        Self::with(letters, telling.into_iter().collect(), filled)
    }

    fn with(letters: Vec<Vec<PlaceCode>>, telling: Vec<BoardSlot>, filled: [u16; 2]) -> Self {
        let mut digits = vec![0; letters.len() * CODES];
        for (codes, digits) in letters.iter().zip(digits.chunks_exact_mut(CODES)) {
            for (digit, code) in codes.iter().enumerate() {
                digits[usize::from(code.0)] = digit as u8;
            }
        }
        Self { letters, digits, telling, filled }
    }

    /// Whether images have the same codes and tell as much, as on every board of these symmetries.
    pub(super) fn is_of(&self, facts: &BoardFacts) -> bool {
        facts.images.iter().all(|images| {
            images.iter().enumerate().all(|(slot, &image)| {
                let tells = |slot| self.telling.binary_search(&slot).is_ok();
                self.letters[slot] == self.letters[usize::from(image)]
                    && tells(slot as BoardSlot) == tells(image)
            })
        })
    }

    /// The number of slots.
    pub(super) fn slots(&self) -> usize {
        self.letters.len()
    }

    /// The number of digits at a slot.
    pub(super) fn base(&self, slot: BoardSlot) -> usize {
        self.letters[usize::from(slot)].len()
    }

    /// The code that a digit stands for.
    pub(super) fn letters(&self, slot: BoardSlot) -> &[PlaceCode] {
        &self.letters[usize::from(slot)]
    }

    /// The digits of a view. A code that was never seen counts as the first one.
    #[inline]
    pub(super) fn spell(&self, codes: &[PlaceCode], digits: &mut [u8]) {
        let tables = self.digits.chunks_exact(CODES);
        for ((digit, code), table) in digits.iter_mut().zip(codes).zip(tables) {
            *digit = table[usize::from(code.0)];
        }
    }

    /// The alphabet as bytes.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        for codes in &self.letters {
            out.push(codes.len() as u8);
            out.extend(codes.iter().map(|code| code.0));
        }
        out.extend((self.telling.len() as u16).to_le_bytes());
        out.extend(self.telling.iter().flat_map(|slot| slot.to_le_bytes()));
        out.extend(self.filled.iter().flat_map(|count| count.to_le_bytes()));
    }

    /// Reads an alphabet of a board with so many slots. None if it is something else.
    pub(super) fn read(slots: usize, bytes: &mut &[u8]) -> Option<Self> {
        let mut letters = Vec::with_capacity(slots);
        for _ in 0..slots {
            let count = usize::from(take(bytes, 1)?[0]);
            let codes: Vec<PlaceCode> =
                take(bytes, count)?.iter().map(|&code| PlaceCode(code)).collect();
            let is_sorted = codes.windows(2).all(|pair| pair[0] < pair[1]);
            if codes.is_empty() || !is_sorted {
                return None;
            }
            letters.push(codes);
        }
        let mut number = || Some(u16::from_le_bytes(take(bytes, 2)?.try_into().ok()?));
        let count = number()?;
        let telling: Vec<BoardSlot> = (0..count).map(|_| number()).collect::<Option<_>>()?;
        let filled = [number()?, number()?];
        let is_sorted = telling.windows(2).all(|pair| pair[0] < pair[1]);
        let is_inside = telling.last().is_none_or(|&last| usize::from(last) < slots);
        (is_sorted && is_inside && filled[0] <= filled[1])
            .then(|| Self::with(letters, telling, filled))
    }
}

/// The number of places of the board that are not empty.
#[inline]
pub(super) fn filled_places(facts: &BoardFacts, codes: &[PlaceCode]) -> u16 {
    let on_board = codes.iter().zip(&facts.centres).filter(|(_, centre)| centre.is_some());
    on_board.filter(|(code, _)| code.kind().is_some()).count() as u16
}

/// What a code adds to the sum of its group: plus for the one who sees it, minus for the other.
pub(super) fn worth(code: PlaceCode) -> i32 {
    let kind = i32::from(code.kind().unwrap_or(0)).max(1);
    match code.owner() {
        Some(Player::First) => kind,
        Some(Player::Second) => -kind,
        None => 0,
    }
}

/// Takes bytes off the front. None if there are too few.
pub(super) fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (front, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(front)
}
