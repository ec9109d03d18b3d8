//! `sarsen analyze`: batch analysis on standard input and output.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;

use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::interrupt::{INTERRUPTED, on_interrupt};
use crate::cli::program::Program;
use sarsen_engine::engine::cores;
use sarsen_tools::batch::analysis::{Analysis, AnalysisError};

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::of_first(
        "connect4",
        r#"echo '{"id":1,"moves":"4 4 3","limits":{"depth":10}}' | sarsen analyze"#,
    ),
    Example::any(r#"echo '{"id":"a","limits":{"nodes":9999},"lines":3}' | sarsen analyze"#),
    Example::any(r#"echo '{"id":7,"limits":{"movetime":500},"report":true}' | sarsen analyze"#),
    Example::of_first(
        "connect4",
        r#"echo '{"id":8,"moves":"4 1 4 1","limits":{"solve":true}}' | sarsen analyze"#,
    ),
]);

/// Analyse many positions: queries as lines of JSON in, answers as lines of JSON out
///
/// A query names a game, a position, moves and limits. Its answer carries the query's 'id' and
/// comes when it is ready, in any order. An error is an answer too and never ends the stream. At
/// the end of input, all queries are answered. docs/protocol/batch.md lists all fields.
#[derive(Args)]
pub(crate) struct AnalyzeArguments {
    /// How many queries run at the same time [default: one per processor]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl AnalyzeArguments {
    /// Runs the analysis. It writes to standard output from its own thread, and not to `_out`.
    pub(crate) fn run(&self, program: &Program, _out: &mut dyn Write) -> RunResult {
        let threads = self.threads.map_or_else(cores, usize::from);
        let analysis = Analysis::default();
        let stopper = analysis.stopper();
        on_interrupt(move || stopper.stop())?;
        let registry = Arc::clone(&program.registry);
        match analysis.run(registry, std::io::stdin(), std::io::stdout(), threads) {
            Ok(()) => Ok(ExitCode::SUCCESS),
            Err(AnalysisError::Interrupted) => Ok(ExitCode::from(INTERRUPTED)),
            Err(error) => Err(error.into()),
        }
    }
}
