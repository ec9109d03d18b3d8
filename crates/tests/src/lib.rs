//! Tests of the lower crates that need real games. The games stand above those crates, so their own
//! unit tests cannot have them.

#![cfg(test)]

mod perft;
mod playouts;
mod registry;
mod stones;
