//! Advice: the best move, from what a book proves or from a search.

use super::Engine;
use super::book_line::known_line;
use crate::book::{Book, BookMove};
use crate::session::Request;
use sarsen_core::game::Bound;
use sarsen_core::game::value::{PROVEN_WIN, Score, Value};
use sarsen_core::search::{Answer, Control, Info};

impl Engine {
    /// What the book in use proves about the current position, for the side to move. The limits of
    /// the next search do not matter. None if the book proves nothing, or the option `Knowledge` is
    /// not `full`.
    #[must_use]
    pub fn proven(&self) -> Option<Score> {
        let book = self.proving_book()?;
        self.parts.session.to_move()?;
        let has_chance = self.parts.session.has_chance();
        let proven = book.value(&*self.parts.session).filter(|entry| entry.is_proven())?;
        Some(proven.score(has_chance))
    }

    /// The value of the current position, if the book in use proves it, and how soon the game ends.
    pub(super) fn exact_value(&self) -> Option<Value> {
        self.parts.session.to_move()?;
        self.proving_book()?.exact_value(&*self.parts.session)
    }

    /// The book that may prove something. None if there is none, or the option `Knowledge` is not
    /// `full`.
    fn proving_book(&self) -> Option<&Book> {
        let book = || self.options.book.of(&*self.parts.session, true);
        if self.options.knowledge.is_full() { book() } else { None }
    }

    /// The best move of the current position and what follows, if the book in use proves it. The
    /// limits of the next search do not matter.
    pub fn proven_line(&mut self) -> Option<Info<String>> {
        let request = Request { lines: 1, ..Request::default() };
        self.proven_advice(&request, &Control::new()).map(|answer| answer.best)
    }

    /// The best move at full strength: what the book proves, or else what the search and the solver
    /// find.
    pub(super) fn advise(
        &mut self,
        request: &Request,
        control: &Control,
        report: &mut dyn FnMut(Info<String>),
    ) -> Option<Answer<String>> {
        if let Some(answer) = self.proven_advice(request, control) {
            answer.lines.iter().cloned().for_each(report);
            return Some(answer);
        }
        let table = self.parts.table.table()?;
        let mut answer = self.parts.session.search(request, table, control, report)?;
        let is_open = !answer.best.score.is_proven()
            || matches!(answer.best.score, Score::Win(None) | Score::Loss(None))
            || answer.best.bound != Bound::Exact;
        if is_open
            && request.is_timed()
            && request.moves.is_empty()
            && let Some(score) = self.proven()
        {
            answer.best.score = score;
            answer.best.bound = Bound::Exact;
            answer.exact = true;
        }
        Some(answer)
    }

    /// Advice that a book proves. None if it proves nothing, or if more than time limits the
    /// search.
    pub(super) fn proven_advice(
        &mut self,
        request: &Request,
        control: &Control,
    ) -> Option<Answer<String>> {
        let moves = self.proven_moves(request)?;
        let book = self.options.book.of(&*self.parts.session, true)?;
        let has_chance = self.parts.session.has_chance();
        let mut lines = Vec::new();
        for (BookMove { text, entry }, rank) in moves.into_iter().zip(1..) {
            let mut variation = vec![text];
            if self.parts.session.play(&variation[0]).is_ok() {
                let rest = book.line(&mut *self.parts.session, None);
                variation.extend(rest.into_iter().flat_map(|(_, rest)| rest));
                // This move has just been played, so it can be taken back.
                let _ = self.parts.session.undo(1);
            }
            lines.push(known_line(entry, variation, rank, has_chance, control));
        }
        let best = lines.first()?.clone();
        Some(Answer { best, exact: true, lines })
    }

    /// The best of the moves that the request allows, one for each line that it asks for. None if
    /// it is not proven that they are the best.
    fn proven_moves(&self, request: &Request) -> Option<Vec<BookMove>> {
        if !request.is_timed() {
            return None;
        }
        let book = self.proving_book()?;
        let is_wanted = |text: &String| request.moves.is_empty() || request.moves.contains(text);
        let wanted = self.parts.session.moves().iter().filter(|text| is_wanted(text)).count();
        let mut moves = book.moves(&*self.parts.session)?;
        moves.retain(|m| is_wanted(&m.text));
        let all_proven = moves.len() == wanted && moves.iter().all(|m| m.entry.is_proven());
        // If a move is proven to win, but not how soon, no other move is proven to be better.
        let wins = |best: &BookMove| best.entry.is_proven() && best.entry.value == PROVEN_WIN;
        let keeps = |best: &BookMove| {
            request.moves.is_empty() && book.keeps_value(&*self.parts.session, best.entry)
        };
        let is_best = |best: &BookMove| wins(best) || keeps(best);
        let is_enough = all_proven || (request.lines == 1 && moves.first().is_some_and(is_best));
        moves.truncate(request.lines);
        is_enough.then_some(moves)
    }
}
