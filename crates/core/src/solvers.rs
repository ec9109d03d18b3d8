//! The shared parts of the games' own solvers: the limits of a solution, and techniques that can be
//! left out. And a solver for any game of chance that is small enough: [`ValueIteration`].

pub mod techniques;
mod value_iteration;
pub mod watch;

pub use value_iteration::ValueIteration;
