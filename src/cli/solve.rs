//! `sarsen solve`: positions are solved exactly, by a game's own solver.

mod check;
mod input;
mod long;
mod problem;
mod progress;
mod stopwatch;
mod summary;

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::book::load_for;
use super::naming::{GameAndFiles, open};
use super::questions::print;
use super::{INTERRUPTED, Interrupted, TICK, interrupt_switch, keep_moving, load_proof_for};
use crate::book::Book;
use crate::engine::MAX_HASH;
use crate::game::value::{Value, from_node, win_in};
use crate::game::{self, Effort, Player, excerpt, printable};
use crate::proofs::{Proof, Standing};
use crate::session::{Registry, Session};
use input::{Input, Line};
use problem::Problem;
use stopwatch::Stopwatch;
use summary::Summary;

/// Memory of a solver in MiB if nothing is said.
const HASH: u64 = 8;

/// The same for a long proof, and for its check.
const LONG_HASH: u64 = 256;

/// Solve positions exactly: who wins, how soon, with which move
///
/// Each line is a position: the moves that lead to it ('4 4 3', '4,4,3' or, in Connect Four up to
/// nine columns, '443'; '-' is the start), or 'fen' and its text, and perhaps, after ' : ', its
/// known score, which is compared. The colon can be left out where the score has a sign, or follows
/// upon moves that are written as one word. Empty lines and those that begin with # are left out.
/// The game must have a solver of its own. Scores are in the measure of the game's literature, for
/// the player to move: in Connect Four 0 for a draw, and for a win the number of stones that he has
/// left before the winning one, itself among them; less than zero for a loss. In Stonehenge 1 is a
/// win, -1 a loss. Each position is solved from an empty memory, its time is processor time. The
/// exit status is 1 if a score is wrong or a line cannot be understood.
///
/// Where the game's solver only tells who wins (Stonehenge's), and that is expected to take long
/// (with one piece or none on the board; with two it takes minutes), a long proof is made: each
/// position that has been decided is told at once, and at the end what is known of the moves and
/// the replies to them. With --checkpoint it can be killed and goes on with all that had been
/// decided; the positions that its threads were at, some minutes each, are lost, and so is the
/// first minute, in which games are played to find out where to begin. --proof writes down what to
/// play, and --check checks such a proof by the rules alone.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    echo 4444425632 | sarsen solve connect4\n  \
    sarsen solve connect4 6x5 --start\n  \
    echo '5@7 4@11 1@2 2@8 3@9 2@6 1@1 6@17 : 1' | sarsen solve stonehenge\n  \
    echo 'fen 7/3x3/3o3/3x3/1o1o3/1oxxxo1 x : -3' | sarsen solve connect4\n  \
    sarsen solve connect4 positions.txt --all\n  \
    sarsen solve connect4 positions.txt --json 2>/dev/null\n  \
    echo 10,5,5,6,6,6,4,5 | sarsen solve connect4 10x4\n  \
    sarsen solve stonehenge --start --checkpoint my.checkpoint --hash 1024 --threads 2\n  \
    echo 5@7,4@11,1@2,2@8,3@9,2@6 | sarsen solve stonehenge --proof my.proof --plies 3\n  \
    sarsen solve --check my.proof --hash 256")]
pub(crate) struct SolveArguments {
    #[command(flatten)]
    place: GameAndFiles,
    /// Solve the start position
    #[arg(long)]
    start: bool,
    /// Memory of the solver in MiB [default: 8; of a long proof and its check 256: the more the
    /// better]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=MAX_HASH))]
    hash: Option<u64>,
    /// Threads that work at each position
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Solve the position after each move as well; in a long proof what seems easiest first
    #[arg(long)]
    all: bool,
    /// Keep what has been learnt for the positions that follow
    #[arg(long, conflicts_with_all = ["checkpoint", "proof", "known"])]
    keep: bool,
    /// Look positions up in this opening book first; 'built-in' is the one that comes with the game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["checkpoint", "proof", "known"])]
    book: Option<PathBuf>,
    /// Make a long proof, and write down here what has been decided; go on with what is there
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Make a long proof, and write down in this file which moves show who wins
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Make a long proof, and take for granted what this one shows (see --check): to tell more
    /// plies of it, or to solve other positions
    #[arg(long, value_name = "PROOF")]
    known: Vec<PathBuf>,
    /// How many plies of the proof are written down; the rest is for whoever checks it
    #[arg(long, default_value_t = 7, requires = "proof")]
    plies: u32,
    /// Check a proof by the rules of its game, and a plain search where it ends (with --hash,
    /// --threads, --checkpoint)
    #[arg(long, value_name = "PROOF", conflicts_with_all = ["start", "all", "keep", "book", "proof", "known", "plies"])]
    check: Option<PathBuf>,
    /// Check only so many of the positions at the end of the proof
    #[arg(long, value_name = "N", requires = "check", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,
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
    /// The text of the position, as it was written, if that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// As they were written.
    moves: String,
    /// Both of them.
    #[serde(skip)]
    place: String,
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
    /// Whether it had to end before everything was known.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// Whether it is not what it was said to be.
    #[serde(skip)]
    is_wrong: Option<bool>,
    #[serde(skip)]
    proof: Option<Proof>,
}

impl Solved {
    /// Whether anything is known.
    fn is_decided(&self) -> bool {
        self.score.is_some() || self.first_wins.is_some()
    }

    /// Compares with what it was said to be: the score, or, if that is not known, at least who
    /// wins.
    fn compare(&mut self, mover: Option<Player>) {
        self.is_wrong = match (self.expected, self.score, self.first_wins) {
            (Some(expected), Some(score), _) => Some(expected != score),
            (Some(expected), None, Some(first_wins)) => {
                let first = if mover == Some(Player::First) { expected } else { -expected };
                Some(first_wins != (first > 0))
            }
            _ => None,
        };
    }

    /// What is to be said of a score that is not as it was said to be.
    fn verdict(&self) -> String {
        match (self.expected, self.is_wrong) {
            (Some(expected), Some(true)) => {
                let score = self.score.map(|score| format!("its score is {score}, "));
                format!(" WRONG: {}it was said to be {expected}", score.unwrap_or_default())
            }
            _ => String::new(),
        }
    }
}

type Outcome<T> = Result<T, Box<dyn Error>>;

/// The value of a position and the best move.
type Best = (Value, Option<String>);

impl SolveArguments {
    pub(crate) fn run(&self, registry: &Registry, out: &mut dyn Write) -> Outcome<ExitCode> {
        let (game, files) = self.place.read(registry)?;
        if let Some(flag) =
            self.start.then_some("--start").or(self.check.as_ref().map(|_| "--check"))
            && let Some(file) = files.first()
        {
            return Err(format!("'{}': {flag} reads no file of positions", file.display()).into());
        }
        if let Some(proof) = &self.check {
            return self.check(proof, &game, registry)?.run(registry, out);
        }
        let mut session = open(&game, registry)?;
        let bytes = self.bytes(self.wants_long());
        // Who only tells who wins has no draws to tell.
        let has_draws = session.solver(bytes)?.tells_how_soon();
        let load = |path: &PathBuf| load_for(path, &*session);
        let book = self.book.as_ref().map(load).transpose()?;
        let known = self.known.iter().map(|path| load_proof_for(path, &session.title()));
        let known: Vec<Proof> = known.collect::<Result<_, _>>()?;
        let long = self.long(&known, has_draws);
        long.look_ahead()?;
        let stop = interrupt_switch()?;
        let (lines, count) = self.input(&files, &stop)?;
        let bar = ProgressBar::new(count);
        keep_moving(&bar, TICK);
        let (session, book) = (&mut *session, book.as_ref());
        let mut room = Room { session, book, long, stop: &stop, bar: &bar };
        let mut summary = Summary::default();
        let style = ProgressStyle::with_template(match count {
            0 => "{pos} positions, {elapsed}",
            _ => "{bar:24} {pos}/{len} positions, {elapsed}, {eta} left",
        })?;
        bar.set_style(style.clone());
        let (mut has_proof, mut written) = (false, Ok(()));
        for (line, number) in lines.zip(1..).take_while(|_| !stop.load(Relaxed)) {
            let solved = self.solve(&line, &mut room)?;
            summary.add(&solved);
            // Before anything is said, to which nobody may listen any more.
            has_proof = solved.proof.is_some();
            written = room.long.write_down(solved.proof.as_ref());
            bar.suspend(|| self.tell(&solved, has_draws, out))?;
            if solved.table.is_some() {
                bar.set_style(style.clone());
                bar.set_length(count);
            }
            bar.set_position(number);
        }
        bar.finish_and_clear();
        if self.json {
            let _ = write!(std::io::stderr(), "{summary}");
        } else {
            write!(out, "{summary}")?;
        }
        // What has been found is told, whatever becomes of the file.
        written?;
        if self.proof.is_some() && !has_proof {
            let why = "no proof was written";
            return Err(if stop.load(Relaxed) { Interrupted(why).into() } else { why.into() });
        }
        Ok(match (stop.load(Relaxed), summary.is_good()) {
            (true, _) => ExitCode::from(INTERRUPTED),
            (false, true) => ExitCode::SUCCESS,
            (false, false) => ExitCode::FAILURE,
        })
    }

    /// The lines that tell what to solve, and how many there are, 0 if that is not known yet.
    fn input<'a>(&self, files: &'a [PathBuf], stop: &'a AtomicBool) -> Outcome<(Input<'a>, u64)> {
        if self.start {
            return Ok((Box::new(std::iter::once(input::start())), 1));
        }
        let (lines, count) = input::lines(files, stop)?;
        if self.checkpoint.is_none() && self.proof.is_none() {
            return Ok((lines, count));
        }
        // There may be no end to them.
        let lines: Vec<Line> = lines.take(2).collect();
        match lines.len() {
            count @ 0..=1 => Ok((Box::new(lines.into_iter()), count as u64)),
            _ => Err("--checkpoint and --proof are for one position, not for several".into()),
        }
    }

    /// Memory of a solver in bytes.
    fn bytes(&self, is_long: bool) -> usize {
        let usual = if is_long { LONG_HASH } else { HASH };
        (self.hash.unwrap_or(usual) as usize) << 20
    }

    /// Whether a long proof is asked for.
    fn wants_long(&self) -> bool {
        self.checkpoint.is_some() || self.proof.is_some() || !self.known.is_empty()
    }

    fn long<'a>(&'a self, known: &'a [Proof], has_draws: bool) -> long::Long<'a> {
        long::Long {
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

    /// Solves a line.
    fn solve(&self, line: &Line, room: &mut Room<'_>) -> Outcome<Solved> {
        let text = line.text.as_deref().unwrap_or_default();
        room.session.restart();
        let problem = Problem::read(text, room.session);
        let (place, (position, moves)) = (problem.place.to_owned(), problem.parts());
        let mut solved = Solved { position, moves, place, ..Solved::default() };
        let expected = match &line.text {
            Ok(_) => problem.set_up(room.session),
            Err(error) => Err(error.clone()),
        };
        match expected {
            Ok(expected) => solved.expected = expected,
            Err(error) => {
                solved.error = Some(format!("{}: {error}", line.place));
                return Ok(solved);
            }
        }
        if !self.keep {
            room.session.forget();
        }
        let watch = Stopwatch::start(self.threads == 1);
        let is_long = self.wants_long()
            || room.known_by_book().is_none() && room.session.solver(self.bytes(false))?.is_long();
        let mover = room.session.to_move();
        if is_long {
            self.prove(room, &mut solved)?;
        } else {
            let found = self.values(room, &mut solved)?;
            solved.interrupted = found.is_none();
            solved.micros = watch.elapsed().as_nanos() as f64 / 1000.0;
        }
        solved.compare(mover);
        Ok(solved)
    }

    /// The proof that is to be checked.
    fn check<'a>(
        &'a self,
        proof: &'a Path,
        game: &str,
        registry: &Registry,
    ) -> Outcome<check::Check<'a>> {
        let title = |game| registry.open_title(game).map(|session| session.title());
        Ok(check::Check {
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

    /// Solves the present position by a long proof.
    fn prove(&self, room: &mut Room<'_>, solved: &mut Solved) -> Outcome<()> {
        let watch = Stopwatch::start(false);
        let proven = room.long.prove(room.session, room.stop, room.bar)?;
        solved.micros = watch.elapsed().as_nanos() as f64 / 1000.0;
        solved.best = proven.best;
        solved.nodes = proven.nodes;
        solved.score = proven.value.map(|value| room.session.literature_score(value));
        solved.first_wins = proven.first_wins;
        solved.table = Some(long::table(proven.moves));
        solved.interrupted = room.stop.load(Relaxed);
        solved.proof = proven.proof;
        Ok(())
    }

    /// The value of the present position, and those after its moves if they are wanted; none if it
    /// was interrupted.
    fn values(&self, room: &mut Room<'_>, solved: &mut Solved) -> Outcome<Option<()>> {
        let Some((value, best)) = self.value(room, &mut solved.nodes)? else { return Ok(None) };
        let mut scores = BTreeMap::new();
        for text in room.session.moves().into_iter().filter(|_| self.all) {
            let mover = room.session.to_move();
            room.session.play(&text)?;
            let value = match room.session.outcome() {
                Some(game::Outcome::Draw) => Some(0),
                Some(game::Outcome::Win(winner)) if Some(winner) == mover => Some(win_in(0)),
                Some(game::Outcome::Win(_)) => Some(-win_in(0)),
                None => {
                    let is_same = room.session.to_move() == mover;
                    let found = self.value(room, &mut solved.nodes)?;
                    found.map(|(value, _)| if is_same { value } else { -value })
                }
            };
            room.session.undo(1)?;
            let Some(value) = value else { return Ok(None) };
            scores.insert(text, room.session.literature_score(from_node(value, 1)));
        }
        solved.score = Some(room.session.literature_score(value));
        solved.best = best;
        solved.scores = self.all.then_some(scores);
        Ok(Some(()))
    }

    /// The value of the present position for the side to move, and the best move; none if it was
    /// interrupted.
    fn value(&self, room: &mut Room<'_>, nodes: &mut u64) -> Outcome<Option<Best>> {
        if let Some(best) = room.known_by_book() {
            return Ok(Some(best));
        }
        let effort = Effort {
            threads: self.threads.into(),
            must_end: &|_| room.stop.load(Relaxed),
            ..Effort::UNLIMITED
        };
        let found = room.session.solver(self.bytes(false))?.solve(&effort);
        let found = found.ok_or("the game is over")?;
        *nodes += found.nodes;
        Ok(found.value().map(|value| (value, found.keeps)))
    }

    fn tell(&self, solved: &Solved, has_draws: bool, out: &mut dyn Write) -> Outcome<()> {
        if self.json {
            return print(solved, out);
        }
        let Solved { place, score, best, nodes, micros, scores, error, .. } = solved;
        if let Some(error) = error {
            let colon = if place.is_empty() { "" } else { ": " };
            writeln!(out, "{}{colon}{}", excerpt(place, 1000), printable(error))?;
            return Ok(());
        }
        let place = if place.is_empty() { "start" } else { place };
        if let Some(table) = &solved.table {
            return Ok(write!(out, "{}", long::text(place, solved, table, has_draws))?);
        }
        let Some(score) = score else { return Ok(writeln!(out, "{place} open: interrupted")?) };
        // As such a line is read.
        let colon = if place.contains(char::is_whitespace) { " :" } else { "" };
        write!(out, "{place}{colon} {score}")?;
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

/// Where positions are solved.
struct Room<'a> {
    session: &'a mut dyn Session,
    book: Option<&'a Book>,
    long: long::Long<'a>,
    stop: &'a AtomicBool,
    bar: &'a ProgressBar,
}

impl Room<'_> {
    /// What the book has proven of the present position.
    fn known_by_book(&self) -> Option<Best> {
        let book = self.book?;
        let entry = book.value(&*self.session).filter(|entry| entry.is_proven())?;
        let best = book.moves(&*self.session).and_then(|moves| moves.into_iter().next());
        Some((entry.value, best.map(|best| best.text)))
    }
}
