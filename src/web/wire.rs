//! A connection, shared by what speaks over it and what closes it.

use std::io::{ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// What a peer still sends is read for so long, so that the last answer reaches him. If a system
/// closes a connection with unread bytes, it throws away what the peer has not read yet.
const LINGER: Duration = Duration::from_secs(1);

/// A connection.
#[derive(Clone)]
pub(super) struct Wire(Arc<TcpStream>);

impl Wire {
    pub(super) fn new(stream: TcpStream) -> Self {
        Self(Arc::new(stream))
    }

    /// Says something to a peer who may not read it, and closes the connection.
    pub(super) async fn say_and_close(self, text: &[u8]) {
        let stream = Arc::clone(&self.0);
        let say = async move {
            let mut rest = text;
            while !rest.is_empty() {
                stream.writable().await?;
                match stream.try_write(rest) {
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

    /// Closes the connection in a way that does not lose what was said last. The others that speak
    /// over it must be gone.
    pub(super) async fn close(self) {
        let Some(mut stream) = Arc::into_inner(self.0) else { return };
        let close = async {
            std::future::poll_fn(|context| Pin::new(&mut stream).poll_shutdown(context)).await?;
            let mut rest = [0; 1024];
            loop {
                stream.readable().await?;
                match stream.try_read(&mut rest) {
                    Ok(0) => return Result::Ok(()),
                    Err(error) if error.kind() != ErrorKind::WouldBlock => return Err(error),
                    _ => {}
                }
            }
        };
        // A peer who does not close is left alone.
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
            ready!(self.0.poll_read_ready(context))?;
            match self.0.try_read(buffer.initialize_unfilled()) {
                Ok(count) => {
                    buffer.advance(count);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
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
            ready!(self.0.poll_write_ready(context))?;
            match write(&self.0) {
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
