//! Does the engine play perfectly? Games at a time a move, from the start, against a random mover, the engine's own search without its
//! solver and book, and the engine without its book after a random move; an exact judge looks whether a move ever lowers the score.
//! In Connect Four on both sides, in Stonehenge on that of the first player, who wins. `cargo bench --bench perfect
//! [-- connect4|stonehenge] [GAMES [MS]]`.
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

/// What is played, and how.
#[derive(Clone, Copy)]
struct Plan {
    game: &'static str,
    /// Whether the engine is the second player in every other game.
    both_sides: bool,
    /// Whether the solver tells how soon a win comes, so that a move that puts it off counts as well.
    tells_how_soon: bool,
    /// Moves are judged from this ply on; before that it would take the judge too long.
    judged_from: usize,
    time: Duration,
}

/// Who plays against the engine.
enum Opponent {
    Random(u64),
    /// So many of its moves are random first.
    Search(Box<Engine>, usize, u64),
}

fn open(game: &str) -> Box<dyn Session> {
    registry().open(game, "").expect("a game")
}

fn engine(game: &str, options: &[(&str, &str)]) -> Engine {
    let mut engine = Engine::new(open(game), HASH).expect("memory");
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
            Self::Search(engine, plain, _) if moves.split_whitespace().count() / 2 >= *plain => {
                choose(engine, moves, time).variation.remove(0)
            }
            Self::Random(random) | Self::Search(_, _, random) => {
                let legal = session.moves();
                legal[split_mix(random) as usize % legal.len()].clone()
            }
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
    plan: Plan,
    tally: &mut Tally,
) {
    own.restart();
    let time = plan.time;
    let mut session = open(plan.game);
    let mut moves = String::new();
    while let Some(mover) = session.to_move() {
        let text = if mover == side {
            let began = Instant::now();
            let info = choose(own, &moves, time);
            tally.slowest = tally.slowest.max(began.elapsed());
            tally.moves += 1;
            // What is seen at once has a depth of 1; so has a win of the book's without distance.
            let is_known = info.depth > 1 || !plan.tells_how_soon;
            tally.from_book += usize::from(info.nodes == 0 && is_known);
            tally.unproven += usize::from(!info.score.is_proven());
            if moves.split_whitespace().count() >= plan.judged_from {
                let before = judge.value(&moves);
                let after = judge.value(&format!("{moves} {}", info.variation[0]));
                let after = from_node(-after, 1);
                let is_same = if plan.tells_how_soon {
                    after == before
                } else {
                    after.signum() == before.signum()
                };
                if !is_same {
                    tally.lowered += 1;
                    println!("lowered: {moves} {}", info.variation[0]);
                }
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
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut numbers = words.iter().filter_map(|word| word.parse::<u64>().ok());
    let games = numbers.next().unwrap_or(4);
    let time = Duration::from_millis(numbers.next().unwrap_or(1000));
    let plan = if words.iter().any(|word| word == "stonehenge") {
        Plan { game: "stonehenge", both_sides: false, tells_how_soon: false, judged_from: 4, time }
    } else {
        Plan { game: "connect4", both_sides: true, tells_how_soon: true, judged_from: 0, time }
    };
    let mut judge = Judge { session: open(plan.game), known: HashMap::new() };
    let mut own = engine(plan.game, &[]);
    println!(
        "| opponent | games | won, drawn, lost | moves | out of the book | not proven | lowered the score | slowest move |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    let search = [("Knowledge", "tactics"), ("Book", ""), ("Book Variety", "12"), ("Seed", "1")];
    let [search, solver] =
        [&search[..], &search[1..2]].map(|options| Box::new(engine(plan.game, options)));
    let opponents = [
        ("random", Opponent::Random(1)),
        ("search", Opponent::Search(search, 0, 1)),
        ("engine", Opponent::Search(solver, 1, 1)),
    ];
    for (name, mut opponent) in opponents {
        let mut tally = Tally::default();
        for number in 0..games {
            if let Opponent::Search(engine, ..) = &mut opponent {
                engine.restart();
                engine.count_as_game(number);
            }
            let is_second = plan.both_sides && number % 2 == 1;
            let side = if is_second { Player::Second } else { Player::First };
            play(&mut own, &mut opponent, &mut judge, side, plan, &mut tally);
        }
        let Tally { results: [won, drawn, lost], moves, from_book, unproven, lowered, slowest } =
            tally;
        let slowest = slowest.as_millis();
        println!(
            "| {name} | {games} | {won}, {drawn}, {lost} | {moves} | {from_book} | {unproven} | {lowered} | {slowest} ms |"
        );
    }
}
