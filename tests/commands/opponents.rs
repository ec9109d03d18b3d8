//! Adapters in `examples/` let other programs play in matches.

use std::process::Command;

use crate::support::{skipped, slow};
use serde_json::Value;

/// Four games of this engine against an adapter. None without the program that it needs, which the
/// test then says.
fn match_against(game: &str, openings: &str, adapter: &str) -> Option<Value> {
    let python = std::env::var("SARSEN_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = format!("{}/examples/{adapter}", env!("CARGO_MANIFEST_DIR"));
    // Without input, an adapter begins and ends, or says what is missing.
    let alive = Command::new(&python).arg(&script).stdin(std::process::Stdio::null()).output();
    match alive {
        Ok(output) if output.status.success() => {}
        Ok(output) => {
            let errors = String::from_utf8_lossy(&output.stderr);
            let why = errors.trim_end().lines().next_back().unwrap_or_default();
            skipped::say(&format!("{adapter} cannot play: {why}"));
            return None;
        }
        Err(error) => {
            skipped::say(&format!("{adapter} cannot play: {python}: {error}"));
            return None;
        }
    }
    let command = shlex::try_join([&python[..], &script]).unwrap();
    let other =
        format!("name=other nodes=100 {}", shlex::try_quote(&format!("cmd={command}")).unwrap());
    let output = Command::new(env!("CARGO_BIN_EXE_sarsen"))
        .args(["match", game, "--games", "4", "--concurrency", "1", "--json"])
        .args(["--openings", openings, "--grace-ms", "60000"])
        .args(["-p", "name=here nodes=500", "-p", &other])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

fn plays_without_a_foul(game: &str, openings: &str, adapter: &str) {
    if slow::is_left_out("other programs as opponents") {
        return;
    }
    let Some(result) = match_against(game, openings, adapter) else { return };
    let players = result["players"].as_array().unwrap();
    assert_eq!(players.len(), 2, "{result}");
    for player in players {
        assert_eq!((&player["games"], &player["fouls"]), (&4.into(), &0.into()), "{result}");
    }
}

#[test]
fn the_search_of_open_spiel_plays_einstein() {
    plays_without_a_foul("einstein", "12", "einstein/adapter.py");
}

#[test]
fn gnu_backgammon_plays() {
    plays_without_a_foul("backgammon", "2", "backgammon/adapter.py");
}
