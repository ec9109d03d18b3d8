//! The public collection of games: every file for two players loads quickly, counts as its official
//! compiler does, and keeps the laws of games.
//!
//! `SARSEN_RBG_GAMES` names the folder `games` of the collection `marekesz/rbgGames`. Without it,
//! these tests are skipped.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sarsen_core::game::laws;
use sarsen_rbg::{LoadError, RulesGame};

/// The files of the collection. Empty if it is not there.
fn files() -> Vec<PathBuf> {
    let Some(folder) = std::env::var_os("SARSEN_RBG_GAMES") else {
        eprintln!("SKIPPED: SARSEN_RBG_GAMES does not name the public collection of games");
        return Vec::new();
    };
    let mut found = Vec::new();
    for folder in [PathBuf::from(&folder), Path::new(&folder).join("nsplit")] {
        let entries = std::fs::read_dir(&folder).unwrap();
        found.extend(entries.map(|entry| entry.unwrap().path()));
    }
    found.retain(|file| file.extension().is_some_and(|ending| ending == "rbg"));
    found.sort();
    found
}

fn read(file: &Path) -> Result<RulesGame, LoadError> {
    RulesGame::read(&file.to_string_lossy(), &std::fs::read_to_string(file).unwrap())
}

#[test]
fn every_game_for_two_players_loads_quickly() {
    let mut refused = Vec::new();
    for file in files() {
        let start = Instant::now();
        let game = read(&file);
        let time = start.elapsed();
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(time < Duration::from_millis(500), "{name}: {time:?}");
        match game {
            Ok(_) => {}
            Err(LoadError::Players { .. }) => refused.push(name),
            Err(error) => panic!("{error}"),
        }
    }
    if !refused.is_empty() {
        assert_eq!(refused, ["15puzzle", "chineseCheckers6"]);
    }
}

/// Games in which a position has so many moves that it takes long to look at each.
const LARGE: [&str; 8] =
    ["amazons", "arimaa", "breakthru", "connect6", "doubleChess", "gess", "go", "paperSoccer"];

#[test]
fn the_laws_hold() {
    for file in files() {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let Ok(game) = read(&file) else { continue };
        if LARGE.iter().any(|large| name.starts_with(large)) {
            continue;
        }
        if let Err(broken) = laws::check_random_games(&game, 3) {
            panic!("{name}: {broken}");
        }
    }
}
