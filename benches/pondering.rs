//! What pondering is worth: the depth of a 100 ms search after 300 ms of pondering on the right
//! reply, minus the depth of a 400 ms search. `cargo bench --bench pondering`.
#![allow(missing_docs)]

#[path = "../tests/support/process.rs"]
#[allow(dead_code)]
mod process;

use std::time::Duration;

use process::Engine;

const POSITIONS: usize = 20;
const PONDERED: Duration = Duration::from_millis(300);

/// Returns the depth and the line of the last iteration of a search. None if it ended in a proof.
fn search(engine: &mut Engine, go: &str) -> Option<(i32, String)> {
    engine.send(go);
    let lines = engine.until("bestmove");
    let last = lines.iter().rev().find(|line| line.starts_with("info depth"))?;
    let depth = last.split(' ').nth(2)?.parse().ok()?;
    last.contains(" score eval ")
        .then(|| (depth, last.split(" pv ").nth(1).unwrap_or("").to_owned()))
}

/// How pondering starts.
#[derive(Clone, Copy)]
enum Pondering {
    /// The client says `go ponder` and `ponderhit`.
    Asked,
    /// The option `Own Ponder` makes the engine ponder after an ordinary `go`.
    Unasked,
}

impl Pondering {
    /// Ponders, then searches the position after `best` and `reply` for 100 ms.
    fn search(self, engine: &mut Engine, best: &str, reply: &str) -> Option<(i32, String)> {
        match self {
            Self::Asked => {
                engine.send(&format!("move {best} {reply}"));
                engine.send("go ponder movetime 100");
                std::thread::sleep(PONDERED);
                search(engine, "ponderhit")
            }
            Self::Unasked => {
                std::thread::sleep(PONDERED);
                engine.send("setoption name Own Ponder value false");
                engine.send(&format!("move {best} {reply}"));
                search(engine, "go movetime 100")
            }
        }
    }
}

fn measure(game: &str, pondering: Pondering, mut seed: u64) -> Vec<(i32, i32)> {
    let mut found = Vec::new();
    let mut engine = Engine::start();
    engine.send("setoption name Book value");
    // Only the general search is measured: the solver would end in a proof.
    engine.send("setoption name Knowledge value tactics");
    while found.len() < POSITIONS {
        // A position after a few random moves.
        engine.send("setoption name Own Ponder value false");
        engine.send(&format!("newgame {game}"));
        for _ in 0..2 + seed % 6 {
            let moves = engine.ask("query moves");
            let moves: Vec<&str> = moves.split(' ').skip(1).collect();
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            engine.send(&format!("move {}", moves[(seed >> 33) as usize % moves.len()]));
        }
        let unasked = matches!(pondering, Pondering::Unasked);
        engine.send(&format!("setoption name Own Ponder value {unasked}"));
        let Some((_, line)) = search(&mut engine, "go depth 2") else { continue };
        let Some((best, reply)) = line.split_once(' ') else { continue };
        let pondered = pondering.search(&mut engine, best, reply);
        engine.send("setoption name Clear Hash");
        let straight = search(&mut engine, "go movetime 400");
        if let (Some((pondered, _)), Some((straight, _))) = (pondered, straight) {
            found.push((pondered, straight));
        }
    }
    found
}

fn main() {
    for game in ["connect4", "stonehenge"] {
        for (pondering, name) in
            [(Pondering::Asked, "go ponder"), (Pondering::Unasked, "Own Ponder")]
        {
            let found = measure(game, pondering, 1);
            let mut differences: Vec<i32> =
                found.iter().map(|(pondered, straight)| pondered - straight).collect();
            differences.sort_unstable();
            println!(
                "{game}, {name}: depth after pondering minus depth of the long search, \
                 {POSITIONS} positions: median {}, from {} to {}",
                differences[POSITIONS / 2],
                differences[0],
                differences[POSITIONS - 1]
            );
        }
    }
}
