//! A plain search to the end of the game, by the rules alone: the independent search that checks a
//! proof.
//!
//! It shares nothing with the games' own solvers, and knows no symmetries and no bounds. It treats
//! two positions as the same only if they have the same key. An evaluator says which moves to try
//! first. That changes how long the search takes, not what it finds.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::means::{LONGEST_LINE, MustEnd};
use super::proof::Claim;
use sarsen_core::game::{Actor, Evaluator, Player, Position};
use sarsen_core::sys::pages;
use sarsen_core::sys::prefetch::prefetch;

/// The number of positions visited between two checks whether the search must end.
const STRIDE: u64 = 1 << 10;

/// A table, shared by many threads, of the positions for which a claim holds or does not hold. An
/// entry is a key whose last two bits are replaced by what is known. The upper bits of the key also
/// give its place. So the table confuses two keys only if they differ in just these two bits.
pub(super) struct ClaimTable(Box<[AtomicU64]>);

/// The bits of an entry that say what is known, and their values. An empty entry is 0.
const KNOWN: u64 = 3;
const YES: u64 = 1;
const NO: u64 = 2;

impl ClaimTable {
    /// A table of this size. `None` if there is not enough memory.
    pub(super) fn new(bytes: usize) -> Option<Self> {
        let entries = pages::zeroed((bytes / size_of::<AtomicU64>()).max(1))?;
        Some(Self(entries))
    }

    fn entry(&self, key: u64) -> &AtomicU64 {
        let place = (u128::from(key) * self.0.len() as u128) >> 64;
        &self.0[place as usize]
    }

    fn get(&self, key: u64) -> Option<bool> {
        let entry = self.entry(key).load(Relaxed);
        match entry & KNOWN {
            known if known == 0 || (entry ^ key) & !KNOWN != 0 => None,
            known => Some(known == YES),
        }
    }

    fn put(&self, key: u64, holds: bool) {
        self.entry(key).store(key & !KNOWN | if holds { YES } else { NO }, Relaxed);
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stopped {
    /// The search had to end.
    Ended,
    /// The game goes on for too long.
    TooLong,
}

/// A move to try.
struct Choice<M> {
    /// How promising it is.
    points: i32,
    m: M,
    /// The key of the position after it.
    key: u64,
}

/// One thread's search.
pub(super) struct PlainSearch<'a, P: Position> {
    claim: Claim,
    evaluator: &'a dyn Evaluator<P>,
    table: &'a ClaimTable,
    must_end: MustEnd<'a>,
    /// How good moves were in other positions, by player and code.
    history: [Vec<i32>; 2],
    /// Moves to try, by ply.
    levels: Vec<Vec<Choice<P::Move>>>,
    moves: Vec<P::Move>,
    /// Positions visited.
    pub(super) nodes: u64,
}

impl<'a, P: Position> PlainSearch<'a, P> {
    pub(super) fn new(
        claim: Claim,
        evaluator: &'a dyn Evaluator<P>,
        table: &'a ClaimTable,
        must_end: MustEnd<'a>,
    ) -> Self {
        let history = [(); 2].map(|()| vec![0; P::MOVE_CODES]);
        Self {
            claim,
            evaluator,
            table,
            must_end,
            history,
            levels: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
        }
    }

    /// Whether the claim holds for an unfinished position.
    pub(super) fn holds(&mut self, position: &P) -> Result<bool, Stopped> {
        self.visit(&mut position.clone(), 0)
    }

    fn visit(&mut self, position: &mut P, ply: usize) -> Result<bool, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(STRIDE) && (self.must_end)() {
            return Err(Stopped::Ended);
        }
        let Actor::Player(player) = position.actor() else { return Err(Stopped::TooLong) };
        if ply == LONGEST_LINE {
            return Err(Stopped::TooLong);
        }
        if self.levels.len() == ply {
            self.levels.push(Vec::new());
        }
        // The prover wants the claim to hold. The opponent wants it not to hold.
        let wanted = player == self.claim.prover();
        let mut level = std::mem::take(&mut self.levels[ply]);
        let found = match self.list(position, player, wanted, &mut level) {
            true => Ok(wanted),
            false => self.try_all(position, player, wanted, &level, ply),
        };
        self.levels[ply] = level;
        if let Ok(holds) = found {
            self.table.put(position.key(), holds);
        }
        found
    }

    /// Lists the moves of unknown result, the most promising first. Returns whether a move is known
    /// to give the wanted result.
    fn list(
        &mut self,
        position: &mut P,
        player: Player,
        wanted: bool,
        level: &mut Vec<Choice<P::Move>>,
    ) -> bool {
        level.clear();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        position.moves(&mut moves);
        let ends_well = moves.iter().any(|&m| {
            let undo = position.make(m);
            let outcome = position.outcome().map(|outcome| self.claim.holds(outcome));
            if outcome.is_none() {
                let key = position.key();
                prefetch(std::slice::from_ref(self.table.entry(key)));
                let history = self.history[player.index()][usize::from(position.code(m))];
                let points = self.evaluator.evaluate(position, player) * 16 + history;
                level.push(Choice { points, m, key });
            }
            position.unmake(m, undo);
            outcome == Some(wanted)
        });
        self.moves = moves;
        if ends_well {
            return true;
        }
        // The entries were prefetched above.
        let mut is_found = false;
        level.retain(|choice| {
            let known = self.table.get(choice.key);
            is_found |= known == Some(wanted);
            known.is_none()
        });
        level.sort_unstable_by_key(|choice| std::cmp::Reverse(choice.points));
        is_found
    }

    /// Tries the moves one after another, until one gives the wanted result.
    fn try_all(
        &mut self,
        position: &mut P,
        player: Player,
        wanted: bool,
        level: &[Choice<P::Move>],
        ply: usize,
    ) -> Result<bool, Stopped> {
        for &Choice { m, .. } in level {
            let code = usize::from(position.code(m));
            let undo = position.make(m);
            let found = self.visit(position, ply + 1);
            position.unmake(m, undo);
            if found? == wanted {
                let points = &mut self.history[player.index()][code];
                *points += 16 - *points / 64;
                return Ok(wanted);
            }
        }
        Ok(!wanted)
    }
}
