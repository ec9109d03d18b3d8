//! A position of a game that is given by its rules.

use std::fmt::{Debug, Formatter};
use std::sync::Arc;

use super::chance::ChanceFacts;
use super::moves::{MOST_MOVES, RulesMove};
use super::scratch::{self, Scratch};
use super::shared::GameFacts;
use crate::language::expression::Mover;
use crate::machine::op::Address;
use crate::machine::run::{MoveStep, Overrun};
use crate::machine::state::{State, variable_key};
use sarsen_core::game::{Actor, Outcome, Path, PathLimits, PathUndo, Player, Position, Symmetry};

/// A position of a game that is given by its rules.
#[derive(Clone)]
pub struct RulesPosition<const CHANCE: bool = false> {
    pub(super) shared: Arc<GameFacts>,
    pub(super) state: State,
    pub(super) ending: GameEnd,
    key: u64,
    /// The boards and variables before each move, one after the other.
    past: Vec<u64>,
    /// The way that has led here, if repetition is a draw.
    path: Option<Path>,
}

/// Whether and how a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GameEnd {
    /// It goes on.
    None,
    /// The rules have ended it, or the player has no move.
    Over(Outcome),
    /// The rules did not come to an end.
    Stopped,
}

/// What takes back a move.
#[derive(Debug)]
pub struct RulesUndo {
    at: Address,
    place: u16,
    side: Mover,
    is_over: bool,
    key: u64,
    ending: GameEnd,
    path: Option<PathUndo>,
}

impl<const CHANCE: bool> RulesPosition<CHANCE> {
    /// A position with this state.
    pub(super) fn new(shared: Arc<GameFacts>, state: State) -> Self {
        let mut position = Self::at(shared, state, GameEnd::None);
        let has_move = scratch::with(&position.shared, |scratch| {
            scratch.table.go_to(&position.state);
            scratch.table.has_move()
        });
        position.end(has_move);
        position
    }

    fn at(shared: Arc<GameFacts>, state: State, ending: GameEnd) -> Self {
        let key = state.hash();
        let mut position = Self { shared, state, ending, key, past: Vec::new(), path: None };
        if position.shared.marks.repetition.is_some() {
            position.path = Some(Path::new(position.path_key(), PathLimits::default()));
        }
        position
    }

    /// The same position, which cannot take back moves.
    pub(super) fn without_past(&self) -> Self {
        let Self { shared, state, ending, key, past: _, path } = self;
        let (shared, state, path) = (Arc::clone(shared), state.clone(), path.clone());
        Self { shared, state, ending: *ending, key: *key, past: Vec::new(), path }
    }

    /// The bytes that such a position has on the heap, about.
    pub(super) fn heap_bytes(&self) -> usize {
        const OVERHEAD: usize = 16;
        let path = self.path.as_ref().map_or(0, |path| OVERHEAD + path.bytes());
        OVERHEAD + size_of_val(self.state.memory()) + size_of_val(&*self.past) + path
    }

    /// The position in which the rules did not come to an end.
    pub(super) fn stopped(shared: Arc<GameFacts>, mut state: State) -> Self {
        stop(&mut state);
        Self::at(shared, state, GameEnd::Stopped)
    }

    /// The image of this position, of which this is the state.
    pub(super) fn with_image(&self, state: State) -> Self {
        let mut image = Self::at(Arc::clone(&self.shared), state, self.ending);
        image.path = self.path.as_ref().map(|path| path.image(image.path_key()));
        image
    }

    /// The key by which the path knows the position: without the variables that may differ.
    fn path_key(&self) -> u64 {
        let ignored = self.shared.marks.repetition.iter().flatten();
        ignored.fold(self.key, |key, &variable| {
            let variable = usize::from(variable);
            key ^ variable_key(variable, self.state.variables()[variable])
        })
    }

    /// The game goes on if there is a move. If the rules do not come to an end, it ends here.
    fn end(&mut self, has_move: Result<bool, Overrun>) {
        let turn = self.state.turn_key();
        self.ending = match has_move {
            Ok(true) => GameEnd::None,
            Ok(false) => GameEnd::Over(self.result()),
            Err(Overrun) => {
                stop(&mut self.state);
                GameEnd::Stopped
            }
        };
        self.key ^= turn ^ self.state.turn_key();
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
        self.state.variables()[usize::from(self.shared.declared(player))]
    }

    /// Finds the moves that can be played. Returns how many there are in all: more than can be
    /// played, perhaps. If the rules do not come to an end, the moves found before are all there
    /// are.
    pub(super) fn find_moves(&self, out: &mut Vec<RulesMove>) -> Result<usize, Overrun> {
        let known = out.len();
        let all = scratch::with(&self.shared, |scratch| {
            scratch.table.go_to(&self.state);
            let all = scratch.table.moves(&mut scratch.moves);
            RulesMove::collect(&scratch.moves, &mut scratch.codes, out);
            all.map(|()| scratch.moves.len())
        });
        if !self.may_be_impossible() {
            return all;
        }
        let mut outcomes = out.split_off(known);
        let found = outcomes.len();
        // If none is possible by its weight, all are alike.
        if !self.are_weightless(&outcomes) {
            outcomes.retain(|&outcome| self.odds(outcome) > 0);
        }
        out.append(&mut outcomes);
        all.map(|all| all + out.len() - known - found)
    }

    /// Whether what comes next is an outcome of chance that may be impossible by its weight.
    fn may_be_impossible(&self) -> bool {
        let chance = self.shared.chance.as_ref();
        CHANCE
            && chance.is_some_and(|chance| chance.may_be_impossible)
            && self.state.side == Mover::Player(ChanceFacts::NUMBER)
    }

    /// Whether these are outcomes of chance whose weights are all 0.
    pub(super) fn are_weightless(&self, outcomes: &[RulesMove]) -> bool {
        self.may_be_impossible() && outcomes.iter().all(|&outcome| self.odds(outcome) == 0)
    }

    /// The weight of an outcome of chance, as it sets it.
    fn odds(&self, outcome: RulesMove) -> u32 {
        let Some(weight) = self.shared.weight() else { return 1 };
        self.with_steps(outcome, |steps| {
            scratch::with(&self.shared, |scratch| {
                scratch.table.go_to(&self.state);
                scratch.table.set_by(steps, weight).unwrap_or(1)
            })
        })
    }

    /// The steps of a legal move.
    pub(super) fn with_steps<T>(&self, m: RulesMove, act: impl FnOnce(&[MoveStep]) -> T) -> T {
        match m.steps() {
            Some(steps) => act(steps),
            None => act(&self.long_steps(m)),
        }
    }

    /// The steps of a legal move that is too long to have them with it.
    fn long_steps(&self, m: RulesMove) -> Vec<MoveStep> {
        scratch::with(&self.shared, |scratch| {
            let Scratch { long, table, codes, .. } = scratch;
            long.steps(m, &self.state, table, codes).to_vec()
        })
    }
}

/// The game ends here, whatever its rules say.
fn stop(state: &mut State) {
    state.is_over = true;
    (state.at, state.place, state.side) = (0, 0, Mover::Keeper);
}

impl<const CHANCE: bool> Position for RulesPosition<CHANCE> {
    type Move = RulesMove;
    type Undo = RulesUndo;
    const HAS_CHANCE: bool = CHANCE;
    const MOVE_CODES: usize = u16::MAX as usize;

    fn actor(&self) -> Actor {
        match (&self.shared.chance, self.state.side) {
            (Some(chance), Mover::Player(ChanceFacts::NUMBER)) => {
                let turn = self.shared.player(chance.turn(self.state.at));
                // In a finished game a player acts.
                if self.outcome().is_none() { Actor::Chance(turn) } else { Actor::Player(turn) }
            }
            (_, Mover::Player(player)) => Actor::Player(self.shared.player(player)),
            (_, Mover::Keeper) => Actor::Player(Player::First),
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.ending {
            GameEnd::None => self.path.as_ref().is_some_and(Path::is_over).then_some(Outcome::Draw),
            GameEnd::Over(outcome) => Some(outcome),
            GameEnd::Stopped => Some(Outcome::Draw),
        }
    }

    fn moves(&self, out: &mut Vec<RulesMove>) {
        _ = self.find_moves(out);
    }

    fn count_moves(&self) -> usize {
        if self.may_be_impossible() {
            return self.legal_moves().len();
        }
        scratch::with(&self.shared, |scratch| {
            scratch.table.go_to(&self.state);
            _ = scratch.table.moves(&mut scratch.moves);
            scratch.moves.len().min(MOST_MOVES)
        })
    }

    fn weight(&self, outcome: RulesMove) -> u32 {
        self.odds(outcome).max(1)
    }

    fn make(&mut self, m: RulesMove) -> RulesUndo {
        let mut before = RulesUndo {
            at: self.state.at,
            place: self.state.place,
            side: self.state.side,
            is_over: self.state.is_over,
            key: self.key,
            ending: self.ending,
            path: None,
        };
        self.past.extend_from_slice(self.state.memory());
        let long = m.steps().is_none().then(|| self.long_steps(m));
        let steps = long.as_deref().or(m.steps()).unwrap_or_default();
        let has_move = scratch::with(&self.shared, |scratch| {
            let table = &mut scratch.table;
            table.go_to(&self.state);
            let made = table.make(steps);
            let after = table.state();
            self.key = after.hash_from(&self.state, self.key);
            self.state.copy_from(after);
            made.and_then(|()| table.has_move())
        });
        self.end(has_move);
        // Whether a position can come again, only the author knows.
        let key = self.path_key();
        before.path = self.path.as_mut().map(|path| path.push(key, true));
        before
    }

    fn unmake(&mut self, _: RulesMove, before: RulesUndo) {
        let memory = self.state.memory_mut();
        let left = self.past.len() - memory.len();
        memory.copy_from_slice(&self.past[left..]);
        self.past.truncate(left);
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

    fn canonical(&self) -> (u64, Symmetry) {
        self.shared.least_key(&self.state, self.key)
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

/// Positions are equal if the same can happen in them, apart from repetition: an image has another
/// past.
impl<const CHANCE: bool> PartialEq for RulesPosition<CHANCE> {
    fn eq(&self, other: &Self) -> bool {
        let is_repeated = |position: &Self| position.path.as_ref().map(Path::is_over);
        Arc::ptr_eq(&self.shared, &other.shared)
            && self.state == other.state
            && self.ending == other.ending
            && is_repeated(self) == is_repeated(other)
    }
}

impl<const CHANCE: bool> Debug for RulesPosition<CHANCE> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        use sarsen_core::game::Written;
        f.write_str(&self.format())
    }
}
