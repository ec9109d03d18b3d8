//! `sarsen learn`: learns to judge the positions of a game from its rules and its board alone.
//!
//! ```text
//!  course_arguments.rs  what is learnt, and with which numbers
//!  page.rs              what it shows
//!  tasks.rs             `learn tasks`: the games of a generation, for other machines
//!  play.rs              `learn play`: plays them there
//!  add.rs               `learn add`: learns from them
//! ```

mod add;
mod course_arguments;
mod page;
mod play;
mod tasks;

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Subcommand};

use course_arguments::CourseArguments;
use page::Page;

use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::interrupt::interrupt_switch;
use crate::cli::program::Program;
use sarsen_tools::matches::learning::{Gain, LearnPlan, Learnt};

/// The usual limit, if there is none, in hours.
const HOURS: f64 = 1.0;

/// The longest run, in hours.
const LONGEST: f64 = 10_000.0;

/// The examples of its help, and of those of its subcommands.
pub(super) const EXAMPLES: Examples = Examples {
    lines: &[
        Example::of("connect4", "sarsen learn connect4 --hours 0.5"),
        Example::of("othello", "sarsen learn othello 6x6 --generations 10 -o my.learned"),
        Example::any("sarsen learn --generations 2 --games 500 --threads 1"),
        Example::of("othello", "sarsen eval othello 6x6 --weights my.learned"),
        Example::of(
            "othello",
            "sarsen match othello 6x6 -p name=hand -p 'Evaluator=learned Weights=my.learned' --movetime 50",
        ),
    ],
    subcommands: &[("tasks", tasks::EXAMPLES), ("play", play::EXAMPLES), ("add", add::EXAMPLES)],
};

/// Learn to judge the positions of a game from its rules and its board alone
///
/// The engine plays against itself. Generation after generation, a model is fitted to the
/// positions: what searches and the game's own solver said of them, and how the games ended. New
/// weights play against old ones, and the better ones are kept and written. One position in ten is
/// kept out, and the error there shows whether something was learnt.
///
/// The weights are for the evaluator 'learned': set the options Weights and Evaluator. Progress is
/// in a file beside the output. After an interrupt or a crash, the same command goes on. The same
/// arguments give the same weights, with any number of threads, if --hours does not end it.
///
/// 'tasks', 'play' and 'add' do the same on many machines.
#[derive(Args)]
#[command(allow_negative_numbers = true, args_conflicts_with_subcommands = true)]
pub(crate) struct LearnArguments {
    #[command(subcommand)]
    part: Option<LearnSubcommand>,
    #[command(flatten)]
    course: CourseArguments,
    /// Stop after this many hours [default: 1, unless --generations says when]
    #[arg(long)]
    hours: Option<f64>,
    /// Print each generation as a JSON object
    #[arg(long)]
    json: bool,
}

/// The parts of learning on many machines.
#[derive(Subcommand)]
enum LearnSubcommand {
    Tasks(tasks::LearnTasks),
    Play(play::LearnPlay),
    Add(add::LearnAdd),
}

impl LearnArguments {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        match &self.part {
            None => self.learn(program, out),
            Some(LearnSubcommand::Tasks(arguments)) => arguments.run(program, out),
            Some(LearnSubcommand::Play(arguments)) => arguments.run(program, out),
            Some(LearnSubcommand::Add(arguments)) => arguments.run(program, out),
        }
    }

    fn learn(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        if let Some(hours) = self.hours.filter(|hours| !(*hours > 0.0 && *hours <= LONGEST)) {
            return Err(format!("hours: {hours} is not more than 0 and at most {LONGEST}").into());
        }
        let hours = match (self.hours, self.course.generations) {
            (None, None) => Some(HOURS),
            (hours, _) => hours,
        };
        let time = hours.map(|hours| Duration::from_secs_f64(3600.0 * hours));
        let plan = self.course.plan(program, time)?;
        let stop = interrupt_switch()?;
        let mut page = Page::new(self.json, Some(&plan), out)?;
        let lost = "the same command goes on with it";
        let learnt = page.follow(&stop, lost, |report| plan.learn(&stop, report))?;
        self.finish(&plan, learnt, page.finish())
    }

    fn finish(&self, plan: &LearnPlan, learnt: Learnt, out: &mut dyn Write) -> RunResult {
        if self.json {
            return Ok(ExitCode::SUCCESS);
        }
        match learnt.gain {
            Some(Gain { elo, error }) => {
                writeln!(out, "stronger than without an opinion by {elo:.0} +- {error:.0} Elo")?;
                writeln!(out, "weights: {}", plan.output.display())?;
            }
            None => {
                let why = "nothing was learnt that plays better than no opinion";
                writeln!(out, "{why}, so no weights were written")?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
