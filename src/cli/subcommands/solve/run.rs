//! Solves one line after another, and prints the results.

use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use indicatif::{ProgressBar, ProgressStyle};

use super::arguments::SolveArguments;
use super::check::ProofCheck;
use super::input::{self, InputLine, InputLines};
use super::long::LongProof;
use super::solved::SolvedLine;
use super::solver::LineSolver;
use super::summary::SolveSummary;
use crate::cli::arguments::open;
use crate::cli::book_file::load_book_for;
use crate::cli::exit::RunResult;
use crate::cli::interrupt::{INTERRUPTED, InterruptedWork, interrupt_switch};
use crate::cli::json::print_json;
use crate::cli::program::Program;
use crate::cli::progress::{TICK, keep_moving};
use crate::cli::proof_file::load_proof_for;
use sarsen_core::game::endgames::EndgameSet;
use sarsen_engine::proofs::Proof;
use sarsen_engine::session::{NoSolver, Registry, Session};

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
        let bytes = self.bytes(self.wants_long());
        if let Some(folder) = &self.tables {
            session.set_endgames(Some(&EndgameSet::load(folder)?))?;
        }
        // If a solver tells only who wins, its game has no draws.
        let has_tables = session.endgames().is_some();
        let has_draws = match session.solver(bytes) {
            Ok(solver) => !solver.tells_only_winner(),
            Err(NoSolver::Game(_)) if has_tables && !self.wants_long() => true,
            Err(error) => return Err(error.into()),
        };
        let load = |path: &PathBuf| load_book_for(path, &*session);
        let book = self.book.as_ref().map(load).transpose()?;
        let known = self.known.iter().map(|path| load_proof_for(path, &session.title()));
        let known: Vec<Proof> = known.collect::<Result<_, _>>()?;
        let long = self.long_proof(&known, has_draws);
        long.look_ahead()?;
        let stop = interrupt_switch()?;
        let (lines, count) = self.input(files, &stop)?;
        let bar = ProgressBar::new(count);
        keep_moving(&bar, TICK);
        let style = ProgressStyle::with_template(match count {
            0 => "{pos} positions, {elapsed}",
            _ => "{bar:24} {pos}/{len} positions, {elapsed}, {eta} left",
        })?;
        bar.set_style(style.clone());
        let (session, book) = (&mut *session, book.as_ref());
        let mut solver =
            LineSolver { arguments: self, session, book, long, stop: &stop, bar: &bar };
        let mut summary = SolveSummary::default();
        let (mut has_proof, mut written) = (false, Ok(()));
        for (line, number) in lines.zip(1..).take_while(|_| !stop.load(Relaxed)) {
            let solved = solver.solve(&line)?;
            summary.add(&solved);
            // The proof is written first: printing fails if the reader has closed the pipe.
            has_proof = solved.proof.is_some();
            written = solver.long.write(solved.proof.as_ref());
            bar.suspend(|| self.print(&solved, has_draws, out))?;
            if solved.table.is_some() {
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
    ) -> Result<(InputLines<'a>, u64), Box<dyn Error>> {
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
            _ => Err("--checkpoint and --proof are for one position, not for several".into()),
        }
    }

    fn long_proof<'a>(&'a self, known: &'a [Proof], has_draws: bool) -> LongProof<'a> {
        LongProof {
            bytes: self.bytes(true),
            threads: self.threads,
            all: self.all,
            checkpoint: self.checkpoint.as_deref(),
            proof: self.proof.as_deref(),
            names: &self.known,
            known,
            plies: self.plies,
            has_draws,
        }
    }

    fn proof_check<'a>(
        &'a self,
        proof: &'a Path,
        game: &str,
        registry: &Registry,
    ) -> Result<ProofCheck<'a>, Box<dyn Error>> {
        let title = |game| registry.open_title(game).map(|session| session.title());
        Ok(ProofCheck {
            title: (!game.is_empty()).then(|| title(game)).transpose()?,
            proof,
            bytes: self.bytes(true),
            threads: self.threads,
            checkpoint: self.checkpoint.as_deref(),
            sample: self.sample,
            seed: self.seed,
            json: self.json,
        })
    }

    fn print(&self, solved: &SolvedLine, has_draws: bool, out: &mut dyn Write) -> io::Result<()> {
        match self.json {
            true => print_json(solved, out),
            false => write!(out, "{}", solved.text(has_draws)),
        }
    }
}
