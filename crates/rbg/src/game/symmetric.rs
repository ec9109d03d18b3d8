//! Positions under the symmetries of their game.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use super::moves::RulesMove;
use super::position::RulesPosition;
use super::shared::GameFacts;
use sarsen_core::game::{IDENTITY, Position, Symmetric, Symmetry};

/// So many lists of codes are kept.
const KEPT: usize = 32;

/// The codes of the moves of a position, and those of their images.
type CodePairs = HashMap<u16, u16>;

struct KeptCodes {
    shared: Arc<GameFacts>,
    key: u64,
    symmetry: Symmetry,
    pairs: Arc<CodePairs>,
}

thread_local! {
    static CODES: RefCell<Vec<KeptCodes>> = const { RefCell::new(Vec::new()) };
}

impl<const CHANCE: bool> Symmetric for RulesPosition<CHANCE> {
    fn symmetries(&self) -> u8 {
        self.shared.symmetries().len()
    }

    fn image(&self, symmetry: Symmetry) -> Self {
        if symmetry == IDENTITY {
            return self.clone();
        }
        let shared = &self.shared;
        self.with_image(shared.symmetries().get(symmetry).state(&shared.code, &self.state))
    }

    fn map_code(&self, code: u16, symmetry: Symmetry) -> u16 {
        if symmetry == IDENTITY {
            return code;
        }
        // What is no code of a move has no image.
        self.code_pairs(symmetry).get(&code).copied().unwrap_or(code)
    }

    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        if symmetry == IDENTITY { IDENTITY } else { self.shared.symmetries().inverse(symmetry) }
    }
}

impl<const CHANCE: bool> RulesPosition<CHANCE> {
    /// The codes of the moves and of their images. Codes depend on all moves of a position, so all
    /// moves of both have to be found.
    fn code_pairs(&self, symmetry: Symmetry) -> Arc<CodePairs> {
        let is_this = |kept: &KeptCodes| {
            (kept.key, kept.symmetry) == (self.key(), symmetry)
                && Arc::ptr_eq(&kept.shared, &self.shared)
        };
        let known = CODES.with_borrow(|all| {
            all.iter().find(|kept| is_this(kept)).map(|kept| Arc::clone(&kept.pairs))
        });
        known.unwrap_or_else(|| {
            let pairs = Arc::new(self.find_code_pairs(symmetry));
            CODES.with_borrow_mut(|all| {
                if all.len() == KEPT {
                    all.remove(0);
                }
                all.push(KeptCodes {
                    shared: Arc::clone(&self.shared),
                    key: self.key(),
                    symmetry,
                    pairs: Arc::clone(&pairs),
                });
            });
            pairs
        })
    }

    fn find_code_pairs(&self, symmetry: Symmetry) -> CodePairs {
        let shared = &self.shared;
        let (mut moves, mut images) = (Vec::new(), Vec::new());
        self.moves(&mut moves);
        let image = self.image(symmetry);
        image.moves(&mut images);
        let by_content: HashMap<RulesMove, u16> =
            images.iter().map(|m| (m.without_code(), m.code())).collect();
        let pair = |&m: &RulesMove| {
            let steps = self.with_steps(m, |steps| {
                shared.symmetries().steps(&shared.code, symmetry, &self.state, steps)
            });
            Some((m.code(), *by_content.get(&RulesMove::without_code_of(&steps))?))
        };
        moves.iter().filter_map(pair).collect()
    }
}
