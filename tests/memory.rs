//! Memory: flat over thousands of games, and a table of the size that was asked for.
#![allow(missing_docs)]
#![cfg(target_os = "linux")] // where the system tells how much a process holds

mod support;

use support::process::Engine;

/// Resident memory of the process in KiB.
fn resident(engine: &Engine) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

fn rounds(engine: &mut Engine, count: usize) {
    for _ in 0..count / 100 {
        engine.write("newgame\ngo nodes 1000\n".repeat(100));
        for _ in 0..100 {
            engine.until("bestmove");
        }
    }
}

#[test]
fn ten_thousand_games_leave_it_as_it_was() {
    let mut engine = Engine::start();
    rounds(&mut engine, 500);
    let before = resident(&engine);
    rounds(&mut engine, 10_000);
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
    assert!(held[0] < 20 && (25..60).contains(&held[1]) && held[2] > held[1] + 40, "{held:?} MiB");
    engine.send("setoption name Hash value 1");
    assert_eq!(engine.ask("isready"), "readyok");
    assert!(resident(&engine) / 1024 < 20);
}
