//! Tables for two, by a real server and real sockets.

mod as_text;
mod clocks;
mod crash;
mod dice;
mod document;
mod engines;
mod evening;
mod forged;
pub mod guest;
mod refusals;
mod stores;
