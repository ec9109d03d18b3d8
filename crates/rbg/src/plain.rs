//! A plain interpreter: slow, and so simple that its mistakes can be seen. What is fast is tested
//! against it, and it says [why](over) rules cannot go on.
//!
//! It walks through the expression itself. What is still to be done is a stack of parts of the
//! rules. All ways are followed, one step at a time, and no way twice.

pub mod over;

use std::cell::Cell;
use std::collections::HashSet;

use crate::language::description::Description;
use crate::language::expression::{Action, Arithmetic, Mover, NodeId, RuleNode};

/// The steps of a move that change something: which part of the rules, and at which place.
pub type Trail = Vec<(NodeId, u16)>;

/// The most steps that are tried to find the moves of a position, or for what the keeper does.
const MOST_STEPS: usize = 2_000_000;

/// What the rules do takes too long: perhaps it does not end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the rules do not come to an end here")]
pub struct Endless;

/// Where a game is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PlainPosition {
    /// The piece at each place.
    pub board: Vec<u8>,
    /// The values of the variables.
    pub variables: Vec<u32>,
    /// Where the rules are on the board.
    pub place: u16,
    /// Who acts.
    pub side: Mover,
    /// Whether the game is over: the keeper can do nothing more.
    pub is_over: bool,
    /// What is still to be done, the next part last.
    rest: Vec<NodeId>,
}

/// The interpreter of a description.
pub struct Plain<'a> {
    description: &'a Description,
    nodes: Vec<&'a RuleNode>,
    most_steps: usize,
    /// How many steps may still be tried.
    left: Cell<usize>,
}

/// A way that is being followed.
#[derive(Clone, PartialEq, Eq, Hash)]
struct PlainWay {
    position: PlainPosition,
    trail: Trail,
}

impl PlainWay {
    /// The memory that it takes, in KiB: one that takes much counts as several steps, since all are
    /// kept.
    fn size(&self) -> usize {
        let PlainPosition { board, variables, rest, .. } = &self.position;
        (board.len() + 4 * (variables.len() + rest.len()) + 8 * self.trail.len()) / 1024
    }
}

/// How a way ends.
enum WayEnd<'a> {
    /// The turn changes.
    Turn(PlainWay),
    /// Nothing is left to be done.
    Through,
    /// This cannot be done, behind so many changes.
    Failed(&'a RuleNode, usize),
}

impl<'a> Plain<'a> {
    /// An interpreter.
    #[must_use]
    pub fn new(description: &'a Description) -> Self {
        let mut nodes: Vec<&RuleNode> = std::iter::once(&description.rules).collect();
        nodes.extend(&description.conditions);
        let mut next = 0;
        while next < nodes.len() {
            let node = nodes[next];
            nodes.extend(node.parts());
            next += 1;
        }
        nodes.sort_by_key(|node| node.id);
        // A node that only stands in brackets has no number of its own, so some may be missing.
        let last = nodes.last().map_or(0, |node| node.id as usize);
        let mut by_number = vec![&description.rules; last + 1];
        for node in nodes {
            by_number[node.id as usize] = node;
        }
        Self { description, nodes: by_number, most_steps: MOST_STEPS, left: Cell::new(0) }
    }

    /// The same interpreter, which gives up after so many steps in a position, those of checks
    /// included, and so many of the keeper.
    #[must_use]
    pub fn with_most_steps(self, most_steps: usize) -> Self {
        Self { most_steps, ..self }
    }

    /// The position at the start, where a player acts or the game is over.
    ///
    /// # Errors
    ///
    /// If the keeper does not come to an end.
    pub fn start(&self) -> Result<PlainPosition, Endless> {
        self.kept(self.beginning())
    }

    /// The position before the keeper has done anything.
    #[must_use]
    pub fn beginning(&self) -> PlainPosition {
        PlainPosition {
            board: self.description.board.start.clone(),
            variables: vec![0; self.description.variables.len()],
            place: 0,
            side: Mover::Keeper,
            is_over: false,
            rest: vec![self.description.rules.id],
        }
    }

    /// All that the player or the keeper can do up to the next change of turn, and the positions
    /// then. Of what the keeper can do, the first is done.
    ///
    /// # Errors
    ///
    /// If the rules do not come to an end.
    pub fn words(&self, position: &PlainPosition) -> Result<Vec<(Trail, PlainPosition)>, Endless> {
        self.left.set(self.most_steps);
        self.next_words(position)
    }

    /// The moves and the positions after them, where a player acts or the game is over.
    ///
    /// # Errors
    ///
    /// If the rules do not come to an end.
    pub fn moves(&self, position: &PlainPosition) -> Result<Vec<(Trail, PlainPosition)>, Endless> {
        if position.is_over {
            return Ok(Vec::new());
        }
        let kept = |(trail, next)| Ok((trail, self.kept(next)?));
        self.words(position)?.into_iter().map(kept).collect()
    }

    /// The number of sequences of so many moves. A finished game counts at its own length.
    ///
    /// # Errors
    ///
    /// If the rules do not come to an end.
    pub fn perft(&self, position: &PlainPosition, depth: u32) -> Result<u64, Endless> {
        if depth == 0 {
            return Ok(1);
        }
        let mut sum = 0;
        for (_, next) in self.moves(position)? {
            sum += self.perft(&next, depth - 1)?;
        }
        Ok(sum)
    }

    /// The position after the keeper has done all that it can.
    fn kept(&self, mut position: PlainPosition) -> Result<PlainPosition, Endless> {
        self.left.set(self.most_steps);
        while position.side == Mover::Keeper {
            let Some((_, next)) = self.next_words(&position)?.into_iter().next() else {
                position.is_over = true;
                break;
            };
            position = next;
        }
        Ok(position)
    }

    /// All that can be done up to the next change of turn.
    fn next_words(&self, position: &PlainPosition) -> Result<Vec<(Trail, PlainPosition)>, Endless> {
        let mut found: Vec<(Trail, PlainPosition)> = Vec::new();
        let mut known = HashSet::new();
        self.follow(position.clone(), &mut |end| {
            if let WayEnd::Turn(way) = end
                && known.insert(way.trail.clone())
            {
                found.push((way.trail, way.position));
            }
            false
        })?;
        Ok(found)
    }

    /// Whether a part of the rules, or a condition that a comment has, can be done where the
    /// position is.
    ///
    /// # Errors
    ///
    /// If the rules do not come to an end.
    pub fn can(&self, rule: &RuleNode, position: &PlainPosition) -> Result<bool, Endless> {
        let mut can = false;
        let start = PlainPosition { rest: vec![rule.id], ..position.clone() };
        self.follow(start, &mut |end| {
            can = !matches!(end, WayEnd::Failed(..));
            can
        })?;
        Ok(can)
    }

    /// Follows all ways up to the next change of turn, or as far as they go, until `each` says that
    /// it is enough.
    fn follow(
        &self,
        start: PlainPosition,
        each: &mut dyn FnMut(WayEnd<'a>) -> bool,
    ) -> Result<(), Endless> {
        let mut seen = HashSet::new();
        let mut open = vec![PlainWay { position: start, trail: Trail::new() }];
        while let Some(mut way) = open.pop() {
            self.pay(1 + way.size())?;
            if !seen.insert(way.clone()) {
                continue;
            }
            let Some(next) = way.position.rest.pop() else {
                if each(WayEnd::Through) {
                    return Ok(());
                }
                continue;
            };
            let node = self.nodes[next as usize];
            match &node.action {
                Action::Sequence(parts) => {
                    way.position.rest.extend(parts.iter().rev().map(|part| part.id));
                    open.push(way);
                }
                Action::Choice(parts) => {
                    self.pay(parts.len().saturating_mul(way.size()))?;
                    for part in parts.iter().rev() {
                        let mut way = way.clone();
                        way.position.rest.push(part.id);
                        open.push(way);
                    }
                }
                Action::Repeat(part) => {
                    open.push(way.clone());
                    way.position.rest.extend([node.id, part.id]);
                    open.push(way);
                }
                Action::Hand(side) => {
                    way.trail.push((node.id, way.position.place));
                    way.position.side = *side;
                    if each(WayEnd::Turn(way)) {
                        return Ok(());
                    }
                }
                action => {
                    if self.act(action, node.id, &mut way)? {
                        open.push(way);
                    } else if each(WayEnd::Failed(node, way.trail.len())) {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Counts so many steps.
    fn pay(&self, steps: usize) -> Result<(), Endless> {
        self.left.set(self.left.get().checked_sub(steps).ok_or(Endless)?);
        Ok(())
    }

    /// Does one action. Returns whether it is possible.
    fn act(&self, action: &Action, id: NodeId, way: &mut PlainWay) -> Result<bool, Endless> {
        let position = &mut way.position;
        let place = usize::from(position.place);
        Ok(match action {
            Action::Nothing => true,
            Action::Shift(direction) => {
                let to = self.description.board.steps[usize::from(*direction)][place];
                position.place = to.unwrap_or(position.place);
                to.is_some()
            }
            Action::On(pieces) => pieces.contains(&position.board[place]),
            Action::Put(piece) => {
                position.board[place] = *piece;
                way.trail.push((id, position.place));
                true
            }
            Action::Assign(variable, number) => {
                let bound = self.description.variables[usize::from(*variable)].bound;
                let value = value(number, position).and_then(|value| u32::try_from(value).ok());
                let value = value.filter(|value| *value <= bound);
                if let Some(value) = value {
                    position.variables[usize::from(*variable)] = value;
                    way.trail.push((id, position.place));
                }
                value.is_some()
            }
            Action::Compare(left, comparison, right) => {
                let both = value(left, position).zip(value(right, position));
                both.is_some_and(|(left, right)| comparison.holds(left, right))
            }
            Action::Check { negated, rule } => self.can(rule, position)? != *negated,
            _ => unreachable!("looked at by the caller"),
        })
    }
}

fn value(number: &Arithmetic, position: &PlainPosition) -> Option<i64> {
    let variable = |number: u16| i64::from(position.variables[usize::from(number)]);
    let count = |piece: u8| position.board.iter().filter(|here| **here == piece).count() as i64;
    number.value(&variable, &count)
}
