//! Another connection to the same server. It must not notice what happens to others.

use std::time::{Duration, Instant};

use super::breach::{Breach, in_time, ms, patiently};
use super::heard::after;
use super::peer::Peer;
use super::trial::Trial;

/// A search may take this many times as long as it did at first. The machine may be busy, but many
/// searches that were left running slow it more.
const SLOWER: u32 = 6;

/// A later answer was held up by something: even a busy machine is faster.
const SOON: Duration = Duration::from_secs(1);

/// The time of the search that shows the speed, in milliseconds.
const TIME: u64 = 200;

/// Another connection, and how fast a search was there at first.
pub(super) struct Neighbour<'a> {
    trial: &'a Trial<'a>,
    peer: Peer,
    /// The positions that a search took at first, and the time that they take.
    nodes: u64,
    took: Duration,
}

impl<'a> Neighbour<'a> {
    /// Connects, and measures.
    pub(super) fn new(trial: &'a Trial<'a>) -> Result<Self, Breach> {
        let mut peer = trial.engine()?;
        let search = peer.search(&format!("go movetime {TIME}"))?;
        let nodes = search.last_report().and_then(|line| after(line, "nodes")?.parse().ok());
        let mut neighbour = Self { trial, peer, nodes: nodes.unwrap_or(1), took: Duration::ZERO };
        neighbour.took = neighbour.again()?.max(neighbour.again()?);
        Ok(neighbour)
    }

    /// The time that the same search takes now.
    fn again(&mut self) -> Result<Duration, Breach> {
        self.peer.send(&self.trial.new_game())?;
        Ok(self.peer.search(&format!("go nodes {}", self.nodes))?.took)
    }

    /// Makes sure that it is answered soon.
    pub(super) fn is_answered(&mut self) -> Result<(), Breach> {
        let took = self.peer.search("go depth 1")?.took;
        in_time(took <= SOON, || format!("on another connection, 'go depth 1' took {}", ms(took)))
    }

    /// Makes sure that everything is answered as at first: at once, in time and as fast.
    pub(super) fn notices_nothing(&mut self) -> Result<(), Breach> {
        let grace = self.trial.subject.grace;
        patiently(|| {
            let asked = Instant::now();
            self.peer.ready()?;
            let took = asked.elapsed();
            in_time(took <= grace, || {
                format!("on another connection, 'readyok' came after {}", ms(took))
            })?;
            self.peer.send(&self.trial.new_game())?;
            let took = self.peer.search(&format!("go movetime {TIME}"))?.took;
            in_time(took <= Duration::from_millis(TIME) + grace, || {
                format!("on another connection, 'go movetime {TIME}' took {}", ms(took))
            })?;
            let (first, second) = (self.took, self.again()?);
            in_time(second <= first * SLOWER + grace, || {
                format!("another connection is slowed: {} instead of {}", ms(second), ms(first))
            })
        })
    }
}
