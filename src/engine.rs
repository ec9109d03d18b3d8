//! An engine at work on a game: a session, a table and options. The protocol's server, matches,
//! terminal play and batch analysis all let it think.
//!
//! Its options are in `engine/options`, one file each. `engine/think.rs` is what it does with them.

mod advice;
mod engine_option;
mod files;
mod known;
mod offer;
pub(crate) mod option;
mod options;
mod parts;
mod plan;
mod table_size;
mod think;

pub use engine_option::BUILT_IN;
pub use files::{Loaded, OptionFile};
pub use offer::{Kind, Offer, OptionError, Setting};
pub use options::DEFAULT_HASH;
pub(crate) use options::{DEFAULT_SELECTIVITY, MAX_HASH, cores};
pub use plan::Purpose;
pub use table_size::{SMALLEST_TABLE, table_for_nodes};

use crate::session::{OpenError, Registry, Session};
use crate::transposition::{Table, TableError};
use options::EngineOptions;
use parts::Parts;

/// A game in progress, and an engine that thinks about it as its options say.
pub struct Engine {
    parts: Parts,
    options: EngineOptions,
}

impl Engine {
    /// With a game and an empty table of `hash` MiB.
    ///
    /// # Errors
    ///
    /// If there is no memory for the table.
    pub fn new(session: Box<dyn Session>, hash: usize) -> Result<Self, TableError> {
        let parts = Parts { session, table: Table::new(hash)? };
        Ok(Self { parts, options: EngineOptions::default() })
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

    /// Forgets what was learnt and goes back to the start of the game.
    pub fn restart(&mut self) {
        self.parts.session.restart();
        self.begin();
    }

    /// Opens another game, or the same anew. The options stay. If the game has no evaluator of the
    /// chosen name, it uses its own default; if the chosen weights are not for its evaluator, its
    /// own weights.
    ///
    /// # Errors
    ///
    /// If there is no such game or setup.
    pub fn open(&mut self, registry: &Registry, name: &str, setup: &str) -> Result<(), OpenError> {
        self.parts.session = registry.open(name, setup)?;
        self.options.carry_over(&mut self.parts);
        self.begin();
        Ok(())
    }

    /// Forgets what was learnt, and has a table of this many bytes from now on.
    ///
    /// # Errors
    ///
    /// If there is not enough memory; then everything stays as it was.
    pub fn forget(&mut self, bytes: usize) -> Result<(), TableError> {
        if bytes == self.parts.table.bytes() {
            self.parts.clear();
        } else {
            self.parts.table = Table::with_bytes(bytes)?;
        }
        Ok(())
    }

    /// The bytes of its table: the option `Hash`, unless [`forget`](Self::forget) changed it.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.parts.table.bytes()
    }

    /// Gives the present game a number. The random choices of moves depend on it, and then no
    /// longer on the games before.
    pub fn count_as_game(&mut self, number: u64) {
        self.options.seed.count_as_game(number);
    }

    /// Forgets what was learnt. The random choices of moves take another turn.
    fn begin(&mut self) {
        self.parts.clear();
        self.options.seed.begin();
    }

    /// Its options, as they are for the present game.
    #[must_use]
    pub fn options(&self) -> Vec<Offer> {
        self.options.offers(&self.parts)
    }

    /// Sets an option. False if there is none of this name.
    ///
    /// # Errors
    ///
    /// If it cannot have this value; the old one stays.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<bool, OptionError> {
        match self.file_of(name, value) {
            Some(file) => self.adopt(file.load()?).map(|()| true),
            None => self.options.set(name, value, &mut self.parts),
        }
    }

    /// The file that setting an option reads, so that it can be read elsewhere. None if
    /// [`set`](Self::set) reads no file.
    #[must_use]
    pub fn file_of(&self, name: &str, value: Option<&str>) -> Option<OptionFile> {
        self.options.file_of(name, value, &self.parts)
    }

    /// Sets an option to what was in a file.
    ///
    /// # Errors
    ///
    /// If that is not for the present game; the old value stays.
    pub fn adopt(&mut self, loaded: Loaded) -> Result<(), OptionError> {
        self.options.adopt(loaded, &mut self.parts)
    }
}
