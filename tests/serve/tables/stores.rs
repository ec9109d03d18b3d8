//! The file in which a server keeps its tables.

use std::process::{Command, Output};

#[cfg(target_os = "linux")]
use super::evening::pair;
use super::guest::{Client, server_with};
use crate::support::place::Place;

/// Starts a server with a store that it cannot use.
fn refused(store: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sarsen"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--store", store]).output().unwrap()
}

#[test]
fn tables_are_as_they_were_after_an_end_in_order() {
    let place = Place::new();
    let store = place.path("tables.db");
    let server = server_with(&store);
    let (mut first, id) = Client::create(&server, "create stonehenge");
    let secret = first.sit("first", "Zo\u{eb}");
    first.plays(0, "6@7");
    assert!(server.end("TERM").0.success());
    assert_eq!(place.names(), ["tables.db"]);
    let server = server_with(&store);
    let mut again = Client::at(&server, &id);
    assert_eq!((again.moves().as_str(), &again.table["you"]), ("6@7", &().into()));
    assert_eq!(again.table["seats"]["first"]["name"], "Zo\u{eb}");
    again.ask(&format!("resume first {secret}"));
    again.plays(0, "6@7");
}

#[test]
fn a_store_that_is_none_is_refused_and_left_as_it_is() {
    let place = Place::new();
    let letter = place.write("letter.txt", "Dear Ada,");
    let output = refused(&letter);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("letter.txt: this is not a store of tables"), "{errors}");
    assert!(output.stdout.is_empty());
    assert_eq!(std::fs::read_to_string(&letter).unwrap(), "Dear Ada,");
    assert_eq!(place.names(), ["letter.txt"]);
}

#[cfg(unix)]
#[test]
fn a_store_that_was_removed_takes_no_changes() {
    let place = Place::new();
    let store = place.path("tables.db");
    let server = server_with(&store);
    let (mut first, id) = Client::create(&server, "create connect4");
    first.sit("first", "Ada");
    for name in ["tables.db", "tables.db-wal"] {
        std::fs::rename(place.path(name), place.path("away")).unwrap();
        assert!(first.fails("move 0 4").contains("the store of this server is gone"), "{name}");
        assert!(Client::outside(&server).fails("create connect4").contains("is gone"));
        assert_eq!(Client::at(&server, &id).moves(), "");
        std::fs::rename(place.path("away"), place.path(name)).unwrap();
    }
    first.plays(0, "4");
    server.is_well();
}

/// A limit for the size of files is to a process what a full disk is.
#[cfg(target_os = "linux")]
#[test]
fn a_move_that_finds_no_room_on_the_disk_is_refused_and_never_shown() {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let place = Place::new();
    let store = place.path("tables.db");
    let server = server_with(&store);
    let limit = |most: Option<u64>| {
        let pid = Pid::from_raw(server.id().try_into().unwrap());
        prlimit(pid, Resource::Fsize, Rlimit { current: most, maximum: None }).unwrap();
    };
    let (mut first, mut second, id) = pair(&server, "create connect4");
    let mut watcher = Client::at(&server, &id);
    first.plays(0, "4");
    limit(Some(1));
    for _ in 0..3 {
        let why = second.fails("move 1 3");
        assert!(why.contains("nothing was changed: the store failed"), "{why}");
        assert!(Client::outside(&server).fails("create connect4").contains("the store failed"));
    }
    assert!(first.fails("resign").contains("nothing was changed"));
    for client in [&mut first, &mut second, &mut watcher, &mut Client::at(&server, &id)] {
        client.stays("4");
        assert!(client.table["end"].is_null());
    }
    server.is_well();
    limit(None);
    second.plays(1, "2");
    watcher.sees(|table| table["ply"] == 2);
    server.end("KILL");
    let server = server_with(&store);
    assert_eq!(Client::at(&server, &id).moves(), "4 2");
}

#[test]
fn two_servers_cannot_share_a_store() {
    let place = Place::new();
    let store = place.path("tables.db");
    let server = server_with(&store);
    let output = refused(store.to_str().unwrap());
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("in use by another process"), "{errors}");
    let (mut first, _) = Client::create(&server, "create connect4");
    first.sit("first", "Ada");
    first.plays(0, "4");
}
