//! The beginning and the end of the process.

use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::place::Place;
use crate::support::process::signal;
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
        (&["--listen", "224.0.0.251:0"], "for messages to many machines"),
        (&["--listen", "255.255.255.255:0"], "for messages to many machines"),
        (&["--listen", "[ff02::1]:0"], "for messages to many machines"),
        (&["--listen", "[::ffff:224.0.0.251]:0"], "for messages to many machines"),
    ] {
        let output = serve(arguments);
        let why = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {why}");
        assert!(why.contains(words), "{arguments:?}: {why}");
        assert!(output.stdout.is_empty());
    }
}

/// Makes a pipe with a name.
#[cfg(unix)]
fn pipe(path: &str) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
#[cfg(unix)]
fn a_store_that_is_no_file_is_refused() {
    let place = Place::new();
    let (folder, fifo) = (place.path("folder"), place.text("pipe.db"));
    std::fs::create_dir(&folder).unwrap();
    pipe(&fifo);
    for store in [folder.to_str().unwrap(), &fifo, "/dev/null"] {
        let output = serve(&["--listen", "127.0.0.1:0", "--store", store]);
        let why = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{store}: {why}");
        assert!(why.contains(&format!("{store}: this is no file")), "{why}");
        assert!(output.stdout.is_empty());
    }
}

/// Whether a process has a use of its own for SIGTERM.
#[cfg(target_os = "linux")]
fn hears_signals(id: u32) -> bool {
    const TERMINATE: u64 = 1 << (15 - 1);
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
    u64::from_str_radix(caught.trim(), 16).unwrap() & TERMINATE != 0
}

/// The journal of this store is a pipe that nobody writes to, so opening the store takes for ever.
#[test]
#[cfg(target_os = "linux")]
fn a_signal_ends_it_while_the_store_opens() {
    let place = Place::new();
    let store = place.text("tables.db");
    let server = Server::start(&["--store", &store]);
    assert!(server.end("TERM").0.success());
    pipe(&format!("{store}-journal"));
    for name in ["INT", "TERM"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sarsen"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--store", &store]);
        let mut server = command.stdout(Stdio::piped()).spawn().unwrap();
        let began = Instant::now();
        while !hears_signals(server.id()) {
            assert!(began.elapsed() < SOON, "it never hears signals");
            std::thread::sleep(Duration::from_millis(5));
        }
        signal(&server, name);
        let asked = Instant::now();
        let status = loop {
            if let Some(status) = server.try_wait().unwrap() {
                break status;
            }
            if asked.elapsed() > SOON {
                server.kill().unwrap();
                panic!("SIG{name} did not end it");
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        assert_eq!(status.code(), Some(0));
        let output = server.wait_with_output().unwrap();
        assert!(output.stdout.is_empty(), "it never listened");
    }
}
