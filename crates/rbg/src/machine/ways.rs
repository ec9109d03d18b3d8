//! All ways of the keeper after a move. It takes the first, and all others should come to the same.

use std::collections::HashSet;

use super::rules::{FoundMoves, Rules, RulesTable};
use super::run::MoveStep;
use super::state::State;
use crate::language::expression::{Mover, NodeId};

/// How many positions on the ways of the keeper are looked at, after a move.
const MOST_POSITIONS: usize = 500;
/// How often a run may go back to a choice, for all that the keeper can do up to the next change
/// of turn.
const MOST_RETURNS: u64 = 1 << 14;

/// A position on a way of the keeper, and what has been changed on this way: which part of the
/// rules did it, and at which place.
struct KeeperWay {
    state: State,
    changes: Vec<(NodeId, u16)>,
}

/// Where two ways of the keeper part that do not come to the same after a move: what one of them
/// does there first. None if there are no such ways, or if that is too much work. The
/// table is at the position before the move, and somewhere else afterwards.
pub(crate) fn parting(rules: &Rules, table: &mut RulesTable, steps: &[MoveStep]) -> Option<NodeId> {
    let players = rules.description().players;
    table.apply(steps);
    let changes = rules.changes(steps);
    let mut open = vec![KeeperWay { state: table.state().clone(), changes }];
    let mut seen = HashSet::new();
    let mut words = FoundMoves::default();
    let mut first: Option<KeeperWay> = None;
    while let Some(mut way) = open.pop() {
        if !seen.insert(way.state.hash()) {
            continue;
        }
        if seen.len() > MOST_POSITIONS {
            return None;
        }
        table.go_to(&way.state);
        if way.state.side == Mover::Keeper {
            table.words(MOST_RETURNS, &mut words).ok()?;
            if words.len() > MOST_POSITIONS {
                return None;
            }
            // The first way is followed first.
            for number in (0..words.len()).rev() {
                let steps = words.get(number);
                table.go_to(&way.state);
                table.apply(steps);
                let changes = [&way.changes[..], &rules.changes(steps)].concat();
                open.push(KeeperWay { state: table.state().clone(), changes });
            }
            if !words.is_empty() {
                continue;
            }
            way.state.is_over = true;
        }
        table.go_to(&way.state);
        table.rest();
        way.state.copy_from(table.state());
        let Some(first) = &first else {
            first = Some(way);
            continue;
        };
        if !is_same(&first.state, &way.state, players) {
            return near(&first.changes, &way.changes);
        }
    }
    None
}

/// Whether two positions come to the same. Of a game that is over, only the scores matter.
fn is_same(one: &State, other: &State, players: usize) -> bool {
    let are_over = one.is_over && other.is_over;
    one == other || (are_over && one.variables()[..players] == other.variables()[..players])
}

/// Of what two ways first do differently, that which comes sooner in the text behind what both did
/// before: the other may stand in the next turn.
fn near(one: &[(NodeId, u16)], other: &[(NodeId, u16)]) -> Option<NodeId> {
    let alike = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let (last, _) = *one.get(alike.checked_sub(1)?)?;
    let next = [one.get(alike)?.0, other.get(alike)?.0];
    // Parts of the rules have numbers in the order of the text. Past the last one, a loop goes on.
    next.into_iter().min_by_key(|node| node.wrapping_sub(last))
}
