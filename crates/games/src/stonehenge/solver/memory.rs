//! The solver's memory: looks up proofs in a store, and keeps them there.

mod key;
mod store;

use super::glance::Glance;
use super::lanes::{ZERO, choose, each, reaches, reordered};
use super::proof::{SlackProof, within};
use super::state::SolverState;
use super::tables::{FROM_IMAGE, TO_IMAGE, image_of, original_of};
use store::StoredProof;

pub(super) use key::{StoreKey, key};
pub(super) use store::{NO_MOVE, ProofStore};

/// The proof of a position, if the store has one. Otherwise `code` is set to a good move, if the
/// store has one.
#[inline(always)]
pub(super) fn recall(
    store: &ProofStore,
    state: &SolverState,
    seen: &Glance,
    StoreKey { hash, symmetry }: StoreKey,
    code: &mut u8,
) -> Option<SlackProof> {
    let lead = if symmetry == 0 { state.lead } else { reordered(state.lead, &TO_IMAGE[symmetry]) };
    for known in store.get(hash).into_iter().flatten() {
        let lead = if known.is_won { lead } else { ZERO - lead };
        if known.code != NO_MOVE {
            *code = if symmetry == 0 { known.code } else { original_of(known.code, symmetry) };
        }
        if reaches(lead, known.leads) {
            let slack = lead.saturating_sub(known.leads);
            let slack = if symmetry == 0 { slack } else { reordered(slack, &FROM_IMAGE[symmetry]) };
            let slack = within(seen.undecided, slack);
            return Some(seen.with_owned(SlackProof { is_won: known.is_won, slack }));
        }
    }
    None
}

/// Keeps a proof that took `nodes` positions, and the move that wins.
#[inline(always)]
pub(super) fn remember(
    store: &ProofStore,
    state: &SolverState,
    seen: &Glance,
    StoreKey { hash, symmetry }: StoreKey,
    proof: SlackProof,
    code: u8,
    nodes: u64,
) {
    let lead = if proof.is_won { state.lead } else { ZERO - state.lead };
    let leads = choose(seen.undecided, lead.saturating_sub(proof.slack), each(i8::MIN));
    let (leads, code) = if symmetry == 0 {
        (leads, code)
    } else {
        let code = if code == NO_MOVE { code } else { image_of(code, symmetry) };
        (reordered(leads, &TO_IMAGE[symmetry]), code)
    };
    let work = (nodes + 1).ilog2() as u8;
    store.put(hash, StoredProof { is_won: proof.is_won, leads, code, work });
}
