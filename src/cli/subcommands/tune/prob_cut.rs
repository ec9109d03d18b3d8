//! `sarsen tune prob-cut`: fits how well a shallow search predicts a deep one.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use super::common::{CommonArguments, plies};
use super::work::counted;
use crate::cli::arguments::{GameArguments, open};
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::interrupt::interrupt_switch;
use crate::cli::json::print_json;
use crate::cli::output_file;
use crate::cli::program::Program;
use sarsen_core::game::{Forecast, Forecasts};
use sarsen_tools::matches::tuning::prob_cut::{
    Depths, FittedForecast, Stages, forecasts, text, values_by_depth,
};

/// The limit for the size of a file of forecasts, in bytes. A larger file is something else.
const LARGEST_FILE: u64 = 1 << 20;

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::of(
        "connect4",
        "sarsen tune prob-cut connect4 --depth 8 --games 300 -o forecasts.toml",
    ),
    Example::of(
        "stonehenge",
        "sarsen tune prob-cut stonehenge --evaluator chapter --depth 4 --json",
    ),
]);

/// Fit how well a shallow search predicts a deep one, for Multi-ProbCut
///
/// The engine plays against itself. Positions of its games, some of them a random move or two
/// aside, are searched to every depth with full width. A line is fitted for each stage of the game
/// and each pair of depths (M. Buro, "Experiments with Multi-ProbCut and a new high-quality
/// evaluation function for Othello", 1997). The file is for the game's author: the evaluator
/// returns it as its forecasts. The same arguments give the same file, with any number of threads.
#[derive(Args)]
pub(crate) struct ProbCutArguments {
    #[command(flatten)]
    game: GameArguments,
    /// Write the forecasts to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The evaluator [default: the game's own]
    #[arg(long, value_name = "NAME")]
    evaluator: Option<String>,
    /// The depth of the deepest search, in plies
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(3..=60))]
    depth: u32,
    /// How many plies of the game share a line
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    stage: u32,
    /// Games to play
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Positions to visit at each move of a game
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many random plies come before a game: a number, or a range that is used in turn
    #[arg(long, default_value = "2-8", value_name = "PLIES[-PLIES]", value_parser = plies)]
    openings: [usize; 2],
    #[command(flatten)]
    common: CommonArguments,
}

/// The result, as JSON.
#[derive(Serialize)]
struct ProbCutReport<'a> {
    game: &'a str,
    evaluator: &'a str,
    positions: usize,
    forecasts: Vec<ReportedForecast>,
}

/// A forecast and what it rests on, as JSON.
#[derive(Serialize)]
struct ReportedForecast {
    #[serde(flatten)]
    forecast: Forecast,
    positions: usize,
    correlation: f64,
}

impl ProbCutArguments {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let registry = &*program.registry;
        let mut session = open(&self.game.title(registry), registry)?;
        let game = session.title();
        let judge = self.evaluator.as_deref().or_else(|| session.own_evaluator());
        if let Some(name) = judge {
            // A wrong name is told by the work itself.
            session.select_evaluator(name);
        }
        let evaluator = session.evaluator();
        let output = self.output.as_deref();
        output_file::check(output, "forecasts", holds_forecasts)?;
        let games = self.common.self_play(self.games, self.nodes, self.openings);
        let plan = Depths {
            place: self.common.place(registry, &game),
            evaluator: judge,
            learned: None,
            depth: self.depth,
            nodes: None,
            games: &games,
        };
        let stop = interrupt_switch()?;
        let values = counted("games", games.games, |report| values_by_depth(&plan, &stop, report))?;
        let fitted = forecasts(&values, Stages { plies: self.stage, depth: self.depth });
        if fitted.is_empty() {
            return Err(format!(
                "{} positions are too few to learn from; more games give more of them",
                values.len()
            )
            .into());
        }
        let comments = self.comments(&game, evaluator, values.len());
        let written = output_file::write(output, text(&fitted, &comments).as_bytes());
        // The forecasts are printed even if the file could not be written.
        if self.common.json {
            tell_json(&game, evaluator, values.len(), &fitted, out)?;
        } else {
            self.tell(values.len(), &fitted, out)?;
        }
        written?;
        if let Some(path) = output
            && !self.common.json
        {
            writeln!(out, "forecasts: {}", path.display())?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// What the file says about itself.
    fn comments(&self, game: &str, evaluator: &str, positions: usize) -> String {
        let Self { depth, stage, games, nodes, openings: [least, most], common, .. } = self;
        let CommonArguments { positions: most_positions, seed, .. } = common;
        format!(
            "How well a shallow search predicts a deep one, from {positions} positions:\n\
             sarsen tune prob-cut {game} --evaluator {evaluator} --depth {depth} \\\n    \
             --stage {stage} --games {games} --nodes {nodes} --openings {least}-{most} \
             --positions {most_positions} --seed {seed}"
        )
    }

    fn tell(
        &self,
        positions: usize,
        fitted: &[FittedForecast],
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        writeln!(
            out,
            "{:>11} {:>5} {:>8} {:>7} {:>8} {:>10} {:>12} {:>10}",
            "plies left",
            "deep",
            "shallow",
            "slope",
            "offset",
            "deviation",
            "correlation",
            "positions"
        )?;
        for FittedForecast { forecast, positions, correlation } in fitted {
            let Forecast { left: [least, most], deep, shallow, slope, offset, deviation } =
                forecast;
            writeln!(
                out,
                "{:>11} {deep:>5} {shallow:>8} {slope:>7.3} {offset:>8.1} {deviation:>10.1} \
                 {correlation:>12.3} {positions:>10}",
                format!("{least}-{most}")
            )?;
        }
        writeln!(out, "{positions} positions of {} games", self.games)?;
        Ok(())
    }
}

fn tell_json(
    game: &str,
    evaluator: &str,
    positions: usize,
    fitted: &[FittedForecast],
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let reported = |&FittedForecast { forecast, positions, correlation }: &FittedForecast| {
        ReportedForecast { forecast, positions, correlation }
    };
    let forecasts = fitted.iter().map(reported).collect();
    print_json(&ProbCutReport { game, evaluator, positions, forecasts }, out)
}

/// Whether a file holds forecasts.
fn holds_forecasts(path: &Path) -> bool {
    let fits =
        std::fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() <= LARGEST_FILE);
    fits && std::fs::read_to_string(path).is_ok_and(|text| Forecasts::parse(&text).is_ok())
}
