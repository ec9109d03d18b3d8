//! Every search keeps its limits, also where little is left of a game: there the tables and the
//! solvers know wins that are far away, and a search is "done" long before it knows how far.

use std::time::{Duration, Instant};

use crate::support::Random;
use crate::support::slow::rounds;
use sarsen::engine::{Engine, Purpose};
use sarsen::game::Effort;
use sarsen::games;
use sarsen::rules::{RulesGame, entry};
use sarsen::search::time::Budget;
use sarsen::search::{Control, Info, Limits};
use sarsen::session::{Registry, Request};

/// A search that obeys no limit ends here. Far more than any of these searches needs.
const WATCHDOG: Duration = Duration::from_secs(10);

/// A search with a limit of time may take this much longer on a busy machine.
const LATE: Duration = Duration::from_secs(2);

/// After a search to a depth, wins and losses are verified: as many positions again, or these.
const LEAST_NODES: u64 = 1000;

/// Positions visited between two looks at the limits.
const BETWEEN_LOOKS: u64 = 256;

fn engine(game: &str, setup: &str) -> Engine {
    let registry = games::registry();
    Engine::new(registry.open(game, setup).unwrap(), 8).unwrap()
}

/// Searches, and returns what was reported and how many positions were visited.
fn think(engine: &mut Engine, request: &Request, budget: Budget) -> (Vec<Info<String>>, u64) {
    let what = format!("{} {:?}", engine.session().position(), request);
    let mut reports = Vec::new();
    let control = Control::new();
    control.start_clock(budget, Instant::now());
    let began = Instant::now();
    engine.think(request, Purpose::Analysis, &control, &mut |info| reports.push(info));
    let most = (budget.hard + LATE).min(WATCHDOG);
    assert!(began.elapsed() < most, "{what}: {:?}", began.elapsed());
    (reports, control.nodes())
}

/// Nothing but the watchdog limits the time.
const NO_CLOCK: Budget = Budget { soft: None, hard: WATCHDOG };

fn request(limits: Limits) -> Request {
    Request { limits, selectivity: 100, ..Request::default() }
}

/// What ends a search beside other limits.
fn until_proven(solve: bool) -> Limits {
    if solve { Limits::PROOF } else { Limits::NONE }
}

/// A search to this depth visits at most twice the positions of its last iteration.
fn keeps_depth(engine: &mut Engine, depth: u32) {
    let request = request(Limits::depth(depth));
    let (reports, nodes) = think(engine, &request, NO_CLOCK);
    let what = engine.session().position();
    let Some(last) = reports.last() else { panic!("{what}: no report") };
    // What the check has found is reported with the depth of the last iteration.
    let done = reports.iter().find(|info| info.depth == last.depth).unwrap().nodes;
    let most = 2 * done + LEAST_NODES + BETWEEN_LOOKS;
    assert!(nodes.max(last.nodes) <= most, "{what} depth {depth}: {nodes} > {most}");
    assert!(last.depth <= depth, "{what}: {} > {depth}", last.depth);
}

/// A search of so many positions visits no more, and the game's own solver hardly more.
fn keeps_nodes(engine: &mut Engine, nodes: u64, solve: bool) {
    let request = request(until_proven(solve).with_nodes(nodes));
    let (_, visited) = think(engine, &request, NO_CLOCK);
    let what = engine.session().position();
    let excess = if solve { Effort::EXCESS } else { BETWEEN_LOOKS };
    assert!(visited <= nodes + excess, "{what} nodes {nodes} {solve}: {visited}");
}

fn keeps_time(engine: &mut Engine, solve: bool) {
    let hard = Duration::from_millis(3);
    let request = request(until_proven(solve));
    think(engine, &request, Budget { soft: None, hard });
    think(engine, &request, Budget { soft: Some(hard / 3), hard });
}

fn keeps_all(engine: &mut Engine) {
    // Every throw multiplies the work of a search to a depth.
    let depths = if engine.session().has_chance() { [1, 2, 3] } else { [2, 4, 7] };
    for depth in depths {
        keeps_depth(engine, depth);
    }
    for nodes in [1, 100, 2000] {
        keeps_nodes(engine, nodes, false);
        keeps_nodes(engine, nodes, true);
    }
    keeps_time(engine, false);
    keeps_time(engine, true);
    let solve_to_depth = request(Limits::PROOF.with_depth(4));
    think(engine, &solve_to_depth, NO_CLOCK);
}

/// A random position with this number of pieces.
fn few_pieces(engine: &mut Engine, pieces: usize, random: &mut Random) {
    loop {
        let mut lists = [String::new(), String::new()];
        for at in 0..pieces {
            let side = if at < 2 { at } else { random.below(2) };
            let king = ["", "K"][random.below(2)];
            let comma = if lists[side].is_empty() { "" } else { "," };
            lists[side] += &format!("{comma}{king}{}", 1 + random.below(32));
        }
        let text = format!("{}:W{}:B{}", ["B", "W"][random.below(2)], lists[0], lists[1]);
        let session = engine.session_mut();
        if session.set_position(Some(&text), "").is_ok() && session.outcome().is_none() {
            return;
        }
    }
}

/// These are the positions from which a search to depth 4 did not come back.
#[test]
fn a_far_win_of_the_tables_ends_with_the_depth() {
    let mut engine = engine("checkers", "");
    for text in ["B:WK5,K9:BK31,K24,K14,16", "W:W8,10,18,K17:BK3,K2", "B:WK2,K3,10:BK19,K27"] {
        engine.session_mut().set_position(Some(text), "").unwrap();
        for depth in 1..=8 {
            keeps_depth(&mut engine, depth);
        }
    }
}

#[test]
fn checkers_with_few_pieces_keeps_every_limit() {
    let (mut engine, mut random) = (engine("checkers", ""), Random(45));
    for at in 0..rounds(150, 1500) {
        few_pieces(&mut engine, 5 + at % 3, &mut random);
        if at % 15 == 0 {
            keeps_all(&mut engine);
        } else {
            keeps_depth(&mut engine, 2 + random.below(4) as u32);
        }
    }
}

/// Plays a game at random and asks at its last positions.
fn keeps_limits_near_the_end(game: &str, setup: &str, games: usize, last: usize) {
    let (mut engine, mut random) = (engine(game, setup), Random(46));
    for _ in 0..games {
        engine.restart();
        let mut played = 0;
        while engine.session().outcome().is_none() && played < 400 {
            let moves = engine.session().moves();
            engine.session_mut().play(&moves[random.below(moves.len())]).unwrap();
            played += 1;
        }
        for _ in 0..last.min(played) {
            engine.session_mut().undo(1).unwrap();
            if random.below(3) == 0 && engine.session().outcome().is_none() {
                keeps_all(&mut engine);
            }
        }
    }
}

#[test]
fn every_game_keeps_every_limit_near_its_end() {
    let registry = games::registry();
    let usual = registry.names().map(|game| (game, ""));
    for (game, setup) in usual.chain([("connect4", "5x4"), ("othello", "6x6"), ("pig", "20")]) {
        keeps_limits_near_the_end(game, setup, rounds(1, 3), 24);
    }
}

/// Rules that work for a twentieth of a second at every move: the keeper looks for five stones, any
/// five in any order, and for what cannot be.
const SLOW_RULES: &str = "#players = white(1), black(1)\n#pieces = e, w, b\n#variables =\n\
    #board = rectangle(up, down, left, right, [b,w,b,w,b,w] [w,b,w,b,w,b] [b,w,b,w,b,w] \
    [w,b,w,b,w,b] [b,w,b,w,b,w] [w,b,e,w,b,e])\n\
    #one = (up* + down*)(left* + right*)\n\
    #turn(me; p) = ->me one {p} [e] (up + down + left + right) {e} [p] ->> [$ white = 0, \
    black = 0] [$ me = 1] {! (one {w} [e])^5 {$ w > 100}}\n\
    #rules = (turn(white; w) turn(black; b))*\n";

#[test]
fn a_game_with_slow_rules_keeps_its_time() {
    let game = RulesGame::read("slow.rbg", SLOW_RULES).unwrap();
    let registry = Registry::new(entry(&game));
    let mut engine = Engine::new(registry.open("slow", "").unwrap(), 8).unwrap();
    let budget = Budget { soft: None, hard: Duration::from_millis(100) };
    let (reports, nodes) = think(&mut engine, &request(Limits::NONE), budget);
    assert!(nodes < BETWEEN_LOOKS && !reports.is_empty(), "{nodes} {reports:?}");
}
