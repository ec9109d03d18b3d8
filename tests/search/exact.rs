//! The engine in a game that has its own solver. It gives exact scores for every move, in time. If
//! the solver may not help, the engine plays as without it.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::support::process::{Engine, converse};
use crate::support::{Random, columns, play, random_position, scored_games};
use sarsen::engine::Purpose;
use sarsen::game::value::{PROVEN_WIN, Score, Value, from_node, is_win, win_in};
use sarsen::game::{Aim, Effort, Finding, Game, Outcome, Position, Presentation, Solver, Written};
use sarsen::games::connect_four::{Board, ConnectFourSolver as OwnSolver, Drop, Small};
use sarsen::search::time::Budget;
use sarsen::search::{Answer, Control, Info, Limits, Means, SearchTask, search};
use sarsen::session::{GameSession, Request};
use sarsen::transposition::Table;

/// A solver that counts how often it is asked, and may hide a part of what it finds.
struct Watched {
    solver: OwnSolver<u64>,
    asked: AtomicUsize,
    estimate: Duration,
    /// Makes the reported finding from the true one.
    told: fn(Finding<Drop>) -> Finding<Drop>,
}

impl Watched {
    fn new(told: fn(Finding<Drop>) -> Finding<Drop>) -> Self {
        let solver = OwnSolver::new(&Small::new(7, 6).unwrap(), 8 << 20).unwrap();
        Self { solver, asked: AtomicUsize::new(0), estimate: Duration::ZERO, told }
    }
}

impl Solver<Board<u64>> for Watched {
    fn estimate(&self, _: &Board<u64>) -> Duration {
        self.estimate
    }

    fn solve(&self, board: &Board<u64>, effort: &Effort<'_>) -> Finding<Drop> {
        self.asked.fetch_add(1, Relaxed);
        (self.told)(self.solver.solve(board, effort))
    }

    fn forget(&mut self) {
        self.solver.forget();
    }
}

fn run(
    board: &Board<u64>,
    solver: &dyn Solver<Board<u64>>,
    limits: &SearchTask<Drop>,
    control: &Control,
    report: &mut dyn FnMut(&Info<Drop>),
) -> Answer<Drop> {
    let game = Small::new(7, 6).unwrap();
    let (evaluators, oracle) = (game.evaluators(), game.oracle());
    let table = Table::new(4).unwrap();
    let means = Means::new(&*evaluators[0].1, &table)
        .with_oracle(oracle.as_deref())
        .with_solver(Some(solver));
    search(*board, means, limits, control, report).unwrap()
}

fn board(moves: &str) -> Board<u64> {
    play(&Small::new(7, 6).unwrap().start(), &columns(moves))
}

/// The value of a move for the player who makes it.
fn after(solver: &OwnSolver<u64>, board: &Board<u64>, m: Drop) -> Value {
    let mut next = *board;
    next.make(m);
    match next.outcome() {
        Some(Outcome::Draw) => 0,
        Some(Outcome::Win(_)) => win_in(1),
        None => from_node(-solver.solve(&next, &Effort::UNLIMITED).value().unwrap(), 1),
    }
}

/// Plays a variation. It has to be legal, and keep the value to its end.
fn check_line(solver: &OwnSolver<u64>, board: &Board<u64>, info: &Info<Drop>) {
    let (mut position, mut value) = (*board, info.score.value());
    for &m in &info.variation {
        assert!(position.legal_moves().contains(&m), "{}", position.format());
        assert_eq!(after(solver, &position, m), value, "{}", position.format());
        position.make(m);
        value = -if is_win(value) { value + 1 } else { value - i32::from(value != 0) };
    }
}

#[test]
fn every_move_has_its_exact_value() {
    let judge = OwnSolver::new(&Small::new(7, 6).unwrap(), 8 << 20).unwrap();
    let mut random = Random(3);
    for round in 0..40 {
        let board = random_position(&Small::new(7, 6).unwrap().start(), 30, &mut random);
        if board.plies_left() > 26 {
            continue;
        }
        let threads = 1 + round % 2;
        let mut expected: Vec<_> =
            board.legal_moves().into_iter().map(|m| after(&judge, &board, m)).collect();
        expected.sort_by_key(|&value| -value);
        for lines in [1, 2, 7] {
            let limits = SearchTask { lines, threads, ..SearchTask::default() };
            let watched = Watched::new(|found| found);
            let answer = run(&board, &watched, &limits, &Control::new(), &mut |_| {});
            let values: Vec<_> = answer.lines.iter().map(|line| line.score.value()).collect();
            assert_eq!(values, expected[..lines.min(expected.len())], "{}", board.format());
            assert!(answer.exact && answer.best == answer.lines[0]);
            for line in &answer.lines {
                let said = after(&judge, &board, line.variation[0]);
                assert_eq!(said, line.score.value(), "{}", board.format());
            }
            check_line(&judge, &board, &answer.best);
        }
        let some: Vec<Drop> = board.legal_moves().into_iter().skip(1).take(2).collect();
        if let Some(best) = some.iter().map(|&m| after(&judge, &board, m)).max() {
            let limits = SearchTask { moves: Some(some), threads, ..SearchTask::default() };
            let watched = Watched::new(|found| found);
            let answer = run(&board, &watched, &limits, &Control::new(), &mut |_| {});
            assert_eq!(answer.best.score.value(), best, "{}", board.format());
        }
    }
}

#[test]
fn a_hopeless_solver_is_not_asked() {
    let second = Budget { soft: None, hard: Duration::from_millis(100) };
    for (estimate, hopes) in [(Duration::from_millis(300), true), (Duration::from_secs(1), false)] {
        let watched = Watched { estimate, ..Watched::new(|found| found) };
        let control = Control::new();
        control.start_clock(second, Instant::now());
        let answer = run(&board("44"), &watched, &SearchTask::default(), &control, &mut |_| {});
        assert_eq!(watched.asked.load(Relaxed) > 0, hopes);
        assert!(!answer.best.score.is_proven());
    }
}

/// A solver that needs a given time, in a single call, for each answer.
struct Slow {
    needs: Duration,
    solver: OwnSolver<u64>,
}

impl Slow {
    fn new(needs: Duration) -> Self {
        Self { needs, solver: OwnSolver::new(&Small::new(7, 6).unwrap(), 8 << 20).unwrap() }
    }
}

impl Solver<Board<u64>> for Slow {
    fn estimate(&self, _: &Board<u64>) -> Duration {
        self.needs
    }

    fn solve(&self, board: &Board<u64>, effort: &Effort<'_>) -> Finding<Drop> {
        let began = Instant::now();
        while began.elapsed() < self.needs {
            if (effort.must_end)(0) {
                return Finding::nothing(0);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        self.solver.solve(board, &Effort::UNLIMITED)
    }

    fn forget(&mut self) {
        self.solver.forget();
    }
}

/// A search on this budget, with a solver that needs this time.
fn on_budget(moves: &str, budget: Budget, needs: Duration) -> (Answer<Drop>, Duration) {
    let control = Control::new();
    control.start_clock(budget, Instant::now());
    let answer =
        run(&board(moves), &Slow::new(needs), &SearchTask::default(), &control, &mut |_| {});
    (answer, control.elapsed())
}

/// If the solver has no answer, the move comes from a search of a decent size.
#[test]
fn a_solver_that_does_not_finish_leaves_the_search_its_share() {
    let ms = Duration::from_millis;
    let clock = Budget { soft: Some(ms(150)), hard: ms(600) };
    let fixed = Budget { soft: None, hard: ms(300) };
    for budget in [clock, fixed] {
        // A solver with such an estimate is never asked, so it takes no time.
        let (alone, _) = on_budget("44", budget, ms(3_600_000));
        let (beside, took) = on_budget("44", budget, ms(1000));
        let [alone, beside] = [alone, beside].map(|answer| answer.best);
        assert!(beside.nodes >= alone.nodes / 12, "{} of {}", beside.nodes, alone.nodes);
        assert!(beside.depth + 4 >= alone.depth, "{} of {}", beside.depth, alone.depth);
        assert!(took <= budget.hard + ms(100), "{took:?}");
    }
}

/// The solver gets more time of a game clock if its answer is near.
#[test]
fn the_clock_gives_a_solver_time_to_finish() {
    let ms = Duration::from_millis;
    let budget = Budget { soft: Some(ms(100)), hard: ms(2000) };
    let (answer, _) = on_budget("335662333565", budget, ms(300));
    assert!(answer.exact && answer.best.score.is_proven(), "{:?}", answer.best);
    // If its answer is far away, the time is kept for later moves.
    let (answer, took) = on_budget("44", budget, ms(5000));
    assert!(!answer.exact && took < ms(1000), "{took:?}");
}

/// A solver that never ends does not keep the search from its end.
#[test]
fn what_the_search_has_found_ends_it() {
    let nothing = Watched::new(|found| Finding::nothing(found.nodes));
    // A win in three plies.
    let won = board("4444422266");
    let answer = run(&won, &nothing, &SearchTask::default(), &Control::new(), &mut |_| {});
    assert_eq!(answer.best.score, Score::Win(Some(3)));
    assert!(answer.exact);
}

/// A move that is known to win is played, even if the distance of the win is not known.
#[test]
fn a_certain_win_is_better_than_an_opinion() {
    let only_wins = |found: Finding<Drop>| Finding {
        least: if is_win(found.least) { PROVEN_WIN } else { -win_in(0) },
        most: win_in(0),
        ..found
    };
    let won = board("4443336622");
    let (move_of, value) = {
        let judge = OwnSolver::new(&Small::new(7, 6).unwrap(), 8 << 20).unwrap();
        let found = judge.solve(&won, &Effort::UNLIMITED);
        (found.keeps.unwrap(), found.value().unwrap())
    };
    assert!(is_win(value));
    // The ordinary search would need more positions.
    let limits = Limits::nodes(1_000_000).into();
    let answer = run(&won, &Watched::new(only_wins), &limits, &Control::new(), &mut |_| {});
    assert_eq!((answer.best.score, answer.best.variation[0]), (Score::Win(None), move_of));
}

/// A solver that finds out who wins, and nothing else.
struct WinnerOnly {
    solver: OwnSolver<u64>,
    /// How often it was asked for a value.
    values: AtomicUsize,
    /// How long it says that a value takes.
    needs: Duration,
    /// How long it says that the winner takes.
    winner: Option<Duration>,
}

impl WinnerOnly {
    fn new(needs: Duration, winner: Option<Duration>) -> Self {
        let solver = OwnSolver::new(&Small::new(7, 6).unwrap(), 8 << 20).unwrap();
        Self { solver, values: AtomicUsize::new(0), needs, winner }
    }
}

impl Solver<Board<u64>> for WinnerOnly {
    fn estimate(&self, _: &Board<u64>) -> Duration {
        self.needs
    }

    fn estimate_winner(&self, _: &Board<u64>, _plies: u32) -> Option<Duration> {
        self.winner
    }

    fn solve(&self, board: &Board<u64>, effort: &Effort<'_>) -> Finding<Drop> {
        match effort.aim {
            Aim::Winner => self.solver.solve(board, effort),
            Aim::Value => Finding::nothing(self.values.fetch_add(1, Relaxed) as u64),
        }
    }

    fn forget(&mut self) {}
}

/// Where the value would take too long, the solver is asked who wins.
#[test]
fn a_winner_is_found_long_before_a_value() {
    let (ms, hour) = (Duration::from_millis, Duration::from_secs(3600));
    let clock = Budget { soft: Some(ms(2000)), hard: ms(8000) };
    let fixed = Budget { soft: None, hard: ms(500) };
    let asked = |board: &Board<u64>, budget, winner| {
        let solver = WinnerOnly::new(hour, winner);
        let control = Control::new();
        control.start_clock(budget, Instant::now());
        let answer = run(board, &solver, &SearchTask::default(), &control, &mut |_| {});
        (answer, solver.values.load(Relaxed), control.elapsed())
    };
    let judge = OwnSolver::new(&Small::new(7, 6).unwrap(), 8 << 20).unwrap();
    // The ordinary search is far from this win.
    let won = board("4443336622");
    // On a clock, a move that wins is enough. In a fixed time, the value is sought after that.
    let (answer, values, took) = asked(&won, clock, Some(ms(0)));
    assert_eq!((answer.best.score, values), (Score::Win(None), 0));
    assert!(is_win(after(&judge, &won, answer.best.variation[0])) && took < ms(2000), "{took:?}");
    let (answer, values, _) = asked(&won, fixed, Some(ms(0)));
    assert!(answer.best.score == Score::Win(None) && values > 0, "{:?}", answer.best);
    // A loss leaves the rest to the search, which looks for the best defence.
    let mut lost = won;
    lost.make(answer.best.variation[0]);
    let (answer, values, _) = asked(&lost, fixed, Some(ms(0)));
    assert!(matches!(answer.best.score, Score::Eval(_)) && values == 0, "{:?}", answer.best);
    // A draw is a value.
    let games = scored_games("connect4/Test_L2_R1");
    let (drawn, _) = games.iter().find(|(_, score)| *score == 0).unwrap();
    let drawn = board(drawn);
    let (answer, _, _) = asked(&drawn, fixed, Some(ms(0)));
    assert!(answer.best.score == Score::Draw && answer.exact, "{:?}", answer.best);
    assert_eq!(after(&judge, &drawn, answer.best.variation[0]), 0);
    // Nobody asks a solver that does not know how long it takes, or takes too long.
    for winner in [None, Some(hour)] {
        let (answer, values, _) = asked(&won, fixed, winner);
        assert!(matches!(answer.best.score, Score::Eval(_)) && values == 0, "{:?}", answer.best);
    }
}

/// If a position is thought to be won, a win is sought before the best move.
#[test]
fn where_a_win_is_due_any_move_that_wins_comes_first() {
    let judge = OwnSolver::new(&Small::new(7, 6).unwrap(), 8 << 20).unwrap();
    // The ordinary search is far from this win.
    let won = board("4443336622");
    for (seems_won, score) in [(true, Some(Score::Win(None))), (false, None)] {
        let solver = WinnerOnly::new(Duration::ZERO, None);
        let limits = SearchTask { seems_won, ..Limits::nodes(400_000).into() };
        let answer = run(&won, &solver, &limits, &Control::new(), &mut |_| {});
        let said = Some(answer.best.score).filter(|score| matches!(score, Score::Win(_)));
        assert_eq!(said, score, "{seems_won}");
        assert!(solver.values.load(Relaxed) > 0, "after that, the value is sought");
        if seems_won {
            assert!(is_win(after(&judge, &won, answer.best.variation[0])));
        }
    }
}

/// Connect Four with a solver that notes what it is asked for.
struct Noted(Arc<Mutex<Vec<Aim>>>);

struct NotingSolver(OwnSolver<u64>, Arc<Mutex<Vec<Aim>>>);

impl Solver<Board<u64>> for NotingSolver {
    fn estimate(&self, _: &Board<u64>) -> Duration {
        Duration::ZERO
    }

    fn solve(&self, board: &Board<u64>, effort: &Effort<'_>) -> Finding<Drop> {
        self.1.lock().unwrap().push(effort.aim);
        self.0.solve(board, effort)
    }

    fn forget(&mut self) {}
}

impl Game for Noted {
    type Position = Board<u64>;

    fn name(&self) -> &str {
        "noted"
    }

    fn start(&self) -> Board<u64> {
        Small::new(7, 6).unwrap().start()
    }

    fn solver(&self, bytes: usize) -> Option<Box<dyn Solver<Board<u64>>>> {
        let solver = OwnSolver::new(&Small::new(7, 6).unwrap(), bytes)?;
        Some(Box::new(NotingSolver(solver, Arc::clone(&self.0))))
    }
}

impl Presentation<Board<u64>> for Noted {}

/// After a proven win and any reply, the engine looks for a win first. In other positions it does
/// not.
#[test]
fn an_engine_remembers_that_it_wins() {
    let aims = Arc::<Mutex<Vec<Aim>>>::default();
    let session = GameSession::new(Arc::new(Noted(Arc::clone(&aims))));
    let mut engine = sarsen::engine::Engine::new(Box::new(session), 4).unwrap();
    let mut think = |moves: &str| {
        aims.lock().unwrap().clear();
        engine.session_mut().set_position(None, moves).unwrap();
        let request = Request::default();
        let answer = engine.think(&request, Purpose::Move, &Control::new(), &mut |_| {}).unwrap();
        (answer.best, aims.lock().unwrap().first().copied())
    };
    let won = "4 4 4 3 3 3 6 6 2 2";
    let (best, aim) = think(won);
    assert!(matches!(best.score, Score::Win(Some(_))) && aim == Some(Aim::Value), "{best:?}");
    for (moves, expected) in [
        (format!("{won} {} {}", best.variation[0], best.variation[1]), Aim::Winner),
        ("4 4 4 3 3 3 6 6".to_owned(), Aim::Value),
        ("4 4 4 3 3".to_owned(), Aim::Value),
    ] {
        let (after, aim) = think(&moves);
        assert_eq!(aim, Some(expected), "{moves}: {after:?}");
    }
}

#[test]
fn limits_and_stops_are_heeded() {
    let open = board("12");
    for threads in [1, 2] {
        let limits = SearchTask { threads, ..Limits::nodes(50_000).into() };
        let control = Control::new();
        run(&open, &Watched::new(|found| found), &limits, &control, &mut |_| {});
        assert!((1000..60_000).contains(&control.nodes()), "{threads}: {}", control.nodes());
        let control = Control::new();
        let limits = SearchTask { threads, ..SearchTask::default() };
        std::thread::scope(|scope| {
            let stopping = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(200));
                control.stop();
                control.nodes()
            });
            run(&open, &Watched::new(|found| found), &limits, &control, &mut |_| {});
            let most = stopping.join().unwrap() + threads as u64 * Effort::EXCESS;
            assert!(control.nodes() <= most, "{threads}: {} > {most}", control.nodes());
        });
    }
}

fn last_score(lines: &[String]) -> Vec<String> {
    let line = lines.iter().rev().find(|line| line.contains(" multipv 1 "));
    let words = line.unwrap().split(" score ").nth(1).unwrap().split_whitespace();
    words.take_while(|word| *word != "nodes").map(str::to_owned).collect()
}

/// The engine's words for a known score: win or loss, and the number of plies.
fn words(moves: &str, score: i32) -> String {
    let empty = 42 - moves.len() as i32;
    match score {
        0 => "draw".to_owned(),
        1.. => format!("win {}", (empty + 1 - 2 * score) | 1),
        _ => format!("loss {}", (empty + 2 + 2 * score) & !1),
    }
}

#[test]
fn go_ends_with_the_exact_score() {
    let mut engine = Engine::start();
    engine.send("setoption name Book value");
    for (moves, score) in scored_games("connect4/Test_L2_R1").into_iter().step_by(25) {
        engine.send(&format!("position startpos moves {}", columns(&moves).join(" ")));
        for go in ["go movetime 20000", "go solve", "go p1time 60000 p2time 60000"] {
            engine.send(go);
            let lines = engine.until("bestmove");
            assert_eq!(last_score(&lines).join(" "), words(&moves, score), "{moves}: {go}");
        }
    }
    assert!(engine.finish().1.success());
}

#[test]
fn knowledge_switches_it_off_and_so_do_other_limits() {
    let moves = "position startpos moves 4 4 4 4 4 2 2 6 3 3 6 1";
    let mut engine = Engine::start();
    engine.send(moves);
    // With such limits, the search visits the same positions with and without the solver.
    let mut same = |go: &str| {
        let mut answers = Vec::new();
        for knowledge in ["full", "tactics"] {
            engine.send(&format!("setoption name Knowledge value {knowledge}"));
            engine.send("setoption name Clear Hash");
            engine.send(go);
            let lines = engine.until("bestmove");
            let nodes = lines.iter().rev().find_map(|line| line.split(" nodes ").nth(1));
            answers.push(nodes.unwrap().split_whitespace().next().unwrap().to_owned());
        }
        answers[0] == answers[1]
    };
    assert!(same("go depth 9") && same("go nodes 30000") && same("go depth 8 solve"));
    assert!(!same("go nodes 3000000 solve"));
    engine.send("setoption name Knowledge value none");
    engine.send("go movetime 30");
    let lines = engine.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" depth 1 ")), "{lines:?}");
}

/// On a game clock, the search takes its time, and reports no false proof.
#[test]
fn clocks_are_used_and_nothing_is_made_up() {
    let mut engine = Engine::start();
    engine.send("setoption name Book value");
    for lines in [1, 7] {
        engine.send(&format!("setoption name MultiPV value {lines}"));
        for moves in ["", "moves 3 1 7 2", "moves 4 4 4 4 4 1"] {
            engine.send(&format!("position startpos {moves}"));
            engine.send("go p1time 3000 p2time 3000");
            for line in engine.until("bestmove") {
                let words = line.split(" score ").nth(1).unwrap_or_default();
                let plies = words.split_whitespace().nth(1).and_then(|word| word.parse().ok());
                assert!(
                    plies.is_none_or(|plies: i64| plies <= 42 || !words.starts_with(['w', 'l'])),
                    "{line}"
                );
            }
        }
    }
    engine.send("setoption name MultiPV value 1");
    engine.send("position startpos moves 3 1 7 2");
    engine.send("go p1time 30000 p2time 30000");
    let lines = engine.until("bestmove");
    let nodes = lines.iter().rev().find_map(|line| line.split(" nodes ").nth(1)).unwrap();
    let nodes: u64 = nodes.split(' ').next().unwrap().parse().unwrap();
    assert!(nodes > 20_000, "{lines:?}");
}

#[test]
fn a_board_too_large_to_be_solved_gets_a_search_all_the_same() {
    let lines = converse("newgame connect4 9x7\ngo movetime 1000\n");
    assert!(lines.iter().any(|line| line.starts_with("info depth 4 ")), "{lines:?}");
}

#[test]
fn solving_with_a_limit_is_repeatable() {
    let ask = "newgame connect4\nposition startpos moves 4 4 4\ngo solve nodes 200000\n";
    let lines = converse(&ask.repeat(2));
    let nodes: Vec<_> = lines
        .iter()
        .filter(|line| line.contains(" score "))
        .filter_map(|line| Some(line.split(" nodes ").nth(1)?.split(' ').next()?.to_owned()))
        .collect();
    let (first, second) = nodes.split_at(nodes.len() / 2);
    assert!(!first.is_empty() && first == second, "{nodes:?}");
}
