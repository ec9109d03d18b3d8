//! The positions of a game so far: what must hold where one of them comes again.

use super::Law;
use super::verdict::{Examined, expect};
use crate::game::{Path, Position};

/// The positions before the present one.
#[derive(Default)]
pub(super) struct PastPositions {
    /// The keys of each.
    keys: Vec<PastKeys>,
}

/// The keys of a position.
struct PastKeys {
    key: u64,
    /// The key by which its path knows it when it comes again.
    recurrence: u64,
    table: u64,
}

impl PastKeys {
    fn of<P: Position>(position: &P) -> Self {
        let key = position.key();
        let recurrence = position.path().map_or(key, Path::present);
        Self { key, recurrence, table: position.table_key(true).0 }
    }
}

impl PastPositions {
    /// Adds a position.
    pub(super) fn add<P: Position>(&mut self, position: &P) {
        self.keys.push(PastKeys::of(position));
    }

    /// How many plies ago a position occurred last, seen from the next position.
    pub(super) fn plies_since<P: Position>(&self, position: &P) -> Option<usize> {
        let key = PastKeys::of(position).recurrence;
        self.keys.iter().rev().position(|before| before.recurrence == key).map(|at| at + 1)
    }

    /// Examines the path to a position that has not been added yet.
    pub(super) fn path<P: Position>(&self, position: &P) -> Examined {
        let returns = self.plies_since(position);
        let ago = |returns: Option<usize>| match returns {
            Some(plies) => format!("it occurred {plies} plies ago"),
            None => "it occurs for the first time".to_owned(),
        };
        let Some(path) = position.path() else {
            let table_key = position.table_key(true).0;
            let same = |plies: usize| self.keys[self.keys.len() - plies].table == table_key;
            let is_blind = !P::HAS_CHANCE && returns.is_some_and(same);
            return expect(Law::PathShown, !is_blind, || {
                format!("{}, and there is no path", ago(returns))
            });
        };
        let is_known =
            |before: &PastKeys| before.key != position.key() || before.recurrence == path.present();
        expect(Law::PathWhole, self.keys.iter().all(is_known), || {
            "it has occurred before, and its path has another key for it now".to_owned()
        })?;
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
