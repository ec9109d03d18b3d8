//! A position of a game that is given by its rules.

use std::fmt::{Debug, Formatter};
use std::sync::Arc;

use super::moves::{Collector, Counter, RulesMove, Seeker};
use super::scratch::{self, Scratch};
use super::shared::Shared;
use crate::language::expression::Side;
use crate::machine::actions::{all_moves, has_move, make};
use crate::machine::op::Address;
use crate::machine::run::{Overrun, Step};
use crate::machine::state::{Change, State, variable_key};
use sarsen_core::game::{Actor, Outcome, Path, PathLimits, PathUndo, Player, Position, Symmetric};

/// A position of a game that is given by its rules.
#[derive(Clone)]
pub struct RulesPosition {
    pub(super) shared: Arc<Shared>,
    pub(super) state: State,
    pub(super) ending: Ending,
    key: u64,
    /// All that the moves have changed.
    log: Vec<Change>,
    /// The way that has led here, if repetition is a draw.
    path: Option<Path>,
}

/// Whether and how a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// It goes on.
    None,
    /// The rules have ended it, or the player has no move.
    Over(Outcome),
    /// The rules did not come to an end.
    Stopped,
}

/// What takes back a move.
#[derive(Debug)]
pub struct Before {
    log: usize,
    at: Address,
    place: u16,
    side: Side,
    is_over: bool,
    key: u64,
    ending: Ending,
    path: Option<PathUndo>,
}

impl RulesPosition {
    /// A position with this state.
    pub(super) fn new(shared: Arc<Shared>, state: State) -> Self {
        let mut position = Self::at(shared, state, Ending::None);
        position.ending = position.find_ending();
        // The end is part of the key.
        position.key = position.state.hash();
        position
    }

    fn at(shared: Arc<Shared>, state: State, ending: Ending) -> Self {
        let key = state.hash();
        let mut position = Self { shared, state, ending, key, log: Vec::new(), path: None };
        if position.shared.marks.repetition.is_some() {
            position.path = Some(Path::new(position.path_key(), PathLimits::default()));
        }
        position
    }

    /// The position in which the rules did not come to an end.
    pub(super) fn stopped(shared: Arc<Shared>, mut state: State) -> Self {
        stop(&mut state);
        Self::at(shared, state, Ending::Stopped)
    }

    /// The key by which the path knows the position: without the variables that may differ.
    fn path_key(&self) -> u64 {
        let ignored = self.shared.marks.repetition.iter().flatten();
        ignored.fold(self.key, |key, &variable| {
            let variable = usize::from(variable);
            key ^ variable_key(variable, self.state.variables[variable])
        })
    }

    fn find_ending(&mut self) -> Ending {
        let (shared, state) = (&self.shared, &mut self.state);
        let has_move = |scratch: &mut Scratch| has_move(&shared.code, state, &mut scratch.work);
        match scratch::with(shared, has_move) {
            Ok(true) => Ending::None,
            Ok(false) => Ending::Over(self.result()),
            Err(Overrun) => {
                stop(&mut self.state);
                Ending::Stopped
            }
        }
    }

    /// The result by the scores.
    fn result(&self) -> Outcome {
        let [first, second] = [Player::First, Player::Second].map(|player| self.score(player));
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::Win(Player::First),
            std::cmp::Ordering::Less => Outcome::Win(Player::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }

    /// The score of a player.
    pub(super) fn score(&self, player: Player) -> u32 {
        self.state.variables[usize::from(self.shared.declared(player))]
    }

    /// The steps of a legal move.
    pub(super) fn with_steps<T>(&self, m: RulesMove, act: impl FnOnce(&[Step]) -> T) -> T {
        match m.steps() {
            Some(steps) => act(steps),
            None => act(&self.long_steps(m)),
        }
    }

    /// The steps of a legal move that is too long to have them with it.
    fn long_steps(&self, m: RulesMove) -> Vec<Step> {
        let code = &self.shared.code;
        let mut seeker = Seeker { wanted: m, found: Vec::new() };
        scratch::with(&self.shared, |scratch| {
            scratch.state.copy_from(&self.state);
            // If the rules do not come to an end, the move is among those found before.
            _ = all_moves(code, &mut scratch.state, &mut scratch.work, &mut seeker);
        });
        seeker.found
    }
}

/// The game ends here, whatever its rules say.
fn stop(state: &mut State) {
    state.is_over = true;
    (state.at, state.place, state.side) = (0, 0, Side::Keeper);
}

impl Position for RulesPosition {
    type Move = RulesMove;
    type Undo = Before;
    const MOVE_CODES: usize = u16::MAX as usize;

    fn actor(&self) -> Actor {
        Actor::Player(match self.state.side {
            Side::Player(player) => self.shared.player(player),
            Side::Keeper => Player::First,
        })
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.ending {
            Ending::None => self.path.as_ref().is_some_and(Path::is_over).then_some(Outcome::Draw),
            Ending::Over(outcome) => Some(outcome),
            Ending::Stopped => Some(Outcome::Draw),
        }
    }

    fn moves(&self, out: &mut Vec<RulesMove>) {
        let code = &self.shared.code;
        scratch::with(&self.shared, |scratch| {
            scratch.state.copy_from(&self.state);
            let mut collector = Collector::new(out, &mut scratch.codes);
            // If the rules do not come to an end, the moves found before are all there are.
            _ = all_moves(code, &mut scratch.state, &mut scratch.work, &mut collector);
            collector.end();
        });
    }

    fn count_moves(&self) -> usize {
        let code = &self.shared.code;
        let mut counter = Counter(0);
        scratch::with(&self.shared, |scratch| {
            scratch.state.copy_from(&self.state);
            _ = all_moves(code, &mut scratch.state, &mut scratch.work, &mut counter);
        });
        counter.0
    }

    fn make(&mut self, m: RulesMove) -> Before {
        let mut before = Before {
            log: self.log.len(),
            at: self.state.at,
            place: self.state.place,
            side: self.state.side,
            is_over: self.state.is_over,
            key: self.key,
            ending: self.ending,
            path: None,
        };
        self.key ^= self.state.turn_key();
        let long = m.steps().is_none().then(|| self.long_steps(m));
        let steps = long.as_deref().or(m.steps()).unwrap_or_default();
        let (shared, state) = (&self.shared, &mut self.state);
        let made = scratch::with(shared, |scratch| {
            let work = &mut scratch.work;
            let made = make(&shared.code, state, work, steps);
            for change in work.log.drain(..) {
                self.key ^= change.key();
                self.log.push(change);
            }
            made
        });
        self.ending = match made {
            Ok(()) => self.find_ending(),
            Err(Overrun) => {
                stop(&mut self.state);
                Ending::Stopped
            }
        };
        self.key ^= self.state.turn_key();
        // Whether a position can come again, only the author knows.
        let key = self.path_key();
        before.path = self.path.as_mut().map(|path| path.push(key, true));
        before
    }

    fn unmake(&mut self, _: RulesMove, before: Before) {
        while self.log.len() > before.log {
            if let Some(change) = self.log.pop() {
                change.undo(&mut self.state, self.shared.code.words);
            }
        }
        let state = &mut self.state;
        (state.at, state.place, state.side) = (before.at, before.place, before.side);
        state.is_over = before.is_over;
        (self.key, self.ending) = (before.key, before.ending);
        if let Some((path, undo)) = self.path.as_mut().zip(before.path) {
            path.pop(undo);
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn path(&self) -> Option<&Path> {
        self.path.as_ref()
    }

    #[inline]
    fn code(&self, m: RulesMove) -> u16 {
        m.code()
    }
}

impl Symmetric for RulesPosition {}

/// Positions are equal if the same can happen in them.
impl PartialEq for RulesPosition {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared)
            && self.state == other.state
            && self.ending == other.ending
            && self.path == other.path
    }
}

impl Debug for RulesPosition {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        use sarsen_core::game::Written;
        f.write_str(&self.format())
    }
}
