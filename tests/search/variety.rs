//! Chance in the choice of moves without a book: which moves may be chosen, and that it is fair.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::support::process::Engine;
use crate::support::slow::rounds;
use sarsen::games::registry;
use sarsen::matches::contest::{Openings, PlayerSpec, Standing, Tournament};
use sarsen::search::Limits;

/// A match of two players of this engine, with `nodes` nodes a move, after `plies` random plies.
fn play(game: &str, plies: usize, nodes: u64, games: usize, players: [&str; 2]) -> Standing {
    let spec = |words: &str| {
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        PlayerSpec::read(&words).unwrap()
    };
    let tournament = Tournament {
        registry: Arc::new(registry()),
        game: game.to_owned(),
        setup: String::new(),
        players: players.map(spec).to_vec(),
        pace: Limits::nodes(nodes),
        openings: Openings::Random { plies },
        pairs: games / 2,
        concurrency: 2,
        seed: 1,
        sprt: None,
        grace: std::time::Duration::from_secs(1),
        journal: None,
    };
    let standings = tournament.run(&Arc::new(AtomicBool::new(false)), &mut |_, _| {}).unwrap();
    standings.pairings[0].clone()
}

#[test]
fn two_of_the_same_draw_every_pair_without_variety() {
    for game in ["connect4", "stonehenge"] {
        let standing = play(game, 3, 300, 20, ["name=a", "name=b"]);
        assert_eq!(standing.pairs.0, [0, 0, 10, 0, 0], "{game}");
    }
}

#[test]
fn many_varied_games_of_the_same_are_even() {
    let players = ["name=a Book_Variety=6 Seed=1", "name=b Book_Variety=6 Seed=2"];
    let standing = play("connect4", 0, 100, rounds(200, 2000), players);
    assert!(standing.pairs.0.iter().filter(|count| **count > 0).count() > 2, "{standing}");
    let elo = standing.pairs.elo().unwrap();
    assert!(elo.difference.abs() < elo.error.unwrap(), "{standing}");
}

#[test]
fn strength_is_strength() {
    for game in ["connect4", "stonehenge"] {
        for (weak, strong) in [(0, 30), (30, 60), (60, 100)].into_iter().take(rounds(1, 3)) {
            let players = [strong, weak].map(|s| format!("name=s{s} Strength={s}"));
            let standing = play(game, 4, 20_000, 100, [&players[0], &players[1]]);
            assert!(standing.points() > 57.0, "{game}: {standing}");
        }
    }
}

#[test]
fn who_looks_one_ply_ahead_beats_the_weakest() {
    for game in registry().names() {
        let has_chance = registry().open(game, "").unwrap().has_chance();
        let standing = play(game, 4, 1_000, 40, ["name=one depth=1", "name=none Strength=0"]);
        // Luck helps the weak.
        let least = if has_chance { 20.0 } else { 32.0 };
        assert!(standing.points() > least, "{game}: {standing}");
    }
}

/// The moves chosen from a position by many seeds.
fn chosen(engine: &mut Engine, moves: &str, seeds: u64) -> HashMap<String, u32> {
    let mut counts = HashMap::new();
    for seed in 0..seeds {
        engine.send(&format!("setoption name Seed value {seed}"));
        engine.send("newgame");
        engine.send(&format!("position startpos moves {moves}"));
        engine.send("go depth 4");
        let lines = engine.until("bestmove");
        let best = lines.last().unwrap().split_whitespace().nth(1).unwrap().to_owned();
        // The best move is the first move of the line reported last.
        let pv = lines.iter().rev().find_map(|line| line.split_once(" pv ")).unwrap().1.to_owned();
        assert_eq!(pv.split(' ').next(), Some(best.as_str()));
        assert!(lines.iter().all(|line| !line.contains(" multipv 2 ")));
        *counts.entry(best).or_default() += 1;
    }
    counts
}

#[test]
fn at_the_root_the_better_moves_are_chosen_oftener_and_wins_always() {
    let mut engine = Engine::start();
    let best = chosen(&mut engine, "4 3", 1).into_keys().next().unwrap();
    engine.send("setoption name Book Variety value 20");
    let counts = chosen(&mut engine, "4 3", 300);
    assert!(counts.len() > 1 && counts[&best] == *counts.values().max().unwrap(), "{counts:?}");
    // In the first position, one move wins at once. In the second, all moves but one lose at once.
    let [won, threatened] = ["4 1 4 1 4 2", "4 1 4 1 4"];
    engine.send("setoption name Book Variety value 1000000");
    for moves in [won, threatened] {
        assert_eq!(chosen(&mut engine, moves, 50).into_keys().collect::<Vec<_>>(), ["4"]);
    }
    // Weaker players overlook even such moves, the more the weaker they are.
    engine.send("setoption name Book Variety value 0");
    for moves in [won, threatened] {
        let seen = ["0", "40", "99"].map(|strength| {
            engine.send(&format!("setoption name Strength value {strength}"));
            chosen(&mut engine, moves, 140).remove("4").unwrap_or_default()
        });
        assert!(seen[0] < 40 && seen[0] < seen[1] && seen[1] < seen[2], "{seen:?}");
        assert!(seen[2] > 135, "{seen:?}");
    }
}
