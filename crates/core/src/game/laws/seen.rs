//! All positions of the games so far, to see whether different positions have different keys.

use std::collections::HashMap;

use crate::game::value::Value;
use crate::game::{Actor, Evaluator, Game, Outcome, Player, Position, Written};

/// The text under which each key was seen first.
#[derive(Default)]
pub(super) struct SeenKeys {
    texts: HashMap<u64, String>,
}

/// What a search sees of a position.
#[derive(PartialEq)]
struct Sight {
    actor: Actor,
    outcome: Option<Outcome>,
    moves: Vec<String>,
    opinions: Vec<Value>,
}

impl SeenKeys {
    /// Notes a position. The error says what is wrong if another position has the same key.
    ///
    /// A text may say more than the key, for example how many moves were played. So two texts may
    /// share a key if nothing else differs, now and after each move: who acts, the result, the
    /// moves, the opinions.
    pub(super) fn note<G: Game>(&mut self, game: &G, position: &G::Position) -> Result<(), String> {
        let (key, text) = (position.key(), position.format());
        let Some(first) = self.texts.get(&key) else {
            self.texts.insert(key, text);
            return Ok(());
        };
        if *first == text {
            return Ok(());
        }
        // Both are read from their texts, because only what is in the text counts.
        let (Ok(one), Ok(other)) = (position.parse(first), position.parse(&text)) else {
            return Ok(());
        };
        match difference(game, &one, &other) {
            None => Ok(()),
            Some(difference) => {
                Err(format!("'{text}' has the key {key:#018x}, as '{first}' has, but {difference}"))
            }
        }
    }
}

/// What a search would find different in two positions, now or after a move.
fn difference<G: Game>(game: &G, one: &G::Position, other: &G::Position) -> Option<String> {
    let before = apart(&sight(game, one), &sight(game, other));
    if before.is_some() {
        return before;
    }
    one.legal_moves().into_iter().find_map(|m| {
        let text = one.format_move(m);
        // The same text need not be the same move.
        let alike = other.parse_move(&text).ok()?;
        let (mut one, mut other) = (one.clone(), other.clone());
        one.make(m);
        other.make(alike);
        let found = apart(&sight(game, &one), &sight(game, &other))?;
        Some(format!("after {text} {found}"))
    })
}

fn sight<G: Game>(game: &G, position: &G::Position) -> Sight {
    let moves = position.legal_moves().iter().map(|&m| position.format_move(m)).collect();
    let (actor, outcome) = (position.actor(), position.outcome());
    let evaluate = |(_, evaluator): &(_, Box<dyn Evaluator<G::Position>>)| {
        evaluator.evaluate(position, Player::First)
    };
    let opinions = match outcome {
        None => game.evaluators().iter().map(evaluate).collect(),
        Some(_) => Vec::new(),
    };
    Sight { actor, outcome, moves, opinions }
}

fn apart(one: &Sight, other: &Sight) -> Option<String> {
    fn differ<T: PartialEq>(
        what: &str,
        [one, other]: [&T; 2],
        tell: impl Fn(&T) -> String,
    ) -> Option<String> {
        (one != other).then(|| format!("{what}: {}, there {}", tell(other), tell(one)))
    }
    // A finished game has no turn.
    let [here, there] = [one, other].map(|sight| sight.outcome.is_none().then_some(sight.actor));
    differ("it ends otherwise", [&one.outcome, &other.outcome], |outcome| match outcome {
        None => "not yet".to_owned(),
        Some(outcome) => format!("{outcome:?}"),
    })
    .or_else(|| {
        differ("another one acts", [&here, &there], |actor| match actor {
            Some(Actor::Player(player)) => format!("the {player:?} player").to_lowercase(),
            Some(Actor::Chance(_)) => "chance".to_owned(),
            None => "nobody".to_owned(),
        })
    })
    .or_else(|| {
        differ("other moves are legal", [&one.moves, &other.moves], |moves| moves.join(" "))
    })
    .or_else(|| {
        differ("opinions differ", [&one.opinions, &other.opinions], |opinions| {
            format!("{opinions:?}")
        })
    })
}
