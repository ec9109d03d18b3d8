//! Does the engine play Connect Four perfectly? Games at a time a move, from the empty board, against a random mover and against
//! the engine's own search without its solver and book; an exact judge looks whether a move ever lowers the score.
//! `cargo bench --bench perfect [-- GAMES [MS]]`.
#![allow(missing_docs)]

use std::collections::HashMap;
use std::time::{Duration, Instant};

use sarsen::clock::Budget;
use sarsen::engine::{Engine, Purpose};
use sarsen::game::{Effort, Player, split_mix};
use sarsen::games::registry;
use sarsen::search::{Control, Info};
use sarsen::session::{Request, Session};
use sarsen::value::{Value, from_node, win_in};

const HASH: usize = 64;
/// Memory of the judge.
const BYTES: usize = 64 << 20;

/// What positions are worth, by a solver that starts from nothing for none of them.
struct Judge {
    session: Box<dyn Session>,
    known: HashMap<u64, Value>,
}

impl Judge {
    /// The value after these moves, for the side to move, or for who would be.
    fn value(&mut self, moves: &str) -> Value {
        self.session.set_position(None, moves).expect("legal moves");
        match self.session.outcome() {
            None => {}
            Some(sarsen::game::Outcome::Draw) => return 0,
            Some(sarsen::game::Outcome::Win(_)) => return -win_in(0),
        }
        let session = &mut self.session;
        *self.known.entry(session.key()).or_insert_with(|| {
            let found = session.solve(BYTES, &Effort::UNLIMITED).expect("a solver");
            found.value().expect("no limits")
        })
    }
}

/// Who plays against the engine.
enum Opponent {
    Random(u64),
    Search(Box<Engine>),
}

fn engine(options: &[(&str, &str)]) -> Engine {
    let mut engine =
        Engine::new(registry().open("connect4", "").expect("a game"), HASH).expect("memory");
    for (name, value) in options {
        assert!(engine.set(name, Some(value)).expect("a value"), "{name}");
    }
    engine
}

/// The move that an engine plays in so much time, and the report behind it.
fn choose(engine: &mut Engine, moves: &str, time: Duration) -> Info<String> {
    engine.session_mut().set_position(None, moves).expect("legal moves");
    let control = Control::new();
    control.start_clock(Budget::fixed(time, Duration::from_millis(10)), Instant::now());
    let answer = engine.think(&Request::default(), Purpose::Move, &control, &mut |_| {});
    answer.expect("a move").best
}

impl Opponent {
    fn choose(&mut self, session: &dyn Session, moves: &str, time: Duration) -> String {
        match self {
            Self::Random(random) => {
                let legal = session.moves();
                legal[split_mix(random) as usize % legal.len()].clone()
            }
            Self::Search(engine) => choose(engine, moves, time).variation.remove(0),
        }
    }
}

/// What there is to say of some games.
#[derive(Default)]
struct Tally {
    results: [usize; 3],
    moves: usize,
    from_book: usize,
    unproven: usize,
    lowered: usize,
    slowest: Duration,
}

fn play(
    own: &mut Engine,
    opponent: &mut Opponent,
    judge: &mut Judge,
    side: Player,
    time: Duration,
    tally: &mut Tally,
) {
    own.restart();
    let mut session = registry().open("connect4", "").expect("a game");
    let mut moves = String::new();
    while let Some(mover) = session.to_move() {
        let text = if mover == side {
            let began = Instant::now();
            let info = choose(own, &moves, time);
            tally.slowest = tally.slowest.max(began.elapsed());
            tally.moves += 1;
            tally.from_book += usize::from(info.nodes == 0 && info.depth > 1);
            tally.unproven += usize::from(!info.score.is_proven());
            let before = judge.value(&moves);
            let after = judge.value(&format!("{moves} {}", info.variation[0]));
            if from_node(-after, 1) != before {
                tally.lowered += 1;
                println!("lowered: {moves} {}", info.variation[0]);
            }
            info.variation[0].clone()
        } else {
            opponent.choose(&*session, &moves, time)
        };
        session.play(&text).expect("a legal move");
        moves = format!("{moves} {text}").trim_start().to_owned();
    }
    let index = match session.outcome() {
        Some(sarsen::game::Outcome::Win(winner)) if winner == side => 0,
        Some(sarsen::game::Outcome::Draw) => 1,
        _ => 2,
    };
    tally.results[index] += 1;
}

fn main() {
    let mut words = std::env::args().skip(1).filter_map(|word| word.parse::<u64>().ok());
    let games = words.next().unwrap_or(4);
    let time = Duration::from_millis(words.next().unwrap_or(1000));
    let session = registry().open("connect4", "").expect("a game");
    let mut judge = Judge { session, known: HashMap::new() };
    let mut own = engine(&[]);
    println!(
        "| opponent | games | won, drawn, lost | moves | out of the book | not proven | lowered the score | slowest move |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    let search = [("Knowledge", "tactics"), ("Book", ""), ("Book Variety", "12"), ("Seed", "1")];
    let opponents =
        [("random", Opponent::Random(1)), ("search", Opponent::Search(Box::new(engine(&search))))];
    for (name, mut opponent) in opponents {
        let mut tally = Tally::default();
        for number in 0..games {
            if let Opponent::Search(engine) = &mut opponent {
                engine.restart();
                engine.count_as_game(number);
            }
            let side = if number % 2 == 0 { Player::First } else { Player::Second };
            play(&mut own, &mut opponent, &mut judge, side, time, &mut tally);
        }
        let Tally { results: [won, drawn, lost], moves, from_book, unproven, lowered, slowest } =
            tally;
        let slowest = slowest.as_millis();
        println!(
            "| {name} | {games} | {won}, {drawn}, {lost} | {moves} | {from_book} | {unproven} | {lowered} | {slowest} ms |"
        );
    }
}
