//! Clocks: they run, they fall, and they stand still while the server is down.

use super::evening::pair;
use super::guest::{Client, server_with};
use crate::support::place::Place;
use crate::web::Server;

#[test]
fn a_flag_falls_without_a_word_from_anybody() {
    let server = Server::start(&[]);
    let (mut first, mut second, id) = pair(&server, "create connect4 clock 1000 100");
    assert!(first.sees(|table| !table["clock"].is_null())["clock"]["running"].is_null());
    first.plays(0, "4");
    let table = first.sees(|table| table["clock"]["running"] == "second");
    assert_eq!(table["clock"]["first"], 1000);
    drop(first);
    let table = second.sees(|table| table["end"] == "time");
    assert_eq!((&table["result"], &table["clock"]["second"]), (&"p1win".into(), &0.into()));
    assert!(table["clock"]["running"].is_null() && table["to_move"].is_null());
    assert!(second.fails("move 1 4").contains("over"));
    assert!(second.fails("undo 0").contains("lost on time"));
    assert_eq!(Client::at(&server, &id).table["end"], "time");
}

#[test]
fn a_clock_stands_while_the_server_is_down() {
    let place = Place::new();
    let store = place.path("tables.db");
    let server = server_with(&store);
    let (mut first, id) = Client::create(&server, "create connect4 clock 60000 1000");
    let mut second = Client::at(&server, &id);
    let secret = first.sit("first", "Ada");
    second.sit("second", "Bo");
    first.plays(0, "4");
    second.plays(1, "4");
    let stored = first.sees(|table| table["ply"] == 2)["clock"].clone();
    server.end("KILL");
    std::thread::sleep(std::time::Duration::from_millis(300));
    let server = server_with(&store);
    let mut again = Client::at(&server, &id);
    let clock = &again.table["clock"];
    assert!(clock["running"].is_null());
    assert_eq!((&clock["first"], &clock["second"]), (&60_000.into(), &stored["second"]));
    again.ask(&format!("resume first {secret}"));
    let clock = &again.sees(|table| table["you"] == "first")["clock"];
    assert_eq!(clock["running"], "first");
    assert!(clock["first"].as_u64().unwrap() > 59_000);
    again.plays(2, "4");
}
