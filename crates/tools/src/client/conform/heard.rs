//! What a check hears of a search, and how it reads the lines.

use std::time::Duration;

/// The lines of a search from `go` to its answer.
pub(super) struct HeardSearch {
    pub(super) lines: Vec<String>,
    /// From the writing of `go` to the reading of `bestmove`.
    pub(super) took: Duration,
}

/// The word of a line that follows another word.
pub(super) fn after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let mut words = line.split(' ').skip_while(|w| *w != word);
    words.next()?;
    words.next()
}

/// The variation of a report.
pub(super) fn variation(line: &str) -> Vec<&str> {
    line.split_once(" pv ").map_or(Vec::new(), |(_, moves)| moves.split_whitespace().collect())
}

/// Whether a line reports a search: a scored iteration, a sign of life, or the place in a queue.
pub(super) fn is_report(line: &str) -> bool {
    let is_remark = line.starts_with("info string ");
    line.starts_with("info ") && !is_remark || line.starts_with("info string waiting: ")
}

/// Whether a line is a remark for people, and no error.
pub(super) fn is_remark(line: &str) -> bool {
    line.starts_with("info string ") && !line.starts_with("info string error: ")
}

/// The number of lines that begin with `start`.
pub(super) fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}

impl HeardSearch {
    fn answer(&self) -> Option<&str> {
        self.lines.last().map(String::as_str)
    }

    /// The move of the answer. Empty if there is no answer.
    pub(super) fn best(&self) -> &str {
        self.answer().and_then(|line| after(line, "bestmove")).unwrap_or_default()
    }

    /// The reply it expects, if it names one.
    pub(super) fn ponder(&self) -> Option<&str> {
        after(self.answer()?, "ponder")
    }

    /// The scored reports.
    pub(super) fn reports(&self) -> impl DoubleEndedIterator<Item = &str> {
        let scored = |line: &&str| is_report(line) && line.contains(" score ");
        self.lines.iter().map(String::as_str).filter(scored)
    }

    /// The last report of the best line.
    pub(super) fn last_report(&self) -> Option<&str> {
        self.reports().rfind(|line| after(line, "multipv").is_none_or(|rank| rank == "1"))
    }

    /// The depth of the last report.
    pub(super) fn depth(&self) -> u32 {
        self.last_report().and_then(|line| after(line, "depth")?.parse().ok()).unwrap_or_default()
    }

    /// The lines without what depends on the speed of the machine.
    pub(super) fn steady(&self) -> Vec<String> {
        let lines = self.lines.iter().filter(|line| !is_report(line) || line.contains(" score "));
        let mask = |line: &String| {
            let mut words: Vec<&str> = line.split(' ').collect();
            for at in 1..words.len() {
                if matches!(words[at - 1], "nps" | "time") {
                    words[at] = "*";
                }
            }
            words.join(" ")
        };
        lines.map(mask).collect()
    }
}
