//! `sarsen solve`: solves positions exactly, and checks proofs.

mod arguments;
mod check;
mod input;
mod long;
mod run;
mod searching;
mod show;

pub(crate) use arguments::{EXAMPLES, SolveArguments, with_notes};
