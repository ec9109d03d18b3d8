//! `sarsen solve`: solves positions exactly with a game's own solver, and checks proofs.

mod arguments;
mod check;
mod input;
mod long;
mod problem;
mod run;
mod solved;
mod solver;
mod stopwatch;
mod summary;

pub(crate) use arguments::SolveArguments;
