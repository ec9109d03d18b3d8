//! What a job claims.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use super::rota::{Claim, Order, SeatId};
use crate::search::Control;
use crate::server::{Job, Work};

/// A move that has to come within this time is not interrupted.
const SHORT: Duration = Duration::from_millis(1000);

/// What a job claims, for a seat of a peer.
pub(super) fn order_of((peer, seat): (IpAddr, SeatId), job: &Job) -> Order {
    let claim = of_deadline(&job.control).unwrap_or(match &job.work {
        Work::Search(request, _) if !request.is_timed() => Claim::Limited,
        _ => Claim::Open,
    });
    Order { peer, seat, permits: job.threads(), claim }
}

/// What a search claims whose clock runs. None if it does not.
pub(super) fn of_deadline(control: &Control) -> Option<Claim> {
    let left = control.deadline()?.saturating_duration_since(Instant::now());
    Some(if left <= SHORT { Claim::Short } else { Claim::Timed })
}
