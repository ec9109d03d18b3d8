//! The web board: pages and engines for browsers, from one process.
//!
//! ```text
//!  listener --connection--> door: host, origin, limits --request--> routes --> assets
//!                                                                      |
//!                            conversation <--lines-- socket <--upgrade-+
//! ```
//!
//! One task on one thread serves each connection. The door decides who may come in, and says why
//! not. Behind `/ws` a socket carries the lines of the protocol, a line a message. Behind
//! `/table/ws` and `/table/ID/ws` it carries those of a table for two. Everything that a browser
//! loads is inside the program.
//!
//! # What the API promises
//!
//! Nothing: it serves the command line of Sarsen, and may change with any version. What a client of
//! its sockets may rely on stands in `docs/protocol/faces.md` and `docs/protocol/tables.md`.

mod assets;
mod connection;
mod door;
mod engine_socket;
mod opener;
mod pool;
mod routes;
mod service;
mod settings;
mod socket;
mod stopping;
mod table_engines;
mod table_socket;
mod tables;
mod wire;

#[cfg(test)]
#[path = "../../../tests/support/skipped.rs"]
mod skipped;
#[cfg(test)]
#[path = "../../../tests/support/slow.rs"]
mod slow;

pub use door::HostName;
pub use service::{WebError, serve};
pub use settings::WebSettings;
