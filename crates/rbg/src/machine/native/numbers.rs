//! Writes arithmetic.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

use super::unsupported::Unsupported;
use super::writer::{CodeWriter, FailTarget, position_flags};
use crate::language::expression::{Arithmetic, Operator};

/// A number that is computed, and its bounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Computed {
    pub(super) value: Value,
    least: i128,
    most: i128,
}

impl CodeWriter<'_, '_, '_> {
    /// The value of a number. Fails if it cannot be computed.
    pub(super) fn number(
        &mut self,
        number: &Arithmetic,
        fail: FailTarget,
    ) -> Result<Computed, Unsupported> {
        match number {
            Arithmetic::Constant(constant) => {
                let value = self.builder.ins().iconst(types::I64, i64::from(*constant));
                Ok(Computed { value, least: (*constant).into(), most: (*constant).into() })
            }
            Arithmetic::Variable(variable) => {
                let offset = self.variable_offset(*variable);
                let value = self.builder.ins().uload32(position_flags(), self.base, offset);
                let most = self.program.bounds[usize::from(*variable)].into();
                Ok(Computed { value, least: 0, most })
            }
            Arithmetic::Count(piece) => Ok(self.count_pieces(*piece)),
            Arithmetic::Operation(operator, parts) => {
                let (first, rest) = parts.split_first().ok_or(Unsupported)?;
                let mut sum = self.number(first, fail)?;
                for part in rest {
                    let part = self.number(part, fail)?;
                    sum = self.operation_of(*operator, sum, part, fail)?;
                }
                Ok(sum)
            }
        }
    }

    fn operation_of(
        &mut self,
        operator: Operator,
        left: Computed,
        right: Computed,
        fail: FailTarget,
    ) -> Result<Computed, Unsupported> {
        let corners = |of: fn(i128, i128) -> Option<i128>| {
            let pairs = [
                of(left.least, right.least),
                of(left.least, right.most),
                of(left.most, right.least),
                of(left.most, right.most),
            ];
            let all = pairs.into_iter().collect::<Option<Vec<i128>>>().ok_or(Unsupported)?;
            let least = all.iter().copied().min().ok_or(Unsupported)?;
            let most = all.iter().copied().max().ok_or(Unsupported)?;
            Ok((least, most))
        };
        let ((least, most), value) = match operator {
            Operator::Add => {
                let value = self.builder.ins().iadd(left.value, right.value);
                (corners(i128::checked_add)?, value)
            }
            Operator::Subtract => {
                let value = self.builder.ins().isub(left.value, right.value);
                (corners(i128::checked_sub)?, value)
            }
            Operator::Multiply => {
                let value = self.builder.ins().imul(left.value, right.value);
                (corners(i128::checked_mul)?, value)
            }
            Operator::Divide => {
                let is_zero = self.builder.ins().icmp_imm(IntCC::Equal, right.value, 0);
                self.refuse(is_zero, fail);
                let value = self.builder.ins().sdiv(left.value, right.value);
                let most = left.least.abs().max(left.most.abs());
                ((-most, most), value)
            }
        };
        // Numbers that may be too large are left to byte code.
        if least <= i64::MIN.into() || most > i64::MAX.into() {
            return Err(Unsupported);
        }
        Ok(Computed { value, least, most })
    }

    /// The number of pieces of a kind.
    fn count_pieces(&mut self, piece: u8) -> Computed {
        let places = self.program.code.places;
        let blocks = places.div_ceil(16);
        let mut sum = None;
        for word in 0..blocks.div_ceil(4) {
            let address = self.builder.ins().iadd_imm(self.base, word as i64 * 64);
            let blocks = (blocks - word * 4).min(4);
            let found = self.places_with_pieces(&[piece], address, blocks);
            let count = self.builder.ins().popcnt(found);
            sum = Some(match sum {
                None => count,
                Some(sum) => self.builder.ins().iadd(sum, count),
            });
        }
        let value = match sum {
            Some(sum) => sum,
            None => self.builder.ins().iconst(types::I64, 0),
        };
        Computed { value, least: 0, most: places as i128 }
    }

    /// What an assignment gives. Fails if it is out of bounds.
    pub(super) fn assigned(
        &mut self,
        assignment: u16,
        fail: FailTarget,
    ) -> Result<Value, Unsupported> {
        let assignment = &self.program.code.assignments[usize::from(assignment)];
        let computed = self.number(&assignment.number, fail)?;
        if computed.least < 0 || computed.most > assignment.bound.into() {
            let bound = i64::from(assignment.bound);
            let bound = self.builder.ins().iconst(types::I64, bound);
            let is_beyond =
                self.builder.ins().icmp(IntCC::UnsignedGreaterThan, computed.value, bound);
            self.refuse(is_beyond, fail);
        }
        Ok(self.builder.ins().ireduce(types::I32, computed.value))
    }
}
