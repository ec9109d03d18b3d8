//! The overhead of a peer: how much of what it sends is no message, such as empty frames.

use super::socket_end::LONGEST_MESSAGE;

/// The longest head of a frame, in bytes.
const LONGEST_HEAD: usize = 14;

/// At most this many bytes are read ahead. They belong to messages to come.
const READ_AHEAD: usize = LONGEST_MESSAGE;

/// What was read and belongs to no message so far.
#[derive(Default)]
pub(super) struct Overhead(usize);

impl Overhead {
    /// Counts a message, and the bytes that were read since the last one. Returns how many of them
    /// belong to no message. There are none if each message comes
    /// in one frame.
    pub(super) fn count(&mut self, read: usize, message: usize) -> usize {
        let left = (self.0 + read).saturating_sub(LONGEST_HEAD + message);
        self.0 = left.min(READ_AHEAD);
        left - self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_messages_have_no_overhead() {
        let mut overhead = Overhead::default();
        // Many short ones come at once, and a long one comes alone.
        for _ in 0..1000 {
            assert_eq!(overhead.count(4096, 7), 0);
            assert!((1..4096 / 13).all(|_| overhead.count(0, 7) == 0));
            assert_eq!(overhead.count(LONGEST_MESSAGE + LONGEST_HEAD, LONGEST_MESSAGE), 0);
        }
    }

    #[test]
    fn empty_frames_are_overhead() {
        let mut overhead = Overhead::default();
        assert_eq!(overhead.count(10_000 + READ_AHEAD, 0), 10_000 - LONGEST_HEAD);
        assert_eq!(overhead.count(10_000, 1_000), 9_000 - LONGEST_HEAD);
    }
}
