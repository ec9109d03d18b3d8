//! `sarsen learn add`: takes the games of tasks, and learns from them.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;

use super::course_arguments::CourseArguments;
use super::page::Page;
use crate::cli::complaints::Complaints;
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::failure::Failure;
use crate::cli::interrupt::interrupt_switch;
use crate::cli::program::Program;
use sarsen_core::sys::input;
use sarsen_core::sys::text_lines::TextLines;
use sarsen_tools::matches::learning::{GamesAnswer, LearnPlan};

/// The length limit of a line, in bytes.
const LONGEST_LINE: usize = 64 << 20;

/// The bytes of lines that are collected before they are added.
const BYTES_AT_ONCE: usize = 64 << 20;

/// The examples of its help.
pub(in crate::cli) const EXAMPLES: Examples = Examples::of(&[
    Example::of(
        "connect4",
        "sarsen learn add connect4 --generations 20 -o c4.learned < games.jsonl",
    ),
    Example::of(
        "connect4",
        "sarsen learn tasks connect4 | sarsen learn play | sarsen learn add connect4",
    ),
]);

/// Add the games of 'sarsen learn play', and complete the generation if it has all of them
///
/// Games come on standard input, in any order. Those that are known are ignored. Wrong lines are
/// reported (at most a thousand), and all others are added. The exit status is 1 if any line was
/// wrong.
///
/// A generation that has all its games is completed as 'learn' does it: the model is fitted, plays
/// against the old one, and is written if it is better.
#[derive(Args)]
pub(in crate::cli) struct LearnAdd {
    #[command(flatten)]
    course: CourseArguments,
    /// Print the generation as a JSON object
    #[arg(long)]
    json: bool,
}

/// What was heard so far.
struct Heard<'a> {
    plan: &'a LearnPlan,
    stop: &'a Arc<AtomicBool>,
    page: Page<'a>,
    wrong: Complaints,
    /// The answers that are not yet added, each with the number of its line, and their bytes.
    answers: Vec<GamesAnswer>,
    lines: Vec<usize>,
    bytes: usize,
    /// The batches of games that were new, and those that were known.
    new: usize,
    known: usize,
}

impl LearnAdd {
    pub(super) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let plan = self.course.plan(program, None)?;
        let stop = interrupt_switch()?;
        // Its errors show now, before hours of games arrive.
        plan.check(&stop)?;
        let mut heard = Heard {
            plan: &plan,
            stop: &stop,
            page: Page::new(self.json, None, out)?,
            wrong: Complaints::default(),
            answers: Vec::new(),
            lines: Vec::new(),
            bytes: 0,
            new: 0,
            known: 0,
        };
        let input = input::open(Path::new("-"))?;
        for (line, number) in TextLines::up_to(LONGEST_LINE, input).zip(1..) {
            heard.hear(line.map_err(|bad| bad.why), number);
            if heard.bytes >= BYTES_AT_ONCE {
                heard.add()?;
            }
        }
        let (generation, lacking) = heard.add()?;
        let Heard { new, known, .. } = heard;
        let wrong = heard.wrong.count();
        let out = heard.page.finish();
        if !self.json {
            let known = if known > 0 { format!(", {known} known") } else { String::new() };
            let lacks = match lacking {
                0 => "all generations are complete".to_owned(),
                lacking => format!("generation {generation} lacks {lacking}"),
            };
            writeln!(out, "{}: {new} new batches of games{known}; {lacks}", plan.output.display())?;
        }
        match wrong {
            0 => Ok(ExitCode::SUCCESS),
            wrong => Err(format!("{wrong} lines could not be added").into()),
        }
    }
}

impl Heard<'_> {
    /// Hears a line.
    fn hear(&mut self, line: Result<String, String>, number: usize) {
        let read = line.and_then(|line| match line.trim() {
            "" => Ok(None),
            text => GamesAnswer::read(text)
                .map(|answer| Some((answer, text.len())))
                .map_err(|error| error.to_string()),
        });
        match read {
            Ok(Some((answer, bytes))) => {
                self.answers.push(answer);
                self.lines.push(number);
                self.bytes += bytes;
            }
            Ok(None) => {}
            Err(error) => self.wrong.add(format_args!("line {number}: {error}")),
        }
    }

    /// Adds what was heard. Returns the generation at work, and how many batches it lacks.
    fn add(&mut self) -> Result<(u32, usize), Failure> {
        let (answers, lines) = (std::mem::take(&mut self.answers), std::mem::take(&mut self.lines));
        self.bytes = 0;
        let Self { plan, stop, page, wrong, .. } = self;
        let mut refuse =
            |index: usize, error| wrong.add(format_args!("line {}: {error}", lines[index]));
        let lost = "the games so far are added, and the same command goes on";
        let added =
            page.follow(stop, lost, |report| plan.add(&answers, stop, &mut refuse, report))?;
        self.new += added.new;
        self.known += added.known;
        Ok(added.lacks)
    }
}
