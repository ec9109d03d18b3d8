//! An engine that sits at a table.

use super::guest::{Client, server_with};
use crate::web::Server;

#[test]
fn an_engine_plays_a_whole_game() {
    let server = Server::start(&[]);
    let (mut first, id) = Client::create(&server, "create connect4 5x4");
    first.sit("first", "Ada");
    first.say("engine second depth 3");
    let mut watcher = Client::at(&server, &id);
    let mut session = sarsen::games::registry().open("connect4", "5x4").unwrap();
    for ply in (0..).step_by(2) {
        first.sees(|table| table["ply"] == ply || !table["end"].is_null());
        session.set_position(None, &first.moves()).unwrap();
        let Some(m) = session.moves().pop() else { break };
        first.plays(ply, &m);
    }
    let table = watcher.sees(|table| table["end"] == "rules");
    assert_eq!(table["seats"]["second"]["engine"], "depth 3");
    assert_eq!(table["seats"]["second"]["present"], true);
}

#[test]
fn an_engine_gives_way_to_a_take_back_and_to_a_person() {
    let server = Server::start(&[]);
    let (mut first, id) = Client::create(&server, "create stonehenge");
    first.sit("second", "Ada");
    first.say("engine first movetime 20");
    let reply = first.sees(|table| table["ply"] == 1).clone();
    first.say("engine first movetime 60000");
    let m = if reply["moves"][0] == "1@1" { "2@2" } else { "1@1" };
    first.plays(1, m);
    first.say("undo 1");
    let taken_back = first.sees(|table| table["ply"] == 1);
    assert_eq!((&taken_back["moves"], &taken_back["undo"]), (&reply["moves"], &().into()));
    first.say("engine first none");
    first.sees(|table| table["seats"]["first"]["taken"] == false);
    let mut other = Client::at(&server, &id);
    other.sit("first", "Bo");
    first.plays(1, m);
    other.sees(|table| table["ply"] == 2);
}

#[test]
fn an_engine_plays_on_after_a_crash() {
    let place = crate::support::place::Place::new();
    let store = place.path("tables.db");
    let server = server_with(&store);
    let (mut first, id) = Client::create(&server, "create connect4");
    let secret = first.sit("first", "Ada");
    first.plays(0, "4");
    first.say("engine second movetime 60000");
    first.sees(|table| table["seats"]["second"]["taken"] == true);
    server.end("KILL");
    let server = server_with(&store);
    let mut again = Client::at(&server, &id);
    assert_eq!(again.table["seats"]["second"]["engine"], "movetime 60000");
    again.ask(&format!("resume first {secret}"));
    again.say("engine second depth 2");
    again.sees(|table| table["ply"] == 2);
}
