//! With reductions on, a proof is still a proof: no wrong win, loss or draw, and only exact
//! distances.

use crate::support::process::Engine;
use crate::support::slow::rounds;
use crate::support::{Random, columns, play, random_position, scored_games};
use sarsen::game::value::Score;
use sarsen::game::{Game, Position, Selectivity, Written};
use sarsen::games::connect_four::Small;
use sarsen::games::stonehenge::Stonehenge;
use sarsen::search::{Answer, Control, Limits, Means, SearchTask, search};
use sarsen::transposition::Table;

/// Far more reduction than any game asks for.
const WILD: Selectivity =
    Selectivity { least_depth: 2, full_moves: 1, reduction: 250, unknown_depth: 2, confidence: 1 };

fn run<G: Game>(
    game: &G,
    position: &G::Position,
    limits: &SearchTask<<G::Position as Position>::Move>,
    check: &mut dyn FnMut(Score),
) -> Answer<<G::Position as Position>::Move> {
    let table = Table::new(4).unwrap();
    let evaluators = game.evaluators();
    let oracle = game.oracle();
    let means = Means::new(&*evaluators[0].1, &table).with_oracle(oracle.as_deref());
    search(position.clone(), means, limits, &Control::new(), &mut |info| check(info.score)).unwrap()
}

/// Compares all reports of a search and its answer with the exact result: its sign, and the plies
/// to the end of a game that is not drawn.
fn holds<G: Game>(game: &G, position: &G::Position, result: i32, plies: Option<u32>) {
    for (selectivity, threads) in [(game.selectivity(), 1), (game.selectivity(), 2), (WILD, 1)] {
        let limits = SearchTask { selectivity, threads, ..SearchTask::default() };
        let what = position.format();
        let answer = run(game, position, &limits, &mut |score| {
            let said = match score {
                Score::Eval(_) | Score::Chance(_) => return,
                Score::Draw => (0, None),
                Score::Win(said) => (1, said),
                Score::Loss(said) => (-1, said),
            };
            assert_eq!(said.0, result, "{what}: {score:?} with {selectivity:?}");
            assert!(said.1.is_none() || said.1 == plies, "{what}: {score:?}, not {plies:?}");
        });
        assert!(answer.exact, "{what}: {:?} with {selectivity:?}", answer.best.score);
    }
}

fn solved_set(name: &str, take_every: usize) {
    let game = Small::new(7, 6).unwrap();
    for (moves, score) in scored_games(name).into_iter().step_by(take_every) {
        let board = play(&game.start(), &columns(&moves));
        // The score in the literature: the number of stones that the winner has left just before
        // the winning move.
        let plies = (44 - 2 * score.abs() - board.ply() as i32) as u32;
        // The winner makes the last move.
        let plies = if (plies % 2 == 1) == (score > 0) { plies } else { plies - 1 };
        let plies = (score != 0).then_some(plies);
        holds(&game, &board, score.signum(), plies);
    }
}

#[test]
fn connect_four_late() {
    solved_set("connect4/Test_L3_R1", 1);
}

#[test]
fn connect_four_middle() {
    solved_set("connect4/Test_L2_R1", 3);
}

fn random_positions<G: Game>(game: &G, most_left: u32, count: usize, seed: u64) {
    let mut random = Random(seed);
    let mut left = count;
    while left > 0 {
        let position = random_position(&game.start(), 40, &mut random);
        if position.plies_left() > most_left {
            continue;
        }
        // This searches with full width to the end of the game.
        let answer = run(game, &position, &SearchTask::default(), &mut |_| {});
        let (result, plies) = match answer.best.score {
            Score::Win(plies) => (1, plies),
            Score::Loss(plies) => (-1, plies),
            Score::Draw => (0, None),
            _ => panic!("not to the end: {}", position.format()),
        };
        holds(game, &position, result, plies);
        left -= 1;
    }
}

#[test]
fn random_boards_and_stonehenge() {
    random_positions(&Small::new(7, 6).unwrap(), 20, rounds(12, 100), 21);
    random_positions(&Small::new(5, 5).unwrap(), 22, rounds(10, 60), 22);
    random_positions(&Stonehenge, 8, rounds(8, 40), 23);
}

/// In these lost positions, a selective search alone takes the wrong move for the one that loses
/// last.
#[test]
fn every_move_loses_as_late_as_is_said() {
    for (width, height, moves) in [
        (6, 6, "21122134665541662"),
        (6, 6, "241352336613"),
        (7, 5, "5316327156752"),
        (6, 5, "3443551512"),
        (6, 5, "42124366442"),
        (6, 5, "14441424536265"),
        (6, 5, "52642315226166"),
    ] {
        let game = Small::new(width, height).unwrap();
        let board = play(&game.start(), &columns(moves));
        for lines in [1, 3] {
            let limits =
                SearchTask { selectivity: game.selectivity(), lines, ..SearchTask::default() };
            let answer = run(&game, &board, &limits, &mut |_| {});
            for line in &answer.lines {
                let only =
                    SearchTask { moves: Some(vec![line.variation[0]]), ..SearchTask::default() };
                let truth = run(&game, &board, &only, &mut |_| {}).best.score;
                let what = format!("{moves}: {:?} of {lines}", line.variation);
                assert_eq!(line.score, truth, "{what}");
                let Score::Loss(Some(plies)) = truth else { panic!("{what}: {truth:?}") };
                assert_eq!(line.variation.len(), plies as usize, "{what}");
            }
            let best = run(&game, &board, &SearchTask::default(), &mut |_| {}).best.score;
            assert_eq!(answer.best.score, best, "{moves}");
        }
    }
}

#[test]
fn it_saves_positions_and_can_be_switched_off() {
    let nodes = |engine: &mut Engine| {
        engine.send("newgame");
        engine.send("go depth 14");
        let lines = engine.until("bestmove");
        let report = lines.iter().rfind(|line| line.starts_with("info depth 14")).unwrap();
        let mut words = report.split(' ').skip_while(|&word| word != "nodes");
        words.nth(1).unwrap().parse::<u64>().unwrap()
    };
    let mut engine = Engine::start();
    let selective = nodes(&mut engine);
    engine.send("setoption name Selectivity value 0");
    let full = nodes(&mut engine);
    assert!(2 * selective < full, "{selective} {full}");
    engine.send("setoption name Selectivity value 100");
    assert_eq!(nodes(&mut engine), selective);
}

#[test]
fn several_lines_stand_in_the_order_of_their_scores() {
    let game = Small::new(7, 6).unwrap();
    let mut random = Random(11);
    for _ in 0..40 {
        let board = random_position(&game.start(), 8, &mut random);
        for selectivity in [game.selectivity(), WILD] {
            let limits = SearchTask { lines: 7, selectivity, ..Limits::depth(10).into() };
            let answer = run(&game, &board, &limits, &mut |_| {});
            let scores: Vec<_> = answer.lines.iter().map(|line| line.score.value()).collect();
            assert!(scores.is_sorted_by(|a, b| a >= b), "{}: {scores:?}", board.format());
            assert_eq!(answer.best.variation, answer.lines[0].variation);
        }
    }
}
