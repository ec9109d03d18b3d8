//! The arguments that all kinds of `sarsen tune` have.

use clap::Args;

use sarsen_engine::engine::cores;
use sarsen_engine::session::Registry;
use sarsen_tools::matches::tuning::{SelfPlay, Workplace};

/// The arguments that all kinds of `sarsen tune` have.
#[derive(Args)]
pub(super) struct CommonArguments {
    /// The most positions to take from a game
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) positions: u32,
    /// The seed for the choice of openings and positions
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// How many games are played at the same time [default: one per processor]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,
    /// Print the result as JSON
    #[arg(long)]
    pub(super) json: bool,
}

impl CommonArguments {
    /// Where the work is done.
    pub(super) fn place<'a>(&self, registry: &'a Registry, game: &'a str) -> Workplace<'a> {
        Workplace { registry, game, threads: self.threads.map_or_else(cores, usize::from) }
    }

    /// Games of the engine with itself.
    pub(super) fn self_play(&self, games: u32, nodes: u64, plies: [usize; 2]) -> SelfPlay {
        let (games, positions) = (games as usize, self.positions as usize);
        SelfPlay { games, nodes, plies, positions, seed: self.seed }
    }
}

/// Parses a number of plies, or a range: `4` or `2-8`.
pub(super) fn plies(text: &str) -> Result<[usize; 2], String> {
    let number = |text: &str| text.parse().map_err(|_| format!("'{text}' is not a whole number"));
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let plies = [number(least)?, number(most)?];
    if plies[0] <= plies[1] { Ok(plies) } else { Err("the lesser number comes first".to_owned()) }
}
