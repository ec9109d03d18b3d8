//! `sarsen solve`: solves positions exactly with a game's own solver, and checks proofs.

mod arguments;
mod check;
mod input;
mod long;
mod run;
mod show;

pub(crate) use arguments::{EXAMPLES, SolveArguments, with_notes};
