//! The writer: a thread that writes the lines of an outbox to standard output.

use std::io::Write;

use crate::outbox::Outbox;
use sarsen_core::sys::threads::ThreadKind;

/// Starts it.
///
/// # Errors
///
/// If the system refuses a thread.
pub(super) fn spawn(
    outbox: Outbox,
    mut output: impl Write + Send + 'static,
) -> std::io::Result<()> {
    let write = move || {
        while let Some(mut line) = outbox.wait_next() {
            line.push('\n');
            let written = output.write_all(line.as_bytes()).and_then(|()| output.flush());
            if let Err(error) = written {
                return outbox.fail(error);
            }
        }
    };
    ThreadKind::named("writer").detach(write)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbox::Importance;
    use std::time::{Duration, Instant};

    /// An output whose reader does not read.
    struct Stuck;

    impl Write for Stuck {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            std::thread::sleep(Duration::from_secs(3600));
            Ok(0)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_who_does_not_read_is_left() {
        let outbox = Outbox::new(1000);
        spawn(outbox.clone(), Stuck).unwrap();
        outbox.send(Importance::Answer, "unread".to_owned());
        let before = Instant::now();
        assert!(outbox.close(Some(Duration::from_millis(50))).is_ok());
        assert!(before.elapsed() < Duration::from_secs(5));
    }
}
