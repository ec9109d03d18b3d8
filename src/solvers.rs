//! What the games' own solvers have in common: limits that threads share, kinds of processors,
//! techniques to leave out.

pub(crate) mod techniques;
pub(crate) mod watch;
