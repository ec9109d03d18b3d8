//! The positions of a game so far: what must hold where one of them comes again.

use super::Law;
use super::verdict::{Examined, expect};
use crate::game::{Path, Position};

/// The positions before the present one.
#[derive(Default)]
pub(super) struct PastPositions {
    /// The key of each by which it is known when it comes again, and its table key.
    keys: Vec<(u64, u64)>,
}

impl PastPositions {
    /// Adds a position.
    pub(super) fn add<P: Position>(&mut self, position: &P) {
        self.keys.push((position.recurrence_key(), position.table_key(true).0));
    }

    /// How many plies ago a position with this key occurred last, seen from the next position.
    pub(super) fn plies_since(&self, key: u64) -> Option<usize> {
        self.keys.iter().rev().position(|&(before, _)| before == key).map(|at| at + 1)
    }

    /// Examines the path to a position that has not been added yet.
    pub(super) fn path<P: Position>(&self, position: &P) -> Examined {
        let returns = self.plies_since(position.recurrence_key());
        let ago = |returns: Option<usize>| match returns {
            Some(plies) => format!("it occurred {plies} plies ago"),
            None => "it occurs for the first time".to_owned(),
        };
        let Some(path) = position.path() else {
            let table_key = position.table_key(true).0;
            let same = |plies: usize| self.keys[self.keys.len() - plies].1 == table_key;
            let is_blind = !P::HAS_CHANCE && returns.is_some_and(same);
            return expect(Law::PathShown, !is_blind, || {
                format!("{}, and there is no path", ago(returns))
            });
        };
        expect(Law::PathWhole, path.last_return() == returns, || {
            format!("{}, but by its path {}", ago(returns), ago(path.last_return()))
        })?;
        let goes_on = path.is_over() && position.outcome().is_none();
        expect(Law::PathHeeded, !goes_on, || format!("{}, and the game goes on", ago(returns)))
    }
}

/// What a path says that every image of its position must say, too: the plies that are left, and
/// whether it is over.
pub(super) fn told<P: Position>(position: &P) -> Option<(Option<usize>, bool)> {
    let end = |path: &Path| match path.is_over() {
        true => (Some(0), true),
        false => (path.plies_left(), false),
    };
    position.path().map(end)
}
