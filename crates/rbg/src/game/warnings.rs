//! What is legal in rules, but surely not meant so.

use std::collections::HashSet;

use super::marks::Owned;
use super::setups::GameSetups;
use super::shared::GameFacts;
use crate::language::error::RulesMistake;
use crate::language::expression::{Action, Arithmetic, RuleNode};
use crate::machine::code::Code;
use crate::machine::rules::Rules;

/// The warnings that the text of the rules gives, without those of unused macros.
pub(super) fn find(all: &GameSetups) -> Vec<RulesMistake> {
    let GameFacts { rules, pieces, marks, setups, .. } = &*all.usual;
    let description = rules.description();
    let mut found = description.hidden_names();
    let mut used = NamesUsed {
        read: vec![false; description.variables.len()],
        set: vec![false; description.variables.len()],
        named: vec![false; description.pieces.len()],
        put: vec![false; description.pieces.len()],
    };
    used.look(&description.rules);
    description.conditions.iter().for_each(|condition| used.look(condition));
    marks.named_variables().for_each(|variable| used.read[usize::from(variable)] = true);
    for (number, variable) in description.variables.iter().enumerate().skip(description.players) {
        let name = &variable.name;
        match (used.read[number], used.set[number]) {
            (true, true) => {}
            (false, false) => {
                found.push(description.about_all(format!("the variable '{name}' is never used")));
            }
            (false, true) => {
                let message = format!("the variable '{name}' is set, but nothing depends on it");
                found.push(description.about_all(message));
            }
            (true, false) => {
                let message = format!("the variable '{name}' is never set, so it is always 0");
                found.push(description.about_all(message));
            }
        }
    }
    if !used.set[..description.players].contains(&true) {
        found.push(description.about_all("no rule sets a score, so every game is a draw"));
    }
    // Squares that are no places of the game, and walls.
    let stays = |piece: usize| {
        let owner = marks.look(&description.pieces[piece]).owner;
        pieces.is_ground(piece as u8) || owner == Owned::ByNobody
    };
    for (piece, name) in description.pieces.iter().enumerate() {
        let starts = setups.iter().map(|(_, state)| state.board());
        let boards = all.boards().map(|facts| &*facts.rules.description().board.start);
        let mut starts = starts.chain([&*description.board.start]).chain(boards);
        let is_there = starts.any(|board| board.contains(&(piece as u8)));
        if !is_there && !used.put[piece] {
            let message = format!("the piece '{name}' is never put on the board");
            found.push(description.about_all(message));
        } else if !used.named[piece] && !used.put[piece] && !stays(piece) {
            found.push(description.about_all(format!("no rule names the piece '{name}'")));
        }
    }
    found.extend(unreachable(rules));
    found
}

/// What the rules use.
struct NamesUsed {
    read: Vec<bool>,
    set: Vec<bool>,
    named: Vec<bool>,
    put: Vec<bool>,
}

impl NamesUsed {
    fn look(&mut self, node: &RuleNode) {
        match &node.action {
            Action::On(pieces) => {
                pieces.iter().for_each(|&piece| self.named[usize::from(piece)] = true);
            }
            Action::Put(piece) => self.put[usize::from(*piece)] = true,
            Action::Assign(variable, number) => {
                self.set[usize::from(*variable)] = true;
                self.read(number);
            }
            Action::Compare(left, _, right) => {
                self.read(left);
                self.read(right);
            }
            _ => {}
        }
        node.parts().iter().for_each(|part| self.look(part));
    }

    fn read(&mut self, number: &Arithmetic) {
        match number {
            Arithmetic::Variable(variable) => self.read[usize::from(*variable)] = true,
            Arithmetic::Count(piece) => self.named[usize::from(*piece)] = true,
            Arithmetic::Operation(_, parts) => parts.iter().for_each(|part| self.read(part)),
            Arithmetic::Constant(_) => {}
        }
    }
}

/// Changes that can never be made, whatever is on the board. What a macro does is only reported if
/// none of its uses can do it.
fn unreachable(rules: &Rules) -> Vec<RulesMistake> {
    let (description, code) = (rules.description(), rules.code());
    let reached = reached(code);
    let [there, missing]: [Vec<u32>; 2] = [true, false].map(|is_reached| {
        let modifiers = code.modifiers.iter();
        let is_this = |at: u32| reached[at as usize] == is_reached;
        modifiers.filter(|m| is_this(m.at)).map(|m| m.node).collect()
    });
    let mut known: HashSet<u32> = there.iter().map(|&node| description.byte(node)).collect();
    let new = missing.iter().filter(|node| known.insert(description.byte(**node)));
    let warn = |&node| description.about(node, "this can never be done: nothing leads here");
    new.map(warn).collect()
}

/// The instructions to which a run can come.
fn reached(code: &Code) -> Vec<bool> {
    let mut reached = vec![false; code.ops.len()];
    let mut open = vec![0];
    while let Some(at) = open.pop() {
        if at >= code.ops.len() || std::mem::replace(&mut reached[at], true) {
            continue;
        }
        let op = code.ops[at];
        open.extend(op.target().into_iter().chain(op.entry()).map(|to| to as usize));
        open.extend(op.goes_on().then_some(at + 1));
    }
    reached
}
