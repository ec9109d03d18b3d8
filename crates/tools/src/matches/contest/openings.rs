//! The openings of a match: where games begin.

use std::borrow::Cow;

use crate::matches::record::{Assumption, PdnError, Record, RecordError, Records};
use sarsen_core::game::{excerpt, mix64, split_mix};
use sarsen_engine::book::Book;
use sarsen_engine::protocol::PositionLine;
use sarsen_engine::session::variety::Variety;
use sarsen_engine::session::{OpenError, PositionError, Registry, Session, move_of};

/// The length limit of an opening from a book, in plies.
const BOOK_PLIES: usize = 8;

/// The limit of attempts to draw random moves that do not end the game.
const TRIES: u64 = 1000;

/// A first position, and the moves from it that are played before the players begin.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// The text of the first position. `None` for the start of the game.
    pub position: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
}

/// The openings of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    /// Random moves from the start.
    Random {
        /// The number of plies.
        plies: usize,
    },
    /// Moves from a book, up to a fixed number of plies or until the book has none. Some of them
    /// are not quite the best.
    Book(Book),
    /// These, one after another, and then again from the first.
    Listed(Vec<Opening>),
}

/// Why openings cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpeningsError {
    /// A record cannot be read.
    #[error("{0}")]
    Record(#[from] RecordError),
    /// A record is in PDN, but not of a game that is known here.
    #[error("{0}")]
    Pdn(#[from] PdnError),
    /// A record is of another game.
    #[error("it is a record of {0}")]
    Game(String),
    /// A line is not an opening.
    #[error("line {line}: '{text}' is neither a line of moves nor what follows 'position'")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// The line, shortened.
        text: String,
    },
    /// The game they are for cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The book cannot be used.
    #[error("openings: {0}")]
    Book(String),
    /// An opening cannot be played.
    #[error("opening {number}: {error}")]
    Position {
        /// Its number, from 1.
        number: usize,
        /// What is wrong.
        error: PositionError,
    },
    /// The game is over after an opening.
    #[error(
        "opening {0}: the game is over; of whole games only the first plies are of use (see \
         '--opening-plies')"
    )]
    Over(usize),
    /// There are none.
    #[error("no opening")]
    None,
    /// Random moves always end the game.
    #[error("openings: {0} random plies end the game")]
    TooLong(usize),
}

/// The opening that a line is. None if it is neither moves nor what follows `position`.
fn of_line(line: &str, session: &dyn Session) -> Option<Opening> {
    let split = |moves: &str| session.split_moves(moves).ok();
    match PositionLine::parse(line) {
        Ok(PositionLine { text, moves }) => Some(Opening { position: text, moves: split(&moves)? }),
        _ if line.starts_with("startpos") || line.starts_with("fen ") => None,
        _ => Some(Opening { position: None, moves: split(line)? }),
    }
}

/// Openings as they are found: those that can be used, and what was wrong first.
struct OpeningList<'a> {
    tell: &'a mut dyn FnMut(&str),
    good: Vec<Opening>,
    broken: Option<OpeningsError>,
}

impl<'a> OpeningList<'a> {
    fn new(tell: &'a mut dyn FnMut(&str)) -> Self {
        Self { tell, good: Vec::new(), broken: None }
    }

    /// Leaves something out, and says so.
    fn leave_out(&mut self, said: &str, error: OpeningsError) {
        (self.tell)(said);
        self.broken.get_or_insert(error);
    }

    /// Takes the games of records.
    fn records(&mut self, text: &str, session: &mut dyn Session, registry: &Registry) {
        for (record, at) in Records::new(text).zip(1..) {
            let found = record.map_err(OpeningsError::from);
            match found.and_then(|record| self.record(record, at, session, registry)) {
                Ok(opening) => self.good.push(opening),
                Err(error) => {
                    // The record has its number already.
                    let why = match &error {
                        OpeningsError::Position { error, .. } => error.to_string(),
                        error => error.to_string(),
                    };
                    self.leave_out(&format!("record {at} is left out: {why}"), error);
                }
            }
        }
    }

    /// The opening that a record is, if it is one of the game of the session.
    fn record(
        &mut self,
        record: Record,
        number: usize,
        session: &mut dyn Session,
        registry: &Registry,
    ) -> Result<Opening, OpeningsError> {
        let game = session.title();
        let record = record.or_of_game(&game, registry)?;
        if record.title(registry).is_none_or(|title| title != game) {
            return Err(OpeningsError::Game(excerpt(record.tag("Game").unwrap_or_default(), 40)));
        }
        let (record, _) = record.with_passes(registry);
        for note in &record.notes {
            // An opening needs no result.
            if !matches!(note.assumed, Assumption::NoResult(_) | Assumption::ResultOfMoves(_)) {
                (self.tell)(&format!("record {number}: {note}"));
            }
        }
        let position = record.position().map(str::to_owned);
        session
            .set_position(position.as_deref(), &record.moves())
            .map_err(|error| OpeningsError::Position { number, error })?;
        Ok(Opening { position, moves: record.plies.into_iter().map(|ply| ply.text).collect() })
    }

    /// Takes the openings of lines.
    fn lines(&mut self, text: &str, session: &dyn Session) {
        for (line, at) in text.lines().map(str::trim).zip(1..) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match of_line(line, session) {
                Some(opening) => self.good.push(opening),
                None => {
                    let error = OpeningsError::Line { line: at, text: excerpt(line, 40) };
                    self.leave_out(&format!("left out: {error}"), error);
                }
            }
        }
    }

    /// Those that can be used, or what was wrong if there are none.
    fn end(self) -> Result<Openings, OpeningsError> {
        if self.good.is_empty() {
            return Err(self.broken.unwrap_or(OpeningsError::None));
        }
        Ok(Openings::Listed(self.good))
    }
}

impl Openings {
    /// Reads the openings of a game (with its setup). The text has game records or lines. A line is
    /// a list of moves such as `4 4 3` (see
    /// [`Ask::split_moves`](sarsen_engine::session::Ask::split_moves)), or what follows the
    /// command `position`: `startpos moves 4 4`, or `fen`, a position and moves. Calls `tell` with
    /// what was assumed where a record is irregular, and with what is wrong with what is left out.
    ///
    /// # Errors
    ///
    /// If the file is of another format, or nothing in it can be used.
    pub fn read(
        text: &str,
        game: &str,
        registry: &Registry,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Self, OpeningsError> {
        let text = text.trim_start_matches('\u{feff}');
        // Old files have nothing but carriage returns.
        let with_lines: Cow<'_, str> = match text.contains('\n') {
            true => text.into(),
            false => text.replace('\r', "\n").into(),
        };
        let text = &*with_lines;
        if let Some(error) = RecordError::of_foreign(text) {
            return Err(error.into());
        }
        let mut session = registry.open_title(game)?;
        let mut found = OpeningList::new(tell);
        if text.trim_start().starts_with('[') {
            found.records(text, &mut *session, registry);
        } else {
            found.lines(text, &*session);
        }
        found.end()
    }

    /// The number of openings to try before it is known that all can be used.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Listed(list) => list.len(),
            Self::Random { .. } | Self::Book(_) => 1,
        }
    }

    /// The same openings. Listed ones are cut to this number of plies.
    #[must_use]
    pub fn shortened(mut self, plies: usize) -> Self {
        if let Self::Listed(list) = &mut self {
            list.iter_mut().for_each(|opening| opening.moves.truncate(plies));
        }
        self
    }

    /// The same openings without those that cannot be played, or that end the game. Calls `tell`
    /// with what is wrong with each of them. `session` can be any session of the game. Its position
    /// changes.
    ///
    /// # Errors
    ///
    /// If none is left.
    pub fn usable(
        self,
        session: &mut dyn Session,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Self, OpeningsError> {
        let Self::Listed(list) = &self else { return Ok(self) };
        let mut found = OpeningList::new(tell);
        for (at, opening) in list.iter().enumerate() {
            match self.nth(at, 0, session) {
                Ok(_) => found.good.push(opening.clone()),
                Err(error) => found.leave_out(&format!("left out: {error}"), error),
            }
        }
        found.end()
    }

    /// A text that distinguishes them from other openings.
    pub(super) fn identity(&self) -> String {
        match self {
            Self::Book(book) => format!("book {:08x}", crc32fast::hash(&book.to_bytes())),
            others => format!("{others:?}"),
        }
    }

    /// The opening with this number, from 0. `session` can be any session of the game. Its position
    /// changes.
    ///
    /// # Errors
    ///
    /// If it cannot be played, or ends the game.
    pub fn nth(
        &self,
        number: usize,
        seed: u64,
        session: &mut dyn Session,
    ) -> Result<Opening, OpeningsError> {
        match self {
            Self::Listed(list) => {
                let at = number % list.len();
                let opening = &list[at];
                session
                    .set_position(opening.position.as_deref(), &opening.moves.join(" "))
                    .map_err(|error| OpeningsError::Position { number: at + 1, error })?;
                if session.outcome().is_some() {
                    return Err(OpeningsError::Over(at + 1));
                }
                // Players get the moves as the game writes them, with all passes.
                Ok(Opening { position: opening.position.clone(), moves: session.played() })
            }
            Self::Book(book) => {
                book.check_game(session).map_err(|error| OpeningsError::Book(error.to_string()))?;
                session.restart();
                let mut moves = Vec::new();
                while moves.len() < BOOK_PLIES {
                    let seed = mix64(seed) ^ mix64(number as u64 + 1);
                    let variety = Variety { margin: 2 * book.ply(), seed };
                    let Some((_, line)) = book.line(session, Some(variety)) else { break };
                    let m = line.into_iter().next().unwrap_or_default();
                    if session.play(&m).is_err() || session.outcome().is_some() {
                        break;
                    }
                    moves.push(m);
                }
                Ok(Opening { position: None, moves })
            }
            Self::Random { plies } => (0..TRIES)
                .find_map(|attempt| {
                    let mut state = mix64(seed) ^ mix64(number as u64 * TRIES + attempt + 1);
                    let mut moves = Vec::new();
                    session.restart();
                    while moves.len() < *plies && session.outcome().is_none() {
                        let m = move_of(split_mix(&mut state), session);
                        session.play(&m).ok()?;
                        moves.push(m);
                    }
                    let goes_on = session.outcome().is_none();
                    goes_on.then_some(Opening { position: None, moves })
                })
                .ok_or(OpeningsError::TooLong(*plies)),
        }
    }
}
