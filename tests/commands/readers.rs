//! Readers of texts from outside: any text is what it should be, or an error.

use proptest::prelude::*;

use crate::fuzzed_readers;

proptest! {
    #[test]
    fn any_text_is_openings_or_an_error(
        game in any::<u8>(),
        text in "(startpos|fen|moves|\\[Game \"x\"\\]|\\n|#| |[1-9]|[a-h][1-8]|\\PC){0,20}",
    ) {
        fuzzed_readers::openings(&[&[game], text.as_bytes()].concat());
    }
    #[test]
    fn any_text_is_a_position_or_an_error(
        game in any::<u8>(),
        text in "([BWbw]:|K?[1-9]|[1-9]/|[XOxo-]{8}|[,:./ -]|\\PC){0,40}",
    ) {
        fuzzed_readers::positions(&[&[game], text.as_bytes()].concat());
    }
    #[test]
    fn any_text_is_moves_or_an_error(
        game in any::<u8>(),
        text in "([1-9]|[a-h][1-8]|pa|PA|--|0000|@@@@|[-x,/@ ]|roll|\\PC){0,20}",
    ) {
        fuzzed_readers::moves(&[&[game], text.as_bytes()].concat());
    }
    #[test]
    fn any_bytes_are_a_file_or_an_error(
        head in "(|[a-z]+ = [0-9-]{1,4}\n|sarsen [a-z]+ [0-9]\n)",
        rest in proptest::collection::vec(any::<u8>(), 0..60),
    ) {
        fuzzed_readers::files(&[head.as_bytes(), &rest].concat());
    }
}
