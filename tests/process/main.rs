//! Tests of the real process through pipes: the protocol and its promises.
#![allow(missing_docs)]

#[path = "../support/mod.rs"]
mod support;

#[path = "../support/fuzzed.rs"]
mod fuzzed;

mod backgammon;
mod boai;
mod board;
mod conform;
mod determinism;
mod document;
mod english_draughts;
mod every_game_judged;
mod faces;
mod flipello;
mod grammar;
mod knowing;
mod late;
mod losing_nothing;
mod memory;
mod openspiel;
mod promises;
mod protocol;
mod session_fuzz;
mod soak;
mod sockets;
mod transcripts;
