//! The beginning and the end of the process.

use std::process::{Command, Output};
use std::time::{Duration, Instant};

use crate::web::{Server, Socket};

/// Longer than the end may take. The machine may be busy.
const SOON: Duration = Duration::from_secs(10);

#[test]
fn a_signal_ends_it_cleanly() {
    for signal in ["INT", "TERM"] {
        let server = Server::start(&["--timeout", "600"]);
        let mut idle = Socket::open(&server);
        let mut busy = Socket::open(&server);
        busy.send("go infinite");
        assert!(busy.line().starts_with("info "));
        let page = server.connect();
        let began = Instant::now();
        let closing = std::thread::spawn(move || [idle.closed(), busy.closed()]);
        let (status, out, log) = server.end(signal);
        assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
        assert_eq!(status.code(), Some(0), "{signal}: {log}");
        assert_eq!(out, "", "the address is all that it says");
        for closed in closing.join().unwrap() {
            assert_eq!(closed, (1001, "the server ends".to_owned()));
        }
        assert!(log.contains("listening on 127.0.0.1:"), "{log}");
        assert!(!log.contains("panicked"), "{log}");
        drop(page);
    }
}

#[test]
fn a_new_server_may_take_the_port_at_once() {
    let server = Server::start(&[]);
    let address = server.host();
    let socket = Socket::open(&server);
    let second = serve(&["--listen", &address]);
    assert_eq!(second.status.code(), Some(2));
    let why = String::from_utf8(second.stderr).unwrap();
    assert!(why.contains(&format!("cannot listen on {address}")), "{why}");
    assert!(why.contains("another program listens there"), "{why}");
    assert!(second.stdout.is_empty());
    server.is_well();
    // The connection that the server closes leaves the port in use for a while.
    assert_eq!(server.end("TERM").0.code(), Some(0));
    drop(socket);
    let next = Server::start(&["--listen", &address]);
    assert_eq!(next.host(), address);
    next.is_well();
}

fn serve(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sarsen")).arg("serve").args(arguments).output().unwrap()
}

#[test]
fn wrong_arguments_are_explained() {
    for (arguments, words) in [
        (&["--listen", "8017"][..], "write ADDRESS:PORT"),
        (&["--listen", "127.0.0.1:99999"], "write ADDRESS:PORT"),
        (&["--listen", "203.0.113.7:0"], "this machine has no such address"),
        (&["--host", "http://x"], "is no name of a host"),
        (&["--host", "*"], "is no name of a host"),
        (&["--connections", "0"], "from 1 to"),
        (&["--timeout", "0"], "1..=86400"),
    ] {
        let output = serve(arguments);
        let why = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {why}");
        assert!(why.contains(words), "{arguments:?}: {why}");
        assert!(output.stdout.is_empty());
    }
}
