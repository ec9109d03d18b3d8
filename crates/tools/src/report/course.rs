//! All the work of a report, on several threads, with its journal.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::error::ReportError;
use super::exact;
use super::findings;
use super::measures::{Report, SkillStep};
use super::plan::{Pairing, ReportPlan};
use super::play::{GamePlayer, PlayedGame, open};
use super::tally::GamesTally;
use super::trace::Trace;
use crate::journal::{JournaledWork, WorkJournal, WorkJournalError, WorkSettings};
use crate::matches::contest::pace_text;
use crate::matches::contest::statistics::Pairs;
use sarsen_core::game::{Outcome, Player};
use sarsen_core::sys::threads::ThreadKind;
use sarsen_engine::session::Session;

/// A part of the work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReportStage {
    /// Games of the engine with itself.
    Games,
    /// Games of less thought against more: the two paces.
    Skill([String; 2]),
    /// The search for what the game is worth.
    Exact,
}

/// How far a part of the work is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportProgress {
    /// Which part.
    pub stage: ReportStage,
    /// How many games of it are done.
    pub done: u64,
    /// How many there are in all. 0 if it has no games.
    pub of: u64,
}

/// Who hears how far it is.
type Tell<'a> = &'a mut dyn FnMut(&ReportProgress);

/// Puts games that are done in any order in the order of their numbers.
struct InOrder<T> {
    next: usize,
    waiting: BTreeMap<usize, T>,
}

impl<T> Default for InOrder<T> {
    fn default() -> Self {
        Self { next: 0, waiting: BTreeMap::new() }
    }
}

impl<T> InOrder<T> {
    /// Whether the one with this number was put in before.
    fn has(&self, number: usize) -> bool {
        number < self.next || self.waiting.contains_key(&number)
    }

    fn put(&mut self, number: usize, item: T) {
        self.waiting.insert(number, item);
    }

    /// The next one, if it is there.
    fn take(&mut self) -> Option<T> {
        let item = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(item)
    }

    fn count(&self) -> usize {
        self.next + self.waiting.len()
    }
}

/// A step of thought: its games so far.
#[derive(Default)]
struct StepTally {
    pairs: Pairs,
    /// The half points of the side that thinks longer in the first game of the next pair.
    first: Option<usize>,
}

impl StepTally {
    /// Counts a game. `more_is` is the player who thinks longer.
    fn add(&mut self, outcome: Option<Outcome>, more_is: Player) {
        // A game that was given up is drawn.
        let halves = match outcome {
            Some(Outcome::Win(winner)) => 2 * usize::from(winner == more_is),
            Some(Outcome::Draw) | None => 1,
        };
        match self.first.take() {
            None => self.first = Some(halves),
            Some(first) => self.pairs.add(first + halves),
        }
    }
}

/// The games of a report so far.
struct ReportGames {
    tally: GamesTally,
    steps: Vec<StepTally>,
    /// By stage.
    order: Vec<InOrder<Trace>>,
    /// How many games are wanted, by stage.
    wanted: Vec<usize>,
}

impl ReportGames {
    /// Adds a game, and counts all that follow without a gap.
    fn add(&mut self, stage: usize, number: usize, trace: Trace) {
        let order = &mut self.order[stage];
        order.put(number, trace);
        while let Some(trace) = order.take() {
            let number = order.next - 1;
            match stage.checked_sub(1) {
                None => self.tally.add(trace),
                // The side that thinks less begins the even games.
                Some(step) => {
                    let more_is =
                        if number.is_multiple_of(2) { Player::Second } else { Player::First };
                    self.steps[step].add(trace.outcome, more_is);
                }
            }
        }
    }

    /// Whether a game is wanted and not there yet.
    fn lacks(&self, stage: usize, number: usize) -> bool {
        self.wanted.get(stage).is_some_and(|&wanted| number < wanted)
            && !self.order[stage].has(number)
    }
}

impl ReportPlan {
    /// Makes the report. `tell` hears how far it is. If `stop` is set, it ends early, and the same
    /// plan goes on from its journal.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn run(&self, stop: &Arc<AtomicBool>, tell: Tell<'_>) -> Result<Report, ReportError> {
        if self.games == 0 {
            return Err(ReportError::NoGames);
        }
        if !self.pace.is_limited() {
            return Err(ReportError::NoLimit);
        }
        let steps = self.steps();
        // What is wrong with the plan is told before any work.
        let engine = GamePlayer::new(self, stop)?;
        let mut judge = open(self)?;
        let mut wanted = vec![self.games];
        wanted.extend(steps.iter().map(|_| 2 * self.pairs));
        let mut games = ReportGames {
            tally: GamesTally::new(engine.odds()),
            steps: steps.iter().map(|_| StepTally::default()).collect(),
            order: wanted.iter().map(|_| InOrder::default()).collect(),
            wanted,
        };
        let (evaluator, is_blind) = engine.evaluator();
        let settings = self.settings(&evaluator, engine.samples());
        drop(engine);
        let mut journal = self.read_journal(settings, &mut games, &mut *judge)?;
        let itself = Pairing { paces: [self.pace; 2] };
        for (stage, pairing) in std::iter::once(itself).chain(steps.iter().copied()).enumerate() {
            self.play(stage, pairing, &mut games, &mut journal, (stop, tell))?;
        }
        let exact = match self.exact_nodes {
            0 => None,
            _ => {
                tell(&ReportProgress { stage: ReportStage::Exact, done: 0, of: 0 });
                Some(exact::find(self, stop)?)
            }
        };
        let skill = steps.iter().zip(&games.steps).map(|(step, tally)| {
            let elo = tally.pairs.elo();
            SkillStep {
                paces: step.paces.map(|pace| pace_text(&pace)),
                pairs: tally.pairs.count(),
                share: tally.pairs.mean(),
                elo: elo.map(|elo| elo.difference).filter(|elo| elo.is_finite()),
                elo_error: elo.and_then(|elo| elo.error),
            }
        });
        let tally = &games.tally;
        let mut report = Report {
            game: judge.title(),
            pace: pace_text(&self.pace),
            strength: self.strength,
            evaluator,
            is_blind,
            same_opinion: tally.same_opinion(),
            seed: self.seed,
            games: tally.games(),
            findings: Vec::new(),
            results: tally.results(),
            exact,
            length: tally.length(),
            choice: tally.choice(),
            drama: tally.drama(judge.has_chance()),
            board: judge.layout().map(|layout| tally.board(&layout)),
            openings: tally.openings(),
            traps: (!judge.has_chance()).then(|| tally.traps()),
            skill: skill.collect(),
        };
        report.findings = findings::of(&report, judge.has_chance());
        Ok(report)
    }

    /// Opens the journal, if there is one, and counts its games.
    fn read_journal(
        &self,
        settings: WorkSettings,
        games: &mut ReportGames,
        judge: &mut dyn Session,
    ) -> Result<Option<WorkJournal>, ReportError> {
        let Some(path) = &self.journal else { return Ok(None) };
        let work = JournaledWork { kind: "report", settings };
        let mut take = |game: PlayedGame| {
            if games.lacks(game.stage, game.number) {
                let trace = Trace::of(&game, judge)?;
                games.add(game.stage, game.number, trace);
            }
            Ok(())
        };
        WorkJournal::open(path, &work, &mut take).map(Some).map_err(|error| failed(path, error))
    }

    /// Plays the games of a stage that are not there yet.
    fn play(
        &self,
        stage: usize,
        pairing: Pairing,
        games: &mut ReportGames,
        journal: &mut Option<WorkJournal>,
        (stop, tell): (&Arc<AtomicBool>, Tell<'_>),
    ) -> Result<(), ReportError> {
        let name = match stage {
            0 => ReportStage::Games,
            _ => ReportStage::Skill(pairing.paces.map(|pace| pace_text(&pace))),
        };
        let wanted = games.wanted[stage];
        let mut progress = ReportProgress {
            stage: name,
            done: games.order[stage].count() as u64,
            of: wanted as u64,
        };
        tell(&progress);
        let missing: Vec<usize> =
            (0..wanted).filter(|&number| games.lacks(stage, number)).collect();
        let threads = self.threads.min(missing.len());
        ThreadKind::searching("report").share(
            (threads, missing.len()),
            || Ok((GamePlayer::new(self, stop)?, open(self)?)),
            |(player, judge), at| {
                let number = missing[at];
                let Some(game) = player.play(stage, number, pairing)? else { return Ok(None) };
                let trace = Trace::of(&game, &mut **judge)
                    .map_err(|problem| ReportError::Game { number: number + 1, problem })?;
                Ok(Some((game, trace)))
            },
            |brought: Result<(usize, (PlayedGame, Trace)), ReportError>| {
                let (_, (game, trace)) = brought?;
                if let (Some(journal), Some(path)) = (journal.as_mut(), &self.journal) {
                    journal.add(&game).map_err(|error| failed(path, error.into()))?;
                }
                games.add(stage, game.number, trace);
                progress.done += 1;
                tell(&progress);
                Ok::<_, ReportError>(())
            },
        )?;
        if stop.load(Relaxed) { Err(ReportError::Interrupted) } else { Ok(()) }
    }
}

fn failed(path: &Path, error: WorkJournalError) -> ReportError {
    ReportError::Journal { path: path.display().to_string(), error }
}
