//! `Hash`: the size of the transposition table.

use crate::engine::engine_option::{EngineOption, Offer, OptionOf, Parts, Setting};
use crate::transposition::Table;

/// The default, in MiB.
pub const DEFAULT_HASH: usize = 64;

/// The largest table, in MiB.
pub(crate) const MAX_HASH: u64 = 1 << 20;

/// It keeps no value: the table knows its size.
#[derive(Default)]
pub(crate) struct HashOption;

impl OptionOf<Parts> for HashOption {
    fn offer(&self, _: &Parts) -> Offer {
        Offer::spin(
            "Hash",
            DEFAULT_HASH as u64,
            1..=MAX_HASH,
            "the size of the transposition table, in MiB",
        )
    }

    fn set(&mut self, value: Setting, parts: &mut Parts) -> Result<(), String> {
        let mib = value.number() as usize;
        if mib << 20 != parts.table.bytes() {
            parts.table = Table::new(mib).map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

impl EngineOption for HashOption {}
