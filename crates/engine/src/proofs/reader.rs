//! Reads a proof: makes its moves, one after another, to the end of the proof.

use super::flaw::Flaw;
use super::proof::Proof;
use super::walk::{Walker, walk};
use sarsen_core::game::Written;

/// Goes through a proof about a position of this game. Calls `tell` with each move of the prover
/// and the position before it. Returns the positions at the end of the proof.
///
/// # Errors
///
/// If there is something wrong with the proof. This does not check the claim for the positions at
/// the end.
pub(super) fn read<P: Written>(
    start: &P,
    proof: &Proof,
    tell: &mut dyn FnMut(&P, P::Move),
) -> Result<Vec<P>, Flaw> {
    let mut reader = ProofReader { codes: proof.moves.iter(), leaves: Vec::new(), tell };
    walk(&start.parse(&proof.position)?, proof.claim, proof.plies, &mut reader)?;
    let ProofReader { codes, leaves, .. } = reader;
    match codes.len() {
        0 => Ok(leaves),
        more => Err(Flaw::MoreMoves(more)),
    }
}

/// Takes the moves from the proof.
struct ProofReader<'a, P: Written> {
    codes: std::slice::Iter<'a, u16>,
    leaves: Vec<P>,
    tell: &'a mut dyn FnMut(&P, P::Move),
}

impl<P: Written> Walker<P> for ProofReader<'_, P> {
    type Error = Flaw;

    fn choose(&mut self, position: &P) -> Result<Option<P::Move>, Flaw> {
        let moves = position.legal_moves();
        let code = self.codes.next();
        let found = moves.into_iter().find(|&m| Some(&position.code(m)) == code);
        let m = found.ok_or_else(|| Flaw::NoMove(position.format()))?;
        (self.tell)(position, m);
        Ok(Some(m))
    }

    fn leaf(&mut self, position: &P) -> Result<(), Flaw> {
        self.leaves.push(position.clone());
        Ok(())
    }

    fn refuted(&mut self, position: &P) -> Flaw {
        Flaw::Ends(position.format())
    }
}
