//! The sockets: lines in, lines out, and how they end.

use std::time::{Duration, Instant};

use crate::web::{
    BINARY, CLOSE, Frame, LAST, PATIENCE, PING, PONG, Server, Socket, TEXT, frame, head,
};

#[test]
fn an_engine_speaks_the_protocol_a_line_a_message() {
    let server = Server::start(&[]);
    let mut socket = Socket::open(&server);
    assert_eq!(socket.ask("isready"), "readyok");
    socket.send("ugi");
    assert!(socket.until("ugiok").iter().any(|line| line.starts_with("id name ")));
    // Several lines in one message are several lines. A line end at the end is none.
    socket.send("newgame connect4\r\nmove 4 4\nquery p1turn\n\nquery result\n");
    assert_eq!(socket.line(), "response true");
    assert_eq!(socket.line(), "response none");
    socket.send("go depth 5");
    let best = socket.until("bestmove ").pop().unwrap();
    assert!(best.len() > "bestmove ".len(), "{best}");
    // A message in parts is one message.
    assert!(socket.write(&frame(TEXT, b"isre")));
    assert!(socket.write(&frame(LAST | PING, b"there?")));
    assert!(socket.write(&frame(LAST, b"ady")));
    assert_eq!(socket.frame(), Some(Frame { kind: PONG, content: b"there?".to_vec() }));
    assert_eq!(socket.line(), "readyok");
    // Engines do not know each other.
    let mut other = Socket::open(&server);
    assert_eq!(other.ask("query p1turn"), "response true");
    socket.send("move 4");
    assert_eq!(socket.ask("query p1turn"), "response false");
    assert_eq!(other.ask("query p1turn"), "response true");
}

#[test]
fn quit_closes_and_a_close_is_answered() {
    let server = Server::start(&[]);
    let mut socket = Socket::open(&server);
    socket.send("go infinite\nquit\nisready");
    let mut last = String::new();
    let closed = loop {
        let frame = socket.frame().expect("a close");
        match frame.kind {
            TEXT => last = String::from_utf8(frame.content).unwrap(),
            CLOSE => break frame.content,
            _ => {}
        }
    };
    assert!(last.starts_with("bestmove "), "{last}");
    assert_eq!(closed, 1000_u16.to_be_bytes());
    // Whoever says that he goes is gone: nothing more is answered.
    let mut socket = Socket::open(&server);
    socket.send("go infinite");
    socket.line();
    assert!(socket.write(&frame(LAST | CLOSE, &1000_u16.to_be_bytes())));
    assert_eq!(socket.closed().0, 1000);
    assert!(socket.frame().is_none());
    server.is_well();
}

/// Sends something wrong. Returns how the server closes the connection.
fn after(server: &Server, bytes: &[u8]) -> (u16, String) {
    let mut socket = Socket::open(server);
    assert_eq!(socket.ask("isready"), "readyok");
    // It may close before everything has been written.
    socket.write(bytes);
    socket.closed()
}

#[test]
fn broken_rules_end_a_connection_with_a_word() {
    let server = Server::start(&[]);
    let mut bystander = Socket::open(&server);
    let long = vec![b' '; (64 << 10) + 1];
    let masked = |first, length: usize| [head(first, length, true), b"mask".to_vec()].concat();
    for (code, words, bytes) in [
        (1009, "more than 64 KiB", frame(LAST | TEXT, &long)),
        (1009, "more than 64 KiB", masked(LAST | TEXT, 1 << 20)),
        (1009, "more than 64 KiB", masked(LAST | TEXT, 1 << 62)),
        (1009, "more than 64 KiB", [frame(TEXT, &long[2..]), frame(LAST, b"more")].concat()),
        (1007, "not UTF-8", frame(LAST | TEXT, b"isready \xff")),
        (1007, "not UTF-8", [frame(TEXT, b"caf\xc3"), frame(LAST, b"x")].concat()),
        (1002, "mask", [head(LAST | TEXT, 4, false), b"quit".to_vec()].concat()),
        (1002, "", frame(LAST | 0x70 | TEXT, b"isready")),
        (1002, "", frame(LAST | 3, b"isready")),
        (1002, "", frame(LAST | 0xb, b"isready")),
        (1002, "", frame(LAST, b"nothing goes on")),
        (1002, "", frame(PING, b"a part")),
        (1002, "", frame(LAST | PING, &[b'x'; 126])),
        (1002, "", [frame(TEXT, b"is"), frame(LAST | TEXT, b"ready")].concat()),
    ] {
        let (found, reason) = after(&server, &bytes);
        assert_eq!(found, code, "{reason}: {:?}", &bytes[..bytes.len().min(20)]);
        assert!(reason.to_lowercase().contains(&words.to_lowercase()), "{reason}");
        assert!(!reason.is_empty());
    }
    server.logs("refused 127.0.0.1: a message of more than 64 KiB");
    assert_eq!(bystander.ask("isready"), "readyok");
}

#[test]
fn what_is_no_text_is_refused_and_the_rest_goes_on() {
    let server = Server::start(&[]);
    let mut socket = Socket::open(&server);
    assert!(socket.write(&frame(LAST | BINARY, b"isready")));
    assert_eq!(socket.line(), "info string error: a binary message; only text is understood");
    let line = socket.ask("is\0ready\nisready");
    assert!(line.starts_with("info string error: a NUL byte"), "{line}");
    assert_eq!(socket.line(), "readyok");
    // The longest message is taken.
    let mut longest = " ".repeat((64 << 10) - 8) + "\nisready";
    assert_eq!(socket.ask(&longest), "readyok");
    longest = "x".repeat(64 << 10);
    let line = socket.ask(&longest);
    assert!(line.starts_with("info string error") && line.len() < 500, "{line}");
    assert_eq!(socket.ask("isready"), "readyok");
}

#[test]
fn a_peer_who_does_not_answer_is_gone() {
    let server = Server::start(&["--timeout", "6"]);
    let mut silent = Socket::open(&server);
    let mut good = Socket::open(&server);
    let began = Instant::now();
    let mut pings = 0;
    // The good one says nothing, but answers.
    good.stream.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
    while pings < 3 {
        assert!(began.elapsed() < PATIENCE, "{pings} pings");
        if good.stream.peek(&mut [0]).is_ok_and(|count| count > 0) {
            let ping = good.frame().unwrap();
            assert_eq!(ping.kind, PING);
            assert!(good.write(&frame(LAST | PONG, &ping.content)));
            pings += 1;
        }
    }
    assert_eq!(good.ask("isready"), "readyok");
    // The silent one has its pings, and then nothing.
    while let Some(frame) = silent.frame() {
        assert_eq!(frame.kind, PING);
    }
}
