//! What must hold for any text that is read as rules. Property tests and fuzzers invent them.

use sarsen::game::laws::{self, Law};
use sarsen::game::{Game, Position, Written, split_mix};
use sarsen::rules::language::expression::{Mover, NodeId};
use sarsen::rules::machine::rules::{Form, FoundMoves, Rules, RulesTable};
use sarsen::rules::plain::{Endless, Plain, PlainPosition, Trail};
use sarsen::rules::{Description, LoadedGame, RulesGame, text_of};

/// So many plies of a game are played.
const PLIES: usize = 6;
/// A position with more moves is not looked at closely.
const FEW: usize = 60;
/// A game with a larger board is not looked at closely.
const SMALL: usize = 150;
/// So much the plain interpreter does for a position.
const PLAIN_STEPS: usize = 1_500;
/// So many turns in a row the keeper may have.
const KEEPER_TURNS: usize = 50;

/// Reads any bytes as a file of rules. They are a game that can be played, the same in every form,
/// or an error.
pub fn rules(input: &[u8]) {
    let text = match text_of("fuzzed.rbg", input.to_vec()) {
        Ok(text) => text,
        Err(error) => return is_printable(&error),
    };
    let mut random = input
        .iter()
        .fold(1, |sum: u64, &byte| sum.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte));
    let choices: Vec<usize> = (0..PLIES).map(|_| split_mix(&mut random) as usize).collect();
    match LoadedGame::read("fuzzed.rbg", &text) {
        Ok(LoadedGame::Certain(game)) => keeps_laws(&game, &choices),
        Ok(LoadedGame::OfChance(game)) => keeps_laws(&game, &choices),
        Err(error) => is_printable(&error),
    }
    let Ok(description) = Description::parse("fuzzed.rbg", &text) else { return };
    if description.board.places() <= SMALL {
        agree(&text, &description, &choices);
    }
}

/// The laws of games hold.
fn keeps_laws<const CHANCE: bool>(game: &RulesGame<CHANCE>, choices: &[usize]) {
    // A text may forget that positions come again. What chance has done may be where the rules are,
    // which no board shows.
    if is_played(game, choices)
        && let Err(broken) = laws::check(game, choices)
    {
        assert!([Law::PathShown, Law::ThrowsShown].contains(&broken.law), "{broken}");
    }
}

/// An error can be shown in a terminal.
fn is_printable(error: &dyn std::error::Error) {
    let said = error.to_string();
    let is_plain = |c: char| c == '\n' || !c.is_control();
    assert!(!said.is_empty() && said.chars().all(is_plain), "{said:?}");
}

/// Plays a game. Returns whether it is so small, and comes to its end so soon, that each move can
/// be looked at.
fn is_played<const CHANCE: bool>(game: &RulesGame<CHANCE>, choices: &[usize]) -> bool {
    let mut position = game.start();
    let mut is_small = game.place_names().count() <= SMALL;
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            assert!(position.outcome().is_some(), "{}", position.format());
            break;
        }
        is_small &= moves.len() <= FEW;
        let is_stopped = |m| {
            let mut after = position.clone();
            after.make(m);
            after.format().contains("stopped")
        };
        is_small = is_small && !moves.iter().any(|&m| is_stopped(m));
        position.make(moves[choice % moves.len()]);
    }
    is_small
}

/// Plays in each form and in the plain interpreter. Moves are the same and come to the same.
fn agree(text: &str, description: &Description, choices: &[usize]) {
    let plain = Plain::new(description).with_most_steps(PLAIN_STEPS);
    let Ok(Some(start)) = kept(&plain, plain.beginning()) else { return };
    for form in [Form::ByteCode, Form::MachineCode] {
        let Ok(rules) = Rules::load_as(form, "fuzzed.rbg", text) else { return };
        let (Ok(mut table), mut position) = (rules.table(), start.clone()) else { return };
        for choice in choices {
            // What goes on for ever is another test's.
            let Some(wanted) = of_plain(&plain, &position) else { break };
            let Some(mut found) = of_table(&rules, &table) else { break };
            assert_eq!(found.len(), wanted.len(), "{text}");
            let mut next = Vec::new();
            for (trail, after) in wanted {
                let is_this = |(nodes, after_it): &(Vec<NodeId>, RulesTable)| {
                    let is_same_after =
                        after.as_ref().is_none_or(|after| is_same(&rules, after_it, after));
                    *nodes == nodes_of(&trail) && is_same_after
                };
                let at = found.iter().position(is_this);
                let at = at.unwrap_or_else(|| panic!("{trail:?} is missing: {text}"));
                let (_, after_it) = found.swap_remove(at);
                next.extend(after.map(|after| (after, after_it)));
            }
            if next.is_empty() {
                break;
            }
            (position, table) = next.swap_remove(choice % next.len());
        }
    }
}

/// Lets the keeper act. None if it has a choice: the text does not say then what is done.
fn kept(plain: &Plain<'_>, mut position: PlainPosition) -> Result<Option<PlainPosition>, Endless> {
    for _ in 0..KEEPER_TURNS {
        if position.side != Mover::Keeper || position.is_over {
            return Ok(Some(position));
        }
        match <[_; 1]>::try_from(plain.words(&position)?) {
            Ok([(_, next)]) => position = next,
            Err(others) if others.is_empty() => position.is_over = true,
            Err(_) => return Ok(None),
        }
    }
    Err(Endless)
}

/// The moves by the plain interpreter, with the positions that it knows. Those come first. None if
/// it gives up.
fn of_plain(
    plain: &Plain<'_>,
    position: &PlainPosition,
) -> Option<Vec<(Trail, Option<PlainPosition>)>> {
    if position.is_over {
        return Some(Vec::new());
    }
    let words = plain.words(position).ok().filter(|words| words.len() <= FEW)?;
    let known = |(trail, next)| Some((trail, kept(plain, next).ok()?));
    let mut found: Vec<_> = words.into_iter().map(known).collect::<Option<_>>()?;
    found.sort_by_key(|(_, next)| next.is_none());
    Some(found)
}

/// The moves at a table: what they change, and what they come to.
fn of_table(rules: &Rules, table: &RulesTable) -> Option<Vec<(Vec<NodeId>, RulesTable)>> {
    let mut moves = FoundMoves::default();
    table.clone().moves(&mut moves).ok()?;
    let one = |number| {
        let mut after = table.clone();
        after.make(moves.get(number)).ok()?;
        Some((nodes_of(&rules.changes(moves.get(number))), after))
    };
    (0..moves.len()).map(one).collect()
}

/// The parts of the rules that change something. Where they do so does not always matter.
fn nodes_of(trail: &Trail) -> Vec<NodeId> {
    trail.iter().map(|(node, _)| *node).collect()
}

/// Whether both are at the same position. What does not matter any more is 0 at the table.
fn is_same(rules: &Rules, table: &RulesTable, position: &PlainPosition) -> bool {
    let state = table.state();
    let is_place_same = state.is_over()
        || !rules.code().place_matters[state.at() as usize]
        || state.place() == position.place;
    let mut variables = state.variables().iter().zip(&position.variables);
    state.is_over() == position.is_over
        && state.board() == position.board
        && is_place_same
        && variables.all(|(fast, slow)| fast == slow || *fast == 0)
}
