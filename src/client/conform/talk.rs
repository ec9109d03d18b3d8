//! The record of what a check and its engines have said.

use std::collections::VecDeque;
use std::time::Instant;

/// At most this many lines are kept of the beginning of a talk, and of its end.
const FIRST: usize = 8;
const LAST: usize = 45;

/// A longer line is cut in the record, in characters.
const LONGEST: usize = 400;

/// What was said so far in a check, by all its engines. Of a long talk the middle is left out.
pub(super) struct Talk {
    began: Instant,
    first: Vec<String>,
    last: VecDeque<String>,
    left_out: usize,
}

impl Talk {
    /// A talk that begins now.
    pub(super) fn new() -> Self {
        Self { began: Instant::now(), first: Vec::new(), last: VecDeque::new(), left_out: 0 }
    }

    /// All that was kept of it.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = self.first.clone();
        if self.left_out > 0 {
            lines.push(format!("          ... {} lines ...", self.left_out));
        }
        lines.extend(self.last.iter().cloned());
        lines
    }

    /// Notes a line that was sent (`>`), received (`<`) or came on standard error (`!`), or an
    /// event (`-`).
    pub(super) fn note(&mut self, sign: char, line: &str) {
        let time = self.began.elapsed().as_secs_f64() * 1e3;
        let mut text: String = line.chars().take(LONGEST).collect();
        if text.len() < line.len() {
            text.push_str(" ... (cut)");
        }
        let text = text.escape_debug().to_string().replace("\\'", "'").replace("\\\"", "\"");
        let text = format!("{time:>9.1} {sign} {text}");
        if self.first.len() < FIRST {
            return self.first.push(text);
        }
        self.last.push_back(text);
        if self.last.len() > LAST {
            self.last.pop_front();
            self.left_out += 1;
        }
    }
}
