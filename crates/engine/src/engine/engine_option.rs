//! The interface of an option of the engine: what it may do beyond taking a value.

use std::any::Any;
use std::path::Path;

pub(super) use super::offer::{Offer, Setting};
pub(super) use super::option::OptionOf;
pub(super) use super::parts::Parts;
pub(super) use super::plan::Plan;

/// What an option has read from a file.
pub(super) type Content = Box<dyn Any + Send>;

/// How an option reads a file. Reading may take long, so it happens without the engine.
pub(super) type FileReader = fn(&Path) -> Result<Content, String>;

/// The value that stands for the book or the weights that come with the game.
pub const BUILT_IN: &str = "built-in";

/// An option of the engine.
pub(super) trait EngineOption: OptionOf<Parts> {
    /// Shapes a search that is about to begin.
    fn shape(&self, _plan: &mut Plan) {}

    /// Carries the option over to a newly opened game, which starts with its own defaults.
    fn carry_over(&mut self, _parts: &mut Parts) {}

    /// The reader for the file that a value names. None if the value names no file.
    fn file(&self, _value: &Setting) -> Option<FileReader> {
        None
    }

    /// Takes the content of a file. If that is not for the current game, the option says why, and
    /// the old value stays.
    fn adopt(&mut self, _content: Content, _parts: &mut Parts) -> Result<(), String> {
        Err("reads no file".to_owned())
    }
}

/// The reader, if a value names a file.
pub(super) fn if_file(value: &Setting, read: FileReader) -> Option<FileReader> {
    (!matches!(value.word(), BUILT_IN | "" | "<empty>")).then_some(read)
}
