//! What must hold for any text that is read as records. Property tests and fuzzers invent them.

use std::io::BufReader;

use sarsen::game::printable;
use sarsen::games::registry;
use sarsen::matches::contest::Openings;
use sarsen::matches::record::{Record, RecordReader, Records};

/// What a stream of these bytes gives through a buffer of this size: the moves of each record, or
/// what is wrong with it.
fn streamed(bytes: &[u8], size: usize) -> Vec<Result<String, String>> {
    RecordReader::new(BufReader::with_capacity(size, bytes))
        .map(|record| record.map(|record| record.moves()).map_err(|error| error.to_string()))
        .collect()
}

/// Reads bytes and their text as records, in every way. A record is written as it was read, and
/// what reads from a stream finds the same as what reads a text.
pub fn hold(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let registry = registry();
    let mut whole = Vec::new();
    for record in Records::new(&text) {
        whole.push(record.as_ref().map(Record::moves).map_err(|error| error.to_string()));
        let Ok(record) = record else { continue };
        // What cannot be seen is written in another way.
        if text.lines().all(|line| printable(line) == line) {
            let again: Vec<_> = Records::new(&record.to_string()).collect();
            assert_eq!(again, [Ok(Record { notes: Vec::new(), ..record.clone() })]);
        }
        if let Ok(record) = record.or_of_pdn(&registry) {
            let _ = record.replay(&registry);
        }
    }
    assert_eq!(streamed(text.as_bytes(), 7), whole);
    // Bytes in any encoding are read as the same text, wherever a buffer cuts them.
    assert_eq!(streamed(input, 1), streamed(input, 1000));
    let _ = Openings::read(&text, "connect4 7x6", &registry, &mut |_| {});
}
