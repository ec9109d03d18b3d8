//! One process under random commands, legal and not, at random moments. Each `go` gets exactly one
//! `bestmove`, in order, and the move is legal in the position of its `go`.
//!
//! This takes a moment, and in the slow tier a few seconds. `SOAK_SECONDS=3600 SOAK_SEED=7 cargo
//! test --release --test process soak` takes longer.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::support::Random;
use crate::support::process::Engine;
use crate::support::slow::rounds;
use sarsen::session::Play;

/// The moves that may answer a `go`. If there are none, the answer is `0000`.
type Expected = Vec<String>;

/// The game as the engine must see it after the commands sent so far.
struct Model {
    session: Box<dyn Play>,
    position_rejected: bool,
    expected: VecDeque<Expected>,
    random: Random,
}

impl Model {
    fn pick<'a>(&mut self, among: &[&'a str]) -> &'a str {
        among[self.random.below(among.len())]
    }

    fn open(&mut self, name: &str, setup: &str) -> bool {
        match sarsen::games::registry().open(name, setup) {
            Ok(session) => {
                self.session = session;
                self.position_rejected = false;
                true
            }
            Err(_) => false,
        }
    }

    /// Some moves from the present position, mostly legal ones.
    fn some_moves(&mut self, most: usize) -> String {
        let before = self.session.position();
        let count = self.random.below(most + 1);
        let mut moves = Vec::new();
        for _ in 0..count {
            let legal = self.session.moves();
            if legal.is_empty() {
                break;
            }
            let m = legal[self.random.below(legal.len())].clone();
            self.session.play(&m).expect("a legal move");
            moves.push(m);
        }
        self.session.undo(moves.len()).expect("the moves just played");
        assert_eq!(self.session.position(), before);
        if self.random.below(12) == 0 {
            moves.push(self.pick(&["9", "0", "7@1", "x", "6@99", "moves"]).to_owned());
        }
        moves.join(" ")
    }

    /// A random command, carried out on the model.
    fn command(&mut self) -> String {
        match self.random.below(100) {
            0..35 => {
                let limits = self.pick(&[
                    "depth 3",
                    "depth 1",
                    "nodes 500",
                    "nodes 0",
                    "movetime 3",
                    "movetime 0",
                    "infinite",
                    "",
                    "ponder",
                    "ponder movetime 2",
                    "ponder depth 2",
                    "p1time 20 p2time 20 p1inc 2 p2inc 2",
                    "wtime -5 btime 0",
                    "depth x",
                    "dpeth 4",
                    "infinite depth 2",
                    "ponder infinite",
                ]);
                let legal = if self.position_rejected { Vec::new() } else { self.session.moves() };
                let some = self.random.below(6) == 0 && !legal.is_empty();
                let only: Vec<String> =
                    legal.iter().filter(|_| some && self.random.below(3) == 0).cloned().collect();
                let search_moves = if only.is_empty() {
                    String::new()
                } else {
                    format!(" searchmoves {}", only.join(" "))
                };
                self.expected.push_back(if only.is_empty() { legal } else { only });
                format!("go {limits}{search_moves}")
            }
            35..50 => self.pick(&["stop", "ponderhit", "isready", "isready"]).to_owned(),
            50..62 => {
                self.session.restart();
                let moves = self.some_moves(12);
                self.position_rejected = self.session.set_position(None, &moves).is_err();
                format!("position startpos moves {moves}")
            }
            62..70 => {
                let moves = self.some_moves(3);
                if moves.is_empty() {
                    return "show".to_owned();
                }
                // The model refuses the same moves as the engine.
                let _ = self.session.play(&moves);
                format!("move {moves}")
            }
            70..76 => {
                let count = self.random.below(4);
                let _ = self.session.undo(count);
                format!("undo {count}")
            }
            76..82 => {
                let (name, setup) = [
                    ("connect4", ""),
                    ("connect4", "5x4"),
                    ("connect4", "9x9"),
                    ("stonehenge", ""),
                    ("chess", ""),
                    ("connect4", "99x99"),
                ][self.random.below(6)];
                self.open(name, setup);
                format!("newgame {name} {setup}")
            }
            82..90 => {
                let option = self.pick(&[
                    "MultiPV value 3",
                    "MultiPV value 1",
                    "Hash value 1",
                    "Hash value 8",
                    "Clear Hash",
                    "Ponder value true",
                    "Ponder value false",
                    "Own Ponder value true",
                    "Own Ponder value false",
                    "Evaluator value chapter",
                    "Knowledge value none",
                    "Knowledge value tactics",
                    "Knowledge value full",
                    "Hash value x",
                    "Nothing",
                    "Evaluator value none",
                ]);
                format!("setoption name {option}")
            }
            90..96 => {
                let query = self.pick(&[
                    "moves", "fen", "eval", "game", "result", "p1turn", "perft 3", "perft 99", "x",
                ]);
                if query == "perft 99" {
                    // Only a later `stop` ends this count.
                    return "query perft 99\nstop".to_owned();
                }
                format!("query {query}")
            }
            _ => {
                let line = self.pick(&[
                    "",
                    "   ",
                    "nonsense",
                    "GO",
                    "ugi",
                    "help",
                    "position",
                    "position startpos 4",
                    "undo x",
                ]);
                if line.starts_with("position") {
                    self.position_rejected = true;
                }
                line.to_owned()
            }
        }
    }

    /// Compares the answers among some lines with what is expected.
    fn check(&mut self, lines: &[String]) -> usize {
        let mut answers = 0;
        for line in lines {
            let Some(rest) = line.strip_prefix("bestmove ") else { continue };
            let best = rest.split(' ').next().unwrap_or_default();
            let expected =
                self.expected.pop_front().unwrap_or_else(|| panic!("nobody asked: {line}"));
            let right = if expected.is_empty() {
                best == "0000"
            } else {
                expected.iter().any(|m| m == best)
            };
            assert!(right, "{line} where one of {expected:?} was due");
            answers += 1;
        }
        answers
    }
}

#[test]
fn every_go_gets_its_answer() {
    let number = |name: &str, default| {
        std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
    };
    let usual = rounds(1, 4) as u64;
    let (seconds, seed) = (number("SOAK_SECONDS", usual), number("SOAK_SEED", 1));
    let session = sarsen::games::registry().open("connect4", "").expect("a built-in game");
    let mut model = Model {
        session,
        position_rejected: false,
        expected: VecDeque::new(),
        random: Random(seed),
    };
    let mut engine = Engine::start();
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut commands, mut answers) = (0_u64, 0);
    while Instant::now() < end {
        let batch = 1 + model.random.below(8);
        let text: String = (0..batch).map(|_| model.command() + "\n").collect();
        commands += batch as u64;
        engine.write(text);
        std::thread::sleep(Duration::from_micros(model.random.below(6000) as u64));
        let lines = engine.pending();
        answers += model.check(&lines);
        // Now and then, everything has to come to rest.
        if commands.is_multiple_of(50) {
            engine.send("stop\nisready");
            answers += model.check(&engine.until("readyok"));
        }
    }
    engine.send("stop");
    let (rest, status) = engine.finish();
    answers += model.check(&rest);
    assert!(status.success());
    assert!(model.expected.is_empty(), "{} answers are missing", model.expected.len());
    println!("seed {seed}: {commands} commands, {answers} answers in {seconds} s");
    assert!(answers > 50);
}
