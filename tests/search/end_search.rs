//! Games without a solver of their own are solved by a search to the end. What it finds is what
//! plain recursion over the rules finds.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::examples::breakthrough::Breakthrough;
use crate::games_as_text::resized;
use crate::support::slow::rounds;
use crate::support::{Random, data, random_position};
use sarsen::game::value::{INFINITE, Value, distance, from_node, loss_in, win_in};
use sarsen::game::{Actor, Game, Outcome, Position, Written};
use sarsen::knowledge::{
    EndSearchUpdate, SolveAnswer, SolveError, SolveRequest, SolveResult, SolveUpdate, SolvedOpen,
    SolvedValue,
};
use sarsen::proofs::MustEnd;
use sarsen::rules::RulesGame;
use sarsen::search::Source;
use sarsen::session::{Ask, GameSession, Play};

/// Plain recursion is given up after so many positions.
const PATIENCE: usize = 10_000;

/// The values of positions, for the players to act, with the plies to the end.
type Truth = HashMap<String, Value>;

/// The value by plain recursion. None if that takes too long.
fn truth<P: Written>(position: &P, known: &mut Truth) -> Option<Value> {
    let Actor::Player(mover) = position.actor() else { panic!("chance acts") };
    match position.outcome() {
        Some(Outcome::Draw) => return Some(0),
        Some(Outcome::Win(winner)) => {
            return Some(if winner == mover { win_in(0) } else { loss_in(0) });
        }
        None => {}
    }
    let text = position.format();
    if let Some(&value) = known.get(&text) {
        return Some(value);
    }
    let mut best = -INFINITE;
    for m in position.legal_moves() {
        let mut after = position.clone();
        after.make(m);
        let value = truth(&after, known)?;
        let is_same = after.actor() == Actor::Player(mover);
        best = best.max(from_node(if is_same { value } else { -value }, 1));
    }
    known.insert(text, best);
    (known.len() <= PATIENCE).then_some(best)
}

fn run<G: Game>(session: &mut GameSession<G>, request: &SolveRequest<'_>) -> SolveAnswer {
    request.run(session, &mut |_| {}).unwrap()
}

fn value(answer: SolveAnswer) -> SolvedValue {
    assert!(answer.complete && !answer.interrupted, "{answer:?}");
    match answer.result {
        SolveResult::Value(found) => found,
        other => panic!("{other:?}"),
    }
}

fn request(threads: usize, all: bool) -> SolveRequest<'static> {
    let mut request = SolveRequest::default();
    (request.threads, request.all, request.bytes) = (threads, all, Some(16 << 20));
    request
}

/// Solves a position, and compares the result, the plies and the moves with plain recursion.
/// Returns the score, or None if that takes too long.
fn agrees<G: Game>(game: &Arc<G>, position: &G::Position) -> Option<i32> {
    let mut known = Truth::new();
    let right = truth(position, &mut known)?;
    let what = position.format();
    for (threads, all) in [(1, true), (1, false), (2, false)] {
        let mut session = GameSession::new(Arc::clone(game));
        session.set_position(Some(&what), "").unwrap();
        let found = value(run(&mut session, &request(threads, all)));
        assert_eq!((found.score, found.source), (right.signum(), Source::Search), "{what}");
        assert!(found.plies.is_none() || found.plies == distance(right), "{what}: {found:?}");
        let mut after = |text: &str| {
            let mut after = position.clone();
            after.make(position.parse_move(text).unwrap());
            let value = truth(&after, &mut known).unwrap();
            if after.actor() == position.actor() { value } else { -value }.signum()
        };
        assert_eq!(after(found.best.as_deref().unwrap()), right.signum(), "{what}: {found:?}");
        let scores = found.moves.unwrap_or_default();
        assert_eq!(scores.len(), if all { position.legal_moves().len() } else { 0 });
        for (text, score) in scores {
            assert_eq!(score, after(&text), "{what}: {text}");
        }
    }
    Some(right.signum())
}

/// Compares positions of random games until so many were compared. Both results occur.
fn agrees_in_random_games<G: Game>(game: G, plies: usize, count: usize) {
    let (game, mut random) = (Arc::new(game), Random(47));
    let (mut seen, mut tried) = ([0; 3], 0);
    while seen.iter().sum::<usize>() < count {
        tried += 1;
        assert!(tried < 100 * count, "{seen:?}");
        let position = random_position(&game.start(), plies, &mut random);
        if let Some(score) = agrees(&game, &position) {
            seen[(score + 1) as usize] += 1;
        }
    }
    assert!(seen[0] > 0 && seen[2] > 0, "{seen:?}");
}

/// Tic-tac-toe as text, with these scores for three in a row.
fn tic_tac_toe(scores: &str) -> RulesGame {
    let text = std::fs::read_to_string(data("rbg/tic-tac-toe.rbg")).unwrap();
    RulesGame::read("tic-tac-toe.rbg", &text.replace("me = 100, foe = 0", scores)).unwrap()
}

#[test]
fn tic_tac_toe_is_a_draw_and_so_is_its_misere_form() {
    for scores in ["me = 100, foe = 0", "me = 0, foe = 100"] {
        let game = Arc::new(tic_tac_toe(scores));
        assert_eq!(agrees(&game, &game.start()), Some(0), "{scores}");
        agrees_in_random_games(tic_tac_toe(scores), 6, rounds(10, 200));
    }
}

#[test]
fn the_first_player_wins_hex() {
    let game = Arc::new(resized("hex", 3));
    assert_eq!(agrees(&game, &game.start()), Some(1));
    let mut session = GameSession::new(Arc::new(resized("hex", 4)));
    let found = value(run(&mut session, &SolveRequest::default()));
    assert_eq!((found.score, found.source), (1, Source::Search));
}

#[test]
fn small_boards_of_clobber_and_breakthrough_agree() {
    let clobber = Arc::new(resized("clobber", 3));
    assert!(agrees(&clobber, &clobber.start()).is_some());
    agrees_in_random_games(resized("clobber", 4), 6, rounds(8, 100));
    agrees_in_random_games(resized("breakthrough", 5), 24, rounds(5, 50));
}

#[test]
fn a_game_in_rust_agrees() {
    agrees_in_random_games(Breakthrough::parse("6x6").unwrap(), 50, rounds(5, 50));
}

/// What is certain of the start of Hex when a request has ended without its value.
fn open(request: &SolveRequest<'_>) -> (SolveAnswer, SolvedOpen) {
    let mut session = GameSession::new(Arc::new(resized("hex", 7)));
    let answer = run(&mut session, request);
    assert!(!answer.complete, "{answer:?}");
    let SolveResult::Open(open) = answer.result.clone() else { panic!("{answer:?}") };
    (answer, open)
}

#[test]
fn a_limit_of_positions_is_kept_and_repeatable() {
    for nodes in [1, 100, 30_000] {
        let mut request = request(1, false);
        request.nodes = Some(nodes);
        let (answer, found) = open(&request);
        assert!(answer.nodes <= nodes && !answer.interrupted, "{answer:?}");
        assert_eq!((found.least, found.most), (-1, 1));
        assert!(found.depth > 0 || nodes == 1, "{found:?}");
        assert_eq!(open(&request), (answer, found));
    }
    // The limit is one for the position and all its moves.
    let game = resized("hex", 3);
    let mut session = GameSession::new(Arc::new(game));
    let alone = run(&mut session, &request(1, false)).nodes;
    let mut request = request(1, true);
    request.nodes = Some(alone + 10);
    let answer = run(&mut session, &request);
    assert!(!answer.complete && !answer.interrupted && answer.nodes <= alone + 10, "{answer:?}");
    let SolveResult::Value(found) = answer.result else { panic!("{:?}", answer.result) };
    assert!(found.score == 1 && found.moves.unwrap().len() < 9);
}

#[test]
fn whoever_waits_can_end_it() {
    let ends = |threads, must_end: MustEnd<'_>| {
        let mut request = request(threads, false);
        request.must_end = must_end;
        open(&request)
    };
    let (answer, found) = ends(1, &|| true);
    assert!(answer.interrupted && answer.nodes == 0 && found == SolvedOpen::NOTHING);
    for threads in [1, 2] {
        let (asked, began) = (AtomicUsize::new(0), Instant::now());
        let must_end = || asked.fetch_add(1, Relaxed) > 30;
        let (answer, found) = ends(threads, &must_end);
        assert!(answer.interrupted && answer.nodes > 0 && found.depth > 0, "{answer:?}");
        let mut timed = request(threads, false);
        timed.time = Some(Duration::from_millis(200));
        let (answer, found) = open(&timed);
        assert!(!answer.interrupted && answer.nodes > 0 && found.depth > 0, "{answer:?}");
        assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    }
}

#[test]
fn progress_is_told() {
    let mut session = GameSession::new(Arc::new(resized("hex", 7)));
    let mut limited = request(1, false);
    limited.nodes = Some(30_000);
    let mut told: Vec<EndSearchUpdate> = Vec::new();
    let mut tell = |update| match update {
        SolveUpdate::EndSearch(update) => told.push(update),
        other => panic!("{other:?}"),
    };
    limited.run(&mut session, &mut tell).unwrap();
    assert!(told.len() > 2 && told.is_sorted_by_key(|update| update.nodes), "{told:?}");
    assert!(told.last().unwrap().nodes > 20_000, "{told:?}");
}

#[test]
fn a_game_that_is_over_is_not_solved() {
    let mut session = GameSession::new(Arc::new(resized("clobber", 3)));
    loop {
        let moves = session.moves();
        let Some(first) = moves.first() else { break };
        session.play(first).unwrap();
    }
    let found = request(1, false).run(&mut session, &mut |_| {});
    assert!(matches!(found, Err(SolveError::Over)), "{found:?}");
}
