//! The solver's memory: stores of proofs, and the keys under which they keep proofs.

mod key;
mod recall;
mod store;

pub(super) use key::{StoreKey, key};
pub(super) use recall::{recall, remember};
pub(super) use store::{NO_MOVE, ProofStore};
