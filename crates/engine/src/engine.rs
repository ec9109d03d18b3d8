//! An engine at work on a game: a session, a table and options. The protocol's server, matches,
//! terminal play and batch analysis all think with it.
//!
//! Its options are in `engine/options`, one file each. `engine/think.rs` applies them to a search.

mod advice;
mod book_line;
mod bounds;
mod built_in_books;
mod engine_option;
mod files;
mod offer;
pub mod option;
mod options;
mod parts;
mod plan;
mod search_memory;
mod table_size;
mod table_slot;
mod think;

pub use advice::BookProofs;
pub use bounds::MAX_HASH;
pub use bounds::{DEFAULT_HASH, EngineBounds};
pub use engine_option::BUILT_IN;
pub use files::{Loaded, OptionFile};
pub use offer::{Kind, Offer, OptionError, Setting};
pub use options::{DEFAULT_SELECTIVITY, cores};
pub use plan::Purpose;
pub use search_memory::SearchMemory;
pub use table_size::{SMALLEST_TABLE, table_for_nodes};

use crate::session::{OpenError, PositionError, Registry, Session, UndoError};
use options::EngineOptions;
use parts::Parts;
use sarsen_core::transposition::{Table, TableError};
use table_slot::TableSlot;

/// An engine could not begin.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The game could not be opened.
    #[error(transparent)]
    Game(#[from] OpenError),
    /// There is no memory for the table.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// A game in progress, and an engine that thinks about it. Options say how.
///
/// ```
/// use sarsen_core::search::Limits;
/// use sarsen_engine::engine::Engine;
/// use sarsen_engine::session::Registry;
/// # use sarsen_core::game::Game;
/// # fn of<G: Game>(game: G) -> Result<(), Box<dyn std::error::Error>> {
/// # let name = game.name().to_owned();
///
/// let mut engine = Engine::start(&Registry::of(game), &name)?;
/// let first = engine.legal_moves()[0].clone();
/// engine.play(&first)?;
/// if let Err(error) = engine.play("no such move") {
///     println!("{error}");
/// }
/// engine.take_back(1)?;
/// if let Some(answer) = engine.analyse(Limits::nodes(10_000)) {
///     println!("{} {:?}", answer.best.score, answer.best_move());
/// }
/// # Ok(())
/// # }
/// ```
pub struct Engine {
    parts: Parts,
    options: EngineOptions,
    /// The keys of positions that are won for the player who moves there, as the last search that
    /// found a win has seen.
    won: Vec<u64>,
}

impl Engine {
    /// An engine at the start of a game that is named together with its setup, as in `connect4 8x7`
    /// or `Connect Four 8x7`. Its table has [`DEFAULT_HASH`] MiB.
    ///
    /// # Errors
    ///
    /// If there is no such game or setup, or no memory for the table.
    pub fn start(registry: &Registry, title: &str) -> Result<Self, EngineError> {
        Ok(Self::new(registry.open_title(title)?, DEFAULT_HASH)?)
    }

    /// An engine for a game, with an empty table of `hash` MiB.
    ///
    /// # Errors
    ///
    /// If there is no memory for the table.
    pub fn new(session: Box<dyn Session>, hash: usize) -> Result<Self, TableError> {
        let table = TableSlot::Own(Table::new(hash)?);
        Ok(Self::with(session, table, EngineBounds::default()))
    }

    /// An engine for a game that has no memory of its own for its searches: somebody lends it some
    /// before each search. Its options stay within these bounds.
    #[must_use]
    pub fn borrowing(session: Box<dyn Session>, bounds: EngineBounds) -> Self {
        let table = TableSlot::borrowing(usize::try_from(bounds.usual_hash << 20).unwrap_or(0));
        Self::with(session, table, bounds)
    }

    fn with(session: Box<dyn Session>, table: TableSlot, bounds: EngineBounds) -> Self {
        let mut parts = Parts { session, table, bounds };
        parts.prepare();
        Self { parts, options: EngineOptions::default(), won: Vec::new() }
    }

    /// The number of threads that search for it.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.options.threads.count()
    }

    /// The game in progress.
    #[must_use]
    pub fn session(&self) -> &dyn Session {
        &*self.parts.session
    }

    /// The game in progress, to play it.
    pub fn session_mut(&mut self) -> &mut dyn Session {
        &mut *self.parts.session
    }

    /// The legal moves of the current position. Empty if the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<String> {
        self.parts.session.moves()
    }

    /// Plays moves, separated by blanks: all or none.
    ///
    /// # Errors
    ///
    /// If one of them is not legal.
    pub fn play(&mut self, moves: &str) -> Result<(), PositionError> {
        self.parts.session.play(moves)
    }

    /// Takes back the last moves.
    ///
    /// # Errors
    ///
    /// If there are not so many since the position was set up.
    pub fn take_back(&mut self, count: usize) -> Result<(), UndoError> {
        self.parts.session.undo(count)
    }

    /// Sets up the position of a text, or the start position if there is none, and plays moves from
    /// there, separated by blanks. If anything fails, nothing changes.
    ///
    /// # Errors
    ///
    /// If the text cannot be read, or a move is not legal.
    pub fn set_up(&mut self, text: Option<&str>, moves: &str) -> Result<(), PositionError> {
        self.parts.session.set_position(text, moves)
    }

    /// Forgets everything that was learnt, and goes back to the start of the game.
    pub fn restart(&mut self) {
        self.parts.session.restart();
        self.begin();
    }

    /// Opens another game, or the same one anew. The options stay. If the game has no evaluator of
    /// the chosen name, it uses its default one. If the chosen weights are not for its evaluator,
    /// it uses the built-in weights.
    ///
    /// # Errors
    ///
    /// If there is no such game or setup.
    pub fn open(&mut self, registry: &Registry, name: &str, setup: &str) -> Result<(), OpenError> {
        self.parts.session = registry.open(name, setup)?;
        self.options.carry_over(&mut self.parts);
        self.parts.prepare();
        self.begin();
        Ok(())
    }

    /// Forgets everything that was learnt. From now on the table has this number of bytes.
    ///
    /// # Errors
    ///
    /// If there is not enough memory. Then everything stays as it was.
    pub fn forget(&mut self, bytes: usize) -> Result<(), TableError> {
        if bytes == self.parts.table.bytes() {
            self.parts.clear();
        } else {
            self.parts.resize_table(bytes)?;
        }
        Ok(())
    }

    /// The bytes of the table that it wants: those of the option `Hash`, or those that
    /// [`forget`](Self::forget) was last given.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.parts.table.bytes()
    }

    /// Gives the current game a number. The random choices of moves then depend on this number, and
    /// no longer on the earlier games.
    pub fn count_as_game(&mut self, number: u64) {
        self.options.seed.count_as_game(number);
    }

    /// Begins a game: forgets everything that was learnt, and changes the random numbers.
    fn begin(&mut self) {
        self.make_ready();
        self.parts.clear();
        self.won.clear();
        self.options.seed.begin();
    }

    /// Makes the game's own solver and reads the book that comes with the game, unless that has
    /// been done. Before a search with a clock, this keeps the clock from running meanwhile.
    pub fn make_ready(&mut self) {
        self.parts.ready_solver();
        let _ = self.options.book.of(&*self.parts.session, true);
    }

    /// Its options, as announced for the current game.
    #[must_use]
    pub fn options(&self) -> Vec<Offer> {
        self.options.offers(&self.parts)
    }

    /// Sets an option. False if there is none of this name.
    ///
    /// # Errors
    ///
    /// If the option cannot have this value. The old value stays.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<bool, OptionError> {
        match self.file_of(name, value) {
            Some(file) => self.adopt(file.load()?).map(|()| true),
            None => self.options.set(name, value, &mut self.parts),
        }
    }

    /// The file that setting an option reads, so that another thread can read it. None if
    /// [`set`](Self::set) reads no file.
    #[must_use]
    pub fn file_of(&self, name: &str, value: Option<&str>) -> Option<OptionFile> {
        self.options.file_of(name, value, &self.parts)
    }

    /// Sets an option to the content of a file.
    ///
    /// # Errors
    ///
    /// If the content is not for the current game. The old value stays.
    pub fn adopt(&mut self, loaded: Loaded) -> Result<(), OptionError> {
        self.options.adopt(loaded, &mut self.parts)
    }
}
