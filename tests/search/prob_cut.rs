//! Multi-ProbCut: what it spares when a shallow search predicts a deep one, and that it never makes
//! a proof of an opinion.

use crate::support::{Random, columns, play, random_position, reference, scored_games};
use sarsen::game::value::{Score, Value};
use sarsen::game::{
    Actor, Effort, Evaluator, Forecast, Forecasts, Game, Outcome, Player, Position, Selectivity,
    Solver, Symmetric, Written,
};
use sarsen::games::connect_four::Small;
use sarsen::games::othello::{Othello, OthelloSolver};
use sarsen::games::stonehenge::Stonehenge;
use sarsen::search::{Answer, Control, Limits, Means, SearchTask, search};
use sarsen::transposition::Table;

/// An evaluator with other forecasts than its own.
struct Foretold<'a, P> {
    evaluator: &'a dyn Evaluator<P>,
    forecasts: Option<Forecasts>,
}

impl<P: Position> Evaluator<P> for Foretold<'_, P> {
    fn evaluate(&self, position: &P, player: Player) -> Value {
        self.evaluator.evaluate(position, player)
    }
    fn order(&self, position: &P, moves: &[P::Move], scores: &mut [i32]) {
        self.evaluator.order(position, moves, scores);
    }
    fn is_stable(&self, position: &P) -> bool {
        self.evaluator.is_stable(position)
    }
    fn is_symmetric(&self) -> bool {
        self.evaluator.is_symmetric()
    }
    fn forecasts(&self, _: &P) -> Option<&Forecasts> {
        self.forecasts.as_ref()
    }
}

/// Forecasts for all depths and stages: the deep value is the shallow one, with this deviation.
fn forecasts(deviation: f64) -> Forecasts {
    let forecast = |deep: u32, shallow: u32| Forecast {
        left: [0, 200],
        deep,
        shallow,
        slope: 1.0,
        offset: 0.0,
        deviation,
    };
    let pairs = (2..=30).flat_map(|deep| {
        let shallow = (0..deep).filter(move |shallow| shallow % 2 == deep % 2).take(3);
        shallow.map(move |shallow| (deep, shallow))
    });
    Forecasts::new(pairs.map(|(deep, shallow)| forecast(deep, shallow)).collect()).unwrap()
}

/// Spares nodes, and nothing else.
const SPARING: Selectivity = Selectivity { confidence: 100, ..Selectivity::NONE };

fn run<P: Position>(
    position: &P,
    evaluator: &dyn Evaluator<P>,
    limits: &SearchTask<P::Move>,
    report: &mut dyn FnMut(Score),
) -> Answer<P::Move> {
    let table = Table::new(4).unwrap();
    let means = Means::new(evaluator, &table);
    let tell = &mut |info: &sarsen::search::Info<P::Move>| report(info.score);
    search(position.clone(), means, limits, &Control::new(), tell).unwrap()
}

/// Sum game: a move adds 0 to 4 to the sum of the player who makes it. After 30 plies nobody wins.
#[derive(Clone, Debug)]
struct Sums {
    sums: [Value; 2],
    ply: u32,
}

impl Position for Sums {
    type Move = u8;
    type Undo = Self;
    const MOVE_CODES: usize = 5;

    fn actor(&self) -> Actor {
        Actor::Player(if self.ply.is_multiple_of(2) { Player::First } else { Player::Second })
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.ply == 30).then_some(Outcome::Draw)
    }
    fn moves(&self, out: &mut Vec<u8>) {
        // The order says nothing about the value.
        out.extend([2, 4, 0, 3, 1]);
    }
    fn make(&mut self, m: u8) -> Self {
        let before = self.clone();
        self.sums[self.ply as usize % 2] += Value::from(m);
        self.ply += 1;
        before
    }
    fn unmake(&mut self, _: u8, before: Self) {
        *self = before;
    }
    fn key(&self) -> u64 {
        let [first, second] = self.sums.map(|sum| sum as u64);
        Random(first << 40 | second << 20 | u64::from(self.ply)).next()
    }
    fn code(&self, m: u8) -> u16 {
        m.into()
    }
    fn plies_left(&self) -> u32 {
        30 - self.ply
    }
}

impl Symmetric for Sums {}

fn difference(position: &Sums, player: Player) -> Value {
    let [first, second] = position.sums;
    if player == Player::First { first - second } else { second - first }
}

/// The same sums, and an opinion that has nothing to do with them.
fn noise(position: &Sums, player: Player) -> Value {
    let value = (Random(position.key()).next() % 2001) as Value - 1000;
    if player == Player::First { value } else { -value }
}

#[test]
fn what_is_foretold_is_spared() {
    let start = Sums { sums: [0, 0], ply: 0 };
    for depth in 6..=12 {
        let limits = |selectivity| SearchTask { selectivity, ..Limits::depth(depth).into() };
        let foretold = Foretold { evaluator: &difference, forecasts: Some(forecasts(0.0)) };
        let full = run(&start, &foretold, &limits(Selectivity::NONE), &mut |_| {});
        let spared = run(&start, &foretold, &limits(SPARING), &mut |_| {});
        assert_eq!(spared.best.score, full.best.score, "depth {depth}");
        assert_eq!(spared.best.score, Score::Eval(if depth % 2 == 1 { 4 } else { 0 }));
        assert_eq!(spared.best.variation[0], 4);
        assert!(!spared.exact);
        let nodes = [spared.best.nodes, full.best.nodes];
        assert!(depth < 8 || 2 * nodes[0] < nodes[1], "depth {depth}: {nodes:?}");
    }
}

#[test]
fn where_nothing_can_be_foretold_nothing_is_lost() {
    let start = Sums { sums: [0, 0], ply: 0 };
    let foretold = Foretold { evaluator: &noise, forecasts: Some(forecasts(2000.0)) };
    for depth in 3..=8 {
        let limits = |selectivity| SearchTask { selectivity, ..Limits::depth(depth).into() };
        let full = run(&start, &foretold, &limits(Selectivity::NONE), &mut |_| {}).best;
        let spared = run(&start, &foretold, &limits(SPARING), &mut |_| {}).best;
        assert_eq!(spared.score, full.score, "depth {depth}");
        let plain = reference::value(&start, &noise, depth.min(5) as i32);
        assert!(depth > 5 || full.score == Score::Eval(plain));
        assert!(2 * spared.nodes < 3 * full.nodes, "{} {}", spared.nodes, full.nodes);
    }
}

#[test]
fn it_is_the_same_every_time_and_off_without_confidence() {
    let game = Small::new(7, 6).unwrap();
    let evaluators = game.evaluators();
    let with = |forecasts| Foretold { evaluator: &*evaluators[0].1, forecasts };
    let (none, some) = (with(None), with(Some(forecasts(20.0))));
    let mut random = Random(31);
    let mut fewer = 0;
    for _ in 0..20 {
        let board = random_position(&game.start(), 12, &mut random);
        let nodes = |evaluator: &Foretold<'_, _>, selectivity| {
            let limits = SearchTask { selectivity, ..Limits::depth(10).into() };
            let best = run(&board, evaluator, &limits, &mut |_| {}).best;
            (best.nodes, best.score, best.variation)
        };
        let usual = Selectivity::USUAL;
        let unsure = Selectivity { confidence: 0, ..usual };
        for selectivity in [Selectivity::NONE, usual.scaled(0), unsure] {
            assert_eq!(nodes(&some, selectivity), nodes(&none, selectivity));
        }
        assert_eq!(nodes(&none, usual), nodes(&none, unsure));
        assert_eq!(nodes(&some, usual), nodes(&some, usual));
        fewer += i32::from(nodes(&some, usual).0 < nodes(&none, usual).0);
    }
    assert!(fewer >= 15, "{fewer} of 20");
}

/// Compares all that a search proves with the true result, whatever is spared: every forecast is
/// believed blindly.
fn proves_only_what_is_true<G: Game>(game: &G, position: &G::Position, result: i32, ends: bool) {
    let evaluators = game.evaluators();
    let blind = Foretold { evaluator: &*evaluators[0].1, forecasts: Some(forecasts(0.0)) };
    let wild = Selectivity { confidence: 1, reduction: 200, ..Selectivity::USUAL };
    for (selectivity, threads) in [(SPARING, 1), (wild, 1), (SPARING, 2)] {
        let limits = SearchTask { selectivity, threads, ..SearchTask::default() };
        let what = position.format();
        let answer = run(position, &blind, &limits, &mut |score| {
            let said = match score {
                Score::Eval(_) | Score::Chance(_) => return,
                Score::Draw => 0,
                Score::Win(_) => 1,
                Score::Loss(_) => -1,
            };
            assert_eq!(said, result, "{what}: {score:?} with {selectivity:?}");
        });
        assert!(answer.exact || !ends, "{what}: {:?}", answer.best.score);
    }
}

#[test]
fn proofs_stay_proofs_in_connect_four() {
    let game = Small::new(7, 6).unwrap();
    for (moves, score) in scored_games("connect4/Test_L3_R1").into_iter().step_by(4) {
        let board = play(&game.start(), &columns(&moves));
        proves_only_what_is_true(&game, &board, score.signum(), true);
    }
}

#[test]
fn proofs_stay_proofs_in_stonehenge() {
    let mut random = Random(32);
    let evaluators = Stonehenge.evaluators();
    let mut left = 100;
    while left > 0 {
        let position = random_position(&Stonehenge.start(), 16, &mut random);
        if position.plies_left() > 7 {
            continue;
        }
        let plain = run(&position, &*evaluators[0].1, &SearchTask::default(), &mut |_| {});
        let result = plain.best.score.value().signum();
        assert!(plain.exact && result != 0);
        proves_only_what_is_true(&Stonehenge, &position, result, true);
        left -= 1;
    }
}

/// By how many discs a game is won decides, so the score of every search to the end is compared.
#[test]
fn proofs_stay_proofs_in_othello() {
    let game = Othello::SMALL;
    let solver = OthelloSolver::new(4 << 20).unwrap();
    let evaluators = game.evaluators();
    let blind = Foretold { evaluator: &*evaluators[0].1, forecasts: Some(forecasts(0.0)) };
    let mut random = Random(33);
    let mut left = 100;
    while left > 0 {
        let position = random_position(&game.start(), 30, &mut random);
        let empty = position.empty().count_ones();
        if !(6..=9).contains(&empty) {
            continue;
        }
        let found = solver.solve(&position, &Effort::UNLIMITED);
        let value = found.value().unwrap();
        proves_only_what_is_true(&game, &position, value.signum(), false);
        let limits = SearchTask { selectivity: SPARING, ..Limits::depth(60).into() };
        let answer = run(&position, &blind, &limits, &mut |_| {});
        assert!(answer.exact, "{}: {:?}", position.format(), answer.best);
        assert_eq!(answer.best.score.value().signum(), value.signum());
        left -= 1;
    }
}

/// What happens within three plies of the root is always seen.
#[test]
fn nothing_is_spared_near_the_root() {
    let game = Small::new(5, 4).unwrap();
    let evaluators = game.evaluators();
    let blind = Foretold { evaluator: &*evaluators[0].1, forecasts: Some(forecasts(0.0)) };
    let mut random = Random(34);
    let mut decided = 0;
    for _ in 0..900 {
        let board = random_position(&game.start(), 14, &mut random);
        let plain = reference::value(&board, &blind, 3);
        let truth = Score::new(plain, true);
        if matches!(truth, Score::Win(_) | Score::Loss(_)) {
            for depth in 3..=9 {
                let limits = SearchTask { selectivity: SPARING, ..Limits::depth(depth).into() };
                let score = run(&board, &blind, &limits, &mut |_| {}).best.score;
                assert_eq!(score, truth, "{} to depth {depth}", board.format());
            }
            decided += 1;
        }
    }
    assert!(decided > 50, "{decided}");
}
