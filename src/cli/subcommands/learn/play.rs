//! `sarsen learn play`: plays the games of tasks.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::file_error::InFile;
use crate::cli::interrupt::{InterruptedWork, interrupt_switch};
use crate::cli::json::print_json;
use crate::cli::program::Program;
use sarsen_core::sys::input;
use sarsen_core::sys::text_lines::TextLines;
use sarsen_engine::engine::cores;
use sarsen_tools::matches::learning::{GamesPlayer, TaskError};
use sarsen_tools::matches::tuning::TuneError;

/// The examples of its help.
pub(in crate::cli) const EXAMPLES: Examples = Examples::of(&[
    Example::of("othello", "sarsen learn play --weights my.learned < tasks.jsonl > games.jsonl"),
    Example::of(
        "connect4",
        "sarsen learn tasks connect4 | sarsen learn play | sarsen learn add connect4",
    ),
]);

/// Play the games of 'sarsen learn tasks': tasks as lines in, games as lines out
///
/// The same task has the same games, on any machine with the same version of Sarsen and with any
/// number of threads. A line comes when its games are played. What cannot be played ends it with an
/// error.
#[derive(Args)]
pub(in crate::cli) struct LearnPlay {
    /// The weights so far, which all generations but the first are played with
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// How many games are played at the same time [default: one per processor]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl LearnPlay {
    pub(super) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let threads = self.threads.map_or_else(cores, usize::from);
        let read = |path: &PathBuf| std::fs::read(path).in_file(path.display());
        let file = self.weights.as_ref().map(read).transpose()?;
        let mut player = GamesPlayer::new(&program.registry, threads, file.as_deref())?;
        let stop = interrupt_switch()?;
        for (line, number) in TextLines::new(input::open(Path::new("-"))?).zip(1..) {
            let line = line.map_err(|bad| format!("line {number}: {}", bad.why))?;
            if line.trim().is_empty() {
                continue;
            }
            match player.play(&line, &stop) {
                Ok(answer) => print_json(&answer, &mut *out)?,
                Err(TaskError::Work(TuneError::Interrupted)) => {
                    return Err(InterruptedWork("the games of the current task are lost").into());
                }
                Err(error) => return Err(format!("line {number}: {error}").into()),
            }
            out.flush()?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
