//! `sarsen solve --check`: checks a proof by the rules alone.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::cli::exit::RunResult;
use crate::cli::file_error::InFile;
use crate::cli::interrupt::{INTERRUPTED, interrupt_switch};
use crate::cli::json::print_json;
use crate::cli::progress::{ProgressLog, TICK, keep_moving};
use crate::cli::proof_file::{load_proof, load_proof_for};
use sarsen_core::game::printable;
use sarsen_core::sys::stopwatch::Stopwatch;
use sarsen_engine::proofs::{CheckRequest, Checked, Proof};
use sarsen_engine::session::Registry;

/// A check of a proof, with its arguments.
pub(super) struct ProofCheck<'a> {
    /// The game that the proof must be about, with its setup. `None` if any game will do.
    pub(super) title: Option<String>,
    pub(super) proof: &'a Path,
    pub(super) bytes: usize,
    pub(super) threads: u16,
    pub(super) checkpoint: Option<&'a Path>,
    pub(super) sample: Option<u32>,
    pub(super) seed: u64,
    pub(super) json: bool,
}

/// The result of a check, as JSON.
#[derive(Serialize)]
struct CheckReport {
    game: String,
    position: String,
    first_wins: bool,
    plies: u32,
    moves: usize,
    positions: usize,
    wanted: usize,
    searched: usize,
    /// The number of these that the checkpoint already listed.
    before: usize,
    nodes: u64,
    micros: f64,
    verdict: CheckVerdict,
}

/// What a check has shown.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum CheckVerdict {
    /// Everything was searched.
    Proven,
    /// A sample was searched, and no mistake was found.
    Sampled,
    /// The search was interrupted. So far, no mistake was found.
    Interrupted,
}

impl CheckVerdict {
    fn of(checked: &Checked) -> Self {
        match (checked.searched == checked.positions, checked.searched == checked.wanted) {
            (true, _) => Self::Proven,
            (false, true) => Self::Sampled,
            (false, false) => Self::Interrupted,
        }
    }
}

impl ProofCheck<'_> {
    pub(super) fn run(&self, registry: &Registry, out: &mut dyn Write) -> RunResult {
        let name = self.proof.display();
        let proof = match &self.title {
            Some(title) => load_proof_for(self.proof, title)?,
            None => load_proof(self.proof)?,
        };
        let session = registry.open_title(&proof.game).in_file(&name)?;
        let stop = interrupt_switch()?;
        let order = CheckRequest {
            bytes: self.bytes,
            threads: self.threads.into(),
            journal: self.checkpoint,
            sample: self.sample.map(|count| (count as usize, self.seed)),
            must_end: &|| stop.load(Relaxed),
        };
        let bar = ProgressBar::new(0);
        bar.set_style(ProgressStyle::with_template(
            "{bar:24} {pos}/{len} positions, {msg}, {elapsed}, {eta} left",
        )?);
        keep_moving(&bar, TICK);
        let watch = Stopwatch::start(false);
        let mut log = ProgressLog::new();
        let checked = session.check_proof(&proof, &order, &mut |checked| {
            bar.set_length(checked.wanted as u64);
            bar.set_position(checked.searched as u64);
            let visited = HumanCount(checked.nodes);
            bar.set_message(format!("{visited} visited"));
            let Checked { searched, wanted, .. } = checked;
            log.say(&bar, || {
                format!("{searched} of {wanted} positions searched, {visited} visited")
            });
        });
        bar.finish_and_clear();
        let checked = checked.in_file(&name)?;
        let micros = watch.elapsed().as_nanos() as f64 / 1000.0;
        if self.json {
            print_json(&report(&proof, checked, micros), out)?;
        } else {
            write!(out, "{}", self.sentence(&proof, checked, micros))?;
        }
        let is_done = checked.searched == checked.wanted;
        Ok(if is_done { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
    }

    fn sentence(&self, proof: &Proof, checked: Checked, micros: f64) -> String {
        let Checked { positions, wanted, searched, before, nodes } = checked;
        let claim = if proof.claim.first_wins { "wins" } else { "does not win" };
        let tail = match CheckVerdict::of(&checked) {
            CheckVerdict::Proven => "all of them were searched: proven".to_owned(),
            CheckVerdict::Sampled => {
                format!("{searched} of them were searched: no mistake was found")
            }
            CheckVerdict::Interrupted => format!(
                "interrupted, {searched} of {wanted} were searched, no mistake was found yet"
            ),
        };
        let before = match self.checkpoint.filter(|_| before > 0) {
            Some(path) => {
                format!("\n{before} of them were searched before, as {} says", path.display())
            }
            None => String::new(),
        };
        format!(
            "{}: the first player {claim} from '{}'\n\
            moves in the proof: {}, positions after {} plies: {positions}; {tail}{before}\n\
            {nodes} positions visited, processor time {:.1} s\n",
            proof.game,
            printable(&proof.position),
            proof.moves.len(),
            proof.plies,
            micros / 1e6
        )
    }
}

fn report(proof: &Proof, checked: Checked, micros: f64) -> CheckReport {
    CheckReport {
        game: proof.game.clone(),
        position: proof.position.clone(),
        first_wins: proof.claim.first_wins,
        plies: proof.plies,
        moves: proof.moves.len(),
        positions: checked.positions,
        wanted: checked.wanted,
        searched: checked.searched,
        before: checked.before,
        nodes: checked.nodes,
        micros,
        verdict: CheckVerdict::of(&checked),
    }
}
