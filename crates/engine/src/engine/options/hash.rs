//! `Hash`: the size of the transposition table.

use crate::engine::engine_option::{EngineOption, Offer, OptionOf, Parts, Setting};

/// It keeps no value: the table knows its size.
#[derive(Default)]
pub(crate) struct HashOption;

impl OptionOf<Parts> for HashOption {
    fn offer(&self, parts: &Parts) -> Offer {
        Offer::spin(
            "Hash",
            parts.bounds.usual_hash,
            1..=parts.bounds.most_hash,
            "the size of the transposition table, in MiB",
        )
    }

    fn set(&mut self, value: Setting, parts: &mut Parts) -> Result<(), String> {
        let bytes = (value.number() as usize) << 20;
        if bytes == parts.table.bytes() {
            return Ok(());
        }
        parts.resize_table(bytes).map_err(|error| error.to_string())
    }
}

impl EngineOption for HashOption {}
