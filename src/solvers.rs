//! The shared parts of the games' own solvers: the limits of a solution, and techniques that can be
//! left out.

pub(crate) mod techniques;
pub(crate) mod watch;
