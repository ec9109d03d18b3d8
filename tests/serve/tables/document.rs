//! The examples of `docs/protocol/tables.md` are true.
//!
//! In a block `table`, a line `Ada> ...` is sent by Ada, and a line `Ada< ...` comes to her. The
//! first who speaks creates the table, the others come to it. `*` stands for any text. Lines that
//! show the table and codes of refusals may come before the one that is shown.

use std::collections::HashMap;

use super::guest::Client;
use crate::support::transcript::matches_glob;
use crate::web::Server;

#[test]
fn the_examples_are_true() {
    let text = include_str!("../../../docs/protocol/tables.md");
    let blocks: Vec<&str> = text.split("\n```table\n").skip(1).collect();
    assert!(blocks.len() >= 4, "{} examples", blocks.len());
    for block in blocks {
        hold(block.split("\n```").next().unwrap());
    }
}

fn hold(example: &str) {
    let server = Server::start(&[]);
    let mut clients: HashMap<&str, Client> = HashMap::new();
    let (mut id, mut secret) = (String::new(), String::new());
    for line in example.lines() {
        // This is shown only if the test fails.
        println!("{line}");
        let (name, rest) = line.split_once(['<', '>']).unwrap();
        let client = clients.entry(name).or_insert_with(|| match id.is_empty() {
            true => Client::outside(&server),
            false => Client::before(&server, &id),
        });
        let text = rest.trim_start();
        if line[name.len()..].starts_with('>') {
            client.say(&text.replace("SECRET", &secret));
            continue;
        }
        let mut found = client.line();
        while !matches_glob(text, &found) {
            let is_passed = ["table ", "refused "].iter().any(|word| found.starts_with(word));
            assert!(is_passed, "expected\n{text}\nbut got\n{found}");
            found = client.line();
        }
        let words: Vec<&str> = found.split(' ').collect();
        match words[..] {
            ["created", created] => id = created.to_owned(),
            ["seat", _, sent] => secret = sent.to_owned(),
            _ => {}
        }
    }
}
