//! The door: hosts, origins, and shares of the room.

use crate::web::{Server, Socket};

#[test]
fn only_known_hosts_are_answered() {
    let server = Server::start(&["--host", "Board.example.org", "--host", "other.example:9000"]);
    let port = server.address.port();
    let status = |host: &str| server.request("GET", "/", &[("Host", host)]).status;
    for good in ["localhost", "127.0.0.1", "[::1]", "LocalHost", "board.example.org"] {
        assert_eq!(status(&format!("{good}:{port}")), 200, "{good}");
    }
    for good in ["board.example.org", "board.example.org:443", "other.example:9000"] {
        assert_eq!(status(good), 200, "{good}");
    }
    for bad in [
        "localhost",
        "evil.example",
        &format!("evil.example:{port}"),
        &format!("127.0.0.1.evil.example:{port}"),
        &format!("localhost:{port}@evil.example"),
        &format!("x@localhost:{port}"),
        &format!("0.0.0.0:{port}"),
        &format!("other.example:{port}"),
        "",
    ] {
        let answer = server.request("GET", "/", &[("Host", bad)]);
        answer.refuses(403, "does not answer for the host");
    }
    server.request("GET", "/", &[]).refuses(400, "names no host");
    let host = server.host();
    let twice = [("Host", &*host), ("Host", &*host)];
    assert_eq!(server.request("GET", "/", &twice).status, 400);
    let elsewhere = format!("http://evil.example:{port}/");
    server.request("GET", &elsewhere, &[("Host", &host)]).refuses(403, "evil.example");
    assert_eq!(server.request("GET", &format!("http://{host}/"), &[("Host", &host)]).status, 200);
    let refused = "This server does not answer for the host 'evil.example'; its port counts, too.";
    server.logs(&format!("refused 127.0.0.1: {refused}"));
}

#[test]
fn a_socket_opens_only_for_our_own_pages() {
    let server = Server::start(&[]);
    let port = server.address.port();
    let open = |headers: &[(&str, &str)]| Socket::open_at(&server, "/ws", headers).err();
    // Programs send no origin.
    assert!(open(&[]).is_none());
    for good in ["http://127.0.0.1", "http://localhost", "https://localhost"] {
        assert!(open(&[("Origin", &format!("{good}:{port}"))]).is_none(), "{good}");
    }
    for bad in [
        "http://evil.example",
        "null",
        "http://localhost",
        &format!("http://evil.example:{port}"),
        &format!("http://localhost:{port}.evil.example"),
        &format!("file://localhost:{port}"),
        &format!("localhost:{port}"),
        "",
    ] {
        open(&[("Origin", bad)]).expect(bad).refuses(403, "may not use this server");
    }
    // DNS rebinding: a page whose own name leads here.
    let name = format!("evil.example:{port}");
    let origin = format!("http://{name}");
    let rebound = open(&[("Host", &name), ("Origin", &origin)]).unwrap();
    rebound.refuses(403, "does not answer for the host");
    server.logs("does not answer for the host 'evil.example");
    server.logs("Pages of 'null' may not use this server.");
}

#[test]
fn a_name_may_be_allowed_with_its_pages() {
    let server = Server::start(&["--host", "board.example.org"]);
    let headers = [("Host", "board.example.org"), ("Origin", "https://board.example.org")];
    let mut socket =
        Socket::open_at(&server, "/ws", &headers).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(socket.ask("isready"), "readyok");
}

#[test]
fn a_proxy_tells_the_peer_only_if_it_is_trusted() {
    let from = |peer| [("X-Forwarded-For", peer)];
    let proxied = Server::start(&["--behind-proxy", "--connections-per-address", "2"]);
    let open = |peer: &'static str| Socket::open_at(&proxied, "/ws", &from(peer));
    let held: Vec<Socket> =
        ["203.0.113.9", "198.51.100.1, 203.0.113.9"].map(|peers| open(peers).ok().unwrap()).into();
    let third = open("203.0.113.9").err().expect("no third one");
    third.refuses(429, "2 connections from your address");
    assert!(open("198.51.100.1").is_ok() && open("203.0.113.9, 198.51.100.1").is_ok());
    proxied.logs("refused 203.0.113.9: There are 2 connections");
    drop(held);
    let plain = Server::start(&["--connections-per-address", "2"]);
    let held: Vec<Socket> = (0..5)
        .map(|_| Socket::open_at(&plain, "/ws", &from("203.0.113.9")).ok().unwrap())
        .collect();
    assert_eq!(held.len(), 5, "nobody is believed, and this machine may have all");
}

#[test]
fn a_proxy_that_does_not_tell_the_peer_is_refused() {
    let server = Server::start(&["--behind-proxy", "--connections-per-address", "1"]);
    let host = server.host();
    let ask =
        |peer: &str| server.request("GET", "/", &[("Host", &host), ("X-Forwarded-For", peer)]);
    server.get("/").refuses(400, "did not send the header X-Forwarded-For");
    Socket::open_at(&server, "/ws", &[]).err().expect("no peer").refuses(400, "The proxy did not");
    for wrong in ["unknown", "203.0.113.9, ", "203.0.113.9, unix:", "203.0.113.9:http"] {
        ask(wrong).refuses(400, "It has to send the address of the peer");
    }
    ask("a\u{e4}").refuses(400, "as its last entry");
    server.logs("refused 127.0.0.1: The proxy did not send");
    for good in ["203.0.113.9", "203.0.113.9:4711", "[2001:db8::1]", "[2001:db8::1]:4711"] {
        assert_eq!(ask(good).status, 200, "{good}");
    }
    // A household has many addresses, and many ports.
    let open = |peer| Socket::open_at(&server, "/ws", &[("X-Forwarded-For", peer)]);
    let held = [open("203.0.113.9:1"), open("[2001:db8::1]:1")].map(|socket| socket.expect("room"));
    for same in ["203.0.113.9:2", "::ffff:203.0.113.9", "2001:db8::2", "[2001:db8::3:4]:1"] {
        open(same).err().expect(same).refuses(429, "1 connections from your address");
    }
    assert!(open("2001:db8:0:1::1").is_ok());
    drop(held);
}
