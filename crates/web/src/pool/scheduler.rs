//! Who runs next. This is a plain data structure: it has no threads, and the time is an argument.
//!
//! There is a number of permits. A task needs as many as it has threads. The rules:
//!
//! 1. Timed moves go before open analysis. A task that is limited in another way, such as by its
//!    depth, counts as timed until it has run for a second.
//! 2. Within a class, the peer goes first that has had the least thread time lately, then the
//!    client that has had the least, then the older task.
//! 3. A timed move of up to a second is not interrupted once it has begun. Everything else runs in
//!    slices. After a slice it goes on, or gives way to tasks that go before it. Open analysis
//!    gives way to a timed move at once.
//! 4. If open analysis has waited in vain for a while, one task of it gets a slice. So nobody
//!    starves.
//! 5. A task that needs more permits than are free waits for them. Meanwhile only tasks run that
//!    can be interrupted.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::time::Duration;

use super::account::Accounts;

/// The number of a task. Older tasks have lower numbers.
pub(super) type TaskId = u64;

/// The number of a client: one conversation.
pub(super) type ClientId = u64;

/// A task that can be interrupted runs for this long before others may have its turn.
pub(super) const SLICE: Duration = Duration::from_millis(30);

/// A task that is limited, but not by time, counts as timed until it has run for this long.
const QUICK: Duration = Duration::from_secs(1);

/// Open analysis waits in vain no longer than this.
const PATIENCE: Duration = Duration::from_millis(250);

/// What a task is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Urgency {
    /// A move that has to come within about a second.
    Short,
    /// A move that has more time.
    Timed,
    /// Its depth, its nodes or the proof of its result end it.
    Limited,
    /// Analysis that goes on and on.
    Open,
}

/// Who a task belongs to, and what it needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demand {
    pub(super) peer: IpAddr,
    pub(super) client: ClientId,
    /// The number of permits. It is never more than there are.
    pub(super) permits: usize,
    pub(super) urgency: Urgency,
}

/// What is to be done with a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cue {
    /// It begins.
    Begin,
    /// It goes on.
    GoOn,
    /// It waits.
    Pause,
}

/// How a task stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stand {
    /// It waits since this time.
    Waits(Duration),
    /// It runs. This slice began then.
    Runs(Duration),
}

struct ScheduledTask {
    demand: Demand,
    has_begun: bool,
    standing: Stand,
    /// Its slice was given to it out of turn, so it is not taken away.
    is_favoured: bool,
    /// The thread time that it has had.
    used: Duration,
    /// Until when that is counted.
    counted: Duration,
}

impl ScheduledTask {
    /// Whether it goes before open analysis.
    fn is_timed(&self) -> bool {
        match self.demand.urgency {
            Urgency::Short | Urgency::Timed => true,
            Urgency::Limited => self.used < QUICK,
            Urgency::Open => false,
        }
    }

    fn runs(&self) -> bool {
        matches!(self.standing, Stand::Runs(_))
    }

    /// Whether it runs and may not be interrupted now.
    fn is_settled(&self, now: Duration, timed_wait: bool) -> bool {
        match self.standing {
            Stand::Waits(_) => false,
            Stand::Runs(_) if self.demand.urgency == Urgency::Short => true,
            Stand::Runs(since) => {
                let yields = timed_wait && !self.is_timed() && !self.is_favoured;
                now < since + SLICE && !yields
            }
        }
    }
}

/// What decides who goes first.
struct Rank {
    is_open: bool,
    /// What the peer has had lately, in seconds.
    peer: f64,
    client: f64,
    id: TaskId,
}

impl Rank {
    fn compare(&self, other: &Self) -> Ordering {
        let used = self.peer.total_cmp(&other.peer).then(self.client.total_cmp(&other.client));
        self.is_open.cmp(&other.is_open).then(used).then(self.id.cmp(&other.id))
    }
}

/// The tasks, and who has had how much.
pub(super) struct Scheduler {
    permits: usize,
    tasks: BTreeMap<TaskId, ScheduledTask>,
    peers: Accounts<IpAddr>,
    clients: Accounts<ClientId>,
    /// When open analysis ran last.
    open_ran: Duration,
}

/// The permits that one decision has given away so far, and to whom.
#[derive(Default)]
struct Given {
    permits: usize,
    peers: HashMap<IpAddr, f64>,
    clients: HashMap<ClientId, f64>,
}

impl Given {
    fn give(&mut self, demand: Demand) {
        self.permits += demand.permits;
        let time = SLICE.as_secs_f64() * demand.permits as f64;
        *self.peers.entry(demand.peer).or_default() += time;
        *self.clients.entry(demand.client).or_default() += time;
    }
}

impl Scheduler {
    /// Without any task.
    pub(super) fn new(permits: usize) -> Self {
        Self {
            permits: permits.max(1),
            tasks: BTreeMap::new(),
            peers: Accounts::default(),
            clients: Accounts::default(),
            open_ran: Duration::ZERO,
        }
    }

    /// The number of tasks, in all and of one peer.
    pub(super) fn count(&self, peer: IpAddr) -> (usize, usize) {
        let of_peer = self.tasks.values().filter(|task| task.demand.peer == peer).count();
        (self.tasks.len(), of_peer)
    }

    /// Adds a task, which waits.
    pub(super) fn add(&mut self, id: TaskId, demand: Demand, now: Duration) {
        let demand = Demand { permits: demand.permits.clamp(1, self.permits), ..demand };
        let task = ScheduledTask {
            demand,
            has_begun: false,
            standing: Stand::Waits(now),
            is_favoured: false,
            used: Duration::ZERO,
            counted: now,
        };
        self.tasks.insert(id, task);
    }

    /// A task has become something else.
    pub(super) fn set_urgency(&mut self, id: TaskId, urgency: Urgency) {
        if let Some(task) = self.tasks.get_mut(&id) {
            task.demand.urgency = urgency;
        }
    }

    /// Removes a task, because it has ended or is about to end. Returns whether it had begun. None
    /// if it is not here.
    pub(super) fn remove(&mut self, id: TaskId, now: Duration) -> Option<bool> {
        self.count_time(now);
        let task = self.tasks.remove(&id)?;
        self.peers.tidy(self.tasks.len(), now);
        self.clients.tidy(self.tasks.len(), now);
        Some(task.has_begun)
    }

    /// A task could not begin after all. It waits again.
    pub(super) fn put_back(&mut self, id: TaskId, now: Duration) {
        if let Some(task) = self.tasks.get_mut(&id) {
            task.has_begun = false;
            task.standing = Stand::Waits(now);
        }
    }

    /// Decides who runs from now on. Returns what changes.
    pub(super) fn decide(&mut self, now: Duration) -> Vec<(TaskId, Cue)> {
        self.count_time(now);
        let timed_wait = self.tasks.values().any(|task| !task.runs() && task.is_timed());
        let settled = |task: &ScheduledTask| task.is_settled(now, timed_wait);
        let mut given = Given::default();
        self.tasks.values().filter(|task| settled(task)).for_each(|task| given.give(task.demand));
        let mut open: Vec<TaskId> =
            self.tasks.iter().filter(|(_, task)| !settled(task)).map(|(id, _)| *id).collect();
        let favoured = self.favoured(now);
        let mut chosen = Vec::new();
        let mut has_gap = false;
        while given.permits < self.permits {
            let first = favoured.filter(|id| open.contains(id));
            let Some(id) = first.or_else(|| self.best(&open, &given, now)) else { break };
            open.retain(|other| *other != id);
            let demand = self.tasks[&id].demand;
            let fits = given.permits + demand.permits <= self.permits;
            if fits && !(has_gap && demand.urgency == Urgency::Short) {
                given.give(demand);
                chosen.push(id);
            }
            has_gap |= !fits;
        }
        self.cast(&chosen, favoured, settled, now)
    }

    /// Gives the chosen tasks a slice, and takes it from all others that are not settled.
    fn cast(
        &mut self,
        chosen: &[TaskId],
        favoured: Option<TaskId>,
        settled: impl Fn(&ScheduledTask) -> bool,
        now: Duration,
    ) -> Vec<(TaskId, Cue)> {
        let mut cues = Vec::new();
        for (&id, task) in &mut self.tasks {
            if settled(task) {
                continue;
            }
            let (ran, runs) = (task.runs(), chosen.contains(&id));
            if runs {
                let cue = if task.has_begun { Cue::GoOn } else { Cue::Begin };
                task.has_begun = true;
                task.standing = Stand::Runs(now);
                task.is_favoured = favoured == Some(id);
                if !ran {
                    cues.push((id, cue));
                }
            } else if ran {
                task.standing = Stand::Waits(now);
                // Permits are free before they are given away.
                cues.insert(0, (id, Cue::Pause));
            }
        }
        cues
    }

    /// The task of open analysis whose patience is over, if any.
    fn favoured(&self, now: Duration) -> Option<TaskId> {
        let waits_in_vain = |task: &ScheduledTask| match task.standing {
            Stand::Waits(since) => now >= since.max(self.open_ran) + PATIENCE,
            Stand::Runs(_) => false,
        };
        let open = self.tasks.iter().filter(|(_, task)| !task.is_timed() && waits_in_vain(task));
        let ids: Vec<TaskId> = open.map(|(id, _)| *id).collect();
        self.best(&ids, &Given::default(), now)
    }

    /// Who of these goes before all others.
    fn best(&self, ids: &[TaskId], given: &Given, now: Duration) -> Option<TaskId> {
        let ranks = ids.iter().map(|&id| self.rank(id, given, now));
        ranks.min_by(Rank::compare).map(|rank| rank.id)
    }

    fn rank(&self, id: TaskId, given: &Given, now: Duration) -> Rank {
        let task = &self.tasks[&id];
        let Demand { peer, client, .. } = task.demand;
        Rank {
            is_open: !task.is_timed(),
            peer: self.peers.used(peer, now) + given.peers.get(&peer).unwrap_or(&0.0),
            client: self.clients.used(client, now) + given.clients.get(&client).unwrap_or(&0.0),
            id,
        }
    }

    /// The tasks that have not begun, in the order in which they would have their turn.
    pub(super) fn queue(&self, now: Duration) -> Vec<TaskId> {
        let given = Given::default();
        let waiting = self.tasks.iter().filter(|(_, task)| !task.has_begun);
        let mut ranks: Vec<Rank> = waiting.map(|(&id, _)| self.rank(id, &given, now)).collect();
        ranks.sort_by(Rank::compare);
        ranks.into_iter().map(|rank| rank.id).collect()
    }

    /// When [`decide`](Self::decide) may change something, if nothing else happens before. None if
    /// nobody waits.
    pub(super) fn next_decision(&self) -> Option<Duration> {
        if self.tasks.values().all(ScheduledTask::runs) {
            return None;
        }
        let ends = self.tasks.values().filter_map(|task| match task.standing {
            Stand::Runs(since) if task.demand.urgency != Urgency::Short => Some(since + SLICE),
            _ => None,
        });
        ends.min()
    }

    /// Counts the time that has passed.
    fn count_time(&mut self, now: Duration) {
        for task in self.tasks.values_mut() {
            let passed = now.saturating_sub(std::mem::replace(&mut task.counted, now));
            if !task.runs() {
                continue;
            }
            if !task.is_timed() {
                self.open_ran = now;
            }
            let Demand { peer, client, permits, .. } = task.demand;
            task.used += passed;
            let time = passed * u32::try_from(permits).unwrap_or(u32::MAX);
            self.peers.charge(peer, time, now);
            self.clients.charge(client, time, now);
        }
    }
}

#[cfg(test)]
mod tests;
