//! `sarsen bench`: searches fixed positions.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;

use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::program::Program;
use sarsen_engine::protocol::reply::nodes_per_second;
use sarsen_tools::batch::bench;

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[Example::any("sarsen bench")]);

/// Search fixed positions of each game: the node count is the signature of the search
#[derive(Args)]
pub(crate) struct BenchArguments {}

impl BenchArguments {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let began = Instant::now();
        let nodes = bench::run(&program.registry, out)?;
        let time = began.elapsed();
        let speed = nodes_per_second(nodes, time);
        writeln!(out, "nodes {nodes} time {} nps {speed}", time.as_millis())?;
        Ok(ExitCode::SUCCESS)
    }
}
