//! Two people play, others watch: moves, take-back, resignation, seats that come back.

use std::time::Duration;

use super::guest::{Client, server_with};
use crate::support::place::Place;
use crate::web::Server;

/// Two players at a table of Connect Four, and its address.
pub fn pair(server: &Server, line: &str) -> (Client, Client, String) {
    let (mut first, id) = Client::create(server, line);
    let mut second = Client::at(server, &id);
    first.sit("first", "Ada");
    second.sit("second", "Bo");
    (first, second, id)
}

#[test]
fn a_whole_game_is_played_and_watched() {
    let server = Server::start(&[]);
    let (mut first, mut second, id) = pair(&server, "create connect4 6x5");
    let mut watchers = [Client::at(&server, &id), Client::at(&server, &id)];
    for (ply, m) in ["3", "3", "4", "4", "5", "5", "2"].into_iter().enumerate() {
        let player = if ply % 2 == 0 { &mut first } else { &mut second };
        player.sees(|table| table["ply"] == ply);
        player.plays(ply, m);
    }
    for client in watchers.iter_mut().chain([&mut first, &mut second]) {
        let table = client.sees(|table| table["end"] == "rules");
        assert_eq!((&table["result"], &table["to_move"]), (&"p1win".into(), &().into()));
        assert_eq!((&table["game"], &table["setup"]), (&"connect4".into(), &"6x5".into()));
        assert_eq!((&table["title"], &table["watchers"]), (&"connect4 6x5".into(), &2.into()));
        assert_eq!(table["seats"]["first"]["name"], "Ada");
        assert_eq!(client.moves(), "3 3 4 4 5 5 2");
    }
    assert_eq!((&first.table["you"], &second.table["you"]), (&"first".into(), &"second".into()));
    assert!(watchers[0].table["you"].is_null());
    assert!(second.fails("move 7 3").contains("over"));
}

#[test]
fn a_move_is_taken_back_if_the_opponent_agrees() {
    let server = Server::start(&[]);
    let (mut first, mut second, id) = pair(&server, "create stonehenge");
    let mut watcher = Client::at(&server, &id);
    first.plays(0, "6@7");
    second.plays(1, "5@3");
    first.say("undo 0");
    let asked = |table: &serde_json::Value| !table["undo"].is_null();
    assert_eq!(second.sees(asked)["undo"], serde_json::json!({"by": "first", "to": 0}));
    second.say("refuse");
    first.sees(asked);
    first.sees(|table| table["undo"].is_null());
    first.stays("6@7 5@3");
    assert!(watcher.fails("agree").contains("only who sits"));
    first.say("undo 1");
    second.sees(|table| table["undo"]["to"] == 1);
    second.say("agree");
    watcher.sees(|table| table["ply"] == 1 && table["to_move"] == "second");
    assert_eq!(watcher.moves(), "6@7");
}

#[test]
fn everybody_hears_that_a_player_resigned_even_later() {
    let place = Place::new();
    let store = place.path("tables.db");
    let server = server_with(&store);
    let (mut first, id) = Client::create(&server, "create connect4");
    let (mut second, mut watcher) = (Client::at(&server, &id), Client::at(&server, &id));
    let secret = first.sit("first", "Ada");
    second.sit("second", "Bo");
    first.plays(0, "4");
    let is_over = |table: &serde_json::Value| {
        table["end"] == "resignation" && table["result"] == "p1win" && table["to_move"].is_null()
    };
    second.say("resign");
    for client in [&mut first, &mut second, &mut watcher] {
        client.sees(is_over);
    }
    drop((first, watcher));
    let returns = |server: &Server| {
        // The first line says it already.
        let mut again = Client::at(server, &id);
        assert!(is_over(&again.table), "{}", again.table);
        again.ask(&format!("resume first {secret}"));
        assert!(is_over(again.sees(|table| table["you"] == "first")));
    };
    returns(&server);
    server.end("KILL");
    returns(&server_with(&store));
}

#[test]
fn what_players_usually_do_is_no_warning() {
    let server = Server::start(&[]);
    let (mut first, id) = Client::create(&server, "create connect4");
    let secret = first.sit("first", "Ada");
    // Its tab is closed with something unread, so the system cuts the connection.
    drop(Client::at(&server, &id));
    let mut other = Client::at(&server, &id);
    other.ask(&format!("resume first {secret}"));
    assert_eq!(first.closed().1, 4409);
    let (_, code) = Client::before(&server, "abcdefghij").closed();
    assert_eq!(code, 4404);
    other.say("quit");
    assert_eq!(other.closed().1, 1000);
    let (status, _, log) = server.end("TERM");
    assert!(status.success() && log.contains("INFO"), "{log}");
    assert!(!log.contains("WARN") && !log.contains("ERROR"), "{log}");
}

#[test]
fn a_lost_connection_comes_back_to_its_seat() {
    let server = Server::start(&[]);
    let (mut first, id) = Client::create(&server, "create connect4");
    let mut second = Client::at(&server, &id);
    let secret = first.sit("first", "Ada");
    second.sit("second", "");
    first.plays(0, "4");
    drop(first);
    let table = second.sees(|table| table["seats"]["first"]["present"] == false);
    assert_eq!(table["seats"]["first"]["taken"], true);
    second.plays(1, "4");
    let mut again = Client::at(&server, &id);
    assert!(again.fails("move 2 4").contains("only who sits"));
    assert_eq!(again.ask(&format!("resume first {secret}")), format!("seat first {secret}"));
    // The line that was lost with the connection is repeated.
    again.plays(0, "4");
    again.plays(2, "4");
    second.sees(|table| table["seats"]["first"]["present"] == true);
    assert_eq!(second.sees(|table| table["ply"] == 3)["seats"]["first"]["name"], "Ada");
}

#[test]
fn a_second_connection_takes_the_seat_over() {
    let server = Server::start(&[]);
    let (mut first, id) = Client::create(&server, "create connect4");
    let secret = first.sit("first", "Ada");
    let mut other = Client::at(&server, &id);
    assert_eq!(other.ask(&format!("resume first {secret}")), format!("seat first {secret}"));
    let (lines, code) = first.closed();
    assert_eq!(code, 4409);
    assert!(lines.iter().any(|line| line.contains("another connection has taken this seat")));
    other.plays(0, "4");
}

#[test]
fn a_table_nobody_uses_is_kept() {
    let server = Server::start(&[]);
    let (mut first, id) = Client::create(&server, "create connect4");
    let secret = first.sit("first", "Ada");
    first.plays(0, "4");
    drop(first);
    std::thread::sleep(Duration::from_millis(50));
    let mut again = Client::at(&server, &id);
    assert_eq!(again.moves(), "4");
    assert_eq!(again.ask(&format!("resume first {secret}")), format!("seat first {secret}"));
}

#[test]
fn many_lines_at_once_are_answered_in_order() {
    let server = Server::start(&[]);
    let (mut first, _) = Client::create(&server, "create connect4 8x7");
    first.say("\nsit first Ada\n\nmove 0 4\r\nmove 0 4\nmove 0 5\nisready\nquit\nisready");
    let answers: Vec<String> = (0..5).map(|_| first.answer()).collect();
    assert!(answers[0].starts_with("seat first "));
    assert_eq!(answers[1..3], ["moved 0 4", "moved 0 4"]);
    assert!(answers[3].contains("the table is at ply 1"));
    assert_eq!(answers[4], "readyok");
    assert_eq!(first.closed().1, 1000);
}
