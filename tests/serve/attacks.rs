//! Attackers with one connection. Each is refused with a word, and others notice nothing.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use sarsen::game::{Game, Position, Written, split_mix};
use sarsen::games::abalone::Abalone;

use crate::web::{Answer, LAST, PATIENCE, Server, Socket, TEXT, frame};

#[test]
fn a_head_that_drips_is_cut_off() {
    let server = Server::start(&["--timeout", "6"]);
    let mut bystander = Socket::open(&server);
    let mut dripping = server.connect();
    let mut silent = server.connect();
    let began = Instant::now();
    let head = format!("GET / HTTP/1.1\r\nHost: {}\r\nX-Slow: {}", server.host(), "x".repeat(6000));
    for byte in head.as_bytes() {
        if dripping.write_all(&[*byte]).is_err() {
            break;
        }
        if began.elapsed() > Duration::from_secs(3) {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let answer = Answer::read(&mut dripping).expect("a word");
    answer.refuses(408, "within 1 seconds");
    server.logs("has to be complete within 1 seconds");
    // Who says nothing at all is just closed.
    let mut rest = Vec::new();
    silent.read_to_end(&mut rest).unwrap();
    assert!(rest.is_empty() && began.elapsed() < PATIENCE);
    assert_eq!(bystander.ask("isready"), "readyok");
}

#[test]
fn a_head_that_is_too_long_or_broken_is_refused() {
    let server = Server::start(&[]);
    let host = server.host();
    let long = "x".repeat(20 << 10);
    assert_eq!(
        server.say(format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: {long}\r\n\r\n")).status,
        431
    );
    let many: String = (0..100).map(|number| format!("X-{number}: 1\r\n")).collect();
    assert_eq!(server.say(format!("GET / HTTP/1.1\r\nHost: {host}\r\n{many}\r\n")).status, 431);
    let path = server.say(format!("GET /{long} HTTP/1.1\r\nHost: {host}\r\n\r\n")).status;
    assert!([414, 431].contains(&path), "{path}");
    for broken in [
        "\r\n\r\n\r\n\r\n nonsense\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET / HTTP/1.1\r\nHost localhost\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: \u{1}\r\n\r\n",
        "GET /\u{7f} HTTP/1.1\r\n\r\n",
        "\u{16}\u{3}\u{1}\u{2} TLS\r\n\r\n",
    ] {
        let status = server.say(broken).status;
        assert!((400..500).contains(&status), "{broken:?}: {status}");
    }
    // A body that is never read, and two answers to one connection.
    let body = format!("GET / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 999999999\r\n\r\n");
    assert_eq!(server.say(format!("{body}x")).status, 200);
    server.is_well();
}

#[test]
fn who_never_reads_is_closed_and_costs_little() {
    let server = Server::start(&[]);
    let mut bystander = Socket::open(&server);
    let mut greedy = Socket::open(&server);
    let began = Instant::now();
    let message = frame(LAST | TEXT, "help\n".repeat(5_000).as_bytes());
    while greedy.write(&message) {
        assert!(began.elapsed() < PATIENCE, "it is never closed");
    }
    server.logs("too many answers have not been read");
    let asked = Instant::now();
    assert_eq!(bystander.ask("isready"), "readyok");
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    #[cfg(target_os = "linux")]
    {
        let most = server.memory("VmHWM:");
        assert!(most < 200 << 10, "{most} KiB");
    }
}

#[test]
fn a_flood_of_lines_is_slowed_down_and_answered() {
    let server = Server::start(&[]);
    let mut bystander = Socket::open(&server);
    let mut flood = Socket::open(&server);
    let (lines, messages) = (5_000, 5);
    let mut reader = Socket { stream: flood.stream.try_clone().unwrap() };
    let reading = std::thread::spawn(move || {
        (0..lines * messages).for_each(|_| assert_eq!(reader.line(), "readyok"));
    });
    for _ in 0..messages {
        flood.send(&"isready\n".repeat(lines));
        assert_eq!(bystander.ask("isready"), "readyok");
    }
    reading.join().unwrap();
}

#[test]
fn options_do_not_reach_files_memory_or_threads() {
    let server = Server::start(&["--threads", "2", "--hash", "64"]);
    let mut socket = Socket::open(&server);
    for line in [
        "setoption name Book value /etc/passwd",
        "setoption name Weights value /etc/passwd",
        "setoption name Weights value ../../Cargo.toml",
        "setoption name Book value /dev/zero",
        "setoption name Tables value /etc",
        "setoption name Hash value 1000000",
        "setoption name Hash value 65",
        "setoption name Threads value 3",
        "setoption name Threads value 100000",
    ] {
        let answer = socket.ask(line);
        assert!(answer.starts_with("info string error: "), "{line}: {answer}");
        assert!(!answer.contains("root:"), "{answer}");
    }
    assert!(socket.ask("setoption name Book value /etc/passwd").contains("not allowed"));
    socket.send("ugi");
    let options = socket.until("ugiok").join("\n");
    let bound = |name: &str| {
        let start = format!("option name {name} type spin ");
        let line = options.lines().find(|line| line.starts_with(&start)).unwrap();
        line.rsplit(' ').next().unwrap().parse::<u64>().unwrap()
    };
    assert_eq!(bound("Threads"), 2, "{options}");
    assert!(bound("Hash") <= 64, "{options}");
    socket.send("setoption name Threads value 2\ngo movetime 50");
    socket.until("bestmove ");
}

/// Legal moves of one game of Abalone, in this many bytes at most. The game is not over after them.
fn long_game(bytes: usize) -> String {
    let mut position = Abalone::STANDARD.start();
    let (mut line, mut random) = (String::new(), 1);
    loop {
        let moves = position.legal_moves();
        let m = moves[split_mix(&mut random) as usize % moves.len()];
        let text = position.format_move(m);
        if line.len() + text.len() >= bytes {
            return line;
        }
        let mut next = position.clone();
        next.make(m);
        // A move that would end the game is not played.
        if next.outcome().is_none() {
            position = next;
            line += " ";
            line += &text;
        }
    }
}

#[test]
fn a_very_long_game_is_taken_and_keeps_nobody_waiting() {
    let server = Server::start(&["--threads", "2"]);
    let mut bystander = Socket::open(&server);
    let mut socket = Socket::open(&server);
    let line = format!("position startpos moves{}", long_game(60 << 10));
    let count = line.split(' ').count() - 3;
    assert!(count > 10_000, "{count} moves");
    socket.send("newgame abalone");
    assert!(socket.write(&frame(LAST | TEXT, line.as_bytes())));
    assert_eq!(socket.ask("query gameover"), "response false");
    let played = socket.ask("query played");
    assert!(line.ends_with(played.strip_prefix("response").unwrap()), "other moves came back");
    assert!(socket.ask("query board").contains(&format!("\"ply\":{count},")));
    socket.send("go depth 2");
    socket.until("bestmove ");
    // Several send it again and again, as fast as they may.
    let mut crowd: Vec<Socket> = (0..4).map(|_| Socket::open(&server)).collect();
    for socket in &mut crowd {
        socket.send("newgame abalone");
    }
    crowd.push(socket);
    for _ in 0..8 {
        for socket in &mut crowd {
            assert!(socket.write(&frame(LAST | TEXT, line.as_bytes())));
        }
        let asked = Instant::now();
        assert_eq!(bystander.ask("isready"), "readyok");
        assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    }
    for socket in &mut crowd {
        assert_eq!(socket.ask("query played"), played);
    }
    server.is_well();
}

#[test]
fn long_and_strange_texts_stay_texts() {
    let server = Server::start(&[]);
    let mut socket = Socket::open(&server);
    let moves = "4 ".repeat(10_000);
    let answer = socket.ask(&format!("position startpos moves {moves}"));
    assert!(answer.starts_with("info string error: "), "{answer}");
    assert_eq!(socket.ask("isready"), "readyok");
    for text in ["<script>alert(1)</script>", "'; DROP TABLE tables; --", "\u{202e}<b>&amp;\u{7f}"]
    {
        for line in [
            format!("position fen {text}"),
            format!("move {text}"),
            format!("newgame {text}"),
            format!("newgame connect4 {text}"),
            format!("setoption name {text} value {text}"),
            text.to_owned(),
        ] {
            let answer = socket.ask(&line);
            assert!(answer.starts_with("info string error: "), "{line}: {answer}");
            assert!(answer.len() < 1000, "{answer}");
        }
        // Over HTTP, such a text is never a page.
        let host = server.host();
        let path = format!("/table/{}", text.replace(' ', "%20"));
        for answer in [
            server.request("GET", "/", &[("Host", text)]),
            server.request("GET", "/", &[("Host", &host), ("Origin", text)]),
            server.request("GET", &path, &[("Host", &host)]),
        ] {
            assert!((400..500).contains(&answer.status), "{answer:?}");
            let kind = answer.header("content-type").unwrap_or("none");
            assert!(!kind.contains("html"), "{answer:?}");
        }
    }
    server.is_well();
}

#[test]
fn frames_that_make_no_message_are_cut_off() {
    let server = Server::start(&[]);
    let mut bystander = Socket::open(&server);
    let mut attacker = Socket::open(&server);
    let frames = frame(0, b"").repeat(100_000);
    assert!(attacker.write(&frame(TEXT, b"")) && attacker.write(&frames));
    let (code, reason) = attacker.closed();
    assert_eq!((code, &*reason), (1008, "512 KiB of frames that make no message"));
    // Whoever goes on is cut off.
    let began = Instant::now();
    while attacker.write(&frames) {
        assert_eq!(bystander.ask("isready"), "readyok");
        assert!(began.elapsed() < PATIENCE, "he is never cut off");
    }
    server.logs("refused 127.0.0.1: 512 KiB of frames that make no message");
    assert_eq!(bystander.ask("isready"), "readyok");
}

#[test]
fn empty_frames_in_messages_are_slowed_down() {
    let server = Server::start(&[]);
    let mut flood = Socket::open(&server);
    let empty = frame(0, b"").repeat(80_000);
    let message = [frame(TEXT, b"isready"), empty, frame(LAST, b"")].concat();
    let began = Instant::now();
    for _ in 0..4 {
        assert!(flood.write(&message));
        assert_eq!(flood.line(), "readyok");
    }
    assert!(began.elapsed() > Duration::from_secs(3), "{:?}", began.elapsed());
}

#[test]
fn a_long_message_in_frames_of_one_byte_is_taken() {
    let server = Server::start(&[]);
    let mut socket = Socket::open(&server);
    let text = [&vec![b' '; (64 << 10) - 8][..], b"\nisready"].concat();
    let mut bytes = frame(TEXT, &text[..1]);
    text[1..].iter().for_each(|byte| bytes.extend(frame(0, &[*byte])));
    bytes.extend(frame(LAST, b""));
    for _ in 0..3 {
        assert!(socket.write(&bytes));
        assert_eq!(socket.line(), "readyok");
    }
}
