//! Players in child processes that speak the Go Text Protocol. If a player is lost, its process is
//! restarted for the next game.
//!
//! That protocol knows whole seconds, no increments, no depth and no nodes. This engine understands
//! more of it than others, by the command `sarsen-limit`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::gtp_client::{GtpClient, GtpTrouble};
use super::patience::{EngineTrouble, READY, for_a_move};
use super::player::{ChosenMove, MatchPlayer, PlayerError, Situation};
use super::spec::PlayerSpec;
use sarsen_core::game::excerpt;
use sarsen_core::search::Limits;
use sarsen_engine::protocol::stones::{StoneGrid, Vertex};
use sarsen_engine::session::Session;

/// The command by which this engine takes limits that others do not know.
const LIMIT: &str = "sarsen-limit";

/// The command by which this engine takes options.
const OPTION: &str = "sarsen-setoption";

/// A player in a child process.
pub(super) struct GtpPlayer {
    spec: PlayerSpec,
    /// A session of the game, which translates moves.
    session: Box<dyn Session>,
    grid: StoneGrid,
    /// The process. None if it is lost.
    client: Option<GtpClient>,
    /// Ends the wait for an answer if set.
    stop: Arc<AtomicBool>,
    /// The moves that the engine knows of, if it knows of a game.
    known: Option<Vec<String>>,
    /// The pace that the engine knows of.
    pace: Option<Limits>,
}

impl GtpPlayer {
    /// Starts an engine for a game.
    pub(super) fn new(
        spec: &PlayerSpec,
        session: Box<dyn Session>,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, PlayerError> {
        let grid = StoneGrid::of(&*session).ok_or_else(|| {
            let why = format!("{} is not a game of stones on a grid, as GTP needs", session.game());
            PlayerError::unfit(spec, why)
        })?;
        let spec = spec.clone();
        let mut player = Self { spec, session, grid, client: None, stop, known: None, pace: None };
        // If the engine cannot even start, the command line has a mistake.
        let started = player.start();
        started.map_err(|error| PlayerError::unfit(&player.spec, error.to_string()))?;
        Ok(player)
    }

    /// Starts the process, chooses the game and sets its options.
    fn start(&mut self) -> Result<(), GtpTrouble> {
        let mut client = GtpClient::start(&self.spec.name, &self.spec.command, &self.stop)?;
        for (name, value) in &self.spec.options {
            if !client.knows(OPTION) {
                let why = format!("option {name}: this program takes no options over GTP");
                return Err(GtpTrouble::Refused(why));
            }
            client.demand(&format!("{OPTION} {name} value {value}"), READY)?;
        }
        let game = self.session.game();
        if client.knows("list_games") && client.knows("set_game") {
            let games = client.demand("list_games", READY)?;
            let known = games.split_whitespace().find(|known| known.eq_ignore_ascii_case(game));
            let known = known.ok_or_else(|| {
                let games: Vec<&str> = games.split_whitespace().collect();
                let games = excerpt(&games.join(", "), 200);
                GtpTrouble::Refused(format!("it does not play {game}, only {games}"))
            })?;
            client.demand(&format!("set_game {known}"), READY)?;
        }
        let (columns, rows) = (self.grid.columns(), self.grid.rows());
        if columns == rows {
            client.demand(&format!("boardsize {columns}"), READY)?;
        }
        self.client = Some(client);
        Ok(())
    }

    /// Begins a game.
    fn clear(&mut self) -> Result<(), GtpTrouble> {
        (self.known, self.pace) = (None, None);
        self.client()?.ask("clear_board", READY)??;
        self.known = Some(Vec::new());
        Ok(())
    }

    fn client(&mut self) -> Result<&mut GtpClient, GtpTrouble> {
        self.client.as_mut().ok_or(GtpTrouble::Lost(EngineTrouble::Gone))
    }

    /// Tells the engine the moves that it does not know yet. Leaves the session at the position
    /// after the last one.
    fn tell_moves(&mut self, moves: &[String]) -> Result<(), GtpTrouble> {
        let is_known = self.known.as_ref().is_some_and(|known| moves.starts_with(known));
        if !is_known {
            self.clear()?;
        }
        let count = self.known.as_ref().map_or(0, Vec::len);
        self.session.restart();
        for (at, m) in moves.iter().enumerate() {
            if at >= count {
                let colour = colour(self.session.to_move().map_or(0, |player| player.index()));
                let vertex = self.grid.vertex_of(&*self.session, m);
                let vertex = vertex.ok_or_else(|| GtpTrouble::Refused(format!("illegal {m}")))?;
                let answer = self.client()?.ask(&format!("play {colour} {vertex}"), READY)?;
                // Some programs pass by themselves, and do not want to hear of it.
                if self.grid.read(&vertex) != Some(Vertex::Pass) {
                    answer?;
                }
                if let Some(known) = &mut self.known {
                    known.push(m.clone());
                }
            }
            let played = self.session.play(m);
            played.map_err(|error| GtpTrouble::Refused(error.to_string()))?;
        }
        Ok(())
    }

    /// Tells the engine how long it may think, as far as it understands that.
    fn tell_time(&mut self, situation: &Situation<'_>) -> Result<(), GtpTrouble> {
        let Situation { pace, clocks, mover, .. } = *situation;
        let is_new = self.pace != Some(pace);
        let client = self.client()?;
        let precise = client.knows(LIMIT);
        let mut lines = Vec::new();
        if is_new && precise {
            let part = |word, number: Option<u64>| number.map(|n| format!(" {word} {n}"));
            let words = [part("depth", pace.depth.map(u64::from)), part("nodes", pace.nodes)];
            lines.push(LIMIT.to_owned() + &words.into_iter().flatten().collect::<String>());
        }
        match (clocks[mover], pace.clock, pace.time) {
            (Some(_), base, _) => {
                if is_new {
                    let base = base.unwrap_or_default().left;
                    lines.push(format!("time_settings {} 0 0", seconds(base, precise)));
                }
                for (player, clock) in clocks.iter().enumerate() {
                    let left = clock.unwrap_or_default().left;
                    let left = seconds(left, precise);
                    lines.push(format!("time_left {} {left} 0", colour(player)));
                }
            }
            (None, _, Some(time)) => {
                let time = seconds(time, precise);
                if is_new {
                    lines.push(format!("time_settings 0 {time} 1"));
                }
                lines.push(format!("time_left {} {time} 1", colour(mover)));
            }
            (None, _, None) => {}
        }
        for line in lines {
            let name = line.split(' ').next().unwrap_or_default();
            if client.knows(name) {
                client.ask(&line, READY)??;
            }
        }
        self.pace = Some(pace);
        Ok(())
    }

    fn think(&mut self, situation: &Situation<'_>) -> Result<ChosenMove, GtpTrouble> {
        self.tell_moves(situation.moves)?;
        self.tell_time(situation)?;
        let genmove = format!("genmove {}", colour(situation.mover));
        let vertex = self.client()?.ask(&genmove, for_a_move(situation))??;
        let vertex = vertex.trim();
        if vertex.eq_ignore_ascii_case("resign") {
            return Err(GtpTrouble::Refused("it resigns".to_owned()));
        }
        let found = self.grid.read(vertex);
        let found = found.and_then(|vertex| self.grid.move_at(&*self.session, vertex));
        let text = found.unwrap_or_else(|| vertex.to_owned());
        if let Some(known) = &mut self.known {
            known.push(text.clone());
        }
        Ok(ChosenMove { text, comment: None })
    }

    /// What a trouble means for the game. A process that is lost is ended.
    fn lose(&mut self, trouble: GtpTrouble) -> PlayerError {
        self.known = None;
        match trouble {
            GtpTrouble::Lost(why) => {
                self.client = None;
                PlayerError::Lost(why.to_string())
            }
            GtpTrouble::Refused(why) => PlayerError::Lost(why),
        }
    }
}

/// The colour of a player, 0 or 1.
fn colour(player: usize) -> char {
    if player == 0 { 'b' } else { 'w' }
}

/// A time in seconds: as it is, or at least one whole second.
fn seconds(time: Duration, precise: bool) -> String {
    match precise {
        true => format!("{:.3}", time.as_secs_f64()),
        false => time.as_secs().max(1).to_string(),
    }
}

impl MatchPlayer for GtpPlayer {
    fn begin(&mut self, _number: u64) -> Result<(), PlayerError> {
        if self.client.is_none() {
            self.start().map_err(|error| PlayerError::Lost(error.to_string()))?;
        }
        self.clear().map_err(|trouble| self.lose(trouble))
    }

    fn choose(&mut self, situation: &Situation<'_>) -> Result<ChosenMove, PlayerError> {
        if situation.from.is_some() {
            let why = "GTP games begin at the start: the openings must be moves, not positions";
            return Err(PlayerError::unfit(&self.spec, why.to_owned()));
        }
        self.think(situation).map_err(|trouble| self.lose(trouble))
    }

    fn end(&mut self) -> Result<(), PlayerError> {
        let Some(client) = &mut self.client else { return Ok(()) };
        match client.ask("protocol_version", READY) {
            Ok(_) => Ok(()),
            Err(trouble) => Err(self.lose(trouble.into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_than_this_engine_get_whole_seconds() {
        let time = Duration::from_millis;
        assert_eq!(seconds(time(1999), false), "1");
        assert_eq!(seconds(time(50), false), "1");
        assert_eq!(seconds(time(50), true), "0.050");
    }
}
