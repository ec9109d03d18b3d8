//! `sarsen play`: arguments, and who sits where.

mod conversation;
mod game;
mod judge;
mod lines;
mod paint;
mod rescue;
mod saving;
mod sentences;
mod settings;
#[cfg(unix)]
mod terminal;
mod thinking;
mod words;

use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::engine::{DEFAULT_HASH, Engine};
use crate::game::Player;
use crate::matches::record::{Record, RecordReader};
use crate::session::{Describe, Registry, Session};
use crate::sys::input;
use clap::Args;

use super::naming::{GameArguments, open};
use conversation::Conversation;
use game::{Game, Seat};
use lines::{Edited, Input, Lines, Plain};
use rescue::Rescue;
use saving::check;
use settings::{Settings, Verdicts};
use thinking::{Interrupt, Thinker};

/// Play at the terminal: person or engine, on either side.
///
/// Type moves as the board shows them, 'moves' for a list of them, 'help' for the commands: undo,
/// hint, eval, flip, save, resign and others. At a terminal who plays is asked if it is not said.
/// This and how the engine plays can also be changed during the game.
///
/// 'hint' and 'eval' tell the best that is known, out of a book, by the game's own solver or by
/// search. Unasked the engine does not say that it has proven who wins before the end is near
/// (--verdicts). Ctrl-C makes the engine move at once, Ctrl-D leaves. Moves and commands may also
/// come from a file or another program.
///
/// Without --depth, --nodes and --strength the first moves come out of the game's opening book, if
/// it has one. Where chance has a part (--strength below 100, the option Book Variety) every run
/// has another --option Seed.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen play connect4\n  \
    sarsen play connect4 8x7 --first engine --movetime 500\n  \
    sarsen play stonehenge --first person --strength 40 --save games.txt\n  \
    sarsen play --from games.txt --save games.txt\n  \
    sarsen play connect4 --first engine --second engine --depth 6\n  \
    printf '4\\n4\\neval\\n' | sarsen play connect4 --second person --option Evaluator=chapter")]
pub(crate) struct PlayArguments {
    #[command(flatten)]
    game: GameArguments,
    /// Who plays the first player; if only one side is told, the other is of the other kind
    #[arg(long, value_name = "WHO")]
    first: Option<Seat>,
    /// Who plays the second player
    #[arg(long, value_name = "WHO")]
    second: Option<Seat>,
    /// Time of the engine for each move; 1000 unless depth or nodes are limited
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Plies the engine looks ahead
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Positions the engine visits at each move
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How well the engine plays: 0 to 100
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(..=100))]
    strength: Option<u8>,
    /// Whether the engine tells what it thinks of its moves: 'auto' keeps proven ends that are far
    /// away to itself
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    verdicts: Verdicts,
    /// An option of the engine, as 'setoption' knows it; may be given more than once
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Go on with the last game of a file of records
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Add the record of every game to a file, at its end or when you leave
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Plain text even where there are colours
    #[arg(long)]
    no_color: bool,
}

impl PlayArguments {
    pub(crate) fn run(
        &self,
        registry: &Registry,
        out: &mut dyn Write,
    ) -> Result<(), Box<dyn Error>> {
        let game = self.game.title(registry)?;
        let (record, session) = match &self.from {
            Some(file) => {
                let record = last_record(file)?;
                let session = record
                    .replay(registry)
                    .map_err(|error| format!("{}: {error}", file.display()))?;
                let played = session.title();
                if !game.is_empty() && game != played && game != session.game() {
                    let file = file.display();
                    return Err(format!("{file}: its last game is {played}, not {game}").into());
                }
                (Some(record), session)
            }
            None => (None, open(&game, registry)?),
        };
        if session.has_chance() {
            return Err(no_chance(&session.title()).into());
        }

        let at_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let rescue = Rescue::default();
        if at_terminal || self.save.is_some() {
            rescue.watch()?;
        }
        let mut lines: Box<dyn Lines> = match at_terminal {
            true => Box::new(Edited::new()?),
            false => Box::new(Plain::new(io::stdin().lock())),
        };
        let Some(seats) = self.seats(record.as_ref(), &*session, &mut *lines, out)? else {
            return Ok(());
        };

        if let Some(file) = &self.save {
            check(file).map_err(|error| format!("{}: {error}", file.display()))?;
        }

        let (engine, settings) = self.engine(session)?;
        let mut game = Game::new(engine, seats, settings);
        if let Some(record) = record {
            game = game.resume(record);
        }
        let interrupt = Interrupt::default();
        if at_terminal || !game.has(Seat::Person) {
            let interrupt = interrupt.clone();
            ctrlc::set_handler(move || interrupt.stop())?;
        }
        let thinker = Thinker { interrupt, shown: at_terminal };
        let colours = !self.no_color && console::colors_enabled();
        Conversation::new(game, thinker, &mut *lines, out, colours, self.save.clone(), rescue).run()
    }

    /// The engine with its options, and how it plays.
    fn engine(&self, session: Box<dyn Session>) -> Result<(Engine, Settings), Box<dyn Error>> {
        let mut engine = Engine::new(session, DEFAULT_HASH)?;
        let Self { movetime, depth, nodes, verdicts, .. } = *self;
        let mut settings = Settings::default();
        (settings.movetime, settings.depth, settings.nodes) = (movetime, depth, nodes);
        settings.verdicts = verdicts;
        // Whoever plays against chance wants another game every time.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        settings.set(&mut engine, &format!("Seed={}", now.subsec_nanos()), false)?;
        let strength = self.strength.map(|strength| format!("Strength={strength}"));
        for option in strength.iter().chain(&self.options) {
            settings.set(&mut engine, option, true)?;
        }
        Ok((engine, settings))
    }

    /// Who plays: as told, as in the record, as answered when asked, or a person against the
    /// engine; none if the person asked has left.
    fn seats(
        &self,
        record: Option<&Record>,
        session: &dyn Describe,
        lines: &mut dyn Lines,
        out: &mut dyn Write,
    ) -> io::Result<Option<[Seat; 2]>> {
        match (self.first, self.second) {
            (Some(first), Some(second)) => return Ok(Some([first, second])),
            (Some(first), None) => return Ok(Some([first, first.other()])),
            (None, Some(second)) => return Ok(Some([second.other(), second])),
            (None, None) => {}
        }
        let recorded = |tag| record.and_then(|record| record.tag(tag)).and_then(Seat::named);
        if let (Some(first), Some(second)) = (recorded("First"), recorded("Second")) {
            return Ok(Some([first, second]));
        }
        let mut seats = [Seat::Person, Seat::Engine];
        if lines.is_person() {
            for (seat, player) in seats.iter_mut().zip([Player::First, Player::Second]) {
                match ask_seat(session.mark(player), *seat, lines, out)? {
                    Some(answer) => *seat = answer,
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(seats))
    }
}

/// Why a game of chance is not played here, and where it is.
fn no_chance(title: &str) -> String {
    format!(
        "{title} is a game of chance, and 'play' cannot roll its dice yet; 'sarsen' alone speaks the \
         protocol, in which 'newgame {title}', 'move' (also for what chance brings) and 'go' play it"
    )
}

/// Asks who plays a side; none if the person asked leaves.
fn ask_seat(
    mark: &str,
    usual: Seat,
    lines: &mut dyn Lines,
    out: &mut dyn Write,
) -> io::Result<Option<Seat>> {
    let words = ["person", "engine", "quit"].map(str::to_owned);
    let default = &words[usual as usize];
    let prompt = format!("Who plays {mark}, person or engine? [{default}] ");
    loop {
        match lines.line(out, &prompt, &words)? {
            Input::Line(text) => match text.trim().to_ascii_lowercase().as_str() {
                "" => return Ok(Some(usual)),
                "person" | "p" | "me" => return Ok(Some(Seat::Person)),
                "engine" | "e" => return Ok(Some(Seat::Engine)),
                "quit" | "q" => return Ok(None),
                _ => writeln!(out, "'person' (or p), 'engine' (or e), or 'quit'.")?,
            },
            Input::Interrupted => writeln!(out, "'quit' or Ctrl-D leaves.")?,
            Input::End => return Ok(None),
        }
    }
}

/// The last record of a file.
fn last_record(file: &Path) -> Result<Record, Box<dyn Error>> {
    let name = file.display();
    let input = input::open(file).map_err(|error| format!("{name}: {error}"))?;
    let mut last = None;
    for record in RecordReader::new(input) {
        last = Some(record.map_err(|error| format!("{name}: {error}"))?);
    }
    last.ok_or_else(|| format!("{name}: there is no record in it").into())
}
