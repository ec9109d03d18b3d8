//! `sarsen record`: game records are checked, and led back to the protocol.

use std::error::Error;
use std::io::Write;
use std::process::ExitCode;

use crate::aside::say;
use crate::protocol::reply;
use crate::record::{Record, Records, result};
use crate::session::Registry;
use clap::Args;
use serde::Serialize;

use super::position::{RecordFile, shorten};
use super::questions::print;

/// Check game records, every move and the result: exit status 1 if one is wrong
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen match -p name=a -p name=b --nodes 100 --games 2 --records games.txt\n  \
    sarsen record games.txt\n  \
    sarsen record games.txt:2 --position --ply 6\n  \
    sarsen show --record games.txt:2 --replay")]
pub(crate) struct RecordArguments {
    /// A file of game records ('-' is standard input), and which one of them, all if left out
    #[arg(value_name = "FILE[:N]", allow_hyphen_values = true)]
    file: String,
    /// Print the line of the protocol that leads to the end of each record
    #[arg(long)]
    position: bool,
    /// Lead only so many plies far
    #[arg(long, requires = "position")]
    ply: Option<usize>,
    /// Print an object of JSON for each record
    #[arg(long, conflicts_with = "position")]
    json: bool,
}

/// What is found of a record.
#[derive(Serialize, Default)]
struct Finding {
    record: usize,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<usize>,
    /// As it is said: a game may also end by resignation, or by the clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl RecordArguments {
    pub(crate) fn run(
        &self,
        registry: &Registry,
        out: &mut dyn Write,
    ) -> Result<ExitCode, Box<dyn Error>> {
        let RecordFile { text, number } = RecordFile::read(&self.file)?;
        let (mut seen, mut wrong) = (0, 0);
        for (record, at) in Records::new(&text).zip(1..) {
            if number.is_some_and(|number| number != at) && record.is_ok() {
                continue;
            }
            seen += 1;
            let record = record.map_err(Box::<dyn Error>::from);
            let checked = record.and_then(|record| self.check(record, registry));
            wrong += usize::from(checked.is_err());
            self.tell(at, checked, out)?;
        }
        match (seen, number) {
            (0, None) => Err(format!("{}: there is no record", self.file).into()),
            (0, Some(number)) => Err(format!("{}: there is no record {number}", self.file).into()),
            _ if wrong > 0 => Ok(ExitCode::FAILURE),
            _ => Ok(ExitCode::SUCCESS),
        }
    }

    /// A record that is right, and the game's name with its setup.
    fn check(
        &self,
        record: Record,
        registry: &Registry,
    ) -> Result<(Record, String), Box<dyn Error>> {
        let record = shorten(record, self.ply)?;
        let game = record.replay(registry)?.title();
        Ok((record, game))
    }

    /// Prints what was found of the record of this number.
    fn tell(
        &self,
        number: usize,
        checked: Result<(Record, String), Box<dyn Error>>,
        out: &mut dyn Write,
    ) -> Result<(), Box<dyn Error>> {
        match checked {
            Ok((record, _)) if self.position => writeln!(out, "{}", position_line(&record))?,
            Ok((record, game)) if self.json => {
                let result = record.outcome.map(|outcome| reply::result(Some(outcome)));
                let (game, plies) = (Some(game), Some(record.plies.len()));
                let finding =
                    Finding { record: number, ok: true, game, plies, result, error: None };
                print(&finding, out)?;
            }
            Ok((record, game)) => {
                let (plies, result) = (record.plies.len(), result(record.outcome));
                writeln!(out, "{number} ok: {game}, {plies} plies, {result}")?;
            }
            Err(error) if self.json => {
                let error = Some(error.to_string());
                print(&Finding { record: number, error, ..Finding::default() }, out)?;
            }
            // Standard output is for those that are right.
            Err(error) if self.position => say(format_args!("sarsen: record {number}: {error}")),
            Err(error) => writeln!(out, "{number} wrong: {error}")?,
        }
        Ok(())
    }
}

/// The command of the protocol that leads to the end of a record.
fn position_line(record: &Record) -> String {
    let from = match record.tag("Position") {
        None => "startpos".to_owned(),
        Some(text) => format!("fen {text}"),
    };
    match record.moves() {
        moves if moves.is_empty() => format!("position {from}"),
        moves => format!("position {from} moves {moves}"),
    }
}
