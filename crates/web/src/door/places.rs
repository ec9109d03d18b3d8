//! Room for connections: a limit for all together, and one for each peer.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;
use tokio::sync::Notify;

use super::household::household;
use super::refusal::WebRefusal;

/// The room for connections.
pub(crate) struct ConnectionPlaces {
    most: usize,
    most_a_peer: usize,
    taken: Mutex<Taken>,
    emptied: Notify,
}

/// The places that are taken: in all, and by peers from elsewhere.
#[derive(Default)]
struct Taken {
    all: usize,
    peers: HashMap<IpAddr, usize>,
}

/// A place that is taken, until this is dropped.
pub(crate) struct ConnectionPlace {
    places: Arc<ConnectionPlaces>,
    /// Whether it counts among all places.
    counts: bool,
    /// The peer whose share it is part of.
    peer: Option<IpAddr>,
}

impl ConnectionPlaces {
    pub(crate) fn new(most: usize, most_a_peer: usize) -> Self {
        Self { most, most_a_peer, taken: Mutex::default(), emptied: Notify::new() }
    }

    /// Takes a place for a peer, if there is one.
    pub(crate) fn take(self: &Arc<Self>, peer: IpAddr) -> Result<ConnectionPlace, WebRefusal> {
        let mut place = self.take_share(peer)?;
        let mut any = self.take_any()?;
        std::mem::swap(&mut place.counts, &mut any.counts);
        Ok(place)
    }

    /// Takes a place for nobody in particular, such as a proxy.
    pub(crate) fn take_any(self: &Arc<Self>) -> Result<ConnectionPlace, WebRefusal> {
        let mut taken = self.lock();
        if taken.all >= self.most {
            let why = format!("There are {} connections already. Try later.", self.most);
            return Err(WebRefusal::new(StatusCode::SERVICE_UNAVAILABLE, why));
        }
        taken.all += 1;
        Ok(ConnectionPlace { places: Arc::clone(self), counts: true, peer: None })
    }

    /// Takes a part of the share of a peer. A peer on this machine has no limit.
    pub(crate) fn take_share(
        self: &Arc<Self>,
        peer: IpAddr,
    ) -> Result<ConnectionPlace, WebRefusal> {
        let peer = Some(household(peer)).filter(|peer| !peer.is_loopback());
        if let Some(peer) = peer {
            let mut taken = self.lock();
            let count = taken.peers.entry(peer).or_default();
            if *count >= self.most_a_peer {
                let most = self.most_a_peer;
                let why = format!("There are {most} connections from your address already.");
                return Err(WebRefusal::new(StatusCode::TOO_MANY_REQUESTS, why));
            }
            *count += 1;
        }
        Ok(ConnectionPlace { places: Arc::clone(self), counts: false, peer })
    }

    /// Waits until no place is taken.
    pub(crate) async fn empty(&self) {
        loop {
            let emptied = self.emptied.notified();
            if self.lock().all == 0 {
                return;
            }
            emptied.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        // The counts are right after every statement, so a panic elsewhere does no harm.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ConnectionPlace {
    fn drop(&mut self) {
        let mut taken = self.places.lock();
        taken.all -= usize::from(self.counts);
        if let Some(peer) = self.peer
            && let Some(count) = taken.peers.get_mut(&peer)
        {
            *count -= 1;
            if *count == 0 {
                taken.peers.remove(&peer);
            }
        }
        if taken.all == 0 {
            self.places.emptied.notify_waiters();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_peer_has_its_share_and_this_machine_has_all() {
        let places = Arc::new(ConnectionPlaces::new(5, 2));
        let take = |peer: &str| places.take(peer.parse().unwrap());
        let status =
            |taken: Result<ConnectionPlace, WebRefusal>| taken.err().map(|refusal| refusal.status);
        let mut held = vec![take("10.0.0.1").unwrap(), take("::ffff:10.0.0.1").unwrap()];
        assert_eq!(status(take("10.0.0.1")), Some(StatusCode::TOO_MANY_REQUESTS));
        held.push(take("2001:db8:1:2:3::4").unwrap());
        held.push(take("2001:db8:1:2::9").unwrap());
        assert_eq!(status(take("2001:db8:1:2::1")), Some(StatusCode::TOO_MANY_REQUESTS));
        held.push(take("2001:db8:1:3::1").unwrap());
        assert_eq!(status(take("127.0.0.1")), Some(StatusCode::SERVICE_UNAVAILABLE));
        held.clear();
        assert!(places.lock().peers.is_empty() && places.lock().all == 0);
        held.extend((0..5).map(|_| take("127.0.0.1").unwrap()));
        assert_eq!(status(take("10.0.0.1")), Some(StatusCode::SERVICE_UNAVAILABLE));
    }
}
