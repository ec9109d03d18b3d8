//! What is wrong with a file of rules, and where.

use std::fmt::{Display, Formatter};

use super::source::{FilePlace, SourceText};

/// A macro in whose expansion something is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The name of the macro, or of its parameter.
    pub name: String,
    /// Where it is used.
    pub place: FilePlace,
}

/// What is wrong with a file of rules, or surely not meant so: a message, the place, and the macros
/// that led there, the innermost first.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct RulesMistake {
    /// What was found and what was expected.
    pub message: String,
    /// Where. None if it is about the whole file.
    pub place: Option<Box<FilePlace>>,
    /// The macros in which the place is, the innermost first.
    pub calls: Vec<Call>,
    /// The name of the file.
    pub file: String,
}

impl RulesMistake {
    /// An error about a whole file.
    #[must_use]
    pub fn of_file(file: &str, message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None, calls: Vec::new(), file: file.to_owned() }
    }

    /// An error at a byte of a text.
    #[must_use]
    pub fn at(file: &str, text: &str, byte: usize, message: impl Into<String>) -> Self {
        let place = SourceText::new(file, text).place(byte as u32);
        Self {
            message: message.into(),
            place: Some(Box::new(place)),
            calls: Vec::new(),
            file: file.to_owned(),
        }
    }

    /// The message and the place in one line.
    #[must_use]
    pub fn in_short(&self) -> String {
        match &self.place {
            Some(place) => format!("{place}: {}", self.message),
            None => format!("{}: {}", self.file, self.message),
        }
    }
}

/// Writes the message, the line with a caret, and the macros.
impl Display for RulesMistake {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.in_short())?;
        let Some(place) = &self.place else { return Ok(()) };
        place.write_line(f)?;
        for Call { name, place } in &self.calls {
            write!(f, "\nin '{name}', used at {place}")?;
            place.write_line(f)?;
        }
        Ok(())
    }
}
