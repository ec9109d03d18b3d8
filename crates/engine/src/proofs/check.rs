//! Checks a proof by the rules of the game alone. The check tries every move of the prover's
//! opponent. The [plain search](super::plain_search) then searches the positions at the end of the
//! proof, to the end of the game.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::flaw::Flaw;
use super::journal::{Journal, JournalError, JournalRecord};
use super::means::MustEnd;
use super::plain_search::{ClaimTable, PlainSearch, Stopped};
use super::proof::Proof;
use super::reader::read;
use sarsen_core::game::{Evaluator, Written, mix64, split_mix};
use sarsen_core::sys::threads::ThreadKind;

/// How a proof is checked.
pub struct CheckRequest<'a> {
    /// Memory for the search.
    pub bytes: usize,
    /// The number of threads, at least 1.
    pub threads: usize,
    /// The file that notes what has been checked, so that a later check can go on from there.
    pub journal: Option<&'a Path>,
    /// The number of positions to search at the end of the proof, and the seed that chooses them.
    /// `None` searches all.
    pub sample: Option<(usize, u64)>,
    /// Whether it must end now.
    pub must_end: MustEnd<'a>,
}

/// What has been checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Positions at the end of the proof.
    pub positions: usize,
    /// The number of them to search.
    pub wanted: usize,
    /// The wanted positions that this check or an earlier one has searched.
    pub searched: usize,
    /// The wanted positions that an earlier check has searched, according to the journal.
    pub before: usize,
    /// Positions that this check has visited.
    pub nodes: u64,
}

impl CheckRequest<'_> {
    /// Checks a proof about a position of this game, until it is done or must end. Calls `tell`
    /// again and again. The evaluator only says which moves to try first.
    ///
    /// # Errors
    ///
    /// If there is something wrong with the proof.
    pub fn run<P: Written>(
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
        let table = ClaimTable::new(self.bytes).ok_or(Flaw::Memory)?;
        let (next, nodes) = (AtomicUsize::new(0), AtomicU64::new(0));
        let before = wanted - leaves.len();
        let searched = AtomicUsize::new(before);
        let flaw = Mutex::new(None);
        let ends = || (self.must_end)() || lock(&flaw).is_some();
        let work = || {
            let mut search = PlainSearch::new(proof.claim, evaluator, &table, &ends);
            while let Some(leaf) = leaves.get(next.fetch_add(1, Relaxed)) {
                let counted = search.nodes;
                let found = search.holds(leaf);
                nodes.fetch_add(search.nodes - counted, Relaxed);
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
        let threads = self.threads.max(1);
        ThreadKind::named("checker").watch(threads, work, &mut || tell(checked()));
        let flaw = flaw.into_inner().unwrap_or_else(PoisonError::into_inner);
        flaw.map_or_else(|| Ok(checked()), Err)
    }

    /// Opens the journal, and removes the positions that it says have been checked.
    fn open<P: Written>(
        &self,
        proof: &Proof,
        leaves: &mut Vec<P>,
    ) -> Result<Option<Journal>, JournalError> {
        let Some(path) = self.journal else { return Ok(None) };
        let about = format!("the check of proof {:08x} of {}", proof.checksum(), proof.game);
        let (journal, records) = Journal::open(path, &about)?;
        let is_checked = |record: &JournalRecord| record.first_wins == proof.claim.first_wins;
        let checked: HashSet<u64> =
            records.iter().filter(|record| is_checked(record)).map(|record| record.key).collect();
        leaves.retain(|leaf| !checked.contains(&leaf.canonical().0));
        Ok(Some(journal))
    }
}

/// Writes down that a position has been checked.
fn write<P: Written>(journal: &mut Option<Journal>, leaf: &P, proof: &Proof) -> Result<(), Flaw> {
    let Some(journal) = journal else { return Ok(()) };
    let (key, first_wins) = (leaf.canonical().0, proof.claim.first_wins);
    Ok(journal.write(JournalRecord { key, first_wins, code: None })?)
}

/// Keeps `count` positions that the seed chooses, in their order.
fn choose<P: Written>(leaves: &mut Vec<P>, count: usize, seed: u64) {
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
