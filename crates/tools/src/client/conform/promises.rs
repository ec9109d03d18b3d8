//! The promises, one file each.

mod p00_lines;
mod p01_silent_until_spoken_to;
mod p02_every_go_is_answered_once_in_order;
mod p03_isready_during_a_search;
mod p04_stop;
mod p05_infinite_and_ponder_wait;
mod p06_finished_games;
mod p07_limits_of_zero;
mod p08_time_is_kept;
mod p09_mistakes_in_go;
mod p10_reports_and_variations;
mod p11_the_end;
mod p12_nobody_reads;
mod p13_hash;
mod p14_the_same_every_time;
mod p15_long_positions;
mod p16_any_input;

use super::promise::Promise;

/// All promises. Their numbers are those of `protocol.md`.
pub const PROMISES: [Promise; 17] = [
    p00_lines::PROMISE,
    p01_silent_until_spoken_to::PROMISE,
    p02_every_go_is_answered_once_in_order::PROMISE,
    p03_isready_during_a_search::PROMISE,
    p04_stop::PROMISE,
    p05_infinite_and_ponder_wait::PROMISE,
    p06_finished_games::PROMISE,
    p07_limits_of_zero::PROMISE,
    p08_time_is_kept::PROMISE,
    p09_mistakes_in_go::PROMISE,
    p10_reports_and_variations::PROMISE,
    p11_the_end::PROMISE,
    p12_nobody_reads::PROMISE,
    p13_hash::PROMISE,
    p14_the_same_every_time::PROMISE,
    p15_long_positions::PROMISE,
    p16_any_input::PROMISE,
];
