//! How many tables a peer may create.

use std::collections::HashMap;
use std::net::IpAddr;

use crate::door::household;

/// A peer may create this many tables at once.
const BURST: u64 = 60;

/// After that, a peer may create one table in this many milliseconds. So one peer cannot fill the
/// store within a week, which is how long every game is kept.
const PAUSE: u64 = 20_000;

/// The limit for the peers that are remembered. Those that are furthest from their limit are
/// forgotten first.
const MOST_PEERS: usize = 10_000;

/// What each peer may still create.
#[derive(Default)]
pub(super) struct Allowance {
    /// For each peer, when its tables so far would be paid for, at one in each [`PAUSE`].
    paid: HashMap<IpAddr, u64>,
}

impl Allowance {
    /// Counts a table that a peer wants to create at the time `now`, in milliseconds. If the peer
    /// has to wait, the error says how many seconds.
    pub(super) fn take(&mut self, peer: IpAddr, now: u64) -> Result<(), u64> {
        self.forget(now);
        let paid = self.paid.entry(household(peer)).or_default();
        let next = now.max(*paid) + PAUSE;
        let wait = next.saturating_sub(now + BURST * PAUSE);
        if wait > 0 {
            return Err(wait.div_ceil(1_000));
        }
        *paid = next;
        Ok(())
    }

    fn forget(&mut self, now: u64) {
        if self.paid.len() >= MOST_PEERS {
            self.paid.retain(|_, paid| *paid > now);
        }
        if self.paid.len() >= MOST_PEERS
            && let Some(peer) =
                self.paid.iter().min_by_key(|(_, paid)| **paid).map(|(peer, _)| *peer)
        {
            self.paid.remove(&peer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_peer_waits_after_a_burst_and_others_do_not() {
        let mut allowance = Allowance::default();
        let [one, two] = ["10.0.0.1", "10.0.0.2"].map(|text| text.parse().unwrap());
        assert!((0..BURST).all(|_| allowance.take(one, 5).is_ok()));
        assert_eq!(allowance.take(one, 5), Err(20));
        assert_eq!(allowance.take(one, 5_005), Err(15));
        assert_eq!(allowance.take(two, 5), Ok(()));
        assert_eq!(allowance.take(one, 20_005), Ok(()));
        assert_eq!(allowance.take(one, 20_005), Err(20));
    }

    #[test]
    fn a_network_is_one_peer_and_memory_is_bounded() {
        let mut allowance = Allowance::default();
        for number in 0..BURST {
            let peer = format!("2001:db8::{number:x}").parse().unwrap();
            assert!(allowance.take(peer, 0).is_ok());
        }
        assert!(allowance.take("2001:db8::ffff".parse().unwrap(), 0).is_err());
        for number in 0..3 * MOST_PEERS {
            let peer = IpAddr::from((number as u32).to_be_bytes());
            assert!(allowance.take(peer, 0).is_ok());
        }
        assert!(allowance.paid.len() <= MOST_PEERS);
        assert!(allowance.take("2001:db8::ffff".parse().unwrap(), 0).is_err());
    }
}
