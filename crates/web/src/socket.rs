//! A WebSocket that carries lines, a line a message.

mod carry;
mod hearing;
mod rate;
mod silence;
mod socket_end;
mod speaking;
mod waste;

pub(super) use carry::{Carried, Terms, carry, upgrade};
pub(super) use rate::LineRate;
pub(super) use socket_end::SocketEnd;
