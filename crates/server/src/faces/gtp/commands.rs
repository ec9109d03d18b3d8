//! The commands of the Go Text Protocol that this face knows, and the list of them.

use super::board;
use super::clock::seconds;
use super::line::shown;
use super::state::{CommandResult, GtpAnswer, GtpFace, done, games};
use super::thinking::Thinking;
use crate::faces::face::FaceTalk;
use sarsen_core::game::Player;
use sarsen_engine::protocol::stones::{PASS, StoneGrid, Vertex};

/// Carries out a command with its arguments.
type Execute = fn(&mut GtpFace, &[&str], &mut FaceTalk) -> CommandResult;

/// The commands. Those with the name of the program are its own.
const COMMANDS: &[(&str, Execute)] = &[
    ("protocol_version", |_, _, _| now("2")),
    ("name", |face, _, _| now(face.game.registry().name())),
    ("version", |face, _, _| now(face.game.registry().version())),
    ("known_command", |_, arguments, _| {
        let name = arguments.first().ok_or_else(syntax)?;
        now(if find(name).is_some() { "true" } else { "false" })
    }),
    ("list_commands", |_, _, _| {
        let names: Vec<&str> = COMMANDS.iter().map(|(name, _)| *name).collect();
        now(names.join("\n"))
    }),
    ("quit", |face, _, _| {
        face.is_over = true;
        done()
    }),
    ("boardsize", board_size),
    ("clear_board", |face, _, talk| {
        face.game.restart();
        face.steps.clear();
        face.clock.restart();
        talk.command(face.game.new_game());
        done()
    }),
    ("komi", |_, arguments, _| {
        let [komi] = arguments else { return Err(syntax()) };
        komi.parse::<f64>().map_err(|_| syntax())?;
        done()
    }),
    ("play", play),
    ("genmove", |face, arguments, talk| generate(face, arguments, talk, true)),
    ("reg_genmove", |face, arguments, talk| generate(face, arguments, talk, false)),
    ("undo", |face, _, _| {
        let step = face.steps.pop().ok_or("cannot undo")?;
        face.game.undo(step);
        done()
    }),
    ("time_settings", |face, arguments, _| {
        let [main, period, stones] = arguments else { return Err(syntax()) };
        let (main, period) = (seconds(main).ok_or_else(syntax)?, seconds(period));
        face.clock.set(main, period.ok_or_else(syntax)?, stones.parse().map_err(|_| syntax())?);
        done()
    }),
    ("time_left", |face, arguments, _| {
        let [colour, time, stones] = arguments else { return Err(syntax()) };
        let (player, time) = (player(colour)?, seconds(time).ok_or_else(syntax)?);
        face.clock.set_left(player, time, stones.parse().map_err(|_| syntax())?);
        done()
    }),
    ("final_score", |face, _, _| {
        let lead = face.game.lead(Player::First).ok_or("cannot score")?;
        now(match lead {
            0.0 => "0".to_owned(),
            lead if lead > 0.0 => format!("B+{lead}"),
            lead => format!("W+{}", -lead),
        })
    }),
    ("showboard", |face, _, _| now(board::draw(face.game.session(), &face.grid))),
    ("set_game", set_game),
    ("list_games", |face, _, _| {
        let games = games(face.game.registry());
        let names: Vec<String> =
            games.iter().map(|(game, _)| capital(game.session().game())).collect();
        now(names.join("\n"))
    }),
    ("sarsen-limit", limit),
    ("sarsen-setoption", |_, arguments, talk| {
        // People who know `setoption` write its word `name`, too.
        let words = arguments.strip_prefix(&["name"]).unwrap_or(arguments);
        let name = words.first().ok_or_else(syntax)?;
        // The face has a board of its own. The server must not change the game behind its back.
        if name.eq_ignore_ascii_case("Game") {
            return Err("set_game and boardsize choose the game".to_owned());
        }
        talk.command(format!("setoption name {}", words.join(" ")));
        talk.command("isready");
        Ok(GtpAnswer::Later(Thinking::new(None, 0)))
    }),
];

/// The command of a name.
pub(super) fn find(name: &str) -> Option<Execute> {
    COMMANDS.iter().find(|(known, _)| *known == name).map(|(_, execute)| *execute)
}

fn now(text: impl Into<String>) -> CommandResult {
    Ok(GtpAnswer::Now(text.into()))
}

fn syntax() -> String {
    "syntax error".to_owned()
}

/// A name with a capital letter, as programs write the names of games.
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The player of a colour.
fn player(colour: &str) -> Result<Player, String> {
    match colour.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Player::First),
        "w" | "white" => Ok(Player::Second),
        _ => Err(format!("syntax error: '{}' is neither black nor white", shown(colour))),
    }
}

fn board_size(face: &mut GtpFace, arguments: &[&str], talk: &mut FaceTalk) -> CommandResult {
    let [size] = arguments else { return Err(syntax()) };
    let size: usize = size.parse().map_err(|_| syntax())?;
    let game = face.game.session().game().to_owned();
    let fits = |grid: &StoneGrid| (grid.columns(), grid.rows()) == (size, size);
    // The usual setup of a game may have a name of another form.
    let setups = [face.game.session().setup(), String::new(), format!("{size}x{size}")];
    if !setups.iter().any(|setup| face.open(&game, setup, fits)) {
        return Err("unacceptable size".to_owned());
    }
    talk.command(face.game.new_game());
    done()
}

fn set_game(face: &mut GtpFace, arguments: &[&str], talk: &mut FaceTalk) -> CommandResult {
    let [wanted] = arguments else { return Err(syntax()) };
    let registry = face.game.registry();
    let is_wanted = |name: &&str| name.eq_ignore_ascii_case(wanted);
    let name = registry.names().find(is_wanted).map(str::to_owned);
    if !name.is_some_and(|name| face.open(&name, "", |_| true)) {
        return Err("unsupported game".to_owned());
    }
    talk.command(face.game.new_game());
    done()
}

fn play(face: &mut GtpFace, arguments: &[&str], _: &mut FaceTalk) -> CommandResult {
    let [colour, word] = arguments else { return Err(syntax()) };
    let player = player(colour)?;
    let vertex = face.grid.read(word);
    let vertex = vertex.ok_or_else(|| format!("syntax error: no vertex '{}'", shown(word)))?;
    face.play(player, vertex)?;
    done()
}

/// `genmove` and `reg_genmove`: the latter does not play the move.
fn generate(
    face: &mut GtpFace,
    arguments: &[&str],
    talk: &mut FaceTalk,
    is_played: bool,
) -> CommandResult {
    let [colour] = arguments else { return Err(syntax()) };
    let player = player(colour)?;
    if face.game.session().outcome().is_some() {
        return now(PASS);
    }
    let passes = face.give_turn(player).map_err(|_| "it is the other player's turn")?;
    if face.game.session().forced_pass().is_some() {
        if is_played {
            face.play(player, Vertex::Pass)?;
        }
        return now(PASS);
    }
    talk.command(face.game.position());
    talk.command(format!("go{}", face.clock.words(player)));
    Ok(GtpAnswer::Later(Thinking::new(is_played.then_some(player), passes)))
}

/// `sarsen-limit`: limits of a move beside the clocks, such as `depth 8`, until it comes again.
fn limit(face: &mut GtpFace, arguments: &[&str], _: &mut FaceTalk) -> CommandResult {
    let mut words = String::new();
    for pair in arguments.chunks(2) {
        let [word @ ("depth" | "nodes" | "movetime"), number] = pair else { return Err(syntax()) };
        let number: u64 = number.parse().map_err(|_| syntax())?;
        words += &format!(" {word} {number}");
    }
    face.clock.limit(words);
    done()
}
