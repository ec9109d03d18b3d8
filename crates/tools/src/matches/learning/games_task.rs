//! Games as tasks for other machines: a line of JSON says what to play, another one brings what was
//! seen.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use data_encoding::BASE64;
use serde::{Deserialize, Serialize};

use super::games::{GamesPlan, Seen, play_games};
use super::packing::PackedGames;
use super::survey::Survey;
use crate::matches::tuning::{TuneError, Workplace};
use sarsen_core::game::{WeightsError, excerpt};
use sarsen_engine::learned::LearnedWeights;
use sarsen_engine::session::Registry;

/// Games to be played. What is seen in them depends on nothing else.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesTask {
    /// The version of the program.
    pub version: String,
    /// The game, with its setup.
    pub game: String,
    /// The number of the rules.
    pub rules: u32,
    /// The number of the features.
    pub features: u32,
    /// The [number](weights_number) of the weights to play with. None if nothing was learnt yet.
    pub weights: Option<u32>,
    /// How the games are played.
    pub plan: GamesPlan,
    /// The generation that they are for.
    pub generation: u32,
    /// The number of their batch in the generation.
    pub batch: u32,
    /// The number of the first game in the generation.
    pub first: u32,
    /// How many games.
    pub games: u32,
}

/// The games of a task, played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesAnswer {
    /// The task.
    pub task: GamesTask,
    /// The number of positions.
    positions: u64,
    /// The packed positions, in base 64.
    seen: String,
}

/// Why there are no answers to a task.
#[derive(Debug, thiserror::Error)]
pub enum TaskError {
    /// The line is something else.
    #[error("no task of 'learn': {0}")]
    Line(String),
    /// Another program has made it.
    #[error("a task of version {0}, and this is {version}", version = env!("CARGO_PKG_VERSION"))]
    Version(String),
    /// The game has other rules or features here.
    #[error("a task of another program: {0} is not the same game there")]
    Game(String),
    /// It needs weights.
    #[error("these games are played with the weights so far, and no weights are given")]
    NoWeights,
    /// It needs other weights.
    #[error("the weights are not those of the task, but others: number {0:08x} and not {1:08x}")]
    OtherWeights(u32, u32),
    /// The games cannot be played, or it was interrupted.
    #[error(transparent)]
    Work(#[from] TuneError),
    /// What was seen cannot be packed.
    #[error(transparent)]
    Packing(#[from] std::io::Error),
}

/// Why an answer is not taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnswerError {
    /// The line is something else.
    #[error("no answer to a task of 'learn': {0}")]
    Line(String),
    /// Its positions are damaged.
    #[error("the positions are damaged")]
    Damaged,
    /// It was not asked for.
    #[error("the games of another task: generation {0}, batch {1}")]
    OtherTask(u32, u32),
}

/// The number that tasks know weights by: the CRC-32 of their file.
#[must_use]
pub fn weights_number(file: &[u8]) -> u32 {
    crc32fast::hash(file)
}

impl GamesTask {
    /// Plays the games.
    pub(super) fn play(
        &self,
        place: Workplace<'_>,
        survey: &Survey,
        weights: Option<&LearnedWeights>,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(usize),
    ) -> Result<Vec<Seen>, TuneError> {
        let range = [self.first, self.games].map(|number| number as usize);
        play_games(place, survey, self.plan, weights, range, stop, report)
    }
}

impl GamesAnswer {
    /// Reads an answer, a line of JSON.
    ///
    /// # Errors
    ///
    /// If it is something else.
    pub fn read(line: &str) -> Result<Self, AnswerError> {
        serde_json::from_str(line)
            .map_err(|error| AnswerError::Line(excerpt(&error.to_string(), 200)))
    }

    /// What was seen, on a board with so many slots.
    pub(super) fn games(&self, slots: usize) -> Result<PackedGames, AnswerError> {
        let bytes = BASE64.decode(self.seen.as_bytes()).map_err(|_| AnswerError::Damaged)?;
        let games = PackedGames { games: self.task.games, count: self.positions, bytes };
        games.each(slots, |_| {}).map_err(|_| AnswerError::Damaged)?;
        Ok(games)
    }
}

/// Plays the games of tasks.
pub struct GamesPlayer<'a> {
    registry: &'a Registry,
    threads: usize,
    /// The weights, and their number.
    weights: Option<(LearnedWeights, u32)>,
    /// The game of the last task, and what is known of it.
    survey: Option<(String, Survey)>,
}

impl<'a> GamesPlayer<'a> {
    /// A player with the weights in this file, if there are any yet.
    ///
    /// # Errors
    ///
    /// If the file has no weights.
    pub fn new(
        registry: &'a Registry,
        threads: usize,
        file: Option<&[u8]>,
    ) -> Result<Self, WeightsError> {
        let read = |file| Ok((LearnedWeights::from_bytes(file)?, weights_number(file)));
        let weights = file.map(read).transpose()?;
        Ok(Self { registry, threads, weights, survey: None })
    }

    /// Plays the games of a task, a line of JSON.
    ///
    /// # Errors
    ///
    /// If it is no task, or one for another program or other weights, or `stop` is set.
    pub fn play(&mut self, line: &str, stop: &Arc<AtomicBool>) -> Result<GamesAnswer, TaskError> {
        let task: GamesTask = serde_json::from_str(line)
            .map_err(|error| TaskError::Line(excerpt(&error.to_string(), 200)))?;
        if task.version != env!("CARGO_PKG_VERSION") {
            return Err(TaskError::Version(task.version));
        }
        let weights = match (&self.weights, task.weights) {
            (_, None) => None,
            (None, Some(_)) => return Err(TaskError::NoWeights),
            (Some((weights, number)), Some(wanted)) if *number == wanted => Some(weights),
            (Some((_, number)), Some(wanted)) => {
                return Err(TaskError::OtherWeights(*number, wanted));
            }
        };
        let place = Workplace { registry: self.registry, game: &task.game, threads: self.threads };
        let known = self.survey.take().filter(|(game, _)| *game == task.game);
        let survey = match known {
            Some((_, survey)) => survey,
            None => Survey::of(place, stop)?,
        };
        let (_, survey) = &*self.survey.insert((task.game.clone(), survey));
        let features = &survey.features;
        if (features.facts().rules(), features.fingerprint()) != (task.rules, task.features) {
            return Err(TaskError::Game(task.game));
        }
        let seen = task.play(place, survey, weights, stop, &mut |_| {})?;
        let packed = PackedGames::of(task.games, &seen)?;
        Ok(GamesAnswer { task, positions: packed.count, seen: BASE64.encode(&packed.bytes) })
    }
}
