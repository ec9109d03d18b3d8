//! One engine as a check sees it. Both sides are recorded, and every wait has a limit.

use std::cell::{Cell, RefCell};
use std::io::Write;
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::breach::{Breach, ensure};
use super::heard::{HeardSearch, after, is_remark, is_report};
use super::subject::Subject;
use super::talk::Talk;
use crate::client::{Client, ClientError, Departure};
use sarsen_engine::protocol::Dialect;

/// Long enough to be sure that nothing comes.
pub(super) const MOMENT: Duration = Duration::from_millis(300);

/// One engine in a check.
pub(super) struct Peer {
    client: Client,
    patience: Duration,
    only_plays: bool,
    dialect: Dialect,
    new_game: String,
    talk: Rc<RefCell<Talk>>,
    /// Nothing is recorded at present.
    quiet: bool,
    /// The number of lines read one by one.
    heard: Cell<usize>,
}

/// The limits for what is read at once, in lines and in bytes.
const MAX_LINES: usize = 400_000;
const MAX_BYTES: usize = 32 << 20;

/// The limit for a game, in moves. Longer games cannot be judged.
const MAX_GAME: usize = 1000;

/// After this many moves, players go back and forth.
const LONG_GAME: usize = 250;

impl Peer {
    pub(super) fn new(client: Client, subject: &Subject, talk: Rc<RefCell<Talk>>) -> Self {
        Self {
            client,
            patience: subject.patience,
            only_plays: subject.only_plays,
            dialect: subject.dialect,
            new_game: subject.new_game(),
            talk,
            quiet: false,
            heard: Cell::new(0),
        }
    }

    fn note(&self, sign: char, line: &str) {
        if !self.quiet {
            self.talk.borrow_mut().note(sign, line);
        }
    }

    // Speaking.

    /// Writes bytes as they are.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), Breach> {
        let text = String::from_utf8_lossy(bytes);
        text.lines().for_each(|line| self.note('>', line));
        let written = self.client.write_within(bytes.to_vec(), self.patience);
        let Err(error) = written else { return Ok(()) };
        // Perhaps the engine has just ended.
        match self.client.wait(MOMENT) {
            Ok(parting) => {
                self.note_errors();
                Err(Breach::Wrong(parting.to_string()))
            }
            Err(_) => Err(error.into()),
        }
    }

    /// Sends a binary message through a socket.
    pub(super) fn send_binary(&mut self, bytes: &[u8]) -> Result<(), Breach> {
        self.note('>', &format!("{} binary bytes", bytes.len()));
        Ok(self.client.send_binary(bytes)?)
    }

    /// Writes a line, or several.
    pub(super) fn send(&mut self, lines: &str) -> Result<(), Breach> {
        let mut spoken = lines.to_owned();
        if self.dialect != Dialect::Ugi {
            let (from, to) = (Dialect::Ugi.clock_words(), self.dialect.clock_words());
            for (from, to) in from.as_flattened().iter().zip(to.as_flattened()) {
                spoken = spoken.replace(from, to);
            }
        }
        self.write(format!("{spoken}\n").as_bytes())
    }

    /// Sends a line to an engine that may end before it has read it, as [`exit`](Self::exit) tells.
    pub(super) fn send_in_vain(&mut self, line: &str) {
        self.note('>', line);
        let _ = self.client.write_within(format!("{line}\n").into_bytes(), self.patience);
    }

    /// Hands over the input, for more lines than are worth a record.
    pub(super) fn take_input(&mut self) -> Option<Box<dyn Write + Send>> {
        self.client.take_input()
    }

    /// Ends the input. Through a socket, this asks to close the connection.
    pub(super) fn close_input(&mut self) {
        self.note('-', "end of input");
        self.client.close_input();
    }

    /// Goes away without a word, as a killed client does.
    pub(super) fn vanish(&mut self) {
        self.note('-', "input and output closed");
        self.client.vanish();
    }

    // Listening.

    pub(super) fn listen(&mut self) -> Result<(), Breach> {
        Ok(self.client.listen()?)
    }

    pub(super) fn close_output(&mut self) {
        self.note('-', "output closed");
        self.client.close_output();
    }

    /// The next line as it came. An error if no line comes in time.
    fn next(&self, patience: Duration) -> Result<String, ClientError> {
        let line = self.client.line(patience)?;
        self.note('<', &line);
        Ok(line)
    }

    /// The next line as it came.
    pub(super) fn raw_line(&self) -> Result<String, Breach> {
        self.heard.set(self.heard.get() + 1);
        ensure(self.heard.get() < MAX_LINES, || format!("more than {MAX_LINES} lines came"))?;
        Ok(self.next(self.patience)?)
    }

    /// Lines up to and including the first that begins with `start`.
    pub(super) fn until(&self, start: &str) -> Result<Vec<String>, Breach> {
        self.until_within(start, self.patience)
    }

    fn until_within(&self, start: &str, patience: Duration) -> Result<Vec<String>, Breach> {
        let (mut lines, mut bytes) = (Vec::new(), 0);
        let end = Instant::now() + patience;
        loop {
            let line = match self.next(end.saturating_duration_since(Instant::now())) {
                Ok(line) => line.trim_end().to_owned(),
                Err(ClientError::Silent(_)) => {
                    return Err(Breach::Untimely(format!("'{start}' was due, but did not come")));
                }
                Err(error) => {
                    self.note_errors();
                    return Err(Breach::Wrong(format!("'{start}' was due, but {error}")));
                }
            };
            let found = line.starts_with(start);
            bytes += line.len();
            lines.push(line);
            if found {
                return Ok(lines);
            }
            ensure(lines.len() < MAX_LINES, || {
                format!("'{start}' was due, but {MAX_LINES} other lines came")
            })?;
            ensure(bytes < MAX_BYTES, || {
                format!("'{start}' was due, but {} MiB of something else came", MAX_BYTES >> 20)
            })?;
        }
    }

    /// Notes what the engine has written to standard error.
    fn note_errors(&self) {
        self.client.errors().lines().for_each(|line| self.note('!', line));
    }

    /// What the engine has written to standard error.
    pub(super) fn errors(&self) -> String {
        self.client.errors()
    }

    /// Makes sure that for a moment nothing comes.
    pub(super) fn silent(&self) -> Result<(), Breach> {
        match self.next(MOMENT) {
            Err(ClientError::Silent(_)) => Ok(()),
            Err(error) => Err(error.into()),
            Ok(line) => Err(Breach::Wrong(format!("silence was due, but it said '{line}'"))),
        }
    }

    /// Makes sure that for a moment nothing comes except reports of a search, and remarks on it.
    pub(super) fn unanswered(&self) -> Result<(), Breach> {
        let end = Instant::now() + MOMENT;
        loop {
            match self.next(end.saturating_duration_since(Instant::now())) {
                Ok(line) if is_report(&line) || is_remark(&line) => {
                    if Instant::now() >= end {
                        return Ok(());
                    }
                }
                Ok(line) => {
                    return Err(Breach::Wrong(format!("no answer was due yet, but '{line}' came")));
                }
                Err(ClientError::Silent(_)) => return Ok(()),
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Waits until the process ends by itself, or the connection. Returns the lines that still
    /// came.
    pub(super) fn farewell(&mut self) -> Result<(Vec<String>, Departure), Breach> {
        let (mut lines, mut bytes) = (Vec::new(), 0);
        let end = Instant::now() + self.patience;
        loop {
            match self.next(end.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    bytes += line.len();
                    lines.push(line.trim_end().to_owned());
                }
                Err(ClientError::Ended) => return Ok((lines, self.exit(self.patience)?)),
                Err(_) if self.client.wait(Duration::ZERO).is_ok() => {
                    let what = "it has ended, but something still holds its output";
                    return Err(Breach::Wrong(what.to_owned()));
                }
                Err(_) => {
                    return Err(Breach::Untimely(format!(
                        "it has not ended after {:?}",
                        self.patience
                    )));
                }
            }
            ensure(lines.len() < MAX_LINES, || format!("more than {MAX_LINES} lines came"))?;
            ensure(bytes < MAX_BYTES, || format!("more than {} MiB came", MAX_BYTES >> 20))?;
        }
    }

    /// Waits until the process ends by itself, or the connection.
    pub(super) fn exit(&mut self, patience: Duration) -> Result<Departure, Breach> {
        let parting = self.client.wait(patience)?;
        self.note('-', &parting.to_string());
        Ok(parting)
    }

    // Whole exchanges.

    /// Sends `isready`. Returns the lines up to its answer.
    pub(super) fn ready(&mut self) -> Result<Vec<String>, Breach> {
        self.send("isready")?;
        self.until("readyok")
    }

    /// Sends the first command. Returns the lines up to the end of its answer.
    pub(super) fn introduction(&mut self) -> Result<Vec<String>, Breach> {
        let (hello, end) = self.dialect.handshake();
        self.send(hello)?;
        self.until(end)
    }

    /// The options that it offers.
    pub(super) fn options(&mut self) -> Result<Vec<String>, Breach> {
        let mut lines = self.introduction()?;
        lines.retain(|line| line.starts_with("option name "));
        Ok(lines)
    }

    /// Makes sure that it may be asked for facts.
    pub(super) fn knows_facts(&self) -> Result<(), Breach> {
        if self.only_plays { Err(Breach::Unasked) } else { Ok(()) }
    }

    /// Asks for a fact.
    pub(super) fn query(&mut self, what: &str) -> Result<String, Breach> {
        self.knows_facts()?;
        self.send(&format!("query {what}"))?;
        let heard = self.until("response");
        let heard =
            heard.map_err(|breach| breach.told(|why| format!("after 'query {what}', {why}")))?;
        let line = heard.last().map(String::as_str).unwrap_or_default();
        Ok(line.strip_prefix("response ").unwrap_or_default().to_owned())
    }

    /// Searches, and waits for the answer.
    pub(super) fn search(&mut self, go: &str) -> Result<HeardSearch, Breach> {
        let began = Instant::now();
        self.send(go)?;
        let time = after(go, "movetime").and_then(|ms| ms.parse().ok()).map(Duration::from_millis);
        let lines = self.until_within("bestmove", self.patience + time.unwrap_or_default())?;
        Ok(HeardSearch { lines, took: began.elapsed() })
    }

    /// Whether a search of the start position uses the time it is given. It does not if nothing is
    /// left to find.
    pub(super) fn takes_its_time(&mut self) -> Result<bool, Breach> {
        let search = self.search("go movetime 700")?;
        self.send(&self.new_game.clone())?;
        Ok(search.took >= Duration::from_millis(600))
    }

    /// The legal moves, or what chance may bring. Empty if the game is over.
    pub(super) fn moves(&mut self) -> Result<Vec<String>, Breach> {
        let moves = self.query("moves")?;
        // Where chance acts, weights follow.
        let moves = moves.split_once(" weights ").map_or(&moves[..], |(moves, _)| moves);
        Ok(moves.split(' ').filter(|m| *m != "none").map(str::to_owned).collect())
    }

    /// Whether a die or a card is due. An engine that only plays is never asked then.
    pub(super) fn is_chances_turn(&mut self) -> Result<bool, Breach> {
        Ok(!self.only_plays && self.query("p1turn")? == "chance")
    }

    /// Throws and draws until a player is to move.
    pub(super) fn reach_a_choice(&mut self) -> Result<(), Breach> {
        let mut played = Vec::new();
        while played.len() < MAX_GAME && self.is_chances_turn()? {
            played.extend(self.moves()?.into_iter().next());
            self.position(&played)?;
        }
        Ok(())
    }

    /// Sets up the position after these moves.
    pub(super) fn position<M: AsRef<str>>(&mut self, moves: &[M]) -> Result<(), Breach> {
        let line = position(moves);
        self.send(&line)?;
        let answer = self.ready()?;
        ensure(answer.len() == 1, || format!("'{}' was answered with '{}'", line, answer[0]))
    }

    /// The moves of a whole game, chosen by a fixed rule that differs with `seed`. In a long game,
    /// both players go back and forth if they can, so that it ends if repetition ends it.
    pub(super) fn whole_game(&mut self, seed: usize) -> Result<Vec<String>, Breach> {
        let mut played: Vec<String> = Vec::new();
        while played.len() < MAX_GAME {
            self.quiet = true;
            let moves = self.position(&played).and_then(|()| self.moves());
            self.quiet = false;
            let moves = moves.inspect_err(|_| self.note('>', &position(&played)))?;
            if moves.is_empty() {
                self.note('-', &format!("a whole game was asked for: {}", played.join(" ")));
                let over = self.query("gameover")?;
                ensure(over == "true", || format!("no moves, but gameover is '{over}'"))?;
                return Ok(played);
            }
            let back = played.len().checked_sub(2).and_then(|last| turned_round(&played[last]));
            let back = back.filter(|back| played.len() >= LONG_GAME && moves.contains(back));
            played.extend(back.or_else(|| Self::pick(&moves, played.len(), seed)));
        }
        Err(Breach::Wrong(format!("a game had not ended after {MAX_GAME} moves")))
    }

    /// Whether the game has more than this many lines of play, to judge by some games. An estimate
    /// is all the moves that there were to choose from in one game, multiplied, and their mean is a
    /// better one (D. E. Knuth, *Estimating the efficiency of backtrack programs*, 1975).
    pub(super) fn has_many_lines(&mut self, seeds: &[usize], many: f64) -> Result<bool, Breach> {
        let mut sum = 0.0;
        for &seed in seeds {
            let game = self.whole_game(seed)?;
            let mut lines = 1.0;
            for length in 0..game.len() {
                self.position(&game[..length])?;
                lines *= self.moves()?.len() as f64;
                if sum + lines > many * seeds.len() as f64 {
                    return Ok(true);
                }
            }
            sum += lines;
        }
        Ok(false)
    }

    /// The moves of a whole game, as far as they can be known. Those of an engine that only plays
    /// are not: its game has not begun.
    pub(super) fn known_game(&mut self, seed: usize) -> Result<Vec<String>, Breach> {
        match self.whole_game(seed) {
            Err(Breach::Unasked) => {
                self.position::<&str>(&[])?;
                Ok(Vec::new())
            }
            game => game,
        }
    }

    /// One of these at a ply, by a fixed rule that differs with `seed`.
    pub(super) fn pick(of: &[String], ply: usize, seed: usize) -> Option<String> {
        // Multiples of a large odd number look random.
        let at = (ply + 31 * seed + 1).wrapping_mul(2_654_435_761) >> 7;
        of.get(at % of.len().max(1)).cloned()
    }

    /// Resident memory in KiB, if the system tells.
    pub(super) fn resident(&self) -> Option<u64> {
        self.client.memory("VmRSS:")
    }
}

/// The text of the move that leads back, in a game whose moves are written as two squares, such as
/// `a1b2` or `9-14`.
fn turned_round(m: &str) -> Option<String> {
    if let Some((from, to)) = m.split_once('-') {
        return Some(format!("{to}-{from}"));
    }
    let (from, to) = m.split_at_checked(m.len() / 2)?;
    Some(format!("{to}{from}"))
}

/// Points of a game, in order, each of them once.
pub(super) fn several(points: [usize; 3]) -> Vec<usize> {
    let mut points = points.to_vec();
    points.dedup();
    points
}

/// The command that sets up the position after these moves.
pub(super) fn position(moves: &[impl AsRef<str>]) -> String {
    let moves: Vec<&str> = moves.iter().map(AsRef::as_ref).collect();
    if moves.is_empty() {
        "position startpos".to_owned()
    } else {
        format!("position startpos moves {}", moves.join(" "))
    }
}
