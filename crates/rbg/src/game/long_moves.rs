//! The steps of moves that are too long to have them with them.

use super::moves::{Codes, RulesMove};
use crate::machine::rules::{FoundMoves, RulesTable};
use crate::machine::run::MoveStep;
use crate::machine::state::State;

/// The moves of the position in which a long move was looked for last: the next one is often one of
/// them.
#[derive(Default)]
pub(super) struct LongMoves {
    state: Option<State>,
    moves: FoundMoves,
    /// By code: the number of the move that has it, if one does.
    numbers: Vec<u16>,
    listed: Vec<RulesMove>,
}

impl LongMoves {
    /// The steps of a legal move of a position.
    pub(super) fn steps(
        &mut self,
        m: RulesMove,
        state: &State,
        table: &mut RulesTable,
        codes: &mut Codes,
    ) -> &[MoveStep] {
        if self.state.as_ref() != Some(state) {
            self.find(state, table, codes);
        }
        let number = self.numbers.get(usize::from(m.code())).copied().map(usize::from);
        let steps = number.filter(|&number| number < self.moves.len());
        let steps = steps.map(|number| self.moves.get(number)).filter(|steps| m.is(steps));
        steps.unwrap_or_default()
    }

    fn find(&mut self, state: &State, table: &mut RulesTable, codes: &mut Codes) {
        table.go_to(state);
        // If the rules do not come to an end, the move is among those found before.
        _ = table.moves(&mut self.moves);
        self.listed.clear();
        RulesMove::collect(&self.moves, codes, &mut self.listed);
        self.numbers.resize(1 << 16, 0);
        for (number, m) in self.listed.iter().enumerate() {
            self.numbers[usize::from(m.code())] = number as u16;
        }
        match &mut self.state {
            Some(known) => known.copy_from(state),
            None => self.state = Some(state.clone()),
        }
    }
}
