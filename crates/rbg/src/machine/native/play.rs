//! Writes what makes a move, with all that the keeper does after it.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{BlockCall, InstBuilder, JumpTableData, Value, types};

use super::program::FunctionKey;
use super::unsupported::Unsupported;
use super::writer::{CodeWriter, Environment, FailTarget, Here, list_flags, position_flags};
use crate::machine::op::Op;
use crate::machine::state::board_bytes;

/// The most bytes that are copied without a loop.
const MOST_COPIED: usize = 512;
/// The most modifiers that are written in one function.
const MOST_INSIDE: usize = 100;

impl CodeWriter<'_, '_, '_> {
    /// Copies a position, and makes a move from a list of steps in the copy.
    pub(super) fn play(
        &mut self,
        from: Value,
        steps: Value,
        count: Value,
        environment: &Environment,
    ) -> Result<(), Unsupported> {
        let code = self.program.code;
        self.copy_position(from);
        let bytes = self.builder.ins().ishl_imm(count, 2);
        let end = self.builder.ins().iadd(steps, bytes);
        let [head, body] = [(); 2].map(|()| self.builder.create_block());
        let step = self.builder.append_block_param(head, types::I64);
        self.jump(FailTarget { block: head, argument: Some(steps) });
        self.builder.switch_to_block(head);
        let is_end = self.builder.ins().icmp(IntCC::Equal, step, end);
        let give_up = self.give_up();
        self.branch(is_end, give_up, body.into());
        self.builder.switch_to_block(body);
        let word = self.builder.ins().load(types::I32, list_flags(), step, 0);
        let next = self.builder.ins().iadd_imm(step, 4);
        let more = FailTarget { block: head, argument: Some(next) };
        let place = self.builder.ins().ushr_imm(word, 16);
        let place = self.builder.ins().uextend(types::I64, place);
        let places = code.places as i64;
        let is_beyond =
            self.builder.ins().icmp_imm(IntCC::UnsignedGreaterThanOrEqual, place, places);
        self.refuse(is_beyond, give_up);
        let modifier = self.builder.ins().band_imm(word, 0xffff);
        let numbers: Vec<usize> =
            (0..code.modifiers.len()).filter(|&number| self.program.plan.is_step[number]).collect();
        let Some(&last) = numbers.last() else {
            self.jump(give_up);
            return Ok(());
        };
        let refused = self.builder.create_block();
        let mut blocks = vec![refused; last + 1];
        for &number in &numbers {
            blocks[number] = self.builder.create_block();
        }
        let pool = &mut self.builder.func.dfg.value_lists;
        let calls: Vec<BlockCall> =
            blocks.iter().map(|&block| BlockCall::new(block, [], pool)).collect();
        let other = BlockCall::new(refused, [], pool);
        let table = self.builder.create_jump_table(JumpTableData::new(other, &calls));
        self.builder.ins().br_table(modifier, table);
        self.builder.switch_to_block(refused);
        self.jump(give_up);
        for &number in &numbers {
            self.builder.switch_to_block(blocks[number]);
            if numbers.len() <= MOST_INSIDE {
                self.make(number as u16, place, environment.clone(), more)?;
            } else {
                let result = self.call(FunctionKey::Make(number as u16), place, None, None)?;
                let stop = self.stop_with(result);
                self.branch(result, stop, more);
            }
        }
        Ok(())
    }

    /// Copies a position.
    fn copy_position(&mut self, from: Value) {
        let code = self.program.code;
        let bytes = (board_bytes(code.places) + code.variables * 4).next_multiple_of(8);
        let blocks = bytes / 16;
        let mut done = 0;
        if bytes > MOST_COPIED {
            self.copy_blocks(from, blocks);
            done = blocks;
        }
        // All is read before anything is written, in parts that the registers have room for.
        let all: Vec<i32> = (done..blocks).map(|block| block as i32 * 16).collect();
        for part in all.chunks(8) {
            let values: Vec<Value> = part
                .iter()
                .map(|&offset| {
                    self.builder.ins().load(types::I8X16, position_flags(), from, offset)
                })
                .collect();
            for (&offset, value) in part.iter().zip(values) {
                self.builder.ins().store(position_flags(), value, self.base, offset);
            }
        }
        if !bytes.is_multiple_of(16) {
            let offset = blocks as i32 * 16;
            let value = self.builder.ins().load(types::I64, position_flags(), from, offset);
            self.builder.ins().store(position_flags(), value, self.base, offset);
        }
    }

    /// Copies so many blocks of 16 bytes in a loop.
    fn copy_blocks(&mut self, from: Value, blocks: usize) {
        let [head, body, behind] = [(); 3].map(|()| self.builder.create_block());
        let done = self.builder.append_block_param(head, types::I64);
        let zero = self.builder.ins().iconst(types::I64, 0);
        self.jump(FailTarget { block: head, argument: Some(zero) });
        self.builder.switch_to_block(head);
        let is_end = self.builder.ins().icmp_imm(IntCC::Equal, done, blocks as i64 * 16);
        self.branch(is_end, behind.into(), body.into());
        self.builder.switch_to_block(body);
        let source = self.builder.ins().iadd(from, done);
        let value = self.builder.ins().load(types::I8X16, position_flags(), source, 0);
        let target = self.builder.ins().iadd(self.base, done);
        self.builder.ins().store(position_flags(), value, target, 0);
        let next = self.builder.ins().iadd_imm(done, 16);
        self.jump(FailTarget { block: head, argument: Some(next) });
        self.builder.switch_to_block(behind);
    }

    /// Does what a modifier says and all that it implies. If the turn does not end, it goes on
    /// elsewhere.
    pub(super) fn make(
        &mut self,
        modifier: u16,
        place: Value,
        environment: Environment,
        more: FailTarget,
    ) -> Result<(), Unsupported> {
        let code = self.program.code;
        let (mut number, mut place) = (modifier, place);
        loop {
            let modifier = &code.modifiers[usize::from(number)];
            match code.ops[modifier.at as usize] {
                Op::Put { piece, .. } => self.store_piece(place, piece),
                Op::Set { variable, value, .. } => self.store_number(variable, value),
                Op::Assign { assignment, .. } => {
                    let fail = self.give_up();
                    let number = self.assigned(assignment, fail)?;
                    let variable = code.assignments[usize::from(assignment)].variable;
                    let offset = self.variable_offset(variable);
                    self.builder.ins().store(position_flags(), number, self.base, offset);
                }
                Op::Hand { side, .. } => {
                    let at = modifier.at;
                    let here = Here { at, place, piece: None, implied: false, environment: 0 };
                    return match self.hand_on(here, side, environment)? {
                        Some(here) => self.run(here),
                        None => Ok(()),
                    };
                }
                _ => return Err(Unsupported),
            }
            let Some(next) = modifier.implied else { break };
            for &table in &modifier.hops {
                place = self.look_up_step(table, place)?;
                let is_none = self.is_no_place(place);
                let give_up = self.give_up();
                self.refuse(is_none, give_up);
            }
            number = next;
        }
        self.jump(more);
        Ok(())
    }
}
