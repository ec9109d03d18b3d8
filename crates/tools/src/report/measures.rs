//! The measures of a report. Shares and expectations go from 0 to 1; a draw counts half a win.
//!
//! Sources: balance, draws, length, drama, lead changes and decisiveness are those of C. Browne
//! ("Automatic generation and evaluation of recombination games", thesis, 2008), as adapted below;
//! intervals of shares are those of E. Wilson ("Probable inference, the law of succession, and
//! statistical inference", 1927), and hold in 95 % of all cases.

use serde::Serialize;

/// 95 % of normally distributed values lie within this number of standard deviations.
const SIGMAS: f64 = 1.959_963_985;

/// A share, as it was counted, with the interval in which the true one is in 95 % of all cases.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ShareEstimate {
    /// The share that was counted.
    pub value: f64,
    /// The least it may be.
    pub low: f64,
    /// The most it may be.
    pub high: f64,
    /// Of how many cases.
    pub of: u64,
}

impl ShareEstimate {
    /// So many points of so many cases. A half point widens the interval as if it were won or lost
    /// by chance, so it is a little too wide if there are draws.
    #[must_use]
    pub fn new(points: f64, of: u64) -> Self {
        if of == 0 {
            return Self { value: 0.0, low: 0.0, high: 1.0, of };
        }
        let count = of as f64;
        let share = points / count;
        let square = SIGMAS * SIGMAS / count;
        let middle = (share + square / 2.0) / (1.0 + square);
        let spread = (share * (1.0 - share) / count + square / (4.0 * count)).max(0.0).sqrt();
        let half = SIGMAS * spread / (1.0 + square);
        let (low, high) = ((middle - half).max(0.0), (middle + half).min(1.0));
        Self { value: share, low, high, of }
    }
}

/// How numbers are spread.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct NumberSpread {
    /// Their mean.
    pub mean: f64,
    /// Half of them are at most this.
    pub median: u64,
    /// The least.
    pub least: u64,
    /// The greatest.
    pub most: u64,
}

/// How games ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Results {
    /// The games that the first player won, those that the second won, and the draws.
    pub counts: [u64; 3],
    /// Games that were given up after 1000 plies. They count in no result.
    pub given_up: u64,
    /// The first player's share of the points.
    pub first: ShareEstimate,
    /// The share of draws.
    pub draws: ShareEstimate,
}

/// How long games lasted, in plies. Dice and cards do not count as plies.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LengthMeasures {
    /// The plies of a game.
    pub plies: NumberSpread,
    /// How many games had the greatest number of plies.
    pub longest: u64,
    /// How many games had a length in each of these ranges: the first length, and the games. All
    /// ranges are equally wide.
    pub histogram: Vec<(u64, u64)>,
}

/// How many moves there were to choose from.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ChoiceMeasures {
    /// The legal moves of a position.
    pub moves: NumberSpread,
    /// The share of positions with one legal move.
    pub forced: ShareEstimate,
    /// The mean number of legal moves ply by ply, as long as at least a tenth of the games lasted.
    pub by_ply: Vec<f64>,
}

/// What the course of games was like, by the expectations of the players' searches. They are
/// fitted to the results of these games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Drama {
    /// How many games were looked at: the first ones, and at most 20,000.
    pub games: u64,
    /// The points of the evaluator that multiply the odds of winning by e, as fitted. None in games
    /// of chance, where searches tell shares of a win.
    pub odds: Option<f64>,
    /// The mean part of a won game after which its winner expected more than 0.9 until the end.
    pub decided: Option<f64>,
    /// How often in a game the lead changed, on average. To lead is to expect more than 0.55.
    pub lead_changes: f64,
    /// How far behind winners were, where they were behind: the mean root of the difference of both
    /// expectations (Browne's drama). 0 if they never were.
    pub drama: Option<f64>,
    /// The share of won games whose winner once expected less than 0.25.
    pub comebacks: Option<ShareEstimate>,
    /// What the winner expected, on average, in each twentieth of a game.
    pub winners_expectation: Vec<f64>,
}

/// A place of the board, and how much happened there.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlaceUse {
    /// Its name.
    pub name: String,
    /// Where it is on the picture.
    pub x: f64,
    /// The same, downwards.
    pub y: f64,
    /// How often in a game something changed there, on average.
    pub changes: f64,
}

/// What was used of the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BoardUse {
    /// All places.
    pub places: Vec<PlaceUse>,
    /// The names of the places where nothing ever happened.
    pub unused_places: Vec<String>,
    /// The pieces that never moved and were never taken: `first king`.
    pub unused_pieces: Vec<String>,
    /// The share of moves that touched the opponent: they took or changed something of his, or
    /// went where he could have gone when he was last to move. None if moves only add something to
    /// empty places.
    pub contact: Option<ShareEstimate>,
}

/// How many different openings there were.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OpeningMeasures {
    /// How many games differed in a move. Beyond 1,000 it is an estimate.
    pub different_games: u64,
    /// After so many plies, there were about so many different positions in so many games. Mirror
    /// images are the same. Beyond 1,000 it is an estimate.
    pub different: Vec<(usize, u64, u64)>,
    /// The first moves, the most frequent first: how often each was played, and the first player's
    /// share of the points then. Mirror images are the same. At most 20.
    pub first: Vec<FirstMove>,
}

/// A first move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FirstMove {
    /// Its text.
    pub text: String,
    /// The first player's share of the points in the games that began so.
    pub share: ShareEstimate,
}

/// What more thought is worth: a match of the engine with itself at two lengths of thought.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SkillStep {
    /// The shorter thought, and the longer one.
    pub paces: [String; 2],
    /// Pairs of games. In each pair both begin once from the same opening, with the same dice.
    pub pairs: u64,
    /// The share of the points of the side that thinks longer.
    pub share: f64,
    /// The same as a difference of Elo. None if one side has won all games.
    pub elo: Option<f64>,
    /// Half the width of the interval in which the true difference is in 95 % of all cases.
    pub elo_error: Option<f64>,
}

/// What the game is worth with best play.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "result", rename_all = "snake_case")]
pub enum Exact {
    /// It is proven. The first player's share of a win: 1, 1/2 or 0, or in a game of chance the
    /// exact expectation.
    Proven {
        /// This share.
        first: f64,
        /// The plies that best play takes, if they are known.
        plies: Option<u32>,
        /// The positions visited.
        nodes: u64,
    },
    /// It was not found out.
    Open {
        /// The positions visited.
        nodes: u64,
        /// Why it ended.
        why: String,
    },
}

/// What a finding is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingTopic {
    /// Whether the engine plays well enough for a verdict.
    Play,
    /// Whether both players have the same chances.
    Balance,
    /// How many games are drawn.
    Draws,
    /// Whether games end, and how soon.
    Length,
    /// When games are decided.
    Decision,
    /// Whether the players have to do with each other.
    Contact,
    /// Whether thought pays.
    Skill,
    /// How much there is to choose from.
    Choice,
    /// What is used of board and pieces.
    Use,
    /// Whether games differ.
    Variety,
}

/// What the measures mean for the designer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReportFinding {
    /// What it is about.
    pub topic: FindingTopic,
    /// Whether it is something to mend.
    pub is_warning: bool,
    /// The finding, in words.
    pub text: String,
}

/// A report.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The game and its setup.
    pub game: String,
    /// The length of thought, as text.
    pub pace: String,
    /// The strength, from 0 to 100.
    pub strength: u8,
    /// The evaluator.
    pub evaluator: String,
    /// Whether it has nothing to judge by, so that all positions are even to it.
    pub is_blind: bool,
    /// The share of its most frequent opinion among those that were not proven. None if all were.
    pub same_opinion: Option<f64>,
    /// The seed.
    pub seed: u64,
    /// The games that were played with itself.
    pub games: u64,
    /// What they mean, the most important first.
    pub findings: Vec<ReportFinding>,
    /// How they ended.
    pub results: Results,
    /// What the game is worth with best play. None if nobody asked.
    pub exact: Option<Exact>,
    /// How long they lasted.
    pub length: LengthMeasures,
    /// How much there was to choose from.
    pub choice: ChoiceMeasures,
    /// What their course was like.
    pub drama: Drama,
    /// What was used of the board. None if the game shows none.
    pub board: Option<BoardUse>,
    /// How many different openings there were.
    pub openings: OpeningMeasures,
    /// The share of positions in which the move that seems best to a sixteenth of the thought loses
    /// by force, and the usual thought finds one that does not. None in games of chance.
    pub traps: Option<ShareEstimate>,
    /// What more thought is worth.
    pub skill: Vec<SkillStep>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_the_interval_of_wilson() {
        // Checked with the formula of the textbook: 0 of 10 and 81 of 263.
        let none = ShareEstimate::new(0.0, 10);
        assert!(none.low == 0.0 && (none.high - 0.2775).abs() < 1e-4, "{none:?}");
        let some = ShareEstimate::new(81.0, 263);
        assert!((some.low - 0.2553).abs() < 1e-3 && (some.high - 0.3662).abs() < 1e-3, "{some:?}");
        let unknown = ShareEstimate::new(0.0, 0);
        assert_eq!((unknown.low, unknown.high), (0.0, 1.0));
    }
}
