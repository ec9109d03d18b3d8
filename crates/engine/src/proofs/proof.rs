//! A proof as a file: what it claims, and the moves of the prover.
//!
//! ```text
//! sarsen proof 1 {"game":"stonehenge","position":"../..","first_wins":true,"plies":7,"moves":29}\n
//! the code of each move, in the order of the walk
//! CRC-32 of all bytes before it, 4 bytes, little-endian
//! ```
//!
//! A code is a number that the game gives to a move
//! ([`Position::code`](sarsen_core::game::Position::code)). In Stonehenge it is `6 * cell + piece -
//! 1`, where cells count from 0. The file splits each code into groups of seven bits and writes one
//! group per byte, the lowest group first. The eighth bit of a byte is set if another group of the
//! same code follows.
//!
//! The walk defines the order of the moves:
//!
//! - It begins at the position in the header.
//! - If the prover acts, the walk follows the next move of the file.
//! - If the opponent acts, the walk follows every move, in the order in which the game lists them.
//! - The walk skips a position if it has already entered that position, or an image of it, with the
//!   same number of plies left.
//! - The walk stops at the end of a game. The game must then end as claimed.
//! - The walk ends after `plies` plies. The proof says nothing about the play from there, so a
//!   check has to search these positions.

use serde::{Deserialize, Serialize};

use sarsen_core::game::{Outcome, Player, excerpt, printable};

/// The first bytes of every proof.
pub const MAGIC: &str = "sarsen proof ";

/// The size limit of a proof's file, in bytes.
pub const LARGEST: u64 = 1 << 30;

const VERSION: u32 = 1;
const CHECKSUM: usize = 4;

/// The length limit of a game's name with its setup, in bytes.
const LONGEST_NAME: usize = 200;

/// What is claimed: that the first player wins, or that the first player does not win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Whether the first player is said to win.
    pub first_wins: bool,
}

impl Claim {
    /// The player whose moves prove it.
    #[must_use]
    pub fn prover(self) -> Player {
        if self.first_wins { Player::First } else { Player::Second }
    }

    /// Whether it is true for a finished game.
    #[must_use]
    pub fn holds(self, outcome: Outcome) -> bool {
        (outcome == Outcome::Win(Player::First)) == self.first_wins
    }
}

/// A proof: the moves of the prover, in the order of the walk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The game and its setup.
    pub game: String,
    /// The position that it is about, as text.
    pub position: String,
    /// What it claims about this position.
    pub claim: Claim,
    /// The number of plies that it covers.
    pub plies: u32,
    /// The codes of the moves.
    pub moves: Vec<u16>,
}

/// Why a file cannot be used as a proof.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProofError {
    /// It is something else.
    #[error("this is no proof")]
    Foreign,
    /// It has another format, perhaps a later one.
    #[error("this is a proof of format {0}; format {VERSION} is known here")]
    Version(u32),
    /// It was cut short or changed.
    #[error("the proof is damaged: {0}")]
    Damaged(String),
}

/// The JSON of the first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProofHeader {
    game: String,
    position: String,
    first_wins: bool,
    plies: u32,
    moves: usize,
}

impl Proof {
    /// The proof as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.content();
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// The CRC-32 at its end, which distinguishes it from other proofs.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        crc32fast::hash(&self.content())
    }

    /// All but the checksum.
    fn content(&self) -> Vec<u8> {
        let header = ProofHeader {
            game: self.game.clone(),
            position: self.position.clone(),
            first_wins: self.claim.first_wins,
            plies: self.plies,
            moves: self.moves.len(),
        };
        let header = serde_json::to_string(&header).unwrap_or_default();
        let mut bytes = format!("{MAGIC}{VERSION} {header}\n").into_bytes();
        for &code in &self.moves {
            let mut rest = code;
            while rest >= 0x80 {
                bytes.push(rest as u8 | 0x80);
                rest >>= 7;
            }
            bytes.push(rest as u8);
        }
        bytes
    }

    /// Reads a proof.
    ///
    /// # Errors
    ///
    /// If it is not a whole proof of this format.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ProofError> {
        let rest = bytes.strip_prefix(MAGIC.as_bytes()).ok_or(ProofError::Foreign)?;
        let damaged = |what: &str| ProofError::Damaged(what.to_owned());
        let end = rest.iter().position(|&byte| byte == b'\n').ok_or(ProofError::Foreign)?;
        let line = str::from_utf8(&rest[..end]).map_err(|_| ProofError::Foreign)?;
        let (version, header) = line.split_once(' ').ok_or(ProofError::Foreign)?;
        match version.parse() {
            Ok(VERSION) => {}
            Ok(other) => return Err(ProofError::Version(other)),
            Err(_) => return Err(ProofError::Foreign),
        }
        let (whole, checksum) =
            bytes.split_last_chunk::<CHECKSUM>().ok_or_else(|| damaged("cut short"))?;
        if crc32fast::hash(whole) != u32::from_le_bytes(*checksum) {
            return Err(damaged("its checksum does not match"));
        }
        let header: ProofHeader = serde_json::from_str(header)
            .map_err(|error| damaged(&excerpt(&error.to_string(), 200)))?;
        let body = whole.get(MAGIC.len() + end + 1..).ok_or_else(|| damaged("cut short"))?;
        let moves = codes(body).ok_or_else(|| damaged("a move has no end or is too large"))?;
        if moves.len() != header.moves {
            return Err(damaged("it does not have the number of moves that it says"));
        }
        if header.game.len() > LONGEST_NAME || printable(&header.game) != header.game {
            return Err(damaged("its game's name is too long or not printable"));
        }
        let proof = Self {
            game: header.game,
            position: header.position,
            claim: Claim { first_wins: header.first_wins },
            plies: header.plies,
            moves,
        };
        // There is only one way to write a proof.
        match proof.to_bytes() == bytes {
            true => Ok(proof),
            false => Err(damaged("it is not written in the usual way")),
        }
    }
}

/// Reads the codes of moves. `None` if one is too large or has no end.
fn codes(bytes: &[u8]) -> Option<Vec<u16>> {
    let mut codes = Vec::new();
    let (mut code, mut shift) = (0_u32, 0);
    for &byte in bytes {
        if shift > 14 {
            return None;
        }
        code |= u32::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            codes.push(u16::try_from(code).ok()?);
            (code, shift) = (0, 0);
        }
    }
    (shift == 0).then_some(codes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(
            moves in prop::collection::vec(any::<u16>(), 0..50),
            plies: u32,
            first_wins: bool,
        ) {
            let claim = Claim { first_wins };
            let (game, position) = ("stonehenge".to_owned(), "../ x\n\"".to_owned());
            let proof = Proof { game, position, claim, plies, moves };
            prop_assert_eq!(Proof::from_bytes(&proof.to_bytes()), Ok(proof));
        }

        #[test]
        fn no_bytes_make_it_panic(bytes: Vec<u8>) {
            prop_assert!(Proof::from_bytes(&bytes).is_err());
            let more = [&b"sarsen proof 1 "[..], &*bytes].concat();
            prop_assert!(Proof::from_bytes(&more).is_err());
            let _ = codes(&bytes);
        }
    }
}
