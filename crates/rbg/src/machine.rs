//! The machine: runs rules fast.
//!
//! The rules are translated into [code](op) once. A run of the code goes from a change of turn to
//! the next one, and comes back to every choice on the way. Parts of the rules that only move about
//! the board become relations between places, computed when the file is loaded.
//!
//! There are three that run the code, and they find the same moves in the same order:
//!
//! - Machine code, with the feature `native`, where the machine is known.
//! - Closures, everywhere else: about four times slower.
//! - The [interpreter](run): twice as slow again, but it needs no stack. What the two others give
//!   up, because it goes too deep or takes too long, it does again. So it has the last word on
//!   whether rules are endless.

mod closures;
pub mod code;
mod compile;
mod conditions;
mod contexts;
mod liveness;
mod machine_code;
#[cfg(all(feature = "native", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod native;
pub mod op;
pub(crate) mod pattern;
mod relation;
pub mod rules;
pub mod run;
mod signature;
pub mod state;
pub(crate) mod symmetry;
mod tidy;
pub(crate) mod ways;
