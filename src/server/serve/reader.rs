//! The lines of standard input. A separate thread reads them.

use std::io::{BufReader, Read};
use std::time::Instant;

use tokio::sync::mpsc::{Receiver, channel};

use crate::server::line::Line;
use crate::sys::text_lines::TextLines;
use crate::sys::threads::ThreadKind;

/// The number of lines that are read ahead. It is small, because a line may be long.
const AHEAD: usize = 16;

/// Starts reading.
///
/// # Errors
///
/// If the system refuses a thread.
pub(super) fn spawn(input: impl Read + Send + 'static) -> std::io::Result<Receiver<Line>> {
    let (sender, receiver) = channel(AHEAD);
    let read = move || {
        for line in TextLines::new(BufReader::with_capacity(1 << 16, input)) {
            let line = match line {
                Ok(text) => Line::Text(text, Instant::now()),
                Err(refused) => Line::Refused(refused),
            };
            if sender.blocking_send(line).is_err() {
                return;
            }
        }
        // The loop may have ended already.
        let _ = sender.blocking_send(Line::End);
    };
    ThreadKind::named("reader").detach(read)?;
    Ok(receiver)
}
