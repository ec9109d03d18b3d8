//! The search allocates when it begins and when it reports, not at its nodes.
#![allow(missing_docs, unsafe_code)] // an allocator that counts

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use sarsen::game::Game;
use sarsen::games::connect_four::Small;
use sarsen::games::stonehenge::Stonehenge;
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

/// The allocations and the nodes of a search.
fn cost<G: Game>(game: &G, depth: u32) -> (u64, u64) {
    let evaluators = game.evaluators();
    let table = Table::new(16).unwrap();
    let means = Means { evaluator: &*evaluators[0].1, oracle: None, solver: None, table: &table };
    let before = ALLOCATIONS.load(Relaxed);
    let limits = Limits::depth(depth);
    let answer = search(game.start(), means, &limits, &Control::new(), &mut |_| {}).unwrap();
    (ALLOCATIONS.load(Relaxed) - before, answer.best.nodes)
}

// This is the only test in its process, because the allocations of others would count, too.
#[test]
fn nodes_do_not_allocate() {
    for (shallow, deep) in [
        (cost(&Small::new(7, 6).unwrap(), 8), cost(&Small::new(7, 6).unwrap(), 12)),
        (cost(&Stonehenge, 3), cost(&Stonehenge, 5)),
    ] {
        let nodes = deep.1 - shallow.1;
        assert!(nodes > 50_000, "{nodes} nodes more");
        // Each iteration reports its line with a few allocations, however many nodes it searched.
        assert!(deep.0 < shallow.0 + 100, "{} allocations, then {}", shallow.0, deep.0);
    }
}
