//! Matches between evaluators, at equal nodes or at equal time: `cargo bench --bench evaluators`.
//!
//! Each pair of games starts from a random opening. Each evaluator plays either side once, and both
//! have the oracle. At equal nodes the result is the same on every machine:
//!
//! ```text
//! cargo bench --bench evaluators -- --pairs 500 --nodes 5000
//! cargo bench --bench evaluators -- --time-ms 20
//! ```
#![allow(missing_docs)]

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use clap::Parser;
use sarsen::game::{Actor, Evaluator, Game, Oracle, Outcome, Player, Position};
use sarsen::games::connect_four::{Size, Small};
use sarsen::games::stonehenge::Stonehenge;
use sarsen::search::{Control, Limits, Means, search};
use sarsen::transposition::Table;

/// Pairings of Connect Four's evaluators.
const CONNECT_FOUR: [(&str, &str); 3] =
    [("threats", "windows"), ("threats", "chapter"), ("windows", "chapter")];

/// Pairings of Stonehenge's evaluators.
const STONEHENGE: [(&str, &str); 1] = [("lines", "chapter")];

/// The least and the greatest length of a random opening, in plies.
const CONNECT_FOUR_OPENING: [u64; 2] = [4, 11];
const STONEHENGE_OPENING: [u64; 2] = [2, 5];

/// The number of games played at once.
const THREADS: usize = 2;

/// The size of a player's table in MiB.
const HASH: usize = 1;

/// The number of pairs of games for each pairing.
const PAIRS: u64 = 300;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Matches between the evaluators of each game.
#[derive(Parser)]
struct Arguments {
    /// Pairs of games for each pairing [default: 300]
    #[arg(long)]
    pairs: Option<u64>,
    /// Nodes for each move
    #[arg(long, default_value_t = 5_000, conflicts_with = "time_ms")]
    nodes: u64,
    /// Milliseconds for each move, instead of nodes
    #[arg(long)]
    time_ms: Option<u64>,
    /// The seed of the random openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The board of Connect Four
    #[arg(long, default_value = "7x6")]
    size: String,
    /// Only this game: connect4 or stonehenge
    #[arg(long)]
    game: Option<String>,
    /// Given by cargo bench. Without it, a single pair shows that the program works.
    #[arg(long, hide = true)]
    bench: bool,
}

impl Arguments {
    fn pairs(&self) -> u64 {
        self.pairs.unwrap_or(if self.bench { PAIRS } else { 1 })
    }
}

/// A generator of random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        sarsen::game::split_mix(&mut self.0)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}

/// The results of one evaluator against another.
#[derive(Default)]
struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    pairs: u32,
    /// The sum of the points of all pairs. A pair has 0 to 4 points; a win counts 2.
    points: u32,
    /// The sum of the squares of these points.
    squares: u32,
}

impl Tally {
    /// Adds the two games of a pair, as 2 points for a win and 1 for a draw.
    fn add(&mut self, games: [u32; 2]) {
        for points in games {
            match points {
                2 => self.wins += 1,
                1 => self.draws += 1,
                _ => self.losses += 1,
            }
        }
        let points = games[0] + games[1];
        self.pairs += 1;
        self.points += points;
        self.squares += points * points;
    }

    /// Returns the score and its standard error over the pairs, in percent.
    fn percent(&self) -> (f64, f64) {
        let pairs = f64::from(self.pairs);
        let mean = f64::from(self.points) / pairs;
        let variance = f64::from(self.squares) / pairs - mean * mean;
        let error = (variance.max(0.0) / (pairs - 1.0).max(1.0)).sqrt();
        (25.0 * mean, 25.0 * error)
    }
}

/// A match between two evaluators.
struct Match<'a, G: Game> {
    game: &'a G,
    opening: [u64; 2],
    evaluators: [&'a dyn Evaluator<G::Position>; 2],
    oracle: Option<&'a dyn Oracle<G::Position>>,
    arguments: &'a Arguments,
}

impl<G: Game> Match<'_, G> {
    /// Plays all pairs, [`THREADS`] at once.
    fn run(&self) -> Result<Tally, Failure> {
        let tally = Mutex::new(Tally::default());
        let next = AtomicU64::new(0);
        let play_pairs = || -> Result<(), Failure> {
            let mut tables = [Table::new(HASH)?, Table::new(HASH)?];
            loop {
                let pair = next.fetch_add(1, Relaxed);
                if pair >= self.arguments.pairs() {
                    return Ok(());
                }
                let opening = self.opening(pair);
                let mut games = [0; 2];
                for (first, points) in games.iter_mut().enumerate() {
                    *points = self.play(opening.clone(), first, &mut tables)?;
                }
                tally.lock().map_err(|error| error.to_string())?.add(games);
            }
        };
        thread::scope(|scope| {
            let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(play_pairs)).collect();
            threads.into_iter().try_for_each(|thread| thread.join().expect("a thread has ended"))
        })?;
        Ok(tally.into_inner()?)
    }

    /// Returns the unfinished position from which a pair of games starts.
    fn opening(&self, pair: u64) -> G::Position {
        let mut random = Random(Random(self.arguments.seed).next() ^ pair);
        let [least, greatest] = self.opening;
        loop {
            let mut position = self.game.start();
            for _ in 0..least + random.below(greatest - least + 1) {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.make(moves[random.below(moves.len() as u64) as usize]);
            }
            if position.outcome().is_none() {
                return position;
            }
        }
    }

    /// Plays a game in which evaluator number `first` is the first player. Returns the points of
    /// evaluator 0.
    fn play(
        &self,
        mut position: G::Position,
        first: usize,
        tables: &mut [Table; 2],
    ) -> Result<u32, Failure> {
        tables.iter_mut().for_each(Table::clear);
        loop {
            match position.outcome() {
                Some(Outcome::Win(winner)) => {
                    return Ok(if winner.index() == first { 2 } else { 0 });
                }
                Some(Outcome::Draw) => return Ok(1),
                None => {}
            }
            let Actor::Player(player) = position.actor() else {
                return Err("chance has no part in these games".into());
            };
            let number = if player == Player::First { first } else { 1 - first };
            let means =
                Means::new(self.evaluators[number], &tables[number]).with_oracle(self.oracle);
            let limits = match self.arguments.time_ms {
                Some(time) => Limits::time(Duration::from_millis(time)),
                None => Limits::nodes(self.arguments.nodes),
            };
            let answer =
                search(position.clone(), means, &limits.into(), &Control::new(), &mut |_| {})
                    .ok_or("a search without an answer")?;
            position.make(answer.best.variation[0]);
        }
    }
}

/// Plays the pairings of a game and prints their results.
fn play_game<G: Game>(
    game: &G,
    opening: [u64; 2],
    pairings: &[(&str, &str)],
    arguments: &Arguments,
) -> Result<(), Failure> {
    if arguments.game.as_ref().is_some_and(|wanted| wanted != game.name()) {
        return Ok(());
    }
    let evaluators = game.evaluators();
    let oracle = game.oracle();
    let named = |wanted: &str| {
        let found = evaluators.iter().find(|(name, _)| *name == wanted);
        found.map(|(_, evaluator)| &**evaluator).ok_or(format!("no evaluator {wanted}"))
    };
    for &(name, opponent) in pairings {
        let evaluators = [named(name)?, named(opponent)?];
        let tally =
            Match { game, opening, evaluators, oracle: oracle.as_deref(), arguments }.run()?;
        let (score, error) = tally.percent();
        println!(
            "{} {name}-{opponent} wins {} draws {} losses {} score {score:.1} +- {error:.1}",
            game.name(),
            tally.wins,
            tally.draws,
            tally.losses,
        );
    }
    Ok(())
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let connect_four = Small::of_size(Size::parse(&arguments.size)?)?;
    play_game(&connect_four, CONNECT_FOUR_OPENING, &CONNECT_FOUR, arguments)?;
    play_game(&Stonehenge, STONEHENGE_OPENING, &STONEHENGE, arguments)
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("evaluators: {error}");
            ExitCode::FAILURE
        }
    }
}
