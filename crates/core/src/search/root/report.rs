//! What the root reports: lines and answers.

use super::Root;
use crate::game::value::{INFINITE, PROVEN_WIN, Score, Value, is_loss, is_win, lack, win_in};
use crate::game::{Bound, Position, ranks_margins};
use crate::search::info::{Answer, Info, Source};

impl<P: Position> Root<'_, P> {
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
        self.answer = Some(Answer::of(Source::Search, exact, lines));
    }

    /// After an iteration that was cut short: reports the best move if it differs from that of the
    /// last report.
    pub(super) fn report_partial(&mut self, depth: u32, report: &mut dyn FnMut(&Info<P::Move>)) {
        let Some(answer) = &self.answer else { return };
        let found = &self.moves[0];
        // A loss is not proven before all moves have been tried.
        let is_news = found.value > -INFINITE && !is_loss(found.value);
        if is_news && answer.best.variation.first() != Some(&found.m) {
            let info = self.info(0, depth, is_win(found.value) && self.is_settled(0, depth));
            report(&info);
            let mut lines = vec![info];
            let others = answer.lines.iter().filter(|line| line.variation[0] != found.m);
            lines.extend(others.take(self.lines - 1).cloned());
            for (line, rank) in lines.iter_mut().zip(1..) {
                line.rank = rank;
            }
            self.answer = Some(Answer::of(Source::Search, false, lines));
        }
    }

    /// An answer without any search: the move that looks best, and the evaluation of the position.
    pub(super) fn glance(&mut self, report: &mut dyn FnMut(&Info<P::Move>)) {
        // A first iteration that was cut short may have seen some moves. If they lose, others may
        // not.
        if is_loss(self.moves[0].value) {
            self.moves[0].value = self.worker.evaluate(self.me);
        }
        let best = self.info(0, 0, self.moves[0].value == win_in(1));
        report(&best);
        self.answer = Some(Answer::of(Source::Search, false, vec![best]));
    }

    /// A report. `settled` says that no deeper search can change the value.
    pub(super) fn info(&self, line: usize, depth: u32, settled: bool) -> Info<P::Move> {
        let root_move = &self.moves[line];
        Info {
            depth,
            seldepth: self.worker.deepest.max(root_move.variation.len()) as u32,
            rank: line + 1,
            score: Score::of(root_move.value, settled, P::HAS_CHANCE),
            bound: Bound::Exact,
            margin: if settled { margin::<P>(root_move.value) } else { None },
            nodes: self.worker.all_nodes(),
            time: self.worker.control.elapsed(),
            hashfull: self.worker.means.table.permille_used(),
            variation: root_move.variation.clone(),
        }
    }
}

/// The margin in a value. None if margins do not count, nobody wins, or the value says only who
/// does.
fn margin<P: Position>(value: Value) -> Option<u32> {
    let has_margin = ranks_margins::<P>() && value.abs() > PROVEN_WIN;
    has_margin.then(|| P::MOST_MARGIN.saturating_sub(lack(value)))
}
