//! The root if only the result matters: who wins, or that nobody does.

use super::{Root, RootMove};
use crate::game::value::{Score, Value, is_loss, is_win};
use crate::game::{Bound, Position};
use crate::search::MAX_DEPTH;
use crate::search::info::{Answer, Info, Source};

/// Positions that the ordinary search visits in its first turn, which gives the moves an order.
const WARM_UP: u64 = 10_000;

/// The questions may visit this many positions for each one that the ordinary search has visited in
/// the turn before.
const QUESTIONS: u64 = 8;

/// What is known of the result: the least and the greatest possible one. A loss is -1, a draw 0, a
/// win 1.
#[derive(Clone, Copy)]
struct ResultBounds {
    least: Value,
    most: Value,
}

impl ResultBounds {
    /// Learns for certain that the value is at least `asked` (if `yes`), or less.
    fn learn(&mut self, asked: Value, yes: bool) {
        if yes {
            self.least = self.least.max(asked);
        } else {
            self.most = self.most.min(asked - 1);
        }
    }

    fn is_complete(self) -> bool {
        self.least == self.most
    }

    /// How it is reported. None if there is nothing to report.
    fn score(self) -> Option<(Score, Bound)> {
        match (self.least, self.most) {
            (1, _) => Some((Score::Win(None), Bound::Exact)),
            (_, -1) => Some((Score::Loss(None), Bound::Exact)),
            (0, 0) => Some((Score::Draw, Bound::Exact)),
            (0, _) => Some((Score::Draw, Bound::Lower)),
            (_, 0) => Some((Score::Draw, Bound::Upper)),
            _ => None,
        }
    }
}

/// How far the proof has come.
struct SolveProgress<M> {
    known: ResultBounds,
    /// The move that keeps the least result known, if that is better than a loss.
    keeps: Option<RootMove<M>>,
    /// The depth of the ordinary search so far, in plies.
    deepened: u32,
    /// The depth to which the questions have been asked, in plies.
    asked: u32,
}

impl<P: Position> Root<'_, P> {
    /// Proves the result by two questions: is the position won, and is it not lost? Each is a
    /// search with a null window, soon as deep as the game may last. Solvers of single games do the
    /// same; the null window is J. Pearl's test ("Scout: a simple minimax algorithm", 1980). The
    /// ordinary search takes turns with the questions: it gives the moves an order and finds what
    /// is near.
    pub(crate) fn solve(&mut self, max_depth: u32, report: &mut dyn FnMut(&Info<P::Move>)) {
        if max_depth == 0 {
            self.deepen(0, 0, report);
            return;
        }
        let known = ResultBounds { least: -1, most: 1 };
        let mut progress = SolveProgress { known, keeps: None, deepened: 0, asked: 0 };
        let mut share = WARM_UP;
        while !progress.known.is_complete() && progress.asked < max_depth {
            let goes_on = self.with_nodes(share, |root| {
                root.search_ordinarily(&mut progress, max_depth, report);
            });
            if !goes_on {
                return;
            }
            share = share.saturating_mul(QUESTIONS);
            if !self.with_nodes(share, |root| root.ask(&mut progress, max_depth, report)) {
                return;
            }
        }
    }

    /// Does a part of the search, which may visit this many positions. Returns whether the whole
    /// search goes on after it.
    pub(super) fn with_nodes(&mut self, nodes: u64, part: impl FnOnce(&mut Self)) -> bool {
        let limit = self.worker.node_limit;
        self.worker.node_limit = limit.min(self.worker.all_nodes().saturating_add(nodes));
        part(self);
        self.worker.node_limit = limit;
        self.worker.stopped &= self.worker.is_over();
        !self.worker.stopped
    }

    /// Goes on with the ordinary search. After something has been proven, it reports only proofs.
    fn search_ordinarily(
        &mut self,
        SolveProgress { known, deepened, asked, .. }: &mut SolveProgress<P::Move>,
        max_depth: u32,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) {
        if *deepened == max_depth {
            return;
        }
        let reported = self.answer.take_if(|_| known.score().is_some());
        *deepened = match reported {
            None => self.deepen(*deepened, max_depth, report),
            Some(_) => self.deepen(*deepened, max_depth, &mut |_| {}),
        };
        let is_decided = !self.worker.stopped && self.is_decided();
        let Some(answer) = &mut self.answer else { return };
        if is_decided {
            let value = self.moves[0].value.signum();
            *known = ResultBounds { least: value, most: value };
            answer.exact = true;
            if reported.is_some() {
                report(&answer.best);
            }
            return;
        }
        // The questions at the greatest depth are never left out, because they overlook nothing.
        *asked = (*asked).max(*deepened).min(max_depth - 1).max(1);
        self.answer = reported.or(self.answer.take());
    }

    /// Goes on with the questions, twice as deep each time, the likelier one first. Then reports
    /// what is known, if it is news.
    fn ask(
        &mut self,
        progress: &mut SolveProgress<P::Move>,
        max_depth: u32,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) {
        let left = self.worker.position.plies_left();
        let opinion = self.answer.as_ref().map_or(0, |answer| answer.best.score.value());
        let questions: [Value; 2] = if opinion >= 0 { [1, 0] } else { [0, 1] };
        while progress.asked < max_depth && !progress.known.is_complete() {
            let depth = (2 * progress.asked).min(max_depth);
            let reaches_end = depth >= left;
            // The questions must not be answered by what a selective search has left in the table.
            // So they go deeper than that, or use other keys.
            let reductions = if reaches_end || depth < max_depth {
                self.worker.reduce_nothing()
            } else {
                self.worker.look_at_everything()
            };
            for asked in questions {
                if asked <= progress.known.least || asked > progress.known.most {
                    continue;
                }
                let plies = if reaches_end { MAX_DEPTH } else { depth };
                let found = self.search_line(0, plies, (asked - 1, asked));
                if self.worker.stopped {
                    break;
                }
                if found.proven || is_win(found.value) || is_loss(found.value) {
                    progress.known.learn(asked, found.value >= asked);
                    self.tell(progress, depth.min(left), found.value >= asked, report);
                }
            }
            self.worker.reduce_again(reductions);
            if self.worker.stopped {
                break;
            }
            progress.asked = if reaches_end { max_depth } else { depth };
        }
    }

    /// After the answer to a question: reports what is known, with the move for which it holds.
    fn tell(
        &mut self,
        progress: &mut SolveProgress<P::Move>,
        depth: u32,
        yes: bool,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) {
        self.complete(0, depth);
        if yes {
            progress.keeps = Some(self.moves[0].clone());
        } else if let Some(keeps) = &progress.keeps {
            // Other moves have been in front of it since.
            self.moves.retain(|root_move| root_move.m != keeps.m);
            self.moves.insert(0, keeps.clone());
        }
        let Some((score, bound)) = progress.known.score() else { return };
        let info = Info { score, bound, ..self.info(0, depth, false) };
        report(&info);
        let exact = progress.known.is_complete();
        self.answer = Some(Answer::of(Source::Search, exact, vec![info]));
    }
}
