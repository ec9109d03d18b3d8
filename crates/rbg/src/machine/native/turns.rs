//! Writes what happens at the end of a turn.

use cranelift_codegen::ir::{InstBuilder, types};

use super::Unsupported;
use super::layout::Stopped;
use super::plan::Mode;
use super::writer::{Environment, Here, Open, Writer};
use crate::language::expression::Side;

impl Writer<'_, '_, '_> {
    /// The end of a turn.
    pub(super) fn hand(
        &mut self,
        here: Here,
        modifier: u16,
        side: Side,
    ) -> Result<Option<Here>, Unsupported> {
        let mut environment = self.environments[here.environment].clone();
        match environment.mode {
            Mode::All => {
                if !here.implied {
                    let step = self.step(modifier, here.place);
                    environment.steps.push(step);
                }
                self.report(&environment)?;
                self.jump(environment.fail);
                Ok(None)
            }
            Mode::Check => {
                let yes = environment.yes.ok_or(Unsupported)?;
                self.jump(yes);
                Ok(None)
            }
            Mode::First => self.hand_on(here, side, environment),
        }
    }

    /// Hands the turn on, for good. If it is the keeper's, it goes on.
    pub(super) fn hand_on(
        &mut self,
        here: Here,
        side: Side,
        mut environment: Environment,
    ) -> Result<Option<Here>, Unsupported> {
        let at = here.at + 1;
        if side == Side::Keeper {
            let block = self.builder.create_block();
            self.open.push((block, Open::Over(Stopped::new(at, side, true))));
            environment.fail = block.into();
            environment.marks = self.first_level(at);
            environment.is_in_loop = false;
            let environment = self.environment(environment);
            return Ok(Some(Here { at, environment, ..here }));
        }
        let stopped = Stopped::new(at, side, false);
        let mut result = self.builder.ins().iconst(types::I64, stopped.0 as i64);
        if self.program.code.place_matters.get(at as usize) == Some(&true) {
            result = self.builder.ins().bor(result, here.place);
        }
        self.builder.ins().return_(&[result]);
        Ok(None)
    }
}
