//! How urgent a job is.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use super::scheduler::{ClientId, Demand, Urgency};
use sarsen_core::search::Control;
use sarsen_server::{Job, Work};

/// A move that has to come within this time is not interrupted.
const SHORT: Duration = Duration::from_millis(1000);

/// What a job of a client needs.
pub(super) fn demand_of((peer, client): (IpAddr, ClientId), job: &Job) -> Demand {
    let urgency = urgency_of_clock(&job.control).unwrap_or(match &job.work {
        Work::Search(request, _) if !request.limits.is_timed() => Urgency::Limited,
        _ => Urgency::Open,
    });
    Demand { peer, client, permits: job.threads(), urgency }
}

/// How urgent a search is whose clock runs. None if it does not.
pub(super) fn urgency_of_clock(control: &Control) -> Option<Urgency> {
    let left = control.deadline()?.saturating_duration_since(Instant::now());
    Some(if left <= SHORT { Urgency::Short } else { Urgency::Timed })
}
