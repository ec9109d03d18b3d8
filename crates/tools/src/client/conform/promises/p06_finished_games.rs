//! Promise 6: if the game is over, the engine answers at once that there is no move.

use crate::client::conform::breach::{Breach, ensure, in_time, ms, patiently};
use crate::client::conform::promise::Promise;
use crate::client::conform::trial::Trial;

pub(crate) const PROMISE: Promise = Promise {
    number: 6,
    title: "a finished game is answered with 'bestmove 0000' at once",
    checks: &[("every kind of 'go'", at_once)],
};

fn at_once(trial: &Trial<'_>) -> Result<(), Breach> {
    let mut peer = trial.engine()?;
    for seed in [1, 2] {
        let game = peer.whole_game(seed)?;
        peer.position(&game)?;
        for go in [
            "go depth 20",
            "go nodes 1000000",
            "go movetime 2000",
            "go p1time 60000 p2time 60000",
            "go depth 0",
        ] {
            patiently(|| {
                let search = peer.search(go)?;
                ensure(search.best() == "0000", || format!("'{go}' gives '{}'", search.best()))?;
                let took = search.took;
                in_time(took <= trial.subject.grace, || format!("'{go}' took {}", ms(took)))
            })?;
        }
    }
    peer.silent()
}
