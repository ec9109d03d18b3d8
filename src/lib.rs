//! An engine for two-player board games.
pub mod bench;
pub mod clock;
pub mod game;
pub mod games;
mod memory;
pub mod protocol;
pub mod search;
pub mod server;
pub mod session;
pub mod table;
pub mod value;

pub use server::run;
