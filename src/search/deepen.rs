//! The root: iterative deepening, several lines, and when enough is enough.

use std::collections::VecDeque;
use std::thread;

use super::info::{Answer, Info};
use super::reductions::ALWAYS_SEEN;
use super::solver_turns::{SolverTime, has_hope};
use super::team::Team;
use super::variation::Variations;
use super::worker::{Key, Worker};
use super::{Control, Limits, MAX_DEPTH, Means};
use crate::game::value::{INFINITE, Score, Value, distance, is_loss, is_win, lack, win_in};
use crate::game::{Actor, Bound, Outcome, Player, Position};
use crate::sys::panic_guard::STACK;
use crate::transposition::{Entry, NO_CODE, PROVEN_DEPTH};

/// Up to this depth no iteration is left out.
const FIRST_DOUBLE_STEP: u32 = 6;

/// Searches a position in which a player is to act, and returns the best line found: the one that
/// was reported last. None if the game is over, chance acts, or `limits.moves` allows no legal
/// move.
///
/// Every completed iteration is reported, each wanted line in the order of rank; an iteration that
/// was cut short only if it changed the best move. The search ends at its limits, when `control`
/// says so, or when nothing is left to find.
pub fn search<P: Position>(
    position: P,
    means: Means<'_, P>,
    limits: &Limits<P::Move>,
    control: &Control,
    report: &mut dyn FnMut(&Info<P::Move>),
) -> Option<Answer<P::Move>> {
    let Actor::Player(me) = position.actor() else { return None };
    if position.outcome().is_some() {
        return None;
    }
    let solver = means.solver.filter(|&solver| has_hope(solver, &position, control));
    let means = Means { solver, ..means };
    means.table.new_search();
    let max_depth = limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
    let team = (limits.threads > 1).then(Team::new);
    // Without a little memory nothing can be done.
    let root = |position| {
        let worker = Worker::new(means, control, position, limits, team.as_ref()).ok()?;
        Root::new(worker, me, limits)
    };
    let mut leader = root(position.clone())?;
    thread::scope(|scope| {
        let leading = team.as_ref().map(Team::lead);
        let help = || {
            let position = position.clone();
            let root = &root;
            move || {
                if let Some(mut helper) = root(position) {
                    helper.helps = true;
                    helper.run(limits.solve && means.solver.is_none(), max_depth, &mut |_| {});
                }
            }
        };
        // With fewer than were asked for it takes longer, no more.
        let spawn = |_| {
            let builder = thread::Builder::new().name("helper".to_owned()).stack_size(STACK);
            builder.spawn_scoped(scope, help()).ok()
        };
        let helpers: Vec<_> = (1..limits.threads).map_while(spawn).collect();
        leader.run(limits.solve, max_depth, report);
        drop(leading);
        for helper in helpers {
            if let Err(panic) = helper.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
    leader.answer
}

/// A move at the root and what is known of it.
#[derive(Clone)]
pub(super) struct RootMove<M> {
    pub(super) m: M,
    /// The value of the last search that gave it a line of its own, or less than any value if the
    /// present iteration has not.
    pub(super) value: Value,
    /// Whether no deeper search can change `value`.
    pub(super) exact: bool,
    /// Whether it is a win or loss whose distance is certain all the same.
    pub(super) verified: bool,
    pub(super) variation: Vec<M>,
}

impl<M: Copy> RootMove<M> {
    /// A move and its value, with no line but the move itself.
    pub(super) fn new(m: M, value: Value) -> Self {
        Self { m, value, exact: false, verified: false, variation: vec![m] }
    }
}

/// What a pass over the moves has found.
pub(super) struct Found {
    /// The best value, exact within its window, else a bound (fail-soft).
    pub(super) value: Value,
    /// Whether no deeper search can change that.
    pub(super) proven: bool,
}

pub(super) struct Root<'a, P: Position> {
    pub(super) worker: Worker<'a, P>,
    pub(super) me: Player,
    pub(super) moves: Vec<RootMove<P::Move>>,
    pub(super) lines: usize,
    pub(super) threads: usize,
    pub(super) answer: Option<Answer<P::Move>>,
    /// How much the best move has been changing of late, in thousandths of a change.
    unrest: u64,
    /// Whether another thread leads.
    helps: bool,
    pub(super) solver_time: SolverTime,
}

impl<'a, P: Position> Root<'a, P> {
    fn new(mut worker: Worker<'a, P>, me: Player, limits: &Limits<P::Move>) -> Option<Self> {
        let key = worker.key();
        let position = &worker.position;
        let table_code = worker
            .means
            .table
            .probe(key.key)
            .filter(|entry| entry.code != NO_CODE)
            .map_or(NO_CODE, |entry| position.map_code(entry.code, position.inverse(key.symmetry)));
        let mut legal = Vec::new();
        position.moves(&mut legal);
        let ranks =
            worker.ordering.open(worker.means.evaluator, position, &legal, me, 0, table_code);
        let ordered: Vec<P::Move> =
            (0..legal.len()).map(|n| legal[worker.ordering.pick(ranks, n)]).collect();
        worker.ordering.close(ranks);
        let moves: Vec<_> = ordered
            .into_iter()
            .filter(|m| limits.moves.as_ref().is_none_or(|wanted| wanted.contains(m)))
            .map(|m| RootMove::new(m, -INFINITE))
            .collect();
        if moves.is_empty() {
            return None;
        }
        let lines = limits.lines.clamp(1, moves.len());
        let threads = limits.threads;
        Some(Self {
            worker,
            me,
            moves,
            lines,
            threads,
            answer: None,
            unrest: 0,
            helps: false,
            solver_time: SolverTime::default(),
        })
    }

    fn run(&mut self, solve: bool, max_depth: u32, report: &mut dyn FnMut(&Info<P::Move>)) {
        if let Some(solver) = self.worker.means.solver.filter(|_| !self.helps) {
            return self.take_turns(solver, max_depth, report);
        }
        if solve {
            return self.solve(max_depth, report);
        }
        let depth = self.deepen(0, max_depth, report);
        let is_selective = self.worker.reductions.are_on();
        if is_selective && !self.worker.stopped && (depth == max_depth || self.is_decided()) {
            self.verify(depth, report);
        }
    }

    /// Iterative deepening, when `done` plies have been searched already, until the result is
    /// known; the last depth that was searched to the end.
    pub(super) fn deepen(
        &mut self,
        mut done: u32,
        max_depth: u32,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) -> u32 {
        for depth in done + 1..=max_depth {
            if depth > FIRST_DOUBLE_STEP && (max_depth - depth) % 2 == 1 && self.steps_doubly() {
                continue;
            }
            for root_move in &mut self.moves {
                root_move.value = -INFINITE;
            }
            for line in 0..self.lines {
                self.search_line(line, depth, (-INFINITE, INFINITE));
                if self.worker.stopped {
                    break;
                }
            }
            if self.worker.stopped {
                self.report_partial(depth, report);
                break;
            }
            let former =
                self.answer.as_ref().and_then(|answer| answer.best.variation.first().copied());
            self.unrest /= 2;
            if depth > 1 && former != Some(self.moves[0].m) {
                self.unrest += 1000;
            }
            self.present(depth, report);
            done = depth;
            let is_settled = if self.worker.reductions.are_on() && P::MOST_MARGIN == 0 {
                self.is_decided()
            } else {
                (0..self.lines).all(|line| self.is_settled(line, depth))
            };
            if is_settled || (!self.helps && self.time_is_up()) {
                break;
            }
        }
        if self.answer.is_none() {
            self.glance(report);
        }
        done
    }

    /// Whether no deeper search than this can change the value of a rank. A win within its depth is
    /// the fastest if all faster ones are excluded: by full width, or near the root, where nothing
    /// is overlooked. One beyond, known from the table, may not be. Nor is one by less than the
    /// greatest margin: a deeper search may find more.
    pub(super) fn is_settled(&self, line: usize, depth: u32) -> bool {
        let RootMove { value, exact, verified, .. } = self.moves[line];
        let seen = if self.worker.reductions.are_on() { depth.min(ALWAYS_SEEN) } else { depth };
        let is_most = P::MOST_MARGIN == 0 || (is_win(value) && lack(value) == 0);
        exact || verified || (is_most && distance(value).is_some_and(|plies| plies <= seen))
    }

    /// Whether it is known of all wanted lines who wins.
    pub(super) fn is_decided(&self) -> bool {
        let is_decided = |m: &RootMove<_>| m.exact || is_win(m.value) || is_loss(m.value);
        self.moves[..self.lines].iter().all(is_decided)
    }

    /// Reports all wanted lines as they are after a search of this depth.
    pub(super) fn present(&mut self, depth: u32, report: &mut dyn FnMut(&Info<P::Move>)) {
        for line in (0..self.lines).rev() {
            self.complete(line, depth);
        }
        self.report_lines(depth, report);
    }

    /// Reports all wanted lines as they stand.
    pub(super) fn report_lines(&mut self, depth: u32, report: &mut dyn FnMut(&Info<P::Move>)) {
        let info = |line| self.info(line, depth, self.is_settled(line, depth));
        let lines: Vec<_> = (0..self.lines).map(info).collect();
        lines.iter().for_each(&mut *report);
        let exact = self.is_settled(0, depth);
        self.answer = Some(Answer { best: lines[0].clone(), exact, lines });
    }

    /// Whether every second iteration is left out: what is learnt at depths of the same parity is
    /// of most use. A game clock wants many occasions to stop.
    fn steps_doubly(&self) -> bool {
        self.worker.techniques.double_steps && !self.worker.control.is_thrifty()
    }

    /// Whether another iteration would not be worth its time.
    pub(super) fn time_is_up(&self) -> bool {
        let control = self.worker.control;
        if control.is_thrifty() && self.moves.len() == 1 {
            return true;
        }
        // The next iteration takes longer than all before: begin it only if it has a chance to end,
        // but take more time while the best move changes.
        let permille = (550 + self.unrest).min(2500);
        control.soft_passed(permille, self.solver_time.on_clock(control))
    }

    /// One pass over the moves from rank `line` on; the best one found comes to that rank.
    pub(super) fn search_line(
        &mut self,
        line: usize,
        depth: u32,
        (mut alpha, beta): (Value, Value),
    ) -> Found {
        let worker = &mut self.worker;
        let team = worker.team;
        let opinions_before = worker.opinions;
        let mut best = -INFINITE;
        let mut best_index = line;
        let mut bound = Bound::Upper;
        let mut order: VecDeque<_> = (line..self.moves.len()).map(|index| (index, false)).collect();
        while let Some((index, put_off)) = order.pop_front() {
            let root_move = &mut self.moves[index];
            let undo = worker.position.make(root_move.m);
            let key = worker.key().key;
            if let Some(team) = team {
                // Another thread is at it: its result will soon be in the table.
                if index > line && !put_off && team.busy.contains(key) {
                    worker.position.unmake(root_move.m, undo);
                    order.push_back((index, true));
                    continue;
                }
                team.busy.enter(key);
            }
            let below = depth as i32 - 1;
            worker.variations.clear(1);
            let mut opinions = worker.opinions;
            let mut value = alpha + 1;
            if index > line {
                value = worker.child(self.me, alpha, alpha + 1, below, 1, None);
            }
            if (index == line || (value > alpha && value < beta)) && !worker.stopped {
                opinions = worker.opinions;
                value = worker.child(self.me, alpha, beta, below, 1, None);
            }
            worker.position.unmake(root_move.m, undo);
            if let Some(team) = team {
                team.busy.leave(key);
            }
            if worker.stopped {
                break;
            }
            best = best.max(value);
            if value > alpha {
                root_move.value = value;
                take_line(&mut root_move.variation, root_move.m, &worker.variations);
                best_index = index;
                alpha = value;
                bound = Bound::Exact;
            }
            if value >= beta {
                bound = Bound::Lower;
                // The bound rests on this move alone.
                if worker.opinions == opinions || is_win(value) {
                    worker.opinions = opinions_before;
                }
                break;
            }
        }
        // What was found counts even if the search was cut short.
        self.moves[line..=best_index].rotate_right(1);
        let proven = worker.opinions == opinions_before;
        if worker.stopped {
            return Found { value: best, proven: false };
        }
        self.moves[line].exact = proven && bound == Bound::Exact;
        self.moves[line].verified = false;
        if line == 0 && self.moves.len() == worker.position.count_moves() {
            let Key { key, symmetry } = worker.key();
            let code = match bound {
                Bound::Upper => NO_CODE,
                _ => worker.position.map_code(worker.position.code(self.moves[0].m), symmetry),
            };
            let depth = if proven { PROVEN_DEPTH } else { depth as u8 };
            worker.means.table.store(key, Entry { value: best, bound, depth, code });
        }
        Found { value: best, proven }
    }

    /// Follows the table where a proof found there has cut the line of a rank short.
    pub(super) fn complete(&mut self, line: usize, depth: u32) {
        let root_move = &mut self.moves[line];
        let plies = distance(root_move.value).unwrap_or(depth) as usize;
        let worker = &mut self.worker;
        let mut position = worker.position.clone();
        for &m in &root_move.variation {
            position.make(m);
        }
        std::mem::swap(&mut worker.position, &mut position);
        while root_move.variation.len() < plies {
            let left = plies - root_move.variation.len();
            // Just before the end of a proven game the table may know a good move, but not the last
            // one.
            let last = match distance(root_move.value) {
                Some(_) if is_win(root_move.value) => worker.last_moves(left, self.me),
                Some(_) => worker.last_moves(left, self.me.other()),
                None => None,
            };
            let Some(m) = last.or_else(|| worker.table_move()) else { break };
            root_move.variation.push(m);
            worker.position.make(m);
        }
        worker.position = position;
    }

    /// After an iteration that was cut short: reports a best move that differs from the last
    /// report's.
    fn report_partial(&mut self, depth: u32, report: &mut dyn FnMut(&Info<P::Move>)) {
        let Some(answer) = &self.answer else { return };
        let found = &self.moves[0];
        // A loss would not be proven before all moves have been tried.
        let is_news = found.value > -INFINITE && !is_loss(found.value);
        if is_news && answer.best.variation.first() != Some(&found.m) {
            let info = self.info(0, depth, is_win(found.value) && self.is_settled(0, depth));
            report(&info);
            let mut lines = vec![info.clone()];
            let others = answer.lines.iter().filter(|line| line.variation[0] != found.m);
            lines.extend(others.take(self.lines - 1).cloned());
            for (line, rank) in lines.iter_mut().zip(1..) {
                line.rank = rank;
            }
            self.answer = Some(Answer { best: info, exact: false, lines });
        }
    }

    /// An answer without any search: the move that looks best, and the opinion of the position.
    fn glance(&mut self, report: &mut dyn FnMut(&Info<P::Move>)) {
        // A first iteration that was cut short has perhaps seen some moves; if they lose, others
        // may not.
        if is_loss(self.moves[0].value) {
            self.moves[0].value = self.worker.opinion(self.me);
        }
        let best = self.info(0, 0, self.moves[0].value == win_in(1));
        report(&best);
        self.answer = Some(Answer { best: best.clone(), exact: false, lines: vec![best] });
    }

    /// A report; `settled` says that no deeper search can change the value.
    pub(super) fn info(&self, line: usize, depth: u32, settled: bool) -> Info<P::Move> {
        let root_move = &self.moves[line];
        Info {
            depth,
            seldepth: self.worker.deepest.max(root_move.variation.len()) as u32,
            rank: line + 1,
            // Where chance acts, 0 may be an even mixture.
            score: Score::new(root_move.value, settled && !(P::HAS_CHANCE && root_move.value == 0)),
            bound: Bound::Exact,
            nodes: self.worker.all_nodes(),
            time: self.worker.control.elapsed(),
            hashfull: self.worker.means.table.permille_used(),
            variation: root_move.variation.clone(),
        }
    }
}

impl<P: Position> Worker<'_, P> {
    /// The move that the table recommends here, if it is a player's turn.
    fn table_move(&self) -> Option<P::Move> {
        if self.position.outcome().is_some() || self.position.actor() == Actor::Chance {
            return None;
        }
        let Key { key, symmetry } = self.key();
        let entry = self.means.table.probe(key).filter(|entry| entry.code != NO_CODE)?;
        let code = self.position.map_code(entry.code, self.position.inverse(symmetry));
        let mut moves = Vec::new();
        self.position.moves(&mut moves);
        moves.into_iter().find(|&m| self.position.code(m) == code)
    }

    /// A move with which this player wins within `plies` plies, one or two, whoever makes it.
    fn last_moves(&mut self, plies: usize, winner: Player) -> Option<P::Move> {
        let is_players_turn = matches!(self.position.actor(), Actor::Player(_));
        if !is_players_turn || self.position.outcome().is_some() || !(1..=2).contains(&plies) {
            return None;
        }
        let mut moves = Vec::new();
        self.position.moves(&mut moves);
        moves.into_iter().find(|&m| {
            let undo = self.position.make(m);
            let found = match self.position.outcome() {
                Some(outcome) => plies == 1 && outcome == Outcome::Win(winner),
                None => plies == 2 && self.last_moves(1, winner).is_some(),
            };
            self.position.unmake(m, undo);
            found
        })
    }
}

/// The line of a root move: the move, then the best line below it.
fn take_line<M: Copy>(line: &mut Vec<M>, m: M, variations: &Variations<M>) {
    line.clear();
    line.push(m);
    line.extend_from_slice(variations.line(1));
}
