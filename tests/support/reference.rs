//! Reference searches: so plain that they are obviously right.

use sarsen::game::value::{EVAL_MAX, Score, Value, is_loss, is_win, loss_in, win_in, win_short_of};
use sarsen::game::{Actor, Evaluator, Outcome, Path, Player, Position};

/// The value for `me` of a position `ply` plies below the root, searched to `depth` plies. This is
/// plain minimax on copies, without bounds and without memory.
pub fn minimax<P: Position>(
    position: &P,
    evaluator: &dyn Evaluator<P>,
    me: Player,
    depth: i32,
    ply: u32,
) -> Value {
    // What repeats a position below the root is taken for a draw.
    if position.path().and_then(Path::last_return).is_some_and(|plies| plies < ply as usize) {
        return 0;
    }
    match position.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(winner)) => {
            let (margin, most) = (position.margin(), P::MOST_MARGIN);
            let value = match P::HAS_CHANCE {
                true if margin > 0 && margin < most => EVAL_MAX / most as Value * margin as Value,
                true => win_in(ply),
                false => win_short_of(most - margin, ply),
            };
            return if winner == me { value } else { -value };
        }
        None => {}
    }
    if depth <= 0 && evaluator.is_stable(position) {
        return evaluator.evaluate(position, me);
    }
    let values: Vec<(i64, Value)> = position
        .legal_moves()
        .into_iter()
        .map(|m| {
            let mut child = position.clone();
            child.make(m);
            (
                i64::from(position.weight(m)),
                minimax(&child, evaluator, me, depth.max(0) - 1, ply + 1),
            )
        })
        .collect();
    let all = || values.iter().map(|&(_, value)| value);
    match position.actor() {
        Actor::Player(player) if player == me => all().max().unwrap(),
        Actor::Player(_) => all().min().unwrap(),
        Actor::Chance(_) if all().all(is_win) => all().min().unwrap(),
        Actor::Chance(_) if all().all(is_loss) => all().max().unwrap(),
        Actor::Chance(_) => {
            let weights: i64 = values.iter().map(|&(weight, _)| weight).sum();
            let utility = |value: Value| i64::from(value.clamp(-EVAL_MAX, EVAL_MAX));
            (values.iter().map(|&(weight, value)| weight * utility(value)).sum::<i64>() / weights)
                as Value
        }
    }
}

/// The value of a position for the player to act.
pub fn value<P: Position>(position: &P, evaluator: &dyn Evaluator<P>, depth: i32) -> Value {
    let Actor::Player(me) = position.actor() else { panic!("chance acts") };
    minimax(position, evaluator, me, depth, 0)
}

/// A reported score as the value it came from.
pub fn value_of(score: Score) -> Value {
    match score {
        Score::Win(plies) => win_in(plies.unwrap()),
        Score::Loss(plies) => loss_in(plies.unwrap()),
        Score::Draw => 0,
        Score::Eval(value) | Score::Chance(value) => value,
    }
}

/// The chapter's alpha-beta (FALPHABETA). A win is what the evaluation takes for a win. It is worth
/// the same at any distance. Values are the first player's.
pub fn chapter_alpha_beta<P: Position>(
    position: &P,
    evaluate: &impl Fn(&P) -> Value,
    win: Value,
    depth: u32,
    mut alpha: Value,
    mut beta: Value,
) -> Value {
    let here = evaluate(position);
    let moves = position.legal_moves();
    if depth == 0 || here.abs() >= win || moves.is_empty() {
        return here;
    }
    let maximise = position.actor() == Actor::Player(Player::First);
    let mut best = if maximise { Value::MIN } else { Value::MAX };
    for m in moves {
        let mut child = position.clone();
        child.make(m);
        let value = chapter_alpha_beta(&child, evaluate, win, depth - 1, alpha, beta);
        if maximise {
            best = best.max(value);
            alpha = alpha.max(value);
        } else {
            best = best.min(value);
            beta = beta.min(value);
        }
        if alpha >= beta {
            break;
        }
    }
    best
}
