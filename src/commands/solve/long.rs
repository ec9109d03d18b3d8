//! A position that takes long is solved by a long proof: what is told on the way, and at the end.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

use super::Solved;
use crate::proving::{News, Order, Proof, Proven, Standing};
use crate::replace::replace;
use crate::session::Session;

/// What a long proof takes from the command line.
pub(super) struct Long<'a> {
    pub(super) hash: u64,
    pub(super) threads: u16,
    pub(super) all: bool,
    pub(super) checkpoint: Option<&'a PathBuf>,
    pub(super) proof: Option<&'a PathBuf>,
    pub(super) known: &'a [Proof],
    pub(super) plies: u32,
}

impl Long<'_> {
    /// Proves who wins the current position, and writes the proof down if that is wanted.
    pub(super) fn prove(
        &self,
        session: &mut dyn Session,
        stop: &AtomicBool,
        bar: &ProgressBar,
    ) -> Result<Proven, Box<dyn std::error::Error>> {
        let order = Order {
            bytes: (self.hash as usize) << 20,
            threads: self.threads.into(),
            checkpoint: self.checkpoint.map(PathBuf::as_path),
            known: self.known,
            all: self.all,
            plies: self.proof.map(|_| self.plies),
            must_end: &|| stop.load(Relaxed),
        };
        bar.set_style(ProgressStyle::with_template("{bar:24} {pos}/{len} {msg}, {elapsed}")?);
        let proven = session.prove(&order, &mut |news| show(bar, &news))?;
        if let (Some(path), Some(proof)) = (self.proof, &proven.proof) {
            let failed = |error| format!("{}: {error}", path.display());
            replace(path, &proof.to_bytes()).map_err(failed)?;
        }
        Ok(proven)
    }
}

/// Shows what there is to tell.
fn show(bar: &ProgressBar, news: &News) {
    match news {
        // What all was about is told at the end.
        News::Decided { moves, .. } if moves.is_empty() => {}
        News::Decided { moves, first_wins, best, nodes, time } => {
            let who = sentence(Some(*first_wins));
            let with = best.as_ref().map(|best| format!(" by {best}")).unwrap_or_default();
            let line = format!(
                "{}: {who}{with}, {} positions, {}",
                moves.join(" "),
                HumanCount(*nodes),
                HumanDuration(*time)
            );
            if bar.is_hidden() {
                eprintln!("{line}");
            } else {
                bar.println(line);
            }
        }
        News::Standing { ahead, nodes } => {
            let nodes = HumanCount(*nodes);
            match ahead {
                Some((text, refuted, replies)) => {
                    bar.set_length(*replies as u64);
                    bar.set_position(*refuted as u64);
                    bar.set_message(format!("replies to {text} refuted, {nodes} positions"));
                }
                None => bar.set_message(format!("positions {nodes}")),
            }
        }
        News::Writing(written) => {
            bar.set_length((written.known + written.missing) as u64);
            bar.set_position(written.known as u64);
            bar.set_message("moves of the proof written down");
        }
    }
}

/// What is known of the moves, those first of which most is known; nothing of those of which nothing is.
pub(super) fn table(mut moves: Vec<Standing>) -> Vec<Standing> {
    moves.retain(|known| {
        known.first_wins.is_some() || known.refuted > 0 || !known.standing.is_empty()
    });
    moves.sort_by_key(|known| (known.first_wins.is_none(), std::cmp::Reverse(known.refuted)));
    moves
}

/// What has been found, for people.
pub(super) fn text(moves: &str, solved: &Solved, table: &[Standing]) -> String {
    let mut text = format!("{moves}: {}", sentence(solved.first_wins));
    if let Some(best) = &solved.best {
        let _ = write!(text, ", best {best}");
    }
    let _ = write!(text, ", nodes {} ms {:.3}", solved.nodes, solved.micros / 1000.0);
    let _ = writeln!(text, "{}", solved.verdict());
    for row in table {
        let Standing { replies, refuted, standing, .. } = row;
        let _ = write!(text, "  {} {}: ", row.text, sentence(row.first_wins));
        let _ = write!(text, "{refuted} of {replies} replies refuted");
        if !standing.is_empty() {
            let _ = write!(text, ", not {}", standing.join(" "));
        }
        text.push('\n');
    }
    text
}

fn sentence(first_wins: Option<bool>) -> &'static str {
    match first_wins {
        Some(true) => "the first player wins",
        Some(false) => "the first player does not win",
        None => "open",
    }
}
