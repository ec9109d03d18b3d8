//! Points, and what they mean.

use std::fmt::{Display, Formatter};

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use super::statistics::{Elo, Pairs, Sprt};
use crate::game::{Outcome, Player};

/// How two players stand against each other, as the first of them sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// The players.
    pub names: [String; 2],
    /// Games won by the first.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost by the first.
    pub losses: u64,
    /// Games lost by each otherwise than by the rules: over time, by an illegal move, by going
    /// away.
    pub fouls: [u64; 2],
    /// Pairs by the points of the first: 0, 1/2, 1, 3/2, 2.
    pub pairs: Pairs,
}

impl Standing {
    pub(super) fn new(names: [String; 2]) -> Self {
        Self { names, wins: 0, draws: 0, losses: 0, fouls: [0; 2], pairs: Pairs::default() }
    }

    /// Notes both games of a pair: how they ended, and who of the two lost by a foul. The first of
    /// the two players begins the first game, the other one the second.
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

    /// Games that have been played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points of the first, a draw being half of one.
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

/// A standing as programs are told of it, with what follows from it.
#[derive(Serialize)]
struct Told<'a> {
    names: &'a [String; 2],
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

impl Serialize for Standing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { names, wins, draws, losses, fouls, pairs } = self;
        let elo = pairs.elo().filter(|elo| elo.difference.is_finite());
        let told = Told {
            names,
            wins: *wins,
            draws: *draws,
            losses: *losses,
            score: (self.games() > 0).then(|| self.points() / self.games() as f64),
            elo: elo.map(|elo| elo.difference),
            elo_error: elo.and_then(|elo| elo.error),
            fouls: *fouls,
            pairs: *pairs,
        };
        told.serialize(serializer)
    }
}

/// How a player stands in all.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Total {
    /// The player.
    pub name: String,
    /// Points, a draw being half of one.
    pub points: f64,
    /// Games that have been played.
    pub games: u64,
    /// Games lost otherwise than by the rules.
    pub fouls: u64,
}

/// How everybody stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// The game and its setup.
    pub game: String,
    /// How long players think: all of them, or each.
    pub pace: String,
    /// The players, as they were asked for.
    pub players: Vec<String>,
    /// Every two of them.
    pub pairings: Vec<Standing>,
    /// The sequential test, if there is one: its log-likelihood ratio and its verdict.
    pub sprt: Option<SprtStanding>,
}

/// How a sequential test stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SprtStanding {
    /// What is tested.
    pub test: Sprt,
    /// The log-likelihood ratio.
    pub ratio: f64,
    /// Where the null hypothesis and the alternative are accepted.
    pub bounds: (f64, f64),
    /// What is accepted: `elo0`, `elo1`, or nothing yet.
    pub accepted: Option<&'static str>,
}

impl Standings {
    /// How each player stands in all, the best first.
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

/// The same for programs, the players with their totals.
impl Serialize for Standings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = 4 + usize::from(self.sprt.is_some());
        let mut told = serializer.serialize_struct("Standings", fields)?;
        told.serialize_field("game", &self.game)?;
        told.serialize_field("pace", &self.pace)?;
        told.serialize_field("players", &self.totals())?;
        told.serialize_field("pairings", &self.pairings)?;
        if let Some(sprt) = &self.sprt {
            told.serialize_field("sprt", sprt)?;
        }
        told.end()
    }
}

/// A table for people: all players by points, then every two of them, then the test.
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
