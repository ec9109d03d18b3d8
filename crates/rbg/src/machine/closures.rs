//! Closures: the quick form of the code where there is no machine code.
//!
//! Each instruction becomes a closure that does it and then calls the closures behind it. To go
//! back to a choice is to return. Code that is reached in several ways becomes one closure, which
//! they share. So a choice, and what must be put back, is on the stack of the program, which is not
//! large: what goes too deep, or takes too long, is given up, and the [interpreter](super::run)
//! does it again. It finds the same in the same order.

mod behind;
mod build;
mod choices;
mod conditions;
mod walk;

pub(super) use self::walk::{ClosureWalk, Closures, GivenUp};
