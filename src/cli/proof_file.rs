//! Reads proofs from files.

use std::io;
use std::path::Path;

use super::file_error::{FileError, InFile};
use sarsen_core::sys::input::read_file;
use sarsen_engine::proofs::{Proof, ProofError, proof};

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ProofFileError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] FileError<io::Error>),
    /// The file is no proof.
    #[error(transparent)]
    Proof(#[from] FileError<ProofError>),
    /// The proof is about another game.
    #[error("{file}: this is about {found}, not about {wanted}")]
    OtherGame {
        /// The file.
        file: String,
        /// The game of the proof.
        found: String,
        /// The game that it should be about.
        wanted: String,
    },
}

told!(ProofFileError);

/// Reads the file of a proof.
pub(crate) fn load_proof(path: &Path) -> Result<Proof, ProofFileError> {
    let bytes = read_file(path, proof::MAGIC.as_bytes(), proof::LARGEST).in_file(path.display())?;
    Ok(Proof::from_bytes(&bytes).in_file(path.display())?)
}

/// Reads the file of a proof about a game.
pub(crate) fn load_proof_for(path: &Path, title: &str) -> Result<Proof, ProofFileError> {
    let proof = load_proof(path)?;
    expect_title(path, &proof, title)?;
    Ok(proof)
}

/// Refuses a proof about another game.
pub(crate) fn expect_title(path: &Path, proof: &Proof, title: &str) -> Result<(), ProofFileError> {
    match proof.game == title {
        true => Ok(()),
        false => Err(ProofFileError::OtherGame {
            file: path.display().to_string(),
            found: proof.game.clone(),
            wanted: title.to_owned(),
        }),
    }
}
