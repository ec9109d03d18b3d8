//! A WebSocket that carries lines, a line a message.

mod carry;
mod hearing;
mod parting;
mod rate;
mod silence;
mod speaking;

pub(super) use carry::{Carried, Terms, carry, upgrade};
pub(super) use parting::Parting;
pub(super) use rate::LineRate;
