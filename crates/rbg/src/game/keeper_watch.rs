//! Watches the keeper in random games: it should have one way to go.

use std::time::{Duration, Instant};

use super::shared::GameFacts;
use crate::language::error::RulesMistake;
use crate::machine::rules::RulesTable;
use crate::machine::run::MoveStep;
use crate::machine::state::State;
use crate::machine::ways;

/// So much time is always there, for games that are soon played.
const LEAST_TIME: Duration = Duration::from_millis(20);

/// Watches the keeper in random games.
pub(super) struct KeeperWatch<'a> {
    shared: &'a GameFacts,
    table: RulesTable,
    begun: Instant,
    spent: Duration,
    /// What is wrong: two ways of the keeper that do not come to the same.
    parting: Option<RulesMistake>,
}

impl<'a> KeeperWatch<'a> {
    pub(super) fn new(shared: &'a GameFacts) -> Self {
        let (begun, spent) = (Instant::now(), Duration::ZERO);
        let table = shared.table.by_interpreter();
        Self { shared, table, begun, spent, parting: None }
    }

    /// Looks at what the keeper can do after a move, if nothing wrong has been found yet. It takes
    /// a third of the time at most, so that there are enough games.
    pub(super) fn look(
        &mut self,
        before: &State,
        steps: &[MoveStep],
        move_text: impl FnOnce() -> String,
    ) {
        let start = Instant::now();
        let has_time = self.spent < LEAST_TIME || self.spent * 3 < start - self.begun;
        if self.parting.is_some() || !has_time {
            return;
        }
        self.table.go_to(before);
        let parting = ways::parting(&self.shared.rules, &mut self.table, steps);
        self.spent += start.elapsed();
        self.parting = parting.map(|node| {
            let message = format!(
                "after {} the rules can do different things near here, and the first is done: if \
                 only one is right, use {{? x}} ... + {{! x}} ...",
                move_text()
            );
            self.shared.rules.description().about(node, message)
        });
    }

    /// What is surely not meant so.
    pub(super) fn warnings(self) -> Vec<RulesMistake> {
        self.parting.into_iter().collect()
    }
}
