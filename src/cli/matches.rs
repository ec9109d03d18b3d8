//! `sarsen match`: arguments, progress, results.

use std::collections::HashSet;
use std::error::Error;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use super::naming::{GameArguments, open};
use super::questions::print;
use super::{Interrupted, cores, interrupt_switch};
use crate::book::{Book, BookError};
use crate::client::end_with_process;
use crate::matches::contest::statistics::Sprt;
use crate::matches::contest::{Openings, Pace, Pair, PlayerSpec, SpecError, Standings, Tournament};
use crate::matches::record::Store;
use crate::session::Registry;
use crate::sys::input;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

/// No file of openings is larger, in bytes: all of them are kept.
const MOST_OPENINGS: u64 = 64 << 20;

/// Let engines play each other: ours in all its variants, and any that speaks UGI or UCI
///
/// Every two players play pairs of games from one opening, each beginning once. A player is a
/// quoted list of key=value words: options of this engine (Evaluator, Weights, Selectivity,
/// Threads, Hash and so on), or 'cmd' with a program that speaks UGI (or UCI, with proto=uci) and
/// options of its own; 'name', 'depth', 'nodes', 'movetime' and 'clock' (base+increment) belong to
/// that player alone. Games end by the rules; whoever makes an illegal move, oversteps the time,
/// answers what was not asked (or twice), hangs or goes away loses, which the table counts as a
/// foul and the record names.
///
/// Players with several Threads want fewer games at once: threads times games should not be more
/// than the cores there are.
///
/// Where time counts, let --concurrency leave room for what else the machine does: a move comes
/// late when nothing is there to compute it. --nodes and --depth give the same games on any
/// machine, as long as every player has one thread.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen match connect4 -p Evaluator=threats -p Evaluator=chapter --nodes 1000\n  \
    sarsen match stonehenge -p Evaluator=lines -p Evaluator=chapter --depth 2 --sprt elo1=20\n  \
    sarsen match -p 'name=varied \"Book Variety\"=30' -p name=usual --movetime 20\n  \
    sarsen match -p name=new -p 'cmd=./sarsen-old name=old' --clock 1000+10 --journal test.jsonl\n  \
    sarsen match -p name=here -p 'cmd=\"ssh far-away sarsen\"' --depth 8 --records games.txt")]
pub(crate) struct MatchArguments {
    #[command(flatten)]
    game: GameArguments,
    /// A player; give two or more
    #[arg(short, long = "player", value_name = "KEY=VALUE...")]
    players: Vec<String>,
    /// Games between every two players, always pairs, so an odd number counts as the next one; if
    /// left out 100, or with --sprt as many as the test takes, up to 100,000
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Positions to visit at each move
    #[arg(long)]
    nodes: Option<String>,
    /// Plies to look ahead at each move
    #[arg(long)]
    depth: Option<String>,
    /// Time for each move
    #[arg(long, value_name = "MS")]
    movetime: Option<String>,
    /// Time for the game and for each move
    #[arg(long, value_name = "MS+MS")]
    clock: Option<String>,
    /// How much more than its time a move may take
    #[arg(long, default_value_t = 25, value_name = "MS")]
    grace_ms: u64,
    /// Where games begin: a number of random plies, a file of records or of lines of moves, or a
    /// book
    ///
    /// A line is moves ('4 4 3', '4,4,3' or '443') or what follows 'position' ('startpos moves 4
    /// 4'); blank lines and those that begin with '#' are left out. Files are used from their
    /// beginning, again and again; they have up to 64 MiB.
    #[arg(long, default_value = "4", value_name = "PLIES|FILE")]
    openings: String,
    /// Use only so many plies of each opening of a file
    #[arg(long, value_name = "PLIES")]
    opening_plies: Option<usize>,
    /// Chooses the random openings, and those out of a book
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at once; all cores if left out
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// End as soon as a sequential test decides between two Elo differences
    #[arg(long, num_args = 0..=4, value_name = "elo0=0 elo1=5 alpha=0.05 beta=0.05")]
    sprt: Option<Vec<String>>,
    /// Note what has been played in a file, and go on from there if it exists
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Add the records of all games to a file
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Print the result as JSON: what the table says; Elo is left out until it is known
    #[arg(long)]
    json: bool,
}

/// Reads the words of a sequential test.
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

/// A file that gets the records of all games.
struct RecordFile {
    store: Store,
    /// Those of earlier games that it has already.
    present: HashSet<String>,
}

impl RecordFile {
    fn add(&mut self, pair: &Pair<'_>) -> std::io::Result<()> {
        let is_missing = |record: &&String| pair.is_new || !self.present.contains(*record);
        self.store.add(pair.records.iter().filter(is_missing).map(String::as_str))
    }
}

impl MatchArguments {
    fn tournament(&self, registry: Arc<Registry>) -> Result<Tournament, Box<dyn Error>> {
        let mut pace = Pace::default();
        for (key, value) in [
            ("nodes", &self.nodes),
            ("depth", &self.depth),
            ("movetime", &self.movetime),
            ("clock", &self.clock),
        ] {
            if let Some(value) = value {
                pace.read(key, value)?;
            }
        }
        let player = |words: &String| -> Result<PlayerSpec, SpecError> {
            let split = shlex::split(words)
                .ok_or_else(|| SpecError(format!("player: unbalanced quotes in '{words}'")))?;
            PlayerSpec::read(&split)
        };
        let named = self.game.title(&registry)?;
        let session = open(&named, &registry)?;
        let (game, title) = (session.game(), session.title());
        // As it was asked for: journals and other engines know it so.
        let setup = named.strip_prefix(game).unwrap_or_default().trim();
        let openings = match self.openings.parse() {
            Ok(plies) => Openings::Random { plies },
            Err(_) => self.openings_of_file(&title, &registry)?,
        };
        Ok(Tournament {
            game: game.to_owned(),
            setup: setup.to_owned(),
            registry,
            players: self.players.iter().map(player).collect::<Result<_, _>>()?,
            pace,
            openings: match self.opening_plies {
                Some(plies) => openings.shortened(plies),
                None => openings,
            },
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
        game: &str,
        registry: &Registry,
    ) -> Result<Openings, Box<dyn Error>> {
        let wrong = |error: &dyn Error| format!("openings: {}: {error}", self.openings);
        match Book::load(Path::new(&self.openings)) {
            Ok(book) => return Ok(Openings::Book(book)),
            // What comes through a pipe may be a book all the same.
            Err(BookError::Foreign | BookError::Io(_)) => {}
            Err(error) => return Err(wrong(&error).into()),
        }
        let mut bytes = Vec::new();
        input::open_up_to(Path::new(&self.openings), MOST_OPENINGS)
            .and_then(|mut input| input.read_to_end(&mut bytes))
            .map_err(|error| wrong(&error))?;
        if Book::is_meant(&bytes) {
            return Ok(Openings::Book(Book::from_bytes(&bytes).map_err(|error| wrong(&error))?));
        }
        let text = str::from_utf8(&bytes).map_err(|error| wrong(&error))?;
        Ok(Openings::read(text, game, registry)?)
    }

    /// Games between every two players at most.
    fn games(&self) -> u32 {
        self.games.unwrap_or(if self.sprt.is_some() { 100_000 } else { 100 })
    }

    /// The file of records, and what it already has.
    fn open_records(&self, path: &Path) -> Result<RecordFile, Box<dyn Error>> {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if self.journal.as_deref().is_some_and(|journal| real(journal) == real(path)) {
            return Err("one file cannot be both journal and records".into());
        }
        let wrong = |error| format!("records: {}: {error}", path.display());
        let mut store = Store::open(path).map_err(wrong)?;
        // A pair that is in the journal may have missed its way into the records.
        let present = match self.journal {
            Some(_) => store.records().map_err(wrong)?.map(|record| record.to_string()).collect(),
            None => HashSet::new(),
        };
        Ok(RecordFile { store, present })
    }

    pub(crate) fn run(
        &self,
        registry: Arc<Registry>,
        out: &mut dyn Write,
    ) -> Result<(), Box<dyn Error>> {
        let tournament = self.tournament(registry)?;
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
            print(&standings, out)?;
        } else {
            write!(out, "{standings}")?;
        }
        if let Some(error) = trouble {
            return Err(format!("records: {error}").into());
        }
        if stop.load(Relaxed) {
            let how = match &self.journal {
                Some(_) => "the same command goes on with it",
                None => "with --journal it could go on later",
            };
            return Err(Interrupted(how).into());
        }
        Ok(())
    }
}
