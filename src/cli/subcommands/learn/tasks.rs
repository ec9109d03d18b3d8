//! `sarsen learn tasks`: prints the games that a generation needs, for other machines.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;

use super::course_arguments::CourseArguments;
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::interrupt::{InterruptedWork, interrupt_switch};
use crate::cli::json::print_json;
use crate::cli::program::Program;
use sarsen_core::sys::stderr::complain;

/// The examples of its help.
pub(in crate::cli) const EXAMPLES: Examples = Examples::of(&[
    Example::of(
        "connect4",
        "sarsen learn tasks connect4 --generations 20 -o c4.learned > tasks.jsonl",
    ),
    Example::of(
        "connect4",
        "sarsen learn tasks connect4 | sarsen learn play | sarsen learn add connect4",
    ),
]);

/// Print the games that the next generation needs, as tasks for 'sarsen learn play'
///
/// Each line is a batch of games. Any machine can play it, in any order, and more than once. The
/// first generation is played without weights. All others need those so far: give the file of the
/// output to 'learn play --weights'. Nothing is printed once all generations are complete.
///
/// The arguments are those of 'learn', and the same for 'tasks' and 'add'. Progress is in a file
/// beside the output.
#[derive(Args)]
pub(in crate::cli) struct LearnTasks {
    #[command(flatten)]
    course: CourseArguments,
}

impl LearnTasks {
    pub(super) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let plan = self.course.plan(program, None)?;
        let stop = interrupt_switch()?;
        let tasks = match plan.tasks(&stop, &mut |_| {}) {
            Err(error) if error.is_interrupt() => {
                return Err(InterruptedWork("nothing is lost").into());
            }
            tasks => tasks?,
        };
        if tasks.is_empty() {
            complain(format_args!("{}: all generations are complete", plan.output.display()));
        }
        tasks.iter().try_for_each(|task| print_json(task, &mut *out))?;
        Ok(ExitCode::SUCCESS)
    }
}
