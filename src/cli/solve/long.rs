//! A position that takes long is solved by a long proof: what is told on the way, and at the end.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

use super::Solved;
use super::progress::Murmur;
use crate::proofs::{News, Order, Proof, ProofError, ProveError, Proven, Standing, proof};
use crate::session::Session;
use crate::sys::atomic_file::{can_replace, real, replace};
use crate::sys::input::read_file;
use crate::sys::stderr::say;

/// What a long proof takes from the command line.
pub(super) struct Long<'a> {
    pub(super) bytes: usize,
    pub(super) threads: u16,
    pub(super) all: bool,
    pub(super) checkpoint: Option<&'a Path>,
    pub(super) proof: Option<&'a Path>,
    /// The files of the known proofs.
    pub(super) names: &'a [PathBuf],
    pub(super) known: &'a [Proof],
    pub(super) plies: u32,
    /// Whether the game has draws: where there are, its solver tells them apart.
    pub(super) has_draws: bool,
}

impl Long<'_> {
    /// Refuses what could only fail in the end: the file of the proof cannot be written, or is
    /// something else.
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
        let order = Order {
            threads: self.threads.into(),
            checkpoint: self.checkpoint,
            known: self.known,
            all: self.all,
            plies: self.proof.map(|_| self.plies),
            must_end: &|| stop.load(Relaxed),
        };
        bar.set_style(ProgressStyle::with_template("{bar:24} {pos}/{len} {msg}, {elapsed}")?);
        let mut murmur = Murmur::new();
        let solver = session.solver(self.bytes)?;
        let proven = solver.prove(&order, &mut |news| self.show(bar, &mut murmur, &news));
        Ok(proven.map_err(|error| match error {
            ProveError::Known { at, flaw } => format!("{}: {flaw}", self.names[at].display()),
            error => error.to_string(),
        })?)
    }

    /// Writes a proof to its file.
    pub(super) fn write_down(&self, proof: Option<&Proof>) -> Result<(), String> {
        let (Some(path), Some(proof)) = (self.proof, proof) else { return Ok(()) };
        replace(path, &proof.to_bytes()).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Shows what there is to tell.
    fn show(&self, bar: &ProgressBar, murmur: &mut Murmur, news: &News) {
        match news {
            // What all was about is told at the end.
            News::Decided { moves, .. } if moves.is_empty() => {}
            News::Decided { moves, first_wins, best, nodes, time } => {
                let who = sentence(Some(*first_wins), self.has_draws);
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
            News::Standing { ahead, nodes, weighed } => {
                let visited = HumanCount(*nodes);
                let (done, all, what) = match ahead {
                    Some((text, refuted, replies)) => {
                        (*refuted, *replies, format!("replies to {text} refuted"))
                    }
                    None => (0, 0, "positions decided".to_owned()),
                };
                let message = match nodes {
                    0 => {
                        format!("{weighed} positions weighed by games, to find out where to begin")
                    }
                    _ => format!("{what}, {visited} positions"),
                };
                bar.set_length(all as u64);
                bar.set_position(done as u64);
                murmur.say(bar, || match nodes {
                    0 => message.clone(),
                    _ => format!("{done} of {all} {message}"),
                });
                bar.set_message(message);
            }
            News::Writing(written) => {
                let (known, all) = (written.known, written.known + written.missing);
                let message = "moves of the proof written down";
                bar.set_length(all as u64);
                bar.set_position(known as u64);
                bar.set_message(message);
                murmur.say(bar, || format!("{known} of {all} {message}"));
            }
        }
    }
}

/// What is known of the moves, those first of which most is known; nothing of those of which
/// nothing is.
pub(super) fn table(mut moves: Vec<Standing>) -> Vec<Standing> {
    moves.retain(|known| {
        known.first_wins.is_some() || known.refuted > 0 || !known.standing.is_empty()
    });
    moves.sort_by_key(|known| (known.first_wins.is_none(), std::cmp::Reverse(known.refuted)));
    moves
}

/// What has been found, for people.
pub(super) fn text(moves: &str, solved: &Solved, table: &[Standing], has_draws: bool) -> String {
    let mut text = format!("{moves}: {}", sentence(solved.first_wins, has_draws));
    if solved.interrupted {
        text.push_str(", interrupted");
    }
    if let Some(best) = &solved.best {
        let _ = write!(text, ", best {best}");
    }
    let _ = write!(text, ", nodes {} ms {:.3}", solved.nodes, solved.micros / 1000.0);
    let _ = writeln!(text, "{}", solved.verdict());
    for row in table {
        let Standing { replies, refuted, standing, .. } = row;
        let _ = write!(text, "  {} {}", row.text, sentence(row.first_wins, has_draws));
        // A move that was decided as a whole has no replies to tell of.
        if *refuted > 0 || !standing.is_empty() {
            let _ = write!(text, ": {refuted} of {replies} replies refuted");
        }
        if !standing.is_empty() {
            let _ = write!(text, ", not {}", standing.join(" "));
        }
        text.push('\n');
    }
    text
}

/// Who wins, where there are draws or not.
fn sentence(first_wins: Option<bool>, has_draws: bool) -> &'static str {
    match (first_wins, has_draws) {
        (Some(true), _) => "the first player wins",
        (Some(false), true) => "the first player does not win",
        (Some(false), false) => "the second player wins",
        (None, _) => "open",
    }
}
