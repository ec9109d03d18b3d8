//! `sarsen check`: reads a file of rules and says what was understood.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;

use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::program::Program;
use crate::cli::prose;
use crate::cli::rules_files;
use sarsen_core::sys::stderr::complain;
use sarsen_rbg::{LoadedGame, RandomGames};

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::any("sarsen check games/breakthrough.rbg"),
    Example::any("sarsen check games/chess.rbg --seconds 1"),
    Example::any("sarsen check games/hex.rbg 7x7"),
]);

/// Check a file of rules: print what was understood of it, count its lines of play, and play random
/// games
///
/// The language is Regular Boardgames. `docs/rules-as-text.md` describes it. If the file has a
/// mistake, the error says where and what was expected. What is legal but surely not meant so is a
/// warning. The status is 0 also then.
#[derive(Args)]
pub(crate) struct CheckArguments {
    /// The file of rules
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// A start position or a board of the file [default: the usual ones]
    #[arg(value_name = "SETUP", default_value = "", hide_default_value = true)]
    setup: String,
    /// How long to count and to play
    #[arg(long, default_value_t = 2.0, value_parser = seconds)]
    seconds: f64,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "this is no number".to_owned())?;
    let is_good = (0.0..=86_400.0).contains(&seconds);
    is_good.then_some(seconds).ok_or_else(|| "from 0 to 86400".to_owned())
}

impl CheckArguments {
    pub(crate) fn run(&self, _: &Program, out: &mut dyn Write) -> RunResult {
        let text = rules_files::read(&self.file)?;
        let start = Instant::now();
        let game = LoadedGame::read(&self.file.to_string_lossy(), &text)?;
        let loaded = start.elapsed();
        let setups = game.setups();
        let game = game.with_setup(&self.setup).map_err(|error| error.to_string())?;
        let found = game.check(Duration::from_secs_f64(self.seconds));
        let mut line = |name: &str, text: String| {
            let text = prose::wrapped(text.split_whitespace(), prose::width().saturating_sub(14));
            writeln!(out, "{name:12}  {}", text.replace('\n', &format!("\n{:14}", "")))
        };
        if let Some(title) = game.title() {
            line("game", title.to_owned())?;
        }
        line("players", format!("{} moves first, then {}", found.players[0], found.players[1]))?;
        line("board", found.board)?;
        if !setups.is_empty() {
            line("setups", setups.join(", "))?;
        }
        line("pieces", found.pieces.join(", "))?;
        if !found.variables.is_empty() {
            line("variables", found.variables.join(", "))?;
        }
        line("symmetries", found.symmetries)?;
        line("random games", games(&found.games))?;
        line("moves", moves(&found.games))?;
        let counts: Vec<String> = found.perft.iter().map(u64::to_string).collect();
        line("perft", format!("{} ({} a second)", counts.join(", "), found.speed))?;
        let loaded = loaded.as_secs_f64() * 1000.0;
        line("loaded", format!("in {loaded:.1} ms, {} instructions", found.instructions))?;
        for warning in &found.warnings {
            complain(format_args!("warning: {warning}"));
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn games(games: &RandomGames) -> String {
    let RandomGames { ended, given_up, results: [first, second, drawn], plies, .. } = games;
    if ended + given_up == 0 {
        return "none came to an end in this time".to_owned();
    }
    let given_up = match given_up {
        0 => String::new(),
        count => format!("; {count} more were given up"),
    };
    format!(
        "{ended}: the first player won {first}, the second {second}, and {drawn} were drawn; {} to \
         {} plies, {} on average{given_up}",
        plies[0], plies[2], plies[1]
    )
}

fn moves(games: &RandomGames) -> String {
    let RandomGames { moves: [most, average], longest_move, .. } = games;
    let places = if *longest_move == 1 { "place" } else { "places" };
    format!("up to {most} in a position, {average} on average; up to {longest_move} {places} each")
}
