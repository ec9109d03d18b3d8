//! What others try: forged seats, foreign text in every field, tables that do not exist.

use super::evening::pair;
use super::guest::Client;
use crate::web::Server;

/// Texts that must go through as they are, or be refused.
const FOREIGN: [&str; 6] = [
    "<script>alert(1)</script>",
    "'); DROP TABLE moves; --",
    "\" OR \"\"=\"",
    "{\"you\":\"first\"}",
    "Zo\u{eb} \u{1f3b2}",
    "&amp; \\u0000 %00 ../../x",
];

#[test]
fn a_seat_cannot_be_forged() {
    let server = Server::start(&[]);
    let (mut first, id) = Client::create(&server, "create connect4");
    let mut second = Client::at(&server, &id);
    let secret = first.sit("first", "Ada");
    let other = second.sit("second", "Bo");
    assert!(secret != other && secret.len() == 32);
    let mut thief = Client::at(&server, &id);
    let own_case = secret.to_uppercase();
    for wrong in [other.as_str(), &own_case, "x", &secret[..31], "' OR '1'='1", "%"] {
        thief.fails(&format!("resume first {wrong}"));
    }
    assert!(thief.fails("sit first Ada").contains("taken"));
    for line in ["move 0 4", "undo 0", "agree", "refuse", "resign", "stand", "name Ada"] {
        assert!(thief.fails(line).contains("only who sits"), "{line}");
    }
    assert!(thief.fails("engine first movetime 5").contains("only who sits"));
    assert!(second.fails("move 0 4").contains("turn of the first player"));
    assert!(second.fails(&format!("resume first {secret}")).contains("already sit"));
    first.plays(0, "4");
    assert!(first.fails("move 1 4").contains("turn of the second player"));
    assert!(second.fails("sit first").contains("already sit"));
    for client in [&mut first, &mut second, &mut thief] {
        client.stays("4");
        let shown = client.table.to_string();
        assert!(!shown.contains(&secret) && !shown.contains(&other), "{shown}");
    }
}

#[test]
fn names_are_kept_as_they_are_or_refused() {
    let server = Server::start(&[]);
    let (mut first, mut second, id) = pair(&server, "create connect4");
    for text in FOREIGN {
        first.say(&format!("name {text}"));
        let table = second.sees(|table| table["seats"]["first"]["name"] == text);
        assert_eq!(table["seats"]["second"]["name"], "Bo");
    }
    for text in ["a\u{202e}b", "a\u{7}b", &"x".repeat(41)] {
        assert!(first.fails(&format!("name {text}")).contains("a name has"), "{text:?}");
    }
    first.plays(0, "4");
    let watcher = Client::at(&server, &id);
    assert_eq!(watcher.table["seats"]["first"]["name"], FOREIGN[5]);
    assert_eq!(watcher.moves(), "4");
}

#[test]
fn foreign_text_is_no_move_no_game_and_no_address() {
    let server = Server::start(&[]);
    let (mut first, _, id) = pair(&server, "create connect4");
    for text in FOREIGN {
        let word = text.replace(' ', "");
        first.fails(&format!("move 0 {word}"));
        let mut outside = Client::outside(&server);
        assert!(outside.fails(&format!("create {word}")).contains("unknown game"));
        outside.fails(&format!("create connect4 {text}"));
        outside.fails(text);
        outside.fails("sit first");
        assert_eq!(outside.ask("isready"), "readyok");
    }
    first.stays("");
    for wrong in ["x", "0", &id[1..], &format!("{id}x"), "a-b-c"] {
        let (lines, code) = Client::before(&server, wrong).closed();
        assert_eq!(lines, [format!("info string error: there is no table '{wrong}'")]);
        assert_eq!(code, 4404);
    }
    first.plays(0, "4");
}

#[test]
fn a_peer_cannot_create_tables_without_end() {
    let server = Server::start(&[]);
    let refused = (0..100).find_map(|_| {
        let mut outside = Client::outside(&server);
        let answer = outside.ask("create connect4");
        (!answer.starts_with("created ")).then_some(answer)
    });
    assert!(refused.unwrap().contains("you have created many tables"));
}

#[test]
fn addresses_begin_with_the_name_of_the_server() {
    let server = Server::start(&["--name", "a"]);
    let (_, id) = Client::create(&server, "create connect4");
    assert!(id.starts_with("a-") && id.len() == 12, "{id}");
    assert_eq!(Client::at(&server, &id).moves(), "");
}
