//! Long proofs, for positions that take long. Checks the files first, and shows progress.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

use super::solved::winner;
use crate::cli::progress::ProgressLog;
use sarsen_core::sys::atomic_file::{can_replace, real, replace};
use sarsen_core::sys::input::read_file;
use sarsen_core::sys::stderr::say;
use sarsen_engine::proofs::{
    Proof, ProofError, ProofRequest, ProofUpdate, ProveError, Proven, proof,
};
use sarsen_engine::session::Session;

/// A long proof, with its arguments.
pub(super) struct LongProof<'a> {
    pub(super) bytes: usize,
    pub(super) threads: u16,
    pub(super) all: bool,
    pub(super) checkpoint: Option<&'a Path>,
    pub(super) proof: Option<&'a Path>,
    /// The files of the known proofs.
    pub(super) names: &'a [PathBuf],
    pub(super) known: &'a [Proof],
    pub(super) plies: u32,
    /// Whether the game has draws. Then its solver tells draws from losses.
    pub(super) has_draws: bool,
}

impl LongProof<'_> {
    /// Fails now if writing the proof would fail at the end: the file cannot be written, or has
    /// something else in it.
    pub(super) fn look_ahead(&self) -> Result<(), String> {
        let Some(path) = self.proof else { return Ok(()) };
        let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        if self.checkpoint.is_some_and(|checkpoint| real(checkpoint) == real(path)) {
            return Err(wrong(&"this cannot be the checkpoint as well as the proof"));
        }
        can_replace(path).map_err(|error| wrong(&error))?;
        match read_file(path, proof::MAGIC.as_bytes(), proof::LARGEST) {
            Ok(bytes) if Proof::from_bytes(&bytes) == Err(ProofError::Foreign) => {
                Err(wrong(&"there is something else, which is no proof"))
            }
            _ => Ok(()),
        }
    }

    /// Proves who wins the current position.
    pub(super) fn prove(
        &self,
        session: &mut dyn Session,
        stop: &AtomicBool,
        bar: &ProgressBar,
    ) -> Result<Proven, Box<dyn std::error::Error>> {
        let order = ProofRequest {
            threads: self.threads.into(),
            checkpoint: self.checkpoint,
            known: self.known,
            all: self.all,
            plies: self.proof.map(|_| self.plies),
            must_end: &|| stop.load(Relaxed),
        };
        bar.set_style(ProgressStyle::with_template("{bar:24} {pos}/{len} {msg}, {elapsed}")?);
        let mut log = ProgressLog::new();
        let proven = session
            .solver(self.bytes)?
            .prove(&order, &mut |update| self.show(bar, &mut log, &update));
        Ok(proven.map_err(|error| match error {
            ProveError::Known { at, flaw } => format!("{}: {flaw}", self.names[at].display()),
            error => error.to_string(),
        })?)
    }

    /// Writes a proof to the file for it. Does nothing if there is no proof or no file.
    pub(super) fn write(&self, proof: Option<&Proof>) -> Result<(), String> {
        let (Some(path), Some(proof)) = (self.proof, proof) else { return Ok(()) };
        replace(path, &proof.to_bytes()).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Shows progress: decided positions as lines, everything else on the bar or in the log.
    fn show(&self, bar: &ProgressBar, log: &mut ProgressLog, update: &ProofUpdate) {
        match update {
            // The position itself is printed at the end.
            ProofUpdate::Decided { moves, .. } if moves.is_empty() => {}
            ProofUpdate::Decided { moves, first_wins, best, nodes, time } => {
                let who = winner(Some(*first_wins), self.has_draws);
                let with = best.as_ref().map(|best| format!(" by {best}")).unwrap_or_default();
                let line = format!(
                    "{}: {who}{with}, {} positions, {}",
                    moves.join(" "),
                    HumanCount(*nodes),
                    HumanDuration(*time)
                );
                if bar.is_hidden() {
                    say(line);
                } else {
                    bar.println(line);
                }
            }
            ProofUpdate::Standing { ahead, nodes, estimated } => {
                let visited = HumanCount(*nodes);
                let (done, all, what) = match ahead {
                    Some((text, refuted, replies)) => {
                        (*refuted, *replies, format!("replies to {text} refuted"))
                    }
                    None => (0, 0, "positions decided".to_owned()),
                };
                let message = match nodes {
                    0 => {
                        format!(
                            "{estimated} positions estimated by games, to find out where to begin"
                        )
                    }
                    _ => format!("{what}, {visited} positions"),
                };
                bar.set_length(all as u64);
                bar.set_position(done as u64);
                log.say(bar, || match nodes {
                    0 => message.clone(),
                    _ => format!("{done} of {all} {message}"),
                });
                bar.set_message(message);
            }
            ProofUpdate::Writing(written) => {
                let (known, all) = (written.known, written.known + written.missing);
                let message = "moves of the proof written down";
                bar.set_length(all as u64);
                bar.set_position(known as u64);
                bar.set_message(message);
                log.say(bar, || format!("{known} of {all} {message}"));
            }
        }
    }
}
