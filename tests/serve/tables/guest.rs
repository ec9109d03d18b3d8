//! Clients of a table, over sockets.

use std::net::TcpStream;
use std::path::Path;
use std::time::Instant;

use serde_json::Value;
use tungstenite::protocol::WebSocket;
use tungstenite::{ClientRequestBuilder, Error, Message};

use crate::web::{PATIENCE, Server};

/// Starts a server that keeps its tables in a file.
pub fn server_with(store: &Path) -> Server {
    Server::start(&["--store", store.to_str().unwrap()])
}

/// Connects to a path, through a proxy if there is a peer for whom it speaks.
fn connect(server: &Server, path: &str, peer: Option<&str>) -> Result<WebSocket<TcpStream>, Error> {
    let stream = TcpStream::connect(server.address)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let url = format!("ws://{}{path}", server.host()).parse().unwrap();
    let mut request = ClientRequestBuilder::new(url);
    if let Some(peer) = peer {
        request = request.with_header("X-Forwarded-For", peer);
    }
    match tungstenite::client(request, stream) {
        Ok((socket, _)) => Ok(socket),
        Err(error) => Err(Error::Io(std::io::Error::other(error.to_string()))),
    }
}

/// A client of a table.
pub struct Client {
    socket: WebSocket<TcpStream>,
    /// The table as it was shown last.
    pub table: Value,
    /// The code of the refusal whose error comes next, or has come last.
    code: String,
}

impl Client {
    /// Connects where tables are created.
    pub fn outside(server: &Server) -> Self {
        Self {
            socket: connect(server, "/table/ws", None).unwrap(),
            table: Value::Null,
            code: String::new(),
        }
    }

    /// Creates a table from an address, through a proxy.
    pub fn from(server: &Server, peer: &str, line: &str) -> Self {
        let socket = connect(server, "/table/ws", Some(peer)).unwrap();
        let mut client = Self { socket, table: Value::Null, code: String::new() };
        assert!(client.ask(line).starts_with("created "));
        client
    }

    /// Creates a table. Returns its address, too.
    pub fn create(server: &Server, line: &str) -> (Self, String) {
        let mut client = Self::outside(server);
        let answer = client.ask(line);
        let id = answer.strip_prefix("created ").unwrap_or_else(|| panic!("{answer}")).to_owned();
        client.sees(|table| table["id"] == id.as_str());
        (client, id)
    }

    /// Comes to a table.
    pub fn at(server: &Server, id: &str) -> Self {
        let mut client = Self::before(server, id);
        client.sees(|table| table["id"] == id);
        client
    }

    /// The same, without waiting for the table.
    pub fn before(server: &Server, id: &str) -> Self {
        Self {
            socket: connect(server, &format!("/table/{id}/ws"), None).unwrap(),
            table: Value::Null,
            code: String::new(),
        }
    }

    /// Comes to a table. An error if the server is gone.
    pub fn try_at(server: &Server, id: &str) -> Result<Self, Error> {
        let socket = connect(server, &format!("/table/{id}/ws"), None)?;
        let mut client = Self { socket, table: Value::Null, code: String::new() };
        while client.table.is_null() {
            client.try_line()?;
        }
        Ok(client)
    }

    pub fn say(&mut self, line: &str) {
        self.try_say(line).unwrap();
    }

    pub fn try_say(&mut self, line: &str) -> Result<(), Error> {
        self.socket.send(Message::text(line))
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        self.try_line().unwrap()
    }

    pub fn try_line(&mut self) -> Result<String, Error> {
        loop {
            match self.socket.read()? {
                Message::Text(line) => {
                    let is_plain = line.bytes().all(|b| b == b' ' || b.is_ascii_graphic());
                    assert!(is_plain && !line.ends_with(' '), "{line:?}");
                    if let Some(json) = line.strip_prefix("table ") {
                        self.table = serde_json::from_str(json).unwrap();
                    }
                    if let Some(code) = line.strip_prefix("refused ") {
                        self.code = code.to_owned();
                    }
                    return Ok(line.as_str().to_owned());
                }
                Message::Close(_) => return Err(Error::ConnectionClosed),
                _ => {}
            }
        }
    }

    /// The next line that is neither the table nor the code of a refusal.
    pub fn answer(&mut self) -> String {
        self.try_answer().unwrap()
    }

    pub fn try_answer(&mut self) -> Result<String, Error> {
        loop {
            let line = self.try_line()?;
            if !["table ", "refused "].iter().any(|word| line.starts_with(word)) {
                return Ok(line);
            }
        }
    }

    /// Sends a line. Returns the answer.
    pub fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.answer()
    }

    /// Sends a line that is refused. Returns why.
    pub fn fails(&mut self, line: &str) -> String {
        let answer = self.ask(line);
        let why = answer.strip_prefix("info string error: ");
        why.unwrap_or_else(|| panic!("{line}: {answer}")).to_owned()
    }

    /// Sends a line that is refused. Returns the code.
    pub fn refused(&mut self, line: &str) -> String {
        self.code.clear();
        self.fails(line);
        self.code.clone()
    }

    /// Sits down. Returns the secret.
    pub fn sit(&mut self, seat: &str, name: &str) -> String {
        let answer = self.ask(&format!("sit {seat} {name}"));
        let secret = answer.strip_prefix(&format!("seat {seat} "));
        secret.unwrap_or_else(|| panic!("{answer}")).to_owned()
    }

    /// Plays a move, and waits until it is stored.
    pub fn plays(&mut self, ply: usize, m: &str) {
        assert_eq!(self.ask(&format!("move {ply} {m}")), format!("moved {ply} {m}"));
    }

    /// Reads until the table is shown as it shall be.
    pub fn sees(&mut self, wanted: impl Fn(&Value) -> bool) -> &Value {
        let end = Instant::now() + PATIENCE;
        while self.table.is_null() || !wanted(&self.table) {
            assert!(Instant::now() < end, "not seen; the table is {}", self.table);
            self.line();
        }
        &self.table
    }

    /// The same. An error if the server is gone.
    pub fn try_until(&mut self, wanted: impl Fn(&Value) -> bool) -> Result<(), Error> {
        while !wanted(&self.table) {
            self.try_line()?;
        }
        Ok(())
    }

    /// Makes sure that the table stays as it is, as far as the server has heard.
    pub fn stays(&mut self, moves: &str) {
        assert_eq!(self.ask("isready"), "readyok");
        assert_eq!(self.moves(), moves);
    }

    /// The moves of the table, as it was shown last.
    pub fn moves(&self) -> String {
        moves_of(&self.table).join(" ")
    }

    /// Reads until the server closes the connection. Returns the lines and the code.
    pub fn closed(mut self) -> (Vec<String>, u16) {
        let mut lines = Vec::new();
        loop {
            match self.socket.read().unwrap() {
                Message::Text(line) => lines.push(line.as_str().to_owned()),
                Message::Close(frame) => return (lines, frame.unwrap().code.into()),
                _ => {}
            }
        }
    }
}

/// The moves of a table.
pub fn moves_of(table: &Value) -> Vec<String> {
    let moves = table["moves"].as_array().unwrap();
    moves.iter().map(|m| m.as_str().unwrap().to_owned()).collect()
}
