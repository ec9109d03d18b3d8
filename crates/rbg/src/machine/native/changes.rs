//! Writes changes of the position, and what a move is made of.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

use super::offset;
use super::plan::NativeMode;
use super::unsupported::Unsupported;
use super::writer::{
    CodeWriter, Environment, FailTarget, Here, NativeTrail, OpenLoop, desk_flags, list_flags,
    position_flags,
};
use crate::machine::state::board_bytes;

impl CodeWriter<'_, '_, '_> {
    /// Where a variable is.
    pub(super) fn variable_offset(&self, variable: u16) -> i32 {
        board_bytes(self.program.code.places) as i32 + i32::from(variable) * 4
    }

    pub(super) fn store_piece(&mut self, place: Value, piece: u8) {
        let address = self.builder.ins().iadd(self.base, place);
        let piece = self.builder.ins().iconst(types::I8, i64::from(piece));
        self.builder.ins().store(position_flags(), piece, address, 0);
    }

    pub(super) fn store_number(&mut self, variable: u16, value: u32) {
        let offset = self.variable_offset(variable);
        let value = self.builder.ins().iconst(types::I32, i64::from(value));
        self.builder.ins().store(position_flags(), value, self.base, offset);
    }

    /// Puts a piece.
    pub(super) fn put(
        &mut self,
        here: Here,
        modifier: u16,
        piece: u8,
    ) -> Result<Here, Unsupported> {
        if here.piece == Some(piece) {
            return Ok(self.changed(here, modifier, |_| None));
        }
        let old = match here.piece {
            Some(known) => self.builder.ins().iconst(types::I8, i64::from(known)),
            None => {
                let address = self.builder.ins().iadd(self.base, here.place);
                self.builder.ins().load(types::I8, position_flags(), address, 0)
            }
        };
        self.store_piece(here.place, piece);
        let place = here.place;
        let next = self.changed(here, modifier, |to| Some(OpenLoop::Piece { place, old, to }));
        Ok(Here { piece: Some(piece), ..next })
    }

    /// Sets a variable to a number.
    pub(super) fn set(
        &mut self,
        here: Here,
        modifier: u16,
        variable: u16,
        value: u32,
    ) -> Result<Here, Unsupported> {
        let offset = self.variable_offset(variable);
        let old = self.builder.ins().load(types::I32, position_flags(), self.base, offset);
        self.store_number(variable, value);
        Ok(self.changed(here, modifier, |to| Some(OpenLoop::Variable { variable, old, to })))
    }

    /// Sets a variable to what is computed.
    pub(super) fn assign(
        &mut self,
        here: Here,
        modifier: u16,
        assignment: u16,
    ) -> Result<Here, Unsupported> {
        let fail = self.environments[here.environment].fail;
        let new = self.assigned(assignment, fail)?;
        let variable = self.program.code.assignments[usize::from(assignment)].variable;
        let offset = self.variable_offset(variable);
        let old = self.builder.ins().load(types::I32, position_flags(), self.base, offset);
        self.builder.ins().store(position_flags(), new, self.base, offset);
        Ok(self.changed(here, modifier, |to| Some(OpenLoop::Variable { variable, old, to })))
    }

    /// The code behind a change, which is taken back if that code fails.
    fn changed(
        &mut self,
        here: Here,
        modifier: u16,
        undo: impl Fn(FailTarget) -> Option<OpenLoop>,
    ) -> Here {
        let mut environment = self.environments[here.environment].clone();
        if environment.mode == NativeMode::All && !here.implied {
            let step = self.step(modifier, here.place);
            environment.steps.push(step);
        }
        let undone = |writer: &mut Self, to: FailTarget| {
            let Some(open) = undo(to) else { return to };
            let block = writer.builder.create_block();
            writer.open.push((block, open));
            block.into()
        };
        environment.fail = undone(self, environment.fail);
        if environment.mode == NativeMode::Check {
            environment.yes = environment.yes.map(|yes| undone(self, yes));
        }
        let modifier = &self.program.code.modifiers[usize::from(modifier)];
        let implied = modifier.implied.is_some();
        if let Some(marks) = environment.marks.filter(|_| modifier.marks) {
            environment.marks = Some(self.next_level(marks, true));
        }
        let environment = self.environment(environment);
        Here { implied, environment, ..here.next() }
    }

    /// A step of a move, in one number.
    pub(super) fn step(&mut self, modifier: u16, place: Value) -> Value {
        let place = self.builder.ins().ireduce(types::I32, place);
        let place = self.builder.ins().ishl_imm(place, 16);
        self.builder.ins().bor_imm(place, i64::from(modifier))
    }

    /// Adds a move to those that were found.
    pub(super) fn report(&mut self, environment: &Environment) -> Result<(), Unsupported> {
        let desk = self.desk;
        let load = |writer: &mut Self, offset: i32| {
            writer.builder.ins().load(types::I64, desk_flags(), desk, offset)
        };
        let count = self.steps_so_far(environment);
        let used = load(self, offset::STEPS_USED);
        let end = self.builder.ins().iadd(used, count);
        let limit = load(self, offset::STEPS_LIMIT);
        let is_full = self.builder.ins().icmp(IntCC::UnsignedGreaterThan, end, limit);
        self.refuse_full(is_full);
        let steps = load(self, offset::STEPS);
        let bytes = self.builder.ins().ishl_imm(used, 2);
        let mut out = self.builder.ins().iadd(steps, bytes);
        let mut first = 0;
        match environment.trail {
            NativeTrail::Known(known) => {
                for number in 0..i32::from(known) {
                    let from = offset::TRAIL + number * 4;
                    let step = self.builder.ins().load(types::I32, desk_flags(), desk, from);
                    self.builder.ins().store(list_flags(), step, out, number * 4);
                }
                first = i32::from(known) * 4;
            }
            NativeTrail::Told(told) => out = self.copy_trail(told, out),
        }
        for (number, &step) in environment.steps.iter().enumerate() {
            self.builder.ins().store(list_flags(), step, out, first + number as i32 * 4);
        }
        self.builder.ins().store(desk_flags(), end, desk, offset::STEPS_USED);
        let ends = load(self, offset::ENDS);
        let moves = load(self, offset::MOVES);
        let bytes = self.builder.ins().ishl_imm(moves, 2);
        let address = self.builder.ins().iadd(ends, bytes);
        let end = self.builder.ins().ireduce(types::I32, end);
        self.builder.ins().store(list_flags(), end, address, 0);
        let moves = self.builder.ins().iadd_imm(moves, 1);
        self.builder.ins().store(desk_flags(), moves, desk, offset::MOVES);
        Ok(())
    }

    /// Copies so many steps of the trail. Returns where the next one goes.
    fn copy_trail(&mut self, count: Value, out: Value) -> Value {
        let [head, body, behind] = [(); 3].map(|()| self.builder.create_block());
        let done = self.builder.append_block_param(head, types::I64);
        let all = self.builder.ins().ishl_imm(count, 2);
        let zero = self.builder.ins().iconst(types::I64, 0);
        self.jump(FailTarget { block: head, argument: Some(zero) });
        self.builder.switch_to_block(head);
        let is_end = self.builder.ins().icmp(IntCC::Equal, done, all);
        self.branch(is_end, behind.into(), body.into());
        self.builder.switch_to_block(body);
        let from = self.builder.ins().iadd(self.desk, done);
        let step = self.builder.ins().load(types::I32, desk_flags(), from, offset::TRAIL);
        let to = self.builder.ins().iadd(out, done);
        self.builder.ins().store(list_flags(), step, to, 0);
        let next = self.builder.ins().iadd_imm(done, 4);
        self.jump(FailTarget { block: head, argument: Some(next) });
        self.builder.switch_to_block(behind);
        self.builder.ins().iadd(out, all)
    }
}
