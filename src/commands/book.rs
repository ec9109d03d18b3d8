//! `sarsen book`: opening books are grown, looked into, merged and checked.

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use sarsen::book::{Book, Growth, Lock, Plan, build};
use sarsen::clock::Budget;
use sarsen::engine::Engine;
use sarsen::games;
use sarsen::protocol::{Face, reply};
use sarsen::search::Control;
use sarsen::session::Session;

/// Opening books: grow them, look into them, merge and check them.
///
/// A book knows positions and what they are worth. The engine plays out of it with the option 'Book'
/// (setoption name Book value FILE); a small one comes with each built-in game.
#[derive(Args)]
pub(crate) struct BookArguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Build(Build),
    Show(Show),
    Merge(Merge),
    Check(Check),
}

/// Grow a book by analysis, or begin one
///
/// Again and again it takes the positions that an opponent would leave the book by soonest and at the least
/// cost, and has all their moves searched (drop-out expansion, T. Lincke, 2000). The book is saved on the way;
/// interrupted or killed, the same command goes on from there. The same settings give the same book, however
/// many threads there are.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen book build my.book --game connect4 --positions 5000\n  \
    sarsen book build my.book --seconds 3600 --nodes 1000000\n  \
    sarsen book build small.book --game 'connect4 5x5' --positions 1000 --threads 2")]
struct Build {
    /// The book; it is created if it does not exist
    file: PathBuf,
    /// The game and its setup, for a book that does not exist [default: connect4]
    #[arg(long)]
    game: Option<String>,
    /// Whose opinion is asked, for a book that does not exist [default: the game's first]
    #[arg(long)]
    evaluator: Option<String>,
    /// Positions to visit in each search
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Grow until the book knows so many positions
    #[arg(long)]
    positions: Option<usize>,
    /// Grow for so long
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// Searches at once; all cores if left out
    #[arg(long)]
    threads: Option<usize>,
    /// About how many positions are chosen at once
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Save the book every so often
    #[arg(long, default_value_t = 30.0, value_name = "SECONDS")]
    checkpoint: f64,
}

/// Show what a book knows of a position
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen book show my.book\n  \
    sarsen book show my.book --moves '4 4'\n  \
    sarsen book show my.book --position '7/7/7/7/3o3/3x3 x' --json")]
struct Show {
    /// The book
    file: PathBuf,
    /// A position text to start from
    #[arg(long)]
    position: Option<String>,
    /// Moves to play from there
    #[arg(long, default_value = "")]
    moves: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Put books of the same game and evaluator together; of each position the deeper value stays
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen book merge all.book one.book another.book")]
struct Merge {
    /// Where the result goes; if it exists it is one of those that are merged
    file: PathBuf,
    /// The books
    #[arg(required = true)]
    books: Vec<PathBuf>,
}

/// Check that a book is whole and fits together; exit status 1 if not
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen book check my.book")]
struct Check {
    /// The book
    file: PathBuf,
}

type Outcome = Result<(), Box<dyn Error>>;

impl BookArguments {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Outcome {
        match &self.task {
            Task::Build(task) => task.run(out),
            Task::Show(task) => task.run(out),
            Task::Merge(task) => task.run(out),
            Task::Check(task) => task.run(out),
        }
    }
}

/// A session of a game and its setup, written as one text.
fn open(game: &str) -> Result<Box<dyn Session>, Box<dyn Error>> {
    Ok(games::registry().open_title(game)?)
}

fn load(path: &Path) -> Result<Book, Box<dyn Error>> {
    Book::load(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// A book with all that it takes to grow.
fn grow(book: Book) -> Result<Growth, Box<dyn Error>> {
    let session = open(book.game())?;
    Ok(Growth::new(book, session)?)
}

fn save(growth: &Growth, path: &Path) -> Outcome {
    growth.book().save(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

fn lock(path: &Path) -> Result<Lock, Box<dyn Error>> {
    Lock::take(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// What there is of a book, as a sentence.
fn summary(growth: &Growth) -> String {
    let summary = growth.summary();
    let value =
        growth.value().map_or("unknown".to_owned(), |entry| reply::score(Face::Ugi, entry.score()));
    format!(
        "{} positions, {} expanded, {} proven, the start is {value}",
        summary.positions, summary.expanded, summary.proven
    )
}

impl Build {
    /// The book to go on with, or an empty one.
    fn begin(&self) -> Result<Book, Box<dyn Error>> {
        if !self.file.exists() {
            let mut session = open(self.game.as_deref().unwrap_or("connect4"))?;
            if let Some(evaluator) = &self.evaluator
                && !session.select_evaluator(evaluator)
            {
                let known = session.evaluators().join(", ");
                return Err(format!("there is no evaluator '{evaluator}', only {known}").into());
            }
            return Ok(Book::new(&*session));
        }
        let book = load(&self.file)?;
        let name = self.file.display();
        if let Some(game) = &self.game {
            book.check_game(&*open(game)?).map_err(|error| format!("{name}: {error}"))?;
        }
        match &self.evaluator {
            Some(other) if other != book.evaluator() => {
                Err(format!("{name}: its evaluator is {}, not {other}", book.evaluator()).into())
            }
            _ => Ok(book),
        }
    }

    fn run(&self, out: &mut dyn Write) -> Outcome {
        if self.positions.is_none() && self.seconds.is_none() {
            return Err("say how far it is to grow: --positions or --seconds".into());
        }
        let interval = Duration::try_from_secs_f64(self.checkpoint)
            .map_err(|_| "checkpoint: a number of seconds is needed")?;
        let _lock = lock(&self.file)?;
        let book = self.begin()?;
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let engine = |_| -> Result<Engine, Box<dyn Error>> {
            let mut session = open(book.game())?;
            session.select_evaluator(book.evaluator());
            Ok(Engine::new(session, 1)?)
        };
        let threads = self.threads.unwrap_or_else(cores).max(1);
        let mut engines = (0..threads).map(engine).collect::<Result<Vec<_>, _>>()?;
        let mut growth = grow(book)?;
        let control = Arc::new(Control::new());
        if let Some(seconds) = self.seconds {
            let hard = Duration::from_secs(seconds);
            control.start_clock(Budget { soft: None, hard }, Instant::now());
        }
        let flag = Arc::clone(&control);
        ctrlc::set_handler(move || flag.stop())?;
        let plan = Plan {
            nodes: self.nodes,
            batch: self.batch as usize,
            positions: self.positions.unwrap_or(usize::MAX),
        };
        let bar = self.progress()?;
        let mut saved = Instant::now();
        let result = build(&mut growth, &mut engines, &plan, &control, &mut |growth| -> Outcome {
            match self.positions {
                Some(_) => bar.set_position(growth.summary().positions as u64),
                None => bar.set_position(control.elapsed().as_secs()),
            }
            bar.set_message(summary(growth));
            if saved.elapsed() >= interval {
                save(growth, &self.file)?;
                saved = Instant::now();
            }
            Ok(())
        });
        bar.finish_and_clear();
        result?;
        save(&growth, &self.file)?;
        writeln!(out, "{}: {}", self.file.display(), summary(&growth))?;
        if control.is_stopped() {
            return Err("interrupted; the same command goes on with it".into());
        }
        Ok(())
    }

    fn progress(&self) -> Result<ProgressBar, Box<dyn Error>> {
        let (length, unit) = match (self.positions, self.seconds) {
            (Some(positions), _) => (positions as u64, ""),
            (None, seconds) => (seconds.unwrap_or_default(), " s"),
        };
        let bar = ProgressBar::new(length);
        let template = format!("{{bar:24}} {{pos}}/{{len}}{unit}, {{eta}} left: {{msg}}");
        bar.set_style(ProgressStyle::with_template(&template)?);
        Ok(bar)
    }
}

impl Show {
    fn run(&self, out: &mut dyn Write) -> Outcome {
        let book = load(&self.file)?;
        let mut session = open(book.game())?;
        book.check_game(&*session)?;
        session.set_position(self.position.as_deref(), &self.moves)?;
        let entry = book.get(session.key());
        let moves = book.moves(&*session).unwrap_or_default();
        let line = book.line(&mut *session, None).map(|(_, line)| line).unwrap_or_default();
        if self.json {
            let score = |entry: sarsen::book::Entry| reply::score(Face::Ugi, entry.score());
            let depth = |entry: sarsen::book::Entry| (!entry.is_proven()).then_some(entry.depth);
            let told = serde_json::json!({
                "game": book.game(),
                "evaluator": book.evaluator(),
                "positions": book.len(),
                "position": session.position(),
                "score": entry.map(score),
                "depth": entry.and_then(depth),
                "moves": moves.iter().map(|m| serde_json::json!({
                    "move": m.text, "score": score(m.entry), "depth": depth(m.entry),
                })).collect::<Vec<_>>(),
                "line": line,
            });
            writeln!(out, "{}", serde_json::to_string_pretty(&told)?)?;
            return Ok(());
        }
        let told = |entry: sarsen::book::Entry| {
            let score = reply::score(Face::Ugi, entry.score());
            if entry.is_proven() {
                format!("{score}, proven")
            } else {
                format!("{score}, depth {}", entry.depth)
            }
        };
        writeln!(out, "{}: {} positions, points of {}", book.game(), book.len(), book.evaluator())?;
        writeln!(out, "{}", session.picture())?;
        writeln!(out, "position: {}", session.position())?;
        writeln!(out, "value: {}", entry.map_or("unknown".to_owned(), told))?;
        if moves.is_empty() {
            writeln!(out, "no moves: not all that can be played here is known")?;
        }
        let width = moves.iter().map(|m| m.text.len()).max().unwrap_or(0);
        for m in &moves {
            writeln!(out, "  {:width$}  {}", m.text, told(m.entry))?;
        }
        if !line.is_empty() {
            writeln!(out, "line: {}", line.join(" "))?;
        }
        Ok(())
    }
}

impl Merge {
    fn run(&self, out: &mut dyn Write) -> Outcome {
        let _lock = lock(&self.file)?;
        let mut books = self.books.iter();
        let first = if self.file.exists() { Some(&self.file) } else { books.next() };
        let Some(first) = first else { return Ok(()) };
        let mut growth = grow(load(first)?)?;
        for path in books {
            let other = load(path)?;
            growth.merge(&other).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        save(&growth, &self.file)?;
        writeln!(out, "{}: {}", self.file.display(), summary(&growth))?;
        Ok(())
    }
}

impl Check {
    fn run(&self, out: &mut dyn Write) -> Outcome {
        let book = load(&self.file)?;
        let growth = grow(book.clone())?;
        let reachable = growth.summary().reachable;
        writeln!(out, "{}: {}", self.file.display(), summary(&growth))?;
        if reachable < book.len() {
            let lost = book.len() - reachable;
            writeln!(out, "{lost} of them cannot be reached through the book")?;
        }
        if growth.book() != book {
            return Err("values do not agree with those of the moves".into());
        }
        writeln!(out, "whole: values agree with those of the moves")?;
        Ok(())
    }
}
