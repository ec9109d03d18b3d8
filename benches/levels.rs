//! What the strengths are worth: `cargo bench --bench levels`.
//!
//! ```text
//! cargo bench --bench levels -- othello --games 400
//! cargo bench --bench levels -- othello --games 400 --measure --from 150
//! ```
//!
//! Each strength plays against the one a tenth below, and strength 0 against two one-ply players.
//! With `--measure`, players of growing skill play instead. What comes out are skills whose steps
//! are worth the same, from the one of `--from` to the full one, as in `Evaluator::levels`. With
//! `--people`, the strengths that have names on the page play against players who never change.
//!
//! Pairs of games have the same random opening and the same dice. All limits are nodes, so the
//! result is the same on every machine.
#![allow(missing_docs)]

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use clap::Parser;
use sarsen::game::{Outcome, Player, Skill, split_mix};
use sarsen::games::registry;
use sarsen::matches::contest::statistics::{Pairs, elo_of};
use sarsen::search::{Control, Limits};
use sarsen::session::{FairDice, Handicap, Request, Session};
use sarsen::transposition::Table;

/// The skills of the players that are measured.
const LADDER: [u16; 17] =
    [0, 25, 50, 100, 150, 200, 250, 300, 350, 400, 500, 600, 700, 800, 900, 950, 1000];

/// The strengths that have names on the page.
const NAMED: [u8; 6] = [0, 10, 25, 50, 75, 100];

/// A game that is longer is a draw, in plies.
const LONGEST: usize = 500;

/// The size of a player's table in MiB.
const TABLE: usize = 4;

#[derive(Parser)]
struct Arguments {
    /// The game and its setup
    game: String,
    /// The games of each match
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// The random plies before each pair of games
    #[arg(long, default_value_t = 4)]
    plies: usize,
    /// Find skills that make an even scale
    #[arg(long)]
    measure: bool,
    /// Play the strengths that have names against players who never change
    #[arg(long)]
    people: bool,
    /// The skill of strength 0
    #[arg(long, default_value_t = 0)]
    from: u16,
    /// Games that are played at once
    #[arg(long, default_value_t = 2)]
    threads: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Given by cargo bench
    #[arg(long, hide = true)]
    bench: bool,
}

#[derive(Clone, Copy)]
enum Kind {
    /// The engine, with this skill.
    Skilled(Skill),
    /// Wins if one move does, and keeps the opponent from doing so. Otherwise plays at random.
    Sensible,
    /// Makes any move.
    Random,
    /// Makes the move that the evaluator likes best after so many plies.
    Plies(u32),
}

/// A player with a memory of its own.
struct Seat {
    kind: Kind,
    table: Table,
}

impl Seat {
    fn choose(&mut self, session: &mut dyn Session, seed: u64) -> String {
        match self.kind {
            Kind::Sensible => sensible(session, seed),
            Kind::Random => {
                let mut moves = session.moves();
                let at = split_mix(&mut (seed ^ session.key())) % moves.len() as u64;
                moves.swap_remove(at as usize)
            }
            Kind::Plies(plies) => self.search(session, Limits::depth(plies).into()),
            Kind::Skilled(Skill::FULL) => {
                let limits = Limits::nodes(Skill::FULL.nodes());
                self.search(session, Request { limits, selectivity: 100, ..Request::default() })
            }
            Kind::Skilled(skill) => {
                let handicap = Some(Handicap { skill, seed });
                self.search(session, Request { handicap, selectivity: 100, ..Request::default() })
            }
        }
    }

    fn search(&mut self, session: &mut dyn Session, request: Request) -> String {
        let control = Control::new();
        let answer = session.search(&request, &self.table, &control, &mut |_| {});
        answer.expect("a game in progress").best.variation.swap_remove(0)
    }
}

/// A move of the one-ply player of sense.
fn sensible(session: &mut dyn Session, seed: u64) -> String {
    let mut state = seed ^ session.key();
    let mut moves = session.moves();
    let mover = session.to_move();
    let wins = |session: &mut dyn Session, m: &str, player| {
        session.play(m).expect("a legal move");
        let is_won = session.outcome() == Some(Outcome::Win(player));
        session.undo(1).expect("a move");
        is_won
    };
    let mut safe = Vec::new();
    for at in 0..moves.len() {
        if mover.is_some_and(|mover| wins(session, &moves[at], mover)) {
            return moves.swap_remove(at);
        }
        session.play(&moves[at]).expect("a legal move");
        let is_lost = session.outcome().is_none()
            && session.to_move().is_some_and(|other| {
                Some(other) != mover && session.moves().iter().any(|m| wins(session, m, other))
            });
        session.undo(1).expect("a move");
        if !is_lost {
            safe.push(at);
        }
    }
    let at = match safe.len() as u64 {
        0 => split_mix(&mut state) as usize % moves.len(),
        count => safe[(split_mix(&mut state) % count) as usize],
    };
    moves.swap_remove(at)
}

/// The half points of the first seat in one game, in which it plays this side.
fn game(
    session: &mut dyn Session,
    seats: &mut [Seat; 2],
    plies: usize,
    side: Player,
    seed: u64,
) -> usize {
    let dice = FairDice::new(seed);
    session.restart();
    let mut state = seed;
    while session.outcome().is_none() && session.ply() < LONGEST {
        let m = match session.to_move() {
            None => dice.roll(&*session).expect("a die"),
            Some(_) if session.ply() < plies => {
                let mut moves = session.moves();
                let at = split_mix(&mut state) as usize % moves.len();
                moves.swap_remove(at)
            }
            Some(player) => {
                let seat = usize::from(player != side);
                let seed =
                    seed.wrapping_mul(4) + 2 * seat as u64 + u64::from(side == Player::First);
                seats[seat].choose(session, seed)
            }
        };
        session.play(&m).expect("a legal move");
    }
    match session.outcome() {
        Some(Outcome::Win(winner)) => 2 * usize::from(winner == side),
        _ => 1,
    }
}

/// The pairs of the first player's results.
fn duel(arguments: &Arguments, kinds: [Kind; 2]) -> Pairs {
    let next = AtomicU64::new(0);
    let pairs = Mutex::new(Pairs::default());
    thread::scope(|scope| {
        for _ in 0..arguments.threads {
            scope.spawn(|| {
                let registry = registry();
                let mut session = registry.open_title(&arguments.game).expect("a game");
                let mut seats =
                    kinds.map(|kind| Seat { kind, table: Table::new(TABLE).expect("memory") });
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= arguments.games / 2 {
                        break;
                    }
                    let seed = arguments.seed.wrapping_mul(1 << 20).wrapping_add(number);
                    let points = [Player::First, Player::Second].map(|side| {
                        seats.iter_mut().for_each(|seat| seat.table.clear());
                        game(&mut *session, &mut seats, arguments.plies, side, seed)
                    });
                    pairs.lock().expect("no panic").add(points.into_iter().sum());
                }
            });
        }
    });
    pairs.into_inner().expect("no panic")
}

/// The Elo difference of a match. A score of everything counts as one that lacks half a game.
fn difference(pairs: &Pairs) -> f64 {
    let least = 0.5 / (2 * pairs.count()) as f64;
    elo_of(pairs.mean().clamp(least, 1.0 - least))
}

fn tell(name: &str, pairs: &Pairs) {
    let error = pairs.elo().and_then(|elo| elo.error);
    let error = error.map_or(String::new(), |error| format!(" ± {error:.0}"));
    println!("{name}: {:.1} %, {:+.0} Elo{error}", 100.0 * pairs.mean(), difference(pairs));
}

/// Plays the ladder. Tells the skills whose steps are worth the same.
fn measure(arguments: &Arguments) {
    let mut ladder: Vec<u16> = LADDER.into_iter().filter(|&it| it > arguments.from).collect();
    ladder.insert(0, arguments.from);
    let mut worth = vec![0.0];
    for pair in ladder.windows(2) {
        let kinds = [pair[1], pair[0]].map(|skill| Kind::Skilled(Skill(skill)));
        let pairs = duel(arguments, kinds);
        tell(&format!("skill {} against {}", pair[1], pair[0]), &pairs);
        worth.push(worth[worth.len() - 1] + difference(&pairs).max(1.0));
    }
    let all = worth[worth.len() - 1];
    let levels: Vec<u16> = (0..=10)
        .map(|tenth| {
            let wanted = all * f64::from(tenth) / 10.0;
            let at = worth.iter().rposition(|&it| it <= wanted).unwrap_or(0).min(ladder.len() - 2);
            let part = (wanted - worth[at]) / (worth[at + 1] - worth[at]);
            let [low, high] = [ladder[at], ladder[at + 1]].map(f64::from);
            (low + (high - low) * part).round() as u16
        })
        .collect();
    println!("{}: {all:.0} Elo in all; levels {levels:?}", arguments.game);
}

/// Plays the strengths of the game, and strength 0 against players who look one ply ahead.
fn check(arguments: &Arguments) {
    let session = registry().open_title(&arguments.game).expect("a game");
    let skilled = |strength| Kind::Skilled(session.skill(strength));
    for (kind, name) in [(Kind::Sensible, "one ply of sense"), (Kind::Plies(1), "one ply, greedy")]
    {
        for strength in [0, 10, 20] {
            let pairs = duel(arguments, [kind, skilled(strength)]);
            tell(&format!("{name} against strength {strength}"), &pairs);
        }
    }
    for tenth in 1..=10 {
        let pairs = duel(arguments, [skilled(10 * tenth), skilled(10 * (tenth - 1))]);
        tell(&format!("strength {} against {}", 10 * tenth, 10 * (tenth - 1)), &pairs);
    }
}

/// Tells what people may expect: the points of the strengths that have names, in percent.
fn people(arguments: &Arguments) {
    let session = registry().open_title(&arguments.game).expect("a game");
    let others = [
        (Kind::Random, "random"),
        (Kind::Sensible, "sense"),
        (Kind::Plies(1), "one ply"),
        (Kind::Plies(3), "three plies"),
    ];
    println!("| {} | {} |", arguments.game, others.map(|(_, name)| name).join(" | "));
    for strength in NAMED {
        let skilled = Kind::Skilled(session.skill(strength));
        let points = others.map(|(other, _)| {
            let pairs = duel(arguments, [skilled, other]);
            format!("{:.0}", 100.0 * pairs.mean())
        });
        println!("| {strength} | {} |", points.join(" | "));
    }
}

fn main() {
    let arguments = Arguments::parse();
    match (arguments.measure, arguments.people) {
        (true, _) => measure(&arguments),
        (false, true) => people(&arguments),
        (false, false) => check(&arguments),
    }
}
