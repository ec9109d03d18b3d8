//! The root when nothing but the result matters: who wins, if anybody does.

use super::MAX_DEPTH;
use super::deepen::{Root, RootMove};
use super::info::{Answer, Info};
use crate::game::value::{Score, Value, is_loss, is_win};
use crate::game::{Bound, Position};

/// Positions that the ordinary search visits first, which gives the moves an order.
const WARM_UP: u64 = 10_000;

/// How many positions the questions are worth for each one that the ordinary search visits before
/// them.
const QUESTIONS: u64 = 8;

/// What is known of the result: the least and the greatest that it can be, where a loss is -1, a
/// draw 0, a win 1.
#[derive(Clone, Copy)]
struct Known {
    least: Value,
    most: Value,
}

impl Known {
    /// Takes in that the value is, for certain, at least `asked` (`yes`), or less.
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

    /// How it is reported; nothing if there is nothing to report.
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

/// How far a proof has come.
struct Progress<M> {
    known: Known,
    /// The move that keeps the least that is known, if it is better than a loss.
    keeps: Option<RootMove<M>>,
    /// Plies that the ordinary search has searched to.
    deepened: u32,
    /// Plies to which the questions have been asked.
    asked: u32,
}

impl<P: Position> Root<'_, P> {
    /// Proves the result: it asks with null windows, soon as deep as the game may last, whether the
    /// position is won, and whether it is not lost (as solvers of single games do; the null window
    /// is J. Pearl's test, "Scout: a simple minimax algorithm", 1980). The ordinary search, which
    /// gives the moves an order and finds what is near, takes its turns with that.
    pub(super) fn solve(&mut self, max_depth: u32, report: &mut dyn FnMut(&Info<P::Move>)) {
        if max_depth == 0 {
            self.deepen(0, 0, report);
            return;
        }
        let known = Known { least: -1, most: 1 };
        let mut progress = Progress { known, keeps: None, deepened: 0, asked: 0 };
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

    /// Does a part of the search that may visit so many positions; whether the search as a whole
    /// goes on then.
    pub(super) fn with_nodes(&mut self, nodes: u64, part: impl FnOnce(&mut Self)) -> bool {
        let limit = self.worker.node_limit;
        self.worker.node_limit = limit.min(self.worker.all_nodes().saturating_add(nodes));
        part(self);
        self.worker.node_limit = limit;
        self.worker.stopped &= self.worker.is_over();
        !self.worker.stopped
    }

    /// Goes on with the ordinary search. Once something is proven, only a proof is worth a report.
    fn search_ordinarily(
        &mut self,
        Progress { known, deepened, asked, .. }: &mut Progress<P::Move>,
        max_depth: u32,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) {
        if *deepened == max_depth {
            return;
        }
        let told = self.answer.take_if(|_| known.score().is_some());
        *deepened = match told {
            None => self.deepen(*deepened, max_depth, report),
            Some(_) => self.deepen(*deepened, max_depth, &mut |_| {}),
        };
        let is_decided = !self.worker.stopped && self.is_decided();
        let Some(answer) = &mut self.answer else { return };
        if is_decided {
            let value = self.moves[0].value.signum();
            *known = Known { least: value, most: value };
            answer.exact = true;
            if told.is_some() {
                report(&answer.best);
            }
            return;
        }
        // The questions at the greatest depth are never left out: they overlook nothing.
        *asked = (*asked).max(*deepened).min(max_depth - 1).max(1);
        self.answer = told.or(self.answer.take());
    }

    /// Goes on with the questions: twice as deep every time, the likelier one first. What is known
    /// then is reported if it is news.
    fn ask(
        &mut self,
        progress: &mut Progress<P::Move>,
        max_depth: u32,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) {
        let left = self.worker.position.plies_left();
        let opinion = self.answer.as_ref().map_or(0, |answer| answer.best.score.value());
        let questions: [Value; 2] = if opinion >= 0 { [1, 0] } else { [0, 1] };
        while progress.asked < max_depth && !progress.known.is_complete() {
            let depth = (2 * progress.asked).min(max_depth);
            let reaches_end = depth >= left;
            // Deeper than anything that a selective search has left in the table, or else under
            // other keys.
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
            self.worker.restrict(reductions);
            if self.worker.stopped {
                break;
            }
            progress.asked = if reaches_end { max_depth } else { depth };
        }
    }

    /// Reports what is known since a question has been answered, with the move for which it holds.
    fn tell(
        &mut self,
        progress: &mut Progress<P::Move>,
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
        self.answer = Some(Answer { best: info.clone(), exact, lines: vec![info] });
    }
}
