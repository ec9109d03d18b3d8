//! The laws of `Position`, for every game, on random games and random texts.
#![allow(missing_docs)]

#[path = "../examples/tic_tac_toe.rs"]
mod tic_tac_toe;

use proptest::prelude::*;
use sarsen::game::laws::{hold, survive};
use sarsen::games::connect_four::{Large, Small};
use sarsen::games::stonehenge::Stonehenge;
use tic_tac_toe::TicTacToe;

fn choices() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0..10_000_usize, 0..60)
}

/// Any text, and text that comes near to a position.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,80}",
        "[xo1-9/. ]{0,60}",
        "[Pp0-9/\\[\\] wb-]{0,60}",
        "(7|[xo]{7}|3[xo]3){6} [xo]",
        "[1-6x]?@[0-9]{0,3}",
        "([.]|[xo][1-6]){0,5}/([.]|[xo][1-6]){0,5}/\\.{4}/\\.{5}/([.]|[xo][1-6]){0,5} [.xo]{13,16} [xo]",
    ]
}

proptest! {
    #[test]
    fn connect_four(choices in choices()) {
        hold(&Small::new(7, 6).unwrap(), &choices);
    }

    #[test]
    fn connect_four_of_any_size(width in 4..26_u32, height in 4..32_u32, choices in choices()) {
        if let Ok(game) = Small::new(width, height) {
            hold(&game, &choices);
        }
        if let Ok(game) = Large::new(width, height) {
            hold(&game, &choices);
        }
    }

    #[test]
    fn stonehenge(choices in choices()) {
        hold(&Stonehenge, &choices);
    }

    #[test]
    fn the_example(choices in choices()) {
        hold(&TicTacToe, &choices);
    }

    #[test]
    fn no_text_panics(text in texts()) {
        survive(&Small::new(7, 6).unwrap(), &text);
        survive(&Large::new(9, 9).unwrap(), &text);
        survive(&Stonehenge, &text);
        survive(&TicTacToe, &text);
    }
}
