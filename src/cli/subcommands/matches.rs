//! `sarsen match`: plays matches between engines.

use std::collections::HashSet;
use std::error::Error;
use std::io::{self, Cursor, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::arguments::{GameArguments, open};
use crate::cli::complaints::Complaints;
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::failure::Failure;
use crate::cli::file_error::{FileError, InFile};
use crate::cli::interrupt::{InterruptedWork, interrupt_switch};
use crate::cli::json::print_json;
use crate::cli::program::Program;
use crate::cli::talk_log;
use sarsen_core::search::Limits;
use sarsen_core::search::time::Clock;
use sarsen_core::sys::atomic_file;
use sarsen_core::sys::encoding::Decoded;
use sarsen_core::sys::input;
use sarsen_engine::book::{Book, BookError};
use sarsen_engine::engine::cores;
use sarsen_engine::session::{Registry, Session};
use sarsen_tools::client::end_with_process;
use sarsen_tools::matches::contest::statistics::Sprt;
use sarsen_tools::matches::contest::{
    Openings, OpeningsError, Pair, PlayerSpec, SpecError, Standings, Tournament, clock,
};
use sarsen_tools::matches::record::RecordStore;

/// The limit for the size of a file of openings, in bytes. It is kept in memory.
const MOST_OPENINGS: u64 = 64 << 20;

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::of(
        "connect4",
        "sarsen match connect4 -p Evaluator=threats -p Evaluator=chapter --nodes 1000",
    ),
    Example::of(
        "stonehenge",
        "sarsen match stonehenge -p Evaluator=lines -p Evaluator=chapter --depth 2 --sprt elo1=20",
    ),
    Example::any(r#"sarsen match -p 'name=varied "Book Variety"=30' -p name=usual --movetime 20"#),
    Example::of(
        "othello",
        "sarsen match othello -p name=here -p 'cmd=gtp-rhino proto=gtp' --movetime 1000",
    ),
    Example::any(
        "sarsen match -p name=new -p 'cmd=./sarsen-old name=old' --clock 1000+10 --journal test.jsonl",
    ),
    Example::any(
        r#"sarsen match -p name=here -p 'cmd="ssh far-away sarsen"' --depth 8 --records games.txt"#,
    ),
    Example::any(
        "sarsen match -p name=here -p cmd=./sarsen-old --depth 2 --games 2 --log talk.txt",
    ),
]);

/// Play matches: this engine with any options, and any engine that speaks UGI, UCI or GTP
///
/// Every two players play pairs of games. Both games of a pair begin with the same opening, and
/// each player moves first in one of them. A player is a quoted list of key=value words. They are
/// options of this engine (Evaluator, Weights, Selectivity, Threads, Hash and so on). Or they are
/// 'cmd' with a program that speaks UGI (or UCI, with proto=uci; or GTP, the Go Text Protocol, with
/// proto=gtp, in a game of stones on a grid), and options of that program.
/// 'name', 'depth', 'nodes', 'movetime' and 'clock' (base+increment) hold for that player alone.
///
/// GTP knows only whole seconds: other programs than this one get at least one, and no limit of
/// 'depth' or 'nodes' reaches them.
///
/// Games end by the rules. A player loses by a foul if it makes an illegal move, oversteps the
/// time, answers twice or without a question, hangs or exits. The table counts fouls, and the
/// record names them.
///
/// With --log, a file gets every line that other programs are told ('<') and say ('>'), with its
/// time. A program that lists no 'option name Game' is not told which game it is: a warning says so
/// at the start.
///
/// If players have several Threads, play fewer games at once: threads times games should be at most
/// the number of processors.
///
/// If time limits the moves, let --concurrency leave some processors free: on a busy machine, moves
/// come late. With --nodes and --depth, the games are the same on any machine, as long as every
/// player has one thread.
#[derive(Args)]
pub(crate) struct MatchArguments {
    #[command(flatten)]
    game: GameArguments,
    /// A player; give two or more
    #[arg(short, long = "player", value_name = "KEY=VALUE...")]
    players: Vec<String>,
    /// Games between every two players, always in pairs: an odd number is rounded up [default: 100;
    /// with --sprt, as many as the test takes, at most 100,000]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Positions to visit at each move
    #[arg(long, value_parser = whole_number::<u64>)]
    nodes: Option<u64>,
    /// Plies to look ahead at each move
    #[arg(long, value_parser = whole_number::<u32>)]
    depth: Option<u32>,
    /// Time for each move
    #[arg(long, value_name = "MS", value_parser = whole_number::<u64>)]
    movetime: Option<u64>,
    /// Time for the game, and increment for each move
    #[arg(long, value_name = "MS+MS", value_parser = clock)]
    clock: Option<Clock>,
    /// How late a move may be
    #[arg(long, default_value_t = 25, value_name = "MS")]
    grace_ms: u64,
    /// Where games begin: a number of random plies, a file of records or of lines of moves, or a
    /// book
    ///
    /// A line has moves ('4 4 3', '4,4,3' or '443'), or the arguments of the command 'position'
    /// ('startpos moves 4 4'). Blank lines and lines that begin with '#' are ignored. Openings are
    /// used in the order of the file, which starts again at its end. What cannot be used is left
    /// out, and at most a thousand messages say so. A file has at most 64 MiB, and a line or a
    /// record at most 1 MiB.
    #[arg(long, default_value = "4", value_name = "PLIES|FILE")]
    openings: String,
    /// Use only the first plies of each opening of a file
    #[arg(long, value_name = "PLIES")]
    opening_plies: Option<usize>,
    /// The seed of random openings, and of openings out of a book
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at the same time [default: one per processor]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// End as soon as a sequential test has decided between two Elo differences
    #[arg(long, num_args = 0..=4, value_name = "elo0=0 elo1=5 alpha=0.05 beta=0.05")]
    sprt: Option<Vec<String>>,
    /// Keep the results in a file; if it exists, go on from there
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Add the records of all games to a file
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Add to a file what other programs are told and say, with times
    ///
    /// A line has the time (UTC), the name of the player, '<' for what it is told or '>' for what
    /// it says, and what that is. With RUST_LOG=debug in the environment, standard error has the
    /// same lines. The match does not need the file: if it cannot be written, a message says that
    /// lines are missing, and the match goes on and ends with its usual status.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Print the table as JSON, without Elo until it is known
    #[arg(long)]
    json: bool,
}

/// Reads a number of a limit.
fn whole_number<T: std::str::FromStr>(text: &str) -> Result<T, &'static str> {
    text.parse().map_err(|_| "not a whole number")
}

/// Parses the words of a sequential test.
fn sprt(words: &[String]) -> Result<Sprt, SpecError> {
    let mut test = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
    for word in words.iter().flat_map(|words| words.split_whitespace()) {
        let wrong =
            || SpecError(format!("sprt: '{word}' is not elo0, elo1, alpha or beta with a number"));
        let (key, value) = word.split_once('=').ok_or_else(wrong)?;
        let value: f64 = value.parse().ok().filter(|v: &f64| v.is_finite()).ok_or_else(wrong)?;
        match key {
            "elo0" => test.elo0 = value,
            "elo1" => test.elo1 = value,
            "alpha" => test.alpha = value,
            "beta" => test.beta = value,
            _ => return Err(wrong()),
        }
    }
    let is_rate = |rate: f64| (1e-6..0.5).contains(&rate);
    let is_elo = |elo: f64| elo.abs() <= 1000.0;
    if test.elo0 < test.elo1 && [test.elo0, test.elo1].into_iter().all(is_elo) {
        if is_rate(test.alpha) && is_rate(test.beta) {
            return Ok(test);
        }
        return Err(SpecError("sprt: alpha and beta are between 0.000001 and 0.5".to_owned()));
    }
    let why = "sprt: elo0 is less than elo1, and both between -1000 and 1000";
    Err(SpecError(why.to_owned()))
}

/// What a file of openings has in it.
enum OpeningsText {
    /// A book.
    Book(Vec<u8>),
    /// Records or lines.
    Listed(String),
}

/// Reads a file of openings. If it is no UTF-8, a note on standard error says so.
fn read_openings(path: &Path) -> io::Result<OpeningsText> {
    let mut input = input::open_bytes(path, MOST_OPENINGS)?;
    // A pipe may bring the beginning in pieces.
    let mut start = Vec::new();
    input.by_ref().take(64).read_to_end(&mut start)?;
    let is_book = Book::is_meant(&start);
    let mut input = Cursor::new(start).chain(input);
    if is_book {
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        return Ok(OpeningsText::Book(bytes));
    }
    let name = input::name(path);
    let mut text = String::new();
    Decoded::new(input, move |foreign| input::tell(&name, foreign)).read_to_string(&mut text)?;
    Ok(OpeningsText::Listed(text))
}

/// A file to which the records of all games are added.
struct RecordSink {
    /// Its name in messages.
    name: String,
    store: RecordStore,
    /// Records of earlier games that the file has already.
    present: HashSet<String>,
}

impl RecordSink {
    fn add(&mut self, pair: &Pair<'_>) -> Result<(), FileError<io::Error>> {
        let is_missing = |record: &&String| pair.is_new || !self.present.contains(*record);
        let missing = pair.records.iter().filter(is_missing).map(String::as_str);
        self.store.add(missing).in_file(&self.name)
    }
}

/// One file is named for two purposes.
#[derive(Debug, thiserror::Error)]
#[error("one file cannot be both {0} and {1}")]
struct OneFileTwice(&'static str, &'static str);

told!(OneFileTwice);

impl MatchArguments {
    fn tournament(&self, registry: Arc<Registry>) -> Result<Tournament, Failure> {
        let mut pace = Limits::NONE;
        pace.depth = self.depth;
        pace.nodes = self.nodes;
        pace.time = self.movetime.map(Duration::from_millis);
        pace.clock = self.clock;
        let player = |words: &String| -> Result<PlayerSpec, SpecError> {
            let split = shlex::split(words)
                .ok_or_else(|| SpecError(format!("player: unbalanced quotes in '{words}'")))?;
            PlayerSpec::read(&split)
        };
        let named = self.game.title(&registry);
        let mut session = open(&named, &registry)?;
        let game = session.game().to_owned();
        // The setup as the user wrote it. Journals and other engines know it in this form.
        let setup = named.strip_prefix(&*game).unwrap_or_default().trim();
        let openings = match self.openings.parse() {
            Ok(plies) => Openings::Random { plies },
            Err(_) => self.openings_of_file(&mut *session, &registry)?,
        };
        Ok(Tournament {
            game,
            setup: setup.to_owned(),
            registry,
            players: self.players.iter().map(player).collect::<Result<_, _>>()?,
            pace,
            openings,
            pairs: self.games().div_ceil(2) as usize,
            concurrency: self.concurrency.map_or_else(cores, usize::from),
            seed: self.seed,
            sprt: self.sprt.as_deref().map(sprt).transpose()?,
            grace: Duration::from_millis(self.grace_ms),
            journal: self.journal.clone(),
        })
    }

    fn openings_of_file(
        &self,
        session: &mut dyn Session,
        registry: &Registry,
    ) -> Result<Openings, Failure> {
        let wrong = |error: &dyn Error| format!("openings: {}: {error}", self.openings);
        match Book::load(Path::new(&self.openings)) {
            Ok(book) => return Ok(Openings::Book(book)),
            // It may still be a book that comes through a pipe.
            Err(BookError::Foreign | BookError::Io(_)) => {}
            Err(error) => return Err(wrong(&error).into()),
        }
        let found = read_openings(Path::new(&self.openings)).map_err(|error| wrong(&error))?;
        Ok(match found {
            OpeningsText::Book(bytes) => {
                Openings::Book(Book::from_bytes(&bytes).map_err(|error| wrong(&error))?)
            }
            OpeningsText::Listed(text) => {
                self.listed(&text, session, registry).map_err(|error| wrong(&error))?
            }
        })
    }

    /// The openings of a text. Tells what is left out.
    fn listed(
        &self,
        text: &str,
        session: &mut dyn Session,
        registry: &Registry,
    ) -> Result<Openings, OpeningsError> {
        let mut complaints = Complaints::default();
        let mut tell = |note: &str| complaints.add(format_args!("openings: {note}"));
        let openings = Openings::read(text, &session.title(), registry, &mut tell);
        let usable = openings.and_then(|openings| match self.opening_plies {
            Some(plies) => openings.shortened(plies).usable(session, &mut tell),
            None => openings.usable(session, &mut tell),
        });
        complaints.tell_count("openings");
        usable
    }

    /// The limit for the number of games between every two players.
    fn games(&self) -> u32 {
        self.games.unwrap_or(if self.sprt.is_some() { 100_000 } else { 100 })
    }

    /// Refuses one file for two purposes.
    fn keep_files_apart(&self) -> Result<(), OneFileTwice> {
        let files = [("journal", &self.journal), ("records", &self.records), ("log", &self.log)];
        let real = |path: &Option<PathBuf>| path.as_deref().map(atomic_file::real);
        for (at, (kind, path)) in files.iter().enumerate() {
            for (other, same) in &files[at + 1..] {
                if path.is_some() && real(path) == real(same) {
                    return Err(OneFileTwice(kind, other));
                }
            }
        }
        Ok(())
    }

    /// The file of records, and the records that it already has.
    fn open_records(&self, path: &Path) -> Result<RecordSink, FileError<io::Error>> {
        let name = format_args!("records: {}", path.display()).to_string();
        let mut store = RecordStore::open(path).in_file(&name)?;
        // After a crash, a pair may be in the journal but not in the records.
        let present = match self.journal {
            Some(_) => store.records().in_file(&name)?.map(|record| record.to_string()).collect(),
            None => HashSet::new(),
        };
        Ok(RecordSink { name, store, present })
    }

    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        self.keep_files_apart()?;
        talk_log::start(self.log.as_deref())?;
        let tournament = self.tournament(Arc::clone(&program.registry))?;
        let mut records =
            self.records.as_deref().map(|path| self.open_records(path)).transpose()?;
        end_with_process(false)?;
        let stop = interrupt_switch()?;
        let bar = ProgressBar::new(2 * tournament.all_pairs() as u64);
        bar.set_style(ProgressStyle::with_template(
            "{bar:24} {pos}/{len} games, {eta} left: {msg}",
        )?);
        let mut trouble = None;
        let standings = tournament.run(&stop, &mut |standings: &Standings, pair| {
            let played: u64 = standings.pairings.iter().map(|standing| standing.games()).sum();
            bar.set_position(played);
            bar.set_message(standings.pairings[0].to_string());
            if let Some(file) = &mut records
                && let Err(error) = file.add(pair)
            {
                trouble = Some(error);
                stop.store(true, Relaxed);
            }
        });
        bar.finish_and_clear();
        let standings = standings?;
        if self.json {
            print_json(&standings, out)?;
        } else {
            write!(out, "{standings}")?;
        }
        if let Some(error) = trouble {
            return Err(error.into());
        }
        if stop.load(Relaxed) {
            let how = match &self.journal {
                Some(_) => "the same command goes on with it",
                None => "with --journal it could go on later",
            };
            return Err(InterruptedWork(how).into());
        }
        Ok(ExitCode::SUCCESS)
    }
}
