//! The promises of `protocol.md`, kept by the real process for both games. The checks are in
//! `src/client/conform/promises`.

use sarsen::client::conform::{PROMISES, Subject};

fn assert_kept(number: usize, game: &str) {
    let subject = patient(Subject::new(vec![env!("CARGO_BIN_EXE_sarsen").into()], game));
    let seen = PROMISES[number].examine(&subject);
    assert!(seen.faults.is_empty() && seen.unseen.is_empty(), "{seen:#?}");
}

include!("../support/each_promise.rs");

#[test]
fn none_is_left_out() {
    for (at, promise) in PROMISES.iter().enumerate() {
        assert_eq!((promise.number as usize, LISTED[at]), (at, at));
        let sentence = format!("\n{at}. ");
        assert!(at == 0 || include_str!("../../protocol.md").contains(&sentence), "{sentence}");
    }
}
