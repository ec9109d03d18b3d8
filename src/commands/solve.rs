//! `sarsen solve`: positions are solved exactly, by a game's own solver.

mod check;
mod long;
mod problem;
mod stopwatch;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::{Display, Formatter};
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::questions::print;
use super::{INTERRUPTED, TICK, interrupt_switch, load_proof_for};
use crate::book::Book;
use crate::engine::MAX_HASH;
use crate::game::{self, Effort};
use crate::lines::{Lines, Refused};
use crate::proving::{Proof, Standing};
use crate::session::{Registry, Session};
use crate::value::{Value, from_node, win_in};
use problem::Problem;
use stopwatch::Stopwatch;

/// Solve positions exactly: who wins, how soon, with which move
///
/// Each line is a position: the moves that lead to it, without anything between them or with commas, and perhaps, after
/// a blank, its known score, which is compared. Empty lines and those that begin with # are left out; - is the start.
/// Scores are in the measure of the game's literature: in Connect Four 0 for a draw, and for a win of the player to
/// move the number of stones that he has left before the winning one, itself among them; less than zero for a loss.
/// Each position is solved from an empty memory, its time is processor time. The exit status is 1 if a score is wrong
/// or a line cannot be understood.
///
/// Where the game's solver only tells who wins (Stonehenge's), and that takes long, a long proof is made: it tells each
/// position that it has decided and what is known of the moves and the replies to them; with --checkpoint it can be
/// killed and goes on where it was. --proof writes down what to play, and --check checks such a proof by the rules alone.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    echo 4444425632 | sarsen solve connect4\n  \
    sarsen solve connect4 --start --size 6x5\n  \
    echo 5@7,4@11,1@2,2@8,3@9,2@6,1@1,6@17 | sarsen solve stonehenge\n  \
    sarsen solve connect4 positions.txt --all\n  \
    sarsen solve connect4 positions.txt --json 2>/dev/null\n  \
    echo '10,5,5,6,6,6,4,5' | sarsen solve connect4 --size 10x4\n  \
    sarsen solve stonehenge --start --checkpoint my.checkpoint --hash 1024 --threads 2\n  \
    echo 5@7,4@11,1@2,2@8,3@9,2@6 | sarsen solve stonehenge --proof my.proof --plies 3\n  \
    sarsen solve --check my.proof --hash 256")]
pub(crate) struct SolveArguments {
    /// The game; it must have a solver of its own
    #[arg(required_unless_present = "check")]
    game: Option<String>,
    /// Files with lines of moves; standard input if left out, or for '-'
    files: Vec<PathBuf>,
    /// Solve the start position
    #[arg(long, conflicts_with = "files")]
    start: bool,
    /// The setup of the game, columns x rows in Connect Four
    #[arg(long, value_name = "SETUP", default_value = "", hide_default_value = true)]
    size: String,
    /// Memory of the solver in MiB
    #[arg(long, value_name = "MIB", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=MAX_HASH))]
    hash: u64,
    /// Threads that work at each position
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Solve the position after each move as well
    #[arg(long)]
    all: bool,
    /// Keep what has been learnt for the positions that follow
    #[arg(long)]
    keep: bool,
    /// Look positions up in this opening book first
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Make a long proof, and write down here what has been decided; go on with what is there
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Make a long proof, and write down in this file which moves show who wins
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Make a long proof, and take for granted what this one shows: to tell more plies of it, or to solve other positions
    #[arg(long, value_name = "PROOF")]
    known: Vec<PathBuf>,
    /// How many plies of the proof are written down; the rest is for whoever checks it
    #[arg(long, default_value_t = 7, requires = "proof")]
    plies: u32,
    /// Check a proof by the rules of its game, and a plain search where it ends (with --hash, --threads, --checkpoint)
    #[arg(long, value_name = "PROOF", conflicts_with_all = ["game", "start", "size", "all", "keep", "book", "proof", "known"])]
    check: Option<PathBuf>,
    /// Check only so many of the positions at the end of the proof
    #[arg(long, value_name = "N", requires = "check")]
    sample: Option<usize>,
    /// Which ones: another number, other positions
    #[arg(long, value_name = "N", default_value_t = 1, requires = "sample")]
    seed: u64,
    /// Print an object of JSON for each position, and the summary on standard error
    #[arg(long)]
    json: bool,
}

/// What has been found of a position, or why nothing can be.
#[derive(Serialize, Default)]
struct Solved {
    /// As it was written.
    moves: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    /// What it was said to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    nodes: u64,
    micros: f64,
    /// By move.
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<BTreeMap<String, i32>>,
    /// What a long proof has come to.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_wins: Option<bool>,
    /// What it knows of each move and the replies to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<Vec<Standing>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Solved {
    /// What is to be said of a score that is not as it was said to be.
    fn verdict(&self) -> String {
        match (self.expected, self.score) {
            (Some(expected), Some(score)) if expected != score => {
                format!(" WRONG, it was said to be {expected}")
            }
            _ => String::new(),
        }
    }
}

/// What there is to say of all positions.
#[derive(Default)]
struct Summary {
    micros: Vec<f64>,
    nodes: u64,
    compared: usize,
    wrong: usize,
    errors: usize,
}

type Outcome<T> = Result<T, Box<dyn Error>>;

/// A line of the input.
struct Line {
    /// Where it stands.
    place: String,
    /// The text, or what is wrong with it.
    text: Result<String, String>,
}

/// The value of a position and the best move.
type Best = (Value, Option<String>);

impl SolveArguments {
    pub(crate) fn run(&self, registry: &Registry, out: &mut dyn Write) -> Outcome<ExitCode> {
        if let Some(proof) = &self.check {
            return self.check(proof).run(registry, out);
        }
        let game = self.game.as_deref().unwrap_or_default();
        let mut session = registry.open(game, &self.size)?;
        if !has_solver(&mut *session) {
            return Err(format!("{} has no solver of its own", session.title()).into());
        }
        let load = |path: &PathBuf| {
            let book = Book::load_for(path, &*session);
            book.map_err(|error| format!("{}: {error}", path.display()))
        };
        let book = self.book.as_ref().map(load).transpose()?;
        let known = self.known.iter().map(|path| load_proof_for(path, &session.title()));
        let known = known.collect::<Result<_, _>>()?;
        let stop = interrupt_switch()?;
        let (lines, count) = self.lines()?;
        let bar = ProgressBar::new(count);
        bar.enable_steady_tick(TICK);
        let (session, book) = (&mut *session, book.as_ref());
        let mut room = Room { session, book, known, stop: &stop, bar: &bar, has_proof: false };
        let mut summary = Summary::default();
        let style = ProgressStyle::with_template(match count {
            0 => "{pos} positions, {elapsed}",
            _ => "{bar:24} {pos}/{len} positions, {elapsed}, {eta} left",
        })?;
        bar.set_style(style.clone());
        for (line, number) in lines.zip(1..) {
            let Some(solved) = self.solve(&line, &mut room)? else { break };
            summary.add(&solved);
            bar.suspend(|| self.tell(&solved, out))?;
            if solved.table.is_some() {
                bar.set_style(style.clone());
                bar.set_length(count);
            }
            bar.set_position(number);
        }
        bar.finish_and_clear();
        if self.json {
            eprint!("{summary}");
        } else {
            write!(out, "{summary}")?;
        }
        Ok(match (stop.load(Relaxed), summary.wrong + summary.errors) {
            (true, _) => ExitCode::from(INTERRUPTED),
            (false, 0) => ExitCode::SUCCESS,
            (false, _) => ExitCode::FAILURE,
        })
    }

    /// The lines, and how many there are, if that is known.
    fn lines(&self) -> Outcome<(Box<dyn Iterator<Item = Line>>, u64)> {
        if self.start {
            let line = Line { place: "start".to_owned(), text: Ok(String::new()) };
            return Ok((Box::new(std::iter::once(line)), 1));
        }
        if self.files.is_empty() {
            return Ok((Box::new(filled(STANDARD_INPUT, std::io::stdin().lock())), 0));
        }
        let mut lines = Vec::new();
        for path in &self.files {
            if path.as_os_str() == "-" {
                lines.extend(filled(STANDARD_INPUT, std::io::stdin().lock()));
                continue;
            }
            let name = path.display().to_string();
            // What can be opened may still be a directory.
            let text = std::fs::read(path).map_err(|error| format!("{name}: {error}"))?;
            lines.extend(filled(&name, text.as_slice()));
        }
        let count = lines.len() as u64;
        Ok((Box::new(lines.into_iter()), count))
    }

    /// Solves a line; none if it was interrupted.
    fn solve(&self, line: &Line, room: &mut Room<'_>) -> Outcome<Option<Solved>> {
        let text = line.text.as_deref().unwrap_or_default();
        let problem = Problem::read(text);
        let mut solved = Solved { moves: problem.moves.to_owned(), ..Solved::default() };
        let expected = match &line.text {
            Ok(_) => problem.set_up(room.session),
            Err(error) => Err(error.clone()),
        };
        match expected {
            Ok(expected) => solved.expected = expected,
            Err(error) => {
                solved.error = Some(format!("{}: {error}", line.place));
                return Ok(Some(solved));
            }
        }
        if !self.keep {
            room.session.forget();
        }
        let watch = Stopwatch::start(self.threads == 1);
        if self.is_long(room.session) {
            return self.prove(room, solved);
        }
        let Some((value, best)) = self.value(room, &mut solved.nodes)? else { return Ok(None) };
        let mut values = Vec::new();
        for text in room.session.moves().into_iter().filter(|_| self.all) {
            let mover = room.session.to_move();
            room.session.play(&text)?;
            let found = self.value(room, &mut solved.nodes)?;
            let is_same = room.session.to_move() == mover;
            room.session.undo(1)?;
            let Some((value, _)) = found else { return Ok(None) };
            values.push((text, from_node(if is_same { value } else { -value }, 1)));
        }
        solved.micros = watch.elapsed().as_nanos() as f64 / 1000.0;
        solved.score = Some(room.session.measure(value));
        solved.best = best;
        let measured = values.into_iter().map(|(text, value)| (text, room.session.measure(value)));
        solved.scores = self.all.then(|| measured.collect());
        Ok(Some(solved))
    }

    /// The proof that is to be checked.
    fn check<'a>(&'a self, proof: &'a Path) -> check::Check<'a> {
        check::Check {
            proof,
            hash: self.hash,
            threads: self.threads,
            checkpoint: self.checkpoint.as_ref(),
            sample: self.sample,
            seed: self.seed,
            json: self.json,
        }
    }

    /// Whether the present position is solved by a long proof.
    fn is_long(&self, session: &mut dyn Session) -> bool {
        self.checkpoint.is_some()
            || self.proof.is_some()
            || !self.known.is_empty()
            || session.is_long((self.hash as usize) << 20)
    }

    /// Solves the present position by a long proof; none if it was interrupted.
    fn prove(&self, room: &mut Room<'_>, solved: Solved) -> Outcome<Option<Solved>> {
        let long = long::Long {
            hash: self.hash,
            threads: self.threads,
            all: self.all,
            checkpoint: self.checkpoint.as_ref(),
            proof: self.proof.as_ref(),
            known: &room.known,
            plies: self.plies,
        };
        if self.proof.is_some() && std::mem::replace(&mut room.has_proof, true) {
            return Err("--proof is for one position".into());
        }
        let watch = Stopwatch::start(false);
        let proven = long.prove(room.session, room.stop, room.bar)?;
        Ok(Some(Solved {
            best: proven.best,
            nodes: proven.nodes,
            micros: watch.elapsed().as_nanos() as f64 / 1000.0,
            score: proven.value.map(|value| room.session.measure(value)),
            first_wins: proven.first_wins,
            table: Some(long::table(proven.moves)),
            ..solved
        }))
    }

    /// The value of the present position for the side to move, or for who would be if the game were not over, and the best
    /// move; none if it was interrupted.
    fn value(
        &self,
        Room { session, book, stop, .. }: &mut Room<'_>,
        nodes: &mut u64,
    ) -> Outcome<Option<Best>> {
        match session.outcome() {
            Some(game::Outcome::Draw) => return Ok(Some((0, None))),
            // Whoever has moved last has won, in the games that are solved here.
            Some(game::Outcome::Win(_)) => return Ok(Some((-win_in(0), None))),
            None => {}
        }
        if let Some(entry) = book.and_then(|book| book.get(session.key()))
            && entry.is_proven()
        {
            let best = book
                .and_then(|book| book.moves(*session))
                .and_then(|moves| moves.into_iter().next());
            return Ok(Some((entry.value, best.map(|best| best.text))));
        }
        let effort = Effort {
            threads: self.threads.into(),
            must_end: &|_| stop.load(Relaxed),
            ..Effort::UNLIMITED
        };
        let found = session.solve((self.hash as usize) << 20, &effort);
        let found = found.ok_or("there is not so much memory")?;
        *nodes += found.nodes;
        Ok(found.value().map(|value| (value, found.keeps)))
    }

    fn tell(&self, solved: &Solved, out: &mut dyn Write) -> Outcome<()> {
        if self.json {
            return print(solved, out);
        }
        let Solved { moves, score, best, nodes, micros, scores, error, .. } = solved;
        let moves = if moves.is_empty() { "start" } else { moves };
        if let Some(error) = error {
            writeln!(out, "{moves}: {error}")?;
            return Ok(());
        }
        if let Some(table) = &solved.table {
            return Ok(write!(out, "{}", long::text(moves, solved, table))?);
        }
        let Some(score) = score else { return Ok(()) };
        write!(out, "{moves} {score}")?;
        if let Some(best) = best {
            write!(out, " best {best}")?;
        }
        write!(out, " nodes {nodes} ms {:.3}", micros / 1000.0)?;
        for (text, score) in scores.iter().flatten() {
            write!(out, " {text}:{score}")?;
        }
        writeln!(out, "{}", solved.verdict())?;
        Ok(())
    }
}

/// What standard input is called.
const STANDARD_INPUT: &str = "standard input";

/// Where positions are solved.
struct Room<'a> {
    session: &'a mut dyn Session,
    book: Option<&'a Book>,
    /// Proofs that are taken for granted.
    known: Vec<Proof>,
    stop: &'a AtomicBool,
    bar: &'a ProgressBar,
    /// Whether a proof has been asked for already.
    has_proof: bool,
}

/// The lines that are neither empty nor comments.
fn filled(name: &str, input: impl BufRead) -> impl Iterator<Item = Line> {
    let line = move |(text, number): (Result<String, Refused>, usize)| Line {
        place: format!("{name}, line {number}"),
        text: text.map_err(|refused| refused.why),
    };
    let is_filled = |text: &str| !text.trim().is_empty() && !text.starts_with('#');
    Lines::new(input)
        .zip(1..)
        .map(line)
        .filter(move |line| line.text.as_ref().map_or(true, |text| is_filled(text)))
}

/// Whether the game of a session has a solver of its own.
pub(crate) fn has_solver(session: &mut dyn Session) -> bool {
    session.solve(1 << 20, &Effort { nodes: 0, ..Effort::UNLIMITED }).is_some()
}

impl Summary {
    fn add(&mut self, solved: &Solved) {
        if solved.error.is_some() {
            self.errors += 1;
            return;
        }
        self.micros.push(solved.micros);
        self.nodes += solved.nodes;
        if let (Some(expected), Some(score)) = (solved.expected, solved.score) {
            self.compared += 1;
            self.wrong += usize::from(expected != score);
        }
    }
}

impl Display for Summary {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let mut micros = self.micros.clone();
        micros.sort_by(f64::total_cmp);
        let (count, sum) = (micros.len(), micros.iter().sum::<f64>());
        write!(f, "{count} solved")?;
        if self.compared > 0 {
            write!(f, ", {} compared with a known score, {} wrong", self.compared, self.wrong)?;
        }
        if self.errors > 0 {
            write!(f, ", {} not understood", self.errors)?;
        }
        writeln!(f)?;
        let Some(median) = micros.get(count / 2) else { return Ok(()) };
        writeln!(
            f,
            "processor time: mean {:.4} ms, median {:.4} ms; nodes: mean {:.0}, {:.0} a second",
            sum / count as f64 / 1000.0,
            median / 1000.0,
            self.nodes as f64 / count as f64,
            self.nodes as f64 / (sum / 1e6)
        )
    }
}
