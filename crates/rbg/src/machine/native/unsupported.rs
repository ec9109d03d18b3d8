//! What machine code cannot do.

/// Machine code cannot do this. Byte code does it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::machine) struct Unsupported;
