//! Too little memory: what a solver was granted does not suffice for a position.

use std::fmt::{Display, Formatter};

/// The memory that a solver was granted does not suffice for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shortage {
    /// The bytes that surely suffice. None if that is not known without trying.
    pub needed: Option<usize>,
    /// The bytes that were granted.
    pub granted: usize,
}

impl std::error::Error for Shortage {}

impl Display for Shortage {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let granted = ByteCount(self.granted);
        match self.needed {
            Some(needed) => write!(
                f,
                "the game's own solver needs {} of memory here, and was granted {granted}",
                ByteCount(needed)
            ),
            None => write!(
                f,
                "the game's own solver needs more memory here than the {granted} that it was \
                 granted"
            ),
        }
    }
}

/// A number of bytes, to be told to people. Whole MiB are rounded up, so that they suffice.
struct ByteCount(usize);

impl Display for ByteCount {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            bytes if bytes < 1 << 20 => write!(f, "{} KiB", bytes.div_ceil(1 << 10)),
            bytes => write!(f, "{} MiB", bytes.div_ceil(1 << 20)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_what_is_needed_and_what_was_granted() {
        let text = |needed, granted| Shortage { needed, granted }.to_string();
        let start = "the game's own solver needs";
        assert_eq!(
            text(Some((3 << 20) + 1), 5000),
            format!("{start} 4 MiB of memory here, and was granted 5 KiB")
        );
        assert_eq!(
            text(None, 8 << 20),
            format!("{start} more memory here than the 8 MiB that it was granted")
        );
    }
}
