//! Where code goes on: jumps and branches, and what is given up.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

use super::offset;
use super::writer::{CodeWriter, FailTarget, desk_flags};

impl CodeWriter<'_, '_, '_> {
    pub(super) fn jump(&mut self, to: FailTarget) {
        self.builder.ins().jump(to.block, &to.arguments());
    }

    /// Goes on if a condition holds, and elsewhere if not.
    pub(super) fn require(&mut self, condition: Value, fail: FailTarget) {
        let next = self.builder.create_block();
        self.builder.ins().brif(condition, next, &[], fail.block, &fail.arguments());
        self.builder.switch_to_block(next);
    }

    /// Goes elsewhere if a condition holds, and goes on if not.
    pub(super) fn refuse(&mut self, condition: Value, fail: FailTarget) {
        let next = self.builder.create_block();
        self.builder.ins().brif(condition, fail.block, &fail.arguments(), next, &[]);
        self.builder.switch_to_block(next);
    }

    /// Stops if there is no room for more moves.
    pub(super) fn refuse_full(&mut self, is_full: Value) {
        let one = self.builder.ins().iconst(types::I64, 1);
        self.refuse(is_full, FailTarget { block: self.exit, argument: Some(one) });
    }

    /// Where the run is given up.
    pub(super) fn give_up(&self) -> FailTarget {
        self.give_up.into()
    }

    /// Returns this.
    pub(super) fn stop_with(&self, result: Value) -> FailTarget {
        FailTarget { block: self.exit, argument: Some(result) }
    }

    /// Goes to one of two blocks.
    pub(super) fn branch(&mut self, condition: Value, yes: FailTarget, no: FailTarget) {
        let (then, other) = (yes.arguments(), no.arguments());
        self.builder.ins().brif(condition, yes.block, &then, no.block, &other);
    }

    /// Gives the run up if there is too much to do.
    pub(super) fn count(&mut self) {
        let budget = self.builder.ins().load(types::I64, desk_flags(), self.desk, offset::BUDGET);
        let budget = self.builder.ins().iadd_imm(budget, -1);
        self.builder.ins().store(desk_flags(), budget, self.desk, offset::BUDGET);
        let is_spent = self.builder.ins().icmp_imm(IntCC::SignedLessThan, budget, 0);
        self.refuse(is_spent, self.give_up.into());
    }

    pub(super) fn guard_stack(&mut self) {
        let stack = self.builder.ins().get_stack_pointer(types::I64);
        let limit =
            self.builder.ins().load(types::I64, desk_flags(), self.desk, offset::STACK_LIMIT);
        let is_deep = self.builder.ins().icmp(IntCC::UnsignedLessThan, stack, limit);
        self.refuse(is_deep, self.give_up.into());
    }
}
