//! Arbitrary requests, frames and sessions: the server stays, answers every `go`, and lets the next
//! client in. `PROPTEST_CASES=10000 cargo test --release --test serve fuzz` tries more.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::tame::tame;
use crate::web::{CLOSE, Frame, LAST, PING, PONG, Server, Socket, TEXT, frame, head};

/// The number of cases, unless the environment asks for others.
const CASES: u32 = 64;

fn regex(text: &str) -> impl Strategy<Value = String> + use<> {
    prop::string::string_regex(text).expect("a regular expression")
}

/// Holds for many cases with one server, which is well afterwards.
fn hold<S: Strategy>(strategy: &S, test: impl Fn(&Server, S::Value)) {
    let server = Server::start(&["--timeout", "30"]);
    let usual = Config::default();
    let is_asked = std::env::var_os("PROPTEST_CASES").is_some();
    let cases = if is_asked { usual.cases } else { CASES };
    let config = Config { cases, failure_persistence: None, ..usual };
    let held = TestRunner::new(config).run(strategy, |case| {
        test(&server, case);
        Ok(())
    });
    held.unwrap_or_else(|failure| panic!("{failure}"));
    server.is_well();
    let (status, _, log) = server.end("TERM");
    assert!(status.success() && !log.contains("panicked"), "{status}: {log}");
}

/// Frames that keep the rules, break them a little, or are no frames.
fn frames() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let text = regex("(isready|uci|move 4|go nodes 10|quit|position|\n|x){0,6}");
    let one = prop_oneof![
        4 => text.prop_map(|text| frame(LAST | TEXT, text.as_bytes())),
        2 => (any::<u8>(), prop::collection::vec(any::<u8>(), 0..200))
            .prop_map(|(first, content)| frame(first, &content)),
        2 => (any::<u8>(), any::<u32>(), any::<bool>())
            .prop_map(|(first, length, masked)| head(first, length as usize, masked)),
        1 => prop::collection::vec(any::<u8>(), 0..40)
            .prop_map(|content| frame(LAST | PING, &content)),
        1 => prop::collection::vec(any::<u8>(), 0..40)
            .prop_map(|content| frame(LAST | CLOSE, &content)),
        1 => prop::collection::vec(any::<u8>(), 0..60),
    ];
    prop::collection::vec(one, 0..12)
}

/// Sends frames, and looks at what comes back: frames, up to the end.
fn exchange(socket: &mut Socket, frames: &[Vec<u8>], look: impl Fn(&Frame)) {
    for bytes in frames {
        // The server may have closed already.
        if !socket.write(bytes) {
            break;
        }
    }
    socket.stream.shutdown(Shutdown::Write).ok();
    while let Some(frame) = socket.frame() {
        assert!([TEXT, CLOSE, PING, PONG].contains(&frame.kind), "{frame:?}");
        look(&frame);
    }
}

#[test]
fn any_frames_leave_the_server_well() {
    hold(&frames(), |server, frames| {
        exchange(&mut Socket::open(server), &frames, |frame| {
            assert!(frame.kind != TEXT || frame.content.is_ascii(), "{frame:?}");
        });
        server.is_well();
    });
}

#[test]
fn any_request_is_answered_or_cut_off() {
    let line = "(Host: localhost|Host: \\PC{0,9}|Upgrade: websocket|Connection: (Upgrade|close)|\
                Origin: \\PC{0,9}|Content-Length: [0-9]{1,20}|Transfer-Encoding: chunked|\
                Expect: 100-continue|Sec-WebSocket-Version: 13|Sec-WebSocket-Key: \\PC{0,30}|\
                \\PC{0,30})";
    let text = format!(
        "(GET|POST|HEAD|\\PC{{0,5}}) [/a-z%.0-9?#]{{0,20}} HTTP/1\\.[01]\r\n\
                        ({line}\r\n){{0,9}}\r\n\\PC{{0,50}}"
    );
    let request = prop_oneof![
        6 => regex(&text).prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..300),
    ];
    hold(&request, |server, bytes| {
        let mut stream = server.connect();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        // The server may refuse before everything is written.
        let _ = stream.write_all(&bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        // A reset is an end, too.
        let _ = stream.read_to_end(&mut answer);
        let is_answer = answer.is_empty() || answer.starts_with(b"HTTP/1.");
        assert!(is_answer, "{}", String::from_utf8_lossy(&answer));
    });
}

/// Lines of all kinds: commands, near misses, and any text.
fn lines() -> impl Strategy<Value = Vec<String>> {
    let words = "(depth|nodes|movetime|infinite|ponder|startpos|fen|moves|name|value|Hash|Game|Book|\
                 Threads|MultiPV|Tables|connect4|stonehenge|othello|checkers|abalone|nuba|perft|\
                 einstein|pig|deckpig|backgammon|\
                 board|layout|svg|played|rules|4|1|-3|5x4|6x6|6@7|x|e6|pass|11-15|9x18|a1b2|c3c5d3|\
                 belgian/40|beyond|X@c1|B:W18,K32:BK1,5|startpos moves 7@b2 x@c5)";
    let command = "(go|go|position|position startpos moves|move|undo|newgame|setoption|query|stop|\
                   ponderhit|isready|show|help|ugi|uci)";
    let line = prop_oneof![
        8 => regex(&format!("{command}( {words}){{0,5}}")),
        1 => regex("\\PC{0,40}"),
    ];
    prop::collection::vec(line, 0..30)
}

#[test]
fn any_session_over_a_socket_ends_and_answers() {
    hold(&lines(), |server, lines| {
        let mut socket = Socket::open(server);
        let mut searches = 0;
        for line in &lines {
            let (tamed, is_go, _) = tame(line.as_bytes());
            searches += usize::from(is_go);
            socket.send(&String::from_utf8(tamed).unwrap());
        }
        socket.send("isready\nquit");
        let mut answered = 0;
        loop {
            let frame = socket.frame().expect("a close");
            let text = String::from_utf8(frame.content.clone()).unwrap_or_default();
            match frame.kind {
                TEXT => answered += usize::from(text.starts_with("bestmove ")),
                CLOSE => {
                    assert_eq!(frame.content, 1000_u16.to_be_bytes(), "{text}");
                    break;
                }
                _ => {}
            }
            assert!(!text.contains("the game's code has panicked"), "{text}");
        }
        assert_eq!(answered, searches, "{lines:?}");
    });
}

/// Lines of all kinds for a table.
fn table_lines() -> impl Strategy<Value = Vec<String>> {
    let words = "(first|second|connect4|nuba|checkers|othello|clock|movetime|depth|none|0|1|2|4|-1|\
                 60000|1000|99999999999|e6|11-15|7@b2|a1b2|x|<b>)";
    let command = "(create|create connect4|create nuba|sit|sit first|resume|resume first x|name|\
                   stand|move|move 0|undo|agree|refuse|resign|engine|engine second depth 1|isready|\
                   table|go|quit)";
    let line = prop_oneof![
        8 => regex(&format!("{command}( {words}){{0,4}}")),
        1 => regex("\\PC{0,40}"),
    ];
    prop::collection::vec(line, 0..30)
}

#[test]
fn any_talk_at_a_table_is_answered() {
    let starts = ["created ", "seat ", "moved ", "table ", "refused ", "readyok", "info string "];
    hold(&table_lines(), |server, lines| {
        let mut socket = Socket::open_at(server, "/table/ws", &[]).expect("a socket");
        for line in &lines {
            // The server has closed if one of them was `quit`.
            if !socket.write(&frame(LAST | TEXT, line.as_bytes())) {
                break;
            }
        }
        socket.write(&frame(LAST | TEXT, b"isready\nquit"));
        let mut ready = lines.iter().filter(|line| line.trim() == "quit").count();
        loop {
            let frame = socket.frame().expect("a close");
            let text = String::from_utf8_lossy(&frame.content).into_owned();
            match frame.kind {
                TEXT => {
                    assert!(starts.iter().any(|start| text.starts_with(start)), "{text}");
                    assert!(!text.contains("panicked"), "{text}");
                    ready += usize::from(text == "readyok");
                }
                CLOSE => break,
                _ => {}
            }
        }
        assert!(ready > 0, "{lines:?}");
    });
}

#[test]
fn any_frames_at_a_table_leave_the_server_well() {
    hold(&frames(), |server, frames| {
        let mut socket = Socket::open_at(server, "/table/ws", &[]).expect("a socket");
        socket.write(&frame(LAST | TEXT, b"create checkers\nsit first"));
        exchange(&mut socket, &frames, |_| {});
        server.is_well();
    });
}
