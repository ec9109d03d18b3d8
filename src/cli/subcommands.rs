//! The list of subcommands. The order is that of `--help`.

mod analyze;
mod bench;
mod book;
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
mod rules;
mod serve;
mod show;
mod solve;
mod tables;
mod tune;

use std::io::Write;

use clap::Subcommand;

use super::exit::RunResult;
use super::program::Program;

/// Makes the list: a subcommand with its arguments, and how it runs.
macro_rules! subcommands {
    ($($Name:ident($Arguments:ty),)*) => {
        /// A subcommand with its arguments.
        #[derive(Subcommand)]
        pub(crate) enum AnySubcommand {
            $($Name($Arguments),)*
        }

        impl AnySubcommand {
            pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
                match self {
                    $(Self::$Name(arguments) => arguments.run(program, out),)*
                }
            }
        }
    };
}

subcommands! {
    Play(Box<play::PlayArguments>),
    Games(games::GamesArguments),
    Rules(rules::RulesArguments),
    Match(Box<matches::MatchArguments>),
    Book(book::BookArguments),
    Analyze(analyze::AnalyzeArguments),
    Solve(Box<solve::SolveArguments>),
    Eval(eval::EvalArguments),
    Moves(moves::MovesArguments),
    Serve(serve::ServeArguments),
    Show(show::ShowArguments),
    Record(record::RecordArguments),
    Perft(perft::PerftArguments),
    Bench(bench::BenchArguments),
    Learn(learn::LearnArguments),
    Tune(Box<tune::TuneArguments>),
    Tables(tables::TablesArguments),
    Conform(conform::ConformArguments),
    Completions(completions::CompletionsArguments),
    Man(man::ManArguments),
}
