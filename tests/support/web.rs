//! A served process, and clients of it that keep the rules or break them.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A time longer than anything takes, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub const TEXT: u8 = 1;
pub const BINARY: u8 = 2;
pub const CLOSE: u8 = 8;
pub const PING: u8 = 9;
pub const PONG: u8 = 10;

/// The bit of the first byte of a frame that ends a message.
pub const LAST: u8 = 0x80;

/// `sarsen serve` on a port of its own. It is killed if it is still there at the end.
pub struct Server {
    child: Child,
    out: BufReader<ChildStdout>,
    pub address: SocketAddr,
    log: Arc<Mutex<String>>,
    logging: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts it with more arguments, and waits until it listens.
    pub fn start(arguments: &[&str]) -> Self {
        Self::start_program(env!("CARGO_BIN_EXE_sarsen"), arguments)
    }

    /// The same for another program.
    pub fn start_program(program: &str, arguments: &[&str]) -> Self {
        let mut command = Command::new(program);
        command.arg("serve").args(arguments);
        if !arguments.contains(&"--listen") {
            command.args(["--listen", "127.0.0.1:0"]);
        }
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let log = Arc::new(Mutex::new(String::new()));
        let (errors, lines) = (child.stderr.take().unwrap(), Arc::clone(&log));
        let logging = std::thread::spawn(move || {
            for line in BufReader::new(errors).lines().map_while(Result::ok) {
                *lines.lock().unwrap() += &(line + "\n");
            }
        });
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let address =
            line.trim_end().strip_prefix("http://").and_then(|address| address.strip_suffix('/'));
        let address = address.unwrap_or_else(|| panic!("no address: {line:?}")).parse().unwrap();
        Self { child, out, address, log, logging: Some(logging) }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The memory of the process in KiB, by a field of its status.
    pub fn memory(&self, field: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id())).expect("Linux");
        let value = status.lines().find_map(|line| line.strip_prefix(field)).expect("its memory");
        value.trim().trim_end_matches(" kB").parse().expect("a number")
    }

    /// The host as a browser names it.
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        stream
    }

    /// Asks for a page.
    pub fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &[("Host", &self.host())])
    }

    /// Sends a request with exactly these headers, and one that ends the connection.
    pub fn request(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        self.say(format!("{head}\r\n"))
    }

    /// Sends anything over a new connection. Returns the answer.
    pub fn say(&self, text: impl AsRef<[u8]>) -> Answer {
        let mut stream = self.connect();
        // The server may refuse before everything is written.
        let _ = stream.write_all(text.as_ref());
        Answer::read(&mut stream).expect("an answer")
    }

    /// Waits until the log has this.
    pub fn logs(&self, text: &str) {
        let end = Instant::now() + PATIENCE;
        while !self.log.lock().unwrap().contains(text) {
            let log = self.log.lock().unwrap().clone();
            assert!(Instant::now() < end, "no '{text}' in the log:\n{log}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Sends it a signal. Returns how it ended, what else it has said, and the log.
    pub fn end(mut self, signal: &str) -> (ExitStatus, String, String) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        let mut rest = String::new();
        self.out.read_to_string(&mut rest).unwrap();
        let status = self.child.wait().unwrap();
        self.logging.take().unwrap().join().unwrap();
        let log = self.log.lock().unwrap().clone();
        (status, rest, log)
    }

    /// Makes sure that it runs, lets new clients in, and has not panicked.
    pub fn is_well(&self) {
        let mut socket = Socket::open(self);
        assert_eq!(socket.ask("isready"), "readyok");
        let log = self.log.lock().unwrap().clone();
        assert!(!log.contains("panicked"), "{log}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer of HTTP.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// The head, in small letters.
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    /// Reads an answer up to the end of the connection. None if there is none.
    pub fn read(stream: &mut TcpStream) -> Option<Self> {
        let mut bytes = Vec::new();
        // What came before a reset counts.
        let _ = stream.read_to_end(&mut bytes);
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = String::from_utf8(bytes[..end + 2].to_vec()).unwrap().to_lowercase();
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Self { status, head, body: bytes[end + 4..].to_vec() })
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let start = format!("{name}: ");
        self.head.lines().find_map(|line| line.strip_prefix(&start))
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// Makes sure that it is a refusal with this status and these words, and no page.
    pub fn refuses(&self, status: u16, words: &str) {
        assert_eq!(self.status, status, "{self:?}");
        assert!(self.text().contains(words), "{:?}", self.text());
        assert_eq!(self.header("content-type"), Some("text/plain; charset=utf-8"));
        assert_eq!(self.header("x-content-type-options"), Some("nosniff"));
    }
}

/// A frame as it came.
#[derive(PartialEq, Eq, Debug)]
pub struct Frame {
    pub kind: u8,
    pub content: Vec<u8>,
}

/// A WebSocket.
pub struct Socket {
    pub stream: TcpStream,
}

impl Socket {
    /// Opens a socket with an engine.
    pub fn open(server: &Server) -> Self {
        Self::open_at(server, "/ws", &[]).unwrap_or_else(|answer| panic!("{answer:?}"))
    }

    /// Opens a socket at a path, with more headers. If the server refuses, returns its
    /// answer. Its status is 0 if there is none.
    pub fn open_at(server: &Server, path: &str, more: &[(&str, &str)]) -> Result<Self, Answer> {
        let host = server.host();
        let mut headers = vec![
            ("Upgrade", "websocket"),
            ("Connection", "Upgrade"),
            ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ];
        if !more.iter().any(|(name, _)| *name == "Host") {
            headers.push(("Host", &host));
        }
        let mut head = format!("GET {path} HTTP/1.1\r\n");
        for (name, value) in headers.iter().chain(more) {
            head += &format!("{name}: {value}\r\n");
        }
        let mut stream = server.connect();
        // The server may have no room, and closes then.
        let _ = stream.write_all((head + "\r\n").as_bytes());
        let (mut head, mut byte) = (Vec::new(), [0]);
        while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap_or(0) == 1 {
            head.push(byte[0]);
        }
        let text = String::from_utf8(head).unwrap();
        if text.starts_with("HTTP/1.1 101 ") {
            // The example of RFC 6455.
            assert!(text.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{text}");
            return Ok(Self { stream });
        }
        let status = text.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        let mut body = Vec::new();
        let _ = stream.read_to_end(&mut body);
        Err(Answer { status, head: text.to_lowercase(), body })
    }

    /// Sends bytes as they are. Returns whether the server took them.
    pub fn write(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).is_ok()
    }

    /// Sends lines in one message.
    pub fn send(&mut self, lines: &str) {
        assert!(self.write(&frame(LAST | TEXT, lines.as_bytes())), "{lines}");
    }

    /// The next frame. None if the connection has ended.
    pub fn frame(&mut self) -> Option<Frame> {
        let mut head = [0; 2];
        self.fill(&mut head)?;
        let length = match head[1] {
            126 => {
                let mut length = [0; 2];
                self.fill(&mut length)?;
                u16::from_be_bytes(length).into()
            }
            127 => {
                let mut length = [0; 8];
                self.fill(&mut length)?;
                usize::try_from(u64::from_be_bytes(length)).unwrap()
            }
            short => {
                assert!(short < 126, "a masked frame of a server");
                short.into()
            }
        };
        let mut content = vec![0; length];
        self.fill(&mut content)?;
        Some(Frame { kind: head[0] & 15, content })
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Option<()> {
        match self.stream.read_exact(bytes) {
            Ok(()) => Some(()),
            Err(error) if [ErrorKind::WouldBlock, ErrorKind::TimedOut].contains(&error.kind()) => {
                panic!("nothing came in time")
            }
            Err(_) => None,
        }
    }

    /// The next line. Answers pings.
    pub fn line(&mut self) -> String {
        loop {
            let frame = self.frame().expect("a line");
            let text = || String::from_utf8(frame.content.clone()).unwrap();
            match frame.kind {
                TEXT => {
                    let line = text();
                    let is_plain = line.bytes().all(|b| b == b' ' || b.is_ascii_graphic());
                    assert!(is_plain && !line.is_empty() && !line.ends_with(' '), "{line:?}");
                    return line;
                }
                PING => assert!(self.write(&self::frame(LAST | PONG, &frame.content))),
                PONG => {}
                kind => panic!("a frame of kind {kind}: {:?}", text()),
            }
        }
    }

    /// Sends lines in one message. Returns the next line.
    pub fn ask(&mut self, lines: &str) -> String {
        self.send(lines);
        self.line()
    }

    /// Lines up to and including the first that starts with `start`.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().unwrap().starts_with(start) {
                return lines;
            }
        }
    }

    /// Reads until the server closes the connection in due form. Returns the code and the reason.
    pub fn closed(&mut self) -> (u16, String) {
        loop {
            let Some(frame) = self.frame() else { panic!("the connection broke off") };
            if frame.kind == CLOSE {
                let code = u16::from_be_bytes([frame.content[0], frame.content[1]]);
                return (code, String::from_utf8(frame.content[2..].to_vec()).unwrap());
            }
        }
    }
}

/// A frame as a client has to send it, with a mask.
pub fn frame(first: u8, content: &[u8]) -> Vec<u8> {
    const MASK: [u8; 4] = *b"mask";
    let mut bytes = head(first, content.len(), true);
    bytes.extend(MASK);
    bytes.extend(content.iter().enumerate().map(|(at, byte)| byte ^ MASK[at % 4]));
    bytes
}

/// The beginning of a frame of any length that it claims to have.
pub fn head(first: u8, length: usize, masked: bool) -> Vec<u8> {
    let mask = u8::from(masked) << 7;
    let mut bytes = vec![first];
    match length {
        0..126 => bytes.push(mask | length as u8),
        126..=0xffff => {
            bytes.push(mask | 126);
            bytes.extend((length as u16).to_be_bytes());
        }
        _ => {
            bytes.push(mask | 127);
            bytes.extend((length as u64).to_be_bytes());
        }
    }
    bytes
}
