//! The standings of a match, as a table for people and as JSON for programs.

use std::fmt::{Display, Formatter};

use serde::Serialize;

use super::statistics::{Elo, Pairs, Sprt};
use sarsen_core::game::{Outcome, Player};

/// The standing of two players against each other, from the view of the first.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(into = "StandingJson")]
pub struct Standing {
    /// The players.
    pub names: [String; 2],
    /// Games won by the first.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost by the first.
    pub losses: u64,
    /// Games that each player lost by a foul: over time, by an illegal move, or by going away.
    pub fouls: [u64; 2],
    /// Pairs by the points of the first: 0, 1/2, 1, 3/2, 2.
    pub pairs: Pairs,
}

impl Standing {
    pub(super) fn new(names: [String; 2]) -> Self {
        Self { names, wins: 0, draws: 0, losses: 0, fouls: [0; 2], pairs: Pairs::default() }
    }

    /// Adds both games of a pair: how they ended, and which player lost by a foul. The first player
    /// begins the first game. The other player begins the second game.
    pub(super) fn add(&mut self, games: [(Outcome, Option<usize>); 2]) {
        let mut half_points = 0;
        for (at, (outcome, foul)) in games.into_iter().enumerate() {
            match outcome {
                Outcome::Draw => {
                    self.draws += 1;
                    half_points += 1;
                }
                Outcome::Win(winner) if (winner == Player::First) == (at == 0) => {
                    self.wins += 1;
                    half_points += 2;
                }
                Outcome::Win(_) => self.losses += 1,
            }
            if let Some(loser) = foul {
                self.fouls[loser] += 1;
            }
        }
        self.pairs.add(half_points);
    }

    /// Games played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points of the first player. A draw is half a point.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }
}

/// One line: the score and the Elo difference.
impl Display for Standing {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let [first, second] = &self.names;
        write!(f, "{first} - {second}: +{} ={} -{}", self.wins, self.draws, self.losses)?;
        let Some(Elo { difference, error }) = self.pairs.elo() else { return Ok(()) };
        write!(f, ", {:.1} %", 100.0 * self.points() / self.games() as f64)?;
        match error {
            _ if difference.is_infinite() => write!(f, ", Elo beyond measure"),
            Some(error) => write!(f, ", Elo {difference:+.1} +- {error:.1}"),
            None => write!(f, ", Elo {difference:+.1}, error not known yet"),
        }
    }
}

/// The JSON of a standing, with the score and the Elo difference that follow from it.
#[derive(Serialize)]
struct StandingJson {
    names: [String; 2],
    wins: u64,
    draws: u64,
    losses: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo_error: Option<f64>,
    fouls: [u64; 2],
    pairs: Pairs,
}

impl From<Standing> for StandingJson {
    fn from(standing: Standing) -> Self {
        let elo = standing.pairs.elo().filter(|elo| elo.difference.is_finite());
        let games = standing.games();
        Self {
            wins: standing.wins,
            draws: standing.draws,
            losses: standing.losses,
            score: (games > 0).then(|| standing.points() / games as f64),
            elo: elo.map(|elo| elo.difference),
            elo_error: elo.and_then(|elo| elo.error),
            fouls: standing.fouls,
            pairs: standing.pairs,
            names: standing.names,
        }
    }
}

/// The results of a player against all others.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Total {
    /// The player.
    pub name: String,
    /// Points. A draw is half a point.
    pub points: f64,
    /// Games played.
    pub games: u64,
    /// Games lost by a foul.
    pub fouls: u64,
}

/// The standings of all players.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(into = "StandingsJson")]
pub struct Standings {
    /// The game and its setup.
    pub game: String,
    /// How long players think: one pace for all, or one for each.
    pub pace: String,
    /// The players, in the order of the settings.
    pub players: Vec<String>,
    /// The standings of every two players.
    pub pairings: Vec<Standing>,
    /// The sequential test, if there is one.
    pub sprt: Option<SprtStanding>,
}

/// The state of a sequential test.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SprtStanding {
    /// The test.
    pub test: Sprt,
    /// The log-likelihood ratio.
    pub ratio: f64,
    /// The ratios at which the null hypothesis and the alternative are accepted.
    pub bounds: (f64, f64),
    /// The accepted hypothesis: `elo0` or `elo1`. `None` if the test is not decided.
    pub accepted: Option<&'static str>,
}

impl Standings {
    /// The results of each player against all others, the best player first.
    #[must_use]
    pub fn totals(&self) -> Vec<Total> {
        let mut totals: Vec<Total> = self.players.iter().map(|name| self.total(name)).collect();
        totals.sort_by(|a, b| b.points.total_cmp(&a.points));
        totals
    }

    fn total(&self, name: &str) -> Total {
        let mut total = Total { name: name.to_owned(), points: 0.0, games: 0, fouls: 0 };
        for standing in &self.pairings {
            for at in 0..2 {
                if standing.names[at] == name {
                    let points = standing.points();
                    total.points += if at == 0 { points } else { standing.games() as f64 - points };
                    total.games += standing.games();
                    total.fouls += standing.fouls[at];
                }
            }
        }
        total
    }
}

/// The JSON of the standings. The players come with their totals.
#[derive(Serialize)]
struct StandingsJson {
    game: String,
    pace: String,
    players: Vec<Total>,
    pairings: Vec<Standing>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtStanding>,
}

impl From<Standings> for StandingsJson {
    fn from(standings: Standings) -> Self {
        let players = standings.totals();
        let Standings { game, pace, pairings, sprt, .. } = standings;
        Self { game, pace, players, pairings, sprt }
    }
}

/// A table for people: all players by points, then every two players, then the test.
impl Display for Standings {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{}, {}", self.game, self.pace)?;
        let width = self.players.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        writeln!(
            f,
            "{:width$}  {:>8}  {:>7}  {:>6}  {:>6}",
            "", "points", "games", "score", "fouls"
        )?;
        let totals = self.totals();
        for Total { name, points, games, fouls } in &totals {
            let score = 100.0 * points / (*games).max(1) as f64;
            writeln!(f, "{name:width$}  {points:>8.1}  {games:>7}  {score:>5.1}%  {fouls:>6}")?;
        }
        for standing in &self.pairings {
            let [a, b, c, d, e] = standing.pairs.0;
            writeln!(f, "{standing}; pairs by points (0 1/2 1 3/2 2): {a} {b} {c} {d} {e}")?;
        }
        if totals.iter().any(|total| total.fouls > 0) {
            let what = "games lost over time, by an illegal move or by going away";
            writeln!(f, "fouls: {what}; 'Termination' in the records says which")?;
        }
        if let Some(SprtStanding { test, ratio, bounds, accepted }) = &self.sprt {
            write!(f, "SPRT elo0 {} elo1 {}: ", test.elo0, test.elo1)?;
            write!(f, "LLR {ratio:+.2} ({:+.2}, {:+.2}): ", bounds.0, bounds.1)?;
            writeln!(
                f,
                "{}",
                accepted
                    .map_or("not decided: it takes more games".into(), |a| format!("{a} accepted"))
            )?;
        }
        Ok(())
    }
}
