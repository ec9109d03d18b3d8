//! What the threads of the pool share: the tasks, and what happens to them.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;

use super::memory_pool::{Lent, Loan, MemoryPool};
use super::scheduler::{ClientId, Cue, Scheduler, TaskId};
use super::urgency::{demand_of, urgency_of_clock};
use sarsen_core::search::{Control, Light};
use sarsen_core::sys::threads::ThreadKind;
use sarsen_engine::engine::{Engine, SMALLEST_TABLE, SearchMemory};
use sarsen_server::{Event, Job, SearchReport, TooBusy};

/// What the searches of all conversations together may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PoolLimits {
    /// The number of threads that search at once.
    pub(crate) threads: usize,
    /// The memory, in MiB.
    pub(crate) hash_mib: usize,
    /// The number of jobs that may wait or run.
    pub(crate) jobs: usize,
    /// The number of jobs of one peer among them.
    pub(crate) jobs_per_peer: usize,
}

/// If the system refuses a thread, the pool tries again after this time.
const RETRY: Duration = Duration::from_millis(50);

/// A job that has been accepted and has not ended.
struct Accepted {
    client: ClientId,
    /// Until it begins.
    job: Option<Job>,
    control: Arc<Control>,
    light: Arc<Light>,
    events: UnboundedSender<Event>,
    /// Whether it could not begin at once.
    has_waited: bool,
}

pub(super) struct TurnState {
    scheduler: Scheduler,
    pub(super) memory: MemoryPool,
    tasks: HashMap<TaskId, Accepted>,
    /// The number of tasks so far.
    numbered: TaskId,
    /// When the system is asked again for a thread that it has refused.
    retry: Option<Duration>,
    /// Until when the clock sleeps. None: until it is woken.
    wakes: Option<Duration>,
    pub(super) is_closed: bool,
}

/// What the threads of the pool share.
pub(super) struct PoolCore {
    pub(super) limits: PoolLimits,
    state: Mutex<TurnState>,
    /// Wakes the clock.
    news: Condvar,
    /// Times are counted from here.
    opened: Instant,
}

impl PoolCore {
    pub(super) fn new(limits: PoolLimits) -> Self {
        let state = TurnState {
            scheduler: Scheduler::new(limits.threads),
            memory: MemoryPool::new(limits.hash_mib << 20),
            tasks: HashMap::new(),
            numbered: 0,
            retry: None,
            wakes: None,
            is_closed: false,
        };
        Self { limits, state: Mutex::new(state), news: Condvar::new(), opened: Instant::now() }
    }

    fn now(&self) -> Duration {
        self.opened.elapsed()
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, TurnState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the clock.
    pub(super) fn wake(&self) {
        self.news.notify_one();
    }

    /// Accepts a job, and lets it begin or wait.
    pub(super) fn accept(
        self: &Arc<Self>,
        (peer, client): (IpAddr, ClientId),
        job: Job,
    ) -> Result<(), TooBusy> {
        let mut state = self.lock();
        if let Some(why) = self.refusal(&state, peer) {
            return Err(TooBusy { job: Box::new(job), why });
        }
        state.numbered += 1;
        let (id, now) = (state.numbered, self.now());
        let shared = Arc::downgrade(self);
        let light = Arc::new(Light::new(move || {
            if let Some(shared) = shared.upgrade() {
                shared.control_changed(id);
            }
        }));
        job.control.obey(Arc::clone(&light));
        let demand = demand_of((peer, client), &job);
        let (control, events) = (Arc::clone(&job.control), job.events.clone());
        let job = Some(job);
        let accepted = Accepted { client, job, control, light, events, has_waited: false };
        let is_over = accepted.control.is_stopped();
        state.tasks.insert(id, accepted);
        if is_over {
            self.begin(&mut state, id, now);
            return Ok(());
        }
        state.scheduler.add(id, demand, now);
        self.assign(&mut state, now);
        state.tell_waiting(id);
        Ok(())
    }

    /// Why no more jobs of this peer are accepted now.
    fn refusal(&self, state: &TurnState, peer: IpAddr) -> Option<String> {
        let (all, of_peer) = state.scheduler.count(peer);
        if of_peer >= self.limits.jobs_per_peer {
            return Some(format!(
                "too busy: {of_peer} searches from your address wait or run already"
            ));
        }
        let many = all >= self.limits.jobs;
        many.then(|| format!("too busy: {all} searches wait or run already; try again later"))
    }

    /// Lets those run whose turn it is.
    fn assign(self: &Arc<Self>, state: &mut TurnState, now: Duration) {
        for (id, cue) in state.scheduler.decide(now) {
            match cue {
                Cue::Begin => self.begin(state, id, now),
                Cue::GoOn => state.tasks[&id].light.set_red(false),
                Cue::Pause => state.tasks[&id].light.set_red(true),
            }
        }
        for (id, place) in state.scheduler.queue(now).into_iter().zip(1..) {
            state.tasks[&id].light.set_place(place);
        }
        if state.next_event().is_some_and(|next| state.wakes.is_none_or(|wakes| next < wakes)) {
            self.wake();
        }
    }

    /// Starts the thread of a job.
    fn begin(self: &Arc<Self>, state: &mut TurnState, id: TaskId, now: Duration) {
        let Some(accepted) = state.tasks.get_mut(&id) else { return };
        let Some(job) = accepted.job.take() else { return };
        accepted.light.set_place(0);
        let (client, has_waited) = (accepted.client, accepted.has_waited);
        let (shared, slot) = (Arc::clone(self), Arc::new(Mutex::new(Some(job))));
        let taken = Arc::clone(&slot);
        let work = move || {
            if let Some(job) = taken.lock().unwrap_or_else(PoisonError::into_inner).take() {
                shared.work((id, client), job, has_waited);
            }
        };
        if let Err(error) = ThreadKind::searching("search").detach(work) {
            log::warn!("no thread for a search: {error}");
            accepted.job = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
            accepted.has_waited = true;
            state.scheduler.put_back(id, now);
            state.retry = Some(now + RETRY);
        }
    }

    /// Carries out a job, on its own thread.
    fn work(self: &Arc<Self>, (id, client): (TaskId, ClientId), mut job: Job, has_waited: bool) {
        if has_waited {
            job.control.begin_late();
            // The conversation may have ended already.
            let _ = job.events.send(Event::Search(SearchReport::Begins));
        }
        let loan = job.is_search().then(|| self.lend(client, &mut job.engine));
        let mut done = job.carry_out();
        if let Some(loan) = loan {
            // Before the answer, because the next search may come at once.
            let memory = done.take_memory();
            self.lock().memory.take_back(client, loan, memory, self.now());
        }
        let is_heard = done.report();
        let (mut state, now) = (self.lock(), self.now());
        if !is_heard {
            // Nobody will sit there any more.
            state.memory.close(client);
        }
        state.scheduler.remove(id, now);
        state.tasks.remove(&id);
        self.assign(&mut state, now);
    }

    /// Lends an engine the memory for a search.
    fn lend(&self, client: ClientId, engine: &mut Engine) -> Loan {
        let mut state = self.lock();
        let lent = state.memory.lend(client, engine.table_bytes(), engine.has_forgotten());
        let rubbish = state.memory.rubbish();
        drop(state);
        drop(rubbish);
        match lent {
            Lent::Again(loan, memory) => {
                engine.lend(memory);
                loan
            }
            Lent::New(loan, bytes) => {
                let sizes = std::iter::successors(Some(bytes), |bytes| Some(bytes / 2));
                let mut sizes = sizes.take_while(|&bytes| bytes >= SMALLEST_TABLE);
                // The rest of the machine may have taken what this server was meant to have.
                if let Some(memory) = sizes.find_map(|bytes| SearchMemory::new(bytes).ok()) {
                    engine.lend(memory);
                }
                loan
            }
        }
    }

    /// A search was stopped, or its clock was started.
    fn control_changed(self: &Arc<Self>, id: TaskId) {
        let (mut state, now) = (self.lock(), self.now());
        let Some(accepted) = state.tasks.get(&id) else { return };
        if accepted.control.is_stopped() {
            // It is over in a moment, with or without a permit.
            if state.scheduler.remove(id, now) == Some(false) {
                self.begin(&mut state, id, now);
            }
        } else if let Some(urgency) = urgency_of_clock(&accepted.control) {
            state.scheduler.set_urgency(id, urgency);
        }
        self.assign(&mut state, now);
    }

    /// Changes who runs when a slice ends, and frees memory. Until the pool is closed.
    pub(super) fn keep_time(self: &Arc<Self>) {
        let mut state = self.lock();
        while !state.is_closed {
            let now = self.now();
            state.memory.expire(now);
            let rubbish = state.memory.rubbish();
            if !rubbish.is_empty() {
                drop(state);
                drop(rubbish);
                state = self.lock();
                continue;
            }
            if state.next_event().is_some_and(|next| next <= now) {
                self.retry(&mut state, now);
                self.assign(&mut state, now);
            }
            state.wakes = state.next_event();
            state = match state.wakes {
                None => self.news.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(wakes) => {
                    let left = wakes.saturating_sub(now);
                    let waited = self.news.wait_timeout(state, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    /// Asks again for threads that the system has refused to stopped jobs. The scheduler has the
    /// others.
    fn retry(self: &Arc<Self>, state: &mut TurnState, now: Duration) {
        if state.retry.take_if(|retry| *retry <= now).is_none() {
            return;
        }
        let stopped = state.tasks.iter().filter(|(_, task)| task.control.is_stopped());
        let stopped: Vec<TaskId> = stopped.map(|(id, _)| *id).collect();
        stopped.into_iter().for_each(|id| self.begin(state, id, now));
    }
}

impl TurnState {
    /// Tells the client of a job that has to wait its place in the queue.
    fn tell_waiting(&mut self, id: TaskId) {
        if let Some(accepted) = self.tasks.get_mut(&id)
            && let Some(place) = accepted.light.place()
        {
            accepted.has_waited = true;
            // The conversation is the caller.
            let _ = accepted.events.send(Event::Search(SearchReport::Waits(place)));
        }
    }

    /// When something is to be done, if nothing else happens before.
    fn next_event(&self) -> Option<Duration> {
        let events = [self.scheduler.next_decision(), self.memory.next_expiry(), self.retry];
        events.into_iter().flatten().min()
    }
}
