//! The door: who may come in, and how many at a time.

mod guard;
mod hosts;
mod household;
mod places;
mod refusal;

pub(super) use guard::{Guard, secure};
pub(super) use hosts::AllowedHosts;
pub use hosts::HostName;
pub(super) use household::household;
pub(super) use places::{ConnectionPlace, ConnectionPlaces};
pub(super) use refusal::{WebRefusal, report};
