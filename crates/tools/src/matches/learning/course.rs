//! The course of learning: generation after generation, games are played, a model is fitted, and
//! new weights play against old ones.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::error::LearnError;
use super::foresight::Foresight;
use super::games::GamesPlan;
use super::games_task::{AnswerError, GamesAnswer, GamesTask, weights_number};
use super::gate::{self, Gate};
use super::generation::{Gain, Generation};
use super::lessons::Lessons;
use super::packing::PackedGames;
use super::progress_file::{Patience, ProgressFile};
use super::survey::Survey;
use crate::matches::contest::Standing;
use crate::matches::tuning::{TuneError, Workplace};
use sarsen_core::game::mix64;
use sarsen_core::sys::atomic_file;
use sarsen_engine::learned::{Features, FitPlan, LearnedWeights, Model, fit, to_model, to_weights};
use sarsen_engine::session::Registry;

/// The games of a batch. After each batch, progress is written.
const BATCH: u32 = 200;

/// So many generations of games are learnt from at once.
const WINDOW: u32 = 12;

/// Where chance acts, short generations are best. At least and at most so many generations of games
/// are learnt from: the latest third of all, because what searches expected in earlier ones is out
/// of date.
const CHANCE_WINDOW: [u32; 2] = [4, 12];

/// From this generation on, searches are made where chance acts, too. Games take several times as
/// long then, but what is learnt from has less luck in it. Before, more games are worth more.
const EXPECTING: u32 = 16;

/// Such a fit leaves the tables out: what they learn is mostly luck. It takes about so many steps.
const CHANCE_STEPS: usize = 600_000;

/// Without chance, a fit that goes on from the old model takes about so many steps. That is as good
/// as four times as many from nothing.
const FURTHER_STEPS: usize = 3_000_000;

/// Such fits use each position at least and at most so often.
const FURTHER_ROUNDS: [usize; 2] = [1, 4];

/// A fit from nothing takes about so many steps for each generation so far, because the first ones
/// are soon out of date. It never takes more than the last number.
const STEPS: [usize; 2] = [1_000_000, 12_000_000];

/// But each position is used at least and at most so often.
const ROUNDS: [usize; 2] = [4, 10];

/// What to learn, and how.
pub struct LearnPlan {
    /// The known games.
    pub registry: Arc<Registry>,
    /// The game.
    pub game: String,
    /// Its setup. Empty for the default.
    pub setup: String,
    /// The number of threads. The weights do not depend on it.
    pub threads: usize,
    /// Chooses everything that is random.
    pub seed: u64,
    /// The most games of a generation.
    pub games: u32,
    /// A generation ends early with the batch that brings it so many positions. So a game whose
    /// games are long is fitted as often as others.
    pub positions: u64,
    /// Positions that a search visits for each move.
    pub nodes: u64,
    /// The plies that a search looks ahead at most. None if nodes alone limit it.
    pub depth: Option<u32>,
    /// Positions that the game's own solver may visit for each position.
    pub solver_nodes: u64,
    /// The limit of generations, with those of earlier runs.
    pub generations: Option<u32>,
    /// The limit of time of this run.
    pub time: Option<Duration>,
    /// The file for the weights. Progress is in a file beside it.
    pub output: PathBuf,
}

/// How far learning is.
#[derive(Clone, Copy, Debug)]
pub enum LearnProgress<'a> {
    /// An earlier run has got as far as this.
    Before(&'a Generation),
    /// Games of a generation: how many are played, of all.
    Games(u32, usize, usize),
    /// Positions that were used by the fit, of all.
    Fit(u32, usize, usize),
    /// Games from which forecasts are made, of all.
    Forecasts(u32, usize, usize),
    /// The match of new weights against old ones.
    Match(u32, &'a Standing),
    /// A generation is complete.
    Generation(&'a Generation),
}

/// What has become of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Learnt {
    /// The generations so far.
    pub generations: u32,
    /// What was gained over weights that know nothing. None if nothing was learnt.
    pub gain: Option<Gain>,
}

impl LearnPlan {
    /// The file of progress.
    #[must_use]
    pub fn progress(&self) -> PathBuf {
        atomic_file::beside(&self.output, ".progress")
    }

    /// Learns until a limit is reached. After each generation whose weights are kept, it writes
    /// them. If there is a file of progress of the same plan, it goes on with that.
    ///
    /// # Errors
    ///
    /// If nothing can be learnt, a file cannot be used, or `stop` is set.
    pub fn learn(
        &self,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(LearnProgress<'_>),
    ) -> Result<Learnt, LearnError> {
        self.with_course(stop, Patience::Short, |course| course.run(report))
    }

    /// Goes on from what was done before.
    pub(super) fn with_course<T>(
        &self,
        stop: &Arc<AtomicBool>,
        patience: Patience,
        work: impl FnOnce(&mut LearnCourse<'_>) -> Result<T, LearnError>,
    ) -> Result<T, LearnError> {
        let began = Instant::now();
        let title = format!("{} {}", self.game, self.setup).trim_end().to_owned();
        let place = Workplace { registry: &self.registry, game: &title, threads: self.threads };
        let survey = Survey::of(place, stop)?;
        // Better now than after the first games.
        gate::folder()?;
        let settings = self.settings(&title, &survey.features);
        let file = ProgressFile::open(&self.progress(), &settings, patience)?;
        let has_chance = place.open()?.has_chance();
        let mut course = LearnCourse {
            plan: self,
            title: &title,
            place,
            has_chance,
            survey,
            file,
            stop,
            began,
            lap: began,
            generations: Vec::new(),
            weights: None,
        };
        course.go_on()?;
        work(&mut course)
    }

    /// The settings that make two runs the same.
    fn settings(&self, title: &str, features: &Features) -> Vec<(&'static str, String)> {
        let (rules, features) = (features.facts().rules(), features.fingerprint());
        vec![
            ("the game", title.to_owned()),
            ("the version", env!("CARGO_PKG_VERSION").to_owned()),
            ("the number of the rules", format!("{rules:08x}")),
            ("the number of the features", format!("{features:08x}")),
            ("the seed", self.seed.to_string()),
            ("the number of games", self.games.to_string()),
            ("the number of positions", self.positions.to_string()),
            ("the number of nodes", self.nodes.to_string()),
            ("the number of solver nodes", self.solver_nodes.to_string()),
            ("the depth", self.depth.map(|depth| depth.to_string()).unwrap_or_default()),
        ]
    }
}

/// A run of a plan.
pub(super) struct LearnCourse<'a> {
    plan: &'a LearnPlan,
    title: &'a str,
    place: Workplace<'a>,
    has_chance: bool,
    survey: Survey,
    file: ProgressFile,
    stop: &'a Arc<AtomicBool>,
    began: Instant,
    /// When the last generation was complete, or it began.
    lap: Instant,
    /// The generations that are complete.
    generations: Vec<Generation>,
    /// The weights that were kept last, and their number.
    weights: Option<(LearnedWeights, u32)>,
}

impl LearnCourse<'_> {
    /// Takes what was done before from the file.
    fn go_on(&mut self) -> Result<(), LearnError> {
        self.generations = self.file.generations()?;
        if let Some(bytes) = self.file.weights()? {
            let read = LearnedWeights::from_bytes(&bytes).and_then(|weights| {
                weights.features(self.title, self.survey.features.facts().clone())?;
                Ok(weights)
            });
            let weights = read
                .map_err(|error| LearnError::Progress(self.plan.progress(), error.to_string()))?;
            self.write(&bytes)?;
            self.weights = Some((weights, weights_number(&bytes)));
        }
        Ok(())
    }

    fn run(&mut self, report: &mut dyn FnMut(LearnProgress<'_>)) -> Result<Learnt, LearnError> {
        let before = self.generations.iter();
        before.for_each(|generation| report(LearnProgress::Before(generation)));
        while let Some(number) = self.next()
            && !self.is_late()
            && self.play(number, report)?
        {
            self.complete(number, report)?;
        }
        Ok(self.learnt())
    }

    /// The number of the next generation. None if the limit is reached.
    pub(super) fn next(&self) -> Option<u32> {
        let number = self.generations.len() as u32 + 1;
        self.plan.generations.is_none_or(|most| number <= most).then_some(number)
    }

    /// How far learning is.
    pub(super) fn learnt(&self) -> Learnt {
        let last = self.generations.last().filter(|_| self.weights.is_some());
        Learnt { generations: self.generations.len() as u32, gain: last.map(|last| last.total) }
    }

    fn write(&self, weights: &[u8]) -> Result<(), LearnError> {
        let path = &self.plan.output;
        atomic_file::replace(path, weights).map_err(|error| LearnError::File(path.clone(), error))
    }

    /// Whether the time is up. The first generation is always completed.
    fn is_late(&self) -> bool {
        !self.generations.is_empty()
            && self.plan.time.is_some_and(|time| self.began.elapsed() >= time)
    }

    /// So many generations of games are learnt from after this one.
    fn window(&self, number: u32) -> u32 {
        let [least, most] = CHANCE_WINDOW;
        if self.has_chance { (number / 3).clamp(least, most) } else { WINDOW }
    }

    /// Random numbers of a generation.
    fn seed(&self, generation: u32) -> u64 {
        mix64(self.plan.seed) ^ u64::from(generation)
    }

    /// The batches that a generation lacks, as far as is known, in order. It ends with the batch
    /// that brings it the positions it needs. Those that it lacks are expected to have as many as
    /// the others have on average, or those of the generation before.
    pub(super) fn lacking(&self, generation: u32) -> Result<Vec<u32>, LearnError> {
        let known = self.file.batches(generation)?;
        let before = match known.is_empty() && generation > 1 {
            true => &self.file.batches(generation - 1)?,
            false => &known,
        };
        let mean = before.values().sum::<u64>() / (before.len() as u64).max(1);
        let (mut lacking, mut positions) = (Vec::new(), 0);
        for batch in 0..self.plan.games.div_ceil(BATCH) {
            if positions >= self.plan.positions {
                break;
            }
            positions += known.get(&batch).copied().unwrap_or_else(|| {
                lacking.push(batch);
                mean
            });
        }
        Ok(lacking)
    }

    /// The games of a batch.
    pub(super) fn task(&self, generation: u32, batch: u32) -> GamesTask {
        let LearnPlan { games, nodes, depth, solver_nodes, .. } = *self.plan;
        let features = &self.survey.features;
        let first = batch * BATCH;
        GamesTask {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: self.title.to_owned(),
            rules: features.facts().rules(),
            features: features.fingerprint(),
            weights: self.weights.as_ref().map(|(_, number)| *number),
            plan: GamesPlan {
                nodes,
                depth,
                expects: self.has_chance && generation >= EXPECTING,
                solver_nodes,
                seed: self.seed(generation),
            },
            generation,
            batch,
            first,
            games: BATCH.min(games - first),
        }
    }

    /// Adds the games of an answer. False if they are known, or needed no more.
    pub(super) fn add(
        &mut self,
        answer: &GamesAnswer,
    ) -> Result<Result<bool, AnswerError>, LearnError> {
        let GamesTask { generation, batch, .. } = answer.task;
        if generation <= self.learnt().generations {
            return Ok(Ok(false));
        }
        let is_wanted = self.next() == Some(generation)
            && batch < self.plan.games.div_ceil(BATCH)
            && answer.task == self.task(generation, batch);
        if !is_wanted {
            return Ok(Err(AnswerError::OtherTask(generation, batch)));
        }
        if self.file.batches(generation)?.contains_key(&batch) {
            return Ok(Ok(false));
        }
        match answer.games(self.survey.features.facts().slots()) {
            Ok(games) => self.file.add_batch(generation, batch, &games).map(|()| Ok(true)),
            Err(error) => Ok(Err(error)),
        }
    }

    /// Plays the games that a generation lacks. False if the time is up.
    fn play(
        &mut self,
        generation: u32,
        report: &mut dyn FnMut(LearnProgress<'_>),
    ) -> Result<bool, LearnError> {
        while let Some(&batch) = self.lacking(generation)?.first() {
            if self.is_late() {
                return Ok(false);
            }
            let task = self.task(generation, batch);
            let all = self.plan.games as usize;
            let tell = &mut |done| {
                report(LearnProgress::Games(generation, task.first as usize + done, all));
            };
            let weights = self.weights.as_ref().map(|(weights, _)| weights);
            let seen = task.play(self.place, &self.survey, weights, self.stop, tell)?;
            let games = PackedGames::of(task.games, &seen)
                .map_err(|error| LearnError::File(self.plan.progress(), error))?;
            self.file.add_batch(generation, batch, &games)?;
        }
        Ok(true)
    }

    /// Completes a generation whose games are there.
    pub(super) fn complete(
        &mut self,
        number: u32,
        report: &mut dyn FnMut(LearnProgress<'_>),
    ) -> Result<(), LearnError> {
        // Other machines may have played more than was needed.
        let mut positions = 0;
        let is_short = |(_, count): &(&u32, &u64)| {
            let is_short = positions < self.plan.positions;
            positions += **count;
            is_short
        };
        let needed = self.file.batches(number)?.iter().take_while(is_short).count();
        self.file.forget_batches(number, needed as u32)?;
        let (mut generation, new) = self.generation(number, report)?;
        generation.seconds = self.lap.elapsed().as_secs_f64();
        self.lap = Instant::now();
        let kept = new.filter(|_| generation.is_kept);
        let bytes = kept.as_ref().map(LearnedWeights::to_bytes);
        let oldest = (number + 1).saturating_sub(self.window(number));
        self.file.add_generation(&generation, bytes.as_deref(), oldest)?;
        if let Some((weights, bytes)) = kept.zip(bytes) {
            self.write(&bytes)?;
            self.weights = Some((weights, weights_number(&bytes)));
        }
        self.generations.push(generation);
        report(LearnProgress::Generation(&generation));
        Ok(())
    }

    /// Fits a model to the games, and lets it play against the old one.
    fn generation(
        &self,
        number: u32,
        report: &mut dyn FnMut(LearnProgress<'_>),
    ) -> Result<(Generation, Option<LearnedWeights>), LearnError> {
        let (last, old) =
            (self.generations.last(), self.weights.as_ref().map(|(weights, _)| weights));
        let features = &self.survey.features;
        let Lessons { lesson, judging } = self.lessons()?;
        let from = old.map(|old| to_model(old, features)).transpose().map_err(TuneError::from)?;
        let (steps, [least, most]) = match from {
            Some(_) if self.has_chance => (CHANCE_STEPS, FURTHER_ROUNDS),
            Some(_) => (FURTHER_STEPS, FURTHER_ROUNDS),
            None => ((STEPS[0] * number as usize).min(STEPS[1]), ROUNDS),
        };
        let rounds = (steps / lesson.len().max(1)).clamp(least, most);
        let tables = !self.has_chance;
        let plan = FitPlan {
            rounds,
            seed: self.seed(number),
            tables,
            threads: self.plan.threads,
            ..FitPlan::default()
        };
        let mut go_on = |done, all| {
            report(LearnProgress::Fit(number, done, all));
            !self.stop.load(Relaxed)
        };
        let (model, quality) = fit(features, from, [&lesson, &judging], plan, &mut go_on);
        if self.stop.load(Relaxed) {
            return Err(TuneError::Interrupted.into());
        }
        let games = last.map_or(0, |last| last.games) + self.file.games(number)?;
        let mut generation = Generation {
            number,
            games,
            positions: lesson.len(),
            error: quality.error,
            blind: quality.blind,
            named: quality.named,
            is_learnt: quality.is_learnt(),
            gain: None,
            is_kept: false,
            total: last.map_or(Gain::default(), |last| last.total),
            seconds: 0.0,
        };
        if !generation.is_learnt {
            return Ok((generation, None));
        }
        let made = format!(
            "generation {number}, {games} games, {} positions, seed {}",
            lesson.len(),
            self.plan.seed
        );
        let new = to_weights(&model, features, self.title, &made);
        // Random games may last much longer than others, so the root and not a part.
        let plies = self.survey.median.isqrt().max(1);
        let foresight =
            Foresight { place: self.place, nodes: self.plan.nodes, plies, seed: self.seed(number) };
        let forecasts = foresight.of(&new, self.stop, &mut |done, all| {
            report(LearnProgress::Forecasts(number, done, all));
        })?;
        let new = new.with_forecasts(features, forecasts);
        let even = to_weights(&Model::even(features), features, self.title, "nothing");
        let gate = Gate {
            registry: &self.plan.registry,
            game: &self.plan.game,
            setup: &self.plan.setup,
            threads: self.plan.threads,
            nodes: self.plan.nodes,
            depth: self.plan.depth,
            plies,
            seed: self.seed(number),
            has_chance: self.has_chance,
        };
        let mut tell = |standing: &Standing| report(LearnProgress::Match(number, standing));
        let standing = gate.play([&new, old.unwrap_or(&even)], self.stop, &mut tell)?;
        if self.stop.load(Relaxed) {
            return Err(TuneError::Interrupted.into());
        }
        let gain = Gain::of(&standing);
        generation.gain = Some(gain);
        generation.is_kept = gate.keeps(&standing);
        if generation.is_kept {
            generation.total = generation.total.and(gain);
        }
        Ok((generation, Some(new)))
    }

    /// The positions to learn from, and those to judge by.
    fn lessons(&self) -> Result<Lessons, LearnError> {
        let facts = self.survey.features.facts();
        let mut lessons = Lessons::default();
        self.file.each_position(facts.slots(), &mut |seen| lessons.add(facts, &seen))?;
        Ok(lessons)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use sarsen_games::registry;

    /// All views of the files of a short run, and of what it learns from and judges by.
    #[test]
    fn no_position_for_judging_takes_part() {
        let folder = tempfile::tempdir().unwrap();
        let games = crate::slow::rounds(100, 300) as u32;
        let plan = LearnPlan {
            registry: Arc::new(registry()),
            game: "connect4".to_owned(),
            setup: "5x4".to_owned(),
            threads: 2,
            seed: 3,
            games,
            positions: 1 << 20,
            nodes: 20,
            depth: None,
            solver_nodes: 100,
            generations: Some(2),
            time: None,
            output: folder.path().join("weights"),
        };
        let stop = Arc::new(AtomicBool::new(false));
        plan.learn(&stop, &mut |_| {}).unwrap();
        let (lessons, facts) = plan
            .with_course(&stop, Patience::Short, |course| {
                Ok((course.lessons()?, course.survey.features.facts().clone()))
            })
            .unwrap();
        let Lessons { lesson, judging } = lessons;
        let mut learnt = HashSet::new();
        for (codes, is_second) in lesson.views() {
            assert!(!facts.is_for_judging(codes, is_second), "{codes:?}");
            learnt.insert((codes.to_vec(), is_second));
        }
        let mut judged = 0;
        for (codes, is_second) in judging.views() {
            assert!(facts.is_for_judging(codes, is_second), "{codes:?}");
            // Nor does its mirror image.
            let mut image = codes.to_vec();
            image.chunks_exact_mut(5).for_each(<[_]>::reverse);
            assert!(!learnt.contains(&(codes.to_vec(), is_second)));
            assert!(!learnt.contains(&(image, is_second)));
            judged += 1;
        }
        let games = games as usize;
        assert!(judged > games / 3 && learnt.len() > 3 * games, "{judged} of {}", learnt.len());
    }
}
