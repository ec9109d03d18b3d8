//! Solves one line after another, and prints the results.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::arguments::SolveArguments;
use super::check::ProofCheck;
use super::input::{self, InputError, InputLine, InputLines};
use super::long::LongProof;
use super::searching::SearchDisplay;
use super::show::{SolvedJson, text};
use crate::cli::arguments::open;
use crate::cli::book_file::load_book_for;
use crate::cli::exit::RunResult;
use crate::cli::interrupt::{INTERRUPTED, InterruptedWork, interrupt_switch};
use crate::cli::json::print_json;
use crate::cli::program::Program;
use crate::cli::progress::{ProgressLog, TICK, keep_moving};
use crate::cli::proof_file::load_proof_for;
use sarsen_core::game::Aim;
use sarsen_core::game::endgames::EndgameSet;
use sarsen_engine::book::Book;
use sarsen_engine::knowledge::{LONG_MEMORY, SolveError, SolveRequest, SolveResult, SolveUpdate};
use sarsen_engine::proofs::{MustEnd, Proof, ProveError};
use sarsen_engine::session::{OpenError, Registry, Session};
use sarsen_tools::batch::solving::{LineSolver, SolveSummary, SolvedLine};

impl SolveArguments {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let registry = &program.registry;
        let (game, files) = self.place.read(registry)?;
        if let Some(flag) =
            self.start.then_some("--start").or(self.check.as_ref().map(|_| "--check"))
            && let Some(file) = files.first()
        {
            return Err(format!("'{}': {flag} reads no file of positions", file.display()).into());
        }
        match &self.check {
            Some(proof) => self.proof_check(proof, &game, registry)?.run(registry, out),
            None => self.solve_lines(open(&game, registry)?, &files, out),
        }
    }

    /// Solves the lines of the input.
    fn solve_lines(
        &self,
        mut session: Box<dyn Session>,
        files: &[PathBuf],
        out: &mut dyn Write,
    ) -> RunResult {
        if let Some(folder) = &self.tables {
            session.set_endgames(Some(&EndgameSet::load(folder)?))?;
        }
        let load = |path: &PathBuf| load_book_for(path, &*session);
        let book = self.book.as_ref().map(load).transpose()?;
        let known = self.known.iter().map(|path| load_proof_for(path, &session.title()));
        let known: Vec<Proof> = known.collect::<Result<_, _>>()?;
        let stop = interrupt_switch()?;
        let must_end = || stop.load(Relaxed);
        let request = self.request(book.as_ref(), &known, &must_end)?;
        let has_draws = request.check(&mut *session)?;
        let (lines, count) = self.input(files, &stop)?;
        let bar = ProgressBar::new(count);
        let mut long = LongProof {
            checkpoint: self.checkpoint.as_deref(),
            proof: self.proof.as_deref(),
            has_draws,
            bar: &bar,
            log: ProgressLog::new(),
            is_shown: false,
        };
        long.look_ahead()?;
        let mut search = SearchDisplay { bar: &bar, log: ProgressLog::new() };
        keep_moving(&bar, TICK);
        let style = ProgressStyle::with_template(match count {
            0 => "{pos} positions{msg}, {elapsed}",
            _ => "{bar:24} {pos}/{len} positions{msg}, {elapsed}, {eta} left",
        })?;
        bar.set_style(style.clone());
        let mut solver = LineSolver { session: &mut *session, request, keeps_memory: self.keep };
        let mut summary = SolveSummary::default();
        let (mut has_proof, mut written) = (false, Ok(()));
        for (line, number) in lines.zip(1..).take_while(|_| !stop.load(Relaxed)) {
            let text = line.text.as_deref().map_err(String::as_str);
            let solved = solver.solve(text, &mut |update| match update {
                SolveUpdate::Proof(update) => long.show(&update),
                SolveUpdate::EndSearch(update) => search.show(update),
                _ => {}
            });
            bar.set_message("");
            let solved = solved.map_err(|error| self.explain(error))?;
            summary.add(&solved);
            // The proof is written first: printing fails if the reader has closed the pipe.
            let proof = proof_of(&solved);
            has_proof = proof.is_some();
            written = long.write(proof);
            bar.suspend(|| self.print(&solved, &line.place, has_draws, out))?;
            if std::mem::take(&mut long.is_shown) {
                bar.set_style(style.clone());
                bar.set_length(count);
            }
            bar.set_position(number);
        }
        bar.finish_and_clear();
        if self.json {
            let _ = write!(io::stderr(), "{summary}");
        } else {
            write!(out, "{summary}")?;
        }
        // The results are printed even if the file could not be written.
        written?;
        if self.proof.is_some() && !has_proof {
            let why = "no proof was written";
            return Err(if stop.load(Relaxed) { InterruptedWork(why).into() } else { why.into() });
        }
        Ok(match (stop.load(Relaxed), summary.is_good()) {
            (true, _) => ExitCode::from(INTERRUPTED),
            (false, true) => ExitCode::SUCCESS,
            (false, false) => ExitCode::FAILURE,
        })
    }

    /// The lines to solve, and their number: 0 if that is not known yet.
    fn input<'a>(
        &self,
        files: &'a [PathBuf],
        stop: &'a AtomicBool,
    ) -> Result<(InputLines<'a>, u64), InputError> {
        if self.start {
            return Ok((Box::new(std::iter::once(input::start())), 1));
        }
        let (lines, count) = input::lines(files, stop)?;
        if self.checkpoint.is_none() && self.proof.is_none() {
            return Ok((lines, count));
        }
        // Two lines are enough to know. The input may be endless.
        let lines: Vec<InputLine> = lines.take(2).collect();
        match lines.len() {
            count @ 0..=1 => Ok((Box::new(lines.into_iter()), count as u64)),
            _ => Err(InputError::Several),
        }
    }

    /// How positions are solved.
    fn request<'a>(
        &'a self,
        book: Option<&'a Book>,
        known: &'a [Proof],
        must_end: MustEnd<'a>,
    ) -> Result<SolveRequest<'a>, &'static str> {
        let time = self.seconds.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|_| "seconds: a number of seconds is needed")?;
        let mut request = SolveRequest::default();
        request.bytes = self.bytes();
        request.threads = self.threads.into();
        request.nodes = self.nodes;
        request.time = time;
        request.all = self.all;
        request.aim = if self.winner { Aim::Winner } else { Aim::Value };
        request.book = book;
        request.checkpoint = self.checkpoint.as_deref();
        request.known = known;
        request.plies = self.proof.as_ref().map(|_| self.plies);
        request.must_end = must_end;
        Ok(request)
    }

    /// Why the work cannot go on, with the name of the file that is to blame.
    fn explain(&self, error: SolveError) -> String {
        match error {
            SolveError::Prove(ProveError::Known { at, flaw }) => {
                format!("{}: {flaw}", self.known[at].display())
            }
            error => error.to_string(),
        }
    }

    fn proof_check<'a>(
        &'a self,
        proof: &'a Path,
        game: &str,
        registry: &Registry,
    ) -> Result<ProofCheck<'a>, OpenError> {
        let title = |game| registry.open_title(game).map(|session| session.title());
        Ok(ProofCheck {
            title: (!game.is_empty()).then(|| title(game)).transpose()?,
            proof,
            bytes: self.bytes().unwrap_or(LONG_MEMORY),
            threads: self.threads,
            checkpoint: self.checkpoint.as_deref(),
            sample: self.sample,
            seed: self.seed,
            json: self.json,
        })
    }

    fn print(
        &self,
        solved: &SolvedLine,
        at: &str,
        has_draws: bool,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match self.json {
            true => print_json(&SolvedJson::of(solved, at), out),
            false => write!(out, "{}", text(solved, at, has_draws)),
        }
    }
}

/// The proof that was written down, if there is one.
fn proof_of(solved: &SolvedLine) -> Option<&Proof> {
    match &solved.answer.as_ref().ok()?.result {
        SolveResult::Proof(found) => found.proven.proof.as_ref(),
        _ => None,
    }
}
