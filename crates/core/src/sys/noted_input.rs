//! An input that notes why it fails. Whoever reads its lines takes a failure for the end.

use std::io::{Error, ErrorKind, Read, Result};
use std::sync::{Arc, Mutex, PoisonError};

/// An input that notes why it fails.
pub struct NotedInput<R> {
    input: R,
    failure: InputFailure,
}

/// Why an input has failed, for those who have handed it on.
#[derive(Clone, Default)]
pub struct InputFailure(Arc<Mutex<Option<Error>>>);

impl<R> NotedInput<R> {
    /// The input. If it fails, `failure` has the reason.
    pub fn new(input: R, failure: &InputFailure) -> Self {
        Self { input, failure: failure.clone() }
    }
}

impl InputFailure {
    /// The reason, once, if the input has failed.
    pub fn take(&self) -> Option<Error> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn note(&self, error: &Error) {
        let copy = match error.raw_os_error() {
            Some(code) => Error::from_raw_os_error(code),
            None => Error::new(error.kind(), error.to_string()),
        };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(copy);
    }
}

impl<R: Read> Read for NotedInput<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let read = self.input.read(buffer);
        if let Err(error) = &read
            && error.kind() != ErrorKind::Interrupted
        {
            self.failure.note(error);
        }
        read
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;
    use crate::sys::text_lines::TextLines;

    /// Fails once its bytes are read.
    struct FailingInput(&'static [u8]);

    impl Read for FailingInput {
        fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
            match self.0.read(buffer)? {
                0 => Err(Error::other("it broke")),
                count => Ok(count),
            }
        }
    }

    #[test]
    fn a_failure_is_known_after_the_lines() {
        let failure = InputFailure::default();
        let lines =
            TextLines::new(BufReader::new(NotedInput::new(FailingInput(b"a\nb"), &failure)));
        assert!(failure.take().is_none());
        assert!(lines.last().unwrap().is_err());
        assert_eq!(failure.take().unwrap().to_string(), "it broke");
        assert!(failure.take().is_none());
    }

    #[test]
    fn an_end_is_no_failure() {
        let failure = InputFailure::default();
        assert_eq!(TextLines::new(BufReader::new(NotedInput::new(&b"a"[..], &failure))).count(), 1);
        assert!(failure.take().is_none());
    }
}
