// A test of each promise, and in the slow tier in another game. It is included where `assert_kept`
// says how to judge.

/// The subject of a judge who knows that the tests keep the machine busy.
fn patient(subject: Subject) -> Subject {
    let (patience, grace) =
        (std::time::Duration::from_secs(60), std::time::Duration::from_millis(100));
    Subject { patience, grace, ..subject }
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
                if !crate::support::slow::is_left_out("promises in Stonehenge") {
                    super::assert_kept($number, "stonehenge");
                }
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
