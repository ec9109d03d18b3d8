//! The course of learning: generation after generation, games are played, a model is fitted, and
//! new weights play against old ones.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::error::LearnError;
use super::foresight::Foresight;
use super::games::{GamesPlan, play_games};
use super::gate::{self, Gate};
use super::generation::{Gain, Generation};
use super::lessons::Lessons;
use super::progress_file::ProgressFile;
use super::survey::Survey;
use crate::matches::contest::Standing;
use crate::matches::tuning::{TuneError, Workplace};
use sarsen_core::game::mix64;
use sarsen_core::sys::atomic_file;
use sarsen_engine::learned::{Features, FitPlan, LearnedWeights, Model, fit, to_model, to_weights};
use sarsen_engine::session::Registry;

/// The games of a batch. After each batch, progress is written.
const BATCH: usize = 200;

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
    /// The number of threads. With one, the same plan always gives the same weights.
    pub threads: usize,
    /// Chooses everything that is random.
    pub seed: u64,
    /// The most games of a generation.
    pub games: usize,
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
        let began = Instant::now();
        let title = format!("{} {}", self.game, self.setup).trim_end().to_owned();
        let place = Workplace { registry: &self.registry, game: &title, threads: self.threads };
        let survey = Survey::of(place, stop)?;
        // Better now than after the first games.
        gate::folder()?;
        let settings = self.settings(&title, &survey.features);
        let file = ProgressFile::open(&self.progress(), &settings)?;
        let has_chance = place.open()?.has_chance();
        let title = &title;
        LearnCourse { plan: self, title, place, has_chance, survey, file, stop, began }.run(report)
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

struct LearnCourse<'a> {
    plan: &'a LearnPlan,
    title: &'a str,
    place: Workplace<'a>,
    has_chance: bool,
    survey: Survey,
    file: ProgressFile,
    stop: &'a Arc<AtomicBool>,
    began: Instant,
}

impl LearnCourse<'_> {
    fn run(&mut self, report: &mut dyn FnMut(LearnProgress<'_>)) -> Result<Learnt, LearnError> {
        let before = self.file.generations()?;
        before.iter().for_each(|generation| report(LearnProgress::Before(generation)));
        let mut last = before.last().copied();
        let mut weights = match self.file.weights()? {
            Some(bytes) => {
                let read = LearnedWeights::from_bytes(&bytes).and_then(|weights| {
                    weights.features(self.title, self.survey.features.facts().clone())?;
                    Ok(weights)
                });
                let weights = read.map_err(|error| {
                    LearnError::Progress(self.plan.progress(), error.to_string())
                })?;
                self.write(&bytes)?;
                Some(weights)
            }
            None => None,
        };
        loop {
            let number = last.map_or(0, |last| last.number) + 1;
            if self.plan.generations.is_some_and(|most| number > most) || self.is_late(last) {
                break;
            }
            let began = Instant::now();
            if !self.play(number, weights.as_ref(), last, report)? {
                break;
            }
            let (mut generation, new) = self.generation(number, last, weights.as_ref(), report)?;
            generation.seconds = began.elapsed().as_secs_f64();
            let kept = new.filter(|_| generation.is_kept);
            let bytes = kept.as_ref().map(LearnedWeights::to_bytes);
            let oldest = (number + 1).saturating_sub(self.window(number));
            self.file.add_generation(&generation, bytes.as_deref(), oldest)?;
            if let Some(bytes) = bytes {
                self.write(&bytes)?;
                weights = kept;
            }
            report(LearnProgress::Generation(&generation));
            last = Some(generation);
        }
        let gain = last.filter(|_| weights.is_some()).map(|last| last.total);
        Ok(Learnt { generations: last.map_or(0, |last| last.number), gain })
    }

    fn write(&self, weights: &[u8]) -> Result<(), LearnError> {
        let path = &self.plan.output;
        atomic_file::replace(path, weights).map_err(|error| LearnError::File(path.clone(), error))
    }

    /// Whether the time is up. The first generation is always completed.
    fn is_late(&self, last: Option<Generation>) -> bool {
        last.is_some() && self.plan.time.is_some_and(|time| self.began.elapsed() >= time)
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

    /// Plays the games of a generation. False if the time is up.
    fn play(
        &mut self,
        generation: u32,
        weights: Option<&LearnedWeights>,
        last: Option<Generation>,
        report: &mut dyn FnMut(LearnProgress<'_>),
    ) -> Result<bool, LearnError> {
        let LearnPlan { games, nodes, depth, solver_nodes, .. } = *self.plan;
        let expects = self.has_chance && generation >= EXPECTING;
        let plan = GamesPlan { nodes, depth, expects, solver_nodes, seed: self.seed(generation) };
        loop {
            let played = self.file.played(generation)?;
            let first = played.games as usize;
            if first >= games || played.positions >= self.plan.positions {
                return Ok(true);
            }
            if self.is_late(last) {
                return Ok(false);
            }
            let count = BATCH.min(games - first);
            let tell = &mut |done| report(LearnProgress::Games(generation, first + done, games));
            let (place, range) = (self.place, [first, count]);
            let seen = play_games(place, &self.survey, plan, weights, range, self.stop, tell)?;
            self.file.add_batch(generation, played.batches, count as u32, &seen)?;
        }
    }

    /// Fits a model to the games, and lets it play against the old one.
    fn generation(
        &self,
        number: u32,
        last: Option<Generation>,
        old: Option<&LearnedWeights>,
        report: &mut dyn FnMut(LearnProgress<'_>),
    ) -> Result<(Generation, Option<LearnedWeights>), LearnError> {
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
        let games = last.map_or(0, |last| last.games) + self.file.played(number)?.games as usize;
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
        let games = crate::slow::rounds(100, 300);
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
        let title = "connect4 5x4";
        let place = Workplace { registry: &plan.registry, game: title, threads: 1 };
        let survey = Survey::of(place, &stop).unwrap();
        let facts = survey.features.facts().clone();
        let settings = plan.settings(title, &survey.features);
        let file = ProgressFile::open(&plan.progress(), &settings).unwrap();
        let course = LearnCourse {
            plan: &plan,
            title,
            place,
            has_chance: false,
            survey,
            file,
            stop: &stop,
            began: Instant::now(),
        };
        let Lessons { lesson, judging } = course.lessons().unwrap();
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
        assert!(judged > games / 3 && learnt.len() > 3 * games, "{judged} of {}", learnt.len());
    }
}
