//! Writes a finished proof down. The solver finds the moves that are not known yet.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::journal::JournalError;
use super::means::MustEnd;
use super::proof::{Claim, Proof};
use super::proving::Proving;
use super::walk::{Walker, walk};
use sarsen_core::game::Written;

/// How far the writing of a proof has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WritingProgress {
    /// Moves that are known.
    pub known: usize,
    /// Missing moves, as far as they are known to be needed.
    pub missing: usize,
}

impl<P: Written> Proving<'_, P> {
    /// Writes down the proof of what has been decided about the start, for this number of plies.
    /// `None` if the start is not decided, or if this had to end. What the solver decides on the
    /// way goes to the journal, too.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written, or contradicts the solver.
    pub fn proof(
        &self,
        game: &str,
        plies: u32,
        must_end: MustEnd<'_>,
        tell: &mut dyn FnMut(WritingProgress),
    ) -> Result<Option<Proof>, JournalError> {
        let Some(first_wins) = self.lock().tree.answer(&self.start) else { return Ok(None) };
        let claim = Claim { first_wins };
        loop {
            let mut writer = Writer { proving: self, codes: Vec::new(), missing: Vec::new() };
            walk(&self.start, claim, plies, &mut writer)?;
            let Writer { codes, missing, .. } = writer;
            if missing.is_empty() {
                let (game, position) = (game.to_owned(), self.start.format());
                return Ok(Some(Proof { game, position, claim, plies, moves: codes }));
            }
            let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let find = || {
                while let Some(position) = missing.get(next.fetch_add(1, Relaxed)) {
                    if self.lock().failed.is_some() || must_end() {
                        return;
                    }
                    if let Some(decided) = self.decide(position, Vec::new(), must_end) {
                        let mut state = self.lock();
                        if decided.first_wins != first_wins {
                            state.failed = Some(JournalError::Contradiction(position.format()));
                        }
                        state.note(position, decided);
                        state.untold.clear();
                    }
                    done.fetch_add(1, Relaxed);
                }
            };
            let known = codes.len();
            self.in_threads(find, &mut |_| {
                let done = done.load(Relaxed);
                tell(WritingProgress { known: known + done, missing: missing.len() - done });
            });
            if let Some(error) = self.lock().failed.take() {
                return Err(error);
            }
            if must_end() {
                return Ok(None);
            }
        }
    }
}

/// Writes moves down in the order of the walk. Notes each position whose move is missing.
struct Writer<'a, 'b, P: Written> {
    proving: &'a Proving<'b, P>,
    codes: Vec<u16>,
    missing: Vec<P>,
}

impl<P: Written> Walker<P> for Writer<'_, '_, P> {
    type Error = JournalError;

    fn choose(&mut self, position: &P) -> Result<Option<P::Move>, JournalError> {
        let chosen = self.proving.choice(position);
        match chosen {
            Some(m) => self.codes.push(position.code(m)),
            None => self.missing.push(position.clone()),
        }
        Ok(chosen)
    }

    fn leaf(&mut self, _: &P) -> Result<(), JournalError> {
        Ok(())
    }

    fn refuted(&mut self, position: &P) -> JournalError {
        JournalError::Contradiction(position.format())
    }
}
