//! The journal of a match: a JSON line for each finished pair of games, so that an interrupted
//! match can continue.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::matches::record::Records;
use sarsen_core::game::{Outcome, excerpt};
use sarsen_core::sys::atomic_file::refuse_no_file;
use sarsen_core::sys::file_lock::lock;

/// Two games from one opening.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Played {
    /// The number of the pairing of the two players.
    pub(super) pairing: usize,
    /// The number of the opening.
    pub(super) opening: usize,
    /// For each game, the player of the pairing, 0 or 1, who lost it by a foul.
    pub(super) fouls: [Option<usize>; 2],
    /// The records of both games.
    pub(super) records: [String; 2],
}

impl Played {
    /// How both games ended.
    pub(super) fn outcomes(&self) -> Result<[Outcome; 2], String> {
        let outcome = |text: &String| {
            let record = Records::new(text).next().and_then(Result::ok);
            record.and_then(|record| record.outcome).ok_or("a game without a result".to_owned())
        };
        let [first, second] = &self.records;
        Ok([outcome(first)?, outcome(second)?])
    }

    /// Checks that the pair makes sense.
    fn check(&self) -> Result<(), String> {
        self.outcomes()?;
        match self.fouls.iter().flatten().find(|&&loser| loser > 1) {
            Some(loser) => Err(format!("a foul of player {loser}, where there are 0 and 1")),
            None => Ok(()),
        }
    }
}

/// The settings that make two matches the same: names and values.
pub(super) type MatchSettings = Vec<(String, String)>;

/// The first line: the match that the other lines belong to.
#[derive(Serialize, Deserialize)]
struct MatchHeader {
    sarsen_match: MatchSettings,
}

impl MatchHeader {
    /// A difference between the settings of a match and those of this journal's match, if any.
    fn difference(&self, settings: &MatchSettings) -> Option<String> {
        let value = |of: &MatchSettings, name: &str| {
            let found = of.iter().find(|(known, _)| known == name);
            found.map_or("nothing".to_owned(), |(_, value)| format!("'{}'", excerpt(value, 120)))
        };
        let names = self.sarsen_match.iter().chain(settings).map(|(name, _)| name);
        let (journal, present) = (&self.sarsen_match, settings);
        names.into_iter().find_map(|name| {
            let (there, here) = (value(journal, name), value(present, name));
            let name = excerpt(name, 40);
            (there != here).then(|| format!("{name} was {there} there and is {here} now"))
        })
    }
}

/// The length limit of a line, in bytes. Every line of a journal is shorter.
const LONGEST: u64 = 1 << 24;

/// A file of finished pairs.
pub(super) struct MatchJournal {
    file: File,
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MatchJournalError {
    /// The system reports an error.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// It is not a journal, or belongs to another match.
    #[error("line {line}: {problem}")]
    Content {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
}

impl MatchJournal {
    /// Opens a journal, or begins a new one. Returns it with its pairs. If a killed process left an
    /// unfinished last line, that line is cut off. No other match can open the journal until this
    /// value is dropped.
    pub(super) fn open(
        path: &Path,
        settings: MatchSettings,
    ) -> Result<(Self, Vec<Played>), MatchJournalError> {
        refuse_no_file(path)?;
        let file =
            OpenOptions::new().read(true).append(true).create(true).truncate(false).open(path)?;
        lock(&file)?;
        let header = MatchHeader { sarsen_match: settings };
        let mut played: Vec<Played> = Vec::new();
        let mut good = 0;
        let mut reader = BufReader::new(&file);
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let length = reader.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
            let wrong = |problem: String| MatchJournalError::Content { line: number, problem };
            let foreign = || wrong("this is no journal of a match".to_owned());
            if length as u64 == LONGEST {
                return Err(foreign());
            }
            if length == 0 || !line.ends_with(b"\n") {
                if number == 1 && !one_line(&header)?.as_bytes().starts_with(&line) {
                    return Err(foreign());
                }
                break;
            }
            if number == 1 {
                let found: MatchHeader = serde_json::from_slice(&line).map_err(|_| foreign())?;
                if let Some(difference) = found.difference(&header.sarsen_match) {
                    return Err(wrong(format!("it belongs to another match: {difference}")));
                }
            } else {
                let pair: Played = serde_json::from_slice(&line)
                    .map_err(|error| wrong(excerpt(&error.to_string(), 200)))?;
                pair.check().map_err(wrong)?;
                played.push(pair);
            }
            good += length as u64;
        }
        file.set_len(good)?;
        let mut journal = Self { file };
        journal.file.seek(SeekFrom::End(0))?;
        if good == 0 {
            journal.write(&header)?;
        }
        Ok((journal, played))
    }

    /// Adds a pair. It is in the file when this returns.
    pub(super) fn add(&mut self, played: &Played) -> std::io::Result<()> {
        self.write(played)
    }

    fn write(&mut self, value: &impl Serialize) -> std::io::Result<()> {
        self.file.write_all(one_line(value)?.as_bytes())?;
        self.file.sync_data()
    }
}

fn one_line(value: &impl Serialize) -> std::io::Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}
