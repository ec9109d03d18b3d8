//! Writes one function.
//!
//! Each choice becomes a loop, or a block to which the code jumps if what comes first fails. So
//! where to go back to is known when the code is written, and nothing needs to be noted while it
//! runs. What has been changed is put back on the way.

use std::collections::HashMap;

use cranelift_codegen::ir::{AliasRegion, Block, BlockArg, InstBuilder, MemFlags, Value, types};
use cranelift_frontend::FunctionBuilder;

use super::layout::StoppedAt;
use super::offset;
use super::plan::NativeMode;
use super::program::{CodeBefore, FunctionKey, NativeProgram};
use super::unsupported::Unsupported;
use crate::machine::op::{Address, Op};

/// A block, and perhaps what it is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FailTarget {
    pub(super) block: Block,
    pub(super) argument: Option<Value>,
}

impl FailTarget {
    pub(super) fn arguments(self) -> Vec<BlockArg> {
        self.argument.map(BlockArg::Value).into_iter().collect()
    }
}

impl From<Block> for FailTarget {
    fn from(block: Block) -> Self {
        Self { block, argument: None }
    }
}

/// The steps of a move that an earlier function has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NativeTrail {
    Known(u16),
    Told(Value),
}

/// Where marks are set, and the present age of marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NativeMarks {
    pub(super) level: Value,
    pub(super) age: Value,
}

/// What holds for a stretch of code: above all, where to go back to.
#[derive(Clone, Debug)]
pub(super) struct Environment {
    pub(super) mode: NativeMode,
    /// Where to go if it fails.
    pub(super) fail: FailTarget,
    /// Where to go if a check succeeds.
    pub(super) yes: Option<FailTarget>,
    /// The steps of the move up to here.
    pub(super) trail: NativeTrail,
    /// Those that this function has found.
    pub(super) steps: Vec<Value>,
    pub(super) marks: Option<NativeMarks>,
    /// Whether it is in a loop.
    pub(super) is_in_loop: bool,
}

/// The number of an environment.
pub(super) type EnvironmentId = usize;

/// Where the code is that is being written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here {
    pub(super) at: Address,
    pub(super) place: Value,
    /// The piece at this place, if it is known.
    pub(super) piece: Option<u8>,
    /// Whether the last modifier implies the next one.
    pub(super) implied: bool,
    pub(super) environment: EnvironmentId,
}

impl Here {
    /// The next instruction.
    pub(super) fn next(self) -> Self {
        Self { at: self.at + 1, ..self }
    }
}

/// A block that is still to be written.
pub(super) enum OpenLoop {
    /// Code from an instruction on.
    Code(Here),
    /// Puts a piece back, and goes on there.
    Piece { place: Value, old: Value, to: FailTarget },
    /// Sets a variable back, and goes on there.
    Variable { variable: u16, old: Value, to: FailTarget },
    /// The next place of a slide.
    Slide { tables: (u16, u16), place: Value, head: Block, fail: FailTarget },
    /// The game is over.
    Over(StoppedAt),
}

/// Writes one function.
pub(super) struct CodeWriter<'a, 'b, 'c> {
    pub(super) program: &'a mut NativeProgram<'b>,
    pub(super) builder: FunctionBuilder<'c>,
    /// The position.
    pub(super) base: Value,
    pub(super) desk: Value,
    pub(super) environments: Vec<Environment>,
    pub(super) open: Vec<(Block, OpenLoop)>,
    /// Blocks where several ways meet.
    joins: HashMap<(Address, bool, EnvironmentId), Block>,
    /// Returns what it is told.
    pub(super) exit: Block,
    /// Gives the run up.
    pub(super) give_up: Block,
    /// Returns 0.
    nothing: Block,
    mode: NativeMode,
}

/// The flags of what is read from and written to the position.
pub(super) fn position_flags() -> MemFlags {
    MemFlags::trusted().with_alias_region(Some(AliasRegion::Heap))
}

/// The flags of what is read from and written to the desk.
pub(super) fn desk_flags() -> MemFlags {
    MemFlags::trusted().with_alias_region(Some(AliasRegion::Vmctx))
}

/// The flags of what is read from tables.
pub(super) fn table_flags() -> MemFlags {
    MemFlags::trusted().with_readonly().with_can_move()
}

/// The flags of what is read from and written to lists.
pub(super) fn list_flags() -> MemFlags {
    MemFlags::trusted().with_alias_region(Some(AliasRegion::Table))
}

impl<'a, 'b, 'c> CodeWriter<'a, 'b, 'c> {
    pub(super) fn new(
        program: &'a mut NativeProgram<'b>,
        mut builder: FunctionBuilder<'c>,
        key: FunctionKey,
    ) -> Self {
        let [entry, exit, give_up, nothing] = [(); 4].map(|()| builder.create_block());
        builder.append_block_params_for_function_params(entry);
        builder.append_block_param(exit, types::I64);
        builder.set_cold_block(give_up);
        builder.switch_to_block(entry);
        let params = builder.block_params(entry);
        let [base, desk] = [params[0], params[1]];
        let mode = match key {
            FunctionKey::Moves(_) => NativeMode::All,
            FunctionKey::Keep | FunctionKey::Make(_) | FunctionKey::Play => NativeMode::First,
            FunctionKey::Part { mode, .. } => mode,
        };
        Self {
            program,
            builder,
            base,
            desk,
            environments: Vec::new(),
            open: Vec::new(),
            joins: HashMap::new(),
            exit,
            give_up,
            nothing,
            mode,
        }
    }

    /// Writes the whole function.
    pub(super) fn write(mut self, key: FunctionKey) -> Result<(), Unsupported> {
        let entry = self.builder.current_block().ok_or(Unsupported)?;
        let params = self.builder.block_params(entry).to_vec();
        let place = params[2];
        let mut environment = Environment {
            mode: self.mode,
            fail: self.nothing.into(),
            yes: None,
            trail: NativeTrail::Known(0),
            steps: Vec::new(),
            marks: None,
            is_in_loop: false,
        };
        match key {
            FunctionKey::Moves(at) => {
                environment.marks = self.first_level(at);
                self.begin(at, place, false, environment)?;
            }
            FunctionKey::Keep => {
                environment.marks = self.first_level(0);
                self.begin(0, place, false, environment)?;
            }
            FunctionKey::Make(modifier) => {
                let nothing = self.nothing.into();
                self.make(modifier, place, environment, nothing)?;
            }
            FunctionKey::Play => {
                let (from, [steps, count]) = (place, [params[3], params[4]]);
                self.play(from, steps, count, &environment)?;
            }
            FunctionKey::Part { mode, at, implied, before } => {
                self.count();
                if self.program.plan.part(mode).is_recursive[at as usize] {
                    self.guard_stack();
                }
                let mut rest = params[3..].iter().copied();
                if self.program.plan.marks_later[at as usize] {
                    let (level, age) = rest.next().zip(rest.next()).ok_or(Unsupported)?;
                    environment.marks = Some(NativeMarks { level, age });
                }
                environment.trail = match before {
                    CodeBefore::Known(known) => NativeTrail::Known(known),
                    CodeBefore::Told => NativeTrail::Told(rest.next().ok_or(Unsupported)?),
                };
                if mode == NativeMode::Check {
                    let one = self.builder.ins().iconst(types::I64, 1);
                    let yes = FailTarget { block: self.exit, argument: Some(one) };
                    environment.yes = Some(yes);
                }
                self.begin(at, place, implied, environment)?;
            }
        }
        while let Some((block, open)) = self.open.pop() {
            self.builder.switch_to_block(block);
            self.fill(open)?;
        }
        self.write_ends();
        self.builder.seal_all_blocks();
        self.builder.finalize();
        Ok(())
    }

    fn write_ends(&mut self) {
        self.builder.switch_to_block(self.exit);
        let result = self.builder.block_params(self.exit)[0];
        self.builder.ins().return_(&[result]);
        self.builder.switch_to_block(self.nothing);
        let zero = self.builder.ins().iconst(types::I64, 0);
        self.builder.ins().return_(&[zero]);
        self.builder.switch_to_block(self.give_up);
        let budget = self.builder.ins().iconst(types::I64, i64::MIN / 2);
        self.builder.ins().store(desk_flags(), budget, self.desk, offset::BUDGET);
        let result = match self.mode {
            NativeMode::All => 1,
            NativeMode::First => StoppedAt::GIVEN_UP.0 as i64,
            NativeMode::Check => 0,
        };
        let result = self.builder.ins().iconst(types::I64, result);
        self.builder.ins().return_(&[result]);
    }

    /// Begins with the code from an instruction on.
    fn begin(
        &mut self,
        at: Address,
        place: Value,
        implied: bool,
        environment: Environment,
    ) -> Result<(), Unsupported> {
        let environment = self.environment(environment);
        let block = self.builder.create_block();
        let param = self.builder.append_block_param(block, types::I64);
        self.jump(FailTarget { block, argument: Some(place) });
        self.joins.insert((at, implied, environment), block);
        self.builder.switch_to_block(block);
        self.run(Here { at, place: param, piece: None, implied, environment })
    }

    /// A new environment.
    pub(super) fn environment(&mut self, environment: Environment) -> EnvironmentId {
        self.environments.push(environment);
        self.environments.len() - 1
    }

    /// An environment that differs in where to go if it fails.
    pub(super) fn fails_to(
        &mut self,
        environment: EnvironmentId,
        fail: FailTarget,
    ) -> EnvironmentId {
        let environment = Environment { fail, ..self.environments[environment].clone() };
        self.environment(environment)
    }

    fn fill(&mut self, open: OpenLoop) -> Result<(), Unsupported> {
        match open {
            OpenLoop::Code(here) => return self.run(here),
            OpenLoop::Piece { place, old, to } => {
                let address = self.builder.ins().iadd(self.base, place);
                self.builder.ins().store(position_flags(), old, address, 0);
                self.jump(to);
            }
            OpenLoop::Variable { variable, old, to } => {
                let offset = self.variable_offset(variable);
                self.builder.ins().store(position_flags(), old, self.base, offset);
                self.jump(to);
            }
            OpenLoop::Slide { tables: (table, set), place, head, fail } => {
                let to = self.look_up_step(table, place)?;
                self.require_piece(set, to, fail)?;
                self.jump(FailTarget { block: head, argument: Some(to) });
            }
            OpenLoop::Over(stopped) => {
                let result = self.builder.ins().iconst(types::I64, stopped.0 as i64);
                self.builder.ins().return_(&[result]);
            }
        }
        Ok(())
    }

    /// Writes code from an instruction on, up to where it branches for good.
    pub(super) fn run(&mut self, mut here: Here) -> Result<(), Unsupported> {
        loop {
            self.program.count()?;
            if self.program.plan.is_merge[here.at as usize] {
                match self.arrive(here)? {
                    Some(inside) => here = inside,
                    None => return Ok(()),
                }
            }
            match self.operation(here)? {
                Some(next) => here = next,
                None => return Ok(()),
            }
        }
    }

    /// Comes to where several ways meet. None if what follows is written elsewhere.
    fn arrive(&mut self, here: Here) -> Result<Option<Here>, Unsupported> {
        let key = (here.at, here.implied, here.environment);
        if let Some(&block) = self.joins.get(&key) {
            if self.builder.current_block() == Some(block) {
                return Ok(Some(here));
            }
            self.jump(FailTarget { block, argument: Some(here.place) });
            return Ok(None);
        }
        let mode = self.environments[here.environment].mode;
        if self.program.plan.part(mode).is_function[here.at as usize] {
            self.call_part(here)?;
            return Ok(None);
        }
        let block = self.builder.create_block();
        let place = self.builder.append_block_param(block, types::I64);
        self.jump(FailTarget { block, argument: Some(here.place) });
        self.joins.insert(key, block);
        self.builder.switch_to_block(block);
        Ok(Some(Here { place, piece: None, ..here }))
    }

    /// Writes an instruction. Returns what to write next, if it is not written elsewhere.
    fn operation(&mut self, here: Here) -> Result<Option<Here>, Unsupported> {
        let op = self.program.code.ops[here.at as usize];
        let environment = here.environment;
        let fail = self.environments[environment].fail;
        match op {
            Op::Fail => self.jump(fail),
            Op::Yes => {
                let yes = self.environments[environment].yes.ok_or(Unsupported)?;
                self.jump(yes);
            }
            Op::Jump(to) => return Ok(Some(Here { at: to, ..here })),
            Op::Fork(to) => {
                let block = self.builder.create_block();
                self.open.push((block, OpenLoop::Code(Here { at: to, ..here })));
                let environment = self.fails_to(environment, block.into());
                return Ok(Some(Here { environment, ..here.next() }));
            }
            Op::Try(to) | Op::Else(to) => {
                let block = self.builder.create_block();
                self.open.push((block, OpenLoop::Code(Here { at: to, ..here })));
                let inside = match op {
                    Op::Try(_) => self.fails_to(environment, block.into()),
                    _ => environment,
                };
                return self.test(here.next(), block.into(), inside);
            }
            Op::Mark(number) => {
                let marks = self.environments[environment].marks.ok_or(Unsupported)?;
                self.mark(number, here.place, marks, fail);
                return Ok(Some(here.next()));
            }
            Op::Step(_)
            | Op::StepOn(..)
            | Op::Where(_)
            | Op::On(_)
            | Op::Check { .. }
            | Op::Glance { .. }
            | Op::Compare(_)
            | Op::CompareWith(..) => return self.test(here, fail, environment),
            Op::Slide(table, set) => return Ok(Some(self.slide(here, table, set))),
            Op::Spread(table) => return self.spread(here, table, None).map(Some),
            Op::SpreadOn(table, set) => return self.spread(here, table, Some(set)).map(Some),
            Op::Each(mask) => return self.each(here, mask).map(Some),
            Op::Find(set, mask) => return self.find(here, set, mask).map(Some),
            Op::Put { modifier, piece } => return self.put(here, modifier, piece).map(Some),
            Op::Assign { modifier, assignment } => {
                return self.assign(here, modifier, assignment).map(Some);
            }
            Op::Set { modifier, variable, value } => {
                return self.set(here, modifier, variable, value).map(Some);
            }
            Op::Hand { modifier, side } => return self.hand(here, modifier, side),
        }
        Ok(None)
    }
}
