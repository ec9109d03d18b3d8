//! The promises of `protocol.md`, kept by the real process for both games. The checks are in
//! `src/client/conform/promises`.

use sarsen::client::conform::{PROMISES, Subject};

fn assert_kept(number: usize, game: &str) {
    let subject = Subject::new(vec![env!("CARGO_BIN_EXE_sarsen").into()], game);
    let seen = PROMISES[number].examine(&subject);
    assert!(seen.faults.is_empty() && seen.unseen.is_empty(), "{seen:#?}");
}

macro_rules! promises {
    ($($name:ident = $number:literal;)*) => {
        const LISTED: &[usize] = &[$($number),*];
        $(mod $name {
            #[test]
            fn in_connect_four() {
                super::assert_kept($number, "connect4");
            }
            #[test]
            fn in_stonehenge() {
                super::assert_kept($number, "stonehenge");
            }
        })*
    };
}

promises! {
    p00_lines = 0;
    p01_silent_until_spoken_to = 1;
    p02_every_go_is_answered_once_in_order = 2;
    p03_isready_during_a_search = 3;
    p04_stop = 4;
    p05_infinite_and_ponder_wait = 5;
    p06_finished_games = 6;
    p07_limits_of_zero = 7;
    p08_time_is_kept = 8;
    p09_mistakes_in_go = 9;
    p10_reports_and_variations = 10;
    p11_the_end = 11;
    p12_nobody_reads = 12;
    p13_hash = 13;
    p14_the_same_every_time = 14;
    p15_long_positions = 15;
    p16_any_input = 16;
}

#[test]
fn none_is_left_out() {
    for (at, promise) in PROMISES.iter().enumerate() {
        assert_eq!((promise.number as usize, LISTED[at]), (at, at));
        let sentence = format!("\n{at}. ");
        assert!(at == 0 || include_str!("../../protocol.md").contains(&sentence), "{sentence}");
    }
}
