//! What was learnt and comes with a game: the evaluator `learned` plays with it, unless it cannot
//! be used. The game is tic-tac-toe.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::laws::tic_tac_toe::{Board, TicTacToe};
use super::learned::weights;
use sarsen::engine::Engine;
use sarsen::game::board::Diagram;
use sarsen::game::value::Score;
use sarsen::game::{Evaluator, Game, NamedEvaluator, Player, Presentation, Weights, WeightsError};
use sarsen::learned::{LEARNED, Learned, LearnedWeights};
use sarsen::matches::learning::{GamesPlan, Survey, play_games};
use sarsen::matches::tuning::Workplace;
use sarsen::session::{AnyWeights, GameSession, Learn, Registry, Think, Tune};

/// Tic-tac-toe with what was learnt about it, with or without an evaluator of its own.
struct Shipped {
    learned: Option<&'static [u8]>,
    has_opinion: bool,
}

impl Shipped {
    fn with(learned: Option<&'static [u8]>) -> Self {
        Self { learned, has_opinion: true }
    }

    fn session(self) -> GameSession<Self> {
        GameSession::new(Arc::new(self))
    }
}

impl Game for Shipped {
    type Position = Board;

    fn name(&self) -> &str {
        "shipped"
    }

    fn start(&self) -> Board {
        TicTacToe.start()
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<Board>> {
        if self.has_opinion { TicTacToe.evaluators() } else { Vec::new() }
    }

    fn learned(&self) -> Option<&'static [u8]> {
        self.learned
    }
}

impl Presentation<Board> for Shipped {
    fn board(&self) -> Option<&dyn Diagram<Board>> {
        Some(&TicTacToe)
    }
}

/// The same without its board.
struct Blind(Shipped);

impl Game for Blind {
    type Position = Board;

    fn name(&self) -> &str {
        "blind"
    }

    fn start(&self) -> Board {
        self.0.start()
    }

    fn learned(&self) -> Option<&'static [u8]> {
        self.0.learned
    }
}

impl Presentation<Board> for Blind {}

/// A file of weights that were learnt for a game of this name.
fn file(name: &'static str) -> &'static [u8] {
    let registry = match name {
        "shipped" => Registry::of(Shipped::with(None)),
        _ => Registry::of(TicTacToe),
    };
    weights(&registry, name).to_bytes().leak()
}

/// The values of some positions, by the evaluator in use.
fn values(session: &mut impl Think) -> Vec<i32> {
    let lines = ["", "b2", "a1 b2", "a1 b1 a2", "b2 a1 c3 c1"];
    let value = |moves| {
        session.set_position(None, moves).unwrap();
        session.evaluate().unwrap().value()
    };
    lines.map(value).to_vec()
}

/// The same by `learned`.
fn learned_values(mut session: impl Think) -> Vec<i32> {
    assert!(session.select_evaluator(LEARNED));
    values(&mut session)
}

#[test]
fn it_is_played_with_and_comes_back() {
    let bytes = file("shipped");
    let read = LearnedWeights::from_bytes(bytes).unwrap();
    let evaluator = Learned::new(Arc::new(Shipped::with(None)), &read).unwrap();
    let mut session = Shipped::with(Some(bytes)).session();
    assert!(session.select_evaluator(LEARNED));
    let shipped = values(&mut session);
    assert!(shipped.iter().any(|&value| value != 0), "{shipped:?}");
    assert_eq!(shipped[0], evaluator.evaluate(&TicTacToe.start(), Player::First));
    let nothing = vec![0; shipped.len()];
    assert_eq!(learned_values(Shipped::with(None).session()), nothing);

    // Other weights and none at all replace it. Without weights, it is there again.
    session.set_learned(None).unwrap();
    assert_eq!(values(&mut session), nothing);
    session.use_weights(None).unwrap();
    assert_eq!(values(&mut session), shipped);
    let mut empty = Shipped::with(None).session();
    assert!(empty.select_evaluator(LEARNED));
    empty.use_weights(Some(&AnyWeights::Learned(read))).unwrap();
    assert_eq!(values(&mut empty), shipped);
    empty.use_weights(None).unwrap();
    assert_eq!(values(&mut empty), nothing);

    // A game without an opinion of its own plays with it from the start.
    let game = || Shipped { learned: Some(bytes), has_opinion: false };
    assert_eq!(values(&mut game().session()), shipped);
    let mut engine = Engine::new(Box::new(game().session()), 1).unwrap();
    engine.session_mut().set_position(None, "b2").unwrap();
    assert_eq!(engine.session().evaluate(), Some(Score::Eval(shipped[1])));
}

#[test]
fn a_wrong_file_is_as_if_nothing_was_learnt() {
    let good = file("shipped");
    let mut damaged = good.to_vec();
    damaged[good.len() / 2] ^= 1;
    let short = &good[..good.len() - 1];
    let wrong: [&[u8]; 5] = [b"", b"dear diary", damaged.leak(), short, file("tictactoe")];
    for bytes in wrong {
        let values = learned_values(Shipped::with(Some(bytes)).session());
        assert_eq!(values, vec![0; values.len()]);
    }
    let blind = GameSession::new(Arc::new(Blind(Shipped::with(Some(good)))));
    assert_eq!((blind.evaluators(), blind.evaluate()), (vec!["none"], Some(Score::Eval(0))));
}

/// Learning begins with nothing, so that the same run always learns the same.
#[test]
fn it_does_not_teach() {
    let seen = |learned| {
        let registry = Registry::of(Shipped::with(learned));
        let place = Workplace { registry: &registry, game: "shipped", threads: 1 };
        let stop = Arc::new(AtomicBool::new(false));
        let survey = Survey::of(place, &stop).unwrap();
        let plan = GamesPlan { nodes: 10, depth: None, expects: false, solver_nodes: 0, seed: 3 };
        play_games(place, &survey, plan, None, [0, 20], &stop, &mut |_| {}).unwrap()
    };
    assert!(seen(Some(file("shipped"))) == seen(None));
}

#[test]
fn a_game_that_takes_no_weights_says_so() {
    let weights = Weights::parse("one = 1").unwrap();
    let refused = Shipped::with(None).session().set_weights(Some(&weights));
    assert_eq!(refused, Err(WeightsError::None("shipped".to_owned())));
    let refused =
        sarsen::games::registry().open("othello", "").unwrap().set_weights(Some(&weights));
    assert_eq!(refused, Err(WeightsError::NotNamed("othello".to_owned())));
}
