//! A connection, shared by what speaks over it and what closes it.

use std::io::{Error as IoError, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// While a connection closes, what the peer still sends is read for this long. Otherwise the last
/// answer might not reach the peer: if bytes are unread when a connection is closed, the system
/// throws away what it has not sent yet.
const LINGER: Duration = Duration::from_secs(1);

/// While a connection closes, at most this many bytes are read.
const LAST_BYTES: usize = 16 << 20;

/// A connection.
#[derive(Clone)]
pub(super) struct Wire(Arc<WireEnd>);

/// This end of a connection, and what has come over it.
struct WireEnd {
    stream: TcpStream,
    /// The bytes that have come since the last message.
    unheard: AtomicUsize,
    /// The limit for them.
    most_unheard: AtomicUsize,
}

/// Too much has come that is no message.
#[derive(Debug, thiserror::Error)]
#[error("{} KiB of frames that make no message", .0 >> 10)]
pub(super) struct Noise(usize);

impl Wire {
    pub(super) fn new(stream: TcpStream) -> Self {
        let most_unheard = AtomicUsize::new(usize::MAX);
        Self(Arc::new(WireEnd { stream, unheard: AtomicUsize::new(0), most_unheard }))
    }

    /// From now on, messages come. After this number of bytes without one, no more are read.
    pub(super) fn expect_messages(&self, most_unheard: usize) {
        self.0.unheard.store(0, Relaxed);
        self.0.most_unheard.store(most_unheard, Relaxed);
    }

    /// A message has come. Returns the number of bytes since the last one.
    pub(super) fn message(&self) -> usize {
        self.0.unheard.swap(0, Relaxed)
    }

    /// Says something to a peer that may not read it, and closes the connection.
    pub(super) async fn say_and_close(self, text: &[u8]) {
        let end = Arc::clone(&self.0);
        let say = async move {
            let mut rest = text;
            while !rest.is_empty() {
                end.stream.writable().await?;
                match end.stream.try_write(rest) {
                    Ok(count) => rest = &rest[count..],
                    Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                    Err(error) => return Err(error),
                }
            }
            Ok(())
        };
        if matches!(timeout(LINGER, say).await, Ok(Ok(()))) {
            self.close().await;
        }
    }

    /// Closes the connection, and does not lose what was said last. All other holders of the
    /// connection must be gone.
    pub(super) async fn close(self) {
        let Some(WireEnd { mut stream, .. }) = Arc::into_inner(self.0) else { return };
        let close = async {
            std::future::poll_fn(|context| Pin::new(&mut stream).poll_shutdown(context)).await?;
            let (mut rest, mut count) = ([0; 1024], 0);
            while count < LAST_BYTES {
                stream.readable().await?;
                match stream.try_read(&mut rest) {
                    Ok(0) => break,
                    Ok(more) => count += more,
                    Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                    Err(error) => return Err(error),
                }
                // A flood does not hold up the others.
                tokio::task::consume_budget().await;
            }
            Result::Ok(())
        };
        // A peer that does not close is left alone.
        let _ = timeout(LINGER, close).await;
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        loop {
            ready!(self.0.stream.poll_read_ready(context))?;
            match self.0.stream.try_read(buffer.initialize_unfilled()) {
                Ok(count) => {
                    buffer.advance(count);
                    return Poll::Ready(self.0.count(count));
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl WireEnd {
    /// Counts what has come.
    fn count(&self, bytes: usize) -> Result<()> {
        let unheard = self.unheard.fetch_add(bytes, Relaxed) + bytes;
        let most = self.most_unheard.load(Relaxed);
        if unheard > most { Err(IoError::other(Noise(most))) } else { Ok(()) }
    }
}

impl Wire {
    /// Writes as soon as there is room.
    fn poll_by(
        &self,
        context: &mut Context<'_>,
        write: impl Fn(&TcpStream) -> Result<usize>,
    ) -> Poll<Result<usize>> {
        loop {
            ready!(self.0.stream.poll_write_ready(context))?;
            match write(&self.0.stream) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                done => return Poll::Ready(done),
            }
        }
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Result<usize>> {
        self.poll_by(context, |stream| stream.try_write(bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        self.poll_by(context, |stream| stream.try_write_vectored(parts))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<()>> {
        Poll::Ready(Ok(()))
    }

    /// The connection is shut down in [`Wire::close`], or when all have dropped it.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<()>> {
        Poll::Ready(Ok(()))
    }
}
