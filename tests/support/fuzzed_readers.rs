//! What must hold for any text that is read as openings, as a position, as moves or as a file.
//! Property tests and fuzzers invent them.

use sarsen::book::Book;
use sarsen::game::Weights;
use sarsen::games::registry;
use sarsen::learned::LearnedWeights;
use sarsen::matches::contest::Openings;
use sarsen::proofs::Proof;
use sarsen::session::Session;

/// The limit for the text of an error, in bytes.
const MAX_ERROR: usize = 1000;

/// A session of the game that the first byte chooses, and the rest as a text.
fn chosen(input: &[u8]) -> Option<(Box<dyn Session>, String)> {
    let (&first, rest) = input.split_first()?;
    let registry = registry();
    let names: Vec<&str> = registry.names().collect();
    let session = registry.open(names[usize::from(first) % names.len()], "").ok()?;
    Some((session, String::from_utf8_lossy(rest).into_owned()))
}

fn is_short(error: &dyn std::error::Error) {
    let said = error.to_string();
    assert!(!said.is_empty() && said.len() < MAX_ERROR, "{said}");
}

/// Reads a text as openings of a game. Each can be used, or an error says why not.
pub fn openings(input: &[u8]) {
    let Some((mut session, text)) = chosen(input) else { return };
    match Openings::read(&text, &session.title(), &registry(), &mut |_| {}) {
        Ok(openings) => match openings.nth(0, 1, &mut *session) {
            Ok(_) => assert_eq!(session.outcome(), None),
            Err(error) => is_short(&error),
        },
        Err(error) => is_short(&error),
    }
}

/// Reads a text as a position of a game. What is written of it is read as the same position.
pub fn positions(input: &[u8]) {
    let Some((mut session, text)) = chosen(input) else { return };
    let before = session.position();
    if let Err(error) = session.set_position(Some(&text), "") {
        is_short(&error);
        assert_eq!(session.position(), before, "{text}");
        return;
    }
    let (written, moves) = (session.position(), session.moves());
    session.set_position(Some(&written), "").expect(&text);
    assert_eq!((session.position(), session.moves()), (written, moves), "{text}");
}

/// Reads a text as moves of a game, which may be glued together. Those that were played are read
/// as the same moves.
pub fn moves(input: &[u8]) {
    let Some((mut session, text)) = chosen(input) else { return };
    let Ok(split) = session.split_moves(&text) else { return };
    if let Err(error) = session.set_position(None, &split.join(" ")) {
        is_short(&error);
        assert_eq!(session.ply(), 0, "{text}");
        return;
    }
    let (played, position) = (session.played(), session.position());
    session.set_position(None, &played.join(" ")).expect(&text);
    assert_eq!((session.played(), session.position()), (played, position), "{text}");
}

/// Reads any bytes as the files that come with engines. What is no such file is an error.
pub fn files(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    match Weights::parse(&text) {
        Ok(weights) => assert!(Weights::parse(&weights.to_string()).is_ok(), "{text}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let _ = Book::from_bytes(input).map_err(|error| is_short(&error));
    let _ = Proof::from_bytes(input).map_err(|error| is_short(&error));
    let _ = LearnedWeights::from_bytes(input).map_err(|error| is_short(&error));
}
