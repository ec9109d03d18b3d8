//! The server is killed amid moves, again and again. No acknowledged move is lost, none is played
//! twice.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use sarsen::session::Session;

use super::guest::{Client, moves_of, server_with};
use crate::support::Random;
use crate::support::place::Place;
use crate::support::slow::rounds;
use crate::web::Server;

/// How many tables are played at.
const TABLES: u64 = 10;

/// A table with both players, and what they know.
struct Party {
    id: String,
    secrets: [String; 2],
    /// The moves that the server has acknowledged.
    moves: Vec<String>,
    /// The moves if the server has also obeyed the last line.
    perhaps: Vec<String>,
    session: Box<dyn Session>,
    random: Random,
    /// How many moves were acknowledged in all.
    acknowledged: usize,
}

impl Party {
    fn create(server: &Server, number: u64) -> Self {
        let (mut first, id) = Client::create(server, "create connect4 8x7 clock 9000000 0");
        let mut second = Client::at(server, &id);
        Self {
            id,
            secrets: [first.sit("first", "Ada"), second.sit("second", "Bo")],
            moves: Vec::new(),
            perhaps: Vec::new(),
            session: sarsen::games::registry().open("connect4", "8x7").unwrap(),
            random: Random(number),
            acknowledged: 0,
        }
    }

    /// Compares the table with what is known, and plays until the server is gone.
    fn play(&mut self, server: &Server) -> Result<(), tungstenite::Error> {
        let mut clients = [self.resume(server, 0)?, self.resume(server, 1)?];
        if !clients[1].table["undo"].is_null() {
            // The last crash came between a request and its answer.
            clients[1].try_say("refuse")?;
            clients[1].try_until(|table| table["undo"].is_null())?;
        }
        loop {
            self.session.set_position(None, &self.moves.join(" ")).unwrap();
            let legal = self.session.moves();
            if legal.is_empty() || self.random.below(12) == 0 && self.moves.len() > 3 {
                self.take_back(&mut clients)?;
                continue;
            }
            let (ply, text) = (self.moves.len(), &legal[self.random.below(legal.len())]);
            self.perhaps = self.moves.clone();
            self.perhaps.push(text.clone());
            let player = &mut clients[ply % 2];
            player.try_say(&format!("move {ply} {text}"))?;
            assert_eq!(player.try_answer()?, format!("moved {ply} {text}"));
            self.moves.clone_from(&self.perhaps);
            self.acknowledged += 1;
        }
    }

    /// Comes back to a seat, and makes sure that the table is as it was.
    fn resume(&mut self, server: &Server, player: usize) -> Result<Client, tungstenite::Error> {
        let mut client = Client::try_at(server, &self.id)?;
        let found = moves_of(&client.table);
        let is_known = found == self.moves || found == self.perhaps;
        assert!(is_known, "{found:?}\n{:?}\n{:?}", self.moves, self.perhaps);
        (self.moves, self.perhaps) = (found.clone(), found);
        for (seat, name) in [("first", "Ada"), ("second", "Bo")] {
            assert_eq!(client.table["seats"][seat]["name"], name);
        }
        let seat = ["first", "second"][player];
        let expected = format!("seat {seat} {}", self.secrets[player]);
        client.try_say(&format!("resume {seat} {}", self.secrets[player]))?;
        assert_eq!(client.try_answer()?, expected);
        Ok(client)
    }

    /// One player asks to take back most moves, the other agrees.
    fn take_back(&mut self, clients: &mut [Client; 2]) -> Result<(), tungstenite::Error> {
        let to = self.random.below(3);
        clients[0].try_say(&format!("undo {to}"))?;
        clients[1].try_until(|table| table["undo"]["to"] == to)?;
        self.perhaps = self.moves[..to].to_vec();
        clients[1].try_say("agree\nisready")?;
        assert_eq!(clients[1].try_answer()?, "readyok");
        self.moves.clone_from(&self.perhaps);
        clients[1].try_until(|table| table["undo"].is_null())
    }
}

#[test]
fn no_acknowledged_move_is_lost_and_none_is_played_twice() {
    let place = Place::new();
    let store = place.path("tables.db");
    let server = server_with(&store);
    let mut parties: Vec<Party> =
        (0..TABLES).map(|number| Party::create(&server, number)).collect();
    server.end("KILL");
    let mut random = Random(7);
    let kills = rounds(5, 50);
    for _ in 0..kills {
        let pause = Duration::from_millis(60 + random.below(140) as u64);
        evening(&store, &mut parties, pause);
    }
    let acknowledged: usize = parties.iter().map(|party| party.acknowledged).sum();
    assert!(acknowledged > kills, "{acknowledged} moves");
    let server = server_with(&store);
    for party in &mut parties {
        party.resume(&server, 0).unwrap();
    }
    assert!(server.end("TERM").0.success());
    assert_eq!(place.names(), ["tables.db"]);
}

/// All parties play until the server is killed.
fn evening(store: &Path, parties: &mut [Party], pause: Duration) {
    let server = server_with(store);
    std::thread::scope(|scope| {
        let all: Vec<_> = parties
            .iter_mut()
            .map(|party| {
                let server = &server;
                scope.spawn(move || {
                    // The server is killed, so play ends with an error.
                    let _ = party.play(server);
                })
            })
            .collect();
        std::thread::sleep(pause);
        let killed = Command::new("kill").args(["-s", "KILL", &server.id().to_string()]).status();
        assert!(killed.unwrap().success());
        for one in all {
            one.join().expect("a party was wrong");
        }
    });
}
