//! Promise 15: a `position` line takes less than a millisecond for each thousand plies of its game
//! or part of them. The time is linear in the length.

use std::time::{Duration, Instant};

use crate::client::conform::breach::{Breach, in_time, ms, patiently};
use crate::client::conform::peer::{Peer, position};
use crate::client::conform::promise::Promise;
use crate::client::conform::trial::Trial;

pub(crate) const PROMISE: Promise = Promise {
    number: 15,
    title: "a 'position' takes less than a millisecond for each thousand plies or part of them",
    checks: &[("the longest of some games", longest)],
};

/// The number of lines sent together, so that the time in the pipes counts for little.
const TOGETHER: usize = 50;

/// The longest time for each thousand plies or part of them.
const A_THOUSAND: Duration = Duration::from_millis(1);

/// The time that one such line takes on average.
fn time(peer: &mut Peer, line: &str) -> Result<Duration, Breach> {
    let lines = format!("{line}\n").repeat(TOGETHER) + "query p1turn";
    let began = Instant::now();
    peer.send(&lines)?;
    peer.until("response")?;
    Ok(began.elapsed() / TOGETHER as u32)
}

fn longest(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    let games = (0..8).map(|seed| peer.whole_game(seed)).collect::<Result<Vec<_>, _>>()?;
    let game = games.into_iter().max_by_key(Vec::len).unwrap_or_default();
    let (half, whole) = (position(&game[..game.len() / 2]), position(&game));
    patiently(|| {
        let (short, long) = (time(&mut peer, &half)?, time(&mut peer, &whole)?);
        let most = A_THOUSAND * game.len().div_ceil(1000).max(1) as u32;
        in_time(long < most, || format!("{} moves: {}", game.len(), ms(long)))?;
        // Half the moves take half the time. A quarter of the time would mean quadratic.
        in_time(long < short * 7 / 2 + Duration::from_micros(50), || {
            format!("{} moves: {}, but half of them {}", game.len(), ms(long), ms(short))
        })
    })
}
