//! Sources of lines: a person at a terminal who edits them, a file or another program.

use std::io::{self, BufRead, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use sarsen_core::game::printable;
use sarsen_core::sys::text_lines as text;

/// The answer to a request for a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LineInput {
    Line(String),
    /// Ctrl-C.
    Interrupted,
    /// Ctrl-D, or the end of the file.
    End,
}

/// A source of lines.
pub(crate) trait LineSource {
    /// Asks for the next line. `words` are for completion.
    fn line(
        &mut self,
        out: &mut dyn Write,
        prompt: &str,
        words: &[String],
    ) -> io::Result<LineInput>;

    /// Whether a person can be asked.
    fn is_person(&self) -> bool;
}

/// Lines from a file or another program.
pub(crate) struct PlainLines<R>(text::TextLines<R>);

impl<R: BufRead> PlainLines<R> {
    pub(crate) fn new(input: R) -> Self {
        Self(text::TextLines::new(input))
    }
}

impl<R: BufRead> LineSource for PlainLines<R> {
    /// The line is written after the prompt, so that the output has both sides of the conversation.
    fn line(
        &mut self,
        out: &mut dyn Write,
        prompt: &str,
        _words: &[String],
    ) -> io::Result<LineInput> {
        out.flush()?;
        for line in &mut self.0 {
            match line {
                Ok(line) => {
                    let line = line.trim().to_owned();
                    writeln!(out, "{prompt}{}", printable(&line))?;
                    return Ok(LineInput::Line(line));
                }
                Err(refused) => writeln!(out, "Sorry, {}.", refused.why)?,
            }
        }
        Ok(LineInput::End)
    }

    fn is_person(&self) -> bool {
        false
    }
}

/// Lines typed at a terminal, with editing, history and completion.
pub(crate) struct EditedLines {
    editor: Editor<Completion, DefaultHistory>,
}

impl EditedLines {
    pub(crate) fn new() -> io::Result<Self> {
        let config =
            Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let mut editor = Editor::with_config(config).map_err(other)?;
        editor.set_helper(Some(Completion::default()));
        Ok(Self { editor })
    }
}

impl LineSource for EditedLines {
    fn line(
        &mut self,
        out: &mut dyn Write,
        prompt: &str,
        words: &[String],
    ) -> io::Result<LineInput> {
        out.flush()?;
        if let Some(completion) = self.editor.helper_mut() {
            completion.words = words.to_vec();
        }
        match self.editor.readline(prompt) {
            Ok(line) => Ok(LineInput::Line(line)),
            Err(ReadlineError::Eof) => Ok(LineInput::End),
            Err(ReadlineError::Interrupted) => Ok(LineInput::Interrupted),
            // A key that is not text makes a line without a meaning.
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(LineInput::Line(char::REPLACEMENT_CHARACTER.to_string()))
            }
            Err(error) => Err(other(error)),
        }
    }

    fn is_person(&self) -> bool {
        true
    }
}

fn other(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        error => io::Error::other(error),
    }
}

/// Completes the first word of a line, and then what can follow it.
#[derive(Default)]
struct Completion {
    words: Vec<String>,
}

impl Completer for Completion {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line[..at].trim_start();
        // First the command alone, then what can follow it.
        let is_due = |word: &str| typed.contains(' ') || !word.contains(' ');
        let fits = self.words.iter().filter(|word| word.starts_with(typed) && is_due(word));
        Ok((at - typed.len(), fits.cloned().collect()))
    }
}

impl Hinter for Completion {
    type Hint = String;
}

impl Highlighter for Completion {}
impl Validator for Completion {}
impl Helper for Completion {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_lines_are_echoed() {
        let mut out = Vec::new();
        let mut lines = PlainLines::new(&b"4\r\n\xff\n3"[..]);
        assert_eq!(lines.line(&mut out, "x> ", &[]).unwrap(), LineInput::Line("4".to_owned()));
        assert_eq!(lines.line(&mut out, "o> ", &[]).unwrap(), LineInput::Line("3".to_owned()));
        assert_eq!(lines.line(&mut out, "x> ", &[]).unwrap(), LineInput::End);
        let out = String::from_utf8(out).unwrap();
        assert!(out.starts_with("x> 4\nSorry, a line that is not UTF-8"), "{out}");
        assert!(out.ends_with("\no> 3\n"), "{out}");
    }

    #[test]
    fn words_are_completed() {
        let completion = Completion {
            words: ["undo", "3@17", "3@18", "first", "first engine", "option Hash="]
                .map(str::to_owned)
                .to_vec(),
        };
        let history = DefaultHistory::new();
        let complete =
            |line: &str| completion.complete(line, line.len(), &Context::new(&history)).unwrap();
        assert_eq!(complete(" u"), (1, vec!["undo".to_owned()]));
        assert_eq!(complete("3@1").1.len(), 2);
        assert!(complete("save u").1.is_empty());
        assert_eq!(complete("fir"), (0, vec!["first".to_owned()]));
        assert_eq!(complete("first "), (0, vec!["first engine".to_owned()]));
        assert_eq!(complete("option H").1, ["option Hash="]);
    }
}
