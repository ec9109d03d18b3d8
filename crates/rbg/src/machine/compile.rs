//! The compiler: from the expression of the rules to code.

use std::collections::{HashMap, VecDeque};

use super::code::{Assignment, Code, Modifier, Spread};
use super::op::{Address, NOWHERE, Op, POSSIBLE_MARK};
use super::relation::{CONDITION_ROOM, ROOM, Relation, Relations, TooLarge, is_pure};
use super::signature::signature;
use super::{contexts, liveness, tidy};
use crate::language::description::Description;
use crate::language::error::RulesMistake;
use crate::language::expression::{Action, Arithmetic, RuleNode};

/// The most tables of one kind.
const MOST_TABLES: usize = u16::MAX as usize;

/// Translates the rules.
///
/// # Errors
///
/// If they are too large.
pub(super) fn compile(description: &Description) -> Result<Code, RulesMistake> {
    compile_rule(description, &description.rules, Op::Fail, ROOM)
}

/// Translates a condition: a check, or an instruction for the same, and the end behind it.
///
/// # Errors
///
/// If it is too large.
pub(super) fn compile_condition(
    description: &Description,
    condition: &RuleNode,
) -> Result<Code, RulesMistake> {
    let (id, rule) = (condition.id, Box::new(condition.clone()));
    let check = RuleNode { id, action: Action::Check { negated: false, rule } };
    compile_rule(description, &check, Op::Yes, CONDITION_ROOM)
}

/// Translates a rule, and puts an instruction behind it. There is room for so many targets of
/// relations.
fn compile_rule(
    description: &Description,
    rule: &RuleNode,
    end: Op,
    room: usize,
) -> Result<Code, RulesMistake> {
    let places = description.board.places();
    let code = Code {
        places,
        pieces: description.pieces.len(),
        variables: description.variables.len(),
        words: places.div_ceil(64),
        ..Code::default()
    };
    let mut compiler = Compiler {
        description,
        code,
        relations: Relations::new(&description.board, room),
        known_steps: HashMap::new(),
        known_spreads: HashMap::new(),
        known_masks: HashMap::new(),
        known_sets: HashMap::new(),
        checks: VecDeque::new(),
    };
    compiler.node(rule)?;
    compiler.emit(end);
    let checks = compiler.code.ops.len();
    // The same check, wherever it stands, is translated once.
    let mut known: HashMap<Vec<u32>, Address> = HashMap::new();
    while let Some((at, rule)) = compiler.checks.pop_front() {
        let Op::Check { negated, .. } = compiler.code.ops[at] else {
            unreachable!("only checks are put off")
        };
        let here = compiler.here();
        let entry = *known.entry(signature(rule)).or_insert(here);
        compiler.code.ops[at] = Op::Check { entry, negated };
        if entry == here {
            compiler.node(rule)?;
            compiler.emit(Op::Yes);
        }
    }
    let mut code = compiler.code;
    contexts::number_marks(&mut code, checks).map_err(|contexts::TooMany| {
        description.about_all("there are too many ways to do the same on this board")
    })?;
    tidy::tidy(&mut code);
    liveness::find(&mut code, description.players);
    Ok(code)
}

struct Compiler<'a> {
    description: &'a Description,
    code: Code,
    relations: Relations<'a>,
    known_steps: HashMap<Vec<u16>, u16>,
    known_spreads: HashMap<Vec<Vec<u16>>, u16>,
    known_masks: HashMap<Vec<u64>, u16>,
    known_sets: HashMap<Vec<u8>, u16>,
    /// Checks that are still to be translated, and where they are used.
    checks: VecDeque<(usize, &'a RuleNode)>,
}

impl<'a> Compiler<'a> {
    fn here(&self) -> Address {
        self.code.ops.len() as Address
    }

    fn emit(&mut self, op: Op) -> usize {
        self.code.ops.push(op);
        self.code.ops.len() - 1
    }

    fn node(&mut self, node: &'a RuleNode) -> Result<(), RulesMistake> {
        match &node.action {
            _ if is_pure(node) => self.moves(std::slice::from_ref(node)),
            Action::Sequence(parts) => self.sequence(parts),
            Action::Choice(parts) => self.choice(parts),
            Action::Repeat(part) => self.repeat(part),
            Action::Check { negated, rule } => {
                let at = self.emit(Op::Check { entry: 0, negated: *negated });
                self.checks.push_back((at, rule));
                Ok(())
            }
            Action::Assign(variable, Arithmetic::Constant(value))
                if *value <= self.description.variables[usize::from(*variable)].bound =>
            {
                let modifier = self.modifier(node)?;
                self.emit(Op::Set { modifier, variable: *variable, value: *value });
                Ok(())
            }
            Action::Compare(
                Arithmetic::Variable(variable),
                comparison,
                Arithmetic::Constant(value),
            ) => {
                self.emit(Op::CompareWith(*variable, *comparison, *value));
                Ok(())
            }
            Action::On(pieces) => self.on(pieces, node),
            Action::Put(piece) => {
                let modifier = self.modifier(node)?;
                self.emit(Op::Put { modifier, piece: *piece });
                Ok(())
            }
            Action::Assign(variable, number) => {
                let assignment = index(self.code.assignments.len(), self.description, node)?;
                let bound = self.description.variables[usize::from(*variable)].bound;
                let number = number.clone();
                self.code.assignments.push(Assignment { variable: *variable, bound, number });
                let modifier = self.modifier(node)?;
                self.emit(Op::Assign { modifier, assignment });
                Ok(())
            }
            Action::Compare(left, comparison, right) => {
                let number = index(self.code.comparisons.len(), self.description, node)?;
                self.code.comparisons.push((left.clone(), *comparison, right.clone()));
                self.emit(Op::Compare(number));
                Ok(())
            }
            Action::Hand(side) => {
                let modifier = self.modifier(node)?;
                self.emit(Op::Hand { modifier, side: *side });
                Ok(())
            }
            Action::Nothing | Action::Shift(_) => unreachable!("pure"),
        }
    }

    fn modifier(&mut self, node: &RuleNode) -> Result<u16, RulesMistake> {
        let number = index(self.code.modifiers.len(), self.description, node)?;
        let at = self.here();
        self.code.modifiers.push(Modifier {
            node: node.id,
            at,
            implied: None,
            hops: Vec::new(),
            marks: false,
        });
        Ok(number)
    }

    /// Rules in a row. Those that only move about the board are done at once.
    fn sequence(&mut self, parts: &'a [RuleNode]) -> Result<(), RulesMistake> {
        let mut rest = parts;
        while let Some(first) = rest.first() {
            let pure = rest.iter().take_while(|part| is_pure(part)).count();
            if pure > 0 {
                self.moves(&rest[..pure])?;
                rest = &rest[pure..];
            } else {
                self.node(first)?;
                rest = &rest[1..];
            }
        }
        Ok(())
    }

    fn choice(&mut self, parts: &'a [RuleNode]) -> Result<(), RulesMistake> {
        let Some((last, others)) = parts.split_last() else {
            self.emit(Op::Fail);
            return Ok(());
        };
        let mut ends = Vec::new();
        for part in others {
            let fork = self.emit(Op::Fork(0));
            self.node(part)?;
            ends.push(self.emit(Op::Jump(0)));
            self.code.ops[fork] = Op::Fork(self.here());
        }
        self.node(last)?;
        for end in ends {
            self.code.ops[end] = Op::Jump(self.here());
        }
        self.emit(POSSIBLE_MARK);
        Ok(())
    }

    fn repeat(&mut self, part: &'a RuleNode) -> Result<(), RulesMistake> {
        let head = self.here();
        self.emit(POSSIBLE_MARK);
        let fork = self.emit(Op::Fork(0));
        self.node(part)?;
        self.emit(Op::Jump(head));
        self.code.ops[fork] = Op::Fork(self.here());
        Ok(())
    }

    fn on(&mut self, pieces: &[u8], node: &RuleNode) -> Result<(), RulesMistake> {
        let mut sorted = pieces.to_vec();
        sorted.sort_unstable();
        if sorted.is_empty() {
            self.emit(Op::Fail);
            return Ok(());
        }
        if sorted.len() == self.code.pieces {
            return Ok(());
        }
        let set = match self.known_sets.get(&sorted) {
            Some(&known) => known,
            None => {
                let new = index(self.code.sets.len(), self.description, node)?;
                let mut set = [false; 256];
                sorted.iter().for_each(|&piece| set[usize::from(piece)] = true);
                self.code.sets.push(set);
                self.code.members.push(sorted.clone());
                self.known_sets.insert(sorted, new);
                new
            }
        };
        self.emit(Op::On(set));
        Ok(())
    }

    /// Rules that only move about the board.
    fn moves(&mut self, nodes: &[RuleNode]) -> Result<(), RulesMistake> {
        let node = &nodes[0];
        let relation = self.relations.of_sequence(nodes).map_err(|TooLarge| {
            let message = "this leads from too many places to too many others";
            self.description.about(node.id, message)
        })?;
        let places = self.code.places;
        let is_step = relation.to.iter().all(|targets| targets.len() <= 1);
        let stays = |(place, targets): (usize, &Vec<u16>)| {
            targets.first().is_none_or(|&to| usize::from(to) == place)
        };
        if is_step && relation.to.iter().enumerate().all(stays) {
            let there = |place: &usize| !relation.to[*place].is_empty();
            if !(0..places).all(|place| there(&place)) {
                let mask = self.mask((0..places).filter(there), node)?;
                self.emit(Op::Where(mask));
            }
        } else if is_step {
            let to = relation.to.iter().map(|targets| *targets.first().unwrap_or(&NOWHERE));
            let table = self.step(to.collect(), node)?;
            self.emit(Op::Step(table));
        } else if relation.to.iter().all(|targets| *targets == relation.to[0]) {
            let mask = self.mask(relation.to[0].iter().map(|&place| usize::from(place)), node)?;
            self.emit(Op::Each(mask));
        } else {
            let table = self.spread(relation, node)?;
            self.emit(Op::Spread(table));
        }
        self.emit(POSSIBLE_MARK);
        Ok(())
    }

    fn mask(
        &mut self,
        places: impl Iterator<Item = usize>,
        node: &RuleNode,
    ) -> Result<u16, RulesMistake> {
        let mut mask = vec![0; self.code.words];
        places.for_each(|place| mask[place / 64] |= 1 << (place % 64));
        if let Some(&known) = self.known_masks.get(&mask) {
            return Ok(known);
        }
        let new = index(self.known_masks.len(), self.description, node)?;
        self.code.masks.extend(&mask);
        self.known_masks.insert(mask, new);
        Ok(new)
    }

    fn step(&mut self, to: Vec<u16>, node: &RuleNode) -> Result<u16, RulesMistake> {
        if let Some(&known) = self.known_steps.get(&to) {
            return Ok(known);
        }
        let new = index(self.known_steps.len(), self.description, node)?;
        self.code.steps.extend(&to);
        self.known_steps.insert(to, new);
        Ok(new)
    }

    fn spread(&mut self, relation: Relation, node: &RuleNode) -> Result<u16, RulesMistake> {
        if let Some(&known) = self.known_spreads.get(&relation.to) {
            return Ok(known);
        }
        let new = index(self.code.spreads.len(), self.description, node)?;
        let mut spread = Spread { first: vec![0], targets: Vec::new() };
        for targets in &relation.to {
            spread.targets.extend(targets);
            spread.first.push(spread.targets.len() as u32);
        }
        self.code.spreads.push(spread);
        self.known_spreads.insert(relation.to, new);
        Ok(new)
    }
}

fn index(count: usize, description: &Description, node: &RuleNode) -> Result<u16, RulesMistake> {
    if count < MOST_TABLES {
        return Ok(count as u16);
    }
    let message = format!("the rules are too large: more than {MOST_TABLES} of one kind of action");
    Err(description.about(node.id, message))
}
