//! Memory: what all searches together take stays within `--hash`, and comes back.
#![cfg(target_os = "linux")] // where the system tells how much a process holds

use std::time::{Duration, Instant};

use crate::web::{PATIENCE, Server, Socket};

/// The memory that `--hash` grants, in MiB.
const GRANTED: u64 = 64;

/// What the process may take besides, in MiB: its program, its threads, and what the allocator
/// keeps.
const BESIDES: u64 = 100;

#[test]
fn solvers_take_what_was_granted_and_say_if_it_does_not_suffice() {
    let server = Server::start(&["--threads", "2", "--hash", &GRANTED.to_string()]);
    for game in ["pig 250", "pig", "deckpig 60/2:9,3:9,4:9,5:9", "einstein"] {
        let mut sockets: Vec<Socket> = (0..8).map(|_| Socket::open(&server)).collect();
        for socket in &mut sockets {
            socket.send(&format!("newgame {game}\ngo infinite"));
        }
        if game.starts_with("pig") {
            for socket in &mut sockets {
                let notes = socket.until("info string the game's own solver needs");
                let note = notes.last().unwrap();
                assert!(note.contains(" MiB of memory here, and was granted "), "{note}");
            }
        } else {
            std::thread::sleep(Duration::from_secs(2));
        }
        for socket in &mut sockets {
            socket.send("stop");
            socket.until("bestmove");
        }
        server.is_well();
    }
    let most = server.memory("VmHWM:") >> 10;
    assert!(most < GRANTED + BESIDES, "{most} MiB");
    // What was lent comes back soon after the clients have left.
    let end = Instant::now() + PATIENCE;
    while server.memory("VmRSS:") >> 10 > BESIDES {
        assert!(Instant::now() < end, "{} MiB stay", server.memory("VmRSS:") >> 10);
        std::thread::sleep(Duration::from_millis(50));
    }
}
