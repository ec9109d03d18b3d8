//! A report as text.

use std::fmt;

use super::findings::percent;
use super::measures::{Exact, Report, SkillStep};

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.game)?;
        writeln!(
            f,
            "{} games of the engine with itself, {}, strength {}, evaluator {}, seed {}",
            self.games, self.pace, self.strength, self.evaluator, self.seed
        )?;
        let (warnings, rest): (Vec<_>, Vec<_>) =
            self.findings.iter().partition(|finding| finding.is_warning);
        for (title, findings) in [("To look at", warnings), ("Findings", rest)] {
            if !findings.is_empty() {
                writeln!(f, "\n{title}")?;
            }
            for finding in findings {
                writeln!(f, "  {}", finding.text)?;
            }
        }
        writeln!(f, "\nMeasures")?;
        let mut line = |name: &str, value: String| writeln!(f, "  {name:<16}{value}");
        let [first, second, draws] = self.results.counts;
        let given_up = match self.results.given_up {
            0 => String::new(),
            count => format!(", {count} given up"),
        };
        line(
            "results",
            format!("first won {first}, second won {second}, drawn {draws}{given_up}"),
        )?;
        line("first player", percent(&self.results.first))?;
        line("best play", self.exact.as_ref().map_or("not asked for".to_owned(), exact))?;
        let plies = &self.length.plies;
        line(
            "plies",
            format!(
                "{:.1} on average, median {}, {} to {}",
                plies.mean, plies.median, plies.least, plies.most
            ),
        )?;
        let moves = &self.choice.moves;
        line(
            "legal moves",
            format!(
                "{:.1} on average, median {}, {} to {}",
                moves.mean, moves.median, moves.least, moves.most
            ),
        )?;
        line("forced moves", percent(&self.choice.forced))?;
        let number =
            |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.2}"));
        line("decided after", number(self.drama.decided) + " of a game")?;
        line("lead changes", format!("{:.2} a game", self.drama.lead_changes))?;
        line("drama", number(self.drama.drama))?;
        if let Some(comebacks) = &self.drama.comebacks {
            line("comebacks", percent(comebacks))?;
        }
        if let Some(board) = &self.board {
            line("contact", percent(&board.contact))?;
        }
        if let Some(traps) = &self.traps {
            line("traps", percent(traps))?;
        }
        for (plies, different, games) in &self.openings.different {
            line(
                &format!("after {plies} plies"),
                format!("{different} different positions in {games} games"),
            )?;
        }
        let first: Vec<String> = self.openings.first.iter().take(5).map(first_move).collect();
        if !first.is_empty() {
            line("first moves", first.join(", "))?;
        }
        for step in &self.skill {
            line("more thought", skill(step))?;
        }
        Ok(())
    }
}

fn exact(found: &Exact) -> String {
    match found {
        Exact::Proven { first, plies, nodes } => {
            let length = plies.map_or(String::new(), |plies| format!(" in {plies} plies"));
            let what = match *first {
                1.0 => format!("the first player wins{length}"),
                0.0 => format!("the second player wins{length}"),
                share => format!("{:.4} for the first player", share),
            };
            format!("{what}; proven with {nodes} positions")
        }
        Exact::Open { nodes, why } => format!("open after {nodes} positions: {why}"),
    }
}

fn first_move(first: &super::measures::FirstMove) -> String {
    format!("{} {} times ({:.0} %)", first.text, first.share.of, 100.0 * first.share.value)
}

fn skill(step: &SkillStep) -> String {
    let [less, more] = &step.paces;
    let elo = match (step.elo, step.elo_error) {
        (Some(elo), Some(error)) => format!(", {elo:+.0} Elo (within {error:.0})"),
        (Some(elo), None) => format!(", {elo:+.0} Elo"),
        (None, _) => String::new(),
    };
    format!("{more} against {less}: {:.1} %{elo}, {} pairs", 100.0 * step.share, step.pairs)
}
