//! The lines that a peer sends.

use std::time::Instant;

use axum::extract::ws::{Message, WebSocket};
use futures_util::StreamExt;
use futures_util::stream::SplitStream;
use tokio::sync::mpsc::Sender;

use super::overhead::Overhead;
use super::rate::LineRate;
use super::silence::Silence;
use super::socket_end::SocketEnd;
use crate::wire::Wire;
use sarsen_core::sys::text_lines::{BadLine, TextLines};
use sarsen_server::Line;

/// Lines that may come at once.
const BURST: u32 = 20_000;

/// Lines that may come each second after that. More have to wait.
const A_SECOND: u32 = 2_000;

/// Long lines, and bytes that make no message, cost more: this many bytes count as a line.
const BYTES_A_LINE: usize = 64;

/// Passes on all that a peer sends, until the peer goes or breaks the rules.
pub(super) async fn hear(
    stream: &mut SplitStream<WebSocket>,
    lines: Sender<Line>,
    silence: &Silence,
    wire: &Wire,
) -> SocketEnd {
    let mut rate = LineRate::new(BURST, A_SECOND, Instant::now());
    let mut overhead = Overhead::default();
    loop {
        silence.begin();
        let message = stream.next().await;
        silence.end();
        let message = match message {
            Some(Ok(message)) => message,
            Some(Err(error)) => return SocketEnd::after(error),
            None => return SocketEnd::Gone,
        };
        let spent = overhead.count(wire.message(), length(&message));
        pay(spent / BYTES_A_LINE, &mut rate).await;
        let passed = match message {
            Message::Text(text) => pass(text.as_bytes(), &lines, &mut rate).await,
            Message::Binary(_) => {
                let why = "a binary message; only text is understood".to_owned();
                let refused = Line::Refused(BadLine { why, command: String::new() });
                pay(1, &mut rate).await;
                lines.send(refused).await.is_ok()
            }
            Message::Ping(_) | Message::Pong(_) => {
                // A flood of these waits, too.
                pay(1, &mut rate).await;
                true
            }
            Message::Close(_) => return SocketEnd::Gone,
        };
        if !passed {
            // The conversation has ended; what comes now is not heard.
            return std::future::pending().await;
        }
    }
}

/// The length of what is in a message, in bytes.
fn length(message: &Message) -> usize {
    match message {
        Message::Text(text) => text.len(),
        Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
        Message::Close(_) => 0,
    }
}

/// Waits until something may come that costs as much as this number of lines.
async fn pay(cost: usize, rate: &mut LineRate) {
    let wait = rate.take(u32::try_from(cost).unwrap_or(u32::MAX), Instant::now());
    if !wait.is_zero() {
        tokio::time::sleep(wait).await;
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
        pay(1 + size / BYTES_A_LINE, rate).await;
        if lines.send(line).await.is_err() {
            return false;
        }
    }
    true
}
