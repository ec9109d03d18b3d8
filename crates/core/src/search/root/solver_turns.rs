//! The root if the game has its own solver: solver and search take turns until one of them knows
//! the exact values.

use std::time::{Duration, Instant};

use super::{Root, RootMove};
use crate::game::value::{PROVEN_WIN, Value, distance, from_node, is_loss, is_win};
use crate::game::{Actor, Aim, Effort, Finding, Position, Solver, final_value, ranks_margins};
use crate::search::info::{Info, Source};
use crate::search::{Control, SearchTask};

/// Positions that the ordinary search visits in its first turn.
const FIRST_TURN: u64 = 1000;

/// The solver may visit this many positions for each one that the ordinary search visits.
const SOLVER_TURN: u64 = 8;

/// The part of the time left that a turn of the solver may take. The rest is for the search. If the
/// solver returns without an answer, the search must have time for an answer.
pub(super) const SOLVER_SHARE: (u64, u64) = (2, 3);

/// The same where the position is thought to be won, and the solver looks for a move that wins. The
/// search would hardly find it.
const WINNING_SHARE: (u64, u64) = (9, 10);

/// The solver is not asked if it would probably take more than this many times the available time.
const HOPELESS: u32 = 4;

/// The same if the solver only looks for a move that keeps a known value, or that wins a position
/// that is thought to be won.
const HOPELESS_WITH_AIM: u32 = 32;

/// The available time if nothing limits it.
const UNLIMITED: Duration = Duration::from_secs(600);

/// The solver may always visit this many positions to see how play goes on after the best move.
const LINE: u64 = 10_000;

/// What the solver is to find out about a position.
#[derive(Clone, Copy)]
struct Target {
    aim: Aim,
    /// The value, if it is known for certain.
    known: Option<Value>,
}

impl Target {
    const VALUE: Self = Self { aim: Aim::Value, known: None };
    const WIN: Self = Self { aim: Aim::Winner, known: None };
}

/// Whether a solver has a chance to end in the available time.
pub(crate) fn is_worth_solving<P: Position>(
    solver: &dyn Solver<P>,
    position: &P,
    task: &SearchTask<P::Move>,
    control: &Control,
) -> bool {
    let knows_aim = task.known.is_some() || task.seems_won;
    let hopeless = if knows_aim { HOPELESS_WITH_AIM } else { HOPELESS };
    let wants_best = task.lines <= 1 && task.moves.is_none();
    has_chance(solver.estimate(position), hopeless, control)
        || (wants_best
            && solver
                .estimate_winner(position, 0)
                .is_some_and(|time| has_chance(time, HOPELESS, control)))
}

/// Whether what probably takes this long is not hopeless.
fn has_chance(time: Duration, hopeless: u32, control: &Control) -> bool {
    time <= control.time_left().unwrap_or(UNLIMITED).saturating_mul(hopeless)
}

/// A move that wins, if one was found, perhaps without how soon or by how much.
fn winning<M: Copy>(found: &Finding<M>) -> Option<M> {
    found.keeps.filter(|_| is_win(found.least))
}

impl<P: Position> Root<'_, P> {
    /// The solver takes turns with the ordinary search, which has an answer in any case. If the
    /// solver does not finish, the search makes the move.
    pub(crate) fn take_turns(
        &mut self,
        solver: &dyn Solver<P>,
        max_depth: u32,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) {
        let control = self.worker.control;
        let mut solved = Vec::new();
        let mut won = None;
        let mut turn = FIRST_TURN;
        let mut deepened = 0;
        // From here on there is an answer, whatever happens.
        let mut is_enough = self.deepen_on(&mut deepened, max_depth.min(1), report);
        if self.seems_won && !is_enough && self.wants_best() && !solver.tells_only_winner() {
            won = self.find_win(solver);
        }
        let mut aim = self.first_aim(solver);
        // A move that wins is all that is worth the time of a game clock.
        let is_won =
            |aim, won: Option<_>| control.is_thrifty() && aim == Aim::Winner && won.is_some();
        let mut is_last = false;
        while !(is_enough || is_last || self.worker.stopped || is_won(aim, won)) {
            let began = Instant::now();
            let must_end = || control.has_used(began, SOLVER_SHARE);
            let effort = turn.saturating_mul(SOLVER_TURN);
            let found = self.consult(solver, (aim, effort), &must_end, &mut solved);
            won = winning(&found).or(won);
            if self.is_solved(&solved) {
                return self.present_solved(solver, &solved, report);
            }
            self.worker.stopped = self.worker.is_over();
            if is_won(aim, won) {
                break;
            }
            // Once the solver has had its share, or has found a loss that no search can avert, the
            // search has what is left.
            let is_lost = aim == Aim::Winner && is_loss(found.most);
            is_last = must_end() || (is_lost && control.time_left().is_some());
            if won.is_some() || is_lost {
                aim = Aim::Value;
            }
            if !self.worker.stopped {
                let nodes = if is_last { u64::MAX } else { turn };
                self.make_room(nodes);
                self.with_nodes(nodes, |root| {
                    is_enough = root.deepen_on(&mut deepened, max_depth, report);
                });
            }
            // By now the solver has had a turn, even if there is only one legal move.
            is_last |= self.time_is_up();
            turn = turn.saturating_mul(SOLVER_TURN);
        }
        if is_enough {
            if !(self.worker.stopped || self.time_is_up()) {
                self.verify(deepened, report);
            }
            return;
        }
        if !self.worker.stopped && !is_won(aim, won) && self.trusts_clock(solver, aim) {
            let found = self.consult(solver, (aim, u64::MAX), &|| false, &mut solved);
            won = winning(&found).or(won);
            if self.is_solved(&solved) {
                return self.present_solved(solver, &solved, report);
            }
        }
        if let Some(m) = won {
            self.prefer(m, report);
        }
    }

    /// A move that wins, if the solver finds one soon enough.
    fn find_win(&mut self, solver: &dyn Solver<P>) -> Option<P::Move> {
        let (position, control) = (self.worker.position.clone(), self.worker.control);
        let began = Instant::now();
        let must_end = || control.has_used(began, WINNING_SHARE);
        let mut nodes = u64::MAX;
        winning(&self.ask_solver(solver, (&position, Target::WIN), &mut nodes, &must_end))
    }

    /// What the solver is asked: who wins, if it may find that out, while the value would take too
    /// long.
    fn first_aim(&self, solver: &dyn Solver<P>) -> Aim {
        let position = &self.worker.position;
        let finds_winner = self.wants_best()
            && self.known.is_none()
            && solver.estimate_winner(position, 0).is_some();
        if finds_winner && !has_chance(solver.estimate(position), HOPELESS, self.worker.control) {
            Aim::Winner
        } else {
            Aim::Value
        }
    }

    /// After the search has had its share, the solver may go on until the hard end of a game clock,
    /// if it will probably have an answer by then. Later moves need less time: a solved game stays
    /// solved.
    fn trusts_clock(&self, solver: &dyn Solver<P>, aim: Aim) -> bool {
        let (position, control) = (&self.worker.position, self.worker.control);
        let time = match aim {
            Aim::Value => Some(solver.estimate(position)),
            Aim::Winner => solver.estimate_winner(position, 0),
        };
        control.is_thrifty()
            && self.moves.len() > 1
            && time.is_some_and(|time| has_chance(time, 1, control))
    }

    /// Goes on with the ordinary search. Returns whether after that nothing is left to find, or
    /// nothing that is worth the time of a game clock.
    fn deepen_on(
        &mut self,
        deepened: &mut u32,
        max_depth: u32,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) -> bool {
        *deepened = self.deepen(*deepened, max_depth, report);
        let is_decided = !self.worker.stopped && self.is_decided();
        is_decided
            && ((self.worker.control.is_thrifty() && !ranks_margins::<P>())
                || (0..self.lines).all(|line| self.is_settled(line, *deepened)))
    }

    /// Whether only the best of all moves is wanted.
    fn wants_best(&self) -> bool {
        self.lines == 1 && self.moves.len() == self.worker.position.count_moves()
    }

    /// Whether these are all the values that are wanted.
    fn is_solved(&self, solved: &[(P::Move, Value)]) -> bool {
        solved.len() == if self.wants_best() { 1 } else { self.moves.len() }
    }

    /// Lets the solver visit this many positions, or fewer if `must_end` says so. The solver finds
    /// the best move, or the value of each move, whichever is wanted. This is added to `solved`.
    /// Returns what is known of the position if only the best move is wanted. If the solver is
    /// asked who wins, only a draw is solved.
    fn consult(
        &mut self,
        solver: &dyn Solver<P>,
        (aim, nodes): (Aim, u64),
        must_end: &(dyn Fn() -> bool + Sync),
        solved: &mut Vec<(P::Move, Value)>,
    ) -> Finding<P::Move> {
        let mut nodes = nodes;
        if self.wants_best() {
            let position = self.worker.position.clone();
            let target = Target { aim, known: self.known };
            let found = self.ask_solver(solver, (&position, target), &mut nodes, must_end);
            let is_enough = |value: &Value| aim == Aim::Value || *value == 0;
            solved.extend(found.keeps.zip(found.value().filter(is_enough)));
            return found;
        }
        for at in 0..self.moves.len() {
            let m = self.moves[at].m;
            if solved.iter().any(|(known, _)| *known == m) {
                continue;
            }
            let mut position = self.worker.position.clone();
            position.make(m);
            let value = match (final_value(&position, self.me, 0), position.actor()) {
                (Some(value), _) => Some(value),
                (None, Actor::Chance(_)) => None,
                (None, Actor::Player(player)) => {
                    let asked = (&position, Target::VALUE);
                    let found = self.ask_solver(solver, asked, &mut nodes, must_end);
                    let value = found.value();
                    value.map(|value| if player == self.me { value } else { -value })
                }
            };
            solved.extend(value.map(|value| (m, from_node(value, 1))));
        }
        Finding::nothing(0)
    }

    /// Asks the solver about a position. Subtracts the positions that it visits from `nodes`.
    fn ask_solver(
        &mut self,
        solver: &dyn Solver<P>,
        (position, target): (&P, Target),
        nodes: &mut u64,
        must_end: &(dyn Fn() -> bool + Sync),
    ) -> Finding<P::Move> {
        let before = self.worker.all_nodes();
        let control = self.worker.control;
        let began = control.elapsed();
        let effort = Effort {
            nodes: self.worker.node_limit.saturating_sub(before).min(*nodes),
            threads: self.threads,
            aim: target.aim,
            known: target.known,
            must_end: &|nodes| control.poll(before.saturating_add(nodes)) || must_end(),
        };
        self.rest(true);
        let found = solver.solve(position, &effort);
        // This counts before the other threads go on, because they have to know how much is left.
        self.worker.nodes += found.nodes;
        self.worker.tell_nodes();
        self.rest(false);
        self.solver_time.add(control, began);
        *nodes -= found.nodes.min(*nodes);
        found
    }

    /// Lets the other threads of the team rest while the solver has its turn, or go on.
    fn rest(&self, rests: bool) {
        if let Some(team) = self.worker.team {
            team.rest(rests);
        }
    }

    /// Reports what has been solved.
    fn present_solved(
        &mut self,
        solver: &dyn Solver<P>,
        solved: &[(P::Move, Value)],
        report: &mut dyn FnMut(&Info<P::Move>),
    ) {
        for (m, value) in solved {
            if let Some(root_move) = self.moves.iter_mut().find(|root_move| root_move.m == *m) {
                *root_move = RootMove { exact: true, ..RootMove::new(*m, *value) };
            }
        }
        if let [(best, _)] = solved {
            self.bring_to_front(*best);
        } else {
            self.moves.sort_by_key(|root_move| std::cmp::Reverse(root_move.value));
        }
        let mut nodes = self.worker.all_nodes() / SOLVER_TURN + LINE;
        for line in 0..self.lines {
            self.follow(solver, line, &mut nodes);
        }
        let left = self.worker.position.plies_left();
        let length = |root_move: &RootMove<_>| distance(root_move.value).unwrap_or(left);
        let depth = self.moves[..self.lines].iter().map(length).max();
        self.report_lines(depth.unwrap_or(left), report);
        self.by_solver();
    }

    /// Follows best play after a move, as far as the solver sees it with this many positions.
    fn follow(&mut self, solver: &dyn Solver<P>, line: usize, nodes: &mut u64) {
        let mut position = self.worker.position.clone();
        let mut last = self.moves[line].m;
        loop {
            position.make(last);
            if position.outcome().is_some() || position.actor().is_chance() {
                return;
            }
            let found = self.ask_solver(solver, (&position, Target::VALUE), nodes, &|| false);
            let (Some(next), Some(_)) = (found.keeps, found.value()) else { return };
            self.moves[line].variation.push(next);
            last = next;
        }
    }

    /// Answers with a move that wins for certain, unless the answer so far already wins.
    fn prefer(&mut self, m: P::Move, report: &mut dyn FnMut(&Info<P::Move>)) {
        if self.answer.as_ref().is_none_or(|answer| !is_win(answer.best.score.value())) {
            self.bring_to_front(m);
            self.moves[0] = RootMove { exact: true, ..RootMove::new(m, PROVEN_WIN) };
            self.report_lines(self.worker.position.plies_left(), report);
            self.by_solver();
        }
    }

    /// Notes that the solver has found the answer.
    fn by_solver(&mut self) {
        if let Some(answer) = &mut self.answer {
            answer.source = Source::Solver;
        }
    }

    /// Brings a move to the front.
    fn bring_to_front(&mut self, m: P::Move) {
        if let Some(at) = self.moves.iter().position(|root_move| root_move.m == m) {
            self.moves[..=at].rotate_right(1);
        }
    }
}
