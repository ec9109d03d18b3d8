//! What is asked for in a report.

use std::path::PathBuf;
use std::sync::Arc;

use crate::journal::WorkSettings;
use sarsen_core::search::Limits;
use sarsen_engine::session::Registry;

/// What is asked for in a report.
pub struct ReportPlan {
    /// The known games.
    pub registry: Arc<Registry>,
    /// The game and its setup.
    pub title: String,
    /// The number of games that it plays with itself.
    pub games: usize,
    /// How long it thinks about each move: nodes, a time or a depth. Only with nodes or a depth are
    /// two reports the same.
    pub pace: Limits,
    /// How strong it plays, from 0 to 100.
    pub strength: u8,
    /// The evaluator. None is the game's default.
    pub evaluator: Option<String>,
    /// Pairs of games for each step of thought.
    pub pairs: usize,
    /// Positions to visit at most to find out what the game is worth with best play.
    pub exact_nodes: u64,
    /// The seed of all that is random.
    pub seed: u64,
    /// How many games are played at once. No result depends on it.
    pub threads: usize,
    /// The file of finished games, from which an interrupted report goes on.
    pub journal: Option<PathBuf>,
}

/// By this factor the lengths of thought differ that play against each other.
pub(super) const MORE: u64 = 4;

/// Who plays, in a part of the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pairing {
    /// The pace of the side that thinks less, and of the one that thinks more. If they are the
    /// same, the game is one of the engine with itself.
    pub(super) paces: [Limits; 2],
}

impl ReportPlan {
    /// The steps of thought: less against the usual, and the usual against more.
    pub(super) fn steps(&self) -> Vec<Pairing> {
        if self.pairs == 0 {
            return Vec::new();
        }
        let less = [(1, MORE * MORE), (1, MORE), (1, 1), (MORE, 1)];
        let paces: Vec<Limits> = less.map(|part| scaled(self.pace, part)).into();
        paces
            .windows(2)
            .filter_map(|two| <[Limits; 2]>::try_from(two).ok())
            .filter(|[less, more]| less != more)
            .map(|paces| Pairing { paces })
            .collect()
    }

    /// The settings that make two reports the same, for the journal. The numbers of games do not
    /// count: a report may go on with more.
    ///
    /// `evaluator` is the name of the one in use. The samples are of the rules and of what it says:
    /// after a change, or when something was learnt, games of before do not count.
    pub(super) fn settings(&self, evaluator: &str, samples: [u32; 2]) -> WorkSettings {
        let pace = crate::matches::contest::pace_text(&self.pace);
        let [rules, opinions] = samples.map(|sample| format!("{sample:08x}"));
        let settings = [
            ("the game", self.title.clone()),
            ("the number of the rules", rules),
            ("the evaluator", evaluator.to_owned()),
            ("the number of its opinions", opinions),
            ("the pace", pace),
            ("the strength", self.strength.to_string()),
            ("the seed", self.seed.to_string()),
        ];
        settings.map(|(name, value)| (name.to_owned(), value)).into()
    }
}

/// A pace that thinks this part of another.
pub(super) fn scaled(pace: Limits, (part, whole): (u64, u64)) -> Limits {
    let mut scaled = pace;
    scaled.nodes = pace.nodes.map(|nodes| (nodes.saturating_mul(part) / whole).max(1));
    scaled.time = pace.time.map(|time| time.mul_f64(part as f64 / whole as f64));
    scaled
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn thought_comes_in_steps() {
        let limits = Limits::nodes(1600);
        let nodes = [(1, 16), (1, 4), (4, 1)].map(|part| scaled(limits, part).nodes.unwrap());
        assert_eq!(nodes, [100, 400, 6400]);
        assert_eq!(scaled(Limits::nodes(3), (1, 16)).nodes, Some(1));
        let time = scaled(Limits::time(Duration::from_millis(100)), (4, 1)).time;
        assert_eq!(time, Some(Duration::from_millis(400)));
    }
}
