//! `sarsen analyze`: batch analysis on standard input and output.

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;

use super::{INTERRUPTED, cores};
use crate::batch::analysis::{Analysis, AnalysisError};
use crate::session::Registry;

/// Analyse many positions: queries as lines of JSON in, answers as lines of JSON out
///
/// A query names a game, a position, moves and limits; its answer, which carries its 'id', comes
/// when it is ready, in any order. Mistakes are answered too and never end the stream; the end of
/// input lets all queries finish. The section "Batch analysis" of protocol.md lists all fields.
#[derive(Args)]
#[command(after_help = r#"Examples:
  echo '{"id":1,"moves":"4 4 3","limits":{"depth":10}}' | sarsen analyze
  echo '{"id":"a","limits":{"nodes":9999},"lines":3}' | sarsen analyze
  echo '{"id":7,"limits":{"movetime":500},"report":true}' | sarsen analyze
  echo '{"id":8,"moves":"4 1 4 1","limits":{"solve":true}}' | sarsen analyze"#)]
pub(crate) struct AnalyzeArguments {
    /// Queries at work at once; all cores if left out
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl AnalyzeArguments {
    /// Standard output must not be locked.
    pub(crate) fn run(&self, games: Arc<Registry>) -> Result<ExitCode, Box<dyn Error>> {
        let threads = self.threads.map_or_else(cores, usize::from);
        let analysis = Analysis::default();
        let stopper = analysis.stopper();
        ctrlc::set_handler(move || stopper.stop())?;
        match analysis.run(games, std::io::stdin(), std::io::stdout(), threads) {
            Ok(()) => Ok(ExitCode::SUCCESS),
            Err(AnalysisError::Interrupted) => Ok(ExitCode::from(INTERRUPTED)),
            // As an error of its kind, so that a closed pipe is known as such.
            Err(AnalysisError::Output(error)) => Err(error.into()),
            Err(error) => Err(error.into()),
        }
    }
}
