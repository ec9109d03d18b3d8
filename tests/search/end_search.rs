//! Games without a solver of their own are solved by a search to the end. What it finds is what
//! plain recursion over the rules finds.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::examples::breakthrough::Breakthrough;
use crate::games_as_text::resized;
use crate::support::slow::rounds;
use crate::support::{Random, data};
use sarsen::game::value::{INFINITE, Value, distance, from_node, is_win, loss_in, win_in};
use sarsen::game::{Actor, Game, Outcome, Position, Written};
use sarsen::knowledge::{
    EndSearchUpdate, SolveAnswer, SolveError, SolveRequest, SolveResult, SolveUpdate, SolvedOpen,
    SolvedValue,
};
use sarsen::proofs::MustEnd;
use sarsen::rules::RulesGame;
use sarsen::search::Source;
use sarsen::session::{Ask, GameSession, Play};

/// Plain recursion over the rules.
struct Truth {
    /// The values of positions, for the players to act.
    known: HashMap<String, Value>,
    /// Whether it looks at all moves. Then wins and losses have their distances. Otherwise one move
    /// that wins is enough.
    looks_at_all: bool,
    /// It is given up after so many positions.
    patience: usize,
}

impl Truth {
    /// All of it.
    fn whole() -> Self {
        Self { known: HashMap::new(), looks_at_all: true, patience: usize::MAX }
    }

    /// Who wins, if that is soon found.
    fn soon() -> Self {
        Self { known: HashMap::new(), looks_at_all: false, patience: 3000 }
    }

    /// The value of a position. None if that takes too long.
    fn value<P: Written>(&mut self, position: &P) -> Option<Value> {
        let Actor::Player(mover) = position.actor() else { panic!("chance acts") };
        match position.outcome() {
            Some(Outcome::Draw) => return Some(0),
            Some(Outcome::Win(winner)) => {
                return Some(if winner == mover { win_in(0) } else { loss_in(0) });
            }
            None => {}
        }
        let text = position.format();
        if let Some(&value) = self.known.get(&text) {
            return Some(value);
        }
        let mut best = -INFINITE;
        for m in position.legal_moves() {
            best = best.max(self.value_after(position, m)?);
            if is_win(best) && !self.looks_at_all {
                break;
            }
        }
        self.known.insert(text, best);
        (self.known.len() <= self.patience).then_some(best)
    }

    /// The value of a move, for its player.
    fn value_after<P: Written>(&mut self, position: &P, m: P::Move) -> Option<Value> {
        let mut after = position.clone();
        after.make(m);
        let value = self.value(&after)?;
        let is_same = after.actor() == position.actor();
        Some(from_node(if is_same { value } else { -value }, 1))
    }
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

/// Solves a position, and compares the result, the moves and perhaps the plies with plain
/// recursion. Returns the score, or None if that takes too long.
fn agrees<G: Game>(game: &Arc<G>, position: &G::Position, mut truth: Truth) -> Option<i32> {
    let right = truth.value(position)?;
    let what = position.format();
    let mut worth = BTreeMap::new();
    for m in position.legal_moves() {
        truth.patience = truth.patience.saturating_add(3000);
        worth.insert(position.format_move(m), truth.value_after(position, m)?.signum());
    }
    for (threads, all) in [(1, true), (1, false), (2, false)] {
        let mut session = GameSession::new(Arc::clone(game));
        session.set_position(Some(&what), "").unwrap();
        let found = value(run(&mut session, &request(threads, all)));
        assert_eq!((found.score, found.source), (right.signum(), Source::Search), "{what}");
        if truth.looks_at_all {
            assert!(found.plies.is_none() || found.plies == distance(right), "{what}: {found:?}");
        }
        let best = found.best.as_ref().unwrap();
        assert_eq!(worth[best], right.signum(), "{what}: {best}");
        assert_eq!(found.moves, all.then(|| worth.clone()), "{what}");
    }
    Some(right.signum())
}

/// Compares so many positions, some plies before the ends of random games, and more until one was
/// won and one was lost.
fn agrees_in_random_games<G: Game>(game: G, plies: usize, count: usize) {
    let (game, mut random) = (Arc::new(game), Random(47));
    let (mut seen, mut tried) = ([0; 3], 0);
    while seen.iter().sum::<usize>() < count || seen[0] == 0 || seen[2] == 0 {
        tried += 1;
        assert!(tried < 100 * count, "{seen:?}");
        let mut way = vec![game.start()];
        while let Some(last) = way.last().filter(|last| last.outcome().is_none()) {
            let (mut next, moves) = (last.clone(), last.legal_moves());
            next.make(moves[random.below(moves.len())]);
            way.push(next);
        }
        let back = 2 + random.below(plies);
        let Some(at) = way.len().checked_sub(back) else { continue };
        if let Some(score) = agrees(&game, &way[at], Truth::soon()) {
            seen[(score + 1) as usize] += 1;
        }
    }
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
        assert_eq!(agrees(&game, &game.start(), Truth::whole()), Some(0), "{scores}");
        agrees_in_random_games(tic_tac_toe(scores), 6, rounds(15, 200));
    }
}

#[test]
fn the_first_player_wins_hex() {
    let game = Arc::new(resized("hex", 3));
    assert_eq!(agrees(&game, &game.start(), Truth::whole()), Some(1));
    let mut session = GameSession::new(Arc::new(resized("hex", 4)));
    let found = value(run(&mut session, &SolveRequest::default()));
    assert_eq!((found.score, found.source), (1, Source::Search));
}

#[test]
fn small_boards_of_clobber_and_breakthrough_agree() {
    let clobber = Arc::new(resized("clobber", 3));
    assert!(agrees(&clobber, &clobber.start(), Truth::whole()).is_some());
    agrees_in_random_games(resized("clobber", 4), 5, rounds(8, 100));
    agrees_in_random_games(resized("breakthrough", 5), 4, rounds(6, 50));
}

#[test]
fn a_game_in_rust_agrees() {
    agrees_in_random_games(Breakthrough::parse("6x6").unwrap(), 4, rounds(6, 50));
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
