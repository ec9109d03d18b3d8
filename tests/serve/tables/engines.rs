//! An engine that sits at a table.

use super::guest::{Client, server_with};
use crate::web::{Server, Socket};

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

/// A table of somebody at an address, who plays against an engine.
fn table_from(server: &Server, peer: &str) -> Client {
    let mut client = Client::from(server, peer, "create connect4 9x9");
    client.sit("first", "Ada");
    client.say("engine second movetime 300");
    client
}

#[test]
fn who_has_many_tables_does_not_slow_those_of_others() {
    const MANY: usize = 20;
    let server = Server::start(&["--behind-proxy", "--threads", "1"]);
    let mut many: Vec<Client> = (0..MANY).map(|_| table_from(&server, "10.0.0.1")).collect();
    let mut other = table_from(&server, "10.0.0.2");
    for client in &mut many {
        client.plays(0, "5");
    }
    other.plays(0, "5");
    other.sees(|table| table["ply"] == 2);
    let answered = many.iter_mut().filter_map(|client| {
        assert_eq!(client.ask("isready"), "readyok");
        (client.table["ply"] == 2).then_some(())
    });
    let answered = answered.count();
    assert!(answered < MANY / 2, "{answered} came first");
    for client in &mut many {
        client.sees(|table| table["ply"] == 2);
    }
}

#[test]
fn an_engine_that_finds_no_room_waits_for_it() {
    // There can be as many searches as connections.
    let server = Server::start(&["--connections", "4"]);
    let (mut first, _) = Client::create(&server, "create connect4 9x9 clock 9000000 0");
    first.sit("first", "Ada");
    first.say("engine second movetime 60000");
    first.plays(0, "5");
    // The engine thinks on, because the clock runs.
    drop(first);
    let (mut second, _) = Client::create(&server, "create connect4 9x9");
    second.sit("first", "Bo");
    second.say("engine second movetime 10");
    // The place of the first player may still be taken for a moment.
    let open =
        || std::iter::repeat_with(|| Socket::open_at(&server, "/ws", &[])).find_map(Result::ok);
    let mut others: Vec<Socket> = (0..3).map(|_| open().unwrap()).collect();
    for other in &mut others {
        other.send("newgame connect4 9x9\ngo infinite");
        other.until("info ");
    }
    second.plays(0, "5");
    second.stays("5");
    drop(others);
    second.sees(|table| table["ply"] == 2);
}
