//! Checkers and Abalone shortly before repetition or a limit ends the game: what the search proves
//! is what plain recursion over the rules finds, without a table.

use crate::support::Random;
use sarsen::game::value::{INFINITE, Score, Value, WIN, is_loss, is_win};
use sarsen::game::{Actor, Bound, Game, Path, Player, Position, Written, final_value};
use sarsen::games::abalone::Abalone;
use sarsen::games::checkers::Checkers;
use sarsen::search::{Control, Limits, Means, search};
use sarsen::transposition::Table;

/// The games from which positions are taken, and how many of them.
const GAMES: usize = 50;
const POSITIONS: usize = 10;

/// What plain recursion has met: games drawn by repetition before the limits ended them.
#[derive(Default)]
struct Met {
    repetitions: usize,
}

fn path<P: Position>(position: &P) -> &Path {
    position.path().expect("positions can come again")
}

fn mover<P: Position>(position: &P) -> Player {
    let Actor::Player(player) = position.actor() else { panic!("chance acts") };
    player
}

/// Plain alpha-beta for some plies. Players move in turn.
struct Plain {
    plies: usize,
    /// What a game that lasts longer is worth to the player who acts first.
    open: Value,
}

impl Plain {
    /// The value for the player to act, `ply` plies below the first position.
    fn value<P: Position>(
        &self,
        position: &mut P,
        window: [Value; 2],
        ply: usize,
        met: &mut Met,
    ) -> Value {
        if let Some(value) = final_value(position, mover(position), ply) {
            met.repetitions += usize::from(value == 0 && path(position).plies_left() != Some(0));
            return value;
        }
        if ply == self.plies {
            return if ply.is_multiple_of(2) { self.open } else { -self.open };
        }
        let [mut alpha, beta] = window;
        let mut best = Value::MIN;
        for m in position.legal_moves() {
            let undo = position.make(m);
            let value = -self.value(position, [-beta, -alpha], ply + 1, met);
            position.unmake(m, undo);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// The value of a position if it is decided within so many plies, whatever happens in longer games.
fn truth<P: Position>(position: &P, plies: usize, met: &mut Met) -> Option<Value> {
    let mut value =
        |open| Plain { plies, open }.value(&mut position.clone(), [-INFINITE, INFINITE], 0, met);
    let (least, most) = (value(-WIN), value(WIN));
    (least == most).then_some(least)
}

/// The unfinished games after each move.
fn unfinished<P: Position>(position: &P) -> impl Iterator<Item = P> {
    let after = |m| {
        let mut next = position.clone();
        next.make(m);
        next
    };
    position.legal_moves().into_iter().map(after).filter(|next| next.outcome().is_none())
}

/// Plays on at random until at most `left` plies are left, mostly to and fro. None if the game ends
/// before, or lasts for ever.
fn shuffled<P: Position>(mut position: P, left: usize, random: &mut Random) -> Option<P> {
    for _ in 0..400 {
        if path(&position).plies_left().is_some_and(|plies| plies <= left) {
            return Some(position);
        }
        // No move after which the next one has to end the game, such as a capture.
        let lasts = |next: &P| unfinished(next).next().is_some();
        let mut ways: Vec<P> = unfinished(&position).filter(lasts).collect();
        let back = |next: &P| path(next).last_return().is_some();
        if random.below(4) > 0 && ways.iter().any(back) {
            ways.retain(back);
        }
        if ways.is_empty() {
            return None;
        }
        position = ways.swap_remove(random.below(ways.len()));
    }
    None
}

/// Searches positions of games that end soon. All searches share one table.
fn is_true_near_the_end<G: Game>(
    game: &G,
    (left, repetitions): (usize, usize),
    begin: impl Fn(&mut Random) -> Option<G::Position>,
) {
    let evaluators = game.evaluators();
    let evaluator = &*evaluators[0].1;
    let table = Table::new(1).unwrap();
    let mut met = Met::default();
    let [mut draws, mut decided, mut games] = [0; 3];
    let mut random = Random(77);
    while games < GAMES {
        let Some(first) = begin(&mut random) else { continue };
        let mut positions = Vec::new();
        for _ in 0..4 * POSITIONS {
            positions.extend(shuffled(first.clone(), left, &mut random));
        }
        if positions.len() < POSITIONS {
            continue;
        }
        games += 1;
        for position in positions.into_iter().take(POSITIONS) {
            let Some(right) = truth(&position, left + 1, &mut met) else { continue };
            let means = Means::new(evaluator, &table);
            let limits = Limits::depth(left as u32 + 2).into();
            let answer =
                search(position.clone(), means, &limits, &Control::new(), &mut |_| {}).unwrap();
            assert_eq!(answer.best.bound, Bound::Exact);
            let score = answer.best.score;
            let what = || format!("{}: {score:?}, {:?}", position.format(), path(&position));
            match score {
                Score::Draw => assert_eq!(right, 0, "{}", what()),
                Score::Win(None) => assert!(is_win(right), "{}", what()),
                Score::Loss(None) => assert!(is_loss(right), "{}", what()),
                Score::Win(_) | Score::Loss(_) => assert_eq!(score.value(), right, "{}", what()),
                // What the table knows of other ways is no proof.
                Score::Eval(_) | Score::Chance(_) => continue,
            }
            draws += usize::from(right == 0);
            decided += usize::from(right != 0);
        }
    }
    let proofs = draws + decided;
    let enough = met.repetitions >= repetitions && proofs > games && decided > games / 2;
    assert!(enough, "{} repetitions, {draws} draws, {decided} others", met.repetitions);
}

#[test]
fn checkers_near_repetition_and_the_forty_moves() {
    is_true_near_the_end(&Checkers, (6, 1000), |random| {
        let mut squares: Vec<u32> = (1..=32).collect();
        let turn = ["B", "W"][random.below(2)];
        let mut king = || format!("K{}", squares.swap_remove(random.below(squares.len())));
        // A capture ends the game, so no game lasts longer than the forty moves.
        let text = format!("{turn}:W{}:B{}", king(), king());
        let position = Checkers.start().parse(&text).unwrap();
        position.outcome().is_none().then_some(position)
    });
}

#[test]
fn abalone_near_repetition_and_its_limit() {
    let game = Abalone::parse("standard/16").unwrap();
    is_true_near_the_end(&game, (3, 20), |random| {
        let mut cells = [b'.'; 61];
        for marble in [b'b', b'w'] {
            for _ in 0..9 {
                let free: Vec<usize> = (0..61).filter(|&at| cells[at] == b'.').collect();
                cells[free[random.below(free.len())]] = marble;
            }
        }
        let text = format!("{} b 5 5", str::from_utf8(&cells).unwrap());
        Some(game.start().parse(&text).unwrap())
    });
}
