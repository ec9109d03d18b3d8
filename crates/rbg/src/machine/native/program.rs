//! The functions of a program: which there are, and how they call each other.

use std::collections::HashMap;

use cranelift_codegen::ir::{AbiParam, Signature, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module};

use super::data::NativeData;
use super::plan::{NativeMode, NativePlan};
use super::unsupported::Unsupported;
use crate::machine::code::Code;
use crate::machine::op::{Address, Op};

/// The most instructions that are written, with all copies.
const MOST_WRITTEN: usize = 30_000;

/// How many steps of a move come before those that a function finds itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum CodeBefore {
    /// So many.
    Known(u16),
    /// As many as the caller says.
    Told,
}

/// A function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum FunctionKey {
    /// Finds the moves of a player who begins to act there.
    Moves(Address),
    /// Lets the keeper act from the beginning.
    Keep,
    /// Does what a modifier says and all that it implies. If the turn ends, lets the keeper act.
    Make(u16),
    /// Copies a position, and makes a move in the copy.
    Play,
    /// A stretch of code.
    Part {
        /// What it is for.
        mode: NativeMode,
        /// Where it begins.
        at: Address,
        /// Whether the last modifier implies the next one.
        implied: bool,
        /// The steps that come before.
        before: CodeBefore,
    },
}

/// A program that is being written.
pub(super) struct NativeProgram<'a> {
    pub(super) code: &'a Code,
    pub(super) plan: &'a NativePlan,
    pub(super) data: NativeData,
    pub(super) module: JITModule,
    /// The greatest value that each variable may have.
    pub(super) bounds: Vec<u32>,
    /// Whether bytes can be looked up in a vector.
    pub(super) has_lookup: bool,
    pub(super) known: HashMap<FunctionKey, FuncId>,
    /// Those that are not written yet.
    pub(super) open: Vec<(FunctionKey, FuncId)>,
    written: usize,
}

/// A program that is ready.
pub(super) struct FinishedCode {
    pub(super) module: JITModule,
    pub(super) data: NativeData,
    pub(super) functions: HashMap<FunctionKey, *const u8>,
}

impl<'a> NativeProgram<'a> {
    /// An empty program for this machine.
    pub(super) fn new(code: &'a Code, plan: &'a NativePlan) -> Result<Self, Unsupported> {
        let mut flags = settings::builder();
        for (name, value) in [
            ("opt_level", "speed"),
            ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
            ("is_pic", "false"),
            ("use_colocated_libcalls", "false"),
            ("unwind_info", "false"),
            ("enable_probestack", "false"),
        ] {
            flags.set(name, value).map_err(|_| Unsupported)?;
        }
        let target = cranelift_native::builder().map_err(|_| Unsupported)?;
        let target = target.finish(settings::Flags::new(flags)).map_err(|_| Unsupported)?;
        if target.pointer_bits() != 64 {
            return Err(Unsupported);
        }
        let has_lookup = target
            .isa_flags()
            .iter()
            .any(|flag| flag.name == "has_ssse3" && flag.as_bool() == Some(true));
        let builder = JITBuilder::with_isa(target, cranelift_module::default_libcall_names());
        Ok(Self {
            code,
            plan,
            data: NativeData::default(),
            module: JITModule::new(builder),
            bounds: bounds(code),
            has_lookup,
            known: HashMap::new(),
            open: Vec::new(),
            written: 0,
        })
    }

    /// What a function takes and returns.
    pub(super) fn signature(&self, key: FunctionKey) -> Signature {
        let mut signature = self.module.make_signature();
        // The position, the desk, and the place.
        signature.params.extend([AbiParam::new(types::I64); 3]);
        if key == FunctionKey::Play {
            // Which steps, and how many.
            signature.params.extend([AbiParam::new(types::I64); 2]);
        }
        if let FunctionKey::Part { at, before, .. } = key {
            if self.plan.marks_later[at as usize] {
                signature.params.push(AbiParam::new(types::I64));
                signature.params.push(AbiParam::new(types::I32));
            }
            if before == CodeBefore::Told {
                signature.params.push(AbiParam::new(types::I64));
            }
        }
        signature.returns.push(AbiParam::new(types::I64));
        signature
    }

    /// A function, which will be written.
    pub(super) fn function(&mut self, key: FunctionKey) -> Result<FuncId, Unsupported> {
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let signature = self.signature(key);
        let id = self.module.declare_anonymous_function(&signature).map_err(|_| Unsupported)?;
        self.known.insert(key, id);
        self.open.push((key, id));
        Ok(id)
    }

    /// Counts what is written.
    pub(super) fn count(&mut self) -> Result<(), Unsupported> {
        self.written += 1;
        if self.written > MOST_WRITTEN { Err(Unsupported) } else { Ok(()) }
    }
}

/// The greatest value that each variable may have.
fn bounds(code: &Code) -> Vec<u32> {
    let mut bounds = vec![0; code.variables];
    let sets = code.ops.iter().filter_map(|op| match *op {
        Op::Set { variable, value, .. } => Some((variable, value)),
        _ => None,
    });
    let assignments = code.assignments.iter().map(|one| (one.variable, one.bound));
    for (variable, value) in sets.chain(assignments) {
        let bound = &mut bounds[usize::from(variable)];
        *bound = value.max(*bound);
    }
    bounds
}
