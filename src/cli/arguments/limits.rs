//! Limits of one search: `--movetime`, `--depth`, `--nodes`.

use std::time::Duration;

use clap::Args;

use sarsen_core::search::Limits;

/// The time for a search to which the user gives no limit, in milliseconds.
const DEFAULT_MOVETIME: u64 = 1000;

/// The limits of a search that the user gave.
#[derive(Args, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct LimitArguments {
    /// Time to think about a move [default: 1000 if there is neither --depth nor --nodes]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) movetime: Option<u64>,
    /// Plies to look ahead
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// Positions to visit for a move
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
}

impl LimitArguments {
    /// The limits as a search takes them. If there are none, the default time is one.
    pub(crate) fn limits(&self) -> Limits {
        let mut limits = Limits::NONE;
        (limits.depth, limits.nodes) = (self.depth, self.nodes);
        let default = limits.is_timed().then_some(DEFAULT_MOVETIME);
        limits.time = self.movetime.or(default).map(Duration::from_millis);
        limits
    }
}
