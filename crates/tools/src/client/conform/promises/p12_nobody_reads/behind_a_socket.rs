//! The same promise of a server: a client that does not read loses its connection at most. Others
//! notice nothing.

use std::time::{Duration, Instant};

use super::flood::{END, LongAnswer, flood, long_answer};
use crate::client::Departure;
use crate::client::conform::breach::{Breach, ensure};
use crate::client::conform::neighbour::Neighbour;
use crate::client::conform::trial::Trial;

/// A server that nobody reads keeps at least this many bytes of answers, and of memory for their
/// lines.
const KEPT: usize = 7 << 20;
const LINE_MEMORY: usize = 64;

/// An amount of answers that is too much, in bytes: more than the 8 MiB that a server keeps, and
/// what the system keeps for both sides.
const TOO_MUCH: usize = 24 << 20;

/// The code of a close message for a connection that costs too much.
const TRY_AGAIN_LATER: u16 = 1013;

/// At first, a client that wants too much reads nothing for this long. If that is too long or too
/// short for the speed of the server, it tries another time, and in all this many times.
const PAUSE: Duration = Duration::from_millis(1500);
const TRIES: usize = 5;

impl LongAnswer {
    /// The least number of such answers that a server keeps.
    fn kept(&self) -> usize {
        KEPT / (self.bytes + LINE_MEMORY * self.lines)
    }

    /// So many of them have to be in these lines, before the answer to `isready`.
    fn came(&self, count: usize, lines: &[String]) -> Result<(), Breach> {
        let (came, due) = (lines.len() - 1, count * self.lines);
        ensure(came == due, || format!("{came} of {due} lines came"))
    }
}

/// A socket has no halves that could be closed. So the connection is cut with answers on their way.
pub(super) fn cut(trial: &Trial<'_>, works: &[&str]) -> Result<(), Breach> {
    let mut neighbour = Neighbour::new(trial)?;
    for asked in works {
        let mut peer = trial.start_unheard()?;
        peer.send(&trial.new_game())?;
        peer.send(asked)?;
        peer.close_output();
    }
    neighbour.notices_nothing()
}

/// The close message cannot arrive, so the server has to cut the connection after `quit`. The
/// answers are more than the system keeps: a server that writes before it reads on never hears
/// `quit`.
pub(super) fn unread(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut neighbour = Neighbour::new(trial)?;
    let long = long_answer(trial)?;
    let mut peer = trial.start_unheard()?;
    peer.send(&trial.new_game())?;
    flood(&mut peer, trial, (long.line, long.kept()), END)?;
    neighbour.is_answered()?;
    peer.exit(trial.subject.patience + Duration::from_secs(5))?;
    neighbour.notices_nothing()
}

pub(super) fn read_late(trial: &Trial<'_>) -> Result<(), Breach> {
    let long = long_answer(trial)?;
    let mut peer = trial.start_unheard()?;
    peer.send(&trial.new_game())?;
    flood(&mut peer, trial, (long.line, long.kept()), "isready")?;
    std::thread::sleep(PAUSE);
    peer.listen()?;
    long.came(long.kept(), &peer.until("readyok")?)
}

pub(super) fn too_much(trial: &Trial<'_>) -> Result<(), Breach> {
    let long = long_answer(trial)?;
    let mut neighbour = Neighbour::new(trial)?;
    let mut pause = PAUSE;
    let mut seen = String::new();
    for _ in 0..TRIES {
        let mut peer = trial.start_unheard()?;
        let began = Instant::now();
        peer.send(&trial.new_game())?;
        // Without `quit`: the end has another reason.
        let count = TOO_MUCH / long.bytes;
        flood(&mut peer, trial, (long.line, count), "isready")?;
        std::thread::sleep(pause);
        neighbour.is_answered()?;
        peer.listen()?;
        let end = match peer.until("readyok") {
            Ok(lines) => {
                long.came(count, &lines)?;
                Err(Breach::Untimely("all answers came".to_owned()))
            }
            Err(Breach::Wrong(_)) => peer.exit(trial.subject.patience),
            Err(untimely) => Err(untimely),
        };
        seen = end.as_ref().map_or_else(|breach| breach.what().to_owned(), Departure::to_string);
        match end {
            // It read too late, and found nobody.
            Ok(Departure::Lost(_)) => pause = pause * 2 / 3,
            Ok(Departure::Closed { code: Some(TRY_AGAIN_LATER), reason }) if !reason.is_empty() => {
                return neighbour.notices_nothing();
            }
            Ok(parting) if !parting.is_clean() => break,
            // It read too early, and got everything. After two thirds of that time the server had
            // more than it keeps.
            Ok(_) | Err(_) => pause = pause.max(began.elapsed() * 2 / 3),
        }
    }
    Err(Breach::Untimely(format!(
        "it was to be closed with {TRY_AGAIN_LATER} and a reason, but {seen}"
    )))
}
