//! Games with dice at a table: what was thrown stays thrown.

use super::guest::{Client, server_with};
use crate::support::place::Place;
use crate::web::Server;

/// Rolls at the beginning of a game of Pig. Returns what comes, and takes it back.
fn thrown(client: &mut Client) -> String {
    client.plays(0, "roll");
    client.sees(|table| table["ply"] == 2);
    let moves = client.moves();
    client.say("undo 0");
    client.sees(|table| table["ply"] == 0);
    moves
}

#[test]
fn who_takes_back_gets_the_same_throw_again() {
    let place = Place::new();
    let store = place.path("tables.db");
    let server = server_with(&store);
    let (mut player, id) = Client::create(&server, "create pig");
    let secret = player.sit("first", "Ada");
    let first = thrown(&mut player);
    for opposite in ["none", "depth 1", "depth 1"] {
        if opposite != "none" {
            player.say(&format!("engine second {opposite}"));
        }
        for _ in 0..4 {
            assert_eq!(thrown(&mut player), first, "{opposite}");
        }
    }
    // The dice survive the server.
    server.end("KILL");
    let server = server_with(&store);
    let mut again = Client::at(&server, &id);
    again.ask(&format!("resume first {secret}"));
    for _ in 0..4 {
        assert_eq!(thrown(&mut again), first);
    }
}

#[test]
fn the_dice_of_a_table_are_its_own_and_nobody_sees_them() {
    let server = Server::start(&[]);
    let first_throws = (0..20).map(|_| {
        let (mut player, _) = Client::create(&server, "create pig");
        player.sit("first", "Ada");
        assert!(!player.table.to_string().contains("chacha"), "{}", player.table);
        thrown(&mut player)
    });
    let different: std::collections::BTreeSet<String> = first_throws.collect();
    assert!(different.len() > 1, "{different:?}");
}
