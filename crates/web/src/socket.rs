//! A WebSocket that carries the lines of a conversation, a line a message, from the first to the
//! close.

mod hearing;
mod overhead;
mod rate;
mod silence;
mod socket_end;
mod speaking;

use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc::Sender;
use tokio::time::timeout;

use self::hearing::hear;
use self::silence::Silence;
use self::socket_end::{LONGEST_FRAMES, LONGEST_MESSAGE};
use self::speaking::speak;
use crate::door::{ConnectionPlace, report};
use crate::stopping::Stopping;
use crate::wire::Wire;
use sarsen_server::{Line, Outbox};

pub(super) use self::rate::LineRate;
pub(super) use self::socket_end::SocketEnd;

/// A connection keeps buffers of this size, in bytes, while it is idle.
const BUFFER: usize = 4 << 10;

/// Each step of the close may take this long.
const FAREWELL: Duration = Duration::from_secs(1);

/// The room for the reason in a close frame, in bytes.
const LONGEST_REASON: usize = 123;

/// A connection that is closed with one of these codes was refused something. Other ends are part
/// of what happens every day, or the log has them already.
const REFUSALS: [u16; 5] = [
    close_code::PROTOCOL,
    close_code::INVALID,
    close_code::POLICY,
    close_code::SIZE,
    close_code::AGAIN,
];

/// How a connection is kept, and for whom.
pub(crate) struct Terms {
    pub(crate) peer: IpAddr,
    /// Taken as long as the connection lasts.
    pub(crate) places: Vec<Arc<ConnectionPlace>>,
    /// A peer that is silent for this long is gone.
    pub patience: Duration,
    pub(crate) wire: Wire,
    pub(crate) stopping: Stopping,
}

/// Both ends of the lines.
pub(crate) struct Carried {
    /// Lines from the peer. Without it, the peer is gone.
    pub(crate) lines: Sender<Line>,
    /// Lines to the peer.
    pub(crate) outbox: Outbox,
}

/// A socket with our limits.
pub(crate) fn upgrade(request: WebSocketUpgrade) -> WebSocketUpgrade {
    request
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
}

/// Carries the lines of a conversation until it ends, the peer goes or breaks a rule, or the server
/// stops. `talk` is the conversation. It ends soon after its lines have ended.
pub(crate) async fn carry(
    socket: WebSocket,
    mut terms: Terms,
    carried: Carried,
    talk: impl Future<Output = SocketEnd>,
) {
    terms.wire.expect_messages(LONGEST_FRAMES);
    let (mut sink, mut stream) = socket.split();
    let end = converse(&mut sink, &mut stream, &mut terms, carried, talk).await;
    part(sink, stream, terms, end).await;
}

/// Holds the conversation. Returns how it ended.
async fn converse(
    sink: &mut SplitSink<WebSocket, Message>,
    stream: &mut SplitStream<WebSocket>,
    terms: &mut Terms,
    carried: Carried,
    talk: impl Future<Output = SocketEnd>,
) -> SocketEnd {
    let silence = Silence::new();
    let Carried { lines, outbox } = carried;
    let speak = speak(sink, &outbox, terms.patience / 3);
    let mut speaking = pin!(finish(talk, speak, &outbox));
    let broken_off = tokio::select! {
        end = &mut speaking => return end,
        end = hear(stream, lines, &silence, &terms.wire) => end,
        () = silence.lasts(terms.patience) => SocketEnd::Gone,
        () = terms.stopping.begun() => SocketEnd::closed(close_code::AWAY, "the server ends"),
    };
    // The lines have ended now, so the conversation ends soon.
    let _ = timeout(FAREWELL, speaking).await;
    broken_off
}

/// Waits for the end of a conversation, and then for a while until its last lines are sent.
async fn finish(
    talk: impl Future<Output = SocketEnd>,
    speak: impl Future<Output = ()>,
    outbox: &Outbox,
) -> SocketEnd {
    let (mut talk, mut speak) = (pin!(talk), pin!(speak));
    tokio::select! {
        end = &mut talk => {
            outbox.end();
            let _ = timeout(end.patience(), speak).await;
            end
        }
        () = &mut speak => talk.await,
    }
}

/// As much of a reason as a close frame has room for.
fn shortened(mut reason: String) -> String {
    let mut length = reason.len().min(LONGEST_REASON);
    while !reason.is_char_boundary(length) {
        length -= 1;
    }
    reason.truncate(length);
    reason
}

/// Closes the connection, so that the peer learns why.
async fn part(
    mut sink: SplitSink<WebSocket, Message>,
    mut stream: SplitStream<WebSocket>,
    terms: Terms,
    end: SocketEnd,
) {
    let Terms { peer, places, wire, .. } = terms;
    log::debug!("{peer}: {end:?}");
    if let SocketEnd::Closed { code, reason } = end {
        if REFUSALS.contains(&code) {
            report(peer, &reason);
        }
        let reason = Utf8Bytes::from(shortened(reason));
        let close = Message::Close(Some(CloseFrame { code, reason }));
        let _ = timeout(FAREWELL, sink.send(close)).await;
    }
    // The peer closes, too.
    let _ = timeout(FAREWELL, async { while let Some(Ok(_)) = stream.next().await {} }).await;
    drop((sink, stream));
    wire.close().await;
    // Only now is there room for somebody else.
    drop(places);
}
