//! [`Think`] for a typed session: evaluation, search and perft.

use std::any::Any;
use std::time::Duration;

use super::{GameSession, MoveOf, turn};
use crate::session::{Ask, Knowledge, Lookup, MOST_THREADS, Request, SOLVER_PART, Think};
use sarsen_core::game::value::{Score, Value};
use sarsen_core::game::{Game, Position, Scale, Solver, perft_until};
use sarsen_core::search::{Answer, Control, Info, Means, SearchTask, Techniques, search};
use sarsen_core::transposition::Table;

impl<G: Game> Think for GameSession<G> {
    fn evaluators(&self) -> Vec<&'static str> {
        self.evaluators.iter().map(|(name, _)| *name).collect()
    }

    fn evaluator(&self) -> &'static str {
        self.evaluators[self.evaluator].0
    }

    fn scale(&self) -> Scale {
        let evaluator = &self.evaluators[self.evaluator].1;
        Scale { odds: evaluator.scale().max(1), unit: evaluator.unit() }
    }

    fn select_evaluator(&mut self, name: &str) -> bool {
        let found = self.evaluators.iter().position(|(known, _)| known.eq_ignore_ascii_case(name));
        if let Some(index) = found {
            self.evaluator = index;
            self.evaluators[index].1.prepare();
            self.prepare_oracle();
        }
        found.is_some()
    }

    fn set_knowledge(&mut self, knowledge: Knowledge) {
        self.knowledge = knowledge;
    }

    fn evaluate(&self) -> Option<Score> {
        let player = turn(&self.position)?;
        let value = self.evaluators[self.evaluator].1.evaluate(&self.position, player);
        Some(if G::Position::HAS_CHANCE { Score::Chance(value) } else { Score::Eval(value) })
    }

    fn is_quiet(&self) -> bool {
        let position = &self.position;
        let is_known =
            || self.oracle.as_ref().is_some_and(|oracle| oracle.probe(position).is_some());
        position.outcome().is_none()
            && (position.actor().is_chance() || !is_known())
            && self.evaluators[self.evaluator].1.is_stable(position)
    }

    fn perft(&self, depth: u32, control: &Control) -> Option<u64> {
        let mut counted = 0;
        let mut stop = |lines, share| {
            counted += lines;
            control.set_share(share);
            control.poll(counted)
        };
        perft_until(&mut self.position.clone(), depth, &mut stop).ok()
    }

    fn ready_solver(&mut self, table: &Table) {
        self.open_solver(table.bytes() / SOLVER_PART);
    }

    fn solving_time(&self, plies: u32) -> Option<Duration> {
        let solver = self.solver.as_deref().filter(|_| self.knowledge == Knowledge::Full)?;
        solver.estimate_winner(&self.position, plies)
    }

    fn forget(&mut self) {
        if let Some(solver) = &mut self.solver {
            solver.forget();
        }
    }

    fn take_solver(&mut self) -> Option<Box<dyn Any + Send>> {
        let solver = self.solver.take()?;
        Some(Box::new((solver, self.solver_bytes)))
    }

    fn put_solver(&mut self, solver: Box<dyn Any + Send>) {
        if let Ok(kept) = solver.downcast::<(Box<dyn Solver<G::Position>>, usize)>() {
            let (solver, bytes) = *kept;
            (self.solver, self.solver_bytes) = (Some(solver), bytes);
        }
    }

    fn search(
        &mut self,
        request: &Request,
        table: &Table,
        control: &Control,
        report: &mut dyn FnMut(Info<String>),
    ) -> Option<Answer<String>> {
        if self.wants_solver(request) {
            self.ready_solver(table);
        }
        let evaluator = &*self.evaluators[self.evaluator].1;
        // Nothing is left to do if a game has begun. The threads of the search must not wait.
        evaluator.prepare();
        self.prepare_oracle();
        let means = Means::new(evaluator, table)
            .with_oracle(self.oracle.as_deref().filter(|_| self.knowledge >= Knowledge::Tactics))
            .with_solver(self.solver.as_deref().filter(|_| self.wants_solver(request)));
        let wanted = request.lines.max(1);
        let task = self.task(request);
        let answer = search(self.position.clone(), means, &task, control, &mut |info| {
            if info.rank <= wanted {
                report(self.spell(info));
            }
        })?;
        let lines = answer.lines.iter().map(|line| self.spell(line)).collect();
        let answer = Answer::of(answer.source, answer.exact, lines);
        let chosen = match (self.rank(request), request.variety) {
            (Some(rank), _) => self.looked_at(request, &answer.lines, rank),
            (None, None) => return Some(answer),
            (None, Some(variety)) => {
                let values: Vec<Value> =
                    answer.lines.iter().map(|line| line.score.value()).collect();
                variety.choose(&values, self.key())
            }
        };
        Some(choose(answer, chosen, wanted, report))
    }
}

impl<G: Game> GameSession<G> {
    /// Whether the game's own solver can help.
    fn wants_solver(&self, request: &Request) -> bool {
        self.knowledge == Knowledge::Full
            && request.variety.is_none()
            && request.handicap.is_none()
            && request.limits.depth.is_none()
            && (request.limits.nodes.is_none() || request.limits.solve)
    }

    /// Makes ready what the oracle knows, if it is in use.
    fn prepare_oracle(&self) {
        if let Some(oracle) =
            self.oracle.as_deref().filter(|_| self.knowledge >= Knowledge::Tactics)
        {
            oracle.prepare();
        }
    }

    /// The rank of the move that an engine with a handicap plays.
    fn rank(&self, request: &Request) -> Option<usize> {
        request.handicap.map(|handicap| handicap.rank(self.key(), self.moves().len()))
    }

    /// The line that an engine with a handicap plays instead of the one of this rank, if it looks
    /// once more and sees that it wins at once with another move, or loses at once with this one.
    fn looked_at(&self, request: &Request, lines: &[Info<String>], rank: usize) -> usize {
        let rank = rank.min(lines.len() - 1);
        let looks = request.handicap.is_some_and(|handicap| handicap.looks_again(self.key()));
        if !looks { rank } else { (0..=rank).rfind(|&at| !is_absurd(lines, at)).unwrap_or(0) }
    }

    /// The task of the search for a request.
    fn task(&self, request: &Request) -> SearchTask<MoveOf<G>> {
        let read = |text: &String| self.parse_move(&self.position, text).ok();
        let wanted: Vec<_> = request.moves.iter().filter_map(read).collect();
        let skill = request.handicap.map(|handicap| handicap.skill.nodes());
        // The lines to choose from. Few moves are within a margin of points.
        let choice = match (self.rank(request), request.variety) {
            (Some(rank), _) => rank + 1,
            (None, Some(_)) => 6,
            (None, None) => 0,
        };
        // A choice needs the values of all its lines.
        let moves = if choice > 0 { self.moves().len() as u64 } else { 0 };
        let least = moves * (choice.min(self.moves().len()) as u64 + 1);
        let mut limits = request.limits;
        let nodes = limits.nodes.into_iter().chain(skill).min();
        limits.nodes = nodes.map(|nodes| nodes.max(least));
        SearchTask {
            limits,
            moves: if wanted.is_empty() { None } else { Some(wanted) },
            known: request.known,
            seems_won: request.seems_won,
            lines: request.lines.max(choice).max(1),
            threads: request.threads.clamp(1, MOST_THREADS),
            selectivity: self.game.selectivity().scaled(request.selectivity),
            techniques: Techniques::ALL,
        }
    }

    /// A report with its moves as texts.
    fn spell(&self, info: &Info<MoveOf<G>>) -> Info<String> {
        let mut position = self.position.clone();
        let spell = |&m: &MoveOf<G>| {
            let text = self.format_move(&position, m);
            position.make(m);
            text
        };
        let variation = info.variation.iter().map(spell).collect();
        Info {
            variation,
            depth: info.depth,
            seldepth: info.seldepth,
            rank: info.rank,
            score: info.score,
            bound: info.bound,
            margin: info.margin,
            nodes: info.nodes,
            time: info.time,
            hashfull: info.hashfull,
        }
    }
}

/// Whether everybody sees that a line is wrong: another one wins with its first move and this one
/// does not, or the opponent wins with the first reply and need not.
fn is_absurd(lines: &[Info<String>], at: usize) -> bool {
    let (best, this) = (lines[0].score, lines[at].score);
    let (wins, loses) = (Score::Win(Some(1)), Score::Loss(Some(2)));
    (best == wins) != (this == wins) || (best != loses && this == loses)
}

/// Moves the line with this index to the front. The answer may have more lines than were wanted, to
/// choose from; those are dropped. If the choice is not the best line, the order is reported anew.
fn choose(
    mut answer: Answer<String>,
    chosen: usize,
    wanted: usize,
    report: &mut dyn FnMut(Info<String>),
) -> Answer<String> {
    answer.lines[..=chosen].rotate_right(1);
    answer.lines.truncate(wanted);
    if chosen > 0 {
        for (line, rank) in answer.lines.iter_mut().zip(1..) {
            line.rank = rank;
            report(line.clone());
        }
        answer.best = answer.lines[0].clone();
    }
    answer
}
