//! The client side of the protocol: an engine in a child process, spoken to line by line.

pub mod conform;
mod family;
mod process;
mod read_ahead;

pub(crate) use family::{end_all, end_with_process};
pub use process::{Client, ClientError};
