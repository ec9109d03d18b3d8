//! How an engine finds a move: it looks into its book, or searches.

use super::Engine;
use super::book_line::known_line;
use super::plan::{Plan, Purpose};
use crate::session::Request;
use sarsen_core::game::value::{Score, is_win};
use sarsen_core::search::time::{Budget, Outlook};
use sarsen_core::search::{Answer, Control, Info, Limits, Source};
use std::time::{Duration, Instant};

impl Engine {
    /// Analyses the current position at full strength, with nothing random: its score, the best
    /// move and what follows. What a book proves needs no search. None if the game is over.
    pub fn analyse(&mut self, limits: Limits) -> Option<Answer<String>> {
        self.think(&limits.into(), Purpose::Advice, &Control::new(), &mut |_| {})
    }

    /// Chooses a move to be played, as the options say. None if the game is over.
    pub fn choose(&mut self, limits: Limits) -> Option<Answer<String>> {
        self.think(&limits.into(), Purpose::Move, &Control::new(), &mut |_| {})
    }

    /// Thinks about the current position; see [`Think::search`](crate::session::Think::search). If
    /// the request is for 0 lines, the option `MultiPV` says how many.
    ///
    /// A move to be played may come out of a book without any search. A book that the option `Book`
    /// names always counts. The book that comes with the game counts if time alone limits the
    /// search. The options `Book Variety` and `Strength` may make the choice of a move random.
    ///
    /// If several lines are wanted, they come out of such a book if it proves them all.
    ///
    /// Advice comes out of the same books, if it is proven there and time alone limits the search.
    /// If only the score of the position is proven, the search looks for the move, and the best
    /// line has that score. The game's own solver then looks only for a move that keeps it.
    ///
    /// If the request has a limit of time and the clock of the control does not run yet, it starts
    /// now, after everything [is ready](Self::make_ready).
    ///
    /// A win that was found once is not let go on a short clock, as far as the game's own solver
    /// can help it: in the position after the reply, it first looks for any move that wins.
    pub fn think(
        &mut self,
        request: &Request,
        purpose: Purpose,
        control: &Control,
        report: &mut dyn FnMut(Info<String>),
    ) -> Option<Answer<String>> {
        if control.deadline().is_none() && request.limits.without_time() != request.limits {
            self.make_ready();
            if let Some(budget) = self.budget(&request.limits, Duration::ZERO) {
                control.start_clock(budget, Instant::now());
            }
        }
        let answer = self.find_answer(request, purpose, control, report)?;
        if let (Score::Win(_), Some(m)) = (answer.best.score, answer.best.variation.first()) {
            self.expect_win(m);
        }
        Some(answer)
    }

    /// How long a search for a move may take, if `overhead` is lost between the engine and the
    /// clock. None if no time limits it. A clock keeps time for the move from which on the
    /// game's own solver knows who wins, if the options let it.
    pub fn budget(&mut self, limits: &Limits, overhead: Duration) -> Option<Budget> {
        let mut plan = Plan::new(&(*limits).into(), Purpose::Move);
        self.options.shape(&mut plan);
        if plan.is_exact() && limits.clock.is_some() {
            self.parts.ready_solver();
        }
        let session = &*self.parts.session;
        let solving = |plies| session.solving_time(plies).filter(|_| plan.is_exact());
        let outlook = Outlook { plies_left: session.plies_left(), solving: &solving };
        limits.budget(outlook, overhead)
    }

    /// Notes the positions after all replies to a move that wins.
    fn expect_win(&mut self, m: &str) {
        let session = &mut *self.parts.session;
        if session.play(m).is_ok() {
            self.won = session.children().iter().map(|child| child.key).collect();
            // This move has just been played, so it can be taken back.
            let _ = session.undo(1);
        }
    }

    fn find_answer(
        &mut self,
        request: &Request,
        purpose: Purpose,
        control: &Control,
        report: &mut dyn FnMut(Info<String>),
    ) -> Option<Answer<String>> {
        let mut plan = Plan::new(request, purpose);
        self.options.shape(&mut plan);
        if plan.empties_table {
            self.parts.table.clear();
        }
        if let Some(margin) = plan.margin {
            plan.request.variety = Some(self.options.seed.variety(margin));
        }
        if let Some(strength) = plan.strength {
            let skill = self.parts.session.skill(strength);
            plan.request.handicap = Some(self.options.seed.handicap(skill));
        }
        if plan.chooses_move()
            && plan.uses_book
            && let Some(answer) = self.look_up(&plan.request, control)
        {
            answer.lines.iter().cloned().for_each(report);
            return Some(answer);
        }
        let is_informed = plan.uses_book && purpose != Purpose::Analysis;
        if is_informed && plan.request.limits.is_timed() {
            plan.request.known = self.known().and_then(|known| known.exact());
        }
        plan.request.seems_won = plan.request.limits.is_timed()
            && (plan.request.known.is_some_and(is_win)
                || self.won.contains(&self.parts.session.key()));
        if purpose == Purpose::Advice && !plan.request.limits.solve {
            return self.advise(&plan.request, control, report);
        }
        let table = self.parts.table.table()?;
        self.parts.session.search(&plan.request, table, control, report)
    }

    /// An answer out of a book. None if the book has no move to offer here, or the request is for
    /// particular moves. Several lines must be proven, and cannot be random.
    fn look_up(&mut self, request: &Request, control: &Control) -> Option<Answer<String>> {
        if !request.moves.is_empty() {
            return None;
        }
        if request.lines > 1 {
            return self.proven_advice(request, control).filter(|_| request.variety.is_none());
        }
        let session = &mut *self.parts.session;
        let book = self.options.book.of(session, request.limits.is_timed())?;
        let (entry, variation) = book.line(session, request.variety)?;
        let best = known_line(entry, variation, 1, session.has_chance(), control);
        Some(Answer::of(Source::Book, entry.is_proven(), vec![best]))
    }
}
