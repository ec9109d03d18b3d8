//! A WebSocket server with one fault, to test the judge of engines. Each connection has a process
//! of its own behind it. The fault is in what lies between.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Result as IoResult, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{sleep, spawn};
use std::time::Duration;

use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

/// What is wrong with the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BridgeFault {
    Nothing,
    /// Ends each message with a line end
    LineEnds,
    /// Answers with binary messages
    BinaryAnswers,
    /// Reads only the first line of a message
    FirstLineOnly,
    /// Takes messages of any length
    AnyLength,
    /// Closes for other reasons with the wrong code
    WrongCodes,
    /// Does not say that it cannot read a binary message
    SilentAtBinary,
    /// Cuts the connection after `quit`
    CutsAtQuit,
    /// Keeps the connection open after `quit`
    StaysAfterQuit,
    /// Does not answer a close message
    IgnoresClose,
    /// Finishes its work before it answers a close message
    FinishesBeforeClose,
    /// Goes on with what lost connections have asked for
    GoesOnWhenLost,
    /// Reads on only when its answers have been read
    Blocked,
    /// Keeps only a few of the answers that nobody reads, and each `readyok`
    DropsAnswers,
    /// Keeps all answers that nobody reads
    KeepsAll,
    /// Does not say why it closes a connection
    NoReason,
    /// Serves nobody else while one client does not read
    OneForAll,
    /// Reads files for its clients
    ReadsFiles,
}

/// The limits for a message, and for the answers that nobody has read, in bytes.
const MAX_MESSAGE: usize = 1 << 16;
const MAX_UNREAD: usize = 8 << 20;

/// What a blocked server asks the child, and what it does not pass on.
const SYNC: &[u8] = b"isready\n";
const SYNC_ANSWER: &str = "readyok";

/// A close message waits this long for a client that does not read: after `quit`, and if there are
/// too many answers.
const FAREWELL: Duration = Duration::from_secs(1);
const LONG_FAREWELL: Duration = Duration::from_secs(30);

/// The server. It ends when it is dropped.
pub struct Bridge {
    address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    command: Vec<OsString>,
    fault: BridgeFault,
    /// What goes on with connections that are lost.
    left_behind: Mutex<Vec<(Child, ChildStdin)>>,
    has_ended: AtomicBool,
    /// Held by who writes, if one writes for all.
    only_one: Mutex<()>,
}

impl Bridge {
    /// Serves a program, which is started anew for each connection.
    pub fn start(command: Vec<OsString>, fault: BridgeFault) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            command,
            fault,
            left_behind: Mutex::default(),
            has_ended: AtomicBool::new(false),
            only_one: Mutex::new(()),
        });
        let server = Arc::clone(&shared);
        spawn(move || {
            for stream in listener.incoming() {
                if server.has_ended.load(SeqCst) {
                    return;
                }
                let (server, stream) = (Arc::clone(&server), stream.unwrap());
                spawn(move || Connection::serve(server, stream));
            }
        });
        Self { address, shared }
    }

    /// Where it listens.
    pub fn url(&self) -> String {
        format!("ws://{}/ws", self.address)
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        self.shared.has_ended.store(true, SeqCst);
        // This wakes up the listener.
        let _ = TcpStream::connect(self.address);
        for (child, _) in self.shared.left_behind.lock().unwrap().iter_mut() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// What is to be sent, in order.
#[derive(Default)]
struct Queue {
    lines: VecDeque<String>,
    bytes: usize,
    /// What comes after the lines.
    close: Option<(u16, &'static str)>,
    /// Nothing is sent any more.
    is_done: bool,
    /// How many answers of the child are not for the client.
    syncs: usize,
}

type SharedQueue = Arc<(Mutex<Queue>, Condvar)>;

fn close_with(queue: &SharedQueue, code: u16, reason: &'static str) {
    let mut queue_now = queue.0.lock().unwrap();
    let _ = queue_now.close.get_or_insert((code, reason));
    queue.1.notify_all();
}

/// Drops what waits, and closes.
fn close_now(queue: &SharedQueue, code: u16, reason: &'static str) {
    queue.0.lock().unwrap().lines.clear();
    close_with(queue, code, reason);
}

/// Waits until nothing is sent any more, but not long. Then cuts the connection.
fn cut_soon(queue: &SharedQueue, stream: &TcpStream, patience: Duration) {
    let guard = queue.0.lock().unwrap();
    let _ = queue.1.wait_timeout_while(guard, patience, |queue| !queue.is_done).unwrap();
    let _ = stream.shutdown(Shutdown::Both);
}

/// Waits until the child has obeyed and all its answers are on their way, or nothing is sent any
/// more.
fn wait_until_read(queue: &SharedQueue) {
    let guard = queue.0.lock().unwrap();
    let is_due = |queue: &mut Queue| !queue.is_done && (queue.syncs > 0 || !queue.lines.is_empty());
    drop(queue.1.wait_while(guard, is_due).unwrap());
}

/// Whether the child's answer is one that is not for the client. Then it has come.
fn is_sync(queue: &SharedQueue) -> bool {
    let mut queue_now = queue.0.lock().unwrap();
    let is_due = queue_now.syncs > 0;
    queue_now.syncs -= usize::from(is_due);
    queue.1.notify_all();
    is_due
}

/// Reads from a socket. What the WebSocket would answer by itself is not sent.
struct ReadOnly(TcpStream);

impl Read for ReadOnly {
    fn read(&mut self, buffer: &mut [u8]) -> IoResult<usize> {
        self.0.read(buffer)
    }
}

impl Write for ReadOnly {
    fn write(&mut self, bytes: &[u8]) -> IoResult<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> IoResult<()> {
        Ok(())
    }
}

/// One connection.
struct Connection {
    server: Arc<Shared>,
    stream: TcpStream,
    queue: SharedQueue,
    /// The engine and its input, until the client is gone.
    engine: Option<(Child, ChildStdin)>,
    /// Whether `quit` has come.
    told_to_quit: Arc<AtomicBool>,
}

impl Connection {
    fn serve(server: Arc<Shared>, stream: TcpStream) {
        stream.set_nodelay(true).unwrap();
        // The client may be gone already.
        if tungstenite::accept(stream.try_clone().unwrap()).is_err() {
            return;
        }
        let (program, arguments) = server.command.split_first().unwrap();
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = child.stdout.take().unwrap();
        let engine = child.stdin.take().map(|input| (child, input));
        let queue = SharedQueue::default();
        let told_to_quit = Arc::new(AtomicBool::new(false));
        let mut connection = Self { server, stream, queue, engine, told_to_quit };
        connection.spawn_writer();
        connection.spawn_collector(output);
        connection.read_all();
        if let Some((mut child, input)) = connection.engine.take() {
            drop(input);
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Sends what is in the queue.
    fn spawn_writer(&self) {
        let (server, queue) = (Arc::clone(&self.server), Arc::clone(&self.queue));
        let stream = self.stream.try_clone().unwrap();
        spawn(move || {
            let mut socket = WebSocket::from_raw_socket(stream, Role::Server, None);
            loop {
                let message = next_message(&queue, server.fault);
                let _only_one = match server.fault {
                    BridgeFault::OneForAll => Some(server.only_one.lock().unwrap()),
                    _ => None,
                };
                let is_last = message.is_close();
                if socket.send(message).is_err() || is_last {
                    break;
                }
            }
            queue.0.lock().unwrap().is_done = true;
            queue.1.notify_all();
        });
    }

    /// Puts what the child says into the queue.
    fn spawn_collector(&self, output: impl Read + Send + 'static) {
        let fault = self.server.fault;
        let (queue, quit) = (Arc::clone(&self.queue), Arc::clone(&self.told_to_quit));
        let stream = self.stream.try_clone().unwrap();
        spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if line == SYNC_ANSWER && is_sync(&queue) {
                    continue;
                }
                if !push(&queue, fault, line) {
                    let is_told = fault != BridgeFault::NoReason;
                    close_now(&queue, 1013, if is_told { "nobody reads" } else { "" });
                    return cut_soon(&queue, &stream, LONG_FAREWELL);
                }
            }
            match fault {
                BridgeFault::StaysAfterQuit if quit.load(SeqCst) => return,
                BridgeFault::CutsAtQuit if quit.load(SeqCst) => {
                    let _ = stream.shutdown(Shutdown::Both);
                }
                _ => close_with(&queue, 1000, ""),
            }
            cut_soon(&queue, &stream, FAREWELL);
        });
    }

    /// Gives the child what the client says.
    fn read_all(&mut self) {
        let fault = self.server.fault;
        let longest = if fault == BridgeFault::AnyLength { usize::MAX } else { MAX_MESSAGE };
        let limits = WebSocketConfig::default().max_message_size(Some(longest));
        let stream = ReadOnly(self.stream.try_clone().unwrap());
        let mut socket = WebSocket::from_raw_socket(stream, Role::Server, Some(limits));
        loop {
            match socket.read() {
                Ok(Message::Text(text)) => self.heard(&text),
                Ok(Message::Binary(_)) if fault == BridgeFault::SilentAtBinary => {}
                Ok(Message::Binary(_)) => {
                    push(&self.queue, fault, "info string error: no text".to_owned());
                }
                Ok(Message::Close(_)) => return self.part(),
                Ok(_) => {}
                Err(Error::Capacity(_)) => return self.refuse(1009),
                Err(Error::Utf8(_)) => return self.refuse(1007),
                Err(_) => return self.lose(),
            }
        }
    }

    fn heard(&mut self, text: &str) {
        let fault = self.server.fault;
        let Some((_, input)) = &mut self.engine else { return };
        for line in text.split_terminator('\n') {
            if fault == BridgeFault::Blocked {
                // The pipe to the child holds many commands, so this waits until the child has
                // obeyed them.
                self.queue.0.lock().unwrap().syncs += 1;
                let _ = input.write_all(SYNC);
                wait_until_read(&self.queue);
            }
            let names_a_file = ["Book value /", "Book value C", "Book value .", "Weights value "]
                .iter()
                .any(|part| line.contains(part));
            if names_a_file && fault != BridgeFault::ReadsFiles {
                push(&self.queue, fault, "info string error: not allowed here".to_owned());
                continue;
            }
            let line = if names_a_file { "isready" } else { line };
            if line == "quit" {
                self.told_to_quit.store(true, SeqCst);
            }
            // The child may have ended.
            let _ = input.write_all(format!("{line}\n").as_bytes());
            if fault == BridgeFault::FirstLineOnly {
                return;
            }
        }
    }

    /// The client has asked to close the connection.
    fn part(&mut self) {
        match self.server.fault {
            BridgeFault::IgnoresClose => sleep(Duration::from_secs(5)),
            BridgeFault::FinishesBeforeClose => {
                if let Some((mut child, input)) = self.engine.take() {
                    drop(input);
                    let _ = child.wait();
                }
            }
            _ => close_now(&self.queue, 1000, ""),
        }
    }

    /// The client has sent something that is not taken.
    fn refuse(&mut self, code: u16) {
        let is_wrong = self.server.fault == BridgeFault::WrongCodes;
        close_now(&self.queue, if is_wrong { 1002 } else { code }, "");
    }

    /// The client is gone.
    fn lose(&mut self) {
        if self.server.fault == BridgeFault::GoesOnWhenLost {
            self.server.left_behind.lock().unwrap().extend(self.engine.take());
        }
    }
}

/// Adds a line. Returns false if there are too many.
fn push(queue: &SharedQueue, fault: BridgeFault, line: String) -> bool {
    let mut queue_now = queue.0.lock().unwrap();
    queue_now.bytes += line.len();
    let drops = fault == BridgeFault::DropsAnswers && line != SYNC_ANSWER;
    if drops && queue_now.bytes > MAX_UNREAD / 64 {
        queue_now.bytes -= line.len();
        return true;
    }
    queue_now.lines.push_back(line);
    queue.1.notify_all();
    queue_now.bytes <= MAX_UNREAD || fault == BridgeFault::KeepsAll
}

/// Waits for something to send. The last is a close message.
fn next_message(queue: &SharedQueue, fault: BridgeFault) -> Message {
    let guard = queue.0.lock().unwrap();
    let is_empty = |queue: &mut Queue| queue.lines.is_empty() && queue.close.is_none();
    let mut queue_now = queue.1.wait_while(guard, is_empty).unwrap();
    let Some(line) = queue_now.lines.pop_front() else {
        let (code, reason) = queue_now.close.unwrap_or((1000, ""));
        return Message::Close(Some(CloseFrame { code: code.into(), reason: reason.into() }));
    };
    queue_now.bytes -= line.len();
    queue.1.notify_all();
    match fault {
        BridgeFault::LineEnds => Message::text(line + "\n"),
        BridgeFault::BinaryAnswers => Message::binary(line.into_bytes()),
        _ => Message::text(line),
    }
}
