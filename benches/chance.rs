//! The search where chance acts, beside full expectimax and beside exact values, in EinStein:
//! `cargo bench --bench chance`.
//!
//! ```text
//! cargo bench --bench chance -- --positions 20 --depth 10
//! cargo bench --bench chance -- --stones 6 --positions 50 --time-ms 1000
//! ```
//!
//! Without `--stones` it compares nodes: those of all iterations up to the depth, and those of full
//! expectimax, which visits every move and every throw. With `--stones` it compares the odds that a
//! search with this time tells, in positions with so many stones, with those that a search to the
//! end of the game proves.
#![allow(missing_docs)]

use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use sarsen::game::value::{EVAL_MAX, Score, Value, is_loss, is_win, share};
use sarsen::game::{Actor, Evaluator, Game, Player, Position, final_value, split_mix};
use sarsen::games::einstein::{Einstein, EinsteinPosition};
use sarsen::search::{Answer, Control, Limits, Means, search};
use sarsen::transposition::Table;

/// The plies of the set-up.
const SET_UP: u64 = 12;

/// The most random plies after the set-up, in a position that is compared by nodes.
const PLIES: u64 = 28;

#[derive(Parser)]
struct Arguments {
    /// Ignored; cargo passes it.
    #[arg(long, hide = true)]
    bench: bool,
    /// How many positions are compared
    #[arg(long, default_value_t = 20)]
    positions: usize,
    /// The depth of the searches in plies; ten are five throws
    #[arg(long, default_value_t = 10)]
    depth: u32,
    /// Compare odds in positions with so many stones
    #[arg(long)]
    stones: Option<u32>,
    /// The time of each search whose odds are compared
    #[arg(long, default_value_t = 1000)]
    time_ms: u64,
    /// The memory of the searches that prove, in MiB
    #[arg(long, default_value_t = 2048)]
    hash: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Random positions in which a player is to move and the game goes on.
struct Positions(u64);

impl Positions {
    /// The position after random moves: after so many plies, or as soon as so many stones are left.
    fn next(&mut self, stones: Option<u32>) -> EinsteinPosition {
        loop {
            let mut position = Einstein.start();
            let plies = SET_UP + split_mix(&mut self.0) % PLIES;
            let mut ply = 0;
            let is_enough = |position: &EinsteinPosition, ply: u64| match stones {
                Some(most) => {
                    ply > SET_UP
                        && position.stones(Player::First) + position.stones(Player::Second) <= most
                }
                None => ply >= plies,
            };
            while position.outcome().is_none()
                && (position.actor().is_chance() || !is_enough(&position, ply))
            {
                let moves = position.legal_moves();
                let at = split_mix(&mut self.0) % moves.len() as u64;
                position.make(moves[at as usize]);
                ply += 1;
            }
            // A side that is nearly wiped out is no middle game.
            let few = stones.map_or(0, |stones| stones / 3);
            let is_fair =
                [Player::First, Player::Second].iter().all(|&one| position.stones(one) >= few);
            if position.outcome().is_none() && is_fair {
                return position;
            }
        }
    }
}

/// Full expectimax: every move and every throw, without bounds and without memory.
struct Expectimax<'a> {
    evaluator: &'a dyn Evaluator<EinsteinPosition>,
    me: Player,
    nodes: u64,
}

impl Expectimax<'_> {
    fn value(&mut self, position: &mut EinsteinPosition, depth: u32, ply: usize) -> Value {
        self.nodes += 1;
        if let Some(value) = final_value(position, self.me, ply) {
            return value;
        }
        if depth == 0 && self.evaluator.is_stable(position) {
            return self.evaluator.evaluate(position, self.me);
        }
        let moves = position.legal_moves();
        let mut values = Vec::new();
        for m in moves {
            let undo = position.make(m);
            values.push(self.value(position, depth.saturating_sub(1), ply + 1));
            position.unmake(m, undo);
        }
        let all = || values.iter().copied();
        match position.actor() {
            Actor::Player(player) if player == self.me => all().max().unwrap_or(0),
            Actor::Player(_) => all().min().unwrap_or(0),
            Actor::Chance(_) if all().all(is_win) => all().min().unwrap_or(0),
            Actor::Chance(_) if all().all(is_loss) => all().max().unwrap_or(0),
            // A die: all faces are as likely.
            Actor::Chance(_) => {
                let sum: i64 = all().map(|value| i64::from(value.clamp(-EVAL_MAX, EVAL_MAX))).sum();
                (sum / values.len() as i64) as Value
            }
        }
    }
}

fn searched(
    position: &EinsteinPosition,
    table: &Table,
    limits: Limits,
) -> Answer<<EinsteinPosition as Position>::Move> {
    let evaluators = Einstein.evaluators();
    let oracle = Einstein.oracle();
    let means = Means::new(&*evaluators[0].1, table)
        // Full expectimax has none.
        .with_oracle(oracle.as_deref().filter(|_| limits.depth.is_none()));
    let answer = search(*position, means, &limits.into(), &Control::new(), &mut |_| {});
    answer.expect("a player is to move")
}

fn compare_nodes(arguments: &Arguments) {
    let evaluators = Einstein.evaluators();
    let mut positions = Positions(arguments.seed);
    let (mut full, mut ours, mut differ) = (0, 0, 0);
    for _ in 0..arguments.positions {
        let mut position = positions.next(None);
        let me = position.actor().turn();
        let table = Table::new(64).expect("there is memory");
        let answer = searched(&position, &table, Limits::depth(arguments.depth));
        let mut plain = Expectimax { evaluator: &*evaluators[0].1, me, nodes: 0 };
        let value = plain.value(&mut position, arguments.depth, 0);
        full += plain.nodes;
        ours += answer.best.nodes;
        let is_same = match answer.best.score {
            Score::Win(None) => is_win(value),
            Score::Loss(None) => is_loss(value),
            score => score.value() == value,
        };
        differ += usize::from(!is_same);
    }
    println!(
        "depth {}, {} positions: {ours} nodes in all iterations, {full} of full expectimax: {:.4}; \
         values that differ: {differ}",
        arguments.depth,
        arguments.positions,
        ours as f64 / full as f64
    );
}

fn compare_odds(arguments: &Arguments, stones: u32) {
    let mut positions = Positions(arguments.seed);
    let time = Duration::from_millis(arguments.time_ms);
    let (mut errors, mut depths) = (Vec::new(), 0);
    for _ in 0..arguments.positions {
        let position = positions.next(Some(stones));
        let table = Table::new(64).expect("there is memory");
        let odds = |score: Score| share(score.value());
        let quick = searched(&position, &table, Limits::time(time));
        let large = Table::new(arguments.hash).expect("there is memory");
        let exact = searched(&position, &large, Limits::NONE);
        assert!(exact.exact, "it has searched to the end");
        errors.push((odds(quick.best.score) - odds(exact.best.score)).abs());
        depths += quick.best.depth;
    }
    errors.sort_by(f64::total_cmp);
    let count = errors.len();
    println!(
        "{stones} stones, {count} positions, {} ms: mean error {:.5}, median {:.5}, greatest {:.5}, \
         mean depth {:.1}",
        arguments.time_ms,
        errors.iter().sum::<f64>() / count as f64,
        errors[count / 2],
        errors[count - 1],
        f64::from(depths) / count as f64
    );
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match arguments.stones {
        None => compare_nodes(&arguments),
        Some(stones) => compare_odds(&arguments, stones),
    }
    ExitCode::SUCCESS
}
