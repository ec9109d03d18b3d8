//! Reads proofs from files.

use std::path::Path;

use sarsen_core::sys::input::read_file;
use sarsen_engine::proofs::{Proof, proof};

/// Reads the file of a proof.
pub(crate) fn load_proof(path: &Path) -> Result<Proof, String> {
    let wrong = |error: &dyn std::error::Error| format!("{}: {error}", path.display());
    let bytes = read_file(path, proof::MAGIC.as_bytes(), proof::LARGEST);
    let bytes = bytes.map_err(|error| wrong(&error))?;
    Proof::from_bytes(&bytes).map_err(|error| wrong(&error))
}

/// Reads the file of a proof about a game.
pub(crate) fn load_proof_for(path: &Path, title: &str) -> Result<Proof, String> {
    let proof = load_proof(path)?;
    expect_title(path, &proof, title)?;
    Ok(proof)
}

/// Refuses a proof about another game.
pub(crate) fn expect_title(path: &Path, proof: &Proof, title: &str) -> Result<(), String> {
    match proof.game == title {
        true => Ok(()),
        false => {
            Err(format!("{}: this is about {}, not about {title}", path.display(), proof.game))
        }
    }
}
