//! Who plays whom, on several threads, until all is played, or decided, or somebody interrupts.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use super::external::External;
use super::game::{Finished, Seat, play};
use super::journal::{Journal, JournalError, Played, Settings};
use super::openings::{Openings, OpeningsError};
use super::player::{Own, Player, PlayerError};
use super::spec::{Pace, PlayerSpec};
use super::standings::{SprtStanding, Standing, Standings};
use super::statistics::{Sprt, Verdict};
use crate::session::{Lookup, OpenError, Registry};

/// A match of two or more players: every two of them play so many pairs of games.
pub struct Tournament {
    /// The games that are known.
    pub registry: Arc<Registry>,
    /// The game.
    pub game: String,
    /// Its setup; empty for the usual one.
    pub setup: String,
    /// The players; their names differ.
    pub players: Vec<PlayerSpec>,
    /// How long everybody thinks who has no pace of his own.
    pub pace: Pace,
    /// Where games begin; both games of a pair have the same opening.
    pub openings: Openings,
    /// Pairs of games between every two players.
    pub pairs: usize,
    /// Games played at once.
    pub concurrency: usize,
    /// Chooses random openings.
    pub seed: u64,
    /// A test that ends a match of two players early.
    pub sprt: Option<Sprt>,
    /// How much more than its time a move may take.
    pub grace: Duration,
    /// Where to note what has been played, to go on from there.
    pub journal: Option<PathBuf>,
}

/// A match that could not be played.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// There is no such game.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A player is not fit for it.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The openings cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// The journal cannot be used.
    #[error("{path}: {error}")]
    Journal {
        /// Its file.
        path: String,
        /// What is wrong.
        error: JournalError,
    },
    /// It makes no sense.
    #[error("{0}")]
    Plan(String),
}

/// Two games from one opening that have been played.
pub struct Pair<'a> {
    /// Their records.
    pub records: &'a [String; 2],
    /// Whether they have been played now, and not before, by the journal.
    pub is_new: bool,
}

/// What a thread brings back.
type Brought = Result<Played, TournamentError>;

impl Tournament {
    /// Plays it, and tells `report` how everybody stands after each pair, and the pair itself;
    /// first those of the journal, at once. Ends early once `stop` is set; what was not finished
    /// then is forgotten.
    ///
    /// # Errors
    ///
    /// If it cannot be played as it was asked for.
    pub fn run(
        &self,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(&Standings, &Pair<'_>),
    ) -> Result<Standings, TournamentError> {
        self.check(stop)?;
        let pairings = self.pairings();
        let mut standings = self.standings(&pairings);
        let journal_error = |error: JournalError| TournamentError::Journal {
            path: self.journal.as_deref().unwrap_or(std::path::Path::new("")).display().to_string(),
            error,
        };
        let mut journal = None;
        let mut done = HashSet::new();
        if let Some(path) = &self.journal {
            let (opened, before) = Journal::open(path, self.settings()).map_err(journal_error)?;
            journal = Some(opened);
            for played in before {
                // It may have been longer once.
                let is_wanted = played.pairing < pairings.len() && played.opening < self.pairs;
                if is_wanted && done.insert((played.pairing, played.opening)) {
                    self.add(&mut standings, &played);
                    report(&standings, &Pair { records: &played.records, is_new: false });
                }
            }
        }
        if standings.sprt.as_ref().is_some_and(|sprt| sprt.accepted.is_some()) {
            return Ok(standings);
        }
        let next = AtomicUsize::new(0);
        let over = AtomicBool::new(false);
        let is_over = || over.load(Relaxed) || stop.load(Relaxed);
        let (sender, receiver) = channel::<Brought>();
        let left = (pairings.len() * self.pairs).saturating_sub(done.len());
        std::thread::scope(|scope| {
            let mut result = Ok(());
            for _ in 0..self.concurrency.clamp(1, left.max(1)) {
                let (sender, pairings, done) = (sender.clone(), &pairings, &done);
                let (next, is_over) = (&next, &is_over);
                let work = move || {
                    if let Err(error) = self.work(pairings, done, next, stop, is_over, &sender) {
                        // Nobody waits for it any more if another thread was faster.
                        let _ = sender.send(Err(error));
                    }
                };
                if let Err(error) = std::thread::Builder::new().spawn_scoped(scope, work) {
                    let why = format!("no thread for another game at once: {error}");
                    result = Err(TournamentError::Plan(why));
                    over.store(true, Relaxed);
                    break;
                }
            }
            drop(sender);
            for brought in receiver {
                if result.is_err() || over.load(Relaxed) {
                    continue;
                }
                result = brought.and_then(|played| {
                    if let Some(journal) = &mut journal {
                        journal.add(&played).map_err(|error| journal_error(error.into()))?;
                    }
                    self.add(&mut standings, &played);
                    report(&standings, &Pair { records: &played.records, is_new: true });
                    Ok(())
                });
                let decided = standings.sprt.as_ref().is_some_and(|sprt| sprt.accepted.is_some());
                if decided || result.is_err() {
                    over.store(true, Relaxed);
                }
            }
            result
        })?;
        Ok(standings)
    }

    /// How many pairs of games there are in all.
    #[must_use]
    pub fn all_pairs(&self) -> usize {
        self.pairings().len() * self.pairs
    }

    /// Whether it makes sense.
    fn check(&self, stop: &Arc<AtomicBool>) -> Result<(), TournamentError> {
        let plan = |problem: String| Err(TournamentError::Plan(problem));
        if self.players.len() < 2 {
            return plan("a match needs two players or more".to_owned());
        }
        if self.sprt.is_some() && self.players.len() > 2 {
            return plan("a sequential test needs exactly two players".to_owned());
        }
        for (at, player) in self.players.iter().enumerate() {
            if self.players[..at].iter().any(|other| other.name == player.name) {
                return plan(format!(
                    "two players are called '{}'; name=... tells them apart",
                    player.name
                ));
            }
            if !player.pace.or(self.pace).is_limited() {
                return plan(format!("nothing limits the thinking of '{}'", player.name));
            }
        }
        // Openings and players are tried before hours are spent.
        let mut session = self.registry.open(&self.game, &self.setup)?;
        for number in 0..self.openings.count().min(self.pairs) {
            self.openings.nth(number, self.seed, &mut *session)?;
        }
        self.players.iter().try_for_each(|spec| self.player(spec, stop).map(drop))
    }

    /// What makes two matches the same, for the journal.
    fn settings(&self) -> Settings {
        let mut settings = vec![("the game".to_owned(), self.full_game())];
        for (player, number) in self.players.iter().zip(1..) {
            let pace = player.pace.or(self.pace);
            settings.push((format!("player {number}"), format!("{player}, {pace}")));
        }
        settings.extend([
            ("the openings".to_owned(), self.openings.identity()),
            ("the seed".to_owned(), self.seed.to_string()),
            ("the grace".to_owned(), format!("{} ms", self.grace.as_millis())),
        ]);
        settings
    }

    /// How long players think: all of them, or each.
    fn paces(&self) -> String {
        let paces: Vec<Pace> =
            self.players.iter().map(|player| player.pace.or(self.pace)).collect();
        if paces.windows(2).all(|two| two[0] == two[1]) {
            return paces.first().map(Pace::to_string).unwrap_or_default();
        }
        let each = self.players.iter().zip(paces);
        let each = each.map(|(player, pace)| format!("{}: {pace}", player.name));
        each.collect::<Vec<_>>().join("; ")
    }

    /// The game and its setup, as they were asked for.
    fn full_game(&self) -> String {
        format!("{} {}", self.game, self.setup).trim_end().to_owned()
    }

    fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.players.len();
        (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b])).collect()
    }

    fn standings(&self, pairings: &[[usize; 2]]) -> Standings {
        let name = |at: usize| self.players[at].name.clone();
        Standings {
            game: self.full_game(),
            pace: self.paces(),
            players: self.players.iter().map(|player| player.name.clone()).collect(),
            pairings: pairings.iter().map(|&[a, b]| Standing::new([name(a), name(b)])).collect(),
            sprt: None,
        }
    }

    fn add(&self, standings: &mut Standings, played: &Played) {
        // What is in a journal has been checked, what has just been played has a result.
        let Ok([one, two]) = played.outcomes() else { return };
        let games = [(one, played.fouls[0]), (two, played.fouls[1])];
        let standing = &mut standings.pairings[played.pairing];
        standing.add(games);
        standings.sprt = self.sprt.map(|test| SprtStanding {
            test,
            ratio: test.ratio(&standing.pairs),
            bounds: test.bounds(),
            accepted: match test.verdict(&standing.pairs) {
                Verdict::Open => None,
                Verdict::Null => Some("elo0"),
                Verdict::Alternative => Some("elo1"),
            },
        });
    }

    fn player(
        &self,
        spec: &PlayerSpec,
        stop: &Arc<AtomicBool>,
    ) -> Result<Box<dyn Player>, TournamentError> {
        let stop = Arc::clone(stop);
        let session = self.registry.open(&self.game, &self.setup)?;
        Ok(if spec.command.is_empty() {
            Box::new(Own::new(spec, session, stop)?)
        } else {
            Box::new(External::new(spec, session, &self.registry, self.full_game(), stop)?)
        })
    }

    /// Plays pairs until there are no more.
    fn work(
        &self,
        pairings: &[[usize; 2]],
        done: &HashSet<(usize, usize)>,
        next: &AtomicUsize,
        stop: &Arc<AtomicBool>,
        is_over: &dyn Fn() -> bool,
        sender: &Sender<Brought>,
    ) -> Result<(), TournamentError> {
        let mut session = self.registry.open(&self.game, &self.setup)?;
        let players: Result<Vec<_>, _> =
            self.players.iter().map(|spec| self.player(spec, stop)).collect();
        let mut players = players?;
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= pairings.len() * self.pairs || is_over() {
                return Ok(());
            }
            let (pairing, opening) = (number % pairings.len(), number / pairings.len());
            if done.contains(&(pairing, opening)) {
                continue;
            }
            let mut played = Played { pairing, opening, ..Played::default() };
            if !self.pair(&mut *session, &mut players, pairings[pairing], &mut played, is_over)?
                || sender.send(Ok(played)).is_err()
            {
                return Ok(());
            }
        }
    }

    /// Plays both games of a pair and notes how they went; false if interrupted.
    fn pair(
        &self,
        session: &mut dyn Lookup,
        players: &mut [Box<dyn Player>],
        [a, b]: [usize; 2],
        played: &mut Played,
        is_over: &dyn Fn() -> bool,
    ) -> Result<bool, TournamentError> {
        let opening = self.openings.nth(played.opening, self.seed, session)?;
        for (game, swapped) in [false, true].into_iter().enumerate() {
            let [one, two] =
                players.get_disjoint_mut([a, b]).expect("a pairing has two different players");
            let seat = |at: usize, player| {
                let PlayerSpec { name, pace, .. } = &self.players[at];
                Seat { name, player, pace: pace.or(self.pace) }
            };
            let mut seats = [seat(a, &mut **one), seat(b, &mut **two)];
            if swapped {
                seats.reverse();
            }
            let number = 2 * played.opening as u64 + game as u64;
            let finished = play(session, number, &opening, seats, self.grace, is_over)?;
            let Some(Finished { mut record, foul }) = finished else { return Ok(false) };
            record.set("Round", format!("{}.{}", played.opening + 1, game + 1));
            played.fouls[game] = foul.map(|loser| if swapped { 1 - loser } else { loser });
            played.records[game] = record.to_string();
        }
        Ok(true)
    }
}
