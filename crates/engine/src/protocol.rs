//! The form of the protocol: the words of a line, and how an answer is written.
//!
//! `grammar` has what commands share: words, numbers, and errors that show the usage. The functions
//! of [`reply`] turn answers into lines. The commands themselves are those of the server, and
//! `protocol.md` is the contract.

pub mod board;
mod dialect;
pub mod grammar;
mod position_line;
pub mod reply;
pub mod stones;
mod topic;

pub use dialect::Dialect;
pub use grammar::ParseError;
pub use position_line::PositionLine;
pub use topic::Topic;
pub use topic::explain;
