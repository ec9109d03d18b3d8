//! A WebSocket that costs its client little: some buffers, and no thread.

use std::io::{Error, ErrorKind, Result};
use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::timeout;

/// The kinds of frames, and the bits around them.
const TEXT: u8 = 1;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;
const LAST: u8 = 0x80;
const MASKED: u8 = 0x80;

/// A connection with an engine.
pub struct LoadSocket {
    stream: TcpStream,
    unread: Vec<u8>,
}

/// The first frame of some bytes: its kind, its content, and the length of both.
fn first_frame(bytes: &[u8]) -> Option<(u8, &[u8], usize)> {
    let (&kind, &short) = (bytes.first()?, bytes.get(1)?);
    let (head, length) = match short {
        126 => (4, usize::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?))),
        127 => (10, usize::try_from(u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?)).ok()?),
        short => (2, usize::from(short)),
    };
    Some((kind & 0x0f, bytes.get(head..head + length)?, head + length))
}

/// A frame as a client sends it. A mask of zeros changes nothing.
fn frame(kind: u8, content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![LAST | kind];
    match u16::try_from(content.len()) {
        Ok(length @ ..=125) => bytes.push(MASKED | length as u8),
        Ok(length) => {
            bytes.push(MASKED | 126);
            bytes.extend(length.to_be_bytes());
        }
        Err(_) => panic!("messages have at most 64 KiB"),
    }
    bytes.extend([0; 4]);
    bytes.extend(content);
    bytes
}

impl LoadSocket {
    /// Connects to the engine of a server.
    pub async fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let mut socket = Self { stream, unread: Vec::new() };
        let head = format!(
            "GET /ws HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n\
             Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        socket.write(head.as_bytes()).await?;
        let end = loop {
            if let Some(end) = socket.unread.windows(4).position(|part| part == b"\r\n\r\n") {
                break end + 4;
            }
            socket.read_more().await?;
        };
        let head: Vec<u8> = socket.unread.drain(..end).collect();
        if head.starts_with(b"HTTP/1.1 101 ") {
            return Ok(socket);
        }
        Err(Error::other(String::from_utf8_lossy(&head).into_owned()))
    }

    async fn write(&self, mut bytes: &[u8]) -> Result<()> {
        while !bytes.is_empty() {
            self.stream.writable().await?;
            match self.stream.try_write(bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    async fn read_more(&mut self) -> Result<()> {
        loop {
            self.stream.readable().await?;
            match self.stream.try_read_buf(&mut self.unread) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                done => return done.map(drop),
            }
        }
    }

    /// Sends lines in one message.
    pub async fn send(&self, lines: &str) -> Result<()> {
        self.write(&frame(TEXT, lines.as_bytes())).await
    }

    /// The next line.
    async fn line(&mut self) -> Result<String> {
        loop {
            let Some((kind, content, length)) = first_frame(&self.unread) else {
                self.read_more().await?;
                continue;
            };
            let content = content.to_vec();
            self.unread.drain(..length);
            match kind {
                TEXT => return String::from_utf8(content).map_err(Error::other),
                PING => self.write(&frame(PONG, &content)).await?,
                CLOSE => {
                    let reason = String::from_utf8_lossy(content.get(2..).unwrap_or_default());
                    return Err(Error::other(format!("closed: {reason}")));
                }
                _ => {}
            }
        }
    }

    /// Answers pings for a while, as an idle client does.
    pub async fn rest(&mut self, time: Duration) -> Result<()> {
        match timeout(time, self.line()).await {
            Ok(Ok(line)) => Err(Error::other(format!("nothing was asked, but '{line}' came"))),
            Ok(Err(error)) => Err(error),
            Err(_) => Ok(()),
        }
    }

    /// Sends lines, and waits for a line that begins with `start`. An error of the engine is an
    /// error, too.
    pub async fn ask(&mut self, lines: &str, start: &str) -> Result<String> {
        self.send(lines).await?;
        loop {
            let line = self.line().await?;
            if line.starts_with(start) {
                return Ok(line);
            }
            if line.starts_with("info string error") {
                return Err(Error::other(format!("'{lines}': {line}")));
            }
        }
    }
}
