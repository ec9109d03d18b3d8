//! The memory in which a thread finds and makes moves. A position does not change while it is
//! looked at, so its moves are found on a copy.

use std::cell::RefCell;
use std::sync::Arc;

use super::long_moves::LongMoves;
use super::moves::Codes;
use super::shared::GameFacts;
use crate::machine::code::Code;
use crate::machine::rules::{FoundMoves, RulesTable};
use crate::machine::run::RunMemory;

/// So many games have their memory in a thread at a time.
const GAMES: usize = 4;

pub(super) struct Scratch {
    code: Arc<Code>,
    /// A table of the game, at any position.
    pub(super) table: RulesTable,
    pub(super) moves: FoundMoves,
    pub(super) codes: Codes,
    pub(super) long: LongMoves,
    /// For each condition of the author.
    pub(super) memories: Vec<RunMemory>,
}

thread_local! {
    static SCRATCHES: RefCell<Vec<Scratch>> = const { RefCell::new(Vec::new()) };
}

/// Does something with this thread's memory for a game.
#[inline]
pub(super) fn with<T>(shared: &GameFacts, act: impl FnOnce(&mut Scratch) -> T) -> T {
    let code = &shared.code;
    SCRATCHES.with_borrow_mut(|scratches| {
        let at = match scratches.iter().position(|scratch| Arc::ptr_eq(&scratch.code, code)) {
            Some(at) => at,
            None => {
                if scratches.len() == GAMES {
                    scratches.remove(0);
                }
                scratches.push(Scratch {
                    code: Arc::clone(code),
                    table: shared.table.clone(),
                    moves: FoundMoves::default(),
                    codes: Codes::default(),
                    long: LongMoves::default(),
                    memories: vec![RunMemory::default(); shared.patterns.len()],
                });
                scratches.len() - 1
            }
        };
        act(&mut scratches[at])
    })
}
