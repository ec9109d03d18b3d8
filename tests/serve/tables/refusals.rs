//! Programs tell refusals apart by codes, each of which is documented.

use super::guest::Client;
use crate::web::Server;

#[test]
fn each_refusal_has_its_code() {
    let server = Server::start(&[]);
    let (mut ada, id) = Client::create(&server, "create connect4 4x4");
    let mut bo = Client::at(&server, &id);
    let mut codes = Vec::new();
    let mut refuses = |client: &mut Client, line: &str, code: &str| {
        assert_eq!(client.refused(line), code, "{line}");
        codes.push(code.to_owned());
    };
    refuses(&mut ada, "good morning", "malformed");
    refuses(&mut ada, "move 0 \0", "malformed");
    refuses(&mut ada, "create connect4", "at-a-table");
    refuses(&mut ada, "move 0 1", "not-seated");
    ada.sit("first", "Ada");
    refuses(&mut ada, "sit second", "seated");
    refuses(&mut bo, "sit first", "taken");
    refuses(&mut bo, "resume first guessed", "wrong-secret");
    refuses(&mut bo, "resume second guessed", "wrong-secret");
    refuses(&mut ada, "engine second none", "no-engine");
    bo.sit("second", "Bo");
    refuses(&mut bo, "move 0 1", "turn");
    refuses(&mut ada, "move 1 1", "ply");
    refuses(&mut ada, "move 0 9", "rules");
    refuses(&mut ada, "undo 0", "nothing-to-take-back");
    refuses(&mut bo, "agree", "nothing-asked");
    ada.plays(0, "1");
    bo.plays(1, "1");
    ada.say("undo 0");
    refuses(&mut ada, "agree", "own-request");
    refuses(&mut bo, "undo 1", "answer-first");
    ada.say("resign");
    refuses(&mut ada, "resign", "over");
    let document = include_str!("../../../docs/protocol/tables.md");
    for code in codes {
        assert!(document.contains(&format!("`{code}`")), "{code} is not documented");
    }
}

/// What is told to all has no code: it answers no line.
#[test]
fn an_error_that_answers_nothing_has_no_code() {
    let server = Server::start(&[]);
    let (mut ada, id) = Client::create(&server, "create connect4");
    let secret = ada.sit("first", "Ada");
    let mut again = Client::at(&server, &id);
    assert!(again.ask(&format!("resume first {secret}")).starts_with("seat first "));
    let (lines, _) = ada.closed();
    assert!(lines.iter().any(|line| line.starts_with("info string error: another")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.starts_with("refused")), "{lines:?}");
}
