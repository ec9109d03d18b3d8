//! What the games' own solvers have in common: limits that threads share, and techniques that can
//! be left out.

pub(crate) mod techniques;
pub(crate) mod watch;
