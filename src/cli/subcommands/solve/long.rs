//! The files of a long proof, and its progress.

use std::io;
use std::path::Path;

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

use super::show::winner;
use crate::cli::file_error::{FileError, InFile};
use crate::cli::progress::ProgressLog;
use sarsen_core::sys::atomic_file::{can_replace, real, replace};
use sarsen_core::sys::input::read_file;
use sarsen_core::sys::stderr::say;
use sarsen_engine::proofs::{Proof, ProofError, ProofUpdate, proof};

/// Why a proof cannot be written.
#[derive(Debug, thiserror::Error)]
pub(super) enum ProofOutputError {
    /// One file is named twice.
    #[error("{0}: this cannot be the checkpoint as well as the proof")]
    Twice(String),
    /// The file holds something else.
    #[error("{0}: there is something else, which is no proof")]
    Foreign(String),
    /// The system refuses the file.
    #[error(transparent)]
    Write(#[from] FileError<io::Error>),
}

told!(ProofOutputError);

/// Where a long proof keeps what it finds, and how it is shown.
pub(super) struct LongProof<'a> {
    pub(super) checkpoint: Option<&'a Path>,
    pub(super) proof: Option<&'a Path>,
    /// Whether the game has draws. Then its solver tells draws from losses.
    pub(super) has_draws: bool,
    pub(super) bar: &'a ProgressBar,
    pub(super) log: ProgressLog,
    /// Whether there is one at work.
    pub(super) is_shown: bool,
}

impl LongProof<'_> {
    /// Fails now if writing the proof would fail at the end: the file cannot be written, or has
    /// something else in it.
    pub(super) fn look_ahead(&self) -> Result<(), ProofOutputError> {
        let Some(path) = self.proof else { return Ok(()) };
        let name = path.display();
        if self.checkpoint.is_some_and(|checkpoint| real(checkpoint) == real(path)) {
            return Err(ProofOutputError::Twice(name.to_string()));
        }
        can_replace(path).in_file(&name)?;
        match read_file(path, proof::MAGIC.as_bytes(), proof::LARGEST) {
            Ok(bytes) if Proof::from_bytes(&bytes) == Err(ProofError::Foreign) => {
                Err(ProofOutputError::Foreign(name.to_string()))
            }
            _ => Ok(()),
        }
    }

    /// Writes a proof to the file for it. Does nothing if there is no proof or no file.
    pub(super) fn write(&self, proof: Option<&Proof>) -> Result<(), FileError<io::Error>> {
        let (Some(path), Some(proof)) = (self.proof, proof) else { return Ok(()) };
        replace(path, &proof.to_bytes()).in_file(path.display())
    }

    /// Shows progress: decided positions as lines, everything else on the bar or in the log.
    pub(super) fn show(&mut self, update: &ProofUpdate) {
        let (bar, log) = (self.bar, &mut self.log);
        if !std::mem::replace(&mut self.is_shown, true)
            && let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} {msg}, {elapsed}")
        {
            bar.set_style(style);
        }
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
