//! What goes to a server: lines as messages, and the close message.

use std::io::{Error, ErrorKind, Result as IoResult, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use tungstenite::protocol::CloseFrame;
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};

/// Longer messages are refused by servers, so several lines go as several messages.
const MAX_MESSAGE: usize = 1 << 16;

/// The sending half of a connection. Frames leave as a whole, whoever sends them.
pub(super) struct Outgoing {
    stream: TcpStream,
    turn: Mutex<()>,
    /// The close message has been sent, and nothing may follow it.
    has_closed: AtomicBool,
}

/// What became of something that must not wait.
pub(super) enum Sent {
    /// It was sent.
    Now,
    /// Something else is being sent.
    Busy,
}

impl Outgoing {
    pub(super) fn new(stream: TcpStream) -> Self {
        Self { stream, turn: Mutex::new(()), has_closed: AtomicBool::new(false) }
    }

    fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a frame, as a client has to: with a mask. The caller has the turn.
    fn send(&self, mut frame: Frame) -> IoResult<()> {
        if self.has_closed.load(SeqCst) {
            return Err(Error::new(ErrorKind::BrokenPipe, "the connection is being closed"));
        }
        let mask = getrandom::u32().map_err(Error::from)?;
        frame.header_mut().mask = Some(mask.to_ne_bytes());
        let mut bytes = Vec::new();
        frame.format(&mut bytes).map_err(Error::other)?;
        (&self.stream).write_all(&bytes)
    }

    /// Sends a text message. It is sent even if it is not UTF-8.
    pub(super) fn text(&self, text: &[u8]) -> IoResult<()> {
        let _turn = self.turn();
        self.send(Frame::message(text.to_vec(), OpCode::Data(Data::Text), true))
    }

    /// Sends a binary message.
    pub(super) fn binary(&self, bytes: &[u8]) -> IoResult<()> {
        let _turn = self.turn();
        self.send(Frame::message(bytes.to_vec(), OpCode::Data(Data::Binary), true))
    }

    /// Sends a ping, unless something else is being sent.
    pub(super) fn ping(&self) -> IoResult<Sent> {
        let Some(_turn) = self.turn_at_once() else { return Ok(Sent::Busy) };
        self.send(Frame::ping(Vec::new())).map(|()| Sent::Now)
    }

    /// Asks to close the connection.
    pub(super) fn close(&self) -> IoResult<()> {
        let _turn = self.turn();
        let farewell = CloseFrame { code: CloseCode::Normal, reason: "".into() };
        let sent = self.send(Frame::close(Some(farewell)));
        self.has_closed.store(true, SeqCst);
        sent
    }

    /// Sends what the reader answers to pings and to a close message. It must not wait for the
    /// writer: the server may read only when it is read.
    pub(super) fn reply(&self, bytes: &[u8]) -> IoResult<usize> {
        let Some(_turn) = self.turn_at_once() else { return Err(ErrorKind::WouldBlock.into()) };
        // After our close message, the server expects no answer.
        if !self.has_closed.load(SeqCst) {
            (&self.stream).write_all(bytes)?;
        }
        Ok(bytes.len())
    }

    fn turn_at_once(&self) -> Option<MutexGuard<'_, ()>> {
        match self.turn.try_lock() {
            Ok(turn) => Some(turn),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// Notes that the server closes the connection: nothing may be sent any more.
    pub(super) fn is_closed_by_server(&self) {
        self.has_closed.store(true, SeqCst);
    }

    /// Ends the connection without a word. Whoever reads or writes is woken up.
    pub(super) fn cut(&self) {
        // The connection may have ended already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Takes lines, and sends them as messages: all that has come since the last flush. More than
/// 64 KiB leave as several messages, without waiting for a flush.
pub(super) struct LineMessages {
    outgoing: Arc<Outgoing>,
    unsent: Vec<u8>,
}

impl LineMessages {
    pub(super) fn new(outgoing: Arc<Outgoing>) -> Self {
        Self { outgoing, unsent: Vec::new() }
    }
}

/// The length of the first of several messages: the lines that fit. None if all fit in one message,
/// or the first line is too long and has no end yet.
fn first_message(lines: &[u8]) -> Option<usize> {
    let fitting = lines.get(..MAX_MESSAGE)?;
    let is_end = |byte: &u8| *byte == b'\n';
    let end = fitting.iter().rposition(is_end).or_else(|| lines.iter().position(is_end))?;
    Some(end + 1).filter(|&length| length < lines.len())
}

impl Write for LineMessages {
    fn write(&mut self, bytes: &[u8]) -> IoResult<usize> {
        self.unsent.extend_from_slice(bytes);
        while let Some(length) = first_message(&self.unsent) {
            let rest = self.unsent.split_off(length);
            let message = std::mem::replace(&mut self.unsent, rest);
            self.outgoing.text(message.strip_suffix(b"\n").unwrap_or(&message))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> IoResult<()> {
        let message = std::mem::take(&mut self.unsent);
        match message.as_slice() {
            [] => Ok(()),
            [text @ .., b'\n'] | text => self.outgoing.text(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_into_messages_at_their_ends() {
        let half = [vec![b'x'; MAX_MESSAGE / 2], vec![b'\n']].concat();
        assert_eq!(first_message(&half), None);
        assert_eq!(first_message(&half.repeat(3)), Some(half.len()));
        let quarter = [vec![b'x'; MAX_MESSAGE / 4], vec![b'\n']].concat();
        assert_eq!(first_message(&quarter.repeat(9)), Some(3 * quarter.len()));
        let long = [vec![b'x'; 2 * MAX_MESSAGE], b"\nisready\n".to_vec()].concat();
        assert_eq!(first_message(&long), Some(2 * MAX_MESSAGE + 1));
        assert_eq!(first_message(&long[..2 * MAX_MESSAGE + 1]), None);
        assert_eq!(first_message(&long[..2 * MAX_MESSAGE]), None);
    }
}
