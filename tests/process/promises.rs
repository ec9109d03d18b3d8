//! The promises of `protocol.md`, kept by the real process for three games. The checks are in
//! `crates/tools/src/client/conform/promises`.

use sarsen::client::conform::{PROMISES, Subject};

fn assert_kept(number: usize, game: &str) {
    let subject = patient(Subject::new(vec![env!("CARGO_BIN_EXE_sarsen").into()], game));
    let seen = PROMISES[number].examine(&subject);
    assert!(seen.faults.is_empty() && seen.unseen.is_empty(), "{seen:#?}");
}

include!("../support/each_promise.rs");

/// The same in a game that may go on for ever.
macro_rules! in_checkers {
    ($($name:ident = $number:literal;)*) => {
        mod in_checkers {
            $(#[test]
            fn $name() {
                if !crate::support::slow::is_left_out("promises in checkers") {
                    super::assert_kept($number, "checkers");
                }
            })*

            #[test]
            fn none_is_left_out() {
                assert_eq!([$($number),*], super::LISTED);
            }
        }
    };
}

in_checkers! {
    p00 = 0; p01 = 1; p02 = 2; p03 = 3; p04 = 4; p05 = 5; p06 = 6; p07 = 7; p08 = 8; p09 = 9;
    p10 = 10; p11 = 11; p12 = 12; p13 = 13; p14 = 14; p15 = 15; p16 = 16;
}

#[test]
fn none_is_left_out() {
    for (at, promise) in PROMISES.iter().enumerate() {
        assert_eq!((promise.number as usize, LISTED[at]), (at, at));
        let sentence = format!("\n{at}. ");
        assert!(at == 0 || include_str!("../../protocol.md").contains(&sentence), "{sentence}");
    }
}
