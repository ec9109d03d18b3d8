//! The positions of games, sorted into those to learn from and those to judge by.

use super::games::Seen;
use sarsen_engine::learned::{BoardFacts, Lesson};

/// The most positions to learn from at once, and to judge by.
const MOST_POSITIONS: usize = 3_000_000;

/// Positions to learn from, and others to judge by. No position is in both.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lessons {
    /// Those to learn from.
    pub lesson: Lesson,
    /// Those to judge by, nine times fewer.
    pub judging: Lesson,
}

impl Lessons {
    /// Adds a position of a board with these facts, if it is known what to learn from it.
    pub fn add(&mut self, facts: &BoardFacts, seen: &Seen) {
        let Seen { codes, is_second, .. } = seen;
        let Some(target) = seen.target() else { return };
        let part = match facts.is_for_judging(codes, *is_second) {
            true => &mut self.judging,
            false => &mut self.lesson,
        };
        if part.len() < MOST_POSITIONS {
            part.push(codes, *is_second, target);
        }
    }
}
