//! The letters of a network: codes that count the same at each slot are one letter.

use std::collections::HashMap;

use super::layout::CodeRow;
use crate::learned::alphabet::CODES;

/// What each code counts at each slot, for the eyes of both players. There are few letters, so it
/// takes little memory.
pub(super) struct CodeLetters {
    /// The letter of each code.
    letters: Vec<u8>,
    /// For the eyes of each player, each slot and each letter.
    rows: [Vec<CodeRow>; 2],
    /// The number of letters.
    count: usize,
}

impl CodeLetters {
    /// The letters of codes that count this for the eyes of each player, slot after slot.
    pub(super) fn of(codes: &[Vec<CodeRow>; 2]) -> Self {
        let slots = codes[0].len() / CODES;
        let column = |code: usize| -> Vec<CodeRow> {
            codes
                .iter()
                .flat_map(|of| (0..slots).map(move |slot| of[slot * CODES + code]))
                .collect()
        };
        let (mut known, mut firsts) = (HashMap::new(), Vec::new());
        let letters = (0..CODES).map(|code| {
            let letter = *known.entry(column(code)).or_insert(firsts.len() as u8);
            if usize::from(letter) == firsts.len() {
                firsts.push(code);
            }
            letter
        });
        let letters = letters.collect();
        let rows = [0, 1].map(|eyes: usize| {
            let of = |slot| firsts.iter().map(move |&code| codes[eyes][slot * CODES + code]);
            (0..slots).flat_map(of).collect()
        });
        Self { letters, rows, count: firsts.len() }
    }

    /// What a code at a slot counts for these eyes (0 or 1).
    #[inline(always)]
    pub(super) fn row(&self, eyes: usize, slot: usize, code: u8) -> CodeRow {
        self.rows[eyes][slot * self.count + usize::from(self.letters[usize::from(code)])]
    }
}
