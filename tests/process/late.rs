//! A search is answered in time even if its thread hangs.

use std::io::{BufRead, BufReader, Write};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use sarsen::game::value::Value;
use sarsen::game::{Evaluator, Game, NamedEvaluator, Player, Position};
use sarsen::games::connect_four::Small;
use sarsen::server::serve;
use sarsen::session::Registry;

/// Evaluates quickly at first, then as slowly as if the system gave it no time.
struct Drowsy(AtomicU32);

impl<P: Position> Evaluator<P> for Drowsy {
    fn evaluate(&self, _: &P, _: Player) -> Value {
        if self.0.fetch_add(1, Relaxed) > 2000 {
            std::thread::sleep(Duration::from_millis(8));
        }
        0
    }
}

struct Dozing(Small);

impl Game for Dozing {
    type Position = <Small as Game>::Position;

    fn name(&self) -> &str {
        "dozing"
    }

    fn start(&self) -> Self::Position {
        self.0.start()
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<Self::Position>> {
        vec![("drowsy", Box::new(Drowsy(AtomicU32::new(0))))]
    }
}

#[test]
fn a_search_that_hangs_is_answered_for() {
    let (commands, mut input) = std::io::pipe().unwrap();
    let (output, answers) = std::io::pipe().unwrap();
    let registry = Registry::of(Dozing(Small::new(7, 6).unwrap()));
    let engine = std::thread::spawn(move || serve(registry, commands, answers));
    let mut lines = BufReader::new(output).lines().map(Result::unwrap);
    for (go, end) in [("go movetime 50", ""), ("go infinite", "stop\n")] {
        let began = Instant::now();
        writeln!(input, "newgame\n{go}").unwrap();
        // The first iterations are reported before it falls asleep.
        std::thread::sleep(Duration::from_millis(50));
        write!(input, "{end}").unwrap();
        let last = lines.by_ref().find(|line| !line.starts_with("info")).unwrap();
        let took = began.elapsed();
        assert!(last.starts_with("bestmove ") && last != "bestmove 0000", "{last}");
        // The search thread looks at the clock only after more than half a second. The next
        // commands have to wait for it.
        assert!(took < Duration::from_millis(300) || end == "stop\n", "{took:?}");
    }
    // Later commands have their turn when the search has ended, and see nothing of it. So does
    // `isready`. The next search does not hold `isready` up.
    writeln!(input, "move 4\nquery fen\nisready\ngo infinite\nmove 4\nisready\nisready").unwrap();
    let mut next = || lines.by_ref().find(|line| !line.starts_with("info")).unwrap();
    assert_eq!(next(), "response 7/7/7/7/7/3x3 o");
    assert_eq!([next(), next(), next()], ["readyok"; 3]);
    writeln!(input, "stop\ngo depth 1").unwrap();
    drop(input);
    let rest: Vec<String> = lines.filter(|line| !line.starts_with("info")).collect();
    assert_eq!(rest.len(), 2, "{rest:?}");
    assert!(rest.iter().all(|line| line.starts_with("bestmove ")), "{rest:?}");
    assert!(engine.join().unwrap().is_ok());
}
