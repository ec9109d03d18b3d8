//! What the solver remembers: stores of proofs, and the keys under which proofs are kept.

mod key;
mod recall;
mod store;

pub(super) use key::{StoreKey, key};
pub(super) use recall::{recall, remember};
pub(super) use store::{NO_MOVE, ProofStore};
