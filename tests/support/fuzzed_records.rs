//! What must hold for any text that is read as records. Property tests and fuzzers invent them.

use std::io::BufReader;

use sarsen::game::printable;
use sarsen::games::registry;
use sarsen::matches::contest::Openings;
use sarsen::matches::record::{Record, RecordReader, Records};

/// Reads a text as records, in every way. A record is written as it was read, and what reads from a
/// stream finds the same as what reads a text.
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
    let stream: Vec<_> = RecordReader::new(BufReader::with_capacity(7, text.as_bytes()))
        .map(|record| record.map(|it| it.moves()).map_err(|error| error.to_string()))
        .collect();
    assert_eq!(stream, whole);
    let _ = Openings::read(&text, "connect4 7x6", &registry, &mut |_| {});
}
