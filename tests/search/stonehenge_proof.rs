//! The proof that the first player wins Stonehenge, `crates/games/data/stonehenge.proof`: a sample
//! of it is right, and no corrupted copy passes.

use crate::support::Random;
use crate::support::slow::rounds;
use sarsen::game::{Game, Position as _, Weighted, Written};
use sarsen::games::stonehenge::Stonehenge;
use sarsen::proofs::{CheckRequest, Claim, Flaw, Proof};

const BYTES: &[u8] = include_bytes!("../../crates/games/data/stonehenge.proof");

fn proof() -> Proof {
    Proof::from_bytes(BYTES).unwrap()
}

/// Checks `count` of the positions at the end of the proof.
fn check(proof: &Proof, count: usize) -> Result<usize, Flaw> {
    let order = CheckRequest {
        bytes: 16 << 20,
        threads: 2,
        journal: None,
        sample: Some((count, 20)),
        must_end: &|| false,
    };
    let checked =
        order.run(&Stonehenge.start(), &Stonehenge.usual_evaluator(), proof, &mut |_| {})?;
    assert_eq!((checked.wanted, checked.searched), (count, count));
    Ok(checked.positions)
}

#[test]
fn the_first_player_wins() {
    let proof = proof();
    assert_eq!((&*proof.game, proof.plies), ("stonehenge", 7));
    assert_eq!(proof.claim, Claim { first_wins: true });
    let start = Stonehenge.start();
    assert_eq!(proof.position, start.format());
    assert_eq!(proof.moves[0], start.code(start.parse_move("3@7").unwrap()));
    assert_eq!(check(&proof, rounds(6, 40)).unwrap(), 135_031);
}

#[test]
fn no_corrupted_proof_passes() {
    let mut random = Random(100);
    for _ in 0..100 {
        let mut bytes = BYTES.to_vec();
        let at = random.below(bytes.len());
        bytes[at] ^= 1 + random.below(255) as u8;
        assert!(Proof::from_bytes(&bytes).is_err(), "byte {at}");
    }
    // A corrupted proof with a new checksum does not pass, either. Its first moves lead elsewhere,
    // where its other moves make no sense.
    for at in 0..3 {
        let mut other = proof();
        other.moves[at] = (other.moves[at] + 1 + random.below(107) as u16) % 108;
        let other = Proof::from_bytes(&other.to_bytes()).unwrap();
        assert!(matches!(check(&other, 0), Err(Flaw::NoMove(_) | Flaw::MoreMoves(_))), "{at}");
    }
}
