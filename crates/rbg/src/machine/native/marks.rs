//! Writes marks: what stops code that comes to the same place twice without a change.
//!
//! Each change begins a level of its own, and what is set on it has an age that no other level had.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

use super::offset;
use super::writer::{CodeWriter, FailTarget, NativeMarks, desk_flags, list_flags};
use crate::machine::op::Address;

impl CodeWriter<'_, '_, '_> {
    /// A new age of marks, if it is needed before the next one.
    fn new_age(&mut self, is_needed: bool) -> Value {
        if !is_needed {
            return self.builder.ins().iconst(types::I32, 0);
        }
        self.count();
        let age = self.builder.ins().load(types::I64, desk_flags(), self.desk, offset::AGE);
        let age = self.builder.ins().iadd_imm(age, 1);
        self.builder.ins().store(desk_flags(), age, self.desk, offset::AGE);
        self.builder.ins().ireduce(types::I32, age)
    }

    /// The first level of marks, if those are needed from an instruction on.
    pub(super) fn first_level(&mut self, at: Address) -> Option<NativeMarks> {
        if !self.program.plan.marks_later[at as usize] {
            return None;
        }
        let level = self.builder.ins().load(types::I64, desk_flags(), self.desk, offset::MARKS);
        let is_needed = self.program.plan.marks_now[at as usize];
        Some(NativeMarks { level, age: self.new_age(is_needed) })
    }

    /// The next level of marks.
    pub(super) fn next_level(&mut self, marks: NativeMarks, is_needed: bool) -> NativeMarks {
        let size = self.program.code.marks * self.program.code.places * 4;
        let level = self.builder.ins().iadd_imm(marks.level, size as i64);
        let last = self.builder.ins().load(types::I64, desk_flags(), self.desk, offset::LAST_LEVEL);
        let is_beyond = self.builder.ins().icmp(IntCC::UnsignedGreaterThan, level, last);
        self.refuse(is_beyond, self.give_up.into());
        NativeMarks { level, age: self.new_age(is_needed) }
    }

    /// Fails if a mark is set, and sets it.
    pub(super) fn mark(&mut self, number: u16, place: Value, marks: NativeMarks, fail: FailTarget) {
        let first = usize::from(number) * self.program.code.places * 4;
        let bytes = self.builder.ins().ishl_imm(place, 2);
        let address = self.builder.ins().iadd(marks.level, bytes);
        let known = self.builder.ins().load(types::I32, list_flags(), address, first as i32);
        let is_set = self.builder.ins().icmp(IntCC::Equal, known, marks.age);
        self.refuse(is_set, fail);
        self.builder.ins().store(list_flags(), marks.age, address, first as i32);
    }
}
