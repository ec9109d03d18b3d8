//! An engine at work on a game: a session and all that it thinks with. Whoever lets it think (the protocol's
//! server, matches, terminal play, batch analysis) does it here.

mod options;

pub use options::{Kind, Offer, OptionError, Setting};

use crate::search::{Answer, Control, Info};
use crate::session::{Knowledge, OpenError, Registry, Request, Session};
use crate::table::{Table, TableError};
use crate::variety::{Margin, Variety};

/// Table size in MiB, unless something else is said.
pub const DEFAULT_HASH: usize = 64;

const MAX_HASH: u64 = 1 << 20;
const MAX_LINES: u64 = 500;
const FULL_STRENGTH: u64 = 100;

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To know more: at full strength, without any chance in it.
    Analysis,
    /// To choose a move to be played.
    Move,
}

/// A session and what it thinks with: its table, its options.
pub struct Engine {
    session: Box<dyn Session>,
    table: Table,
    lines: usize,
    /// The evaluator last asked for; other games may have one of that name.
    evaluator: Option<String>,
    knowledge: Knowledge,
    strength: u64,
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
            evaluator: None,
            knowledge: Knowledge::default(),
            strength: FULL_STRENGTH,
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

    /// Another game, or the same anew. The options stay; where the game has no evaluator of the name chosen
    /// it uses its own default.
    ///
    /// # Errors
    ///
    /// If there is no such game or setup.
    pub fn open(&mut self, registry: &Registry, name: &str, setup: &str) -> Result<(), OpenError> {
        self.session = registry.open(name, setup)?;
        if let Some(evaluator) = &self.evaluator {
            self.session.select_evaluator(evaluator);
        }
        self.session.set_knowledge(self.knowledge);
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
            self.table.clear();
        } else {
            self.table = Table::with_bytes(bytes)?;
        }
        Ok(())
    }

    /// The bytes it has for what it learns: the option `Hash`, unless [`forget`](Self::forget) said else.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Makes the present game the one of this number for the chance in the choice of moves, so that it does
    /// not matter what was played before.
    pub fn count_as_game(&mut self, number: u64) {
        self.games = number;
        self.drawn = false;
    }

    /// Forgets what was learnt; a new game begins for the chance in the choice of moves.
    fn begin(&mut self) {
        self.table.clear();
        self.games += u64::from(std::mem::take(&mut self.drawn));
    }

    /// Its options, those of the present game.
    #[must_use]
    pub fn options(&self) -> Vec<Offer> {
        let spin = |default, min, max| Kind::Spin { default, min, max };
        vec![
            Offer::new("Hash", spin(DEFAULT_HASH as u64, 1, MAX_HASH)),
            Offer::new("Clear Hash", Kind::Button),
            Offer::new("MultiPV", spin(1, 1, MAX_LINES)),
            Offer::combo("Evaluator", self.session.evaluators()),
            Offer::combo("Knowledge", ["tactics", "none"]),
            Offer::new("Seed", spin(0, 0, u64::MAX >> 1)),
            Offer::new("Strength", spin(FULL_STRENGTH, 0, FULL_STRENGTH)),
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
        match (offer.name, offer.read(value)?) {
            ("Hash", Setting::Number(mib)) => {
                if (mib as usize) << 20 != self.table.bytes() {
                    let table = Table::new(mib as usize);
                    self.table = table.map_err(|error| offer.error(error.to_string()))?;
                }
            }
            ("Clear Hash", Setting::Pressed) => self.table.clear(),
            ("MultiPV", Setting::Number(lines)) => self.lines = lines as usize,
            ("Evaluator", Setting::Word(name)) => {
                self.session.select_evaluator(&name);
                self.evaluator = Some(name);
                // What it holds is the former evaluator's opinion.
                self.table.clear();
            }
            ("Knowledge", Setting::Word(word)) => {
                self.knowledge = if word == "none" { Knowledge::None } else { Knowledge::Tactics };
                self.session.set_knowledge(self.knowledge);
                self.table.clear();
            }
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

    /// Thinks about the present position; see [`Session::search`]. A request for no lines is one for those of
    /// the option `MultiPV`.
    pub fn think(
        &mut self,
        request: &Request,
        purpose: Purpose,
        control: &Control,
        report: &mut dyn FnMut(Info<String>),
    ) -> Option<Answer<String>> {
        let mut request = request.clone();
        if request.lines == 0 {
            request.lines = self.lines;
        }
        if purpose == Purpose::Move && self.strength < FULL_STRENGTH {
            let most = strength_nodes(self.strength);
            request.nodes = Some(request.nodes.map_or(most, |nodes| nodes.min(most)));
            let part = (FULL_STRENGTH - self.strength) as u8;
            request.variety = Some(self.variety(Margin::Part(part)));
            self.drawn = true;
        }
        self.session.search(&request, &self.table, control, report)
    }

    fn variety(&self, margin: Margin) -> Variety {
        Variety { margin, seed: self.seed.wrapping_add(self.games.wrapping_mul(1 << 32)) }
    }
}

/// Positions that an engine below full strength visits for a move: twice as many every eight points.
fn strength_nodes(strength: u64) -> u64 {
    (500.0 * (strength as f64 / 8.0).exp2()) as u64
}
