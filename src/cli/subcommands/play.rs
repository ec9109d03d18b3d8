//! `sarsen play`: plays a game at the terminal, between persons and the engine.

mod choosing;
mod commands;
mod conversation;
mod game;
mod lines;
#[cfg(unix)]
mod modes;
mod paint;
mod rescue;
mod saving;
mod scores;
mod seats;
mod sentences;
mod settings;
mod thinking;
mod verdicts;

use std::io::{self, BufReader, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;

use crate::cli::arguments::{
    GameArguments, LimitArguments, RecordFileError, check_game, open, read_one_or_last, tell_notes,
};
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::file_error::{FileError, InFile};
use crate::cli::interrupt::{INTERRUPTED, on_interrupt};
use crate::cli::program::Program;
use choosing::ask_game;
use conversation::PlayConversation;
use game::GameInProgress;
use lines::{EditedLines, LineSource, PlainLines};
use rescue::Rescue;
use sarsen_core::game::Player;
use sarsen_core::sys::noted_input::{InputFailure, NotedInput};
use sarsen_core::sys::stderr::complain;
use sarsen_core::transposition::TableError;
use sarsen_engine::engine::{DEFAULT_HASH, Engine};
use sarsen_engine::session::{Describe, FairDice, OpenError, Registry, Session};
use sarsen_tools::matches::record::{PdnError, Record, ReplayError};
use saving::check;
use seats::{DiceKind, PlayerKind, ask_seat};
use settings::{OptionRefusal, Settings};
use thinking::{Interrupt, Thinker};
use verdicts::Verdicts;

/// The examples of its help.
pub(crate) const EXAMPLES: Examples = Examples::of(&[
    Example::of("connect4", "sarsen play connect4"),
    Example::of("connect4", "sarsen play connect4 8x7 --first engine --movetime 500"),
    Example::of(
        "stonehenge",
        "sarsen play stonehenge --first person --strength 40 --save games.txt",
    ),
    Example::any("sarsen play --from games.txt --save games.txt"),
    Example::any("sarsen play --from games.txt:1"),
    Example::of("backgammon", "sarsen play backgammon --dice person"),
    Example::of("connect4", "sarsen play connect4 --first engine --second engine --depth 6"),
    Example::of(
        "connect4",
        r#"printf '4\n4\neval\n' | sarsen play connect4 --second person --option Evaluator=chapter"#,
    ),
]);

/// Play at the terminal: person or engine, on either side.
///
/// Type moves as the board shows them, 'moves' for a list of them, or 'help' for the commands:
/// undo, hint, eval, flip, save, resign and others. At a terminal, the program asks who plays
/// unless you say it with --first and --second. Who plays and how the engine plays can also be
/// changed during the game.
///
/// 'hint' and 'eval' use the best source there is: a book, the game's own solver, or a search. When
/// the engine has proven who wins, it keeps that to itself until the end is near, unless you ask
/// (see --verdicts). At a terminal, Ctrl-C makes the engine move at once, and Ctrl-D leaves. Moves
/// and commands may also come from a file or another program. Then an interrupt ends the game, and
/// --save keeps it.
///
/// In a game of chance, the program throws the dice and draws the cards, or you type what real ones
/// show (--dice person). 'undo' does not change what is thrown.
///
/// Without --depth, --nodes and --strength, the first moves come from the game's opening book, if
/// it has one. With --strength below 100 or the option Book Variety, moves are partly random. Each
/// run is then different, unless you set --option Seed.
#[derive(Args)]
pub(crate) struct PlayArguments {
    #[command(flatten)]
    game: GameArguments,
    /// Who plays the first player; if you say only one side, a person plays against the engine
    #[arg(long, value_name = "WHO")]
    first: Option<PlayerKind>,
    /// Who plays the second player
    #[arg(long, value_name = "WHO")]
    second: Option<PlayerKind>,
    #[command(flatten)]
    limits: LimitArguments,
    /// How well the engine plays: 0 to 100
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(..=100))]
    strength: Option<u8>,
    /// Whether the engine says what it thinks of its moves; 'auto' keeps distant proven ends secret
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    verdicts: Verdicts,
    /// An option of the engine, as in 'setoption'; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Who throws dice and draws cards; a person types what real ones show
    #[arg(long, value_name = "WHO", value_enum, default_value_t)]
    dice: DiceKind,
    /// The seed of the dice [default: another one each time; the record has it]
    #[arg(long, value_name = "N", conflicts_with = "dice")]
    dice_seed: Option<u64>,
    /// Go on with a recorded game: a file of records, and the number of a game in it (the last by
    /// default). The engine plays as it did, unless you say otherwise
    #[arg(long, value_name = "FILE[:N]")]
    from: Option<String>,
    /// Add the record of every game to a file, at its end or when you leave
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// No colours
    #[arg(long)]
    no_color: bool,
}

/// Why no game can be begun.
#[derive(Debug, thiserror::Error)]
enum StartError {
    /// There is no such game or setup.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// There is no such record.
    #[error(transparent)]
    NoRecord(#[from] RecordFileError),
    /// The record is of a game that is not here.
    #[error(transparent)]
    Pdn(#[from] FileError<PdnError>),
    /// The record cannot be played through.
    #[error(transparent)]
    Replay(#[from] FileError<ReplayError>),
    /// The record is of another game.
    #[error(transparent)]
    OtherGame(#[from] FileError<RecordFileError>),
}

/// Why an engine cannot play with these settings.
#[derive(Debug, thiserror::Error)]
enum EngineSetupError {
    /// There is no memory for its table.
    #[error(transparent)]
    Memory(#[from] TableError),
    /// It refuses an option.
    #[error(transparent)]
    Option(#[from] OptionRefusal),
}

/// The system gives no seed for the dice.
#[derive(Debug, thiserror::Error)]
#[error("no random numbers: {0}")]
struct NoSeed(getrandom::Error);

told!(StartError, NoSeed, EngineSetupError);

/// The record to go on with if there is one, and a session at its end.
type RecordAndSession = (Option<Record>, Box<dyn Session>);

impl PlayArguments {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let at_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let (rescue, failure) = (Rescue::default(), InputFailure::default());
        let mut lines: Box<dyn LineSource> = match at_terminal {
            true => Box::new(EditedLines::new()?),
            false => {
                Box::new(PlainLines::new(BufReader::new(NotedInput::new(io::stdin(), &failure))))
            }
        };
        let Some(title) = self.title(&program.registry, &mut *lines, out)? else {
            return Ok(ExitCode::SUCCESS);
        };
        let (record, session) = self.start(&title, &program.registry)?;
        if at_terminal || self.save.is_some() {
            rescue.watch()?;
        }
        let Some(seats) = self.seats(record.as_ref(), &*session, &mut *lines, out)? else {
            return Ok(ExitCode::SUCCESS);
        };

        if let Some(file) = &self.save {
            check(file).in_file(file.display())?;
        }

        let (engine, settings) = self.engine(session, record.as_ref())?;
        let dice = self.dice()?;
        let mut game = GameInProgress::new(engine, seats, settings).with_dice(dice);
        if let Some(record) = record {
            game = game.resume(record);
        }
        let interrupt = Interrupt::default();
        if at_terminal || !game.has(PlayerKind::Person) {
            let interrupt = interrupt.clone();
            on_interrupt(move || interrupt.stop())?;
        } else if self.save.is_some() {
            // A program at the other end cannot be asked what it means.
            let rescue = rescue.clone();
            on_interrupt(move || rescue.end(INTERRUPTED))?;
        }
        let thinker = Thinker { interrupt, shown: at_terminal };
        let colours = !self.no_color && console::colors_enabled();
        let file = self.save.clone();
        PlayConversation::new(game, thinker, &mut *lines, out, colours, file, rescue).run()?;
        match failure.take() {
            Some(error) => Err(error).in_file("standard input")?,
            None => Ok(ExitCode::SUCCESS),
        }
    }

    /// The game with its setup. Asks a person who has named neither a game nor a record. Empty if
    /// nobody names a game. `None` if the person leaves.
    fn title(
        &self,
        registry: &Registry,
        lines: &mut dyn LineSource,
        out: &mut dyn Write,
    ) -> io::Result<Option<String>> {
        let title = self.game.title(registry);
        let is_open = title.is_empty() && self.from.is_none() && registry.names().nth(1).is_some();
        if is_open && lines.is_person() {
            return ask_game(registry, lines, out);
        }
        Ok(Some(title))
    }

    /// The start of the play: a recorded game, or a new one.
    fn start(&self, game: &str, registry: &Registry) -> Result<RecordAndSession, StartError> {
        let Some(file) = &self.from else { return Ok((None, open(game, registry)?)) };
        let record = read_one_or_last(file)?.or_of_game(game, registry).in_file(file)?;
        let (record, put_in) = record.with_passes(registry);
        tell_notes(file, &record);
        put_in.iter().for_each(|note| complain(format_args!("{file}: {note}")));
        let session = record.replay(registry).in_file(file)?;
        check_game(&*session, game).in_file(file)?;
        Ok((Some(record), session))
    }

    /// The engine with its options, and the settings. A record tells the limits and the strength
    /// unless the arguments do.
    fn engine(
        &self,
        session: Box<dyn Session>,
        record: Option<&Record>,
    ) -> Result<(Engine, Settings), EngineSetupError> {
        let mut engine = Engine::new(session, DEFAULT_HASH)?;
        let mut settings = Settings::default();
        (settings.limits, settings.verdicts) = (self.limits, self.verdicts);
        if let Some(record) = record.filter(|_| self.limits == LimitArguments::default()) {
            settings.take_limits(record);
        }
        // Random moves should be different in each run.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        settings.set(&mut engine, &format!("Seed={}", now.subsec_nanos()), false)?;
        let strength = self.strength.or_else(|| record.and_then(Settings::recorded_strength));
        let strength = strength.map(|strength| format!("Strength={strength}"));
        for option in strength.iter().chain(&self.options) {
            settings.set(&mut engine, option, true)?;
        }
        Ok((engine, settings))
    }

    /// The dice that the program throws.
    fn dice(&self) -> Result<Option<FairDice>, NoSeed> {
        if self.dice == DiceKind::Person {
            return Ok(None);
        }
        let seed = match self.dice_seed {
            Some(seed) => seed,
            None => getrandom::u64().map_err(NoSeed)?,
        };
        Ok(Some(FairDice::new(seed)))
    }

    /// Who plays. The arguments come first, then the record, then the answers of the person. The
    /// default is a person against the engine. `None` if the person leaves.
    fn seats(
        &self,
        record: Option<&Record>,
        session: &dyn Describe,
        lines: &mut dyn LineSource,
        out: &mut dyn Write,
    ) -> io::Result<Option<[PlayerKind; 2]>> {
        match (self.first, self.second) {
            (Some(first), Some(second)) => return Ok(Some([first, second])),
            (Some(first), None) => return Ok(Some([first, first.other()])),
            (None, Some(second)) => return Ok(Some([second.other(), second])),
            (None, None) => {}
        }
        let recorded = |tag| record.and_then(|record| record.tag(tag)).and_then(PlayerKind::named);
        if let (Some(first), Some(second)) = (recorded("First"), recorded("Second")) {
            return Ok(Some([first, second]));
        }
        let mut seats = [PlayerKind::Person, PlayerKind::Engine];
        if lines.is_person() {
            for (seat, player) in seats.iter_mut().zip([Player::First, Player::Second]) {
                match ask_seat(&session.player(player).to_string(), *seat, lines, out)? {
                    Some(answer) => *seat = answer,
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(seats))
    }
}
