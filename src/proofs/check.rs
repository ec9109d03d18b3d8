//! A proof is checked, by the rules of the game alone: every move of the other player is tried, and
//! what is left at the end of the proof is searched [plainly](super::plain) to the end of the game.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::journal::{Journal, JournalError, Record};
use super::plain::{Plain, Stopped, Table};
use super::proof::Proof;
use super::reader::read;
use super::{MustEnd, in_threads, lock};
use crate::game::{Evaluator, Position, TextError, mix64, split_mix};

/// What is wrong with a proof.
#[derive(Debug, thiserror::Error)]
pub enum Flaw {
    /// Its position cannot be read.
    #[error("its position: {0}")]
    Position(#[from] TextError),
    /// There are no proofs about games of chance.
    #[error("there are no proofs about games of chance")]
    Chance,
    /// It tells a move that there is not.
    #[error("it has no legal move for '{0}'")]
    NoMove(String),
    /// It has more moves than it takes.
    #[error("it has {0} moves more than it takes")]
    MoreMoves(usize),
    /// It leads to a finished game that is not what is claimed.
    #[error("the game ends otherwise than it claims in '{0}'")]
    Ends(String),
    /// It leads to a position that is not what is claimed.
    #[error("what it claims is wrong in '{0}'")]
    Wrong(String),
    /// It leads to a position from which the game goes on for too long.
    #[error("the game goes on for too long from '{0}'")]
    TooLong(String),
    /// It proves only that the first player does not win, in a game that may be drawn.
    #[error("it does not prove that anybody wins")]
    NoWinner,
    /// There is not enough memory.
    #[error("there is not so much memory")]
    Memory,
    /// What has been checked cannot be written down.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// How a proof is checked.
pub struct CheckOrder<'a> {
    /// Memory of the second solver.
    pub bytes: usize,
    /// How many threads work at it, at least 1.
    pub threads: usize,
    /// Where is written down what has been checked, to go on from there another time.
    pub journal: Option<&'a Path>,
    /// If not all: how many of the positions at the end of the proof are searched, and a number
    /// that says which ones.
    pub sample: Option<(usize, u64)>,
    /// Whether it must end now.
    pub must_end: MustEnd<'a>,
}

/// What has been checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Positions at the end of the proof.
    pub positions: usize,
    /// How many of them are to be searched.
    pub wanted: usize,
    /// How many of them have been, now or before.
    pub searched: usize,
    /// How many of those had been before, as the journal says.
    pub before: usize,
    /// Positions that were visited for that now.
    pub nodes: u64,
}

impl CheckOrder<'_> {
    /// Checks a proof about a position of this game until it is done or must end, and tells again
    /// and again how far it is. The evaluator says which moves to try first.
    ///
    /// # Errors
    ///
    /// Says what is wrong with it.
    pub fn run<P: Position>(
        &self,
        start: &P,
        evaluator: &dyn Evaluator<P>,
        proof: &Proof,
        tell: &mut dyn FnMut(Checked),
    ) -> Result<Checked, Flaw> {
        if P::HAS_CHANCE {
            return Err(Flaw::Chance);
        }
        let mut leaves = read(start, proof, &mut |_, _| {})?;
        let positions = leaves.len();
        if let Some((count, seed)) = self.sample {
            choose(&mut leaves, count, seed);
        }
        let wanted = leaves.len();
        let journal = Mutex::new(self.open(proof, &mut leaves)?);
        let table = Table::new(self.bytes).ok_or(Flaw::Memory)?;
        let (next, nodes) = (AtomicUsize::new(0), AtomicU64::new(0));
        let before = wanted - leaves.len();
        let searched = AtomicUsize::new(before);
        let flaw = Mutex::new(None);
        let ends = || (self.must_end)() || lock(&flaw).is_some();
        let search = || {
            let mut plain = Plain::new(proof.claim, evaluator, &table, &ends);
            while let Some(leaf) = leaves.get(next.fetch_add(1, Relaxed)) {
                let counted = plain.nodes;
                let found = plain.holds(leaf);
                nodes.fetch_add(plain.nodes - counted, Relaxed);
                let written = match found {
                    Err(Stopped::Ended) => return,
                    Err(Stopped::TooLong) => Err(Flaw::TooLong(leaf.format())),
                    Ok(false) => Err(Flaw::Wrong(leaf.format())),
                    Ok(true) => write(&mut lock(&journal), leaf, proof),
                };
                if let Err(error) = written {
                    lock(&flaw).get_or_insert(error);
                    return;
                }
                searched.fetch_add(1, Relaxed);
            }
        };
        let checked = || Checked {
            positions,
            wanted,
            searched: searched.load(Relaxed),
            before,
            nodes: nodes.load(Relaxed),
        };
        in_threads(self.threads, search, &mut || tell(checked()));
        let flaw = flaw.into_inner().unwrap_or_else(PoisonError::into_inner);
        flaw.map_or_else(|| Ok(checked()), Err)
    }

    /// Opens the journal, and takes out what it says to have been checked.
    fn open<P: Position>(
        &self,
        proof: &Proof,
        leaves: &mut Vec<P>,
    ) -> Result<Option<Journal>, JournalError> {
        let Some(path) = self.journal else { return Ok(None) };
        let about = format!("the check of proof {:08x} of {}", proof.checksum(), proof.game);
        let (journal, records) = Journal::open(path, &about)?;
        let is_checked = |record: &Record| record.first_wins == proof.claim.first_wins;
        let checked: HashSet<u64> =
            records.iter().filter(|record| is_checked(record)).map(|record| record.key).collect();
        leaves.retain(|leaf| !checked.contains(&leaf.canonical().0));
        Ok(Some(journal))
    }
}

/// Writes down that a position has been checked.
fn write<P: Position>(journal: &mut Option<Journal>, leaf: &P, proof: &Proof) -> Result<(), Flaw> {
    let Some(journal) = journal else { return Ok(()) };
    let record = Record { key: leaf.canonical().0, first_wins: proof.claim.first_wins, code: None };
    Ok(journal.write(record)?)
}

/// Leaves so many, in their order.
fn choose<P: Position>(leaves: &mut Vec<P>, count: usize, seed: u64) {
    let mut state = mix64(seed);
    let mut order: Vec<(u64, P)> =
        leaves.drain(..).map(|leaf| (split_mix(&mut state), leaf)).collect();
    let mut numbers: Vec<u64> = order.iter().map(|&(number, _)| number).collect();
    numbers.sort_unstable();
    if let Some(&last) = numbers.get(count) {
        order.retain(|&(number, _)| number < last);
    }
    leaves.extend(order.into_iter().map(|(_, leaf)| leaf));
}
