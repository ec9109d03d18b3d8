//! Writes what happens at the end of a turn.

use cranelift_codegen::ir::{InstBuilder, types};

use super::layout::StoppedAt;
use super::plan::NativeMode;
use super::unsupported::Unsupported;
use super::writer::{CodeWriter, Environment, Here, OpenLoop};
use crate::language::expression::Mover;

impl CodeWriter<'_, '_, '_> {
    /// The end of a turn.
    pub(super) fn hand(
        &mut self,
        here: Here,
        modifier: u16,
        side: Mover,
    ) -> Result<Option<Here>, Unsupported> {
        let mut environment = self.environments[here.environment].clone();
        match environment.mode {
            NativeMode::All => {
                if !here.implied {
                    let step = self.step(modifier, here.place);
                    environment.steps.push(step);
                }
                self.report(&environment)?;
                self.jump(environment.fail);
                Ok(None)
            }
            NativeMode::Check => {
                let yes = environment.yes.ok_or(Unsupported)?;
                self.jump(yes);
                Ok(None)
            }
            NativeMode::First => self.hand_on(here, side, environment),
        }
    }

    /// Hands the turn on, for good. If it is the keeper's, it goes on.
    pub(super) fn hand_on(
        &mut self,
        here: Here,
        side: Mover,
        mut environment: Environment,
    ) -> Result<Option<Here>, Unsupported> {
        let at = here.at + 1;
        if side == Mover::Keeper {
            let block = self.builder.create_block();
            self.open.push((block, OpenLoop::Over(StoppedAt::new(at, side, true))));
            environment.fail = block.into();
            environment.marks = self.first_level(at);
            environment.is_in_loop = false;
            let environment = self.environment(environment);
            return Ok(Some(Here { at, environment, ..here }));
        }
        let stopped = StoppedAt::new(at, side, false);
        let mut result = self.builder.ins().iconst(types::I64, stopped.0 as i64);
        if self.program.code.place_matters.get(at as usize) == Some(&true) {
            result = self.builder.ins().bor(result, here.place);
        }
        self.builder.ins().return_(&[result]);
        Ok(None)
    }
}
