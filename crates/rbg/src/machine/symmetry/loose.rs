//! Steps of moves whose places mean nothing.
//!
//! Where it does not matter where on the board the rules are, a move may set variables or hand the
//! turn on before it goes to any place. Such steps have the place 0, and so have those of an image.

use super::automaton::{Automaton, NO_POINT, PointId};
use super::labels::RuleLabel;
use crate::machine::code::Code;

/// By modifier: whether its steps have a place that means nothing. None if steps of the same
/// modifier may have either, so that nobody can tell them apart.
pub(super) fn loose_modifiers(code: &Code, automaton: &Automaton) -> Option<Vec<bool>> {
    let mut is_loose = vec![false; code.modifiers.len()];
    let mut is_bound = is_loose.clone();
    let mut seen = vec![[false; 2]; automaton.points.len()];
    let mut open: Vec<(PointId, bool)> = Vec::new();
    for (modifier, &point) in code.modifiers.iter().zip(&automaton.of_modifier) {
        let matters = code.place_matters.get(modifier.at as usize + 1).copied().unwrap_or(false);
        let Some(point) = automaton.points.get(point as usize) else { continue };
        if automaton.hands_to(point).is_some() && !matters {
            open.extend(point.ways.iter().map(|way| (way.to, true)));
        }
    }
    while let Some((at, still_loose)) = open.pop() {
        if std::mem::replace(&mut seen[at as usize][usize::from(still_loose)], true) {
            continue;
        }
        for way in &automaton.points[at as usize].ways {
            match automaton.labels.get(way.label) {
                RuleLabel::Enter => {
                    let point = &automaton.points[way.to as usize];
                    let modifier = usize::from(point.modifier?);
                    if !still_loose {
                        is_bound[modifier] = true;
                        continue;
                    }
                    is_loose[modifier] = true;
                    if automaton.hands_to(point).is_none() {
                        open.extend(point.ways.iter().map(|way| (way.to, true)));
                    }
                }
                RuleLabel::Each(_) => open.push((way.to, false)),
                // A step from a place that does not matter: there is none.
                RuleLabel::Step(_) | RuleLabel::Spread(_) if still_loose => return None,
                _ => open.push((way.to, still_loose)),
            }
        }
    }
    let is_either = is_loose.iter().zip(&is_bound).any(|(loose, bound)| *loose && *bound);
    (!is_either).then_some(is_loose)
}

/// Whether an image of the modifiers takes loose ones to loose ones.
pub(super) fn keeps_loose(automaton: &Automaton, is_loose: &[bool], images: &[u16]) -> bool {
    images.iter().enumerate().all(|(modifier, &image)| {
        let point = automaton.of_modifier[modifier];
        point == NO_POINT
            || !automaton.points[point as usize].is_named
            || is_loose[modifier] == is_loose[usize::from(image)]
    })
}
