//! Memory: it stays flat over thousands of games, and the table has the size that was asked for.
#![cfg(target_os = "linux")] // where the system tells how much a process holds

use crate::support::process::Engine;
use crate::support::slow::{self, rounds};

/// The memory that the process really uses, in KiB.
fn resident(engine: &Engine) -> u64 {
    engine.memory("VmRSS:")
}

fn games(engine: &mut Engine, count: usize) {
    for _ in 0..count / 100 {
        engine.write("newgame\ngo nodes 1000\n".repeat(100));
        for _ in 0..100 {
            engine.until("bestmove");
        }
    }
}

#[test]
fn thousands_of_games_leave_it_as_it_was() {
    let mut engine = Engine::start();
    // A new game wipes the table, which takes by far the most time. A small table shows leaks
    // better.
    engine.send("setoption name Hash value 1");
    games(&mut engine, 500);
    let before = resident(&engine);
    games(&mut engine, rounds(2_000, 10_000));
    let after = resident(&engine);
    assert!(after * 100 <= before * 105, "{before} KiB, then {after}");
}

#[test]
fn a_table_takes_what_it_was_given() {
    let mut engine = Engine::start();
    let mut held = Vec::new();
    for mib in [1, 32, 128] {
        engine.send(&format!("setoption name Hash value {mib}"));
        engine.send("newgame stonehenge");
        engine.send("go nodes 3000000");
        engine.until("bestmove");
        held.push(resident(&engine) / 1024);
    }
    assert!(held[0] < 25 && (25..60).contains(&held[1]) && held[2] > held[1] + 40, "{held:?} MiB");
    engine.send("setoption name Hash value 1");
    assert_eq!(engine.ask("isready"), "readyok");
    assert!(resident(&engine) / 1024 < 25);
}

#[test]
fn every_size_takes_effect_and_is_told_truthfully() {
    let mut engine = Engine::start();
    let mut fullness = |mib: u64| {
        engine.send(&format!("setoption name Hash value {mib}"));
        // A game without a solver, which would take memory, too.
        engine.send("newgame checkers");
        engine.send("isready");
        let answer = engine.until("readyok");
        if answer.len() > 1 {
            // On a machine with less memory, this is an error, and the old table stays.
            assert!(answer[0].contains("option Hash: "), "{answer:?}");
            return None;
        }
        let reserved = engine.memory("VmSize:") / 1024;
        engine.send("go nodes 400000");
        let lines = engine.until("bestmove");
        let report = lines.iter().rev().find(|line| line.contains(" hashfull ")).unwrap();
        let full = report.split(" hashfull ").nth(1).unwrap().split(' ').next().unwrap();
        Some((reserved, full.parse::<u64>().unwrap()))
    };
    let (smallest, full) = fullness(1).unwrap();
    assert!(full > 150, "{full}");
    let sizes = if slow::is_asked_for() { &[2, 16, 256, 1024, 4096][..] } else { &[16, 1024] };
    for &mib in sizes {
        let Some((reserved, full_now)) = fullness(mib) else { continue };
        // The C library reserves address space for the allocations of a thread, 64 MiB at a time,
        // whenever it likes.
        let beyond = reserved as i64 - smallest as i64 - (mib as i64 - 1);
        let right = beyond.rem_euclid(64) < 8 && beyond.abs() < 4 * 64;
        assert!(right, "Hash {mib}: {reserved} MiB, with 1 {smallest}");
        assert!(full_now <= full * 2 / mib + 4, "Hash {mib}: {full_now}, with 1 {full}");
    }
    let answer = engine.ask("setoption name Hash value 1048576");
    assert!(answer.starts_with("info string error: option Hash: "), "{answer}");
    engine.send("go depth 3");
    engine.until("bestmove");
}

#[test]
fn what_waits_takes_no_more_than_it_may() {
    let many_moves = format!("position startpos moves{}", " 4".repeat(1000));
    let lines = [&many_moves, "go a b c d e f g h i j", "move 4", "nonsense"];
    for line in lines.into_iter().take(rounds(1, 4)) {
        let mut engine = Engine::start();
        // The search takes little memory, and its limit of nodes keeps the book out.
        engine.send("setoption name Hash value 1");
        engine.send("go movetime 600000 nodes 999999999999");
        engine.send("isready");
        engine.until("readyok");
        let before = resident(&engine);
        // These are more lines than there is room for.
        let lines = format!("{line}\n").repeat((80 << 20) / (100 + line.len()));
        engine.write(lines);
        engine.until("info string error: too many commands");
        engine.send("isready");
        engine.until("readyok");
        let taken = (resident(&engine) - before) / 1024;
        assert!((30..80).contains(&taken), "{line:.20}: {taken} MiB");
    }
}

#[test]
fn a_solver_takes_no_more_than_it_was_granted() {
    let mut engine = Engine::start();
    engine.send("setoption name Hash value 1");
    let without = engine.memory("VmHWM:") / 1024;
    for game in ["pig 250", "pig", "pig 40"] {
        engine.send(&format!("newgame {game}"));
        engine.send("go solve");
        let printed = engine.until("info string the game's own solver needs");
        assert!(printed.last().unwrap().ends_with(" and was granted 128 KiB"), "{printed:?}");
        engine.send("stop");
        engine.until("bestmove");
    }
    // Here nobody knows before how many positions there are.
    for game in ["deckpig 60/2:9,3:9,4:9,5:9", "deckpig"] {
        engine.send(&format!("newgame {game}"));
        engine.send("go movetime 2000");
        engine.until("bestmove");
    }
    let most = engine.memory("VmHWM:") / 1024;
    assert!(most < without + 30, "{without} MiB, then {most}");
    // Where it suffices, nothing is said.
    engine.send("setoption name Hash value 64");
    engine.send("newgame pig 20");
    engine.send("go movetime 3000");
    let lines = engine.until("bestmove");
    assert!(lines.iter().all(|line| !line.starts_with("info string")), "{lines:?}");
}
