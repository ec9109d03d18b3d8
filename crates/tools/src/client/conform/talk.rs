//! The record of a talk: what a check and its engines have said.

use std::collections::VecDeque;
use std::time::Instant;

/// The limits for the lines that are kept from the beginning and from the end of a talk.
const FIRST: usize = 8;
const LAST: usize = 45;

/// The limit for a line of the record, in characters. A longer line is cut.
const MAX_LINE: usize = 400;

/// What a check and all its engines have said so far. The middle of a long talk is left out.
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

    /// The lines that were kept.
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
        let mut text: String = line.chars().take(MAX_LINE).collect();
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
