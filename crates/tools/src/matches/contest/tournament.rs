//! A whole match, on several threads. It ends after the last game, or early if the sequential test
//! decides it or somebody interrupts it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::external::ExternalPlayer;
use super::game::{Finished, Seat, play};
use super::gtp_player::GtpPlayer;
use super::openings::{Openings, OpeningsError};
use super::played::Played;
use super::player::{MatchPlayer, OwnPlayer, PlayerError};
use super::spec::{PlayerSpec, Protocol, pace_text};
use super::standings::{SprtStanding, Standing, Standings};
use super::statistics::{Sprt, Verdict};
use crate::journal::{JournaledWork, WorkJournal, WorkJournalError, WorkSettings};
use sarsen_core::game::mix64;
use sarsen_core::search::Limits;
use sarsen_core::sys::threads::ThreadKind;
use sarsen_engine::protocol::Dialect;
use sarsen_engine::session::{FairDice, OpenError, Registry, Session};

/// A match of two or more players. Every two players play the same number of pairs of games.
pub struct Tournament {
    /// The known games.
    pub registry: Arc<Registry>,
    /// The game.
    pub game: String,
    /// Its setup. Empty for the default.
    pub setup: String,
    /// The players. Each has another name.
    pub players: Vec<PlayerSpec>,
    /// The pace of every player whose own pace has no limit.
    pub pace: Limits,
    /// Where games begin. Both games of a pair have the same opening.
    pub openings: Openings,
    /// Pairs of games between every two players.
    pub pairs: usize,
    /// Games played at once.
    pub concurrency: usize,
    /// Chooses random openings.
    pub seed: u64,
    /// A test that ends a match of two players early.
    pub sprt: Option<Sprt>,
    /// By how much a move may exceed its time.
    pub grace: Duration,
    /// The file of finished pairs, from which an interrupted match continues.
    pub journal: Option<PathBuf>,
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// There is no such game.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A player cannot play it.
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
        error: WorkJournalError,
    },
    /// The settings make no sense.
    #[error("{0}")]
    Plan(String),
}

/// Two games from one opening that have been played.
pub struct Pair<'a> {
    /// Their records.
    pub records: &'a [String; 2],
    /// Whether they have just been played. Otherwise they come from the journal.
    pub is_new: bool,
}

/// What a thread needs to play: a session, and all players.
struct MatchWorker {
    session: Box<dyn Session>,
    players: Vec<Box<dyn MatchPlayer>>,
}

/// The course of a match: the pairs counted so far, and the standings. Pairs count in the order of
/// their numbers, whichever thread is faster. So a sequential test ends with the same pair each
/// time, if the players play the same.
struct Course<'a> {
    tournament: &'a Tournament,
    pairings: Vec<[usize; 2]>,
    standings: Standings,
    journal: Option<WorkJournal>,
    /// The number of the pair that counts next.
    next: usize,
    /// Later pairs that have been played, and whether just now.
    ahead: BTreeMap<usize, (Played, bool)>,
}

impl Tournament {
    /// Plays the match. Calls `report` for each pair, with the standings and the pair itself, in
    /// the order of the openings. At first it reports the pairs of the journal, at once. If `stop`
    /// is set, the match ends early and forgets unfinished pairs.
    ///
    /// # Errors
    ///
    /// If it cannot be played with these settings.
    pub fn run(
        &self,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(&Standings, &Pair<'_>),
    ) -> Result<Standings, TournamentError> {
        self.check(stop)?;
        let mut course = Course::open(self, report)?;
        if course.is_decided() {
            return Ok(course.standings);
        }
        let pairings = course.pairings.clone();
        let (first, known) = (course.next, course.ahead.keys().copied().collect::<Vec<_>>());
        let over = AtomicBool::new(false);
        let is_over = || over.load(Relaxed) || stop.load(Relaxed);
        let count = self.all_pairs();
        let threads = self.concurrency.min(count.saturating_sub(first + known.len()));
        ThreadKind::searching("match").share(
            (threads, count),
            || self.worker(stop),
            |worker, number| {
                let (pairing, opening) = (number % pairings.len(), number / pairings.len());
                if is_over() {
                    return Ok(None);
                }
                if number < first || known.binary_search(&number).is_ok() {
                    return Ok(Some(None));
                }
                let mut played = Played { pairing, opening, ..Played::default() };
                let is_whole = self.pair(worker, pairings[pairing], &mut played, &is_over)?;
                Ok(is_whole.then_some(Some(played)))
            },
            |brought: Result<(usize, Option<Played>), TournamentError>| {
                // Pairs that come after the end do not count.
                if over.load(Relaxed) {
                    return Ok(());
                }
                let taken = match brought {
                    Ok((_, Some(played))) => course.add(played, report),
                    Ok((_, None)) => Ok(()),
                    Err(error) => Err(error),
                };
                over.store(taken.is_err() || course.is_decided(), Relaxed);
                taken
            },
        )?;
        course.count_rest(report);
        Ok(course.standings)
    }

    /// The number of pairs of games in the whole match.
    #[must_use]
    pub fn all_pairs(&self) -> usize {
        self.pairings().len() * self.pairs
    }

    /// Refuses a match that makes no sense or would certainly fail later.
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
            if !self.pace_of(player).is_limited() {
                return plan(format!("nothing limits the thinking of '{}'", player.name));
            }
        }
        // Try openings and players now, not after hours of play.
        let mut session = self.registry.open(&self.game, &self.setup)?;
        for number in 0..self.openings.count().min(self.pairs) {
            self.openings.nth(number, self.seed, &mut *session)?;
        }
        self.players.iter().try_for_each(|spec| self.player(spec, stop).map(drop))
    }

    /// The settings that make two matches the same, for the journal.
    fn settings(&self) -> WorkSettings {
        let mut settings = vec![("the game".to_owned(), self.full_game())];
        for (player, number) in self.players.iter().zip(1..) {
            let pace = self.pace_of(player);
            settings.push((format!("player {number}"), format!("{player}, {}", pace_text(&pace))));
        }
        settings.extend([
            ("the openings".to_owned(), self.openings.identity()),
            ("the seed".to_owned(), self.seed.to_string()),
            ("the grace".to_owned(), format!("{} ms", self.grace.as_millis())),
        ]);
        settings
    }

    /// A player's own pace. If this has no limit at all, that of the match.
    fn pace_of(&self, player: &PlayerSpec) -> Limits {
        if player.pace.is_limited() { player.pace } else { self.pace }
    }

    /// How long players think: one pace for all, or one for each.
    fn paces(&self) -> String {
        let paces: Vec<Limits> = self.players.iter().map(|player| self.pace_of(player)).collect();
        if paces.windows(2).all(|two| two[0] == two[1]) {
            return paces.first().map(pace_text).unwrap_or_default();
        }
        let each = self.players.iter().zip(paces);
        let each = each.map(|(player, pace)| format!("{}: {}", player.name, pace_text(&pace)));
        each.collect::<Vec<_>>().join("; ")
    }

    /// The game and its setup, as the settings give them.
    fn full_game(&self) -> String {
        format!("{} {}", self.game, self.setup).trim_end().to_owned()
    }

    /// Every two players, by index.
    fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.players.len();
        (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b])).collect()
    }

    /// The standings before the first game.
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

    /// A new player, for one thread.
    fn player(
        &self,
        spec: &PlayerSpec,
        stop: &Arc<AtomicBool>,
    ) -> Result<Box<dyn MatchPlayer>, TournamentError> {
        let stop = Arc::clone(stop);
        let session = self.registry.open(&self.game, &self.setup)?;
        if spec.command.is_empty() {
            return Ok(Box::new(OwnPlayer::new(spec, session, stop)?));
        }
        let dialect = match spec.protocol {
            Protocol::Ugi => Dialect::Ugi,
            Protocol::Uci => Dialect::Uci,
            Protocol::Gtp => return Ok(Box::new(GtpPlayer::new(spec, session, stop)?)),
        };
        let (registry, game) = (&self.registry, self.full_game());
        Ok(Box::new(ExternalPlayer::new(spec, dialect, session, registry, game, stop)?))
    }

    /// What a thread needs to play.
    fn worker(&self, stop: &Arc<AtomicBool>) -> Result<MatchWorker, TournamentError> {
        let session = self.registry.open(&self.game, &self.setup)?;
        let players: Result<Vec<_>, _> =
            self.players.iter().map(|spec| self.player(spec, stop)).collect();
        Ok(MatchWorker { session, players: players? })
    }

    /// Plays both games of a pair and notes their results. Returns false if it was interrupted.
    fn pair(
        &self,
        MatchWorker { session, players }: &mut MatchWorker,
        [a, b]: [usize; 2],
        played: &mut Played,
        is_over: &dyn Fn() -> bool,
    ) -> Result<bool, TournamentError> {
        let opening = self.openings.nth(played.opening, self.seed, &mut **session)?;
        for (game, swapped) in [false, true].into_iter().enumerate() {
            let [one, two] =
                players.get_disjoint_mut([a, b]).expect("a pairing has two different players");
            let seat = |at: usize, player| {
                let spec = &self.players[at];
                Seat { name: &spec.name, player, pace: self.pace_of(spec) }
            };
            let mut seats = [seat(a, &mut **one), seat(b, &mut **two)];
            if swapped {
                seats.reverse();
            }
            let number = 2 * played.opening as u64 + game as u64;
            // Both games of a pair have the same dice.
            let dice = FairDice::new(mix64(self.seed) ^ mix64(played.opening as u64));
            let finished =
                play(&mut **session, number, &opening, dice, seats, self.grace, is_over)?;
            let Some(Finished { mut record, foul }) = finished else { return Ok(false) };
            record.set("Round", format!("{}.{}", played.opening + 1, game + 1));
            played.fouls[game] = foul.map(|loser| if swapped { 1 - loser } else { loser });
            played.records[game] = record.to_string();
        }
        Ok(true)
    }
}

impl<'a> Course<'a> {
    /// A match that continues from its journal, if it has one.
    fn open(
        tournament: &'a Tournament,
        report: &mut dyn FnMut(&Standings, &Pair<'_>),
    ) -> Result<Self, TournamentError> {
        let pairings = tournament.pairings();
        let standings = tournament.standings(&pairings);
        let ahead = BTreeMap::new();
        let mut course = Self { tournament, pairings, standings, journal: None, next: 0, ahead };
        let Some(path) = &tournament.journal else { return Ok(course) };
        let mut before: Vec<Played> = Vec::new();
        let mut take = |played: Played| {
            played.check()?;
            before.push(played);
            Ok(())
        };
        let work = JournaledWork { kind: "match", settings: tournament.settings() };
        let journal = WorkJournal::open(path, &work, &mut take);
        course.journal = Some(journal.map_err(|error| course.journal_error(error))?);
        for played in before {
            // An earlier run of the match may have had more pairs.
            let is_wanted =
                played.pairing < course.pairings.len() && played.opening < tournament.pairs;
            if is_wanted {
                course.ahead.insert(course.number(&played), (played, false));
            }
        }
        course.count_next(report);
        Ok(course)
    }

    /// The number of a pair.
    fn number(&self, played: &Played) -> usize {
        played.opening * self.pairings.len() + played.pairing
    }

    /// Adds a pair that has just been played, to the journal, too.
    fn add(
        &mut self,
        played: Played,
        report: &mut dyn FnMut(&Standings, &Pair<'_>),
    ) -> Result<(), TournamentError> {
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.add(&played)
        {
            return Err(self.journal_error(error.into()));
        }
        self.ahead.insert(self.number(&played), (played, true));
        self.count_next(report);
        Ok(())
    }

    /// Counts the pairs whose turn it is, until the match is decided.
    fn count_next(&mut self, report: &mut dyn FnMut(&Standings, &Pair<'_>)) {
        while !self.is_decided()
            && let Some((played, is_new)) = self.ahead.remove(&self.next)
        {
            self.next += 1;
            self.count(&played);
            report(&self.standings, &Pair { records: &played.records, is_new });
        }
    }

    /// Counts what is left if the match ended early: pairs that came before others.
    fn count_rest(&mut self, report: &mut dyn FnMut(&Standings, &Pair<'_>)) {
        while !self.is_decided()
            && let Some((&next, _)) = self.ahead.first_key_value()
        {
            self.next = next;
            self.count_next(report);
        }
    }

    /// Adds the results of a pair to the standings.
    fn count(&mut self, played: &Played) {
        // Opening the journal has checked its pairs, and a new pair has results.
        let Ok([one, two]) = played.outcomes() else { return };
        let games = [(one, played.fouls[0]), (two, played.fouls[1])];
        let standing = &mut self.standings.pairings[played.pairing];
        standing.add(games);
        self.standings.sprt = self.tournament.sprt.map(|test| SprtStanding {
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

    /// Whether the sequential test has ended the match.
    fn is_decided(&self) -> bool {
        self.standings.sprt.as_ref().is_some_and(|sprt| sprt.accepted.is_some())
    }

    fn journal_error(&self, error: WorkJournalError) -> TournamentError {
        let path = self.tournament.journal.as_deref().unwrap_or(Path::new(""));
        TournamentError::Journal { path: path.display().to_string(), error }
    }
}
