//! The search allocates when it begins and when it reports, not at its nodes.
#![allow(missing_docs, unsafe_code)] // an allocator that counts

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use sarsen::game::{Evaluator, Game};
use sarsen::games::connect_four::Small;
use sarsen::games::registry;
use sarsen::games::stonehenge::Stonehenge;
use sarsen::learned::{Learned, Model, to_weights};
use sarsen::matches::learning::Survey;
use sarsen::matches::tuning::Workplace;
use sarsen::rules::RulesGame;
use sarsen::search::{Control, Limits, Means, search};
use sarsen::transposition::Table;

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: everything is passed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The allocations and the nodes of a search with the game's default evaluator.
fn cost<G: Game>(game: &G, depth: u32) -> (u64, u64) {
    cost_with(game, &*game.evaluators()[0].1, depth)
}

/// The same in a game of the collection `games/`.
fn cost_as_text(name: &str, depth: u32) -> (u64, u64) {
    let file = format!("{}/games/{name}.rbg", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&file).unwrap();
    cost(&RulesGame::read(&file, &text).unwrap(), depth)
}

/// The same with the evaluator `learned`.
fn cost_learned<G: Game>(game: G, title: &str, depth: u32) -> (u64, u64) {
    let place = Workplace { registry: &registry(), game: title, threads: 1 };
    let features = Survey::of(place, &AtomicBool::new(false)).unwrap().features;
    let weights = to_weights(&Model::even(&features), &features, title, "a test");
    let game = Arc::new(game);
    cost_with(&*game, &Learned::new(Arc::clone(&game), &weights).unwrap(), depth)
}

fn cost_with<G: Game>(game: &G, evaluator: &dyn Evaluator<G::Position>, depth: u32) -> (u64, u64) {
    let table = Table::new(16).unwrap();
    let means = Means::new(evaluator, &table);
    let before = ALLOCATIONS.load(Relaxed);
    let limits = Limits::depth(depth).into();
    let answer = search(game.start(), means, &limits, &Control::new(), &mut |_| {}).unwrap();
    (ALLOCATIONS.load(Relaxed) - before, answer.best.nodes)
}

// This is the only test in its process, because the allocations of others would count, too.
#[test]
fn nodes_do_not_allocate() {
    for (shallow, deep) in [
        (cost(&Small::new(7, 6).unwrap(), 8), cost(&Small::new(7, 6).unwrap(), 12)),
        (cost(&Stonehenge, 3), cost(&Stonehenge, 5)),
        (
            cost_learned(Small::new(7, 6).unwrap(), "connect4 7x6", 8),
            cost_learned(Small::new(7, 6).unwrap(), "connect4 7x6", 14),
        ),
        (cost_as_text("breakthrough", 3), cost_as_text("breakthrough", 6)),
        (cost_as_text("othello", 3), cost_as_text("othello", 11)),
        (cost_as_text("checkers", 3), cost_as_text("checkers", 12)),
    ] {
        let nodes = deep.1 - shallow.1;
        assert!(nodes > 20_000, "{nodes} nodes more");
        // Each iteration reports its line with a few allocations, however many nodes it searched.
        assert!(deep.0 < shallow.0 + 100, "{} allocations, then {}", shallow.0, deep.0);
    }
}
