//! The openings of a match: where games begin.

use std::borrow::Cow;

use super::opening_list::{Opening, OpeningList};
use crate::matches::record::{Assumption, PdnError, ReadError, Record, RecordError, RecordReader};
use sarsen_core::game::{excerpt, mix64, split_mix};
use sarsen_core::sys::text_lines::LONGEST;
use sarsen_engine::book::Book;
use sarsen_engine::protocol::PositionLine;
use sarsen_engine::session::variety::Variety;
use sarsen_engine::session::{OpenError, PositionError, Registry, Session, move_of};

/// The length limit of an opening from a book, in plies.
const BOOK_PLIES: usize = 8;

/// The limit of attempts to draw random moves that do not end the game.
const TRIES: u64 = 1000;

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
    Listed(OpeningList),
}

/// Why openings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// A record cannot be read.
    #[error("{0}")]
    Record(#[from] ReadError),
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
    /// A line is too long.
    #[error("line {0}: this is longer than {LONGEST} bytes")]
    LongLine(usize),
    /// The file is no text.
    #[error("line {0}: this is no text: it has a NUL byte in it")]
    Binary(usize),
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

/// The position of an opening, unless it is the start, and its moves, separated by blanks.
type OpeningText = (Option<String>, String);

/// The opening that a line is: moves, or what follows `position`.
fn of_line(line: &str, number: usize, session: &dyn Session) -> Result<OpeningText, OpeningsError> {
    if line.len() > LONGEST {
        return Err(OpeningsError::LongLine(number));
    }
    let neither = || OpeningsError::Line { line: number, text: excerpt(line, 40) };
    let (position, moves) = match PositionLine::parse(line) {
        Ok(PositionLine { text, moves }) => (text, Cow::Owned(moves)),
        _ if line.starts_with("startpos") || line.starts_with("fen ") => return Err(neither()),
        _ => (None, Cow::Borrowed(line)),
    };
    let moves = session.split_moves(&moves).map_err(|_| neither())?;
    Ok((position, moves.join(" ")))
}

/// The line of a text with a NUL byte in it.
fn line_with_nul(text: &str) -> Option<usize> {
    Some(text[..text.find('\0')?].matches('\n').count() + 1)
}

/// Openings as they are found: those that can be used, and what was wrong first.
struct FoundOpenings<'a> {
    tell: &'a mut dyn FnMut(&str),
    good: OpeningList,
    broken: Option<OpeningsError>,
}

impl<'a> FoundOpenings<'a> {
    fn new(tell: &'a mut dyn FnMut(&str)) -> Self {
        Self { tell, good: OpeningList::default(), broken: None }
    }

    /// Leaves something out, and says so.
    fn leave_out(&mut self, said: &str, error: OpeningsError) {
        (self.tell)(said);
        self.broken.get_or_insert(error);
    }

    /// Takes the games of records.
    fn records(&mut self, text: &str, session: &mut dyn Session, registry: &Registry) {
        for (record, at) in RecordReader::new(text.as_bytes()).zip(1..) {
            let found = record.map_err(OpeningsError::from);
            match found.and_then(|record| self.record(record, at, session, registry)) {
                Ok((position, moves)) => self.good.push(position.as_deref(), &moves),
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
    ) -> Result<OpeningText, OpeningsError> {
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
        let (position, moves) = (record.position().map(str::to_owned), record.moves());
        session
            .set_position(position.as_deref(), &moves)
            .map_err(|error| OpeningsError::Position { number, error })?;
        Ok((position, moves))
    }

    /// Takes the openings of lines.
    fn lines(&mut self, text: &str, session: &dyn Session) {
        for (line, at) in text.lines().map(str::trim).zip(1..) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match of_line(line, at, session) {
                Ok((position, moves)) => self.good.push(position.as_deref(), &moves),
                Err(error) => self.leave_out(&format!("left out: {error}"), error),
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

/// Plays an opening of a list. Refuses one that cannot be played, or that ends the game.
fn set_up(list: &OpeningList, at: usize, session: &mut dyn Session) -> Result<(), OpeningsError> {
    let (position, moves) = list.get(at);
    session
        .set_position(position, moves)
        .map_err(|error| OpeningsError::Position { number: at + 1, error })?;
    if session.outcome().is_some() {
        return Err(OpeningsError::Over(at + 1));
    }
    Ok(())
}

impl Openings {
    /// Reads the openings of a game (with its setup). The text has game records or lines. A line is
    /// a list of moves such as `4 4 3` (see
    /// [`Ask::split_moves`](sarsen_engine::session::Ask::split_moves)), or what follows the
    /// command `position`: `startpos moves 4 4`, or `fen`, a position and moves. A line or a record
    /// has at most 1 MiB. Calls `tell` with what was assumed where a record is irregular, and with
    /// what is wrong with what is left out.
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
        let with_lines: Cow<'_, str> = match text.contains('\n') || !text.contains('\r') {
            true => text.into(),
            false => text.replace('\r', "\n").into(),
        };
        let text = &*with_lines;
        if let Some(error) = RecordError::of_foreign(text) {
            return Err(ReadError::from(error).into());
        }
        // Old files are filled up at their end.
        let text = text.trim_end_matches(['\0', '\u{1a}']);
        let mut session = registry.open_title(game)?;
        let mut found = FoundOpenings::new(tell);
        if text.trim_start().starts_with('[') {
            found.records(text, &mut *session, registry);
        } else if let Some(line) = line_with_nul(text) {
            return Err(OpeningsError::Binary(line));
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
            *list = list.shortened(plies);
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
        let mut found = FoundOpenings::new(tell);
        for (at, (position, moves)) in list.iter().enumerate() {
            match set_up(list, at, session) {
                Ok(()) => found.good.push(position, moves),
                Err(error) => found.leave_out(&format!("left out: {error}"), error),
            }
        }
        found.end()
    }

    /// A text that distinguishes them from other openings.
    pub(super) fn identity(&self) -> String {
        match self {
            Self::Book(book) => format!("book {:08x}", crc32fast::hash(&book.to_bytes())),
            Self::Listed(list) => format!("{} openings {:08x}", list.len(), list.digest()),
            random @ Self::Random { .. } => format!("{random:?}"),
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
                set_up(list, at, session)?;
                let position = list.get(at).0.map(str::to_owned);
                // Players get the moves as the game writes them, with all passes.
                Ok(Opening { position, moves: session.played() })
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
