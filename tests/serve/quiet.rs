//! The log of the server: silent while all is well.

use std::io::Write;

use crate::tables::guest::Client;
use crate::web::{LAST, Server, Socket, TEXT, frame};

/// Everything here happens every day, and nobody could do anything about it.
#[test]
fn the_log_says_nothing_of_what_is_normal() {
    let server = Server::start(&[]);
    let (mut first, id) = Client::create(&server, "create connect4");
    let secret = first.sit("first", "Ada");
    // Somebody comes back to his seat, and looks for a table that is not there.
    let mut again = Client::at(&server, &id);
    again.ask(&format!("resume first {secret}"));
    assert_eq!(first.closed().1, 4409);
    assert_eq!(Client::before(&server, "no-such-table").closed().1, 4404);
    assert_eq!(server.get("/favicon.ico").status, 404);
    // Tabs are closed, in order and in the middle of something.
    for beginning in [&frame(TEXT, b"is")[..3], &frame(LAST | TEXT, b"go infinite"), b""] {
        let mut socket = Socket::open(&server);
        assert!(socket.write(beginning));
        drop(socket);
        let mut socket = Socket::open(&server);
        assert!(socket.write(&frame(LAST | TEXT, b"isready")));
        // An answer that is here and was not read makes it a reset.
        assert_eq!(socket.stream.peek(&mut [0]).unwrap(), 1);
        assert!(socket.write(beginning));
    }
    for beginning in ["", "GET / HTTP/1.1\r\nHost: loc", "GET / HTTP/1.1\r\nHost: x\r\n"] {
        server.connect().write_all(beginning.as_bytes()).unwrap();
    }
    server.is_well();
    let (status, _, log) = server.end("TERM");
    assert!(status.success());
    assert!(!log.contains("WARN") && !log.contains("ERROR"), "{log}");
    assert_eq!(log.lines().count(), 2, "the beginning and the end: {log}");
}
