//! Players in child processes, spoken to in UGI or UCI. One that is lost is started anew for the next game.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use super::player::{Choice, Player, PlayerError, Situation};
use super::spec::{Pace, PlayerSpec, Protocol};
use crate::client::{Client, ClientError};
use crate::session::{Registry, Session};

/// How long an engine may take to introduce itself and to be ready.
const READY: Duration = Duration::from_secs(10);

/// How much longer than its time an engine may be silent before it counts as lost.
const SILENCE: Duration = Duration::from_secs(5);

/// How long a search without a limit of time may take.
const UNTIMED: Duration = Duration::from_secs(600);

pub(super) struct External {
    spec: PlayerSpec,
    /// The game, to speak of moves and positions as the engine does.
    session: Box<dyn Session>,
    /// Its game and setup, as the option `Game` takes them.
    game: String,
    /// The dialects of the game that UCI programs know.
    variants: Vec<String>,
    /// The dialect that is spoken.
    dialect: Option<String>,
    client: Option<Client>,
}

impl External {
    pub(super) fn new(
        spec: &PlayerSpec,
        session: Box<dyn Session>,
        registry: &Registry,
        game: String,
    ) -> Result<Self, PlayerError> {
        let variants = registry.uci_variants().filter(|(_, owner)| *owner == session.game());
        let mut player = Self {
            spec: spec.clone(),
            game,
            variants: variants.map(|(variant, _)| variant.to_owned()).collect(),
            session,
            dialect: None,
            client: None,
        };
        // One that cannot even be started is a mistake of whoever asked for it.
        player.start().map_err(|error| PlayerError::unfit(spec, error.to_string()))?;
        Ok(player)
    }

    /// Starts the process, introduces both to each other and sets the options.
    fn start(&mut self) -> Result<(), ClientError> {
        let command: Vec<OsString> = self.spec.command.iter().map(OsString::from).collect();
        let mut client = Client::start(&command)?;
        let (hello, end) = match self.spec.protocol {
            Protocol::Ugi => ("ugi", "ugiok"),
            Protocol::Uci => ("uci", "uciok"),
        };
        client.send(hello)?;
        let offered = until(&client, READY, |line| line == end)?;
        let offers = |name: &str| {
            let start = format!("option name {name} type ");
            offered.iter().find(|line| line.starts_with(&start))
        };
        for (name, value) in &self.spec.options {
            client.send(&format!("setoption name {name} value {value}"))?;
        }
        self.dialect = None;
        if let Some(known) = offers("UCI_Variant") {
            let is_known = |variant: &&String| known.contains(&format!(" var {variant}"));
            self.dialect = self.variants.iter().find(is_known).cloned();
            if let Some(variant) = &self.dialect {
                client.send(&format!("setoption name UCI_Variant value {variant}"))?;
            }
        }
        if offers("Game").is_some() {
            client.send(&format!("setoption name Game value {}", self.game))?;
        }
        ready(&mut client)?;
        self.client = Some(client);
        Ok(())
    }

    /// The position and the moves in the engine's words.
    fn position(&mut self, situation: &Situation<'_>) -> Result<String, PlayerError> {
        let lost = |error: &dyn std::fmt::Display| PlayerError::Lost(error.to_string());
        let session = &mut self.session;
        session.use_dialect(None);
        session.set_position(situation.from, "").map_err(|error| lost(&error))?;
        let dialect = self.dialect.as_deref();
        let mut line = "position startpos".to_owned();
        if situation.from.is_some() {
            session.use_dialect(dialect);
            line = format!("position fen {}", session.position());
        }
        for (at, m) in situation.moves.iter().enumerate() {
            line.push_str(if at == 0 { " moves " } else { " " });
            line.push_str(&in_dialect(&mut **session, m, None, dialect));
            session.use_dialect(None);
            session.play(m).map_err(|error| lost(&error))?;
        }
        Ok(line)
    }

    fn go(&self, situation: &Situation<'_>) -> String {
        let Pace { depth, nodes, move_time, .. } = situation.pace;
        let mut line = "go".to_owned();
        let (times, increments) = match self.spec.protocol {
            Protocol::Ugi => (["p1time", "p2time"], ["p1inc", "p2inc"]),
            Protocol::Uci => (["wtime", "btime"], ["winc", "binc"]),
        };
        let clocks = situation.clocks.map(Option::unwrap_or_default);
        if situation.clocks[situation.mover].is_some() {
            for (words, part) in [(times, 0), (increments, 1)] {
                for (word, (left, increment)) in words.iter().zip(clocks) {
                    let time = if part == 0 { left } else { increment };
                    line.push_str(&format!(" {word} {}", time.as_millis()));
                }
            }
        }
        if let Some(time) = move_time {
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

/// A legal move in the words of one dialect, given in those of another; as it is if it is not legal.
fn in_dialect(session: &mut dyn Session, m: &str, from: Option<&str>, to: Option<&str>) -> String {
    session.use_dialect(from);
    let at = session.moves().iter().position(|known| known == m);
    session.use_dialect(to);
    at.map_or_else(|| m.to_owned(), |at| session.moves()[at].clone())
}

/// Lines up to the one that is waited for, or whatever ends the waiting.
fn until(
    client: &Client,
    patience: Duration,
    is_it: impl Fn(&str) -> bool,
) -> Result<Vec<String>, ClientError> {
    let end = Instant::now() + patience;
    let mut lines = Vec::new();
    loop {
        let line = match client.line(end.saturating_duration_since(Instant::now())) {
            Err(ClientError::Silent(_)) => return Err(ClientError::Silent(patience)),
            line => line?,
        };
        lines.push(line.trim_end().to_owned());
        if is_it(&lines[lines.len() - 1]) {
            return Ok(lines);
        }
    }
}

fn ready(client: &mut Client) -> Result<(), ClientError> {
    client.send("isready")?;
    until(client, READY, |line| line == "readyok").map(drop)
}

/// What the last report says of the position, in the words of our own remarks.
fn comment(lines: &[String]) -> Option<String> {
    let report = lines.iter().rev().find(|line| line.contains(" score "))?;
    let words: Vec<&str> = report.split_whitespace().collect();
    let at = |word: &str| words.iter().position(|&w| w == word);
    let number = |at: usize| words.get(at)?.parse::<i64>().ok();
    let score = at("score")? + 1;
    let score = match (*words.get(score)?, number(score + 1)) {
        ("cp" | "eval", Some(points)) => format!("eval {points}"),
        // UCI counts moves of the side to move, and its opponent's are between them.
        ("mate", Some(moves)) if moves > 0 => format!("win {}", 2 * moves - 1),
        ("mate", Some(moves)) => format!("loss {}", -2 * moves),
        (end @ ("win" | "loss"), Some(plies)) => format!("{end} {plies}"),
        (end @ ("win" | "loss" | "draw"), _) => end.to_owned(),
        _ => return None,
    };
    let depth = at("depth").and_then(|at| number(at + 1));
    Some(depth.map_or(score.clone(), |depth| format!("{score}, depth {depth}")))
}

impl Player for External {
    fn begin(&mut self, _number: u64) -> Result<(), PlayerError> {
        let new_game = match self.spec.protocol {
            Protocol::Ugi => "uginewgame",
            Protocol::Uci => "ucinewgame",
        };
        let mut begin = || {
            if self.client.is_none() {
                self.start()?;
            }
            let Some(client) = &mut self.client else { return Err(ClientError::Ended) };
            client.send(new_game)?;
            ready(client)
        };
        begin().map_err(|error| {
            self.client = None;
            PlayerError::Lost(error.to_string())
        })
    }

    fn choose(&mut self, situation: &Situation<'_>) -> Result<Choice, PlayerError> {
        let position = self.position(situation)?;
        let go = self.go(situation);
        let time = situation.clocks[situation.mover].map(|(left, _)| left);
        let patience = time.or(situation.pace.move_time).map_or(UNTIMED, |time| time + SILENCE);
        let Some(client) = &mut self.client else {
            return Err(PlayerError::Lost("it is gone".to_owned()));
        };
        let is_answer = |line: &str| line.split(' ').next() == Some("bestmove");
        let asked = client.write(format!("{position}\n{go}\n").as_bytes());
        match asked.and_then(|()| until(client, patience, is_answer)) {
            Ok(lines) => {
                let answer = lines.last().and_then(|line| line.split_whitespace().nth(1));
                let dialect = self.dialect.clone();
                let best = answer.unwrap_or_default();
                let text = in_dialect(&mut *self.session, best, dialect.as_deref(), None);
                Ok(Choice { text, comment: comment(&lines) })
            }
            Err(error) => {
                // It is killed, and started anew for the next game.
                self.client = None;
                Err(PlayerError::Lost(error.to_string()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_noted_in_one_way_whoever_tells_them() {
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
            let lines = [report.to_owned(), "bestmove 4".to_owned()];
            assert_eq!(comment(&lines).as_deref(), wanted, "{report}");
        }
    }
}
