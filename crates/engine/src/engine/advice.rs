//! Advice: what is known for certain, and the best move, from what a book proves or from a search.

use super::Engine;
use super::book_line::known_line;
use crate::book::{Book, BookMove};
use crate::knowledge::{KnownValue, SolveAnswer, SolveError, SolveRequest, known};
use crate::session::Request;
use sarsen_core::game::Bound;
use sarsen_core::game::value::{PROVEN_WIN, Score};
use sarsen_core::search::{Answer, Control, Info, Source};

/// What a book proves of a position.
#[derive(Clone, Debug, Default)]
pub struct BookProofs {
    /// What the position is worth for the side to move. None if that is not proven.
    pub score: Option<Score>,
    /// The moves whose scores are proven, the best first, each with what follows. If a move is
    /// missing, it may be the best.
    pub lines: Vec<Info<String>>,
}

impl Engine {
    /// What is known for certain of the current position without a search: by the book in use, or
    /// by endgame tables. The limits of the next search do not matter. None if nothing is, or the
    /// option `Knowledge` is not `full`.
    #[must_use]
    pub fn known(&self) -> Option<KnownValue> {
        if !self.options.knowledge.is_full() {
            return None;
        }
        let session = &*self.parts.session;
        known(session, self.proving_book()).filter(|known| session.upholds(known.value))
    }

    /// The book that may prove something. None if there is none, or the option `Knowledge` is not
    /// `full`.
    fn proving_book(&self) -> Option<&Book> {
        let book = || self.options.book.of(&*self.parts.session, true);
        if self.options.knowledge.is_full() { book() } else { None }
    }

    /// The best move of the current position and what follows, if the book in use proves it. The
    /// limits of the next search do not matter.
    pub fn known_line(&mut self) -> Option<Info<String>> {
        let request = Request { lines: 1, ..Request::default() };
        self.proven_advice(&request, &Control::new()).map(|answer| answer.best)
    }

    /// Solves the current position: finds out for certain who wins, and how soon or by how much as
    /// far as the game can tell. It looks into the book in use first. This may take very long; the
    /// control can end it. A [`SolveRequest`] has more choices.
    ///
    /// # Errors
    ///
    /// Why it cannot be solved.
    pub fn solve(&mut self, control: &Control) -> Result<SolveAnswer, SolveError> {
        let session = &mut *self.parts.session;
        let book = self.options.book.of(session, true);
        let threads = self.options.threads.count();
        let must_end = || control.poll(0);
        let request = SolveRequest { threads, book, must_end: &must_end, ..Default::default() };
        request.run(session, &mut |_| {})
    }

    /// All that the book in use proves about the current position and its moves, as far as the
    /// option `Knowledge` allows. The limits of the next search do not matter.
    pub fn book_proofs(&mut self) -> BookProofs {
        if !self.options.knowledge.is_full() {
            return BookProofs::default();
        }
        let Some(book) = self.options.book.of(&*self.parts.session, true) else {
            return BookProofs::default();
        };
        let moves = book.proven_moves(&mut *self.parts.session);
        let lines = self.book_lines(moves, &Control::new());
        let known = self.known().filter(|known| known.source == Source::Book);
        let score = known.map(|known| known.score(self.parts.session.has_chance()));
        BookProofs { score, lines }
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
        if request.limits.is_timed()
            && request.moves.is_empty()
            && let Some(known) = self.known()
        {
            let score = known.score(self.parts.session.has_chance());
            if is_open || answer.best.score == score {
                answer.best.score = score;
                answer.best.bound = Bound::Exact;
                answer.exact = true;
                answer.source = known.source;
            }
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
        let lines = self.book_lines(moves, control);
        (!lines.is_empty()).then(|| Answer::of(Source::Book, true, lines))
    }

    /// The reports of moves out of the book in use, each with what follows.
    fn book_lines(&mut self, moves: Vec<BookMove>, control: &Control) -> Vec<Info<String>> {
        let Some(book) = self.options.book.of(&*self.parts.session, true) else {
            return Vec::new();
        };
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
        lines
    }

    /// The best of the moves that the request allows, one for each line that it asks for. None if
    /// it is not proven that they are the best.
    fn proven_moves(&self, request: &Request) -> Option<Vec<BookMove>> {
        if !request.limits.is_timed() {
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
