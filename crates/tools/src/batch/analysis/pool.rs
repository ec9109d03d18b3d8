//! The queries that wait and those that run. Their number is limited, and they can be cancelled.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::query::{AnalysisQuery, Id};
use sarsen_core::search::Control;

/// The limit for the number of queries that are read ahead.
const AHEAD: usize = 1024;

/// The limit for the bytes of the lines that are read ahead. A single line may be longer.
const BYTES_AHEAD: usize = 16 << 20;

/// A query that waits.
struct WaitingQuery {
    query: Box<AnalysisQuery>,
    /// The length of its line.
    bytes: usize,
}

/// A query that runs.
struct RunningQuery {
    id: Id,
    control: Arc<Control>,
    cancelled: bool,
}

struct QueryPoolState {
    waiting: VecDeque<WaitingQuery>,
    /// The bytes of the lines that wait.
    bytes: usize,
    /// The query that each thread runs, by the number of the thread.
    running: Vec<Option<RunningQuery>>,
    /// Whether no more queries will come.
    ended: bool,
}

/// What became of a query that is to be cancelled.
#[derive(PartialEq, Debug)]
pub(super) enum Cancellation {
    /// This number of queries with its id waited, and will never run.
    Waited(usize),
    /// It runs and will answer soon.
    Runs,
    /// There is no query with this id.
    Unknown,
}

/// The queries that the reader and the threads share.
pub(super) struct QueryPool {
    state: Mutex<QueryPoolState>,
    /// There may be room for another query.
    room: Condvar,
    /// There may be a query to answer.
    work: Condvar,
}

impl QueryPool {
    pub(super) fn new(threads: usize) -> Self {
        let state = QueryPoolState {
            waiting: VecDeque::new(),
            bytes: 0,
            running: (0..threads).map(|_| None).collect(),
            ended: false,
        };
        Self { state: Mutex::new(state), room: Condvar::new(), work: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, QueryPoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a query to those that wait, as soon as there is room for it. `bytes` is the length of
    /// its line.
    pub(super) fn push(&self, query: Box<AnalysisQuery>, bytes: usize) {
        let mut state = self.state();
        while !state.ended
            && !state.waiting.is_empty()
            && (state.waiting.len() >= AHEAD || state.bytes + bytes > BYTES_AHEAD)
        {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if !state.ended {
            state.bytes += bytes;
            state.waiting.push_back(WaitingQuery { query, bytes });
            self.work.notify_one();
        }
    }

    /// The next query for a thread. It runs from now on. `None` if there will be no more.
    pub(super) fn next(&self, thread: usize) -> Option<(Box<AnalysisQuery>, Arc<Control>)> {
        let mut state = self.state();
        loop {
            if let Some(WaitingQuery { query, bytes }) = state.waiting.pop_front() {
                state.bytes -= bytes;
                let control = Arc::new(Control::new());
                state.running[thread] = Some(RunningQuery {
                    id: query.id.clone(),
                    control: Arc::clone(&control),
                    cancelled: false,
                });
                self.room.notify_one();
                return Some((query, control));
            }
            if state.ended {
                return None;
            }
            state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Notes that the query of a thread is answered. Returns whether it was cancelled.
    pub(super) fn finish(&self, thread: usize) -> bool {
        self.state().running[thread].take().is_some_and(|running| running.cancelled)
    }

    /// Ends all queries with this id.
    pub(super) fn cancel(&self, id: &Id) -> Cancellation {
        let mut state = self.state();
        let mut runs = false;
        for running in state.running.iter_mut().flatten().filter(|running| running.id == *id) {
            running.cancelled = true;
            running.control.stop();
            runs = true;
        }
        let before = state.waiting.len();
        state.waiting.retain(|waiting| waiting.query.id != *id);
        state.bytes = state.waiting.iter().map(|waiting| waiting.bytes).sum();
        match (before - state.waiting.len(), runs) {
            (0, false) => Cancellation::Unknown,
            (0, true) => Cancellation::Runs,
            (count, _) => Cancellation::Waited(count),
        }
    }

    /// Notes that no more queries will come. Those that wait are still answered.
    pub(super) fn end(&self) {
        self.state().ended = true;
        self.work.notify_all();
        self.room.notify_all();
    }

    /// Ends everything now.
    pub(super) fn stop(&self) {
        let mut state = self.state();
        state.waiting.clear();
        state.bytes = 0;
        state.ended = true;
        state.running.iter().flatten().for_each(|running| running.control.stop());
        drop(state);
        self.work.notify_all();
        self.room.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::super::query::AnalysisRequest;
    use super::*;

    fn query(id: &str) -> Box<AnalysisQuery> {
        match AnalysisRequest::read(&format!(r#"{{"id":{id},"limits":{{"depth":1}}}}"#)) {
            Ok(AnalysisRequest::Query(query)) => query,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_query_waits_runs_and_is_cancelled() {
        let pool = QueryPool::new(1);
        for id in ["1", "2", "\"2\"", "2"] {
            pool.push(query(id), 10);
        }
        let two = query("2").id;
        let (first, control) = pool.next(0).unwrap();
        assert_eq!(pool.cancel(&two), Cancellation::Waited(2));
        assert_eq!(pool.cancel(&two), Cancellation::Unknown);
        assert!(!control.is_stopped());
        assert_eq!(pool.cancel(&first.id), Cancellation::Runs);
        assert!(control.is_stopped() && pool.finish(0));
        pool.end();
        let (last, _) = pool.next(0).unwrap();
        assert_eq!(last.id, query("\"2\"").id);
        assert!(!pool.finish(0) && pool.next(0).is_none());
    }

    #[test]
    fn it_takes_no_more_than_it_has_room_for() {
        let pool = Arc::new(QueryPool::new(1));
        for _ in 0..AHEAD {
            pool.push(query("1"), 10);
        }
        let other = Arc::clone(&pool);
        let pushing = std::thread::spawn(move || other.push(query("2"), 10));
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert!(!pushing.is_finished());
        assert!(pool.next(0).is_some());
        pushing.join().unwrap();
        // Two long lines do not fit together.
        let pool = Arc::new(QueryPool::new(1));
        pool.push(query("1"), BYTES_AHEAD);
        let other = Arc::clone(&pool);
        let pushing = std::thread::spawn(move || other.push(query("2"), 10));
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert!(!pushing.is_finished());
        pool.stop();
        pushing.join().unwrap();
        assert!(pool.next(0).is_none());
    }
}
