//! `sarsen record`: checks game records, and prints the positions that they lead to.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use crate::cli::arguments::{RecordFileError, RecordSource, check_game, joined, leading, shorten};
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::failure::Failure;
use crate::cli::json::print_json;
use crate::cli::program::Program;
use sarsen_core::game::printable;
use sarsen_core::sys::stderr::complain;
use sarsen_engine::protocol::reply;
use sarsen_engine::session::Registry;
use sarsen_tools::matches::record::{
    PassesPutIn, PdnError, ReadError, Record, ReplayError, result,
};

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::any("sarsen match -p name=a -p name=b --nodes 100 --games 2 --records games.txt"),
    Example::any("sarsen record games.txt"),
    Example::any("sarsen record games.txt:2 --position --ply 6"),
    Example::any("sarsen record games.txt more.txt"),
    Example::any("sarsen show --record games.txt:2 --replay"),
]);

/// Check game records, every move and the result: exit status 1 if one is wrong
///
/// Files are read record by record, so they may have any size. A record has at most 1 MiB. If there
/// are several files, each line begins with the name of its file, and a JSON object has it as
/// 'file'.
///
/// The tag 'Game' names the game and its setup. A record without it may be in PDN, the Portable
/// Draughts Notation, where the tag 'GameType' names the game by a number ('21' is checkers). PDN
/// gives the result from white's side: in checkers, '0-1' is a win of black, who moves first.
///
/// A record that names no game is one of GAME. If GAME is not given either, it is taken for one in
/// PDN if it has the tags 'White' and 'Black', or a position of that game in 'FEN'. What is wrong
/// with it then says so.
///
/// A forced pass may be left out, or spelled 'PA', '--', '0000' and so on.
///
/// A record that is irregular, but clear, is read. A note on standard error, or in 'notes' in JSON,
/// says what was assumed. One that cannot be read counts as one, and those behind it are checked,
/// too. The next one begins where a tag begins a line.
#[derive(Args)]
pub(crate) struct RecordArguments {
    /// A file of game records ('-' is standard input), and the number of one of them [default:
    /// all]; or the game of records that name none, in front of its files
    ///
    /// The first words are the game if they are the name of one, and its setup. If a file has the
    /// name of a game, write './othello'.
    #[arg(value_name = "GAME|FILE[:N]", allow_hyphen_values = true)]
    first: OsString,
    /// The game's setup, and more files
    #[arg(value_name = "FILE[:N]")]
    more: Vec<OsString>,
    /// Print the 'position' command of the protocol that leads to the end of each record
    #[arg(long)]
    position: bool,
    /// Lead only to the position after this many plies
    #[arg(long, value_name = "PLIES", requires = "position")]
    ply: Option<usize>,
    /// Print each record in PDN, the Portable Draughts Notation
    #[arg(long, conflicts_with_all = ["position", "json"])]
    pdn: bool,
    /// Print a JSON object for each record
    #[arg(long, conflicts_with = "position")]
    json: bool,
}

/// A check of files of records.
struct RecordCheck<'a> {
    arguments: &'a RecordArguments,
    registry: &'a Registry,
    /// The game of records that name none, with its setup. Empty if the user named none.
    game: String,
    /// Whether there are several files.
    among: bool,
}

/// The place of a record: its file and its number.
struct RecordPlace<'a> {
    /// The name of the file. `None` if there is only one file.
    file: Option<&'a String>,
    number: usize,
}

/// What was found out about a record, as JSON.
#[derive(Serialize, Default)]
struct RecordJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a String>,
    record: usize,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<usize>,
    /// The result in the record: a game may also end by resignation or by the clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// What was assumed to read it, and what a reader should know of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

impl RecordArguments {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let registry = &*program.registry;
        let words = std::iter::once(&self.first).chain(&self.more);
        let words: Vec<&OsStr> = words.map(OsString::as_os_str).collect();
        let count = leading(&words, registry);
        let (game, files) = (joined(&words[..count]), &words[count..]);
        if files.is_empty() {
            return Err(format!("{game}: a file of game records is due behind the game").into());
        }
        let title = match game.is_empty() {
            true => game,
            false => registry.open_title(&game)?.title(),
        };
        let check = RecordCheck { arguments: self, registry, game: title, among: files.len() > 1 };
        let mut is_good = true;
        for file in files {
            match check.file(&file.to_string_lossy(), out) {
                Ok(is_right) => is_good &= is_right,
                // The other files are checked all the same.
                Err(error) if check.among && !error.is_broken_pipe() => {
                    complain(error);
                    is_good = false;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// What is wrong with a record.
#[derive(Debug, thiserror::Error)]
enum WrongRecord {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It is of a game that is not here, or cannot be written as PDN.
    #[error(transparent)]
    Pdn(#[from] PdnError),
    /// It is not the one that the user means.
    #[error(transparent)]
    Other(#[from] RecordFileError),
    /// It does not say of which game it is.
    #[error("{0}; name the game in front of the file")]
    NoGame(ReplayError),
    /// It cannot be played through.
    #[error(transparent)]
    Replay(ReplayError),
}

impl RecordCheck<'_> {
    /// Checks all records of a file, or the one with the number that the user gave. Returns whether
    /// all checked records are right.
    fn file(&self, file: &str, out: &mut dyn Write) -> Result<bool, Failure> {
        let RecordSource { name, records, number } = RecordSource::open(file)?;
        let (mut seen, mut is_good) = (0, true);
        let mut broken = None;
        for (record, at) in records.zip(1..) {
            if number.is_some_and(|number| number != at) {
                broken = record.err().map(|error| (at, error)).or(broken);
                continue;
            }
            seen += 1;
            let mut notes = Vec::new();
            let record = record.map_err(WrongRecord::from);
            let checked = record.and_then(|record| self.record(record, &mut notes));
            is_good &= checked.is_ok();
            let place = RecordPlace { file: self.among.then_some(&name), number: at };
            self.tell(place, checked, notes, out)?;
            if number == Some(at) {
                break;
            }
        }
        match (seen, number, broken) {
            (0, None, _) => Err(format!("{file}: there is no record").into()),
            (0, Some(number), broken) => {
                Err(RecordFileError::Missing { name: file.to_owned(), number, broken }.into())
            }
            _ => Ok(is_good),
        }
    }

    /// Checks a record. Returns it, shortened, with the game's name and setup. Adds to what is to
    /// be told besides.
    fn record(
        &self,
        record: Record,
        notes: &mut Vec<String>,
    ) -> Result<(Record, String), WrongRecord> {
        let Self { arguments, registry, game, .. } = self;
        let notes_of = |record: &Record| record.notes.iter().map(ToString::to_string).collect();
        *notes = notes_of(&record);
        let (record, put_in) = record.or_of_game(game, registry)?.with_passes(registry);
        *notes = notes_of(&record);
        notes.extend(put_in.iter().map(PassesPutIn::to_string));
        let record = shorten(record, arguments.ply)?;
        let session = record.replay(registry).map_err(|error| match error {
            ReplayError::NoGame => WrongRecord::NoGame(error),
            error => WrongRecord::Replay(error),
        })?;
        check_game(&*session, game)?;
        notes.extend(reply::beyond_claims(&*session));
        let record = if arguments.pdn { record.to_pdn(registry)? } else { record };
        Ok((record, session.title()))
    }

    /// Prints what was found out about a record.
    fn tell(
        &self,
        place: RecordPlace<'_>,
        checked: Result<(Record, String), WrongRecord>,
        notes: Vec<String>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (RecordPlace { file, number }, arguments) = (place, self.arguments);
        let before = file.map(|file| format!("{}: ", printable(file))).unwrap_or_default();
        if !arguments.json {
            notes.iter().for_each(|note| complain(format_args!("{before}record {number}: {note}")));
        }
        match checked {
            Ok((record, _)) if arguments.position => {
                writeln!(out, "{}", position_line(&record))?;
            }
            Ok((record, _)) if arguments.pdn => writeln!(out, "{record}")?,
            Ok((record, game)) if arguments.json => {
                let result = record.outcome.map(|outcome| reply::result(Some(outcome)));
                let (game, plies) = (Some(game), Some(record.plies.len()));
                let (record, error) = (number, None);
                let json = RecordJson { file, record, ok: true, game, plies, result, error, notes };
                print_json(&json, out)?;
            }
            Ok((record, game)) => {
                let (plies, result) = (record.plies.len(), result(record.outcome));
                writeln!(out, "{before}{number} ok: {game}, {plies} plies, {result}")?;
            }
            Err(error) if arguments.json => {
                let error = Some(error.to_string());
                let json =
                    RecordJson { file, record: number, error, notes, ..RecordJson::default() };
                print_json(&json, out)?;
            }
            // Standard output has only records that are right.
            Err(error) if arguments.position || arguments.pdn => {
                complain(format_args!("{before}record {number}: {error}"));
            }
            Err(error) => {
                writeln!(out, "{before}{number} wrong: {}", printable(&error.to_string()))?
            }
        }
        Ok(())
    }
}

/// The command of the protocol that leads to the end of a record.
fn position_line(record: &Record) -> String {
    let from = match record.position() {
        None => "startpos".to_owned(),
        Some(text) => format!("fen {text}"),
    };
    match record.moves() {
        moves if moves.is_empty() => format!("position {from}"),
        moves => format!("position {from} moves {moves}"),
    }
}
