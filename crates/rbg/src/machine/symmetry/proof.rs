//! Proofs that the code does the same after an exchange.
//!
//! The image of the code is the same code with other labels. The exchange is a symmetry if at each
//! point where somebody may be to move the code does what its image does at another such point: the
//! same deeds with the same deeds behind them, without end. This is a bisimulation (D. Park, 1981),
//! and it is found by splitting classes.

use std::collections::BTreeMap;

use super::automaton::{Automaton, NO_POINT, PointId};
use super::exchange::Exchange;
use super::labels::LabelId;
use super::partition::{ClassId, CodeClasses, TooMuchWork, TwoCopies};
use crate::machine::code::Code;
use crate::machine::op::Op;

/// Why an exchange is no symmetry, as far as is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NotProven {
    /// It is none, or this cannot see it.
    Refuted,
    /// It would be too much work to find out.
    TooLong,
}

impl From<TooMuchWork> for NotProven {
    fn from(_: TooMuchWork) -> Self {
        Self::TooLong
    }
}

/// Proves that an exchange is a symmetry in which each move has one image: the image of each
/// modifier that may be part of a move.
pub(super) fn prove_moves(
    code: &Code,
    automaton: &Automaton,
    exchange: &Exchange,
    room: &mut usize,
) -> Result<Vec<u16>, NotProven> {
    let labels = automaton.labels.images(exchange);
    let is_in = automaton.reached(automaton.rests.iter().copied(), true, |_| false);
    let mut copies =
        TwoCopies { automaton, is_in: &is_in, labels: &labels, names: None, looks_back: false };
    let mut classes = CodeClasses::one(automaton);
    classes.refine(&copies, room)?;
    let coarse = pairs(automaton, &is_in, &classes)?;
    let images = if coarse.is_certain {
        coarse.images
    } else {
        // Where several modifiers do the same, what leads to them tells which is the image of
        // which.
        copies.looks_back = true;
        classes.refine(&copies, room)?;
        copies.looks_back = false;
        let images = pairs(automaton, &is_in, &classes).unwrap_or(coarse).images;
        copies.names = Some(&images);
        let mut classes = CodeClasses::one(automaton);
        classes.refine(&copies, room)?;
        let is_image = |(modifier, &image): (usize, &u16)| {
            let [one, other] = [modifier, usize::from(image)].map(|m| automaton.of_modifier[m]);
            one == NO_POINT
                || !automaton.points[one as usize].is_named
                || !is_in[one as usize]
                || classes.get(1, one) == classes.get(0, other)
        };
        if !images.iter().enumerate().all(is_image) {
            return Err(NotProven::Refuted);
        }
        images
    };
    let is_kept = (0..code.modifiers.len()).all(|modifier| {
        let point = automaton.of_modifier[modifier];
        let is_named =
            point != NO_POINT && is_in[point as usize] && automaton.points[point as usize].is_named;
        !is_named || keeps(code, exchange, &images, modifier)
    });
    if is_kept { Ok(images) } else { Err(NotProven::Refuted) }
}

/// Proves that an exchange is a symmetry, without a look at single moves.
pub(super) fn prove_values(
    automaton: &Automaton,
    exchange: &Exchange,
    room: &mut usize,
) -> Result<(), NotProven> {
    let labels: Vec<LabelId> = automaton.labels.images(exchange);
    let is_in = automaton.reached(automaton.rests.iter().copied(), true, |_| false);
    let copies =
        TwoCopies { automaton, is_in: &is_in, labels: &labels, names: None, looks_back: false };
    let mut classes = CodeClasses::one(automaton);
    classes.refine(&copies, room)?;
    let [mut ones, mut others] = [0, 1].map(|copy| -> Vec<ClassId> {
        automaton.rests.iter().map(|&rest| classes.get(copy, rest)).collect()
    });
    for classes in [&mut ones, &mut others] {
        classes.sort_unstable();
        classes.dedup();
    }
    if ones == others { Ok(()) } else { Err(NotProven::Refuted) }
}

/// Which modifier is the image of which.
struct ModifierPairs {
    images: Vec<u16>,
    /// Whether there is no other way to pair them.
    is_certain: bool,
}

/// Pairs the modifiers that are part of moves, class by class, in order.
fn pairs(
    automaton: &Automaton,
    is_in: &[bool],
    classes: &CodeClasses,
) -> Result<ModifierPairs, NotProven> {
    let mut members: BTreeMap<ClassId, [Vec<u16>; 2]> = BTreeMap::new();
    for (modifier, &point) in automaton.of_modifier.iter().enumerate() {
        let is_there = |point: PointId| is_in[point as usize];
        if point == NO_POINT || !automaton.points[point as usize].is_named || !is_there(point) {
            continue;
        }
        for copy in [0, 1] {
            let all = members.entry(classes.get(copy, point)).or_default();
            all[copy].push(modifier as u16);
        }
    }
    let mut images: Vec<u16> = (0..automaton.of_modifier.len() as u16).collect();
    let mut is_certain = true;
    for [ones, others] in members.values() {
        if ones.len() != others.len() {
            return Err(NotProven::Refuted);
        }
        is_certain &= ones.len() == 1;
        for (&one, &other) in ones.iter().zip(others) {
            images[usize::from(other)] = one;
        }
    }
    Ok(ModifierPairs { images, is_certain })
}

/// Whether a modifier and its image are alike in what moves and positions keep of them.
fn keeps(code: &Code, exchange: &Exchange, images: &[u16], modifier: usize) -> bool {
    let [one, other] =
        [modifier, usize::from(images[modifier])].map(|modifier| &code.modifiers[modifier]);
    let implied = one.implied.map(|implied| images[usize::from(implied)]);
    if !matches!(code.ops[one.at as usize], Op::Hand { .. }) {
        return implied == other.implied;
    }
    let [here, there] = [one, other].map(|modifier| modifier.at as usize + 1);
    let mut dead: Vec<u16> =
        code.dead[here].iter().map(|&variable| exchange.variable(variable)).collect();
    dead.sort_unstable();
    let matters = |at: usize| code.place_matters.get(at).copied().unwrap_or(false);
    implied == other.implied && dead == code.dead[there] && matters(here) == matters(there)
}
