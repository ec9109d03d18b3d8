//! One game of a match. The rules and the clock of this process decide.

use std::time::{Duration, Instant};

use super::opening_list::Opening;
use super::player::{ChosenMove, MatchPlayer, PlayerError, Situation};
use crate::matches::record::Record;
use sarsen_core::game::{Outcome, Player as Side, excerpt};
use sarsen_core::search::Limits;
use sarsen_core::search::time::Clock;
use sarsen_engine::session::{FairDice, Play};

/// One of the players of a game.
pub(super) struct Seat<'a> {
    pub(super) name: &'a str,
    pub(super) player: &'a mut dyn MatchPlayer,
    pub(super) pace: Limits,
}

/// A game that has been played.
pub(super) struct Finished {
    pub(super) record: Record,
    /// The player, 0 or 1, who lost by a foul: over time, by an illegal move, or by going away.
    pub(super) foul: Option<usize>,
}

/// Plays the game with this number. `None` if it was interrupted.
///
/// # Errors
///
/// If a player cannot play the match.
pub(super) fn play(
    session: &mut dyn Play,
    number: u64,
    opening: &Opening,
    dice: FairDice,
    mut seats: [Seat<'_>; 2],
    grace: Duration,
    interrupted: &dyn Fn() -> bool,
) -> Result<Option<Finished>, PlayerError> {
    let mut record = Record::new(session.game(), &session.setup());
    for (tag, seat) in ["First", "Second"].iter().zip(&seats) {
        record.set(tag, seat.name);
    }
    if session.has_chance() {
        record.set("Dice", dice.name());
    }
    let mut moves = opening.moves.clone();
    if let Some(position) = &opening.position {
        record.set("Position", position.clone());
    }
    moves.iter().for_each(|m| record.push(m.clone(), None));
    session
        .set_position(opening.position.as_deref(), &moves.join(" "))
        .map_err(|error| PlayerError::Lost(error.to_string()))?;
    let mut foul = None;
    for (at, seat) in seats.iter_mut().enumerate() {
        match seat.player.begin(number) {
            Ok(()) => {}
            Err(error @ PlayerError::Unfit { .. }) => return Err(error),
            Err(error) => foul = foul.or(Some((at, error.to_string()))),
        }
    }
    let mut clocks = [&seats[0], &seats[1]].map(|seat| seat.pace.clock);
    while foul.is_none() && session.outcome().is_none() {
        if interrupted() {
            return Ok(None);
        }
        if let Some(rolled) = dice.roll(session) {
            session.play(&rolled).map_err(|error| PlayerError::Lost(error.to_string()))?;
            record.push(rolled.clone(), None);
            moves.push(rolled);
            continue;
        }
        let Some(mover) = session.to_move().map(Side::index) else { break };
        let pace = seats[mover].pace;
        let from = opening.position.as_deref();
        let situation = Situation { from, moves: &moves, mover, clocks, pace, grace };
        let began = Instant::now();
        let choice = seats[mover].player.choose(&situation);
        let used = began.elapsed();
        if interrupted() {
            return Ok(None);
        }
        let wrong = match choice {
            Err(error @ PlayerError::Unfit { .. }) => return Err(error),
            Err(error) => Some(error.to_string()),
            Ok(ChosenMove { text, comment }) => {
                match overstep(&mut clocks[mover], pace, used, grace) {
                    Some(over) => Some(format!("over its time by {} ms", over.as_millis())),
                    None => match session.check_move(&text).map(|read| (session.play(&read), read))
                    {
                        Err(_) | Ok((Err(_), _)) => {
                            Some(format!("illegal move '{}'", excerpt(&text, 40)))
                        }
                        Ok((Ok(()), read)) => {
                            record.push(read.clone(), comment);
                            moves.push(read);
                            None
                        }
                    },
                }
            }
        };
        foul = wrong.map(|wrong| (mover, wrong));
    }
    for (at, seat) in seats.iter_mut().enumerate() {
        // Both players end the game, so that no answer is left over for the next game.
        if let Err(error) = seat.player.end() {
            if interrupted() {
                return Ok(None);
            }
            foul = foul.or(Some((at, error.to_string())));
        }
    }
    let outcome = match (&foul, session.outcome()) {
        (Some((loser, why)), _) => {
            record.set("Termination", format!("{}: {why}", seats[*loser].name));
            Outcome::Win(if *loser == 0 { Side::Second } else { Side::First })
        }
        (None, outcome) => outcome.unwrap_or(Outcome::Draw),
    };
    record.outcome = Some(outcome);
    Ok(Some(Finished { record, foul: foul.map(|(loser, _)| loser) }))
}

/// Stops the clock after a move. Returns the time by which the move was too late, if it was.
fn overstep(
    clock: &mut Option<Clock>,
    pace: Limits,
    used: Duration,
    grace: Duration,
) -> Option<Duration> {
    let limit = match (&*clock, pace.time) {
        (Some(clock), _) => clock.left,
        (None, Some(time)) => time,
        (None, None) => return None,
    };
    if used > limit + grace {
        return Some(used - limit);
    }
    if let Some(clock) = clock {
        clock.left = clock.left.saturating_sub(used) + clock.increment;
    }
    None
}
