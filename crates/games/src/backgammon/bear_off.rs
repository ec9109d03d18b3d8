//! The end of a race: certain values where both players have at most six checkers left, all of them
//! at home.

mod index;
mod oracle;
mod plays;
mod table;

pub use oracle::BearOff;
