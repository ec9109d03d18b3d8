//! Writes tests: what fails or goes on, and changes nothing but the place.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

use super::data::{DataTable, NativeData};
use super::plan::NativeMode;
use super::program::{CodeBefore, FunctionKey};
use super::unsupported::Unsupported;
use super::writer::{
    CodeWriter, Environment, EnvironmentId, FailTarget, Here, OpenLoop, position_flags, table_flags,
};
use crate::language::expression::Comparison;
use crate::machine::op::{Address, Op};

impl CodeWriter<'_, '_, '_> {
    /// Writes a test. If it succeeds, the code goes on behind it, in an environment.
    pub(super) fn test(
        &mut self,
        here: Here,
        fail: FailTarget,
        environment: EnvironmentId,
    ) -> Result<Option<Here>, Unsupported> {
        let next = Here { environment, ..here.next() };
        match self.program.code.ops[here.at as usize] {
            Op::Check { entry, negated } => self.check(next, entry, negated, fail),
            Op::Glance { entry, negated } => {
                self.glance(entry, here.place, negated, fail)?;
                Ok(Some(next))
            }
            simple => {
                let (place, piece) = self.simple_test(simple, here.place, here.piece, fail)?;
                Ok(Some(Here { place, piece, ..next }))
            }
        }
    }

    /// A test that needs no other instructions. Returns the place then, and the piece there if it
    /// is known.
    fn simple_test(
        &mut self,
        op: Op,
        place: Value,
        piece: Option<u8>,
        fail: FailTarget,
    ) -> Result<(Value, Option<u8>), Unsupported> {
        match op {
            Op::Step(table) => {
                let to = self.look_up_step(table, place)?;
                let is_none = self.is_no_place(to);
                self.refuse(is_none, fail);
                return Ok((to, None));
            }
            Op::StepOn(table, set) => {
                let to = self.look_up_step(table, place)?;
                let piece = self.require_piece(set, to, fail)?;
                return Ok((to, piece));
            }
            Op::On(set) => {
                let known = self.require_piece(set, place, fail)?;
                return Ok((place, known.or(piece)));
            }
            Op::Where(mask) => {
                let is_in = self.is_in_mask(mask, place)?;
                self.require(is_in, fail);
            }
            Op::Compare(number) => {
                let (left, comparison, right) = &self.program.code.comparisons[usize::from(number)];
                let left = self.number(left, fail)?.value;
                let right = self.number(right, fail)?.value;
                let condition = match comparison {
                    Comparison::Equal => IntCC::Equal,
                    Comparison::NotEqual => IntCC::NotEqual,
                    Comparison::Less => IntCC::SignedLessThan,
                    Comparison::AtMost => IntCC::SignedLessThanOrEqual,
                    Comparison::Greater => IntCC::SignedGreaterThan,
                    Comparison::AtLeast => IntCC::SignedGreaterThanOrEqual,
                };
                let holds = self.builder.ins().icmp(condition, left, right);
                self.require(holds, fail);
            }
            Op::CompareWith(variable, comparison, number) => {
                let offset = self.variable_offset(variable);
                let value =
                    self.builder.ins().load(types::I32, position_flags(), self.base, offset);
                let condition = match comparison {
                    Comparison::Equal => IntCC::Equal,
                    Comparison::NotEqual => IntCC::NotEqual,
                    Comparison::Less => IntCC::UnsignedLessThan,
                    Comparison::AtMost => IntCC::UnsignedLessThanOrEqual,
                    Comparison::Greater => IntCC::UnsignedGreaterThan,
                    Comparison::AtLeast => IntCC::UnsignedGreaterThanOrEqual,
                };
                let number = self.builder.ins().iconst(types::I32, i64::from(number));
                let holds = self.builder.ins().icmp(condition, value, number);
                self.require(holds, fail);
            }
            _ => return Err(Unsupported),
        }
        Ok((place, piece))
    }

    /// Tests in a row, without a choice.
    fn glance(
        &mut self,
        entry: Address,
        place: Value,
        negated: bool,
        fail: FailTarget,
    ) -> Result<(), Unsupported> {
        let behind = self.builder.create_block();
        let [yes, no] = if negated { [fail, behind.into()] } else { [behind.into(), fail] };
        let mut inside = place;
        for at in entry as usize.. {
            self.program.count()?;
            match self.program.code.ops.get(at).copied().ok_or(Unsupported)? {
                Op::Yes => break,
                Op::Glance { entry, negated } => self.glance(entry, inside, negated, no)?,
                op => (inside, _) = self.simple_test(op, inside, None, no)?,
            }
        }
        self.jump(yes);
        self.builder.switch_to_block(behind);
        Ok(())
    }

    /// A check. What is small is written here.
    fn check(
        &mut self,
        next: Here,
        entry: Address,
        negated: bool,
        fail: FailTarget,
    ) -> Result<Option<Here>, Unsupported> {
        let outside = self.environments[next.environment].clone();
        if self.program.plan.is_small_check[entry as usize] {
            let behind = self.builder.create_block();
            let [yes, no] = if negated { [fail, behind.into()] } else { [behind.into(), fail] };
            self.open.push((behind, OpenLoop::Code(next)));
            let environment = self.environment(Environment {
                mode: NativeMode::Check,
                fail: no,
                yes: Some(yes),
                steps: Vec::new(),
                ..outside
            });
            let (place, piece) = (next.place, next.piece);
            return Ok(Some(Here { at: entry, place, piece, implied: false, environment }));
        }
        let marks = match outside.marks {
            Some(marks) if self.program.plan.marks_later[entry as usize] => {
                let is_needed = self.program.plan.marks_now[entry as usize];
                Some(self.next_level(marks, is_needed))
            }
            _ => None,
        };
        let before = CodeBefore::Known(0);
        let key = FunctionKey::Part { mode: NativeMode::Check, at: entry, implied: false, before };
        let found = self.call(key, next.place, marks, None)?;
        if negated {
            self.refuse(found, fail);
        } else {
            self.require(found, fail);
        }
        Ok(Some(next))
    }

    /// A place from a table: from the entry with this address.
    pub(super) fn load_place(&mut self, address: Value) -> Value {
        if NativeData::is_narrow(self.program.code) {
            self.builder.ins().uload8(types::I64, table_flags(), address, 0)
        } else {
            self.builder.ins().uload16(types::I64, table_flags(), address, 0)
        }
    }

    /// The address of what a table has for a place.
    pub(super) fn entry(&mut self, table: DataTable, place: Value) -> Value {
        let width = if NativeData::is_narrow(self.program.code) { 1 } else { 2 };
        let first = self.builder.ins().iconst(types::I64, table.address as i64);
        let bytes = match table.stride * width {
            1 => place,
            2 => self.builder.ins().iadd(place, place),
            size => self.builder.ins().imul_imm(place, size as i64),
        };
        self.builder.ins().iadd(first, bytes)
    }

    /// Where a step leads. It may be no place.
    pub(super) fn look_up_step(&mut self, table: u16, place: Value) -> Result<Value, Unsupported> {
        let table = self.program.data.step(self.program.code, table)?;
        let address = self.entry(table, place);
        Ok(self.load_place(address))
    }

    /// Whether a place is none.
    pub(super) fn is_no_place(&mut self, place: Value) -> Value {
        let none = self.program.code.places as i64;
        self.builder.ins().icmp_imm(IntCC::Equal, place, none)
    }

    /// Fails if there is none of these pieces at a place, or no place. Returns the piece if it can
    /// be but one.
    pub(super) fn require_piece(
        &mut self,
        set: u16,
        place: Value,
        fail: FailTarget,
    ) -> Result<Option<u8>, Unsupported> {
        let members = &self.program.code.members[usize::from(set)];
        let address = self.builder.ins().iadd(self.base, place);
        let (first, last) = members.first().zip(members.last()).ok_or(Unsupported)?;
        let is_range = usize::from(last - first) + 1 == members.len();
        let (fits, known) = if let [piece] = members[..] {
            let found = self.builder.ins().load(types::I8, position_flags(), address, 0);
            let piece_value = self.builder.ins().iconst(types::I8, i64::from(piece));
            (self.builder.ins().icmp(IntCC::Equal, found, piece_value), Some(piece))
        } else if is_range {
            let found = self.builder.ins().load(types::I8, position_flags(), address, 0);
            let shifted = match first {
                0 => found,
                &first => self.builder.ins().iadd_imm(found, -i64::from(first)),
            };
            let span = self.builder.ins().iconst(types::I8, (last - first) as i8 as i64);
            (self.builder.ins().icmp(IntCC::UnsignedLessThanOrEqual, shifted, span), None)
        } else if self.program.code.pieces < 64 {
            let found = self.builder.ins().uload8(types::I64, position_flags(), address, 0);
            let bits = members.iter().fold(0_u64, |bits, &piece| bits | 1 << piece);
            let bits = self.builder.ins().iconst(types::I64, bits as i64);
            let shifted = self.builder.ins().ushr(bits, found);
            (self.builder.ins().band_imm(shifted, 1), None)
        } else {
            let found = self.builder.ins().uload8(types::I64, position_flags(), address, 0);
            let table = self.program.data.set(self.program.code, set)?;
            let first = self.builder.ins().iconst(types::I64, table.address as i64);
            let address = self.builder.ins().iadd(first, found);
            (self.builder.ins().uload8(types::I32, table_flags(), address, 0), None)
        };
        self.require(fits, fail);
        Ok(known)
    }

    /// Whether a place is in a mask.
    fn is_in_mask(&mut self, mask: u16, place: Value) -> Result<Value, Unsupported> {
        let code = self.program.code;
        if code.words == 1 {
            let word = code.masks[usize::from(mask)];
            let word = self.builder.ins().iconst(types::I64, word as i64);
            let shifted = self.builder.ins().ushr(word, place);
            return Ok(self.builder.ins().band_imm(shifted, 1));
        }
        let table = self.program.data.mask(code, mask)?;
        let first = self.builder.ins().iconst(types::I64, table.address as i64);
        let address = self.builder.ins().iadd(first, place);
        Ok(self.builder.ins().uload8(types::I32, table_flags(), address, 0))
    }
}
