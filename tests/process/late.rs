//! A search is answered in time even if its thread hangs.

use std::io::{BufRead, BufReader, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use sarsen::game::value::Value;
use sarsen::game::{Evaluator, Game, NamedEvaluator, Player, Position, Presentation};
use sarsen::games::connect_four::Small;
use sarsen::server::serve;
use sarsen::session::Registry;

/// How many positions are evaluated before the evaluator may fall asleep.
const AWAKE: u32 = 2000;

/// How many milliseconds it sleeps if nobody wakes it.
const NIGHT: u32 = 20_000;

/// What the test and the evaluator share.
#[derive(Default)]
struct Night {
    /// How many positions were evaluated since it began.
    evaluated: AtomicU32,
    /// Whether the evaluator may sleep. If nobody wakes it, it ends the night.
    is_on: AtomicBool,
}

/// Evaluates quickly at first. Then it hangs until the test wakes it, as if the system gave it no
/// time.
struct Drowsy(Arc<Night>);

impl<P: Position> Evaluator<P> for Drowsy {
    fn evaluate(&self, _: &P, _: Player) -> Value {
        if self.0.evaluated.fetch_add(1, Relaxed) > AWAKE {
            for _ in 0..NIGHT {
                if !self.0.is_on.load(Relaxed) {
                    return 0;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            self.0.is_on.store(false, Relaxed);
        }
        0
    }
}

struct Dozing {
    game: Small,
    night: Arc<Night>,
}

impl Game for Dozing {
    type Position = <Small as Game>::Position;

    fn name(&self) -> &str {
        "dozing"
    }

    fn start(&self) -> Self::Position {
        self.game.start()
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<Self::Position>> {
        vec![("drowsy", Box::new(Drowsy(Arc::clone(&self.night))))]
    }
}

impl Presentation<<Small as Game>::Position> for Dozing {}

/// The next line that is no report.
fn next_answer(lines: &mut impl Iterator<Item = String>) -> String {
    lines.find(|line| !line.starts_with("info")).unwrap()
}

#[test]
fn a_search_that_hangs_is_answered_for() {
    let (commands, mut input) = std::io::pipe().unwrap();
    let (output, answers) = std::io::pipe().unwrap();
    let night = Arc::<Night>::default();
    let game = Dozing { game: Small::new(7, 6).unwrap(), night: Arc::clone(&night) };
    let registry = Registry::of(game);
    let engine = std::thread::spawn(move || serve(registry, commands, answers));
    let mut lines = BufReader::new(output).lines().map(Result::unwrap);
    for (go, end) in [("go movetime 50", ""), ("go infinite", "stop\n")] {
        // A question has its turn when what ran before has ended.
        writeln!(input, "newgame\nquery fen").unwrap();
        assert_eq!(next_answer(&mut lines), "response 7/7/7/7/7/7 x");
        night.evaluated.store(0, Relaxed);
        night.is_on.store(true, Relaxed);
        writeln!(input, "{go}").unwrap();
        // The first iterations are reported before it falls asleep.
        std::thread::sleep(Duration::from_millis(50));
        write!(input, "{end}").unwrap();
        let last = next_answer(&mut lines);
        assert!(last.starts_with("bestmove ") && last != "bestmove 0000", "{last}");
        // Only now does the search thread go on. The next commands have to wait for it.
        assert!(night.is_on.swap(false, Relaxed), "nothing was answered while it slept");
    }
    // Later commands have their turn when the search has ended, and see nothing of it. So does
    // `isready`. The next search does not hold `isready` up.
    writeln!(input, "move 4\nquery fen\nisready\ngo infinite\nmove 4\nisready\nisready").unwrap();
    let mut next = || next_answer(&mut lines);
    assert_eq!(next(), "response 7/7/7/7/7/3x3 o");
    assert_eq!([next(), next(), next()], ["readyok"; 3]);
    writeln!(input, "stop\ngo depth 1").unwrap();
    drop(input);
    let rest: Vec<String> = lines.filter(|line| !line.starts_with("info")).collect();
    assert_eq!(rest.len(), 2, "{rest:?}");
    assert!(rest.iter().all(|line| line.starts_with("bestmove ")), "{rest:?}");
    assert!(engine.join().unwrap().is_ok());
}
