//! `sarsen solve --check`: a proof is checked by the rules alone.

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use serde::Serialize;

use super::super::questions::print;
use super::super::{INTERRUPTED, TICK, interrupt_switch, load_proof};
use super::stopwatch::Stopwatch;
use crate::proving::{CheckOrder, Checked, Proof};
use crate::session::Registry;

/// What a check takes from the command line.
pub(super) struct Check<'a> {
    pub(super) proof: &'a Path,
    pub(super) hash: u64,
    pub(super) threads: u16,
    pub(super) checkpoint: Option<&'a PathBuf>,
    pub(super) sample: Option<usize>,
    pub(super) seed: u64,
    pub(super) json: bool,
}

/// What has been checked, for programs.
#[derive(Serialize)]
struct Report {
    game: String,
    position: String,
    first_wins: bool,
    plies: u32,
    moves: usize,
    positions: usize,
    wanted: usize,
    searched: usize,
    nodes: u64,
    micros: f64,
}

impl Check<'_> {
    pub(super) fn run(
        &self,
        registry: &Registry,
        out: &mut dyn Write,
    ) -> Result<ExitCode, Box<dyn Error>> {
        let name = self.proof.display();
        let proof = load_proof(self.proof)?;
        let session = registry.open_title(&proof.game);
        let session = session.map_err(|error| format!("{name}: {error}"))?;
        let stop = interrupt_switch()?;
        let order = CheckOrder {
            bytes: (self.hash as usize) << 20,
            threads: self.threads.into(),
            journal: self.checkpoint.map(PathBuf::as_path),
            sample: self.sample.map(|count| (count, self.seed)),
            must_end: &|| stop.load(Relaxed),
        };
        let bar = ProgressBar::new(0);
        bar.set_style(ProgressStyle::with_template(
            "{bar:24} {pos}/{len} positions, {msg}, {elapsed}, {eta} left",
        )?);
        bar.enable_steady_tick(TICK);
        let watch = Stopwatch::start(false);
        let checked = session.check_proof(&proof, &order, &mut |checked| {
            bar.set_length(checked.wanted as u64);
            bar.set_position(checked.searched as u64);
            bar.set_message(format!("{} visited", HumanCount(checked.nodes)));
        });
        bar.finish_and_clear();
        let checked = checked.map_err(|flaw| format!("{name}: {flaw}"))?;
        let micros = watch.elapsed().as_nanos() as f64 / 1000.0;
        if self.json {
            print(&report(&proof, checked, micros), out)?;
        } else {
            write!(out, "{}", sentence(&proof, checked, micros))?;
        }
        let is_done = checked.searched == checked.wanted;
        Ok(if is_done { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
    }
}

fn report(proof: &Proof, checked: Checked, micros: f64) -> Report {
    Report {
        game: proof.game.clone(),
        position: proof.position.clone(),
        first_wins: proof.claim.first_wins,
        plies: proof.plies,
        moves: proof.moves.len(),
        positions: checked.positions,
        wanted: checked.wanted,
        searched: checked.searched,
        nodes: checked.nodes,
        micros,
    }
}

fn sentence(proof: &Proof, checked: Checked, micros: f64) -> String {
    let Checked { positions, wanted, searched, nodes } = checked;
    let claim = if proof.claim.first_wins { "wins" } else { "does not win" };
    let head = format!(
        "{}: the first player {claim} '{}'\n{} moves lead to {positions} positions after {} plies; ",
        proof.game,
        proof.position,
        proof.moves.len(),
        proof.plies
    );
    let tail = match (searched == positions, searched == wanted) {
        (true, _) => "all of them were searched: proven".to_owned(),
        (_, true) => format!("{searched} of them were searched: no mistake was found"),
        _ => format!("interrupted, {searched} of {wanted} were searched, no mistake was found yet"),
    };
    let seconds = micros / 1e6;
    format!("{head}{tail}\n{nodes} positions visited, processor time {seconds:.1} s\n")
}
