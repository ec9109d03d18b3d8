//! Why rules cannot go on: whether it is their end, or a mistake.

use super::{Endless, Plain, PlainPosition, WayEnd};
use crate::language::expression::{Action, Mover, NodeId, RuleNode};

/// Why the keeper cannot go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyOver {
    /// It is told to end the game, by `{}`.
    Told,
    /// It has come to the end of the rules.
    AtEnd,
    /// Nothing that it tries can be done.
    Stuck {
        /// What it tries last.
        node: NodeId,
        /// Whether it has only tested something, and changed nothing.
        at_once: bool,
    },
}

impl Plain<'_> {
    /// The position behind a change of turn, which is a part of the rules, with this board, these
    /// variables and this place. None if there is no such change of turn.
    #[must_use]
    pub fn behind(
        &self,
        hand: NodeId,
        board: &[u8],
        variables: &[u32],
        place: u16,
    ) -> Option<PlainPosition> {
        let Action::Hand(side) = self.nodes.get(hand as usize)?.action else { return None };
        let mut rest = Vec::new();
        find(&self.description.rules, hand, &mut rest).then(|| PlainPosition {
            board: board.to_vec(),
            variables: variables.to_vec(),
            place,
            side,
            is_over: false,
            rest,
        })
    }

    /// Why the keeper cannot go on in a position. None if it can.
    ///
    /// # Errors
    ///
    /// If the rules do not come to an end.
    pub fn why_over(&self, position: &PlainPosition) -> Result<Option<WhyOver>, Endless> {
        self.left.set(self.most_steps);
        let (mut goes_on, mut is_told, mut is_at_end) =
            (position.side != Mover::Keeper, false, false);
        // What failed behind the most changes, of those the last one: whether it is an assignment.
        let mut stuck: Option<(usize, bool, NodeId)> = None;
        self.follow(position.clone(), &mut |end| {
            match end {
                WayEnd::Turn(_) => goes_on = true,
                WayEnd::Through => is_at_end = true,
                WayEnd::Failed(node, _) if node.action == Action::On(Vec::new()) => is_told = true,
                WayEnd::Failed(node, changes) => {
                    let new = (changes, matches!(node.action, Action::Assign(..)), node.id);
                    stuck = stuck.filter(|old| (old.0, old.1) > (new.0, new.1)).or(Some(new));
                }
            }
            goes_on
        })?;
        // A test in front of the turns of a loop is a way to say how long it goes on.
        let loop_ends = is_at_end && !stuck.is_some_and(|(_, is_assignment, _)| is_assignment);
        Ok(match stuck {
            _ if goes_on => None,
            _ if is_told => Some(WhyOver::Told),
            Some((changes, is_assignment, node)) if !loop_ends => {
                Some(WhyOver::Stuck { node, at_once: changes == 0 && !is_assignment })
            }
            _ => Some(WhyOver::AtEnd),
        })
    }
}

/// Finds a part of the rules, and puts down what is still to be done behind it, the next part last.
fn find(from: &RuleNode, part: NodeId, rest: &mut Vec<NodeId>) -> bool {
    if from.id == part {
        return true;
    }
    let parts = from.parts();
    for (number, next) in parts.iter().enumerate() {
        let length = rest.len();
        match from.action {
            Action::Sequence(_) => {
                rest.extend(parts[number + 1..].iter().rev().map(|part| part.id))
            }
            Action::Repeat(_) => rest.push(from.id),
            _ => {}
        }
        if find(next, part, rest) {
            return true;
        }
        rest.truncate(length);
    }
    false
}
