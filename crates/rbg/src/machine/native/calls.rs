//! Writes calls of other functions.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use cranelift_module::Module;

use super::layout::MOST_STEPS;
use super::offset;
use super::plan::NativeMode;
use super::program::{CodeBefore, FunctionKey};
use super::unsupported::Unsupported;
use super::writer::{CodeWriter, Environment, Here, NativeMarks, NativeTrail, desk_flags};

/// The most steps of which a function is told by its key.
const MOST_KNOWN: usize = 4;

impl CodeWriter<'_, '_, '_> {
    /// Calls the function that begins here.
    pub(super) fn call_part(&mut self, here: Here) -> Result<(), Unsupported> {
        let environment = self.environments[here.environment].clone();
        let mode = environment.mode;
        let mut before = CodeBefore::Known(0);
        let mut told = None;
        if mode == NativeMode::All {
            let own = environment.steps.len();
            let is_recursive = self.program.plan.all.is_recursive[here.at as usize];
            before = match environment.trail {
                NativeTrail::Known(known)
                    if !is_recursive && usize::from(known) + own <= MOST_KNOWN =>
                {
                    CodeBefore::Known(known + own as u16)
                }
                _ => CodeBefore::Told,
            };
            self.keep_steps(&environment)?;
            if before == CodeBefore::Told {
                told = Some(self.steps_so_far(&environment));
            }
        }
        let implied = mode == NativeMode::All && here.implied;
        let key = FunctionKey::Part { mode, at: here.at, implied, before };
        let result = self.call(key, here.place, environment.marks, told)?;
        match (mode, environment.yes) {
            (NativeMode::Check, Some(yes)) => self.branch(result, yes, environment.fail),
            _ => {
                let stop = self.stop_with(result);
                self.branch(result, stop, environment.fail);
            }
        }
        Ok(())
    }

    /// Calls a function.
    pub(super) fn call(
        &mut self,
        key: FunctionKey,
        place: Value,
        marks: Option<NativeMarks>,
        told: Option<Value>,
    ) -> Result<Value, Unsupported> {
        let id = self.program.function(key)?;
        let function = self.program.module.declare_func_in_func(id, self.builder.func);
        let mut arguments = vec![self.base, self.desk, place];
        if let FunctionKey::Part { at, .. } = key
            && self.program.plan.marks_later[at as usize]
        {
            let marks = marks.ok_or(Unsupported)?;
            arguments.extend([marks.level, marks.age]);
        }
        arguments.extend(told);
        let call = self.builder.ins().call(function, &arguments);
        Ok(self.builder.inst_results(call)[0])
    }

    /// How many steps the move has up to here.
    pub(super) fn steps_so_far(&mut self, environment: &Environment) -> Value {
        let own = environment.steps.len() as i64;
        match environment.trail {
            NativeTrail::Known(known) => {
                self.builder.ins().iconst(types::I64, i64::from(known) + own)
            }
            NativeTrail::Told(told) => self.builder.ins().iadd_imm(told, own),
        }
    }

    /// Keeps the steps of the move in memory, for a function that is called.
    fn keep_steps(&mut self, environment: &Environment) -> Result<(), Unsupported> {
        let own = environment.steps.len();
        if own == 0 {
            return Ok(());
        }
        let (address, first) = match environment.trail {
            NativeTrail::Known(known) => {
                if usize::from(known) + own > MOST_STEPS {
                    return Err(Unsupported);
                }
                (self.desk, i32::from(known) * 4)
            }
            NativeTrail::Told(told) => {
                let most = MOST_STEPS.checked_sub(own).ok_or(Unsupported)?;
                let is_long =
                    self.builder.ins().icmp_imm(IntCC::UnsignedGreaterThan, told, most as i64);
                self.refuse(is_long, self.give_up.into());
                let bytes = self.builder.ins().ishl_imm(told, 2);
                (self.builder.ins().iadd(self.desk, bytes), 0)
            }
        };
        for (number, &step) in environment.steps.iter().enumerate() {
            let offset = offset::TRAIL + first + number as i32 * 4;
            self.builder.ins().store(desk_flags(), step, address, offset);
        }
        Ok(())
    }
}
