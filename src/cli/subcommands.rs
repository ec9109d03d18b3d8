//! The list of subcommands. The order is that of `--help`.

mod analyze;
mod bench;
mod book;
mod check;
mod completions;
mod conform;
mod eval;
mod games;
mod learn;
mod man;
mod matches;
mod moves;
mod perft;
mod play;
mod record;
mod report;
mod rules;
mod serve;
mod show;
mod solve;
mod tables;
mod tune;

use std::io::Write;

use clap::{Command, Subcommand};

use super::examples::Examples;
use super::exit::RunResult;
use super::program::Program;
use sarsen_engine::session::Registry;

/// Makes the list: a subcommand with its arguments, its name and its examples, and how it runs.
macro_rules! subcommands {
    ($($Name:ident($Arguments:ty, $name:literal, $examples:expr),)*) => {
        /// A subcommand with its arguments.
        #[derive(Subcommand)]
        pub(crate) enum AnySubcommand {
            $(#[command(name = $name)]
            $Name($Arguments),)*
        }

        /// The examples of all subcommands.
        pub(super) const EXAMPLES: &[(&str, Examples)] = &[$(($name, $examples),)*];

        impl AnySubcommand {
            pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
                match self {
                    $(Self::$Name(arguments) => arguments.run(program, out),)*
                }
            }
        }
    };
}

/// The command line with what these games say in the help of its subcommands.
pub(super) fn with_notes(command: Command, registry: &Registry) -> Command {
    command.mut_subcommand("solve", |command| solve::with_notes(command, registry))
}

subcommands! {
    Play(Box<play::PlayArguments>, "play", play::EXAMPLES),
    Games(games::GamesArguments, "games", games::EXAMPLES),
    Rules(rules::RulesArguments, "rules", rules::EXAMPLES),
    Check(check::CheckArguments, "check", check::EXAMPLES),
    Report(report::ReportArguments, "report", report::EXAMPLES),
    Match(Box<matches::MatchArguments>, "match", matches::EXAMPLES),
    Book(book::BookArguments, "book", book::EXAMPLES),
    Analyze(analyze::AnalyzeArguments, "analyze", analyze::EXAMPLES),
    Solve(Box<solve::SolveArguments>, "solve", solve::EXAMPLES),
    Eval(eval::EvalArguments, "eval", eval::EXAMPLES),
    Moves(moves::MovesArguments, "moves", moves::EXAMPLES),
    Serve(serve::ServeArguments, "serve", serve::EXAMPLES),
    Show(show::ShowArguments, "show", show::EXAMPLES),
    Record(record::RecordArguments, "record", record::EXAMPLES),
    Perft(perft::PerftArguments, "perft", perft::EXAMPLES),
    Bench(bench::BenchArguments, "bench", bench::EXAMPLES),
    Learn(learn::LearnArguments, "learn", learn::EXAMPLES),
    Tune(Box<tune::TuneArguments>, "tune", tune::EXAMPLES),
    Tables(tables::TablesArguments, "tables", tables::EXAMPLES),
    Conform(conform::ConformArguments, "conform", conform::EXAMPLES),
    Completions(completions::CompletionsArguments, "completions", completions::EXAMPLES),
    Man(man::ManArguments, "man", man::EXAMPLES),
}
