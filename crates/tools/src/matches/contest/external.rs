//! Players in child processes that speak UGI or UCI. If a player is lost, its process is restarted
//! for the next game.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::patience::{EngineTrouble, HELLO, READY, for_a_move, until};
use super::player::{ChosenMove, MatchPlayer, PlayerError, Situation};
use super::spec::PlayerSpec;
use crate::client::Client;
use sarsen_core::game::excerpt;
use sarsen_core::search::Limits;
use sarsen_engine::protocol::Dialect;
use sarsen_engine::protocol::reply::error_in;
use sarsen_engine::session::{Play, Registry, Session};

/// Limits of the options that an engine may offer: their number and their bytes. Later options are
/// not noted.
const MOST_OPTIONS: usize = 1000;
const LONGEST_OPTIONS: usize = 1 << 20;

/// A player in a child process.
pub(super) struct ExternalPlayer {
    spec: PlayerSpec,
    dialect: Dialect,
    /// A session of the game, which translates moves and positions into the engine's notation.
    session: Box<dyn Session>,
    /// The game and its setup, as the option `Game` takes them.
    game: String,
    /// The notations of the game that UCI programs know.
    variants: Vec<String>,
    /// The notation that the engine uses. `None` for the game's own.
    notation: Option<String>,
    /// Whether it could be told which game it is.
    knows_game: bool,
    /// The process. `None` if it is lost.
    client: Option<Client>,
    /// Ends the wait for an answer if set.
    stop: Arc<AtomicBool>,
}

impl ExternalPlayer {
    /// Starts an engine for a game.
    pub(super) fn new(
        spec: &PlayerSpec,
        dialect: Dialect,
        session: Box<dyn Session>,
        registry: &Registry,
        game: String,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, PlayerError> {
        let variants = registry.uci_variants().filter(|(_, owner)| *owner == session.game());
        let mut player = Self {
            spec: spec.clone(),
            dialect,
            game,
            variants: variants.map(|(variant, _)| variant.to_owned()).collect(),
            session,
            notation: None,
            knows_game: false,
            client: None,
            stop,
        };
        // If the engine cannot even start, the command line has a mistake.
        player.start().map_err(|why| PlayerError::unfit(spec, why))?;
        if !player.knows_game {
            player.warn();
        }
        Ok(player)
    }

    /// Says, once for each name, that an engine could not be told which game it is.
    fn warn(&self) {
        static WARNED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
        let mut warned = WARNED.lock().unwrap_or_else(PoisonError::into_inner);
        if warned.insert(self.spec.name.clone()) {
            let hello = self.dialect.handshake().0;
            log::warn!(
                "{}: it was not told that the game is '{}': among its answers to '{hello}' is no \
                 'option name Game type string', and no UCI_Variant of this game. It was sent \
                 '{hello}', its options, 'isready', and will be sent '{}'. If it plays another \
                 game, its moves will be illegal",
                self.spec.name,
                self.game,
                self.dialect.new_game()
            );
        }
    }

    /// Starts the process, greets it and sets its options.
    fn start(&mut self) -> Result<(), String> {
        let command: Vec<OsString> = self.spec.command.iter().map(OsString::from).collect();
        let client = Client::start(&command).map_err(|error| error.to_string())?;
        let mut client = client.called(&self.spec.name);
        match self.introduce(&mut client) {
            Ok(()) => {
                self.client = Some(client);
                Ok(())
            }
            Err(trouble) => Err(with_last_words(&trouble, client)),
        }
    }

    /// Greets an engine and sets its options.
    fn introduce(&mut self, client: &mut Client) -> Result<(), EngineTrouble> {
        let offered = self.greet(client)?;
        let offers = |name: &str| {
            let start = format!("option name {name} type ").to_ascii_lowercase();
            offered.iter().find(|line| line.to_ascii_lowercase().starts_with(&start))
        };
        for (name, value) in &self.spec.options {
            if offers(name).is_none() {
                let names = offered.iter().filter_map(|line| {
                    line.strip_prefix("option name ")?.split_once(" type ").map(|(name, _)| name)
                });
                let known: Vec<&str> = names.collect();
                let known = excerpt(&known.join(", "), 1000);
                let why = format!("it has no option '{name}', only {known}");
                return Err(EngineTrouble::Said(why));
            }
            client.send(&format!("setoption name {name} value {value}"))?;
        }
        self.notation = None;
        if let Some(known) = offers("UCI_Variant") {
            let is_known = |variant: &&String| known.contains(&format!(" var {variant}"));
            self.notation = self.variants.iter().find(is_known).cloned();
            if let Some(variant) = &self.notation {
                client.send(&format!("setoption name UCI_Variant value {variant}"))?;
            }
        }
        self.knows_game = offers("Game").is_some() || self.notation.is_some();
        if offers("Game").is_some() {
            client.send(&format!("setoption name Game value {}", self.game))?;
        }
        ready(client, &self.stop)?.map_or(Ok(()), |error| Err(EngineTrouble::Said(error)))
    }

    /// Asks an engine who it is. Returns the options that it offers. An engine that answers, but
    /// not in UGI, is asked in UCI, and spoken to in UCI from then on.
    fn greet(&mut self, client: &mut Client) -> Result<Vec<String>, EngineTrouble> {
        let (hello, end) = self.dialect.handshake();
        let patience = match self.dialect {
            Dialect::Ugi => HELLO,
            Dialect::Uci => READY,
        };
        client.send(hello)?;
        let (mut offered, mut bytes) = (Vec::new(), 0);
        let mut is_known = false;
        let mut hear = |line: &str| {
            let is_heard = offered.len() < MOST_OPTIONS && bytes < LONGEST_OPTIONS;
            if is_heard && line.starts_with("option name ") {
                bytes += line.len();
                offered.push(line.to_owned());
            }
            is_known |= line == end;
            is_known
        };
        let began = Instant::now();
        let first = until(client, patience, &self.stop, |line| hear(line).then_some(Ok(())));
        match first {
            Ok(()) => return Ok(offered),
            Err(trouble) if self.dialect == Dialect::Uci || began.elapsed() < patience => {
                return Err(trouble);
            }
            Err(_) => {}
        }
        // It is slow, or does not know the word. All engines of both kinds answer this one in turn.
        client.send("isready")?;
        until(client, READY, &self.stop, |line| {
            hear(line);
            (line == "readyok").then_some(Ok(()))
        })?;
        if is_known {
            return Ok(offered);
        }
        log::warn!("{}: it does not know 'ugi', so it is spoken to in UCI", self.spec.name);
        self.dialect = Dialect::Uci;
        self.greet(client)
    }

    /// The command that sets the position, in the engine's notation.
    fn position(&mut self, situation: &Situation<'_>) -> Result<String, PlayerError> {
        let lost = |error: &dyn std::fmt::Display| PlayerError::Lost(error.to_string());
        let session = &mut self.session;
        session.use_notation(None);
        session.set_position(situation.from, "").map_err(|error| lost(&error))?;
        let notation = self.notation.as_deref();
        let mut line = "position startpos".to_owned();
        if situation.from.is_some() {
            session.use_notation(notation);
            line = format!("position fen {}", session.position());
        }
        for (at, m) in situation.moves.iter().enumerate() {
            line.push_str(if at == 0 { " moves " } else { " " });
            line.push_str(&translate(&mut **session, m, None, notation));
            session.use_notation(None);
            session.play(m).map_err(|error| lost(&error))?;
        }
        Ok(line)
    }

    /// Tells the engine that another game begins. Returns the first error that it reports.
    fn start_game(&mut self) -> Result<Option<String>, EngineTrouble> {
        let client = self.client.as_mut().ok_or(EngineTrouble::Gone)?;
        client.send(self.dialect.new_game())?;
        ready(client, &self.stop)
    }

    /// Kills the process. It is restarted for the next game.
    fn lose(&mut self, trouble: &EngineTrouble) -> PlayerError {
        PlayerError::Lost(match self.client.take() {
            Some(client) => with_last_words(trouble, client),
            None => trouble.to_string(),
        })
    }

    /// The command that starts a search.
    fn go(&self, situation: &Situation<'_>) -> String {
        let Limits { depth, nodes, time, .. } = situation.pace;
        let mut line = "go".to_owned();
        let [times, increments] = self.dialect.clock_words();
        let clocks = situation.clocks.map(Option::unwrap_or_default);
        if situation.clocks[situation.mover].is_some() {
            for (words, part) in [(times, 0), (increments, 1)] {
                for (word, clock) in words.iter().zip(clocks) {
                    let time = if part == 0 { clock.left } else { clock.increment };
                    line.push_str(&format!(" {word} {}", time.as_millis()));
                }
            }
        }
        if let Some(time) = time {
            line.push_str(&format!(" movetime {}", time.as_millis()));
        }
        if let Some(depth) = depth {
            line.push_str(&format!(" depth {depth}"));
        }
        if let Some(nodes) = nodes {
            line.push_str(&format!(" nodes {nodes}"));
        }
        line
    }
}

/// What went wrong, how the engine ended if it has ended by itself, and the last line that it wrote
/// to standard error.
fn with_last_words(trouble: &EngineTrouble, mut client: Client) -> String {
    let ended = match client.wait(trouble.parting()) {
        Ok(departure) => format!("; {departure}"),
        Err(_) => String::new(),
    };
    let errors = client.errors();
    let last = errors.lines().rev().find(|line| !line.trim().is_empty());
    let said = last.map_or(String::new(), |line| {
        format!("; on standard error: {}", excerpt(line.trim(), 200))
    });
    format!("{trouble}{ended}{said}")
}

/// Translates a legal move from one notation into another. An illegal move stays as it is.
fn translate(session: &mut dyn Play, m: &str, from: Option<&str>, to: Option<&str>) -> String {
    session.use_notation(from);
    let at = session.moves().iter().position(|known| known == m);
    session.use_notation(to);
    at.map_or_else(|| m.to_owned(), |at| session.moves()[at].clone())
}

/// The move of a line that answers a `go`.
fn answer(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default())
}

/// The complaint about an answer that was not asked for.
fn unasked(best: &str) -> EngineTrouble {
    EngineTrouble::Said(format!("'bestmove {}' was not asked for", excerpt(best, 40)))
}

/// Waits until the engine is ready. Returns the first error that the engine reports meanwhile. No
/// search may be running.
fn ready(client: &mut Client, stop: &AtomicBool) -> Result<Option<String>, EngineTrouble> {
    client.send("isready")?;
    let mut complaint = None;
    until(client, READY, stop, |line| {
        if let Some(best) = answer(line) {
            return Some(Err(unasked(best)));
        }
        if let Some(error) = error_in(line) {
            complaint.get_or_insert_with(|| excerpt(error, 200));
        }
        (line == "readyok").then_some(Ok(()))
    })?;
    Ok(complaint)
}

/// The score and depth of a report, in the form of this engine's own comments.
fn comment(report: &str) -> Option<String> {
    let words: Vec<&str> = report.split_whitespace().collect();
    let at = |word: &str| words.iter().position(|&w| w == word);
    let number = |at: usize| words.get(at)?.parse::<i64>().ok();
    let score = at("score")? + 1;
    let score = match (*words.get(score)?, number(score + 1)) {
        ("chance", _) => format!("chance {}", words.get(score + 1)?),
        ("cp" | "eval", Some(points)) => format!("eval {points}"),
        // UCI counts moves of the side to move. The opponent's moves lie between them.
        ("mate", Some(moves)) if moves > 0 => format!("win {}", 2 * moves - 1),
        ("mate", Some(moves)) => format!("loss {}", -2 * moves),
        (end @ ("win" | "loss"), Some(plies)) => format!("{end} {plies}"),
        (end @ ("win" | "loss" | "draw"), _) => end.to_owned(),
        _ => return None,
    };
    let depth = at("depth").and_then(|at| number(at + 1));
    Some(depth.map_or(score.clone(), |depth| format!("{score}, depth {depth}")))
}

impl MatchPlayer for ExternalPlayer {
    fn begin(&mut self, _number: u64) -> Result<(), PlayerError> {
        if self.client.is_none() {
            self.start().map_err(PlayerError::Lost)?;
        }
        match self.start_game() {
            Ok(_) => Ok(()),
            Err(trouble) => Err(self.lose(&trouble)),
        }
    }

    fn choose(&mut self, situation: &Situation<'_>) -> Result<ChosenMove, PlayerError> {
        let position = self.position(situation)?;
        let go = self.go(situation);
        let patience = for_a_move(situation);
        let Some(client) = &mut self.client else { return Err(self.lose(&EngineTrouble::Gone)) };
        let (mut report, mut is_ready) = (String::new(), false);
        let heard = |line: &str| {
            if let Some(best) = answer(line) {
                return Some(if is_ready { Ok(best.to_owned()) } else { Err(unasked(best)) });
            }
            is_ready |= line == "readyok";
            if is_ready && line.contains(" score ") {
                report = line.to_owned();
            }
            None
        };
        // Lines before 'readyok' do not belong to the answer. The position follows at once, so this
        // costs no time.
        let asked = client.write(format!("isready\n{position}\n{go}\n").as_bytes());
        let asked = asked.map_err(EngineTrouble::from);
        match asked.and_then(|()| until(client, patience, &self.stop, heard)) {
            Ok(best) => {
                let notation = self.notation.as_deref();
                let text = translate(&mut *self.session, &best, notation, None);
                Ok(ChosenMove { text, comment: comment(&report) })
            }
            Err(trouble) => Err(self.lose(&trouble)),
        }
    }

    fn end(&mut self) -> Result<(), PlayerError> {
        let Some(client) = &mut self.client else { return Ok(()) };
        match ready(client, &self.stop) {
            Ok(_) => Ok(()),
            Err(trouble) => Err(self.lose(&trouble)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_all_protocols_are_noted_in_one_form() {
        for (report, wanted) in [
            ("info depth 9 seldepth 12 score eval -31 nodes 7", Some("eval -31, depth 9")),
            ("info depth 3 score cp 69 nodes 123 pv e2e4", Some("eval 69, depth 3")),
            ("info depth 8 score win 7 nodes 5", Some("win 7, depth 8")),
            ("info depth 8 score win nodes 123", Some("win, depth 8")),
            ("info score loss", Some("loss")),
            ("info depth 2 score draw nodes 1", Some("draw, depth 2")),
            ("info depth 9 score mate 5 nodes 2", Some("win 9, depth 9")),
            ("info depth 9 score mate -4", Some("loss 8, depth 9")),
            ("info depth 9 score lots", None),
            ("info depth 9 score", None),
        ] {
            assert_eq!(comment(report).as_deref(), wanted, "{report}");
        }
    }
}
