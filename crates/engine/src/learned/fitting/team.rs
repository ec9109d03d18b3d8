//! Threads that share out the parts of a model.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Barrier, Mutex, MutexGuard, PoisonError, RwLock};
use std::thread;

use super::batch::{BATCH, FitBatch};
use super::part::{ModelPart, PartTask};
use crate::learned::features::Features;
use crate::learned::lesson::Lesson;
use crate::learned::model::Model;
use crate::learned::quality::{LessonQuality, QualitySum};

/// Which of the two lessons a batch is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum LessonKind {
    #[default]
    Learning,
    Judging,
}

/// What all threads do next.
#[derive(Default)]
struct FitStep {
    /// The part of the fit that is left, if the parts learn from the last batch first. Its slopes.
    learn: Option<f32>,
    slopes: Vec<f32>,
    /// The batch that the parts tell of then.
    source: LessonKind,
    positions: Vec<u32>,
    /// Whether there is nothing more to do.
    is_over: bool,
}

/// A part, and what it tells of each position of the batch.
struct PartShare<'a> {
    part: ModelPart<'a>,
    learns: bool,
    values: Vec<f32>,
}

/// What the threads of a team have in common.
pub(super) struct FitTeam<'a> {
    features: &'a Features,
    /// Those to learn from, and to judge by.
    lessons: [&'a Lesson; 2],
    shares: Vec<Mutex<PartShare<'a>>>,
    job: RwLock<FitStep>,
    /// The next share that nobody has taken.
    next: AtomicUsize,
    threads: usize,
    /// All threads meet before and after each job.
    meeting: Barrier,
}

impl<'a> FitTeam<'a> {
    /// A team of so many threads. Each part comes with whether it learns.
    pub(super) fn new(
        features: &'a Features,
        lessons: [&'a Lesson; 2],
        parts: impl Iterator<Item = (ModelPart<'a>, bool)>,
        threads: usize,
    ) -> Self {
        let share = |(part, learns)| Mutex::new(PartShare { part, learns, values: Vec::new() });
        let shares: Vec<_> = parts.map(share).collect();
        let threads = threads.clamp(1, shares.len());
        let (job, next) = (RwLock::default(), AtomicUsize::new(0));
        Self { features, lessons, shares, job, next, threads, meeting: Barrier::new(threads) }
    }

    /// Starts the threads, and calls a function that leads them.
    pub(super) fn run(&self, lead: impl FnOnce(&mut FitLeader<'_, 'a>)) {
        thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(|| {
                    let mut hands = Hands::default();
                    while self.meets() {
                        hands.work(self);
                        self.meets();
                    }
                });
            }
            let (hands, values) = (Hands::default(), Vec::new());
            lead(&mut FitLeader { team: self, hands, values, learn: None });
        });
    }

    /// Waits for all threads. Whether there is more to do.
    fn meets(&self) -> bool {
        self.meeting.wait();
        !self.job.read().unwrap_or_else(PoisonError::into_inner).is_over
    }

    fn shares(&self) -> impl Iterator<Item = MutexGuard<'_, PartShare<'a>>> {
        self.shares.iter().map(|share| share.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What each thread has for itself: the last batch, and the next one.
#[derive(Default)]
struct Hands([FitBatch; 2]);

impl Hands {
    /// Takes share after share until all are done.
    fn work(&mut self, team: &FitTeam<'_>) {
        let job = &*team.job.read().unwrap_or_else(PoisonError::into_inner);
        let Self([last, next]) = self;
        next.take(team.features, team.lessons[job.source as usize], &job.positions);
        while let Some(share) = team.shares.get(team.next.fetch_add(1, Relaxed)) {
            let mut share = share.lock().unwrap_or_else(PoisonError::into_inner);
            let PartShare { part, learns, values } = &mut *share;
            if let Some(rest) = job.learn.filter(|_| *learns) {
                part.work(last, PartTask::Learn(&job.slopes, rest));
            }
            values.clear();
            values.resize(job.positions.len(), 0.0);
            part.work(next, PartTask::Tell(values));
        }
        self.0.swap(0, 1);
    }
}

/// The one of the threads that leads.
pub(super) struct FitLeader<'t, 'a> {
    team: &'t FitTeam<'a>,
    hands: Hands,
    /// The values of the last batch.
    values: Vec<f32>,
    /// The part of the fit that is left, if the last batch has still to be learnt from.
    learn: Option<f32>,
}

impl FitLeader<'_, '_> {
    /// Learns from a batch of the lesson. `rest` is the part of the fit that is left.
    pub(super) fn learn(&mut self, positions: &[u32], rest: f32) {
        self.tell(LessonKind::Learning, positions);
        self.learn = Some(rest);
    }

    /// Judges the model by the other lesson.
    pub(super) fn judge(&mut self) -> LessonQuality {
        let lesson = self.team.lessons[LessonKind::Judging as usize];
        let mut sum = QualitySum::of(lesson);
        let positions: Vec<u32> = (0..lesson.len() as u32).collect();
        for (batch, targets) in positions.chunks(BATCH).zip(lesson.targets().chunks(BATCH)) {
            self.tell(LessonKind::Judging, batch);
            self.values.iter().zip(targets).for_each(|(&value, &target)| sum.add(value, target));
        }
        sum.quality()
    }

    /// Writes what was learnt into a model.
    pub(super) fn write(&self, model: &mut Model) {
        self.team.shares().for_each(|share| share.part.write(model));
    }

    /// Lets all parts learn from the batch before, if they have not yet, and tell of this one.
    fn tell(&mut self, source: LessonKind, positions: &[u32]) {
        let mut job = self.team.job.write().unwrap_or_else(PoisonError::into_inner);
        job.learn = self.learn.take();
        if job.learn.is_some() {
            self.write_slopes(&mut job);
        }
        job.source = source;
        job.positions.clear();
        job.positions.extend(positions);
        drop(job);
        self.team.next.store(0, Relaxed);
        self.team.meets();
        self.hands.work(self.team);
        self.team.meets();
        self.values.clear();
        self.values.resize(positions.len(), 0.0);
        for share in self.team.shares() {
            self.values.iter_mut().zip(&share.values).for_each(|(sum, value)| *sum += value);
        }
    }

    /// The slopes of the last batch, which the job still names.
    fn write_slopes(&self, job: &mut FitStep) {
        let targets = self.team.lessons[job.source as usize].targets();
        let slope =
            |(&value, &at): (&f32, &u32)| 1.0 / (1.0 + (-value).exp()) - targets[at as usize];
        job.slopes.clear();
        job.slopes.extend(self.values.iter().zip(&job.positions).map(slope));
    }
}

impl Drop for FitLeader<'_, '_> {
    fn drop(&mut self) {
        self.team.job.write().unwrap_or_else(PoisonError::into_inner).is_over = true;
        self.team.meets();
    }
}
