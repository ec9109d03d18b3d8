//! Games as text have the values of the same games in Rust. The search proves them, and knows no
//! more of the game than its text.

use crate::games_as_text::{after, on_board, resized, text_game};
use crate::support::Random;
use crate::support::slow::{self, rounds};
use sarsen::game::value::{Score, Value};
use sarsen::game::{Effort, Game, Player, Position, Solver, Written};
use sarsen::games::checkers::Checkers;
use sarsen::games::connect_four::Small;
use sarsen::games::othello::Othello;
use sarsen::search::{Control, Limits, Means, search};
use sarsen::transposition::Table;

/// What the search finds without a solver or an oracle.
fn found<G: Game>(game: &G, position: &G::Position, table: &mut Table, limits: Limits) -> Score {
    table.clear();
    let mut evaluators = game.evaluators();
    let none = |_: &G::Position, _: Player| 0;
    let evaluator =
        if evaluators.is_empty() { Box::new(none) } else { evaluators.swap_remove(0).1 };
    let means = Means::new(&*evaluator, table);
    let position = position.clone();
    search(position, means, &limits.into(), &Control::new(), &mut |_| {}).unwrap().best.score
}

/// Whether the player to move wins (1), draws (0) or loses (-1), if that is proven.
fn result(score: Score) -> Option<i32> {
    match score {
        Score::Win(_) => Some(1),
        Score::Draw => Some(0),
        Score::Loss(_) => Some(-1),
        Score::Eval(_) | Score::Chance(_) => None,
    }
}

/// The exact value for the player to move, by the game's own solver.
fn solved<G: Game>(solver: &dyn Solver<G::Position>, position: &G::Position) -> Value {
    solver.solve(position, &Effort::UNLIMITED).value().unwrap()
}

/// A random game from the start, as both games know it: the positions in which it is not over.
fn random_game<A: Game, B: Game>(
    text: &A,
    judge: &B,
    random: &mut Random,
) -> Vec<(A::Position, B::Position)> {
    random_game_from((text, text.start()), (judge, judge.start()), random)
}

/// The same from another position.
fn random_game_from<A: Game, B: Game>(
    (text, mut one): (&A, A::Position),
    (judge, mut other): (&B, B::Position),
    random: &mut Random,
) -> Vec<(A::Position, B::Position)> {
    let layouts = [text.board().unwrap().layout(), judge.board().unwrap().layout()];
    let mut positions = Vec::new();
    while other.outcome().is_none() {
        let mut ones = after(text, Some(&layouts[0]), &one);
        let mut others = after(judge, Some(&layouts[1]), &other);
        let (board, _, next) = ones.swap_remove(random.below(ones.len()));
        let same = others.iter().position(|(other, ..)| *other == board).unwrap();
        positions.push((one, other));
        (one, other) = (next, others.swap_remove(same).2);
    }
    positions
}

#[test]
fn small_boards_of_connect_four_have_their_values() {
    let mut table = Table::new(64).unwrap();
    for [width, height] in [[4, 4], [4, 5], [5, 4], [5, 5]] {
        if width * height > 16 && slow::is_left_out("larger boards of Connect Four as text") {
            continue;
        }
        let text = on_board("connect4", &vec![vec!["e"; width]; height]);
        let judge = Small::new(width as u32, height as u32).unwrap();
        let solver = judge.solver(16 << 20).unwrap();
        let score = found(&text, &text.start(), &mut table, Limits::PROOF);
        let value = solved::<Small>(&*solver, &judge.start());
        assert_eq!(result(score), Some(value.signum()), "{width}x{height}: {score:?}");
    }
}

/// Who wins, and how soon.
#[test]
fn connect_four_near_the_end_has_its_values() {
    let (text, judge) = (text_game("connect4"), Small::new(7, 6).unwrap());
    let solver = judge.solver(16 << 20).unwrap();
    let mut table = Table::new(4).unwrap();
    let mut random = Random(21);
    for _ in 0..rounds(60, 5_000) {
        let game = random_game(&text, &judge, &mut random);
        for (one, other) in game.iter().filter(|(_, board)| board.plies_left() <= 16) {
            let score = found(&text, one, &mut table, Limits::NONE);
            let value = solved::<Small>(&*solver, other);
            assert_eq!(score.value(), value, "{}", other.format());
        }
    }
}

/// The second player wins (11 discs to 3, as has long been known).
#[test]
fn othello_on_four_by_four_squares_has_its_value() {
    let text = resized("othello", 4);
    let mut table = Table::new(16).unwrap();
    let score = found(&text, &text.start(), &mut table, Limits::PROOF);
    assert_eq!(result(score), Some(-1), "{score:?}");
}

#[test]
fn othello_near_the_end_has_its_values() {
    let mut table = Table::new(4).unwrap();
    let mut random = Random(22);
    for (width, judge) in [(6, Othello::SMALL), (8, Othello::USUAL)] {
        let text = resized("othello", width);
        let solver = judge.solver(16 << 20).unwrap();
        for _ in 0..rounds(8, 200) {
            let game = random_game(&text, &judge, &mut random);
            for (one, other) in game.iter().filter(|(_, position)| position.plies_left() <= 8) {
                let score = found(&text, one, &mut table, Limits::PROOF);
                let value = solved::<Othello>(&*solver, other);
                assert_eq!(result(score), Some(value.signum()), "{}", other.format());
            }
        }
    }
}

/// Two kings of each player, in both games. Random games from here end in all ways.
const KINGS: (&str, &str) = (
    "xKxKx.x./.x.x.x.x/x.x.x.x./.x.x.x.x/x.x.x.x./.x.x.x.x/x.x.x.x./.x.xkxkx black",
    "B:WK31,K32:BK1,K2",
);

/// The game in Rust has no solver either. Both are searched, and what both prove is the same.
#[test]
fn checkers_near_the_end_has_its_values() {
    let text = text_game("checkers");
    let kings = (text.start().parse(KINGS.0).unwrap(), Checkers.start().parse(KINGS.1).unwrap());
    let mut tables = [4, 4].map(|mib| Table::new(mib).unwrap());
    let mut random = Random(23);
    let mut proven = [0; 3];
    for round in 0..rounds(10, 200) {
        let (one, other) = match round % 2 {
            0 => (text.start(), Checkers.start()),
            _ => kings.clone(),
        };
        let game = random_game_from((&text, one), (&Checkers, other), &mut random);
        for (one, other) in game.iter().rev().take(10) {
            let limits = Limits::PROOF.with_nodes(3_000);
            let score = found(&text, one, &mut tables[0], limits);
            let expected = found(&Checkers, other, &mut tables[1], limits);
            if let (Some(found), Some(expected)) = (result(score), result(expected)) {
                assert_eq!(found, expected, "{}", other.format());
                proven[(found + 1) as usize] += 1;
            }
        }
    }
    let [lost, drawn, won] = proven;
    // Few of the games are drawn.
    let enough = lost > 0 && won > 0 && (drawn > 0 || !slow::is_asked_for());
    assert!(enough, "lost {lost}, drawn {drawn}, won {won}");
}
