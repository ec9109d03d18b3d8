//! The lines that go to a peer.

use std::io::Error as IoError;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use futures_util::SinkExt;
use futures_util::stream::SplitSink;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use sarsen_server::Outbox;

/// Sends all lines of the outbox, until no more come or they cannot be sent. Asks now and then
/// whether the peer is there.
pub(super) async fn speak(
    sink: &mut SplitSink<WebSocket, Message>,
    outbox: &Outbox,
    ping_pause: Duration,
) {
    if let Err(error) = send_all(sink, outbox, ping_pause).await {
        outbox.fail(IoError::other(error));
    }
}

async fn send_all(
    sink: &mut SplitSink<WebSocket, Message>,
    outbox: &Outbox,
    ping_pause: Duration,
) -> Result<(), axum::Error> {
    let mut pings = interval_at(Instant::now() + ping_pause, ping_pause);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut has_fed = false;
    loop {
        tokio::select! {
            biased;
            line = outbox.next() => match line {
                Some(line) => {
                    sink.feed(Message::Text(line.into())).await?;
                    has_fed = true;
                }
                None => return sink.flush().await,
            },
            // Lines that come together are sent together.
            () = std::future::ready(()), if has_fed => {
                sink.flush().await?;
                has_fed = false;
            }
            _ = pings.tick() => sink.send(Message::Ping(Bytes::new())).await?,
        }
    }
}
