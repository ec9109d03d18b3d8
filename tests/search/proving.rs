//! Long proofs: the answer is that of the solver, a journal goes on after an interruption, and a
//! foreign journal is refused.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::support::place::Place;
use crate::support::slow::rounds;
use crate::support::{Random, play, random_position_at};
use sarsen::game::{Effort, Evaluator, Game, Player, Position, Solver, Weighted, Written};
use sarsen::games::connect_four::Small;
use sarsen::games::registry;
use sarsen::games::stonehenge::{LeyLines, Stonehenge, StonehengePosition, StonehengeSolver};
use sarsen::proofs::{
    CheckRequest, Checked, Claim, Flaw, JournalError, Proof, ProofError, ProofMeans, ProofRequest,
    ProofUpdate, Proving,
};

/// An unfinished position with `ply` pieces on it.
fn random(ply: usize, random: &mut Random) -> StonehengePosition {
    random_position_at(&Stonehenge.start(), ply, random)
}

/// The means of a proof. With this patience, the solver gets positions with up to ten empty cells.
fn means<'a>(
    solver: &'a StonehengeSolver,
    evaluator: &'a LeyLines,
    threads: usize,
) -> ProofMeans<'a, StonehengePosition> {
    ProofMeans { solver, evaluator, patience: Duration::from_millis(1), threads }
}

fn order<'a>() -> CheckRequest<'a> {
    CheckRequest { bytes: 1 << 20, threads: 2, journal: None, sample: None, must_end: &|| false }
}

fn check<P: Written>(
    order: &CheckRequest<'_>,
    start: &P,
    evaluator: &dyn Evaluator<P>,
    proof: &Proof,
) -> Result<Checked, Flaw> {
    order.run(start, evaluator, proof, &mut |_| {})
}

/// A proof of `plies` plies for the result of a position.
fn prove(position: StonehengePosition, plies: u32, journal: Option<&Path>) -> Proof {
    let (solver, evaluator) =
        (StonehengeSolver::new(1 << 20).unwrap(), Stonehenge.usual_evaluator());
    let proving = Proving::new(position, means(&solver, &evaluator, 2), journal).unwrap();
    proving.run(&position, &|| false, &mut |_| {}).unwrap();
    proving.proof("stonehenge", plies, &|| false, &mut |_| {}).unwrap().unwrap()
}

fn first_wins(position: &StonehengePosition) -> bool {
    let solver = StonehengeSolver::new(1 << 20).unwrap();
    let mover_wins = solver.solve(position, &Effort::UNLIMITED).least > 0;
    mover_wins == (position.to_move() == Player::First)
}

#[test]
fn the_answer_is_that_of_the_solver() {
    let (solver, evaluator) =
        (StonehengeSolver::new(1 << 20).unwrap(), Stonehenge.usual_evaluator());
    let mut seed = Random(5);
    let positions = [(6, 1), (6, 3), (6, 1), (6, 1), (6, 3), (6, 3), (4, 2)];
    // With four pieces on the board, games are played out to find where to begin.
    for (ply, threads) in positions.into_iter().take(rounds(2, 7)) {
        let position = random(ply, &mut seed);
        let proving = Proving::new(position, means(&solver, &evaluator, threads), None).unwrap();
        let answer = proving.run(&position, &|| false, &mut |_| {}).unwrap();
        assert_eq!(answer, Some(first_wins(&position)), "{}", position.format());
        let progress = proving.progress(&position);
        assert!(progress.decided > 10 && progress.nodes > 0, "{progress:?}");
        assert_eq!(progress.left.iter().filter(|&&left| left == 0.0).count(), 1);
        // If the player to move wins, some move shows that.
        let wins = answer == Some(true);
        let moves = proving.moves(&position);
        if wins == (position.to_move() == Player::First) {
            assert!(moves.iter().any(|&(_, known)| known == Some(wins)));
        }
    }
}

#[test]
fn all_moves_are_decided_the_easiest_first() {
    let (solver, evaluator) =
        (StonehengeSolver::new(1 << 20).unwrap(), Stonehenge.usual_evaluator());
    let position = random(6, &mut Random(8));
    let proving = Proving::new(position, means(&solver, &evaluator, 1), None).unwrap();
    proving.estimate_by_playouts(&position, &|| false);
    // Only positions with more empty cells are estimated, each once.
    assert_eq!(proving.progress(&position).estimated, 0);
    let start = random(4, &mut Random(9));
    let early = Proving::new(start, means(&solver, &evaluator, 1), None).unwrap();
    for _ in 0..2 {
        early.estimate_by_playouts(&start, &|| false);
        assert_eq!(early.progress(&start).estimated, early.moves(&start).len() as u64);
    }

    // After the move, the player to move needs one good reply. The opponent must refute all.
    let left = |m| {
        let mut after = start;
        after.make(m);
        let [win, not] = early.progress(&after).left;
        let replies = early.moves(&after).len() as f64;
        if after.to_move() == Player::First {
            win.min(replies * not)
        } else {
            not.min(replies * win)
        }
    };
    let easiest = early.easiest(&start).unwrap();
    assert!(early.moves(&start).into_iter().all(|(m, _)| left(easiest) <= left(m)));

    let mut count = 0;
    while let Some(m) = proving.easiest(&position) {
        let mut after = position;
        after.make(m);
        let wins = proving.run(&after, &|| false, &mut |_| {}).unwrap();
        assert_eq!(wins, Some(first_wins(&after)), "{m:?}");
        count += 1;
    }
    let moves = proving.moves(&position);
    assert!(count > 20 && moves.len() == count && moves.iter().all(|(_, known)| known.is_some()));
}

#[test]
fn what_is_told_of_all_moves_begins_with_them() {
    let mut session = registry().open("stonehenge", "").unwrap();
    session.play("5@7 4@11 1@2 2@8 3@9 2@6 6@15").unwrap();
    let order = ProofRequest {
        threads: 1,
        checkpoint: None,
        known: &[],
        all: true,
        plies: None,
        must_end: &|| false,
    };
    let mut said = Vec::new();
    let mut tell = |news| {
        if let ProofUpdate::Decided { moves, first_wins, .. } = news {
            said.push((moves.join(" "), first_wins));
        }
    };
    let proven = session.solver(1 << 20).unwrap().prove(&order, &mut tell).unwrap();
    // The first report is about the position itself.
    assert_eq!(said.remove(0), (String::new(), proven.first_wins.unwrap()));
    let mut table: Vec<_> =
        proven.moves.into_iter().map(|known| (known.text, known.first_wins.unwrap())).collect();
    said.sort();
    table.sort();
    assert!(table.len() > 10);
    assert_eq!(said, table);
}

#[test]
fn a_draw_is_no_win_of_the_first_player() {
    // The empty board of this size is drawn, also after a move in the middle.
    let game = Small::new(4, 4).unwrap();
    let solver = game.solver(1 << 20).unwrap();
    let (_, evaluator) = game.evaluators().remove(0);
    for moves in [&[][..], &["2"]] {
        let position = play(&game.start(), moves);
        assert_eq!(solver.solve(&position, &Effort::UNLIMITED).value(), Some(0), "{moves:?}");
        let means = ProofMeans {
            solver: &*solver,
            evaluator: &*evaluator,
            patience: Duration::from_secs(60),
            threads: 1,
        };
        let proving = Proving::new(position, means, None).unwrap();
        let answer = proving.run(&position, &|| false, &mut |_| {}).unwrap();
        assert_eq!(answer, Some(false), "{moves:?}");
        // The check of the proof agrees.
        let proof = proving.proof("connect4 4x4", 6, &|| false, &mut |_| {}).unwrap().unwrap();
        let checked = check(&order(), &position, &*evaluator, &proof).unwrap();
        assert!(checked.positions > 10 && checked.searched == checked.positions, "{checked:?}");
        let wrong = Proof { claim: Claim { first_wins: true }, ..proof };
        assert!(check(&order(), &position, &*evaluator, &wrong).is_err());
    }
}

#[test]
fn a_journal_goes_on_where_it_was_broken_off() {
    let place = Place::new();
    let path = place.path("proof.journal");
    let (solver, evaluator) =
        (StonehengeSolver::new(1 << 20).unwrap(), Stonehenge.usual_evaluator());
    let position = random(5, &mut Random(6));
    let prove = |most: u64| {
        let means = means(&solver, &evaluator, 1);
        let proving = Proving::new(position, means, Some(&path)).unwrap();
        let asked = AtomicU64::new(0);
        let must_end = || asked.fetch_add(1, Relaxed) > most;
        let answer = proving.run(&position, &must_end, &mut |_| {}).unwrap();
        (answer, proving.progress(&position).decided)
    };
    let (answer, first) = prove(2000);
    assert_eq!(answer, None);
    assert!(first > 10, "{first}");
    // The file is now as after a power failure during a write, with a flipped bit before that.
    let mut bytes = std::fs::read(&path).unwrap();
    let head = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    bytes[head + 8] ^= 1;
    bytes.extend([0; 100]);
    std::fs::write(&path, &bytes).unwrap();
    let (answer, second) = prove(u64::MAX);
    assert_eq!(answer, Some(first_wins(&position)));
    let (again, third) = prove(u64::MAX);
    assert_eq!((again, third), (answer, 0), "after {second}");
}

#[test]
fn what_a_proof_shows_is_not_searched_again() {
    let (solver, evaluator) =
        (StonehengeSolver::new(1 << 20).unwrap(), Stonehenge.usual_evaluator());
    let position = random(7, &mut Random(9));
    let short = prove(position, 3, None);
    let proving = Proving::new(position, means(&solver, &evaluator, 1), None).unwrap();
    let mut longer = short.clone();
    longer.moves.push(0);
    assert!(matches!(proving.learn(&longer), Err(Flaw::MoreMoves(1))));
    proving.learn(&short).unwrap();
    let answer = proving.run(&position, &|| false, &mut |_| {}).unwrap();
    assert_eq!((answer, proving.progress(&position).nodes), (Some(short.claim.first_wins), 0));
    let proof = |plies| proving.proof("stonehenge", plies, &|| false, &mut |_| {}).unwrap();
    assert_eq!(proof(3), Some(short));
    assert_eq!(proving.progress(&position).nodes, 0);
    let long = proof(5).unwrap();
    assert!(proving.progress(&position).decided > 0);
    assert!(check(&order(), &position, &evaluator, &long).is_ok());
}

#[test]
fn a_foreign_journal_is_refused() {
    let place = Place::new();
    let path = place.path("proof.journal");
    let (solver, evaluator) =
        (StonehengeSolver::new(1 << 20).unwrap(), Stonehenge.usual_evaluator());
    let [one, other] = [random(8, &mut Random(7)), random(8, &mut Random(8))];
    let begin = |position| Proving::new(position, means(&solver, &evaluator, 1), Some(&path));
    let first = begin(one).unwrap();
    assert!(matches!(begin(one), Err(JournalError::InUse(_))));
    first.run(&one, &|| false, &mut |_| {}).unwrap();
    drop(first);
    let before = std::fs::read(&path).unwrap();
    assert!(matches!(begin(other), Err(JournalError::Other { .. })));
    assert_eq!(std::fs::read(&path).unwrap(), before);
    for text in ["no journal\n", "sarsen journal 1", "\u{0}\n"] {
        std::fs::write(&path, text).unwrap();
        assert!(matches!(begin(one), Err(JournalError::Foreign(_))), "{text:?}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
    assert!(matches!(
        Proving::new(one, means(&solver, &evaluator, 1), Some(&place.path("no/such/folder"))),
        Err(JournalError::File { .. })
    ));
}

#[test]
fn proofs_are_checked_by_the_rules_alone() {
    let place = Place::new();
    let mut seed = Random(9);
    for (number, plies) in [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 4), (6, 5)] {
        let position = random(7, &mut seed);
        let journal = place.path(&format!("{number}.journal"));
        let proof = prove(position, plies, Some(&journal));
        assert_eq!(proof.claim.first_wins, first_wins(&position));
        // With the journal, the proof is the same again.
        assert_eq!(prove(position, plies, Some(&journal)), proof);
        assert_eq!(Proof::from_bytes(&proof.to_bytes()).as_ref(), Ok(&proof));
        let checked =
            check(&order(), &Stonehenge.start(), &Stonehenge.usual_evaluator(), &proof).unwrap();
        assert_eq!((checked.searched, checked.wanted), (checked.positions, checked.positions));
        assert!(checked.positions > 0 && checked.nodes > 0, "{checked:?}");
    }
}

#[test]
fn a_proof_that_proves_nothing_is_refused() {
    let mut seed = Random(10);
    let mut flaws = [0; 4];
    for _ in 0..4 {
        let proof = prove(random(7, &mut seed), 3, None);
        let check = |proof: &Proof| {
            check(&order(), &Stonehenge.start(), &Stonehenge.usual_evaluator(), proof)
        };
        let claim = Claim { first_wins: !proof.claim.first_wins };
        assert!(check(&Proof { claim, ..proof.clone() }).is_err());
        let longer = Proof { moves: [&proof.moves[..], &[0]].concat(), ..proof.clone() };
        assert!(matches!(check(&longer), Err(Flaw::MoreMoves(1))));
        for cut in 0..proof.moves.len() {
            let moves = proof.moves[..cut].to_vec();
            assert!(matches!(check(&Proof { moves, ..proof.clone() }), Err(Flaw::NoMove(_))));
        }
        let position = "nonsense".to_owned();
        assert!(matches!(check(&Proof { position, ..proof.clone() }), Err(Flaw::Position(_))));
        // Another move may be as good. Most moves are refused, each with a reason.
        for _ in 0..25 {
            let mut other = proof.clone();
            let at = seed.below(other.moves.len());
            other.moves[at] = seed.below(120) as u16;
            match check(&other) {
                Ok(_) => flaws[0] += 1,
                Err(Flaw::NoMove(_) | Flaw::MoreMoves(_)) => flaws[1] += 1,
                Err(Flaw::Wrong(_)) => flaws[2] += 1,
                Err(Flaw::Ends(_)) => flaws[3] += 1,
                Err(flaw) => panic!("{flaw}"),
            }
        }
    }
    assert!(flaws[1] > 20 && flaws[2] > 5 && flaws[0] < 40, "{flaws:?}");
}

#[test]
fn a_corrupted_file_is_refused_wherever_it_is() {
    let mut seed = Random(11);
    let bytes = prove(random(7, &mut seed), 4, None).to_bytes();
    for number in 0..300 {
        let mut other = bytes.clone();
        let at = seed.below(bytes.len());
        match number % 3 {
            0 => other[at] ^= 1 << seed.below(8),
            1 => other.truncate(at),
            _ => other.insert(at, seed.below(256) as u8),
        }
        if other != bytes {
            assert!(Proof::from_bytes(&other).is_err(), "{number}: {at}");
        }
    }
    // There is only one way to write a proof. Any other is refused, even if the checksum is right.
    let again = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut other = bytes[..bytes.len() - 4].to_vec();
        change(&mut other);
        other.extend(crc32fast::hash(&other).to_le_bytes());
        Proof::from_bytes(&other)
    };
    assert!(again(&|_| ()).is_ok());
    let head = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let longer = again(&|bytes| {
        bytes[head] |= 0x80;
        bytes.insert(head + 1, 0);
    });
    let early = again(&|bytes| bytes.insert(13, b'0'));
    let control = again(&|bytes| bytes[25] = 0x1b);
    for refused in [longer, early, control] {
        assert!(matches!(refused, Err(ProofError::Damaged(_))), "{refused:?}");
    }
    let text = |text: &str| Proof::from_bytes(text.as_bytes());
    assert_eq!(text("sarsen proof 2 {}\n1234"), Err(ProofError::Version(2)));
    assert_eq!(text("sarsen book 1 {}\n"), Err(ProofError::Foreign));
}

#[test]
fn a_check_goes_on_where_it_was_broken_off() {
    let place = Place::new();
    let path = place.path("check.journal");
    let proof = prove(random(6, &mut Random(12)), 3, None);
    let asked = AtomicU64::new(0);
    let must_end = || asked.fetch_add(1, Relaxed) > 60;
    let check = |order: &CheckRequest<'_>| {
        check(order, &Stonehenge.start(), &Stonehenge.usual_evaluator(), &proof).unwrap()
    };
    let first = check(&CheckRequest { journal: Some(&path), must_end: &must_end, ..order() });
    assert!(first.searched > 0 && first.searched < first.wanted, "{first:?}");
    let second = check(&CheckRequest { journal: Some(&path), ..order() });
    assert_eq!(second.searched, second.positions);
    let third = check(&CheckRequest { journal: Some(&path), ..order() });
    assert_eq!((third.searched, third.nodes), (third.positions, 0));
    assert_eq!((first.before, second.before), (0, first.searched));
    // The journal is only for this proof.
    let other = Proof { moves: Vec::new(), plies: 0, ..proof.clone() };
    let journalled = CheckRequest { journal: Some(&path), ..order() };
    let refused =
        self::check(&journalled, &Stonehenge.start(), &Stonehenge.usual_evaluator(), &other);
    assert!(matches!(refused, Err(Flaw::Journal(JournalError::Other { .. }))), "{refused:?}");
    let sample = check(&CheckRequest { sample: Some((7, 1)), ..order() });
    assert_eq!((sample.wanted, sample.searched), (7, 7));
    assert_eq!(sample.positions, second.positions);
}
