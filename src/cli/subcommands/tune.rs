//! `sarsen tune`: fits the weights of a game's evaluator to the results of games.
//!
//! ```text
//!  arguments.rs         what to fit the weights to, and how
//!  sparse_arguments.rs  the same that only patterns need
//!  common.rs            the arguments that all kinds of `tune` have
//!  named.rs             the fit of named weights
//!  sparse.rs            the fit of patterns
//!  prob_cut.rs          the fit of forecasts
//!  report.rs            what a fit of weights tells
//!  work.rs              long work, with a bar that shows how far it is
//! ```

mod arguments;
mod common;
mod named;
mod prob_cut;
mod report;
mod sparse;
mod sparse_arguments;
mod work;

use std::io::Write;

use clap::{Args, Subcommand};

use arguments::{FitArguments, FitRun};

use crate::cli::arguments::open;
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::program::Program;

/// The examples of its help, and of those of its subcommands.
pub(super) const EXAMPLES: Examples = Examples {
    lines: &[
        Example::of("connect4", "sarsen tune connect4 --games 5000 -o my.toml"),
        Example::of(
            "stonehenge",
            "sarsen tune stonehenge --solved 100000 --openings 7-12 --spread 200 -o my.toml",
        ),
        Example::of_first(
            "connect4",
            "sarsen match -p 'name=old Book=' -p 'name=new Book= Weights=my.toml' --movetime 20 --sprt elo1=10",
        ),
        Example::of(
            "connect4",
            "sarsen tune connect4 --from my.toml --keep turn --records played.txt -o better.toml",
        ),
        Example::of("connect4", "sarsen tune prob-cut connect4 --depth 8 -o forecasts.toml"),
    ],
    subcommands: &[("prob-cut", prob_cut::EXAMPLES)],
};

/// Fit the weights of a game's evaluator to the results of games
///
/// The engine plays against itself, or reads game records. It takes quiet positions from the games
/// and finds the weights that make the results most likely (P. Österlund, "Texel's tuning method",
/// 2014). One game in five is kept out of the fit. The error there shows whether something was
/// learnt. To play with the weights, set the option Weights. The same arguments give the same
/// weights, with any number of threads.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct TuneArguments {
    #[command(subcommand)]
    other: Option<TuneSubcommand>,
    #[command(flatten)]
    fit: FitArguments,
}

/// What else can be fitted.
#[derive(Subcommand)]
enum TuneSubcommand {
    ProbCut(prob_cut::ProbCutArguments),
}

impl TuneArguments {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        if let Some(TuneSubcommand::ProbCut(arguments)) = &self.other {
            return arguments.run(program, out);
        }
        let registry = &*program.registry;
        let arguments = &self.fit;
        if !(arguments.spread > 0.0 && arguments.spread.is_finite()) {
            return Err("spread: a number of points above 0 is needed".into());
        }
        let session = open(&arguments.game.title(registry), registry)?;
        let run = FitRun { registry, game: &session.title(), arguments };
        if arguments.sparse.is_given() || session.sparse().is_some() {
            run.fit_patterns(&*session, out)
        } else {
            run.fit_named(&*session, out)
        }
    }
}
