//! An engine at work on a game: a session and all that it thinks with. Whoever lets it think (the
//! protocol's server, matches, terminal play, batch analysis) does it here.

mod advice;
mod files;
mod options;
mod reference;

pub use files::{Loaded, OptionFile};
pub use options::{Kind, Offer, OptionError, Setting};
pub use reference::BUILT_IN;

use std::num::NonZero;

use advice::is_timed;
use reference::Reference;

use crate::book::Entry;
use crate::game::value::Value;
use crate::game::{Bound, Weights, WeightsError};
use crate::search::{Answer, Control, Info};
use crate::session::variety::{Margin, Variety};
use crate::session::{Knowledge, OpenError, Registry, Request, Session};
use crate::transposition::{Table, TableError};

/// Table size in MiB, unless something else is said.
pub const DEFAULT_HASH: usize = 64;

/// The smallest table worth having, in bytes: cleared in microseconds.
pub const SMALLEST_TABLE: usize = 1 << 16;

/// Bytes of a table for each position that a search may visit: room for two entries.
const BYTES_A_NODE: u64 = 32;

/// The largest table, in MiB.
pub(crate) const MAX_HASH: u64 = 1 << 20;
const MAX_THREADS: u64 = 512;
/// Percent of the game's own selectivity, unless something else is said.
pub(crate) const DEFAULT_SELECTIVITY: u64 = 100;
const MAX_SELECTIVITY: u64 = 300;
const MAX_LINES: u64 = 500;
const MAX_VARIETY: u64 = 1_000_000;
const FULL_STRENGTH: u64 = 100;

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To know more by searching: at full strength, without any chance in it.
    Analysis,
    /// To tell what is best: the same, but what is proven in a book needs no search.
    Advice,
    /// To choose a move to be played.
    Move,
}

/// A session and what it thinks with: its table, its options.
pub struct Engine {
    session: Box<dyn Session>,
    table: Table,
    lines: usize,
    threads: usize,
    selectivity: u32,
    /// The evaluator last asked for; other games may have one of that name.
    evaluator: Option<String>,
    /// The weights last asked for; other games may have others.
    weights: Option<Weights>,
    knowledge: Knowledge,
    strength: u64,
    books: Reference,
    /// Points by which a move may be worse than the best and be chosen.
    book_variety: Value,
    seed: u64,
    /// Games that have been played since the seed was set; chance takes another turn in each.
    games: u64,
    /// Whether chance has had a part in the present game.
    drawn: bool,
}

impl Engine {
    /// With a game and an empty table of `hash` MiB.
    ///
    /// # Errors
    ///
    /// If there is no memory for the table.
    pub fn new(session: Box<dyn Session>, hash: usize) -> Result<Self, TableError> {
        Ok(Self {
            session,
            table: Table::new(hash)?,
            lines: 1,
            threads: 1,
            selectivity: DEFAULT_SELECTIVITY as u32,
            evaluator: None,
            weights: None,
            knowledge: Knowledge::default(),
            strength: FULL_STRENGTH,
            books: Reference::default(),
            book_variety: 0,
            seed: 0,
            games: 0,
            drawn: false,
        })
    }

    /// The game in progress.
    #[must_use]
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// The game in progress, to play it.
    pub fn session_mut(&mut self) -> &mut dyn Session {
        &mut *self.session
    }

    /// Forgets what was learnt and goes back to the start of the game.
    pub fn restart(&mut self) {
        self.session.restart();
        self.begin();
    }

    /// Another game, or the same anew. The options stay; where the game has no evaluator of the
    /// name chosen it uses its own default, and where the weights chosen are not of its evaluator,
    /// its own.
    ///
    /// # Errors
    ///
    /// If there is no such game or setup.
    pub fn open(&mut self, registry: &Registry, name: &str, setup: &str) -> Result<(), OpenError> {
        self.session = registry.open(name, setup)?;
        if let Some(evaluator) = &self.evaluator {
            self.session.select_evaluator(evaluator);
        }
        if let Some(weights) = &self.weights
            && let Err(error) = self.session.set_weights(Some(weights))
        {
            log::info!("the option Weights is not for {name}: {error}");
        }
        self.session.set_knowledge(self.knowledge);
        self.books.forget_game();
        self.begin();
        Ok(())
    }

    /// Forgets what was learnt, and has room for so many bytes of what will be.
    ///
    /// # Errors
    ///
    /// If there is not so much memory; then all stays as it was.
    pub fn forget(&mut self, bytes: usize) -> Result<(), TableError> {
        if bytes == self.table.bytes() {
            self.clear();
        } else {
            self.table = Table::with_bytes(bytes)?;
        }
        Ok(())
    }

    /// The bytes it has for what it learns: the option `Hash`, unless [`forget`](Self::forget) said
    /// else.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Makes the present game the one of this number for the chance in the choice of moves, so that
    /// it does not matter what was played before.
    pub fn count_as_game(&mut self, number: u64) {
        self.games = number;
        self.drawn = false;
    }

    /// Forgets what was learnt.
    fn clear(&mut self) {
        self.table.clear();
        self.session.forget();
    }

    /// Forgets what was learnt; a new game begins for the chance in the choice of moves.
    fn begin(&mut self) {
        self.clear();
        self.games += u64::from(std::mem::take(&mut self.drawn));
    }

    /// Its options, those of the present game.
    #[must_use]
    pub fn options(&self) -> Vec<Offer> {
        let spin = |default, min, max| Kind::Spin { default, min, max };
        vec![
            Offer::new("Hash", spin(DEFAULT_HASH as u64, 1, MAX_HASH))
                .about("the size of the table that the search remembers positions in, in MiB"),
            Offer::new("Clear Hash", Kind::Button).about("empties that table"),
            Offer::new("Threads", spin(1, 1, MAX_THREADS)).about(
                "how many threads search; with one the same command always \
                 visits the same positions",
            ),
            Offer::new("Selectivity", spin(DEFAULT_SELECTIVITY, 0, MAX_SELECTIVITY)).about(
                "how much less deeply moves are searched that look worse, in \
                 percent; with 0 nothing is overlooked",
            ),
            Offer::new("MultiPV", spin(1, 1, MAX_LINES))
                .about("for how many of the best moves the exact value and a line are given"),
            Offer::combo("Evaluator", self.session.evaluators()).about("who judges positions"),
            Offer::new("Weights", Kind::Text(reference::BUILT_IN)).about(
                "the weights of the game's default evaluator: built-in, or \
                 those of a file",
            ),
            Offer::combo("Knowledge", ["full", "tactics", "none"]).about(
                "what the search knows beyond the rules: also what a solver \
                 finds out, certainties, or nothing",
            ),
            Offer::new("Book", Kind::Text(reference::BUILT_IN))
                .about("the opening book: built-in, a file, or nothing"),
            Offer::new("Book Variety", spin(0, 0, MAX_VARIETY)).about(
                "by how many points a move may be worse than the best and \
                 still be chosen",
            ),
            Offer::new("Seed", spin(0, 0, u64::MAX >> 1)).about(
                "decides where chance has a part in the choice of a move; \
                 the same seed chooses the same",
            ),
            Offer::new("Strength", spin(FULL_STRENGTH, 0, FULL_STRENGTH)).about(
                "below 100 it looks less far ahead and may play a move that \
                 is not its best",
            ),
        ]
    }

    /// Sets an option; false if there is none of this name.
    ///
    /// # Errors
    ///
    /// If it cannot have this value; the old one stays.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<bool, OptionError> {
        let Some(offer) = self.options().into_iter().find(|offer| offer.is_called(name)) else {
            return Ok(false);
        };
        let setting = offer.read(value)?;
        if let Some(file) = OptionFile::of(&offer, &setting) {
            self.adopt(file.load()?)?;
            return Ok(true);
        }
        match (offer.name, setting) {
            ("Hash", Setting::Number(mib)) => {
                if (mib as usize) << 20 != self.table.bytes() {
                    let table = Table::new(mib as usize);
                    self.table = table.map_err(|error| offer.error(error.to_string()))?;
                }
            }
            ("Clear Hash", Setting::Pressed) => self.clear(),
            // More than there are cores would only wait for each other.
            ("Threads", Setting::Number(threads)) => self.threads = (threads as usize).min(cores()),
            ("Selectivity", Setting::Number(percent)) => {
                self.selectivity = percent as u32;
                // What it holds has been seen with other eyes.
                self.table.clear();
            }
            ("MultiPV", Setting::Number(lines)) => self.lines = lines as usize,
            ("Evaluator", Setting::Word(name)) => {
                self.session.select_evaluator(&name);
                self.evaluator = Some(name);
                // What it holds is the former evaluator's opinion.
                self.table.clear();
            }
            ("Weights", Setting::Word(word)) => {
                let failed = |error| offer.error(format!("{word}: {error}"));
                self.use_weights(None).map_err(failed)?;
            }
            ("Knowledge", Setting::Word(word)) => {
                self.knowledge = match word.as_str() {
                    "none" => Knowledge::None,
                    "tactics" => Knowledge::Tactics,
                    _ => Knowledge::Full,
                };
                self.session.set_knowledge(self.knowledge);
                self.table.clear();
            }
            ("Book", Setting::Word(word)) => {
                self.books = match word.as_str() {
                    reference::BUILT_IN => Reference::default(),
                    _ => Reference::None,
                };
            }
            ("Book Variety", Setting::Number(points)) => self.book_variety = points as Value,
            ("Seed", Setting::Number(seed)) => {
                self.seed = seed;
                self.games = 0;
                self.drawn = false;
            }
            ("Strength", Setting::Number(strength)) => self.strength = strength,
            (name, setting) => unreachable!("{name} is announced, but cannot be {setting:?}"),
        }
        Ok(true)
    }

    /// Gives the default evaluator other weights, or its own again.
    fn use_weights(&mut self, weights: Option<Weights>) -> Result<(), WeightsError> {
        self.session.set_weights(weights.as_ref())?;
        self.weights = weights;
        // What it holds is another opinion.
        self.table.clear();
        Ok(())
    }

    /// Thinks about the present position; see
    /// [`Think::search`](crate::session::Think::search). A request for no lines is one
    /// for those of the option `MultiPV`.
    ///
    /// A move to be played may come out of a book without any search: out of one that the option
    /// `Book` names, or, if nothing but time limits the search, out of the one that comes with the
    /// game. It may also be chosen with some chance, if the options `Book Variety` or `Strength`
    /// say so.
    ///
    /// Advice may come out of the same books where nothing but time limits the search, as far as it
    /// is proven. If only the score of the position is, the search looks for the move, and the best
    /// line has that score.
    pub fn think(
        &mut self,
        request: &Request,
        purpose: Purpose,
        control: &Control,
        report: &mut dyn FnMut(Info<String>),
    ) -> Option<Answer<String>> {
        let mut request = Request { selectivity: self.selectivity, ..request.clone() };
        if request.full_width && self.selectivity > 0 {
            request.selectivity = 0;
            // What it holds has been seen with other eyes.
            self.table.clear();
        }
        if request.lines == 0 {
            request.lines = self.lines;
        }
        if request.threads == 0 {
            request.threads = self.threads;
        }
        if request.solve {
            request.lines = 1;
        } else if purpose == Purpose::Move {
            if self.strength < FULL_STRENGTH {
                let most = strength_nodes(self.strength);
                request.nodes = Some(request.nodes.map_or(most, |nodes| nodes.min(most)));
                let lacking = FULL_STRENGTH - self.strength;
                let part = (lacking * lacking / FULL_STRENGTH) as u8;
                request.variety = Some(self.variety(Margin::Part(part)));
            } else {
                if self.book_variety > 0 {
                    request.variety = Some(self.variety(Margin::Points(self.book_variety)));
                }
                if let Some(answer) = self.look_up(&request, control) {
                    report(answer.best.clone());
                    return Some(answer);
                }
            }
        } else if purpose == Purpose::Advice {
            return self.advise(&request, control, report);
        }
        self.session.search(&request, &self.table, control, report)
    }

    /// An answer out of a book.
    fn look_up(&mut self, request: &Request, control: &Control) -> Option<Answer<String>> {
        let is_choice_free = request.moves.is_empty() && request.lines == 1;
        let book = self.books.book(&*self.session, is_timed(request)).filter(|_| is_choice_free)?;
        let (entry, variation) = book.line(&mut *self.session, request.variety)?;
        let best = known_line(entry, variation, 1, control);
        Some(Answer { best: best.clone(), exact: entry.is_proven(), lines: vec![best] })
    }

    /// Chance of the present game.
    fn variety(&mut self, margin: Margin) -> Variety {
        self.drawn = true;
        Variety { margin, seed: self.seed.wrapping_add(self.games.wrapping_mul(1 << 32)) }
    }
}

/// What a book knows of a line, as a report of this rank.
fn known_line(
    entry: Entry,
    variation: Vec<String>,
    rank: usize,
    control: &Control,
) -> Info<String> {
    let length = variation.len() as u32;
    let depth = if entry.is_proven() { length } else { u32::from(entry.depth) };
    Info {
        depth,
        seldepth: depth.max(length),
        rank,
        score: entry.score(),
        bound: Bound::Exact,
        nodes: 0,
        time: control.elapsed(),
        hashfull: 0,
        variation,
    }
}

/// How many things can be done at once on this machine.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// The size of a table, in bytes, that a search of so many positions can make use of; up to that of
/// [`DEFAULT_HASH`].
#[must_use]
pub fn table_for_nodes(nodes: u64) -> usize {
    let bytes = usize::try_from(nodes.saturating_mul(BYTES_A_NODE)).unwrap_or(usize::MAX);
    bytes.clamp(SMALLEST_TABLE, DEFAULT_HASH << 20).next_power_of_two()
}

/// Positions that an engine below full strength visits for a move: eight times as many every 20
/// points.
fn strength_nodes(strength: u64) -> u64 {
    (100.0 * (3.0 * strength as f64 / 20.0).exp2()) as u64
}
