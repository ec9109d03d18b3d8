//! How perfectly the engine plays: a judge with exact values looks for moves that lower the score
//! or give the result away.
//!
//! The engine plays games from the start against three opponents: random moves, its own search
//! without solver and book, and itself without its book after a random move. In Connect Four it
//! plays both sides, in Stonehenge only the first player, who wins.
//!
//! `cargo bench --bench perfect -- connect4 --games 100 --clock 1000+50 --busy 2`.
#![allow(missing_docs)]

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use clap::Parser;
use sarsen::book::Book;
use sarsen::engine::{Engine, Purpose};
use sarsen::game::value::{Value, from_node, win_in};
use sarsen::game::{Effort, Player, split_mix};
use sarsen::games::registry;
use sarsen::search::time::Clock;
use sarsen::search::{Control, Info, Limits};
use sarsen::session::{Ask, Request, Session};

const HASH: usize = 64;
/// The judge's memory in bytes.
const BYTES: usize = 64 << 20;

/// The values of positions, by a solver. It keeps its memory between positions.
struct Judge {
    session: Box<dyn Session>,
    /// A book whose exact values it believes.
    book: Option<Book>,
    known: HashMap<u64, Value>,
}

impl Judge {
    /// Returns the value after these moves, for the side to move, also if the game is over.
    fn value(&mut self, moves: &str) -> Value {
        self.session.set_position(None, moves).expect("legal moves");
        match self.session.outcome() {
            None => {}
            Some(sarsen::game::Outcome::Draw) => return 0,
            Some(sarsen::game::Outcome::Win(_)) => return -win_in(0),
        }
        let session = &mut self.session;
        if let Some(value) = self.book.as_ref().and_then(|book| book.exact_value(&**session)) {
            return value;
        }
        *self.known.entry(session.key()).or_insert_with(|| {
            let solver = session.solver(BYTES).expect("a solver");
            let found = solver.solve(&Effort::UNLIMITED).expect("a game in progress");
            found.value().expect("no limits")
        })
    }
}

/// The time that a move takes between the engine and the clock.
const OVERHEAD: Duration = Duration::from_millis(10);

#[derive(Parser)]
struct Arguments {
    /// connect4 or stonehenge
    #[arg(default_value = "connect4")]
    game: String,
    /// Games against each opponent
    #[arg(long, default_value_t = 4)]
    games: u64,
    /// Milliseconds a move
    #[arg(long, default_value_t = 1000)]
    movetime: u64,
    /// A game clock instead, in milliseconds
    #[arg(long, value_name = "TIME+INCREMENT", value_parser = read_clock)]
    clock: Option<Pace>,
    /// The number of threads that keep the cores busy meanwhile
    #[arg(long, default_value_t = 0)]
    busy: usize,
    /// The engine plays without its book
    #[arg(long)]
    no_book: bool,
    /// The judge believes the book that comes with the game, which is faster
    #[arg(long)]
    judge_by_book: bool,
    /// Given by cargo bench
    #[arg(long, hide = true)]
    bench: bool,
}

/// The time control.
#[derive(Clone, Copy)]
enum Pace {
    Move(Duration),
    Clock { start: Duration, increment: Duration },
}

fn read_clock(text: &str) -> Result<Pace, String> {
    let ms = |text: &str| text.parse().map(Duration::from_millis).map_err(|e| format!("{e}"));
    let (start, increment) = text.split_once('+').unwrap_or((text, "0"));
    Ok(Pace::Clock { start: ms(start)?, increment: ms(increment)? })
}

/// What is played, and how.
#[derive(Clone, Copy)]
struct Plan {
    game: &'static str,
    /// Whether the engine is the second player in every other game.
    both_sides: bool,
    /// Whether the solver tells how soon a win comes. Then a move that delays it lowers the score.
    tells_how_soon: bool,
    /// Moves are judged from this ply on. Earlier ones would take the judge too long.
    judged_from: usize,
    pace: Pace,
}

/// The engine's opponent.
enum Opponent {
    /// Random moves, from this seed.
    Random(u64),
    /// An engine, the number of its first moves that are random, and their seed.
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

/// Lets an engine choose a move with `left` on its clock, and updates the clock. Returns the report
/// behind the move.
fn choose(engine: &mut Engine, moves: &str, pace: Pace, left: &mut Duration) -> Info<String> {
    engine.session_mut().set_position(None, moves).expect("legal moves");
    let limits = match pace {
        Pace::Move(time) => Limits::time(time),
        Pace::Clock { increment, .. } => {
            Limits::clock(Clock { left: *left, increment, moves_to_go: None })
        }
    };
    let budget = engine.budget(&limits, OVERHEAD).expect("a limit of time");
    let control = Control::new();
    control.start_clock(budget, Instant::now());
    let answer = engine.think(&Request::default(), Purpose::Move, &control, &mut |_| {});
    if let Pace::Clock { increment, .. } = pace {
        *left = left.saturating_sub(control.elapsed()) + increment;
    }
    answer.expect("a move").best
}

/// An engine on a thread of its own. It sleeps while others move, as an engine in a process of its
/// own would. A busy core gives those more time who have slept.
struct Sleeper {
    engine: Arc<Mutex<Engine>>,
    questions: Sender<(String, Pace, Duration)>,
    answers: Receiver<(Info<String>, Duration)>,
}

impl Sleeper {
    fn new(engine: Engine) -> Self {
        let engine = Arc::new(Mutex::new(engine));
        let (questions, asked) = channel::<(String, Pace, Duration)>();
        let (answer, answers) = channel();
        let own = Arc::clone(&engine);
        std::thread::spawn(move || {
            for (moves, pace, mut left) in asked {
                let info = choose(&mut own.lock().expect("no panic"), &moves, pace, &mut left);
                answer.send((info, left)).expect("somebody waits");
            }
        });
        Self { engine, questions, answers }
    }

    fn restart(&self) {
        self.engine.lock().expect("no panic").restart();
    }

    /// The same as [`choose`].
    fn choose(&self, moves: &str, pace: Pace, left: &mut Duration) -> Info<String> {
        self.questions.send((moves.to_owned(), pace, *left)).expect("it waits");
        let (info, now) = self.answers.recv().expect("an answer");
        *left = now;
        info
    }
}

impl Opponent {
    fn choose(
        &mut self,
        session: &dyn Ask,
        moves: &str,
        pace: Pace,
        left: &mut Duration,
    ) -> String {
        match self {
            Self::Search(engine, plain, _) if moves.split_whitespace().count() / 2 >= *plain => {
                choose(engine, moves, pace, left).variation.remove(0)
            }
            Self::Random(random) | Self::Search(_, _, random) => {
                let legal = session.moves();
                legal[split_mix(random) as usize % legal.len()].clone()
            }
        }
    }
}

/// The results of some games.
#[derive(Default)]
struct Tally {
    results: [usize; 3],
    moves: usize,
    from_book: usize,
    unproven: usize,
    lowered: usize,
    /// The number of these that gave away a win or a draw.
    given_away: usize,
    /// The depths of the searches behind moves that are not proven.
    depths: Vec<u32>,
    slowest: Duration,
}

fn play(
    own: &Sleeper,
    opponent: &mut Opponent,
    judge: &mut Judge,
    side: Player,
    plan: Plan,
    tally: &mut Tally,
) {
    own.restart();
    let start = match plan.pace {
        Pace::Clock { start, .. } => start,
        Pace::Move(_) => Duration::ZERO,
    };
    let mut clocks = [start; 2];
    let mut session = open(plan.game);
    let mut moves = String::new();
    while let Some(mover) = session.to_move() {
        let text = if mover == side {
            let began = Instant::now();
            let info = own.choose(&moves, plan.pace, &mut clocks[0]);
            tally.slowest = tally.slowest.max(began.elapsed());
            tally.moves += 1;
            // A result seen at once has depth 1. So has a win from the book without a distance.
            let is_known = info.depth > 1 || !plan.tells_how_soon;
            tally.from_book += usize::from(info.nodes == 0 && is_known);
            if !info.score.is_proven() {
                tally.unproven += 1;
                tally.depths.push(info.depth);
            }
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
                    tally.given_away += usize::from(after.signum() < before.signum());
                    println!("lowered: {moves} {}", info.variation[0]);
                }
            }
            info.variation[0].clone()
        } else {
            opponent.choose(&*session, &moves, plan.pace, &mut clocks[1])
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

/// Plays against all opponents and prints the results.
fn run(arguments: &Arguments) {
    let games = arguments.games;
    let pace = arguments.clock.unwrap_or(Pace::Move(Duration::from_millis(arguments.movetime)));
    let plan = if arguments.game == "stonehenge" {
        Plan { game: "stonehenge", both_sides: false, tells_how_soon: false, judged_from: 4, pace }
    } else {
        Plan { game: "connect4", both_sides: true, tells_how_soon: true, judged_from: 0, pace }
    };
    let session = open(plan.game);
    let book = session.book().filter(|_| arguments.judge_by_book);
    let book = book.map(|bytes| Book::from_bytes(bytes).expect("a whole book"));
    let mut judge = Judge { session, book, known: HashMap::new() };
    let own_options: &[_] = if arguments.no_book { &[("Book", "")] } else { &[] };
    let own = Sleeper::new(engine(plan.game, own_options));
    println!(
        "| opponent | games | won, drawn, lost | moves | out of the book | not proven | \
         at a median depth of | lowered the score | gave the result away | slowest move |"
    );
    println!("|{}", " --- |".repeat(10));
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
            play(&own, &mut opponent, &mut judge, side, plan, &mut tally);
        }
        let Tally { results: [won, drawn, lost], moves, from_book, unproven, .. } = tally;
        tally.depths.sort_unstable();
        let depth = tally.depths.get(tally.depths.len() / 2);
        let depth = depth.map_or("-".to_owned(), u32::to_string);
        let (lowered, given_away) = (tally.lowered, tally.given_away);
        let slowest = tally.slowest.as_millis();
        println!(
            "| {name} | {games} | {won}, {drawn}, {lost} | {moves} | {from_book} | {unproven} | \
             {depth} | {lowered} | {given_away} | {slowest} ms |"
        );
    }
}

fn main() {
    let arguments = Arguments::parse();
    let busy = AtomicBool::new(true);
    std::thread::scope(|scope| {
        for _ in 0..arguments.busy {
            scope.spawn(|| {
                while busy.load(Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        run(&arguments);
        busy.store(false, Relaxed);
    });
}
