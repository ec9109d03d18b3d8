//! Closures: the quick form of the code where there is no machine code.
//!
//! Each instruction becomes a closure that does it and then calls the closures behind it. To go
//! back to a choice is to return. Code that is reached in several ways becomes one closure, which
//! they share. So a choice, and what must be put back, is on the stack of the program, which is not
//! large: what goes too deep, or takes too long, is given up, and the [interpreter](super::run)
//! does it again. It finds the same in the same order.

mod build;
mod choices;
mod tests;
mod walk;

pub(super) use self::build::Closures;
pub(super) use self::walk::{GivenUp, Walk};

use self::walk::End;

use std::sync::Arc;

/// A closure: from a place on. It belongs to the one in front of it.
type Node = Box<dyn Fn(&mut Walk<'_>, usize) -> End + Send + Sync>;

/// A closure that belongs to several. To call it takes a little longer.
type Shared = Arc<dyn Fn(&mut Walk<'_>, usize) -> End + Send + Sync>;

/// What a closure is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Mode {
    /// All moves: each is noted, and what it changes is taken back.
    All,
    /// The first way to the next change of turn. What it changes stays.
    First,
    /// Whether the end of a check can be reached. Nothing stays.
    Check,
}
