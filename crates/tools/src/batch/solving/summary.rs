//! The summary of all positions.

use std::fmt::{Display, Formatter};

use super::line::SolvedLine;

/// Counts of the positions so far.
#[derive(Default, Debug)]
pub struct SolveSummary {
    /// The times of the solved positions.
    micros: Vec<f64>,
    /// The number of positions visited for them.
    nodes: u64,
    /// The number of positions that were compared with a known score.
    compared: usize,
    wrong: usize,
    errors: usize,
    /// The numbers of positions without a value: after an interruption, and at a limit.
    interrupted: usize,
    open: usize,
    /// The number of solved positions that lack moves.
    partial: usize,
}

impl SolveSummary {
    /// Counts a line.
    pub fn add(&mut self, solved: &SolvedLine) {
        let Ok(answer) = &solved.answer else {
            self.errors += 1;
            return;
        };
        if !solved.is_decided() {
            match answer.interrupted {
                true => self.interrupted += 1,
                false => self.open += 1,
            }
            return;
        }
        self.partial += usize::from(solved.lacks_moves());
        self.micros.push(solved.time.as_nanos() as f64 / 1000.0);
        self.nodes += answer.nodes;
        self.compared += usize::from(solved.is_wrong.is_some());
        self.wrong += usize::from(solved.is_wrong == Some(true));
    }

    /// Whether all lines were understood, all that was asked for was found, and no score was wrong.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.wrong + self.errors + self.interrupted + self.open + self.partial == 0
    }
}

impl Display for SolveSummary {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let mut micros = self.micros.clone();
        micros.sort_by(f64::total_cmp);
        let (count, sum) = (micros.len(), micros.iter().sum::<f64>());
        write!(f, "{count} solved")?;
        if self.partial > 0 {
            write!(f, ", {} of them without all moves", self.partial)?;
        }
        if self.open > 0 {
            write!(f, ", {} open", self.open)?;
        }
        if self.interrupted > 0 {
            write!(f, ", {} open: interrupted", self.interrupted)?;
        }
        if self.compared > 0 {
            write!(f, ", {} compared with a known score, {} wrong", self.compared, self.wrong)?;
        }
        if self.errors > 0 {
            write!(f, ", {} not understood", self.errors)?;
        }
        writeln!(f)?;
        let Some(median) = micros.get(count / 2) else { return Ok(()) };
        writeln!(
            f,
            "processor time: mean {:.4} ms, median {:.4} ms; nodes: mean {:.0}, {:.0} a second",
            sum / count as f64 / 1000.0,
            median / 1000.0,
            self.nodes as f64 / count as f64,
            self.nodes as f64 / (sum / 1e6)
        )
    }
}
