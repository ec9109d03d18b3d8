//! Fuzzes the sockets of a server: whatever comes, it answers or closes, and lets the next one in.
//!
//! The first byte of an input chooses the socket, and whether the rest are lines in messages or the
//! bytes of frames as they are.
#![no_main]

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

#[path = "../../tests/support/tame.rs"]
mod tame;

static SERVER: LazyLock<SocketAddr> =
    LazyLock::new(|| sarsen::serve_beside(sarsen::games::registry()));

/// Each connection comes from another address, so that it has an allowance of its own.
static PEERS: AtomicU32 = AtomicU32::new(0);

/// A bit of the first byte: the rest are frames.
const FRAMES: u8 = 2;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let Some((&kind, rest)) = input.split_first() else { return };
    let is_table = kind & 1 != 0;
    let mut socket = open(if is_table { "/table/ws" } else { "/ws" });
    if kind & FRAMES != 0 {
        // The server may close before everything is written.
        let _ = socket.write_all(rest);
        let _ = socket.shutdown(Shutdown::Write);
        read(&mut socket);
    } else {
        let heard = talk(&mut socket, rest, is_table);
        assert!(!heard.contains("panicked"), "{heard}");
    }
});

/// Sends lines, and then `isready` and `quit`. Returns what comes back.
fn talk(socket: &mut TcpStream, text: &[u8], is_table: bool) -> String {
    let (mut searches, mut has_quit) = (0, false);
    // A message is text. One that is not UTF-8 would end the connection, as it should.
    for line in String::from_utf8_lossy(text).split('\n') {
        let (tamed, is_go, is_quit) = tame::tame(line.as_bytes());
        searches += usize::from(is_go && !is_table && !has_quit);
        has_quit |= is_quit;
        let line = if is_table { line.as_bytes() } else { &tamed };
        let _ = socket.write_all(&frame(line));
    }
    let _ = socket.write_all(&frame(b"isready"));
    let _ = socket.write_all(&frame(b"quit"));
    let heard = read(socket);
    let answers = heard.matches("bestmove ").count();
    assert!(answers <= searches || is_table, "{answers} answers to {searches}: {heard}");
    let is_refused = heard.contains("info string error: ");
    assert!(has_quit || is_table || is_refused || heard.contains("readyok"), "{heard}");
    heard
}

/// Opens a socket.
fn open(path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(*SERVER).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a limit");
    let [_, a, b, c] = PEERS.fetch_add(1, Ordering::Relaxed).to_be_bytes();
    let head = format!(
        "GET {path} HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         X-Forwarded-For: 10.{a}.{b}.{c}\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        *SERVER
    );
    stream.write_all(head.as_bytes()).expect("a request");
    let (mut answer, mut byte) = (Vec::new(), [0]);
    while !answer.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap_or(0) == 1 {
        answer.push(byte[0]);
    }
    assert!(answer.starts_with(b"HTTP/1.1 101 "), "{}", String::from_utf8_lossy(&answer));
    stream
}

/// Everything that comes until the server closes.
fn read(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    if let Err(error) = stream.read_to_end(&mut bytes) {
        let is_late = [ErrorKind::WouldBlock, ErrorKind::TimedOut].contains(&error.kind());
        assert!(!is_late, "it does not close: {}", String::from_utf8_lossy(&bytes));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A message of one frame, with a mask that changes nothing.
fn frame(content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x81];
    match content.len() {
        length @ 0..126 => bytes.push(0x80 | length as u8),
        length @ 126..=0xffff => {
            bytes.push(0x80 | 126);
            bytes.extend((length as u16).to_be_bytes());
        }
        length => {
            bytes.push(0x80 | 127);
            bytes.extend((length as u64).to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend(content);
    bytes
}
