//! A book that learns the values of positions, as they come.

use super::entry::BookEntry;
use super::lookup::Book;

/// A book that learns.
pub trait Learner {
    /// The game it is for, with its setup.
    fn game(&self) -> &str;

    /// What it can learn, in words: "position to be valued".
    fn wanted(&self) -> String;

    /// The key of a position that it can learn. None if the text is no such position.
    fn key(&mut self, position: &str) -> Option<u64>;

    /// Learns what the position with this key is worth. An older entry stays if it is proven or at
    /// least as deep.
    fn learn_key(&mut self, key: u64, entry: BookEntry);

    /// Learns what a position is worth. False if the text is no position that it can learn.
    fn learn(&mut self, position: &str, entry: BookEntry) -> bool {
        let key = self.key(position);
        key.map(|key| self.learn_key(key, entry)).is_some()
    }

    /// The number of positions that it has learnt.
    fn learnt(&self) -> usize;

    /// The book as it is now.
    fn book(&self) -> Book;
}
