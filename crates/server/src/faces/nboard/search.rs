//! A search for the client of this face, and what the server reports of it.

use std::time::Instant;

use sarsen_engine::session::Session;

/// How many points count as a disc if the evaluator does not say it.
const POINTS: f64 = 100.0;

/// How many points of a session's evaluator count as a disc.
pub(super) fn points_of_a_disc(session: &dyn Session) -> f64 {
    session.scale().unit.map_or(POINTS, |(points, _)| f64::from(points))
}

/// A search that has begun.
pub(super) struct Searching {
    /// Whether the client wants a move. Otherwise it wants hints.
    pub(super) is_for_a_move: bool,
    pub(super) began: Instant,
    /// The value of the best move so far.
    pub(super) value: Option<f64>,
}

impl Searching {
    /// It begins now.
    pub(super) fn new(is_for_a_move: bool) -> Self {
        Self { is_for_a_move, began: Instant::now(), value: None }
    }
}

/// What is in a report of the server.
#[derive(PartialEq, Debug)]
pub(super) struct NBoardReport<'a> {
    pub(super) depth: u32,
    pub(super) rank: u32,
    pub(super) nodes: u64,
    pub(super) time_ms: u64,
    /// The score: its word, and its number if it has one.
    score: (&'a str, Option<f64>),
    /// By how many discs the game is won or lost, if that is certain.
    margin: Option<f64>,
    pub(super) variation: Vec<&'a str>,
}

impl<'a> NBoardReport<'a> {
    /// Reads a line. None if it is not a report with a score.
    pub(super) fn read(line: &'a str) -> Option<Self> {
        let words: Vec<&str> = line.strip_prefix("info ")?.split(' ').collect();
        let at = |name: &str| words.iter().position(|word| *word == name);
        let after = |name: &str| words.get(at(name)? + 1).copied();
        let variation = words[at("pv")? + 1..].to_vec();
        let score = at("score")? + 1;
        Some(Self {
            depth: after("depth")?.parse().ok()?,
            rank: after("multipv")?.parse().ok()?,
            nodes: after("nodes")?.parse().ok()?,
            time_ms: after("time")?.parse().ok()?,
            margin: after("margin").and_then(|word| word.parse().ok()),
            score: (words.get(score)?, words.get(score + 1).and_then(|word| word.parse().ok())),
            variation,
        })
    }

    /// The value in discs, each of which is worth `disc` points. `lead` is by how many discs the
    /// player to move wins, if the variation goes to the end of the game. A result without a margin
    /// or a lead counts as one disc.
    pub(super) fn value(&self, disc: f64, lead: Option<f64>) -> f64 {
        let won_by =
            |lead: Option<f64>| self.margin.or(lead.filter(|lead| *lead > 0.0)).unwrap_or(1.0);
        match self.score {
            ("eval", Some(points)) => points / disc,
            ("win", _) => won_by(lead),
            ("loss", _) => -won_by(lead.map(|lead| -lead)),
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_read() {
        let line = "info depth 9 seldepth 12 multipv 2 score eval -150 nodes 70 nps 1 hashfull 0 \
                    time 12 pv f5 d6";
        let report = NBoardReport::read(line).unwrap();
        assert_eq!((report.depth, report.rank, report.nodes, report.time_ms), (9, 2, 70, 12));
        assert_eq!((report.value(100.0, None), report.variation.len()), (-1.5, 2));
        assert_eq!(report.value(25.0, None), -6.0);
        let line = line.replace("eval -150", "loss");
        let report = NBoardReport::read(&line).unwrap();
        let values = [Some(-12.0), None].map(|lead| report.value(100.0, lead));
        assert_eq!(values, [-12.0, -1.0]);
        let line = line.replace("loss", "loss margin 14");
        assert_eq!(NBoardReport::read(&line).unwrap().value(100.0, None), -14.0);
        for line in ["info nodes 3 nps 4 time 5", "info string hello", "readyok", "info"] {
            assert_eq!(NBoardReport::read(line), None, "{line}");
        }
    }
}
