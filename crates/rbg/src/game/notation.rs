//! How moves are written.
//!
//! A move is its places: `a2-a3`, `a2xb3`, `c1xe3xg5`, `d4` for a piece that is put down,
//! `d1-d4:g7` for one that is put down after another. If the author has a word for what it sets,
//! that follows, or stands alone: `roll`. An outcome of chance is the number that it sets. Any
//! other move that goes nowhere is a `pass`. Where that is the same for several moves, the piece
//! that is put down follows (`a7-a8=queen`), then the places of what is captured, then a number.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use super::moves::RulesMove;
use super::position::RulesPosition;
use super::shared::GameFacts;
use super::touches::{ToldMove, TouchKind, tell};
use sarsen_core::game::Position;

/// The text of a move that goes nowhere.
pub(super) const PASS: &str = "pass";

/// The moves of so many positions are kept with their texts.
const KEPT: usize = 32;
/// With more texts than that, no other position is kept.
const KEPT_TEXTS: usize = 50_000;

/// The legal moves of a position with their texts.
pub(super) struct Texts {
    pub(super) by_move: HashMap<u16, String>,
    pub(super) by_text: HashMap<String, RulesMove>,
}

struct KeptTexts {
    shared: Arc<GameFacts>,
    key: u64,
    texts: Arc<Texts>,
}

thread_local! {
    static TEXTS: RefCell<Vec<KeptTexts>> = const { RefCell::new(Vec::new()) };
}

/// The legal moves of a position with their texts.
pub(super) fn texts<const CHANCE: bool>(position: &RulesPosition<CHANCE>) -> Arc<Texts> {
    let shared = &position.shared;
    let is_this =
        |kept: &KeptTexts| kept.key == position.key() && Arc::ptr_eq(&kept.shared, shared);
    let known = TEXTS.with_borrow(|all| {
        all.iter().find(|kept| is_this(kept)).map(|kept| Arc::clone(&kept.texts))
    });
    known.unwrap_or_else(|| {
        let texts = Arc::new(write(position));
        TEXTS.with_borrow_mut(|all| {
            let is_much = |all: &[KeptTexts]| {
                all.iter().map(|kept| kept.texts.by_text.len()).sum::<usize>() > KEPT_TEXTS
            };
            while all.len() == KEPT || !all.is_empty() && is_much(all) {
                all.remove(0);
            }
            all.push(KeptTexts {
                shared: Arc::clone(shared),
                key: position.key(),
                texts: Arc::clone(&texts),
            });
        });
        texts
    })
}

/// The legal move that this text means, if that is soon found: the only one whose places it names,
/// beginning with one of a step. To write all moves takes much longer.
pub(super) fn quick_reading<const CHANCE: bool>(
    position: &RulesPosition<CHANCE>,
    text: &str,
) -> Option<RulesMove> {
    let shared = &position.shared;
    let begins = |m: &RulesMove| {
        let name = |place: u16| shared.spots.get(usize::from(place)).map(|spot| &*spot.name);
        let begins = |place| name(place).is_some_and(|name| text.starts_with(name));
        position.with_steps(*m, |steps| steps.iter().any(|step| begins(step.place)))
    };
    let mut found = position.legal_moves();
    found.retain(|m| begins(m) && places(shared, &tell(position, *m)) == text);
    match found[..] {
        [m] => Some(m),
        _ => None,
    }
}

/// Writes all legal moves, so that no two texts are the same.
fn write<const CHANCE: bool>(position: &RulesPosition<CHANCE>) -> Texts {
    let shared = &position.shared;
    let moves = position.legal_moves();
    let told: Vec<ToldMove> = moves.iter().map(|&m| tell(position, m)).collect();
    let mut texts: Vec<String> = told.iter().map(|told| places(shared, told)).collect();
    if position.actor().is_chance() {
        let thrown = texts.iter_mut().zip(&told).filter(|(text, _)| *text == PASS);
        thrown.for_each(|(text, told)| *text = outcome(shared, told));
    }
    for more in [put_down, removed, set] {
        let twice = twice(&texts);
        for at in twice {
            let more = more(shared, &told[at]);
            texts[at] += &more;
        }
    }
    let mut by_text: HashMap<String, RulesMove> = HashMap::new();
    let mut by_move = HashMap::new();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for (m, text) in moves.into_iter().zip(texts) {
        let mut unique = text.clone();
        while by_text.contains_key(&unique) {
            let number = numbers.entry(text.clone()).or_insert(1);
            *number += 1;
            unique = format!("{text}#{number}");
        }
        by_move.insert(m.code(), unique.clone());
        by_text.insert(unique, m);
    }
    Texts { by_move, by_text }
}

/// The indices of texts that are not the only ones.
fn twice(texts: &[String]) -> Vec<usize> {
    let mut count: HashMap<&str, usize> = HashMap::new();
    texts.iter().for_each(|text| *count.entry(text).or_default() += 1);
    (0..texts.len()).filter(|&at| count[texts[at].as_str()] > 1).collect()
}

/// The places of a move.
fn places(shared: &GameFacts, told: &ToldMove) -> String {
    let mut text = String::new();
    for touch in &told.touches {
        if !text.is_empty() || touch.deed == TouchKind::Capture {
            text.push(match touch.deed {
                TouchKind::Capture => 'x',
                TouchKind::Drop => '-',
                TouchKind::Lift | TouchKind::Another | TouchKind::End => ':',
            });
        }
        text += &shared.spots[usize::from(touch.place)].name;
    }
    let set = told.set.iter();
    for word in set.filter_map(|&(variable, value)| shared.marks.word(variable, value)) {
        if !text.is_empty() {
            text.push('=');
        }
        text += word;
    }
    if text.is_empty() { PASS.to_owned() } else { text }
}

/// An outcome of chance that touches no place: the numbers that it sets, without its weight.
fn outcome(shared: &GameFacts, told: &ToldMove) -> String {
    let set = told.set.iter().filter(|(variable, _)| Some(*variable) != shared.weight());
    let numbers: Vec<String> = set.map(|(_, value)| value.to_string()).collect();
    if numbers.is_empty() { PASS.to_owned() } else { numbers.join("-") }
}

/// The pieces that are put down.
fn put_down(shared: &GameFacts, told: &ToldMove) -> String {
    let put = told.touches.iter().filter_map(|touch| touch.piece);
    put.filter(|piece| told.lifted != Some(*piece))
        .map(|piece| format!("={}", shared.pieces.kinds[usize::from(piece)].name))
        .collect()
}

/// The places of what is taken off the board.
fn removed(shared: &GameFacts, told: &ToldMove) -> String {
    let names = told.removed.iter().map(|&place| &*shared.spots[usize::from(place)].name);
    names.fold(String::new(), |text, name| text + "+" + name)
}

/// The variables that are set.
fn set(shared: &GameFacts, told: &ToldMove) -> String {
    let variables = &shared.rules.description().variables;
    let set = told
        .set
        .iter()
        .map(|&(variable, value)| format!("+{}={value}", variables[usize::from(variable)].name));
    set.collect()
}

/// Other texts that people write for a move: without signs, or only its first and last place.
pub(super) fn other_texts(shared: &GameFacts, told: &ToldMove) -> Vec<String> {
    let names: Vec<&str> =
        told.touches.iter().map(|touch| &*shared.spots[usize::from(touch.place)].name).collect();
    let mut found = vec![names.concat(), names.join("-"), names.join("x")];
    if let [first, .., last] = names[..] {
        found.extend(["", "-", "x"].map(|sign| format!("{first}{sign}{last}")));
    }
    found
}

/// Texts that stop before a move is told to its end: its first places, without signs.
pub(super) fn beginnings(shared: &GameFacts, told: &ToldMove) -> Vec<String> {
    let touches = &told.touches[..told.touches.len().saturating_sub(1)];
    let places = touches.iter().map(|touch| &*shared.spots[usize::from(touch.place)].name);
    let mut text = String::new();
    let mut all = places.map(|name| {
        text += name;
        text.clone()
    });
    // One place alone could be anything.
    all.next();
    all.collect()
}
