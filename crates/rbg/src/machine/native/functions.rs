//! Writes the functions of a program, each with all that it calls.

use cranelift_codegen::Context;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_module::{FuncId, Module};

use super::program::{FinishedCode, FunctionKey, NativeProgram};
use super::unsupported::Unsupported;
use super::writer::CodeWriter;

impl NativeProgram<'_> {
    /// Writes all functions.
    pub(super) fn finish(mut self) -> Result<FinishedCode, Unsupported> {
        let mut context = self.module.make_context();
        let mut frontend = FunctionBuilderContext::new();
        while let Some((key, id)) = self.open.pop() {
            self.write(key, id, &mut context, &mut frontend)?;
        }
        self.module.finalize_definitions().map_err(|_| Unsupported)?;
        let known = self.known.iter();
        let functions =
            known.map(|(&key, &id)| (key, self.module.get_finalized_function(id))).collect();
        Ok(FinishedCode { module: self.module, data: self.data, functions })
    }

    fn write(
        &mut self,
        key: FunctionKey,
        id: FuncId,
        context: &mut Context,
        frontend: &mut FunctionBuilderContext,
    ) -> Result<(), Unsupported> {
        context.func.signature = self.signature(key);
        let builder = FunctionBuilder::new(&mut context.func, frontend);
        CodeWriter::new(self, builder, key).write(key)?;
        self.module.define_function(id, context).map_err(|_| Unsupported)?;
        self.module.clear_context(context);
        Ok(())
    }
}
