//! Games of chance: the search finds the same as full expectimax, whatever it leaves out, and the
//! solver of small games finds what others have found.

use crate::support::Random;
use crate::support::reference::{minimax, value_of};
use crate::support::slow::rounds;
use sarsen::game::value::{EVAL_MAX, Score, Value};
use sarsen::game::{Evaluator, Game, Player, Position, Written, mix64};
use sarsen::games::backgammon::Backgammon;
use sarsen::games::einstein::Einstein;
use sarsen::games::pig::{DeckPig, Pig};
use sarsen::search::{Control, Limits, Means, SearchTask, Techniques, search};
use sarsen::transposition::Table;

/// An opinion that depends on every bit of the position, and is hardly ever moderate.
struct Scatter;

impl<P: Position> Evaluator<P> for Scatter {
    fn evaluate(&self, position: &P, player: Player) -> Value {
        let bits = mix64(position.canonical().0);
        let size = (bits >> 8) as Value % EVAL_MAX;
        let value = if bits & 1 == 0 { size } else { -size };
        if player == Player::First { value } else { -value }
    }
}

/// A position after random moves, in which the game goes on.
fn random_position<P: Position>(start: &P, plies: usize, random: &mut Random) -> Option<P> {
    let mut position = start.clone();
    for _ in 0..plies {
        if position.outcome().is_some() {
            return None;
        }
        let moves = position.legal_moves();
        position.make(moves[random.below(moves.len())]);
    }
    position.outcome().is_none().then_some(position)
}

/// What a search to this depth finds, for the player whose turn it is.
fn searched<P: Position>(position: &P, evaluator: &dyn Evaluator<P>, depth: u32) -> Score {
    let table = Table::with_bytes(1 << 16).unwrap();
    let means = Means::new(evaluator, &table);
    // Pig comes to a position in more and in fewer plies. Then a deeper value would do, too.
    let techniques = Techniques { deeper_entries: false, ..Techniques::ALL };
    let limits = SearchTask { techniques, ..Limits::depth(depth).into() };
    let answer = search(position.clone(), means, &limits, &Control::new(), &mut |_| {});
    answer.unwrap().best.score
}

/// Searches a position to all depths up to `deepest`.
fn agrees_at<P: Position + Written>(position: &P, evaluators: &[&dyn Evaluator<P>], deepest: u32) {
    for &evaluator in evaluators {
        for depth in 1..=deepest {
            let me = position.actor().turn();
            let full = minimax(position, evaluator, me, depth as i32, 0);
            let found = searched(position, evaluator, depth);
            let is_distant = matches!(found, Score::Win(None) | Score::Loss(None));
            let what = || format!("{} depth {depth}: {found:?}", position.format());
            assert!(is_distant || value_of(found) == full, "{}, not {full}", what());
        }
    }
}

/// Searches this many random positions of a game to all depths up to `deepest`.
fn agrees<G: Game>(game: &G, count: usize, most_plies: usize, deepest: u32) {
    let evaluators = game.evaluators();
    let own = &*evaluators[0].1;
    let mut random = Random(count as u64);
    let mut compared = 0;
    while compared < count {
        let plies = random.below(most_plies + 1);
        let Some(position) = random_position(&game.start(), plies, &mut random) else { continue };
        compared += 1;
        agrees_at(&position, &[own, &Scatter], deepest);
    }
}

#[test]
fn einstein_is_valued_as_full_expectimax_values_it() {
    agrees(&Einstein, rounds(200, 2000), 50, 5);
}

#[test]
fn pig_is_valued_as_full_expectimax_values_it() {
    agrees(&Pig::USUAL, rounds(300, 2000), 60, 5);
}

#[test]
fn backgammon_with_gammons_is_valued_as_full_expectimax_values_it() {
    let evaluators = Backgammon::GAMMONS.evaluators();
    let own = &*evaluators[0].1;
    for text in [
        // The second player may be saved from a gammon, or from a backgammon.
        "-CB----------------bl--a-- 1 -",
        "-BB----b-----------al----- 1 -",
        "-BA---a------------bl----- 2 -",
        "aBB----------------bl----- 2 -",
        // Somebody wins a point at most.
        "-CB----------------bjb---- 1 -",
        "-AA-----------------ab---- 2 -",
    ] {
        let position = Backgammon::GAMMONS.start().parse(text).unwrap();
        agrees_at(&position, &[own, &Scatter], 3);
    }
}

#[test]
fn a_win_that_is_not_the_greatest_is_an_expectation() {
    let found = |text: &str| {
        let position = Backgammon::GAMMONS.start().parse(text).unwrap();
        searched(&position, &Scatter, 2)
    };
    let share_of = |points: i32| Score::Chance(EVAL_MAX / 3 * points);
    // The first player bears the last checker off with any throw.
    assert_eq!(found("-A-----------------cl----- 1 -"), share_of(2));
    assert_eq!(found("-A-----------------ck----- 1 -"), share_of(1));
    assert_eq!(found("-A----a------------bl----- 1 -"), Score::Win(Some(2)));
    assert_eq!(found("aA-----------------bl----- 1 21"), Score::Win(Some(1)));
    // In a single game all of these are won.
    let single = Backgammon::SINGLE.start().parse("-A-----------------ck----- 1 -").unwrap();
    assert_eq!(searched(&single, &Scatter, 2), Score::Win(Some(2)));
}

#[test]
fn pig_with_cards_is_valued_as_full_expectimax_values_it() {
    agrees(&DeckPig::parse("").unwrap(), rounds(300, 2000), 30, 5);
}
