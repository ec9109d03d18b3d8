//! Sarsen's search beside that of the crate `minimax`, in turn: the same rules, evaluators and
//! table size, one thread, full width.
//!
//! Times are medians. The first is from nothing, so each engine pays for its table. The second is
//! for the search alone.

mod connect_four;
mod stonehenge;

use std::time::Instant;

use clap::Parser;
use minimax::{IterativeOptions, IterativeSearch, Strategy};
use sarsen::game::value::{EVAL_MAX, Value};
use sarsen::game::{Bound, Evaluator, Game, Oracle, Position, Weighted, Written, mix64, perft};
use sarsen::games::connect_four::Small;
use sarsen::games::stonehenge::Stonehenge;
use sarsen::search::{Control, Limits, Means, SearchTask, search};
use sarsen::transposition::{Depth, Entry, Table};

const MIB: usize = 64;

/// The number of unused entries that, spread evenly, touch every page of the table.
const TOUCHES: u64 = 1 << 18;

/// Middle games of Connect Four, from the sets in `tests/data`.
const MIDDLE_GAMES: [&str; 20] = [
    "2177237775724",
    "4443621313376",
    "16763745125",
    "526211746",
    "722355154246",
    "37477217",
    "77527761326",
    "3266357175",
    "224221473532",
    "36164512",
    "5677762722672",
    "65337154366",
    "216346112664",
    "713423643",
    "4547773272",
    "53215537435",
    "4221442214",
    "123576665",
    "15644731",
    "31614524",
];

/// Positions of Connect Four after 16 plies, to be searched to the end.
const SIXTEEN_PLIES: [&str; 10] = [
    "4444123412567332",
    "5316355336547161",
    "7663771124417426",
    "2314266466461133",
    "5634144477371755",
    "4777553247724476",
    "3664235237243642",
    "6464214214142276",
    "5376622525136372",
    "7112267532266566",
];

/// Positions of Stonehenge.
const CIRCLES: [&str; 20] = [
    "",
    "6@7",
    "6@7 5@8",
    "6@8 6@12 4@1",
    "6@7 5@8 4@13 3@1 2@5",
    "1@1 1@2 6@12 5@13 3@7 3@8",
    "3@4 3@5 6@16 2@18 2@1 6@8 4@9",
    "3@7 6@2 5@12 4@4",
    "5@8 5@7",
    "4@4 6@12 3@8",
    "6@13 6@4 5@7",
    "2@1 2@2 2@3 2@4",
    "3@7 6@2 5@12 4@4 2@9 1@16",
    "6@4 6@8",
    "1@7 6@8 1@12",
    "5@13 3@4 2@8 6@7",
    "6@1 6@2",
    "4@7 4@8 3@12",
    "6@12 5@7 5@8 6@13 4@4",
    "3@8 5@4 6@7 2@13 1@12",
];

/// Time and nodes of both engines.
#[derive(Parser)]
struct Arguments {
    /// Number of runs of each engine, in turn
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Depths for Connect Four's empty board
    #[arg(long, value_delimiter = ',', default_values_t = [10, 12, 14, 16])]
    depths: Vec<u8>,
    /// Depths for Connect Four's middle games
    #[arg(long, value_delimiter = ',', default_values_t = [12, 14])]
    middle_depths: Vec<u8>,
    /// Depths for Stonehenge
    #[arg(long, value_delimiter = ',', default_values_t = [4, 5])]
    stonehenge_depths: Vec<u8>,
    /// Count the lines of play of Connect Four up to this length
    #[arg(long, value_name = "DEPTH")]
    perft: Option<u8>,
    /// Also search ten positions of 16 plies to the end, the other engine to this depth
    #[arg(long, value_name = "DEPTH")]
    exact: Option<u8>,
}

/// The result of a search, and its cost.
#[derive(Clone, Copy, Default, Debug)]
struct Found {
    nodes: u64,
    /// The time from nothing, and with the engine ready.
    seconds: [f64; 2],
    value: Value,
}

/// Maps wins and losses to the other engine's greatest evaluation, as that engine does.
fn flat(value: Value) -> Value {
    if value.abs() > EVAL_MAX { value.signum() * i32::from(minimax::BEST_EVAL) } else { value }
}

fn ours<P: Position>(
    position: P,
    evaluator: &dyn Evaluator<P>,
    oracle: Option<&dyn Oracle<P>>,
    limits: &SearchTask<P::Move>,
) -> Found {
    let run = |table: &Table| {
        let means = Means::new(evaluator, table).with_oracle(oracle);
        let answer = search(position.clone(), means, limits, &Control::new(), &mut |_| {});
        answer.expect("the game is not over").best
    };
    let began = Instant::now();
    run(&Table::new(MIB).expect("there is memory"));
    let from_nothing = began.elapsed();
    // The system provides memory as it comes into use. The other engine writes to its table when it
    // makes it, so this table is written to before the clock starts.
    let table = Table::new(MIB).expect("there is memory");
    let depth = Depth::of_plies(0);
    let unused = Entry { value: 0, bound: Bound::Lower, depth, code: None };
    (0..TOUCHES).for_each(|n| table.store(mix64(n), unused));
    let began = Instant::now();
    let best = run(&table);
    let seconds = [from_nothing, began.elapsed()].map(|time| time.as_secs_f64());
    Found { nodes: best.nodes, seconds, value: flat(best.score.value()) }
}

/// The other engine's setups: plain principal variation search, and its two best ones.
fn set_ups() -> [IterativeOptions; 3] {
    let plain = IterativeOptions::new().with_table_byte_size(MIB << 20);
    let best = plain.with_countermoves().with_countermove_history().with_double_step_increment();
    [plain, best, best.with_aspiration_window(5)]
}

fn theirs<E: minimax::Evaluator>(
    start: &<E::G as minimax::Game>::S,
    evaluator: E,
    options: IterativeOptions,
    depth: u8,
) -> Found
where
    <E::G as minimax::Game>::S: Clone,
    <E::G as minimax::Game>::M: Copy + Eq,
{
    let began = Instant::now();
    let mut engine = IterativeSearch::new(evaluator, options);
    let ready = Instant::now();
    engine.set_max_depth(depth);
    engine.choose_move(start);
    let seconds = [began, ready].map(|since| since.elapsed().as_secs_f64());
    let stats = engine.stats(&mut start.clone());
    let nodes = stats.split("Explored ").nth(1).and_then(|rest| rest.split(' ').next());
    let nodes = nodes.and_then(|nodes| nodes.parse().ok()).expect("it tells its nodes");
    Found { nodes, seconds, value: engine.root_value().into() }
}

/// The searchers, by number.
const NAMES: [&str; 6] = [
    "sarsen",
    "plain",
    "best",
    "best, aspiring",
    "sarsen with its oracle",
    "sarsen with oracle and reductions",
];

/// Searches the position after some moves to a depth. The number is an index into [`NAMES`].
type Find = fn(usize, &str, u8) -> Found;

fn in_connect_four(who: usize, columns: &str, depth: u8) -> Found {
    let game = Small::new(7, 6).expect("a size");
    let board = after(game.start(), columns.split("").filter(|column| !column.is_empty()));
    let (oracle, limits) = (game.oracle(), SearchTask::from(Limits::depth(depth.into())));
    let reduced = SearchTask { selectivity: game.selectivity(), ..limits.clone() };
    match who {
        0 => ours(board, &connect_four::Opinion, None, &limits),
        4 => ours(board, &connect_four::Opinion, oracle.as_deref(), &limits),
        5 => ours(board, &connect_four::Opinion, oracle.as_deref(), &reduced),
        who => {
            let stones = connect_four::Stones::after(columns);
            theirs(&stones, connect_four::Opinion, set_ups()[who - 1], depth)
        }
    }
}

fn in_stonehenge(who: usize, moves: &str, depth: u8) -> Found {
    let position = after(Stonehenge.start(), moves.split_whitespace());
    let (oracle, limits) = (Stonehenge.oracle(), SearchTask::from(Limits::depth(depth.into())));
    let reduced = SearchTask { selectivity: Stonehenge.selectivity(), ..limits.clone() };
    match who {
        0 => ours(position, &Stonehenge.usual_evaluator(), None, &limits),
        4 => ours(position, &Stonehenge.usual_evaluator(), oracle.as_deref(), &limits),
        5 => ours(position, &Stonehenge.usual_evaluator(), oracle.as_deref(), &reduced),
        who => theirs(
            &position,
            stonehenge::Opinion(Stonehenge.usual_evaluator()),
            set_ups()[who - 1],
            depth,
        ),
    }
}

/// Returns the position after moves.
fn after<'a, P: Written>(mut position: P, moves: impl Iterator<Item = &'a str>) -> P {
    for text in moves {
        let m = position.parse_move(text).expect("a legal move");
        position.make(m);
    }
    position
}

/// Lets all searchers search all positions, in turn. Prints the medians of the sums over all runs.
fn compare(what: &str, positions: &[&str], depth: u8, runs: usize, find: Find) {
    let mut sums = vec![[Found::default(); NAMES.len()]; runs];
    let mut differences = 0;
    for (run, sums) in sums.iter_mut().enumerate() {
        for position in positions {
            let found: [Found; NAMES.len()] = std::array::from_fn(|who| find(who, position, depth));
            for (sum, found) in sums.iter_mut().zip(&found) {
                sum.nodes += found.nodes;
                sum.seconds[0] += found.seconds[0];
                sum.seconds[1] += found.seconds[1];
            }
            // Only the first four must agree. The oracle sees farther, reductions see less.
            let is_other = |other: &&Found| other.value != found[0].value;
            differences += found[..4].iter().filter(is_other).count() * usize::from(run == 0);
        }
    }
    let median = |who: usize, of: fn(&Found) -> f64| {
        let mut all: Vec<f64> = sums.iter().map(|run| of(&run[who])).collect();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    for (who, name) in NAMES.iter().enumerate() {
        // The other engine orders moves at the root at random, so its nodes differ between runs.
        let nodes = median(who, |found| found.nodes as f64);
        let [ours, all] = [0, who].map(|who| 1000.0 * median(who, |found| found.seconds[0]));
        let [own, alone] = [0, who].map(|who| 1000.0 * median(who, |found| found.seconds[1]));
        println!(
            "| {what}, depth {depth} | {name} | {nodes} | {all:.1} | {:.2} | {alone:.1} | {:.2} |",
            ours / all,
            own / alone
        );
    }
    if differences > 0 {
        println!("\n{differences} root values differ from ours\n");
    }
}

/// Proves only the results, with the oracle.
fn prove(positions: &[&str]) {
    let game = Small::new(7, 6).expect("a size");
    let (oracle, limits) = (game.oracle(), Limits::PROOF.into());
    let (mut nodes, mut seconds) = (0, 0.0);
    for columns in positions {
        let board = after(game.start(), columns.split("").filter(|column| !column.is_empty()));
        let found = ours(board, &connect_four::Opinion, oracle.as_deref(), &limits);
        nodes += found.nodes;
        seconds += found.seconds[0];
    }
    println!("\nsarsen, results alone: {nodes} nodes, {seconds:.3} s from nothing");
}

/// Counts all lines of play of Connect Four of every length up to `depth` with both engines.
fn count(depth: u8) {
    let stones = &mut connect_four::Stones::after("");
    let began = Instant::now();
    let theirs = minimax::perft::<connect_four::Rules>(stones, depth, false);
    let middle = Instant::now();
    let mut board = Small::new(7, 6).expect("a size").start();
    let ours: Vec<u64> = (0..=depth).map(|depth| perft(&mut board, depth.into())).collect();
    let [theirs_took, ours_took] =
        [middle - began, middle.elapsed()].map(|time| time.as_secs_f64());
    assert_eq!(ours, theirs);
    println!("perft 0 to {depth}: sarsen {ours_took:.3} s, minimax {theirs_took:.3} s\n");
}

fn main() {
    let Arguments { runs, depths, middle_depths, stonehenge_depths, perft, exact } =
        Arguments::parse();
    if let Some(depth) = perft {
        count(depth);
    }
    println!(
        "| what | engine | nodes | ms from nothing | ours / this | ms of search | ours / this |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for depth in depths {
        compare("connect4, empty board", &[""], depth, runs, in_connect_four);
    }
    for depth in middle_depths {
        compare("connect4, 20 middle games", &MIDDLE_GAMES, depth, runs, in_connect_four);
    }
    for depth in stonehenge_depths {
        compare("stonehenge, 20 positions", &CIRCLES, depth, runs, in_stonehenge);
    }
    if let Some(depth) = exact {
        compare("connect4, ten of 16 plies", &SIXTEEN_PLIES, depth, 1, in_connect_four);
        prove(&SIXTEEN_PLIES);
    }
}
