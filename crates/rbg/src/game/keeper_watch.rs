//! Watches the keeper in random games: it should have one way to go, and end games where the author
//! wants it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::shared::GameFacts;
use crate::language::error::RulesMistake;
use crate::language::expression::NodeId;
use crate::machine::code::Modifier;
use crate::machine::rules::RulesTable;
use crate::machine::run::MoveStep;
use crate::machine::state::State;
use crate::machine::ways;
use crate::plain::Plain;
use crate::plain::over::WhyOver;

/// So much time is always there, for games that are soon played.
const LEAST_TIME: Duration = Duration::from_millis(20);

/// How much the keeper may do after a move, in steps back of the interpreter.
const MOST_WORK: u64 = 1 << 20;
/// The most steps that are tried to find out why a game is over.
const MOST_STEPS: usize = 20_000;
/// The rules may well end after so many plies if each ply stands in them on its own.
const FEW_PLIES: usize = 20;

/// Watches the keeper in random games.
pub(super) struct KeeperWatch<'a> {
    shared: &'a GameFacts,
    table: RulesTable,
    begun: Instant,
    spent: Duration,
    /// What is wrong: two ways of the keeper that do not come to the same.
    parting: Option<RulesMistake>,
    plain: Plain<'a>,
    /// What could not be done last, where the keeper could not go on, and how often.
    stuck: BTreeMap<NodeId, usize>,
    /// By the number of plies: how many games have come to the end of the rules.
    at_ends: BTreeMap<usize, usize>,
    /// How many ends there was no time to look at.
    unseen: usize,
}

impl<'a> KeeperWatch<'a> {
    pub(super) fn new(shared: &'a GameFacts) -> Self {
        let (begun, spent) = (Instant::now(), Duration::ZERO);
        let table = shared.table.by_interpreter(MOST_WORK);
        let plain = Plain::new(shared.rules.description()).with_most_steps(MOST_STEPS);
        let (parting, stuck, at_ends) = (None, BTreeMap::new(), BTreeMap::new());
        Self { shared, table, begun, spent, parting, plain, stuck, at_ends, unseen: 0 }
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
        if self.parting.is_some() || !self.has_time() {
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

    /// Looks why the keeper could not go on after the last move of a game.
    pub(super) fn look_at_end(&mut self, before: &State, steps: &[MoveStep], plies: usize) {
        let start = Instant::now();
        if !self.has_time() {
            self.unseen += 1;
            return;
        }
        match self.why_over(before, steps) {
            Some(WhyOver::Stuck { node, .. }) => *self.stuck.entry(node).or_default() += 1,
            Some(WhyOver::AtEnd) => *self.at_ends.entry(plies).or_default() += 1,
            Some(WhyOver::Told) | None => {}
        }
        self.spent += start.elapsed();
    }

    fn has_time(&self) -> bool {
        self.spent < LEAST_TIME || self.spent * 3 < self.begun.elapsed()
    }

    /// Why the keeper cannot go on after a move. None if that takes too long to find out.
    fn why_over(&mut self, before: &State, steps: &[MoveStep]) -> Option<WhyOver> {
        self.table.go_to(before);
        self.table.follow_keeper(steps).ok()?;
        let state = self.table.state();
        let is_last = |modifier: &&Modifier| modifier.at + 1 == state.at;
        let hand = self.shared.code.modifiers.iter().find(is_last)?.node;
        let (board, variables) = (state.board(), state.variables());
        let position = self.plain.behind(hand, board, variables, state.place)?;
        // The keeper that gives itself the turn, and then only tests something, wants the game to
        // end if that fails.
        let is_own_turn = self.shared.rules.changes(steps).last()?.0 != hand;
        Some(match self.plain.why_over(&position).ok()?? {
            WhyOver::Stuck { at_once: true, .. } if is_own_turn => WhyOver::Told,
            why => why,
        })
    }

    /// What is surely not meant so, after so many games that have ended.
    pub(super) fn warnings(self, ended: usize) -> Vec<RulesMistake> {
        let description = self.shared.rules.description();
        let mut found: Vec<RulesMistake> = self.parting.into_iter().collect();
        let stuck: usize = self.stuck.values().sum();
        if let Some((&node, _)) = self.stuck.iter().max_by_key(|(_, count)| **count) {
            let message = format!(
                "{stuck} of {ended} random games ended because the rules could not go on: this \
                 failed last. If the game shall end so, write '->> {{}}' for it"
            );
            found.push(description.about(node, message));
        }
        if let Some((&plies, &count)) = self.at_ends.first_key_value()
            && count + self.unseen == ended
            && plies <= FEW_PLIES
        {
            let message = format!(
                "the rules come to their end after {plies} {}: is a '*' missing behind them?",
                if plies == 1 { "ply" } else { "plies" }
            );
            found.push(description.about_all(message));
        }
        found
    }
}
