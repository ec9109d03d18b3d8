//! The list of subcommands. The order is that of `--help`.

mod analyze;
mod bench;
mod book;
mod completions;
mod conform;
mod eval;
mod man;
mod matches;
mod moves;
mod perft;
mod play;
mod record;
mod show;
mod solve;
mod tune;

use std::io::Write;

use clap::Subcommand;

use super::exit::RunResult;
use super::program::Program;

/// A subcommand with its arguments.
#[derive(Subcommand)]
pub(crate) enum AnySubcommand {
    Play(Box<play::PlayArguments>),
    Match(Box<matches::MatchArguments>),
    Book(book::BookArguments),
    Analyze(analyze::AnalyzeArguments),
    Solve(Box<solve::SolveArguments>),
    Eval(eval::EvalArguments),
    Moves(moves::MovesArguments),
    Show(show::ShowArguments),
    Record(record::RecordArguments),
    Perft(perft::PerftArguments),
    Bench(bench::BenchArguments),
    Tune(Box<tune::TuneArguments>),
    Conform(conform::ConformArguments),
    Completions(completions::CompletionsArguments),
    Man(man::ManArguments),
}

impl AnySubcommand {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        match self {
            Self::Play(arguments) => arguments.run(program, out),
            Self::Match(arguments) => arguments.run(program, out),
            Self::Book(arguments) => arguments.run(program, out),
            Self::Analyze(arguments) => arguments.run(program, out),
            Self::Solve(arguments) => arguments.run(program, out),
            Self::Eval(arguments) => arguments.run(program, out),
            Self::Moves(arguments) => arguments.run(program, out),
            Self::Show(arguments) => arguments.run(program, out),
            Self::Record(arguments) => arguments.run(program, out),
            Self::Perft(arguments) => arguments.run(program, out),
            Self::Bench(arguments) => arguments.run(program, out),
            Self::Tune(arguments) => arguments.run(program, out),
            Self::Conform(arguments) => arguments.run(program, out),
            Self::Completions(arguments) => arguments.run(program, out),
            Self::Man(arguments) => arguments.run(program, out),
        }
    }
}
