//! Promise 14: the same search gives the same lines, every time.

use crate::client::conform::breach::{Breach, ensure};
use crate::client::conform::peer::{Peer, several};
use crate::client::conform::promise::Promise;
use crate::client::conform::trial::Trial;

pub(crate) const PROMISE: Promise = Promise {
    number: 14,
    title: "after 'newgame' the same search gives the same lines",
    checks: &[("by depth and by nodes", the_same)],
};

/// The lines of several searches, without times and speeds. Where a throw or a long list of moves
/// comes with each ply, five plies may take minutes, so a number of positions ends them, too.
fn searches(peer: &mut Peer, new_game: &str) -> Result<Vec<String>, Breach> {
    peer.send(new_game)?;
    let game = peer.known_game(5)?;
    let mut said = Vec::new();
    for length in several([0, game.len() / 3, game.len() / 2]) {
        peer.send(new_game)?;
        peer.position(&game[..length])?;
        for go in ["go depth 2", "go nodes 3000", "go depth 5 nodes 30000"] {
            said.extend(peer.search(go)?.steady());
        }
    }
    Ok(said)
}

fn the_same(trial: &Trial<'_>) -> Result<(), Breach> {
    let new_game = trial.new_game();
    let mut peer = trial.engine()?;
    let first = searches(&mut peer, &new_game)?;
    let again = searches(&mut peer, &new_game)?;
    let elsewhere = searches(&mut trial.engine()?, &new_game)?;
    for (other, which) in [(again, "the second time"), (elsewhere, "in another conversation")] {
        let pairs = first.iter().zip(&other);
        if let Some((one, two)) = pairs.clone().find(|(one, two)| one != two) {
            return Err(Breach::Wrong(format!("'{one}', but {which} '{two}'")));
        }
        ensure(first.len() == other.len(), || format!("other lines {which}"))?;
    }
    Ok(())
}
