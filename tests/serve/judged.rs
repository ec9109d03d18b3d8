//! The judge of engines judges the server, as it judges a process: all promises are kept behind
//! `/ws`, too.

use sarsen::client::conform::{Contact, PROMISES, Subject};

use crate::support::slow;
use crate::web::Server;

/// Makes sure that a promise is kept, and that only memory is not seen.
fn assert_kept(number: usize, game: &str) {
    let server = Server::start(&[]);
    let address = format!("ws://{}/ws", server.address).parse().unwrap();
    let subject = patient(Subject::at(Contact::Address(address), game));
    let seen = PROMISES[number].examine(&subject);
    assert!(seen.faults.is_empty(), "{seen:#?}");
    assert_eq!(seen.unseen.len(), usize::from(number == 16), "{:?}", seen.unseen);
}

include!("../support/each_promise.rs");

/// The other games make no other promises. Those that depend on a game are seen in one or another.
/// Most of the time each of them waits, so they are seen beside each other.
#[test]
fn other_games_keep_them_too() {
    if slow::is_left_out("promises behind a socket in other games") {
        return;
    }
    let registry = sarsen::games::registry();
    std::thread::scope(|scope| {
        for (game, number) in registry.names().zip([2, 6, 9, 10, 15].into_iter().cycle()) {
            scope.spawn(move || assert_kept(number, game));
        }
    });
}

#[test]
fn none_is_left_out() {
    assert!(LISTED.iter().copied().eq(0..PROMISES.len()));
}
