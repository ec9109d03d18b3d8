//! A game as text at a table, before and after the server starts anew.

use super::guest::{Client, server_with};
use crate::support::place::Place;
use crate::web::Server;

/// The file of the game. White is the first player.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/games/breakthrough.rbg");

/// A whole game: white is the first to bring a pawn to the other side.
const GAME: [&str; 11] = [
    "a2-a3", "h7-h6", "a3-a4", "h6-h5", "a4-a5", "h5-h4", "a5-a6", "h4-h3", "a6xb7", "h3xg2",
    "b7xa8",
];

/// The players make the moves of the game from `from` up to `to`.
fn play(players: &mut [Client; 2], from: usize, to: usize) {
    for (ply, m) in GAME.iter().enumerate().take(to).skip(from) {
        let player = &mut players[ply % 2];
        player.sees(|table| table["ply"] == ply);
        player.plays(ply, m);
    }
}

#[test]
fn a_game_as_text_is_played_at_a_table() {
    let place = Place::new();
    let store = place.path("tables.db");
    let start = || Server::start(&["--rules", FILE, "--store", store.to_str().unwrap()]);
    let server = start();
    let (mut first, id) = Client::create(&server, "create breakthrough");
    let mut second = Client::at(&server, &id);
    let secrets = [first.sit("first", "Ada"), second.sit("second", "Bo")];
    assert!(first.fails("move 0 a2-a4").contains("'a2-a4' is not a legal move here"));
    let mut players = [first, second];
    play(&mut players, 0, 6);
    // A move may be written shortly, and is kept as the game writes it.
    players[0].sees(|table| table["ply"] == 6);
    assert_eq!(players[0].ask("move 6 a5a6"), "moved 6 a5-a6");
    server.end("TERM");

    // Without the file nobody knows the game. Nothing is lost by that.
    let server = server_with(&store);
    let (lines, _) = Client::before(&server, &id).closed();
    assert!(lines.iter().any(|line| line.contains("unknown game 'breakthrough'")), "{lines:?}");
    server.end("TERM");

    let server = start();
    let mut players = [("first", &secrets[0]), ("second", &secrets[1])].map(|(seat, secret)| {
        let mut player = Client::at(&server, &id);
        player.ask(&format!("resume {seat} {secret}"));
        player
    });
    play(&mut players, 7, GAME.len());
    for player in &mut players {
        let table = player.sees(|table| table["end"] == "rules");
        assert_eq!((&table["result"], &table["game"]), (&"p1win".into(), &"breakthrough".into()));
        assert_eq!(player.moves(), GAME.join(" "));
    }
}
