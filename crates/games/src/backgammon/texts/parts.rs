//! The parts of a play: the ways of its checkers, as people write them and point at them.

use super::super::board::{BAR, OFF, bit};
use super::super::moves::{BackgammonMove, Step};
use super::super::position::BackgammonPosition;

/// A way that one checker goes, or several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub(super) from: u8,
    /// Where it hits a checker on its way.
    pub(super) stops: Vec<u8>,
    pub(super) to: u8,
    /// Whether a checker is hit at the end.
    pub(super) hits: bool,
    /// How many checkers go this way.
    pub(super) times: usize,
}

/// The parts of a legal play. A checker that moves several times is one part.
pub(super) fn parts(position: &BackgammonPosition, m: BackgammonMove) -> Vec<Part> {
    let mut prey = position.prey(position.to_move());
    let mut hit = |place: u8| {
        let hits = prey & bit(place) != 0;
        prey &= !bit(place);
        hits
    };
    let mut steps: Vec<Step> = m.steps().collect();
    let mut parts: Vec<Part> = Vec::new();
    while !steps.is_empty() {
        let Step { from, mut to } = steps.remove(0);
        let (mut stops, mut hits) = (Vec::new(), hit(to));
        while let Some(next) = steps.iter().position(|step| step.from == to) {
            if hits {
                stops.push(to);
            }
            to = steps.remove(next).to;
            hits = hit(to);
        }
        let is_same = |part: &&mut Part| (part.from, part.to, &part.stops) == (from, to, &stops);
        match parts.iter_mut().find(is_same) {
            Some(same) => same.times += 1,
            None => parts.push(Part { from, stops, to, hits, times: 1 }),
        }
    }
    parts
}

/// The text of a play.
pub(super) fn text(parts: &[Part]) -> String {
    let texts: Vec<String> = parts.iter().map(part_text).collect();
    texts.join("+")
}

fn part_text(part: &Part) -> String {
    let mut text = name(part.from);
    for &stop in &part.stops {
        text += &format!("/{}*", name(stop));
    }
    text += &format!("/{}", name(part.to));
    if part.hits {
        text.push('*');
    }
    if part.times > 1 {
        text += &format!("({})", part.times);
    }
    text
}

/// The name of a place.
pub(super) fn name(place: u8) -> String {
    match place {
        OFF => "off".to_owned(),
        BAR => "bar".to_owned(),
        _ => place.to_string(),
    }
}
