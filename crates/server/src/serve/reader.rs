//! The lines of standard input. A separate thread reads them. The first one is looked at before it
//! is taken.

use std::io::{BufReader, Read};
use std::time::Instant;

use tokio::sync::mpsc::{Receiver, channel};
use tokio::sync::oneshot;

use crate::line::Line;
use sarsen_core::sys::text_lines::TextLines;
use sarsen_core::sys::threads::ThreadKind;

/// The number of lines that are read ahead. It is small, because a line may be long.
const AHEAD: usize = 16;

/// What a comment begins with, in the protocols that have comments.
const COMMENT: char = '#';

/// Starts reading. Also returns what `judge` says of the first line that is neither blank nor a
/// comment, as soon as it is read. Of a line that is no text it sees nothing.
///
/// # Errors
///
/// If the system refuses a thread.
pub(super) fn spawn<T: Send + 'static>(
    input: impl Read + Send + 'static,
    judge: fn(&str) -> T,
) -> std::io::Result<(Receiver<Line>, oneshot::Receiver<T>)> {
    let (sender, receiver) = channel(AHEAD);
    let (judged, judgement) = oneshot::channel();
    let mut judged = Some(judged);
    // Comments that wait for the first line that says which protocol it is.
    let mut held = Vec::new();
    let read = move || {
        for line in TextLines::new(BufReader::with_capacity(1 << 16, input)) {
            let text = line.as_deref().unwrap_or_default();
            let is_blank = line.is_ok() && text.trim_ascii().is_empty();
            if judged.is_some() && is_blank {
                continue;
            }
            let is_comment = text.trim_ascii_start().starts_with(COMMENT);
            let waits = is_comment && judged.is_some() && held.len() < AHEAD;
            if let Some(judged) = judged.take_if(|_| !waits) {
                // The loop may have ended already.
                let _ = judged.send(judge(text));
            }
            held.push(match line {
                Ok(text) => Line::Text(text, Instant::now()),
                Err(refused) => Line::Refused(refused),
            });
            if waits {
                continue;
            }
            for line in held.drain(..) {
                if sender.blocking_send(line).is_err() {
                    return;
                }
            }
        }
        drop(judged);
        for line in held.into_iter().chain([Line::End]) {
            // The loop may have ended already.
            if sender.blocking_send(line).is_err() {
                return;
            }
        }
    };
    ThreadKind::named("reader").detach(read)?;
    Ok((receiver, judgement))
}
