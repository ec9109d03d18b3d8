//! What `sarsen serve` bears: a thousand idle games, a hundred connections that always search, and
//! how soon a move is there that is known. One thread of this program holds all connections.
//!
//! `cargo bench --bench load [-- [--json] [SECONDS [CONNECTIONS]]]`: the load lasts so many
//! seconds, and so many connections are idle. Whatever the seconds, it takes about two minutes
//! more. The goals are for a machine that does nothing else.
#![allow(missing_docs)]

#[path = "load/socket.rs"]
mod socket;
#[path = "../tests/support/web.rs"]
#[allow(dead_code)]
mod web;

use std::io::Result;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use serde::Serialize;
use tokio::task::{LocalSet, spawn_local};
use tokio::time::{sleep, timeout};

use socket::LoadSocket;
use web::Server;

/// How many connections search all the time, and how many others ask whether the engine is ready.
const BUSY: usize = 100;
const OTHERS: usize = 20;

/// How often the others ask.
const PAUSE: Duration = Duration::from_millis(50);

/// After this time, answers show whether they are shared out fairly.
const ENOUGH: Duration = Duration::from_secs(10);

/// After this time, a server keeps no memory for searches that are over.
const REST: Duration = Duration::from_secs(65);

/// No step takes longer, unless the server hangs.
const PATIENCE: Duration = Duration::from_secs(200);

/// The games of the idle connections, in turn.
const GAMES: [&str; 6] = [
    "newgame connect4\nposition startpos moves 4 4 4 4 4 2 2 6",
    "newgame stonehenge\nposition startpos moves 6@7 5@3 4@8",
    "newgame othello\nposition startpos moves e6 f6 f5 d6",
    "newgame checkers\nposition startpos moves 11-15 22-17 15-19",
    "newgame abalone\nposition startpos moves c3c5d3 i5h4",
    "newgame nuba\nposition startpos moves 1@c2 X@b5 X@c1",
];

/// Positions whose best move the book or the solver knows.
const KNOWN: [(&str, &str); 4] = [
    ("book, connect4", "newgame connect4\nposition startpos moves 4"),
    ("book, stonehenge", "newgame stonehenge\nposition startpos"),
    ("book, othello", "newgame othello\nposition startpos moves e6"),
    (
        "solver, connect4",
        "newgame connect4\nposition startpos moves 3 4 3 4 1 1 2 6 2 2 2 2 4 3 3 4",
    ),
];

/// How often each of them is asked for.
const TIMES: usize = 30;

/// The room for the name of a figure.
const WIDTH: usize = 62;

/// A figure, and what it should be.
#[derive(Serialize)]
struct Figure {
    what: String,
    value: f64,
    unit: &'static str,
    goal: Option<Goal>,
    holds: Option<bool>,
}

/// A bound for a figure.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
enum Goal {
    AtLeast(f64),
    Below(f64),
}

impl Figure {
    fn new(what: impl Into<String>, value: f64, unit: &'static str, goal: Option<Goal>) -> Self {
        let holds = goal.map(|goal| match goal {
            Goal::AtLeast(bound) => value >= bound,
            Goal::Below(bound) => value < bound,
        });
        Self { what: what.into(), value, unit, goal, holds }
    }

    fn print(&self) {
        let goal = match self.goal {
            Some(Goal::AtLeast(bound)) => format!("goal at least {bound}"),
            Some(Goal::Below(bound)) => format!("goal below {bound}"),
            None => String::new(),
        };
        let verdict = match self.holds {
            Some(true) => "met",
            Some(false) => "MISSED",
            None => "",
        };
        let Self { what, value, unit, .. } = self;
        let line = format!("{what:WIDTH$} {value:10.3} {unit:5} {goal:18} {verdict}");
        println!("{}", line.trim_end());
    }
}

/// The value below which this many of a thousand lie, in milliseconds.
fn quantile(times: &mut [Duration], permille: usize) -> f64 {
    times.sort_unstable();
    times[(times.len() - 1) * permille / 1000].as_secs_f64() * 1e3
}

/// Jain's index of fairness: 1 if all have the same, 1/n if one has all.
fn jain(counts: &[u64]) -> f64 {
    let sum: f64 = counts.iter().map(|&count| count as f64).sum();
    let squares: f64 = counts.iter().map(|&count| (count * count) as f64).sum();
    sum * sum / (counts.len() as f64 * squares)
}

/// The resident memory of the server in KiB.
fn resident(server: &Server) -> f64 {
    server.memory("VmRSS:") as f64
}

/// Many connections with a game each, and nothing to do.
async fn idle(connections: usize, figures: &mut Vec<Figure>) -> Result<()> {
    let server = Server::start(&["--threads", "2"]);
    // Sessions of all games have been there once, but no search.
    let mut first = LoadSocket::open(server.address).await?;
    for game in GAMES {
        first.ask(&format!("{game}\nisready"), "readyok").await?;
    }
    drop(first);
    let before = resident(&server);
    let mut sockets = Vec::new();
    for number in 0..connections {
        let mut socket = LoadSocket::open(server.address).await?;
        socket.ask(&format!("{}\nisready", GAMES[number % GAMES.len()]), "readyok").await?;
        sockets.push(socket);
    }
    let each = |now: f64| (now - before) / connections as f64;
    let what = format!("memory of one of {connections} connections, a game set up");
    figures.push(Figure::new(what, each(resident(&server)), "KiB", Some(Goal::Below(100.0))));
    for socket in &mut sockets {
        socket.ask("go depth 6", "bestmove").await?;
    }
    let what = format!("memory of one of {connections} connections, just after a search");
    figures.push(Figure::new(what, each(resident(&server)), "KiB", None));
    try_join_all(sockets.iter_mut().map(|socket| socket.rest(REST))).await?;
    let what = format!("memory of one of {connections} connections, {REST:?} later");
    figures.push(Figure::new(what, each(resident(&server)), "KiB", Some(Goal::Below(100.0))));
    let mut times = Vec::new();
    for socket in sockets.iter_mut().take(200) {
        let asked = Instant::now();
        socket.ask("isready", "readyok").await?;
        times.push(asked.elapsed());
    }
    figures.push(Figure::new("isready among them, p99", quantile(&mut times, 990), "ms", None));
    Ok(())
}

/// Asks for one move after another until the end. Returns how many came.
async fn busy(address: SocketAddr, number: usize, end: Instant) -> Result<u64> {
    let mut socket = LoadSocket::open(address).await?;
    let game = GAMES[number % GAMES.len()];
    socket.ask(&format!("setoption name Book value\n{game}\nisready"), "readyok").await?;
    let mut count = 0;
    loop {
        socket.ask("go movetime 50", "bestmove").await?;
        if Instant::now() >= end {
            return Ok(count);
        }
        count += 1;
    }
}

/// Asks now and then whether the engine is ready, until the end. Returns how long that took.
async fn other(address: SocketAddr, end: Instant) -> Result<Vec<Duration>> {
    let mut socket = LoadSocket::open(address).await?;
    let mut times = Vec::new();
    while Instant::now() < end {
        let asked = Instant::now();
        socket.ask("isready", "readyok").await?;
        times.push(asked.elapsed());
        sleep(PAUSE).await;
    }
    Ok(times)
}

/// Many connections that always search, and some others.
async fn crowd(time: Duration, figures: &mut Vec<Figure>) -> Result<()> {
    let server = Server::start(&["--threads", "2"]);
    let (address, end) = (server.address, Instant::now() + time);
    let searching: Vec<_> =
        (0..BUSY).map(|number| spawn_local(busy(address, number, end))).collect();
    let asking: Vec<_> = (0..OTHERS).map(|_| spawn_local(other(address, end))).collect();
    // Somebody who plays a move that the book knows.
    let lucky = spawn_local(async move {
        sleep(time / 4).await;
        known(address, KNOWN[0].1, TIMES / 3).await
    });
    let (mut counts, mut times) = (Vec::new(), Vec::new());
    for task in searching {
        counts.push(task.await??);
    }
    for task in asking {
        times.extend(task.await??);
    }
    let all = counts.iter().sum::<u64>() as f64;
    let seconds = time.as_secs();
    let what = format!("answers to {BUSY} that ask for 50 ms, in {seconds} s");
    figures.push(Figure::new(what, all, "", None));
    // In a shorter time each has so few answers that one more or less decides.
    let goal = (time >= ENOUGH).then_some(Goal::AtLeast(0.95));
    figures.push(Figure::new("Jain's index of them", jain(&counts), "", goal));
    let least = counts.iter().min().copied().unwrap_or_default() as f64;
    let most = counts.iter().max().copied().unwrap_or_default() as f64;
    figures.push(Figure::new("fewest answers to one", least, "", None));
    figures.push(Figure::new("most answers to one", most, "", None));
    figures.push(Figure::new("isready of others, p50", quantile(&mut times, 500), "ms", None));
    let p99 = quantile(&mut times, 990);
    figures.push(Figure::new("isready of others, p99", p99, "ms", Some(Goal::Below(20.0))));
    let mut lucky = lucky.await??;
    let what = "a move from the book among them, p50";
    figures.push(Figure::new(what, quantile(&mut lucky, 500), "ms", None));
    Ok(())
}

/// Asks for a move as a page does. Returns how long that took each time.
async fn known(address: SocketAddr, position: &str, times: usize) -> Result<Vec<Duration>> {
    let mut socket = LoadSocket::open(address).await?;
    let mut found = Vec::new();
    for _ in 0..times {
        let asked = Instant::now();
        socket.ask(&format!("{position}\ngo movetime 1000"), "bestmove").await?;
        found.push(asked.elapsed());
    }
    Ok(found)
}

/// How soon a move is there that is known.
async fn clicks(figures: &mut Vec<Figure>) -> Result<()> {
    let server = Server::start(&["--threads", "2"]);
    for (what, position) in KNOWN {
        let mut times = known(server.address, position, TIMES).await?;
        let p50 = quantile(&mut times, 500);
        figures.push(Figure::new(format!("a known move: {what}, p50"), p50, "ms", None));
        let most = quantile(&mut times, 1000);
        let what = format!("a known move: {what}, the slowest of {TIMES}");
        figures.push(Figure::new(what, most, "ms", Some(Goal::Below(100.0))));
    }
    Ok(())
}

/// All measurements, in order.
async fn measure(time: Duration, connections: usize) -> Result<Vec<Figure>> {
    let mut figures = Vec::new();
    timeout(PATIENCE, idle(connections, &mut figures)).await??;
    timeout(time + PATIENCE, crowd(time, &mut figures)).await??;
    timeout(PATIENCE, clicks(&mut figures)).await??;
    Ok(figures)
}

/// Prints figures for people, and how many goals are met.
fn print(figures: &[Figure]) {
    figures.iter().for_each(Figure::print);
    let goals = figures.iter().filter_map(|figure| figure.holds);
    let met = goals.clone().filter(|holds| *holds).count();
    println!("{met} of {} goals are met", goals.count());
}

/// What else the machine does: how many threads ran or wanted to, on average over a minute.
fn load_of_machine() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

/// The seconds, the connections, and whether the figures are printed as JSON. `cargo bench` adds a
/// word of its own.
fn arguments() -> Option<(u64, usize, bool)> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let (options, numbers): (Vec<&String>, Vec<&String>) =
        words.iter().partition(|word| word.starts_with('-'));
    let is_json = options.iter().all(|word| *word == "--json").then_some(!options.is_empty())?;
    let numbers: Option<Vec<u32>> = numbers.iter().map(|word| word.parse().ok()).collect();
    match numbers?[..] {
        [] => Some((30, 1000, is_json)),
        [seconds @ 1..=3600] => Some((seconds.into(), 1000, is_json)),
        [seconds @ 1..=3600, connections @ 1..=100_000] => {
            Some((seconds.into(), connections as usize, is_json))
        }
        _ => None,
    }
}

/// Lets this program, and the server that it starts, open as many files as the system allows.
fn open_many() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // If that is refused, opening a connection says so.
    let _ = setrlimit(Resource::Nofile, limit);
}

fn main() {
    let Some((seconds, connections, is_json)) = arguments() else {
        eprintln!("usage: cargo bench --bench load [-- [--json] [SECONDS [CONNECTIONS]]]");
        std::process::exit(2);
    };
    let time = Duration::from_secs(seconds);
    open_many();
    let before =
        load_of_machine().map(|load| Figure::new("load of the machine before", load, "", None));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let local = LocalSet::new();
    let measured = local.block_on(&runtime.expect("a runtime"), measure(time, connections));
    let mut figures = measured.expect("a server that answers");
    figures.splice(0..0, before);
    if is_json {
        println!("{}", serde_json::to_string_pretty(&figures).expect("numbers"));
    } else {
        print(&figures);
    }
}
