//! More connections than there is room for.

use std::time::{Duration, Instant};

use crate::web::{Answer, Server, Socket};

/// The number of connections that are opened and left.
const CROWD: usize = 10_000;

/// The number of connections that the server has room for.
const ROOM: usize = 2_000;

/// The files that this test needs besides its connections.
const OTHERS: u64 = 200;

/// Raises the limit for open files of this process, so that the crowd fits. Returns whether it
/// does.
#[cfg(unix)]
fn has_room() -> bool {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let wanted = CROWD as u64 + OTHERS;
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current.is_some_and(|current| current < wanted) {
        limit.current = Some(limit.maximum.map_or(wanted, |most| most.min(wanted)));
        let _ = setrlimit(Resource::Nofile, limit);
    }
    getrlimit(Resource::Nofile).current.is_none_or(|current| current >= wanted)
}

#[test]
#[cfg(unix)]
fn a_crowd_fills_the_room_and_nobody_inside_notices() {
    if !has_room() {
        let what = format!("the system does not allow {CROWD} open connections");
        return crate::support::skipped::say(&what);
    }
    let server = Server::start(&["--connections", &ROOM.to_string()]);
    let mut inside = Socket::open(&server);
    // Half of the room is taken by sockets that are left, half by connections that say nothing.
    let sockets: Vec<Socket> = (0..ROOM / 2).map(|_| Socket::open(&server)).collect();
    let mut crowd = Vec::new();
    for number in 0..CROWD - sockets.len() {
        crowd.push(server.connect());
        if number % 1000 == 0 {
            let asked = Instant::now();
            assert_eq!(inside.ask("isready"), "readyok");
            let time = asked.elapsed();
            assert!(time < Duration::from_secs(5), "{number}: {time:?}");
        }
    }
    assert!(inside.ask("go movetime 50").starts_with("info "));
    inside.until("bestmove ");
    // Who comes now is told why not. Many at a time are only closed.
    let end = Instant::now() + Duration::from_secs(30);
    let refused = loop {
        let answer = Answer::read(&mut server.connect());
        if answer.is_some() || Instant::now() > end {
            break answer.expect("a word");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    refused.refuses(503, "There are 2000 connections already");
    server.logs("There are 2000 connections already");
    // When they are gone, there is room again.
    drop((sockets, crowd));
    let end = Instant::now() + Duration::from_secs(30);
    while Socket::open_at(&server, "/ws", &[]).is_err() {
        assert!(Instant::now() < end, "there is no room again");
        std::thread::sleep(Duration::from_millis(50));
    }
    server.is_well();
    assert_eq!(inside.ask("isready"), "readyok");
}
