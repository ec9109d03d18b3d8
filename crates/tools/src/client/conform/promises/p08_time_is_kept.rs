//! Promise 8: the engine does not exceed `movetime` or its clock.

use std::time::Duration;

use crate::client::conform::breach::{Breach, in_time, ms, patiently};
use crate::client::conform::peer::Peer;
use crate::client::conform::promise::Promise;
use crate::client::conform::trial::Trial;

pub(crate) const PROMISE: Promise = Promise {
    number: 8,
    title: "time is kept, to the move and by the clock",
    checks: &[("a time for each move", each_move), ("a game by the clock", by_the_clock)],
};

fn each_move(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    for given in [10, 30, 100] {
        patiently(|| {
            for _ in 0..8 {
                let took = peer.search(&format!("go movetime {given}"))?.took;
                let over = took.saturating_sub(Duration::from_millis(given));
                in_time(over <= trial.subject.grace, || {
                    format!("'go movetime {given}' took {}", ms(took))
                })?;
            }
            Ok(())
        })?;
    }
    Ok(())
}

fn by_the_clock(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    let increment = Duration::from_millis(10);
    patiently(|| {
        let mut left = [Duration::from_millis(150); 2];
        let mut played: Vec<String> = Vec::new();
        peer.send(&trial.new_game())?;
        while peer.query("gameover")? == "false" {
            if peer.is_chances_turn()? {
                // Nobody's clock runs.
                let outcome = Peer::pick(&peer.moves()?, played.len(), 0);
                played
                    .push(outcome.ok_or_else(|| Breach::Wrong("no throw is possible".to_owned()))?);
                peer.position(&played)?;
                continue;
            }
            let mover = usize::from(peer.query("p1turn")? != "true");
            let search = peer.search(&format!(
                "go p1time {} p2time {} p1inc 10 p2inc 10",
                left[0].as_millis(),
                left[1].as_millis()
            ))?;
            let rest = left[mover].checked_sub(search.took).ok_or_else(|| {
                Breach::Untimely(format!(
                    "lost on time: {}, and {} were left",
                    ms(search.took),
                    ms(left[mover])
                ))
            })?;
            left[mover] = rest + increment;
            played.push(search.best().to_owned());
            peer.position(&played)?;
        }
        Ok(())
    })
}
