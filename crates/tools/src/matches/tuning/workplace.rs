//! The game that something is fitted for, and the threads that do the work.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::error::TuneError;
use sarsen_core::sys::threads::ThreadKind;
use sarsen_engine::engine::Engine;
use sarsen_engine::session::{Registry, Session};

/// The game that something is fitted for, and the threads that do the work.
#[derive(Clone, Copy)]
pub struct Workplace<'a> {
    /// The known games.
    pub registry: &'a Registry,
    /// The game and its setup.
    pub game: &'a str,
    /// The number of threads. No result depends on it.
    pub threads: usize,
}

impl Workplace<'_> {
    /// A new session of the game. The game's own evaluator judges in it, not what was learnt.
    pub(crate) fn open(self) -> Result<Box<dyn Session>, TuneError> {
        let mut session = self.registry.open_title(self.game)?;
        if let Some(own) = session.own_evaluator() {
            session.select_evaluator(own);
        }
        Ok(session)
    }

    /// An engine that can play the game, with `table` bytes of memory. `prepare` sets up its
    /// session.
    pub(crate) fn engine(
        self,
        table: usize,
        prepare: impl FnOnce(&mut dyn Session) -> Result<(), TuneError>,
    ) -> Result<Engine, TuneError> {
        let mut session = self.open()?;
        prepare(&mut *session)?;
        let mut engine = Engine::new(session, 1)?;
        engine.forget(table)?;
        Ok(engine)
    }

    /// Calls `find` for the numbers 0 to `count` - 1, with what `begin` has made for the thread.
    /// Returns what `find` has found, in order. Calls `report` with the number of calls done.
    ///
    /// An error if a call fails, or `stop` is set.
    pub(crate) fn map<State, Found: Send>(
        self,
        (threads, count): (&'static str, usize),
        begin: impl Fn() -> Result<State, TuneError> + Sync,
        find: impl Fn(&mut State, usize) -> Result<Found, TuneError> + Sync,
        stop: &AtomicBool,
        report: &mut dyn FnMut(usize),
    ) -> Result<Vec<Found>, TuneError> {
        let found = ThreadKind::searching(threads).map(
            (self.threads, count),
            begin,
            |state, number| match stop.load(Relaxed) {
                true => Ok(None),
                false => find(state, number).map(Some),
            },
            report,
        )?;
        found.ok_or(TuneError::Interrupted)
    }
}

/// Lets an evaluator judge. With `None`, the game's own one stays.
pub(super) fn select_evaluator(
    session: &mut dyn Session,
    name: Option<&str>,
) -> Result<(), TuneError> {
    match name {
        Some(name) if !session.select_evaluator(name) => {
            let known = session.evaluators().join(", ");
            Err(TuneError::Evaluator { name: name.to_owned(), known })
        }
        _ => Ok(()),
    }
}
