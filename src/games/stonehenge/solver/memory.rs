//! What the solver remembers of positions: the stores, the keys, and what is kept and found there.

mod key;
mod recall;
mod store;

pub(super) use key::{StoreKey, key};
pub(super) use recall::{recall, remember};
pub(super) use store::{NO_MOVE, ProofStore};
