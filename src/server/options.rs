//! The options that are the server's own; the others are the [engine's](crate::engine).

use crate::engine::{Kind, Offer};
use crate::protocol::Dialect;
use crate::session::Registry;

pub(super) const GAME: &str = "Game";
pub(super) const PONDER: &str = "Ponder";
pub(super) const OWN_PONDER: &str = "Own Ponder";
pub(super) const OVERHEAD: &str = "Move Overhead";
pub(super) const VARIANT: &str = "UCI_Variant";

/// What is lost between the engine and the clock at each move, in ms, before anything is said of
/// it.
const DEFAULT_OVERHEAD: u64 = 10;
const MAX_OVERHEAD: u64 = 5000;

/// What they are set to.
#[derive(Debug)]
pub(super) struct Options {
    pub(super) ponder: bool,
    pub(super) own_ponder: bool,
    pub(super) overhead_ms: u64,
    pub(super) variant: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self { ponder: false, own_ponder: false, overhead_ms: DEFAULT_OVERHEAD, variant: None }
    }
}

/// How they are announced.
pub(super) fn own(dialect: Dialect, registry: &Registry) -> Vec<Offer> {
    let overhead = Kind::Spin { default: DEFAULT_OVERHEAD, min: 0, max: MAX_OVERHEAD };
    let mut offers = vec![
        Offer::combo(GAME, registry.names()).about(
            "the game, with its setup if wanted; the same as 'newgame' \
                 with these words",
        ),
        Offer::new(PONDER, Kind::Check(false)).about("whether 'bestmove' names the expected reply"),
        Offer::new(OWN_PONDER, Kind::Check(false)).about(
            "whether it thinks on after 'bestmove', about the reply it \
                 expects, until the next command",
        ),
        Offer::new(OVERHEAD, overhead)
            .about("milliseconds lost between the engine and the clock at each move"),
    ];
    let variants: Vec<&str> = registry.uci_variants().map(|(variant, _)| variant).collect();
    if dialect == Dialect::Uci && !variants.is_empty() {
        offers.push(
            Offer::combo(VARIANT, variants)
                .about("the game of this name, in the notation of UCI programs"),
        );
    }
    offers
}
