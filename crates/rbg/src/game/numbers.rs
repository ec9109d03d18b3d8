//! The numbers of the rules that are shown beside the board: what a die shows, and what the author
//! wants to be seen.

use super::display::{DisplayMarks, ShownMark};
use super::places::Spot;
use crate::language::description::Description;
use crate::machine::state::State;

/// A number that is shown beside the board.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ShownNumber {
    pub(super) variable: u16,
    /// The name of its place. No two numbers share it.
    pub(super) name: String,
    /// What people call it.
    pub(super) label: String,
    /// The player whose it is, in the order of declaration. None if it is nobody's, or a die, which
    /// belongs to whoever has the turn.
    pub(super) owner: Option<u8>,
    pub(super) is_die: bool,
    /// Where it is shown.
    pub(super) at: [f64; 2],
}

/// How far from the board, and from each other, numbers are.
const DISTANCE: f64 = 1.6;

/// The sides of a die.
const SIDES: u32 = 6;

/// The numbers that are shown: those of the author, and what chance draws.
pub(super) fn numbers(
    description: &Description,
    marks: &DisplayMarks,
    drawn: &[u16],
    spots: &[Spot],
) -> Vec<ShownNumber> {
    let mut shown = marks.shown.clone();
    for &variable in drawn {
        if !shown.iter().any(|known| known.variable == variable) {
            let is_die = description.variables[usize::from(variable)].bound == SIDES;
            shown.push(ShownMark { variable, owner: None, name: None, is_die });
        }
    }
    let right = spots.iter().map(|spot| spot.x).fold(f64::NEG_INFINITY, f64::max) + DISTANCE;
    let (top, bottom) =
        spots.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(top, bottom), spot| {
            (top.min(spot.y), bottom.max(spot.y))
        });
    let first = (top + bottom - DISTANCE * shown.len().saturating_sub(1) as f64) / 2.0;
    let label = |mark: &ShownMark| {
        let own = &description.variables[usize::from(mark.variable)].name;
        mark.name.clone().unwrap_or_else(|| own.clone())
    };
    let labels: Vec<String> = shown.iter().map(label).collect();
    let number = |(row, mark): (usize, ShownMark)| {
        let variable = &description.variables[usize::from(mark.variable)];
        let label = labels[row].clone();
        // Both players may have a number of the same name.
        let is_alone = labels.iter().filter(|other| **other == label).count() == 1;
        ShownNumber {
            variable: mark.variable,
            name: if is_alone { label.clone() } else { format!("{label}-{}", variable.name) },
            label,
            owner: mark.owner,
            is_die: mark.is_die,
            at: [right, first + DISTANCE * row as f64],
        }
    };
    shown.into_iter().enumerate().map(number).collect()
}

impl ShownNumber {
    /// Its value.
    pub(super) fn value(&self, state: &State) -> u32 {
        state.variables()[usize::from(self.variable)]
    }
}
