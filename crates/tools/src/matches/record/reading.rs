//! A record that is being read: its moves, its comments and its end.

use std::borrow::Cow;

use super::heading::Heading;
use super::notes::{Assumption, RecordNote};
use super::results::ResultWord;
use super::scan::Scanner;
use super::{Ply, Record, result, results};
use sarsen_core::game::{Outcome, excerpt};

/// The signs between the squares of a move.
const SIGNS: [char; 3] = ['-', ':', 'x'];

/// What stands for `-` where people or their programs care for print: an en dash and a minus.
const DASHES: [char; 2] = ['\u{2013}', '\u{2212}'];

/// Words with which people tell the end of a game.
const LAST_WORDS: [&str; 25] = [
    "agreed", "black", "by", "draw", "drawn", "etc", "first", "forfeit", "forfeits", "game", "in",
    "lose", "loses", "lost", "on", "red", "resign", "resigned", "resigns", "second", "time",
    "white", "win", "wins", "won",
];

/// The length limit of a move whose parts are joined, in bytes.
const MOST_JOINED: usize = 64;

/// A result that stands at the end of the moves.
#[derive(Clone, Copy)]
pub(super) struct WrittenResult {
    /// Its place in the text.
    pub(super) at: usize,
    pub(super) said: ResultWord,
}

/// A record that is being read.
pub(super) struct UnfinishedRecord {
    record: Record,
    /// What its tag says about the result.
    promised: Option<String>,
    /// The last comment, if it has open braces in it.
    outer: Option<Outer>,
}

/// How a word stands to the move before it.
pub(super) enum Joint {
    /// It does not belong to it.
    Apart,
    /// It belongs to it, and there is more to come.
    Half,
    /// It ends it.
    Whole,
}

/// A comment with open braces in it. It may go on behind the first closing brace.
struct Outer {
    /// The number of its open braces.
    open: usize,
    /// The place in the text where it ends if it does not go on.
    end: usize,
    /// The number of moves before that place.
    plies: usize,
    /// The length of the comment on the last of them, in bytes.
    comment: usize,
}

impl UnfinishedRecord {
    /// A record with these tags.
    pub(super) fn new(heading: Heading, scan: &mut Scanner<'_>) -> Self {
        let mut record = Record { tags: heading.tags, ..Record::default() };
        for (at, assumed) in heading.notes {
            record.note(scan.line_of(at), assumed);
        }
        let texts = ["Position", "FEN"].map(|name| record.tag(name));
        if let [Some(position), Some(fen)] = texts
            && position.trim() != fen.trim()
        {
            record.tags.retain(|(name, _)| name != "FEN");
            record.notes.push(RecordNote { line: None, assumed: Assumption::TwoPositions });
        }
        // The result stands again after the moves.
        let at = record.tags.iter().position(|(name, _)| name == "Result");
        let promised = at.map(|at| record.tags.remove(at).1);
        Self { record, promised, outer: None }
    }

    pub(super) fn has_moves(&self) -> bool {
        !self.record.plies.is_empty()
    }

    pub(super) fn note(&mut self, line: usize, assumed: Assumption) {
        self.record.note(line, assumed);
    }

    /// A move number. No comment goes on behind it.
    pub(super) fn number(&mut self) {
        self.outer = None;
    }

    /// A comment that ends at this place of the text.
    pub(super) fn comment(&mut self, text: &str, end: usize) {
        annotate(&mut self.record, text);
        let open = text.matches('{').count();
        match &mut self.outer {
            Some(outer) => outer.open += open,
            None => self.open(open, end),
        }
    }

    /// A comment with this number of open braces ends here if it does not go on.
    fn open(&mut self, open: usize, end: usize) {
        let last = self.record.plies.last().and_then(|ply| ply.comment.as_ref());
        let (plies, comment) = (self.record.plies.len(), last.map_or(0, String::len));
        self.outer = (open > 0).then_some(Outer { open, end, plies, comment });
    }

    /// If a closing brace is next, and the last comment has an open one, takes all that lies
    /// between as a part of the comment. Returns whether that was so.
    pub(super) fn fold(&mut self, scan: &mut Scanner<'_>) -> bool {
        let is_end = scan.rest().starts_with('}');
        let Some(Outer { open, end, plies, comment }) = self.outer.take_if(|_| is_end) else {
            return false;
        };
        let at = scan.at();
        let line = scan.line_of(at);
        self.record.note(line, Assumption::InnerBraces);
        self.record.plies.truncate(plies);
        if let Some(Ply { comment: Some(text), .. }) = self.record.plies.last_mut() {
            text.truncate(comment);
        }
        annotate(&mut self.record, scan.between(end, at));
        scan.go_to(at + 1);
        self.open(open - 1, at + 1);
        true
    }

    /// A move.
    pub(super) fn word(&mut self, word: &str) {
        self.record.push(word, None);
    }

    /// A remark behind the last move, with nothing between them in this word.
    pub(super) fn remark(&mut self, line: usize, word: &str, remark: &str) {
        annotate(&mut self.record, remark);
        self.record.note(line, Assumption::Remark(word.to_owned()));
    }

    /// Joins a word to the last move, if a move was written with blanks before or behind its sign,
    /// as in `4- 8`.
    pub(super) fn join(&mut self, word: &str) -> Joint {
        let last = self.record.plies.last_mut().filter(|ply| ply.comment.is_none());
        let last = last.filter(|ply| ply.text.len() < MOST_JOINED && joins(&ply.text, word));
        let Some(Ply { text, .. }) = last else { return Joint::Apart };
        text.push_str(word);
        if word.ends_with(SIGNS) { Joint::Half } else { Joint::Whole }
    }

    /// Takes the last move back.
    pub(super) fn take_last(&mut self) -> String {
        self.record.plies.pop().map(|ply| ply.text).unwrap_or_default()
    }

    /// The record, whose moves end in this line, with this result if one stands there. `None` if it
    /// has nothing. An error if its results contradict each other.
    pub(super) fn end(
        mut self,
        written: Option<ResultWord>,
        line: usize,
    ) -> Result<Option<Record>, String> {
        let last_words = self.take_last_words(line);
        let written = written.or_else(|| self.result_among_the_moves(line));
        let last_words = self.take_last_words(line).or(last_words);
        let written = written.or(last_words).or_else(|| self.cut_result());
        let Self { mut record, promised, .. } = self;
        if record.tags.is_empty() && record.plies.is_empty() && promised.is_none() {
            return Ok(None);
        }
        let tagged = promised.as_deref().and_then(results::of_tag);
        let promised = promised.unwrap_or_default();
        if tagged.is_none() && !promised.is_empty() {
            record.note(line, Assumption::NoResultTag(promised.clone()));
        }
        let [at_end, in_tag] =
            [written, tagged].map(|word: Option<ResultWord>| word.and_then(ResultWord::outcome));
        record.outcome = at_end.or(in_tag);
        let taken = result(record.outcome);
        if let (Some(at_end), Some(in_tag)) = (at_end, in_tag)
            && at_end != in_tag
        {
            let promised = excerpt(&promised, 40);
            return Err(format!("the result is '{taken}', but its tag says '{promised}'"));
        }
        if written.is_none() {
            record.note(line, Assumption::NoResult(taken));
        } else if tagged.is_some() && at_end != in_tag {
            let (tag, written) = (promised.clone(), result(at_end));
            record.note(line, Assumption::ResultsDiffer { tag, written, taken });
        }
        if in_tag.is_some() && results::of_pgn(&promised).is_none() {
            record.note(line, Assumption::ResultWords { said: promised, taken });
        }
        Ok(Some(record))
    }

    /// Takes words such as `Black resigns` behind the last move as a remark. Returns the result if
    /// they tell a draw.
    fn take_last_words(&mut self, line: usize) -> Option<ResultWord> {
        let is_told = |ply: &Ply| {
            let word = ply.text.trim_end_matches(['.', ',']).to_ascii_lowercase();
            LAST_WORDS.contains(&&*word)
        };
        let plies = &mut self.record.plies;
        let count = plies.iter().rev().take_while(|ply| is_told(ply)).count();
        let (moves, words) = plies.split_at(plies.len() - count);
        // In some games they are moves: to draw a card, for example.
        let is_move = |words: &[Ply]| matches!(words, [ply] if ply.text == "draw");
        if count == 0 || moves.is_empty() || moves.iter().any(is_told) || is_move(words) {
            return None;
        }
        let last = plies.split_off(plies.len() - count).into_iter();
        let words: Vec<String> =
            last.flat_map(|ply| [Some(ply.text), ply.comment]).flatten().collect();
        let words = words.join(" ");
        annotate(&mut self.record, &words);
        let tells_draw = words.to_ascii_lowercase().contains("draw");
        self.record.note(line, Assumption::Remark(words));
        tells_draw.then_some(ResultWord::Ended(Outcome::Draw))
    }

    /// Takes a result off the last move, if nothing stands between them, as in `c4*`. In moves with
    /// a slash, a star may be a hit.
    fn cut_result(&mut self) -> Option<ResultWord> {
        let text = &mut self.record.plies.last_mut()?.text;
        let shorter = text.strip_suffix('*')?;
        let has_digit = shorter.contains(|c: char| c.is_ascii_digit());
        let is_whole = has_digit && shorter.ends_with(char::is_alphanumeric);
        if !is_whole || shorter.contains(['/', '.']) || results::of_pgn(shorter).is_some() {
            return None;
        }
        *text = shorter.to_owned();
        Some(ResultWord::Open)
    }

    /// Takes the last move as a result, if it is one in other words than those of PGN.
    fn result_among_the_moves(&mut self, line: usize) -> Option<ResultWord> {
        let (last, others) = self.record.plies.split_last()?;
        let said = if self.promised.as_deref().map(str::trim) == Some(&last.text) {
            results::of_tag(&last.text)?
        } else if let Some(said) = results::of_last_word(&last.text) {
            let is_alike = |ply: &Ply| results::of_last_word(&ply.text).is_some();
            Some(said).filter(|_| !others.iter().any(is_alike))?
        } else {
            // A game whose moves are two numbers may end with one.
            let is_score = results::is_two_numbers(&last.text) && !others.is_empty();
            let is_alike = |ply: &Ply| {
                ply.text.starts_with(|c: char| c.is_ascii_digit()) && ply.text.contains(SIGNS)
            };
            Some(&last.text).filter(|_| is_score && !others.iter().any(is_alike))?;
            results::of_tag(&last.text)?
        };
        let Ply { text, comment } = self.record.plies.pop()?;
        annotate(&mut self.record, &comment.unwrap_or_default());
        let taken = result(said.outcome());
        self.record.note(line, Assumption::ResultWords { said: text, taken });
        Some(said)
    }
}

impl Record {
    /// Adds a note, if there is none of its kind.
    fn note(&mut self, line: usize, assumed: Assumption) {
        let kind = std::mem::discriminant(&assumed);
        if self.notes.iter().all(|note| std::mem::discriminant(&note.assumed) != kind) {
            self.notes.push(RecordNote { line: Some(line), assumed });
        }
    }
}

/// Adds a comment to the last move. A comment before the first move is dropped.
fn annotate(record: &mut Record, comment: &str) {
    let Some(Ply { comment: before, .. }) = record.plies.last_mut() else { return };
    let words = comment.split(|c: char| c.is_whitespace() || "{}".contains(c));
    for word in words.filter(|word| !word.is_empty()) {
        let before = before.get_or_insert_default();
        if !before.is_empty() {
            before.push(' ');
        }
        before.push_str(word);
    }
}

/// A word with plain dashes, and without what people put behind a move: marks, or a comma. Empty if
/// there is nothing else.
pub(super) fn plain(word: &str) -> Cow<'_, str> {
    if word.contains(DASHES) {
        return plain(&word.replace(DASHES, "-")).into_owned().into();
    }
    let mut plain = word;
    loop {
        let shorter = match plain.trim_end_matches(',') {
            "" => without_glyphs(plain),
            shorter => without_glyphs(shorter),
        };
        if shorter.len() == plain.len() {
            return plain.into();
        }
        plain = shorter;
    }
}

/// A word without the marks behind it that praise or blame a move, such as `!?` or `(?)`.
fn without_glyphs(word: &str) -> &str {
    let mut plain = word;
    loop {
        let before = plain.trim_end_matches(['!', '?']);
        let inner = before.strip_suffix(')').map(|inner| inner.trim_end_matches(['!', '?']));
        plain = match inner.and_then(|inner| Some((inner, inner.strip_suffix('(')?))) {
            Some((inner, shorter)) if inner.len() + 1 < before.len() => shorter,
            _ => {
                // A check or a better game.
                let shorter = before.strip_suffix(['+', '#']);
                let is_behind_move = |word: &&str| word.ends_with(|c: char| c.is_ascii_digit());
                return shorter.filter(is_behind_move).unwrap_or(before);
            }
        };
    }
}

/// The shortest remark that is told apart from the move before it, in letters.
const SHORTEST_REMARK: usize = 4;

/// A word as a move or a result, and the remark that stands behind it with nothing between them, as
/// in `8-11Resigns`. The remark is empty if there is none. Only what is clear is cut: squares with
/// numbers, and then several letters.
pub(super) fn cut_remark(word: &str) -> (&str, &str) {
    let is_sign = |at: usize| {
        let after = word[at..].strip_prefix(['x', 'X']);
        after.is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()))
    };
    let mut letters = word.char_indices().filter(|(_, c)| c.is_alphabetic());
    let Some((at, _)) = letters.find(|&(at, _)| !is_sign(at)) else { return (word, "") };
    let (before, remark) = word.split_at(at);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let before = without_glyphs(before);
    let is_clear = before.contains(SIGNS) && before.split(SIGNS).all(is_number);
    let count = remark.chars().take_while(|c| c.is_alphabetic()).count();
    if is_clear && count >= SHORTEST_REMARK { (before, remark) } else { (word, "") }
}

/// Whether two words are parts of one move, such as `4-` and `8`, or `4` and `-8`.
fn joins(first: &str, second: &str) -> bool {
    let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit() || "/\u{bd}".contains(c));
    let (begin, end) = (second.chars().next(), first.chars().next_back());
    let is_part = |c: Option<char>, sign: char| {
        c.is_some_and(|c| c.is_ascii_digit() || sign != 'x' && (c.is_alphanumeric()))
    };
    if let Some(before) = first.strip_suffix(SIGNS) {
        let sign = end.unwrap_or_default();
        return is_part(before.chars().next_back(), sign) && is_part(begin, sign);
    }
    match second.strip_prefix(SIGNS) {
        // A sign between blanks.
        Some("") => is_number(first),
        Some(after) => {
            let sign = begin.unwrap_or_default();
            end.is_some_and(|c| c.is_ascii_digit()) && is_part(after.chars().next(), sign)
        }
        None => false,
    }
}
