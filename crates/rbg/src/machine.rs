//! The machine: runs rules fast.
//!
//! The rules are translated into [code](op) once. A [run](run) of the code goes from a change of
//! turn to the next one, and comes back to every choice on the way. What it changes on the way it
//! takes back from a log. Parts of the rules that only move about the board become
//! [relations](relation) between places, computed when the file is loaded.

mod closures;
pub mod code;
mod compile;
mod contexts;
mod liveness;
#[cfg(all(feature = "native", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod native;
#[cfg(not(all(feature = "native", any(target_arch = "x86_64", target_arch = "aarch64"))))]
#[path = "machine/native_none.rs"]
mod native;
pub mod op;
mod relation;
pub mod rules;
pub mod run;
mod signature;
pub mod state;
mod tidy;
