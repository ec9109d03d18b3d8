//! The lines that a peer sends.

use std::time::Instant;

use axum::extract::ws::{Message, WebSocket};
use futures_util::StreamExt;
use futures_util::stream::SplitStream;
use tokio::sync::mpsc::Sender;

use super::rate::LineRate;
use super::silence::Silence;
use super::socket_end::SocketEnd;
use crate::server::Line;
use crate::sys::text_lines::{BadLine, TextLines};

/// Lines that may come at once.
const BURST: u32 = 20_000;

/// Lines that may come each second after that. More have to wait.
const A_SECOND: u32 = 2_000;

/// So many bytes of a line count as one more line.
const BYTES_A_LINE: usize = 64;

/// Passes on all that a peer sends, until he goes or breaks the rules.
pub(super) async fn hear(
    stream: &mut SplitStream<WebSocket>,
    lines: Sender<Line>,
    silence: &Silence,
) -> SocketEnd {
    let mut rate = LineRate::new(BURST, A_SECOND, Instant::now());
    loop {
        silence.begin();
        let message = stream.next().await;
        silence.end();
        let passed = match message {
            Some(Ok(Message::Text(text))) => pass(text.as_bytes(), &lines, &mut rate).await,
            Some(Ok(Message::Binary(_))) => {
                let why = "a binary message; only text is understood".to_owned();
                let refused = Line::Refused(BadLine { why, command: String::new() });
                tokio::time::sleep(rate.take(1, Instant::now())).await;
                lines.send(refused).await.is_ok()
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                // A flood of these waits, too.
                tokio::time::sleep(rate.take(1, Instant::now())).await;
                true
            }
            Some(Ok(Message::Close(_))) | None => return SocketEnd::Gone,
            Some(Err(error)) => return SocketEnd::after(error),
        };
        if !passed {
            // The conversation has ended; what comes now is not heard.
            return std::future::pending().await;
        }
    }
}

/// Passes on the lines of a message. Returns whether somebody takes them.
async fn pass(text: &[u8], lines: &Sender<Line>, rate: &mut LineRate) -> bool {
    for line in TextLines::new(text) {
        let line = match line {
            Ok(text) => Line::Text(text, Instant::now()),
            Err(refused) => Line::Refused(refused),
        };
        let size = if let Line::Text(text, _) = &line { text.len() } else { 0 };
        let cost = 1 + u32::try_from(size / BYTES_A_LINE).unwrap_or(u32::MAX);
        let wait = rate.take(cost, Instant::now());
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
        if lines.send(line).await.is_err() {
            return false;
        }
    }
    true
}
